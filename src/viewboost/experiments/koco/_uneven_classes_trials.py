"""Trials of uneven-classes: plain stumps, more or fewer rounds, views that know few classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.tree import DecisionTreeClassifier

from viewboost import LateFusion, Views, Weighted
from viewboost.experiments._measures import MEASURES, ordered, scored
from viewboost.experiments.experiment import Estimate, Settings, Summary, splits
from viewboost.experiments.koco._thesis import ADA_LATE, COMBO_EARLY, COMBO_LATE
from viewboost.experiments.pages import Table

# Stumps of the usual kind: they take the weights of the rows and lower the impurity.
PLAIN = "plain stumps"
# The same methods, read off after some of the rounds.
ROUNDS, STAGES = "rounds", (10, 30, 100, 300)
# The thesis has four views; these sets have at most so many, or many more.
FEW_VIEWS = 6
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
        for measure in ("accuracy", "G-mean", "MAUC")
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
    """muCoMBo is the best in a trial, or is but for late CoMBo, if so it is."""
    return _reason(summary, measure, methods, {"muCoMBo"}, "muCoMBo is the best")


def accuracy_reason(summary: Summary, methods: Sequence[str]) -> str:
    """MuMBo and muCoMBo are the most accurate in a trial, or are but for late CoMBo."""
    return _reason(summary, "accuracy", methods, {"MuMBo", "muCoMBo"}, "they are")


def carako_reason(summary: Summary, methods: Sequence[str]) -> str:
    """Carako is the most accurate of these in a trial, or is but for late CoMBo."""
    return _reason(summary, "accuracy", methods, {"Carako"}, "it is")


def _reason(
    summary: Summary, measure: str, methods: Sequence[str], first: set[str], claim: str
) -> str:
    """That some methods are the first with plain stumps, among all or without late CoMBo."""
    others = [method for method in methods if method != COMBO_LATE]
    few = _few(summary)
    groups = [g for g in summary.trial(PLAIN).groups if g.settings["data"] in few]
    if not groups:
        return ""
    for among in (methods, others):
        order, ranks = ordered(groups, measure, among)
        # Ties go to the methods named first, and these are named last.
        if set(order[: len(first)]) != first:
            continue
        aside = COMBO_LATE in methods and among is others
        if aside and not _sum_is_sound(summary):
            return ""
        return (
            f"how stumps take the costs, which the thesis does not say: with plain ones, on the "
            f"{len(groups)} sets of at most {FEW_VIEWS} views, {claim}"
            f"{', late CoMBo aside' if aside else ''} (mean ranks: {ranks})."
            + (f" {_BROKEN}" if aside else "")
        )
    return ""


def _few(summary: Summary) -> set[str]:
    """The sets that have about as many views as the thesis's."""
    return {
        g.settings["data"]
        for g in summary.main().groups
        if len(g.values[f"{COMBO_LATE} MAUC by view"].mean) <= FEW_VIEWS
    }


def _sum_is_sound(summary: Summary) -> bool:
    """Late CoMBo's MAUC is above that of most of its views in all sets, unlike the thesis's."""
    return all(
        g.values[f"{COMBO_LATE} MAUC"].mean > np.median(g.values[f"{COMBO_LATE} MAUC by view"].mean)
        for g in summary.main().groups
    )


_BROKEN = (
    f"The thesis's late CoMBo puts every image into one class: its MAUC, {THESIS_SUM}, is below "
    f"that of {sum(view > THESIS_SUM for view in THESIS_VIEWS)} of its {len(THESIS_VIEWS)} views "
    "alone; ours is above most of its views in every set."
)


def plain_note(summary: Summary) -> str:
    """What plain stumps are, and what speaks for them: classes that AdaBoost.MM gives up."""
    told, few = [], _few(summary)
    for chosen in (summary.main(), summary.trial(PLAIN)):
        groups = [g for g in chosen.groups if g.settings["data"] in few]
        views = [v for g in groups for v in g.values[f"{ADA_LATE} G-mean by view"].mean]
        told.append(f"{sum(v < 0.05 for v in views)} of {len(views)}")
    if not summary.trial(PLAIN).groups:
        return ""
    return (
        "The trials were made after the main results had been seen. Plain stumps are trees of the "
        "usual kind: they take the weights of the rows and lower the impurity, where ours minimise "
        "the costs. The thesis does not say which its are; its Table 4.3 speaks for plain ones. "
        "The G-mean of its AdaBoost.MM is 0 in 4 of 4 views alone: it gives a class up. In the "
        f"sets of at most {FEW_VIEWS} views (the thesis has 4) that of ours is below 0.05 in "
        f"{told[0]} views, with plain stumps in {told[1]}. These sets were picked out after the "
        "trial had been seen on all: with 13 and 25 views muCoMBo falls behind with any stumps. "
        "Plain stumps were tried on drawn rows too, before those that take weights were kept. "
        "Ranks over so few sets give an order, not a test."
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
        f"The thesis's photographs are hard (no accuracy above {hardest:.3f}): 100 rounds may be "
        f"few there. After {STAGES[0]} rounds, a number chosen after a look at several, the "
        f"G-means of muCoMBo, early CoMBo and MuMBo are {'; '.join(told)}. That is a hint at why "
        "muCoMBo leads in G-mean there, and no more."
    )


def unknowing_note(summary: Summary, methods: Sequence[str]) -> str:
    """Who is the best where views know few classes, which muCoMBo was made for."""
    groups = summary.trial(UNKNOWING).where(unknown=UNKNOWN[-1])
    if not groups:
        return ""
    found = {m: ordered(groups, m, methods) for m in ("G-mean", "MAUC")}
    decides = all(order[0] == "muCoMBo" for order, _ in found.values())
    told = "; ".join(f"in {measure} {ranks}" for measure, (_, ranks) in found.items())
    return (
        "muCoMBo was made for views that know some classes only. Rows were exchanged among "
        "classes, other classes in every view, so that a view does not tell these apart. This "
        f"alone {'makes' if decides else 'does not make'} muCoMBo the best: with {UNKNOWN[-1]} "
        f"such classes in every view the ranks are {told}."
    )
