"""Trials of uneven-classes: plain stumps, more or fewer rounds, views that know few classes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.tree import DecisionTreeClassifier

from viewboost import LateFusion, Views, Weighted
from viewboost.experiments._measures import MEASURES, ordered, scored
from viewboost.experiments._thesis import ADA_LATE, COMBO_EARLY, COMBO_LATE
from viewboost.experiments.experiment import Estimate, Settings, Summary, splits
from viewboost.experiments.pages import Table

# Stumps of the usual kind: they take the weights of the rows and lower the impurity.
PLAIN = "plain stumps"
# The same methods, read off after some of the rounds.
ROUNDS, STAGES = "rounds", (10, 30, 100, 300)
# A set of many views, and the same rows in fewer, which that trial leaves out.
MANY, FEWER = "arrhythmia-25", ("arrhythmia-3", "arrhythmia-13")
# Views of the first set that cannot tell so many of its classes apart.
UNKNOWING, UNKNOWN = "unknowing views", (2, 4)

# Table 4.3: MAUC of the thesis's CoMBo in each of the four views alone; Table 4.4: of their sum.
THESIS_VIEWS, THESIS_SUM = (0.759, 0.727, 0.685, 0.719), 0.695


def trial_tasks(names: Sequence[str], n_repeats: int, n_rounds: int) -> list[Settings]:
    """The tasks of all trials."""
    plain = splits(names, n_repeats, n_rounds)
    longer = splits([name for name in names if name not in FEWER], n_repeats, 3 * n_rounds)
    one = splits(names[:1], n_repeats, n_rounds)
    return [
        *({**settings, "trial": PLAIN} for settings in plain),
        *({**settings, "trial": ROUNDS} for settings in longer),
        *({**s, "trial": UNKNOWING, "unknown": unknown} for unknown in UNKNOWN for s in one),
    ]


def plain_stump() -> Weighted:
    """A stump that knows of the costs only what the weights of the rows tell."""
    return Weighted(DecisionTreeClassifier(max_depth=1, random_state=0))


def unknowing(X: Views, y: NDArray[Any], n_unknown: int, seed: int) -> Views:
    """The rows of some classes exchanged among each other, of other classes in every view.

    A view then tells these classes from the others, but not from each other. With as many
    views as classes every class is known to equally many views.
    """
    rng, classes = np.random.default_rng(seed), np.unique(y)
    blocks = {}
    for view, (name, block) in enumerate(X.items()):
        rows = np.flatnonzero(np.isin(y, np.roll(classes, view)[:n_unknown]))
        order = np.arange(len(y))
        order[rows] = rng.permutation(rows)
        blocks[name] = block[order]
    return Views(**blocks)


def by_rounds(model: Any, X: Views, y: NDArray[Any]) -> dict[str, list[float]]:
    """The measures after some of the rounds; a model that stopped early stays as it is."""
    if isinstance(model, LateFusion):
        parts = [
            _staged(part, Views(**{name: X.block(name)}))
            for name, part in model.estimators_.items()
        ]
        staged = np.sum(parts, axis=0)
    else:
        staged = _staged(model, X)
    found = [scored(scores, y, model.classes_) for scores in staged]
    return {f"{measure} by rounds": [f[measure] for f in found] for measure in MEASURES}


def _staged(model: Any, X: Views) -> NDArray[np.float64]:
    scores = list(model.staged_decision_function(X))
    return np.array([scores[min(stage, len(scores)) - 1] for stage in STAGES])


def trial_tables(summary: Summary, methods: Sequence[str]) -> list[Table]:
    """Measures with plain stumps, and by rounds."""
    tables = [
        Table(
            f"Trial: plain stumps, {group.settings['data']}",
            {m: {k: group.values[f"{m} {k}"] for k in MEASURES} for m in methods},
            digits=3,
            corner="method",
        )
        for group in summary.trial(PLAIN).groups
    ]
    tables += [
        _rounds_table(group.settings["data"], group.values, methods)
        for group in summary.trial(ROUNDS).groups
    ]
    return [*tables, *_unknowing_table(summary, methods)]


def _rounds_table(data: str, values: Mapping[str, Estimate], methods: Sequence[str]) -> Table:
    ours = {
        f"{method}, {measure}": {
            str(stage): values[f"{method} {measure} by rounds"].at(place)
            for place, stage in enumerate(STAGES)
        }
        for measure in ("accuracy", "MAUC")
        for method in methods
        if f"{method} {measure} by rounds" in values
    }
    return Table(f"Trial: rounds, {data}", ours, digits=3, corner="method, measure")


def _unknowing_table(summary: Summary, methods: Sequence[str]) -> list[Table]:
    groups = summary.trial(UNKNOWING).groups
    if not groups:
        return []
    data = groups[0].settings["data"]
    doses = {0: summary.main().at(data=data)} | {g.settings["unknown"]: g.values for g in groups}
    ours = {
        method: {
            f"{measure}, {unknown}": values[f"{method} {measure}"]
            for measure in ("G-mean", "MAUC")
            for unknown, values in doses.items()
        }
        for method in methods
    }
    title = f"Trial: classes that a view cannot tell apart, {data}"
    return [Table(title, ours, digits=3, corner="method")]


def best_reason(summary: Summary, measure: str, methods: Sequence[str]) -> str:
    """muCoMBo is the best with plain stumps, or but for late CoMBo, if so it is."""
    groups = summary.trial(PLAIN).groups
    if not groups:
        return ""
    order, told = ordered(groups, measure, methods)
    if order[0] == "muCoMBo":
        return f"{_LEARNER} muCoMBo is the best: mean ranks {told}."
    others = [method for method in methods if method != COMBO_LATE]
    first, told = ordered(groups, measure, others)
    if COMBO_LATE not in methods or first[0] != "muCoMBo" or not _sum_is_sound(summary):
        return ""
    return f"{_LEARNER} muCoMBo is the best but for late CoMBo: mean ranks {told}. {_BROKEN}"


def accuracy_reason(summary: Summary, methods: Sequence[str]) -> str:
    """MuMBo and muCoMBo are the most accurate with plain stumps, or but for late CoMBo."""
    groups = summary.trial(PLAIN).groups
    told = {}
    for aside in ((), (COMBO_LATE,)):
        among = [method for method in methods if method not in aside]
        order, told[aside] = ordered(groups, "accuracy", among) if groups else ([], "")
        if {"MuMBo", "muCoMBo"} == set(order[:2]):
            break
    else:
        return ""
    if not aside:
        return f"{_LEARNER} they are: mean ranks {told[aside]}."
    if not _sum_is_sound(summary):
        return ""
    return f"{_LEARNER} they are, but for late CoMBo: mean ranks {told[aside]}. {_BROKEN}"


def _sum_is_sound(summary: Summary) -> bool:
    """Late CoMBo's MAUC is above that of most of its views in all sets, unlike the thesis's."""
    return all(
        g.values[f"{COMBO_LATE} MAUC"].mean > np.median(g.values[f"{COMBO_LATE} MAUC by view"].mean)
        for g in summary.main().groups
    )


_LEARNER = (
    "the thesis does not say how its stumps take the costs. Ours minimise them; with stumps of "
    "the usual kind, which take only the weights of the rows, nothing else changed,"
)
_BROKEN = (
    f"The thesis's late CoMBo puts every image into one class: its MAUC, {THESIS_SUM}, is below "
    f"that of {sum(view > THESIS_SUM for view in THESIS_VIEWS)} of its {len(THESIS_VIEWS)} views "
    "alone; ours is above most of its views in every set."
)


def plain_note(summary: Summary) -> str:
    """In how many views AdaBoost.MM gives a class up: what tells the learners apart."""
    readings: Mapping[str, Callable[[], Summary]] = {
        "with stumps that minimise the costs": summary.main,
        "with plain ones": lambda: summary.trial(PLAIN),
    }
    told = []
    for name, chosen in readings.items():
        means = [g.values[f"{ADA_LATE} G-mean by view"].mean for g in chosen().groups]
        views = [view for group in means for view in group]
        if views:
            told.append(f"{name} in {sum(v < 0.05 for v in views)} of {len(views)}")
    return (
        "What speaks for plain stumps is Table 4.3: the G-mean of the thesis's AdaBoost.MM is 0 in "
        "4 of 4 views alone, which is to say that it gives a class up. Ours is below 0.05 "
        f"{', '.join(told)}."
    )


def rounds_note(summary: Summary) -> str:
    """How far muCoMBo is behind late CoMBo by rounds, where views are many."""
    groups = [g for g in summary.trial(ROUNDS).groups if g.settings["data"] == MANY]
    if not groups:
        return ""
    values = groups[0].values
    late, ours = (values[f"{method} accuracy by rounds"].mean for method in (COMBO_LATE, "muCoMBo"))
    gaps = [a - b for a, b in zip(late, ours)]
    if not gaps[-1] < gaps[-2]:
        return ""
    return (
        "muCoMBo falls behind with more views because they share each round's vote, so that each "
        f"view learns more slowly: on {MANY} its accuracy is {ours[-2]:.3f} after "
        f"{STAGES[-2]} rounds and {ours[-1]:.3f} after {STAGES[-1]}, late CoMBo's {late[-2]:.3f} "
        f"and {late[-1]:.3f}."
    )


def few_rounds_note(summary: Summary, hardest: float) -> str:
    """After few rounds, as on data that are hard for stumps, the order is the thesis's."""
    told = []
    for g in summary.trial(ROUNDS).groups:
        ours, early, plain = (
            g.values[f"{method} G-mean by rounds"].mean[0]
            for method in ("muCoMBo", COMBO_EARLY, "MuMBo")
        )
        told.append(f"{ours:.2f}, {early:.2f} and {plain:.2f} on {g.settings['data']}")
    if not told:
        return ""
    return (
        f"The thesis's photographs are hard (no accuracy above {hardest:.3f}): 100 rounds are few "
        f"there. After {STAGES[0]} rounds the G-means of muCoMBo, early CoMBo and MuMBo "
        f"are {'; '.join(told)}."
    )


def unknowing_note(summary: Summary, methods: Sequence[str]) -> str:
    """Who is the best where views know few classes, which muCoMBo was made for."""
    groups = summary.trial(UNKNOWING).where(unknown=UNKNOWN[-1])
    if not groups:
        return ""
    told = [f"{m}: {ordered(groups, m, methods)[1]}" for m in ("G-mean", "MAUC")]
    return (
        "muCoMBo was made for views that know some classes only. Whether that decides was tried "
        "by exchanging rows among classes, other classes in every view: with "
        f"{UNKNOWN[-1]} classes unknown to every view the ranks are, in {'; in '.join(told)}."
    )
