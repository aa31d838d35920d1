"""What the thesis says of imbalanced classes in several views, and whether our figures show it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from viewboost.experiments._measures import ordered
from viewboost.experiments.experiment import Estimate, Group, Summary
from viewboost.experiments.koco._thesis import ADA_EARLY, ADA_LATE, COMBO_EARLY, COMBO_LATE
from viewboost.experiments.koco._uneven_classes_trials import (
    accuracy_reason,
    best_reason,
    carako_reason,
)
from viewboost.experiments.pages import Verdict

FUSIONS = (ADA_EARLY, ADA_LATE, COMBO_EARLY, COMBO_LATE)


def verdicts(summary: Summary, methods: Sequence[str]) -> list[Verdict]:
    """All claims on Tables 4.2 to 4.4."""
    groups = summary.main().groups
    return [
        *_best(summary, methods),
        *_accurate(summary, methods),
        *(_evener(groups, *pair) for pair in ((ADA_EARLY, COMBO_EARLY), ("MuMBo", "muCoMBo"))),
        *(_in_every_view(groups, measure) for measure in ("MAUC", "G-mean")),
    ]


def _best(summary: Summary, methods: Sequence[str]) -> list[Verdict]:
    groups = summary.main().groups
    others = [method for method in methods if method != COMBO_LATE]
    found = []
    for measure in ("G-mean", "MAUC", "norm"):
        for among, aside in ((methods, ""), (others, ", late CoMBo aside")):
            order, told = ordered(groups, measure, among)
            claim = f"muCoMBo is the best in {measure}{aside}"
            reason = best_reason(summary, measure, among)
            found.append(Verdict(claim, order[0] == "muCoMBo", f"mean ranks: {told}", reason))
    return found


def _accurate(summary: Summary, methods: Sequence[str]) -> list[Verdict]:
    groups = summary.main().groups
    order, told = ordered(groups, "accuracy", methods)
    # The one that must be the first is named last, so that a tie is no lead.
    carako = (*FUSIONS, "Carako")
    against, ranks = ordered(groups, "accuracy", carako)
    return [
        Verdict(
            "MuMBo and muCoMBo are the most accurate",
            {"MuMBo", "muCoMBo"} == set(order[:2]),
            told,
            accuracy_reason(summary, methods),
        ),
        Verdict(
            "Carako is more accurate than the fusions of AdaBoost.MM and CoMBo",
            against[0] == "Carako",
            f"mean ranks among these: {ranks}",
            carako_reason(summary, carako),
        ),
    ]


def _evener(groups: Sequence[Group], plain: str, even: str) -> Verdict:
    won = sum(_mean(g, even, "G-mean") > _mean(g, plain, "G-mean") for g in groups)
    return Verdict(
        f"{even} treats classes more evenly than {plain} (G-mean, on every set)",
        won == len(groups),
        f"on {won} of {len(groups)} sets",
    )


def _mean(group: Group, method: str, measure: str) -> float:
    return group.values[f"{method} {measure}"].mean


def _in_every_view(groups: Sequence[Group], measure: str) -> Verdict:
    """Table 4.3: CoMBo is better than AdaBoost.MM in all the views alone."""
    pairs = [
        (g.values[f"{ADA_LATE} {measure} by view"].at(i), combo.at(i))
        for g in groups
        for combo in [g.values[f"{COMBO_LATE} {measure} by view"]]
        for i in range(len(combo.mean))
    ]
    leads = np.array([combo.mean - ada.mean for ada, combo in pairs])
    level, behind = int((leads == 0).sum()), int((leads < 0).sum())
    return Verdict(
        f"In every view alone CoMBo is better than AdaBoost.MM in {measure}",
        level + behind == 0,
        f"better in {len(pairs) - level - behind} of {len(pairs)} views, level in {level}, behind "
        f"in {behind}",
        _views_reason([pair for pair, lead in zip(pairs, leads) if lead <= 0]),
    )


def _views_reason(rest: Sequence[tuple[Estimate, Estimate]]) -> str:
    """Ties at zero say nothing, and CoMBo is nowhere surely behind, if so it is."""
    ties = [ada.mean for ada, combo in rest if ada.mean == combo.mean]
    behind = [
        ((ada.mean - combo.mean), float(np.hypot(ada.se, combo.se)))
        for ada, combo in rest
        if ada.mean > combo.mean
    ]
    if not rest or any(ties) or any(gap >= 2 * se for gap, se in behind):
        return ""
    reasons = []
    if ties:
        reasons.append(
            f"in the {len(ties)} ties both have 0: in no split does either recognise every class, "
            "and the measure says nothing of the others"
        )
    if behind:
        reasons.append(
            f"in none of the {len(behind)} views in which it is behind is it so by two standard "
            f"errors (at most {max(gap / se for gap, se in behind):.1f}; those of both means, "
            "taken as independent)"
        )
    return f"{'; '.join(reasons)}."
