"""Trials on CoMBo and AdaBoost.MM: how deep the trees are, and how they read nominal columns."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from viewboost.experiments.experiment import Estimate, Settings, Summary
from viewboost.experiments.koco._combo_tables import CONNECT, SETS, TABLE_3_3, TABLE_3_4
from viewboost.experiments.pages import Table

DEPTH, CODES = "depth", "codes"
METHODS = ("CoMBo", "AdaBoost.MM")
DEPTHS = (1, 2, 3, 5)


def tasks(scale: str) -> list[Settings]:
    """Depths on the small sets of Table 3.3, and Connect's cells as numbers."""
    if scale == "quick":
        return []
    if scale == "tiny":
        return [{"data": "wine", "trial": DEPTH, "depth": 1, "seed": 0, "fold": f} for f in (0, 1)]
    found: list[Settings] = [
        {"data": name, "trial": DEPTH, "depth": depth, "seed": 0, "fold": fold}
        for name in ("balance", "car", "newthyroid", "yeast")
        for depth in DEPTHS
        for fold in range(5)
    ]
    return found + [
        {"data": "connect-4", "trial": CODES, "depth": depth, "seed": 0, "fold": fold}
        for depth in (3, 4, 5)
        for fold in range(2)
    ]


def tables(summary: Summary) -> list[Table]:
    """Both trials, where they were run on the thesis's sets."""
    ours = {
        (SETS.get(g.settings["data"], ""), g.settings["depth"]): g.values
        for g in summary.trial(DEPTH).groups
    }
    if "" in {name for name, _ in ours} or not ours:
        return []
    return [_depths(ours), _connect(summary)]


def _depths(found: Mapping[tuple[str, int], Mapping[str, Estimate]]) -> Table:
    measures = ("norm", "accuracy", "G-mean")
    return Table(
        "Trial: depth of the trees",
        {f"{name}, {depth}": _cells(values, measures) for (name, depth), values in found.items()},
        {f"{name}, {depth}": _paper(name, measures) for name, depth in found},
        "One cross-validation. Mean distance from the thesis over all of its figures of these "
        f"sets, in its standard deviations: {_distances(found)}.",
        digits=3,
        corner="data, depth",
    )


def _cells(values: Mapping[str, Estimate], measures: tuple[str, ...]) -> dict[str, Estimate]:
    return {f"{measure}, {m}": values[f"{m} {measure}"] for measure in measures for m in METHODS}


def _paper(name: str, measures: tuple[str, ...]) -> dict[str, float]:
    return {
        f"{measure}, {method}": TABLE_3_3[measure][name][place]
        for measure in measures
        for place, method in enumerate(METHODS)
    }


def _distances(found: Mapping[tuple[str, int], Mapping[str, Estimate]]) -> str:
    """How far each depth is from the thesis, where it gives a standard deviation."""
    parts = []
    for depth in DEPTHS:
        gaps = [
            abs(values[f"{method} {measure}"].mean - rows[name][place]) / rows[name][place + 2]
            for (name, d), values in found.items()
            if d == depth
            for measure, rows in TABLE_3_3.items()
            for place, method in enumerate(METHODS)
            if rows[name][place + 2] > 0
        ]
        parts.append(f"{np.mean(gaps):.2f} at depth {depth}")
    return ", ".join(parts)


def _connect(summary: Summary) -> Table:
    """Connect, its cells as sets of levels and as numbers; draws are the first class."""
    found = {"sets of levels, 3": summary.main().at(data="connect-4")} | {
        f"numbers, {g.settings['depth']}": g.values for g in summary.trial(CODES).groups
    }
    measures = ("norm", "accuracy", "G-mean")
    draws = {f"draws, {method}": TABLE_3_4["draw"][method] for method in METHODS}
    return Table(
        "Trial: Connect, its cells as sets of levels or as numbers",
        {
            row: _cells(values, measures)
            | {f"draws, {m}": values[f"{m} recalls"].at(0) for m in METHODS}
            for row, values in found.items()
        },
        {row: _paper("Connect", measures) | draws for row in found},
        "Draws: their recall, as in Table 3.4. Numbers: 0 for a blank, 1 and 2 for the players' "
        "stones, so that no cut parts the 1 from both others.",
        digits=3,
        corner="cells, depth",
    )


def against_itself() -> str:
    """What follows from the recalls of Table 3.4, beside what Table 3.3 gives."""
    shares = np.array(list(CONNECT.values())) / sum(CONNECT.values())
    parts = []
    for place, method in enumerate(METHODS):
        recalls = np.array([TABLE_3_4[label][method] for label in CONNECT])
        follows = {"accuracy": recalls @ shares, "G-mean": recalls.prod() ** (1 / len(recalls))}
        for measure, value in follows.items():
            row = TABLE_3_3[measure]["Connect"]
            parts.append(
                f"{measure} of {method} {value:.3f} ({row[place]:.3f}, "
                f"{(value - row[place]) / row[place + 2]:+.1f} standard deviations)"
            )
    return (
        "The two tables of the thesis differ; from its recalls follow, and in brackets Table 3.3 "
        f"has: {', '.join(parts)}. Ours are means, as those of Table 3.3."
    )
