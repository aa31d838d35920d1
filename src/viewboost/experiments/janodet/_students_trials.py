"""Trials on STUDENTS: how much the name tells, and whether it says how to read the mark."""

from __future__ import annotations

from collections.abc import Sequence

from viewboost.experiments.drawing import Curves, drawn
from viewboost.experiments.experiment import Estimate, Group, Settings, Summary
from viewboost.experiments.janodet._methods import METHODS
from viewboost.experiments.pages import Table, number

ALONE = {"name": "boosted bigram", "record": "boosted stump"}
SHOWN = (*METHODS, *ALONE.values())
LEADS = (
    *(f"{method} over the better alone" for method in METHODS[1:]),
    *(f"2-Boost over {method}" for method in METHODS[1:]),
)
# Trials: what they are about.
NAMES, GAP, LINKED = "names", "teachers", "teachers, clear marks"
TITLES = {
    NAMES: "a share of names is given whatever the gender",
    GAP: "two teachers whose marks are some points apart",
    LINKED: "two teachers, clear marks, a fifth of names given whatever the gender",
}
UNITS = {NAMES: "share of names in %", GAP: "gap in points", LINKED: "gap in points"}
SHARES = (0.0, 0.1, 0.2, 0.3, 0.4)
GAPS = (0, 2, 4, 6, 8)


def doses(scale: str) -> list[Settings]:
    """What is changed in the students, dose by dose."""
    places = slice(0, None, 4) if scale == "tiny" else slice(None)
    shares, gaps = SHARES[places], GAPS[places]
    return [
        *({"trial": NAMES, "shared": share} for share in shares),
        *({"trial": GAP, "gap": gap} for gap in gaps),
        *({"trial": LINKED, "marks": "clear", "shared": 0.2, "gap": gap} for gap in gaps),
    ]


def last(group: Group, rows: str = "new") -> dict[str, Estimate]:
    """Accuracies after the last round."""
    return {method: group.values[f"{method}, {rows}"].at(-1) for method in SHOWN}


def tables(summary: Summary) -> list[Table]:
    """One table for each trial, a column for each dose."""
    return [
        Table(
            f"Trial: {title}; accuracy in % on new rows",
            {m: {_dose(g): last(g)[m] for g in groups} for m in SHOWN} | _leads(groups),
            digits=1,
            corner=UNITS[trial],
        )
        for trial, title in TITLES.items()
        if (groups := summary.trial(trial).groups)
    ]


def figures(summary: Summary) -> list[Curves]:
    """The leads by dose, one drawing for each trial."""
    return [
        drawn(
            Table(f"Trial: {title}; leads on new rows", _leads(groups)),
            trial.replace(", ", "-").replace(" ", "-"),
            UNITS[trial],
            "lead in points",
        )
        for trial, title in TITLES.items()
        if (groups := summary.trial(trial).groups)
    ]


def _leads(groups: Sequence[Group]) -> dict[str, dict[str, Estimate]]:
    return {name: {_dose(g): g.values[name] for g in groups} for name in LEADS}


def _dose(group: Group) -> str:
    if group.settings["trial"] == NAMES:
        return f"{100 * group.settings['shared']:.0f}"
    return str(group.settings["gap"])


def uneven_views(summary: Summary) -> str:
    """Why Method A is behind the better learner alone, if the trial shows it."""
    (main,) = summary.main().groups
    after, before = (main.values[name] for name in LEADS[:2])
    alike = [g for g in summary.trial(NAMES).groups if _ahead(g, LEADS[:2])]
    if not alike or _sure(after) or not _sure(before):
        return ""
    name, record = (last(main)[method] for method in ALONE.values())
    chosen = max(alike, key=lambda g: g.values[LEADS[0]].mean)
    return (
        "A divides the sum of each learner's votes by that of its coefficients, so that the record "
        f"({number(record, 1)} % alone) says as much as the name ({number(name, 1)} %). B, which "
        f"adds the same votes undivided, is ahead by {number(before, 1)}. Both are ahead where the "
        f"name tells less: by {_both(chosen, LEADS[:2])} points with {_dose(chosen)} % of names "
        "given whatever the gender."
    )


def leads_on_training(group: Group) -> dict[str, float]:
    """By how many points A and B are ahead of the better learner alone on training rows."""
    ends = {method: estimate.mean for method, estimate in last(group, "train").items()}
    single = max(ends[method] for method in ALONE.values())
    return {method: ends[method] - single for method in METHODS[1:]}


def uneven_on_training(summary: Summary) -> str:
    """Why Method A is behind on training rows as well, if the trial shows it."""
    found = {_dose(g): leads_on_training(g) for g in summary.trial(NAMES).groups}
    alike = {dose: leads for dose, leads in found.items() if min(leads.values()) > 0}
    if not alike:
        return ""
    dose = max(alike, key=lambda each: min(alike[each].values()))
    told = ", ".join(f"{method} by {lead:.1f} points" for method, lead in alike[dose].items())
    return (
        "as on new rows; where the name tells less, both are ahead, with "
        f"{dose} % of names given whatever the gender {told}."
    )


def views_apart(summary: Summary) -> str:
    """Why 2-Boost is not ahead of A and B, if the trials show it."""
    groups = summary.trial(LINKED).groups
    without = [g for g in groups if g.settings["gap"] == 0 and not _ahead(g, LEADS[2:])]
    linked = [g for g in groups if _ahead(g, LEADS[2:])]
    if not without or not linked:
        return ""
    chosen = max(linked, key=lambda g: g.values[LEADS[2]].mean)
    alone = [g for g in summary.trial(GAP).groups if g.settings["gap"] == chosen.settings["gap"]]
    return (
        "once the gender is known the record tells nothing about the name, and learning together "
        "finds nothing that learning apart does not. Where the name says how to read a mark that "
        f"matters, it does: in the last trial 2-Boost leads by {_both(without[0], LEADS[2:])} "
        f"points with no gap between the teachers, by {_both(chosen, LEADS[2:])} with one of "
        f"{_dose(chosen)}."
        + "".join(
            f" With the stand-in's own names and marks that gap leaves it at {_both(g, LEADS[2:])}:"
            " the name alone tells almost all."
            for g in alone
            if not _ahead(g, LEADS[2:])
        )
    )


def _both(group: Group, names: tuple[str, ...]) -> str:
    return " and ".join(number(group.values[name], 1) for name in names)


def _ahead(group: Group, names: tuple[str, ...]) -> bool:
    return all(_sure(group.values[name]) for name in names)


def _sure(lead: Estimate) -> bool:
    return bool(lead.mean > 2 * lead.se)
