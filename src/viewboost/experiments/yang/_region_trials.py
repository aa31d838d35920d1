"""Trials on RegionBoost: how its stumps are cut, and how distances are measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.compose import make_column_transformer
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, MinMaxScaler, OneHotEncoder, StandardScaler

from viewboost.experiments.experiment import Estimate, Settings, Summary, Values
from viewboost.experiments.pages import Figures, Table, number
from viewboost.experiments.yang._regions import DEPTHS, IMPURE, percent

CUTS, LEVELS, DISTANCES = "cuts", "levels", "distances"
GINI, STANDARD = "stumps by Gini", "standardised"
COLUMNS = (
    "AdaBoost",
    "RegionBoost",
    "kNN",
    "below kNN",
    "as kNN, itself counted",
    "as the unsplit",
    "mean p",
)
# In how many % of the rows the paper's RegionBoost decides as the stumps that do not split.
UNSPLIT = {"Pima": 100 * 383 / 384, "Credit Aus": 100 * 342 / 345}


def tasks(scale: str, names: list[str]) -> list[Settings]:
    """The splits of the tables with other stumps, and many splits for the neighbours alone."""
    if scale == "quick":
        return []
    cuts, levels, alone = {"tiny": (2, 2, 2), "default": (15, 5, 100), "full": (100, 100, 1000)}[
        scale
    ]
    rounds = 5 if scale == "tiny" else 200
    found: list[Settings] = [
        {"data": name, "learner": learner, "k": 5, "rounds": rounds, "seed": seed, "trial": trial}
        for trial, learners, seeds in ((CUTS, IMPURE, cuts), (LEVELS, DEPTHS, levels))
        for name in names
        for learner in learners
        for seed in range(seeds)
    ]
    return found + [
        {"data": name, "k": 5, "seed": seed, "trial": DISTANCES}
        for name in names
        for seed in range(alone)
    ]


def by_distances(
    X: NDArray[np.float64], y: NDArray[Any], nominal: tuple[int, ...], settings: Settings
) -> Values:
    """Training errors of the neighbours, a row among its own, for several ways to scale."""
    X, _, y, _ = train_test_split(X, y, test_size=0.5, stratify=y, random_state=settings["seed"])
    levels = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    ways = {
        "raw": FunctionTransformer(),
        "standardised": StandardScaler(),
        "between 0 and 1": MinMaxScaler(),
        "levels apart": make_column_transformer((levels, list(nominal)), remainder=MinMaxScaler()),
    }
    return {
        way: np.mean(make_pipeline(scaler, neighbours).fit(X, y).predict(X) != y)
        for neighbours in [KNeighborsClassifier(settings["k"])]
        for way, scaler in ways.items()
    }


def cuts_table(summary: Summary, paper: Figures) -> Table:
    """Stumps by least error, as in the tables, and by impurity."""
    ours = {
        f"{name}, {_cut(learner)}": percent(values, COLUMNS)
        for name in summary.trial(CUTS).seen("data")
        for learner, values in _by_cut(summary, name).items()
    }
    rows = {row: paper[name] for row in ours for name in [row.split(", ")[0]] if name in paper}
    return Table(
        "Trial: how stumps are cut (training errors and shares in %, k = 5)",
        ours,
        rows,
        "“Below kNN” is the error of kNN less that of RegionBoost; “as kNN, itself counted” the "
        "rows on which both say the same, a row being among its own neighbours; “as the unsplit” "
        "those on which RegionBoost says what the stumps say that do not split; “mean p” the share "
        "of stumps that leave a neighbourhood whole.",
        corner="data, stumps",
    )


def _by_cut(summary: Summary, name: str) -> dict[str, Any]:
    trial = summary.trial(CUTS)
    return {"stumps": summary.main().at(data=name, learner="stumps")} | {
        learner: trial.at(data=name, learner=learner) for learner in trial.seen("learner")
    }


def _cut(learner: str) -> str:
    return "by least error" if learner == "stumps" else learner.removeprefix("stumps ")


def levels_table(summary: Summary, paper: Figures) -> Table:
    """Trees of fewer and of more levels beside those of the tables."""
    trial = summary.trial(LEVELS)
    names = ("AdaBoost", "RegionBoost", "mean p")
    ours = {
        f"{name}, {levels}": percent(source.at(data=name, learner=learner), names)
        for name in trial.seen("data")
        for levels, learner, source in (
            (2, "trees of 2 levels", trial),
            (3, "trees", summary.main()),
            (5, "trees of 5 levels", trial),
        )
    }
    rows = {row: paper[name] for row in ours for name in [row.split(", ")[0]] if name in paper}
    title = "Trial: levels of the trees (training errors and shares in %)"
    return Table(title, ours, rows, corner="data, levels")


def distances_table(summary: Summary, paper: dict[str, float]) -> Table:
    """The neighbours alone, on many splits."""
    trial = summary.trial(DISTANCES)
    ours = {g.settings["data"]: percent(g.values, list(g.values)) for g in trial.groups}
    rows = {name: dict.fromkeys(ours[name], error) for name, error in paper.items() if name in ours}
    return Table(
        "Trial: how distances are measured (training errors of kNN in %, itself counted)",
        ours,
        rows,
        "Over many splits of each set, of which the paper has one. “Levels apart”: one column for "
        "each level of a nominal one, all others between 0 and 1." + _scatter(ours, paper),
    )


def _scatter(ours: dict[str, dict[str, Estimate]], paper: dict[str, float]) -> str:
    """Where the paper's split lies among ours."""
    apart = {
        name: (error - ours[name][STANDARD].mean) / ours[name][STANDARD].spread
        for name, error in paper.items()
        if name in ours
    }
    listed = ", ".join(f"{name} {z:+.1f}" for name, z in apart.items())
    return (
        f" From the mean over standardised columns the paper's split lies, in standard "
        f"deviations of single splits: {listed}."
        if apart
        else ""
    )


