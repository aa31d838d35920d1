"""Trials on tables 1 and 2: the rows that are counted, the learner, and how it is trained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from scipy.stats import t as student

from viewboost.experiments.experiment import Estimate, Group, Summary
from viewboost.experiments.janodet._methods import METHODS
from viewboost.experiments.janodet._two_boost_claims import (
    LEARNED,
    LEVEL,
    ROUNDS,
    as_printed,
    best_of,
    counted_as_learned,
)
from viewboost.experiments.janodet._two_boost_claims import leads as leads_of
from viewboost.experiments.janodet._two_boost_paper import REST, counts, n_rows
from viewboost.experiments.janodet._two_class import SETS
from viewboost.experiments.pages import Figures, Table

# What a trial changes.
CHANGES = {
    "stop": "2-Boost stops where no joint coefficients are best, as in the paper",
    "drawn rows": "naive Bayes learns from rows drawn by their weights",
    "Gaussian": "naive Bayes learns from drawn rows, and has Gaussians for numeric columns",
    "fifth": "one fifth of the rows is learned from, four are new, which has the same printed size",
}


def learned(summary: Summary, paper: Figures) -> Table:
    """Accuracies on the rows learned from, beside figures that seem to be such."""
    rows = {
        group.settings["data"]: {m: group.values[m + LEARNED].at(-1) for m in METHODS}
        for group in summary.groups
    }
    found = counts({name: SETS[name][0] for name in REST})
    elsewhere = counts({name: n_rows(name) for name in REST})
    each = ", ".join(f"{name} {found.found[name]} of {found.of[name]}" for name in REST)
    best = best_of(summary.groups, dict.fromkeys(rows, LEARNED))
    shown = [name for name in counted_as_learned() if name in rows]
    return Table(
        "Trial: the same models counted on the rows that they learned from, in %",
        rows,
        {name: paper[name] for name in shown},
        f"Best of the three, ties counted for it: 2-Boost {best.count('2-Boost')} times. Of the "
        "different accuracies that both tables of the paper print for the sets of printed size "
        f"4 (n - 1), {found.total} are, to the last digit, a whole count out of that size "
        f"({each}); by chance {found.expected:.1f} would be (p = {found.p:.0e}). Out of n it is "
        f"{elsewhere.total}, by chance {elsewhere.expected:.1f}. The paper's figures are shown "
        f"where most are such counts: {_places(summary, paper, shown)}. If they were counted on "
        "rows learned from, which is the likeliest reading of the sizes and not more, its learners "
        f"fitted less closely than ours, or had fewer rounds.{_levels(summary, paper, shown)}",
    )


def _places(summary: Summary, paper: Figures, names: Sequence[str]) -> str:
    """Where the paper's figures lie, between ours on new rows and on those learned from or not."""
    between = below = 0
    for name in names:
        values = summary.at(data=name)
        for method in METHODS:
            new, known = (values[method + rows].at(-1).mean for rows in ("", LEARNED))
            between += new <= paper[name][method] <= known
            below += paper[name][method] < min(new, known)
    total = len(names) * len(METHODS)
    return (
        f"{between} of {total} lie between ours on new rows and ours here, {below} below both, "
        f"{total - between - below} above both"
    )


def _levels(summary: Summary, paper: Figures, names: Sequence[str]) -> str:
    """How far ours are from the paper's figures, at the number of rounds that fits best."""
    if not names:
        return ""
    nearest, told = [], []
    for rows, behind in (("new rows", ""), ("rows learned from", LEARNED)):
        gaps = [
            [
                summary.at(data=name)[method + behind].at(place).mean - paper[name][method]
                for name in names
                for method in METHODS
            ]
            for place in range(len(ROUNDS))
        ]
        rms = np.sqrt(np.mean(np.square(gaps), axis=1))
        best = int(np.argmin(rms))
        nearest.append(rms[best])
        told.append(f"{rms[best]:.1f} points on {rows} ({ROUNDS[best]} rounds)")
    side = "against" if nearest[0] < nearest[1] else "for"
    return (
        f" Their levels speak {side} it: with one number of rounds for all of them, that which "
        f"fits best, ours are apart from the paper's by {' and '.join(told)}, root mean square."
    )


def leads(summary: Summary) -> Table:
    """2-Boost's mean lead over the sets, by rounds, for each trial."""
    rows: dict[str, dict[str, Estimate]] = {}
    for trial in (None, *CHANGES):
        groups = (summary.trial(trial) if trial else summary.main()).groups
        if not groups:
            continue
        what = f"{trial}: " if trial else ""
        counted: dict[str, Mapping[str, str]] = {
            "new rows": {},
            "rows learned from": dict.fromkeys(SETS, LEARNED),
        }
        if not trial:
            counted["as the paper seems to count"] = as_printed()
        for name, places in counted.items():
            for other in METHODS[1:]:
                rows[f"{what}over {other}, {name}"] = _by_rounds(groups, other, places)
    n_sets = len(summary.main().groups)
    changes = [f"“{t}”: {CHANGES[t]}" for t in CHANGES if summary.trial(t).groups]
    return Table(
        "Trial: 2-Boost's lead by rounds, in points, mean over the sets",
        rows,
        sentence="The standard error is that over the sets: a lead of "
        f"{student.ppf(1 - LEVEL / 2, n_sets - 1):.2f} of them is significant in the paired test"
        f"{''.join(f'; {change}' for change in changes)}.",
    )


def _by_rounds(groups: Sequence[Group], other: str, rows: Mapping[str, str]) -> dict[str, Estimate]:
    return {
        f"{t} rounds": Estimate.of([lead.mean for lead in leads_of(groups, other, rows, place)])
        for place, t in enumerate(ROUNDS)
    }