def impurity(summary: Summary, names: Sequence[str]) -> str:
    """Why RegionBoost ends further below kNN than in the paper, if stumps by Gini do not."""
    if not summary.trial(CUTS).groups:
        return ""
    found = {name: _by_cut(summary, name) for name in names}
    least, gini = ([values[cut] for values in found.values()] for cut in ("stumps", GINI))
    if max(values["below kNN"].mean for values in gini) >= 0.01:
        return ""
    return (
        "how a stump is cut. Ours are cut where the weighted error is least; cut by Gini impurity, "
        f"as the trees are, RegionBoost ends {_both(gini, 'below kNN', 2)} points below kNN, since "
        f"{_both(gini, 'mean p')} % of the stumps leave a neighbourhood whole instead of "
        f"{_both(least, 'mean p')} %, and both say the same on "
        f"{_both(gini, 'as kNN, itself counted')} % of the rows instead of "
        f"{_both(least, 'as kNN, itself counted')} %."
    )


def unsplit_by_gini(summary: Summary) -> str:
    """Why RegionBoost leaves its unsplit stumps more often, if it does not with those by Gini."""
    if not summary.trial(CUTS).groups:
        return ""
    found = [_by_cut(summary, name) for name in UNSPLIT]
    least, gini = (
        [values[cut]["as the unsplit"].scaled(100) for values in found] for cut in ("stumps", GINI)
    )
    moved = all(g.mean - e.mean > 2 * np.hypot(g.se, e.se) for g, e in zip(gini, least))
    apart = [(share - g.mean) / g.spread for share, g in zip(UNSPLIT.values(), gini)]
    if not moved or max(map(abs, apart)) > 2:
        return ""
    return (
        "how a stump is cut. Cut by Gini impurity, stumps decide so on "
        f"{' and '.join(number(g) for g in gini)} % of the rows; the paper's single split lies "
        f"{' and '.join(f'{z:+.1f}' for z in apart)} standard deviations of single splits from "
        "these."
    )


def _both(values: Sequence[Mapping[str, Estimate]], name: str, digits: int = 1) -> str:
    return " and ".join(number(v[name].scaled(100), digits) for v in values)
