"""What the thesis says of MuMBo and fusion on uneven views, and whether our figures show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from viewboost.experiments.experiment import Estimate, Group, Summary
from viewboost.experiments.koco._uneven_views_trials import (
    FUSIONS,
    METHODS,
    every_cell_reason,
    late_fusion_reason,
)
from viewboost.experiments.pages import Verdict

# Rounds after which errors are told.
STAGES = (1, 2, 5, 10, 20, 50, 100, 200)
# Early AdaBoost is said to overfit from here on.
TURN = 50
# With this share of noise in the major view the minor ones have as much: (3 - 2 * 0.5) / 4.
ALIKE = 0.5


def verdicts(summary: Summary) -> list[Verdict]:
    """All claims on Table 2.1, figure 2.3 and the choice of views."""
    main = summary.main()
    course = main.at(size=80, noise=0.38)["MuMBo test"].mean
    minor = min(1 - g.values["shares"].mean[0] for g in main.groups)
    return [
        *_table_verdicts(summary, main),
        Verdict(
            "MuMBo's test error falls with the rounds",
            course[-1] < course[0],
            f"from {course[0]:.3f} to {course[-1]:.3f}",
        ),
        *overfitting(main.groups),
        Verdict(
            "Minor views are chosen too, whatever eta_M",
            minor > 0,
            f"in at least {minor:.0%} of the votes on average",
        ),
        most_often(main.groups),
    ]


def _table_verdicts(summary: Summary, main: Summary) -> list[Verdict]:
    means = {name: np.mean([g.values[name].mean for g in main.groups]) for name in METHODS}
    told = ", ".join(f"{name} {mean:.3f}" for name, mean in means.items())
    first = min(means, key=lambda name: means[name])
    won = sum(g.values["MuMBo"].mean <= _best_fusion(g.values) for g in main.groups)
    early = min(means["Early+SVM"], means["Early+AdaBoost"])
    return [
        Verdict("MuMBo has the lowest error on average", first == "MuMBo", told),
        Verdict(
            "MuMBo has the lowest error in every cell of Table 2.1",
            won == len(main.groups),
            f"in {won} of {len(main.groups)} cells",
            every_cell_reason(summary),
        ),
        Verdict(
            "Late fusion is the better fusion",
            means["SVM+Late"] < early,
            told,
            late_fusion_reason(summary),
        ),
    ]


def _best_fusion(values: Mapping[str, Estimate]) -> float:
    return min(values[name].mean for name in FUSIONS)


def overfitting(groups: Sequence[Group]) -> list[Verdict]:
    """Under Table 2.1: early AdaBoost is slightly better after about 50 rounds than at the end."""
    courses = np.array([g.values["Early+AdaBoost test"].mean for g in groups])
    stages = STAGES[: courses.shape[1]]
    if stages[-1] <= TURN:
        return []
    place, course = stages.index(TURN), courses.mean(axis=0)
    rise = Estimate.of((courses[:, -1] - courses[:, place]).tolist())
    lower = int((courses[:, place] < courses[:, -1]).sum())
    return [
        Verdict(
            f"Early AdaBoost errs slightly less after about {TURN} rounds than after "
            f"{stages[-1]}, in the mean of all cells",
            rise.mean > 0,
            f"{course[place]:.3f} and {course[-1]:.3f}, a rise of {rise.mean:.4f} ± {rise.se:.4f} "
            f"over the cells, of which {lower} of {len(courses)} have one; the least, "
            f"{course.min():.3f}, is after round {stages[course.argmin()]}",
        )
    ]


def most_often(groups: Sequence[Group]) -> Verdict:
    """The views by their share of MuMBo's votes, where the major view has less noise."""
    fewer = [g for g in groups if g.settings["noise"] < ALIKE]
    behind = [g for g in fewer if _lead(g).mean <= 0]
    alike = [_lead(g).mean > 0 for g in groups if g.settings["noise"] >= ALIKE]
    rest = (
        f"; with eta_M = {ALIKE} all three views are equally noisy, and it is in {sum(alike)} of "
        f"{len(alike)}"
        if alike
        else ""
    )
    return Verdict(
        f"The major view is the one most often chosen, whatever eta_M (always under {ALIKE})",
        not behind,
        f"in {len(fewer) - len(behind)} of {len(fewer)} cells{rest}",
        _chance(behind),
    )


def _chance(behind: Sequence[Group]) -> str:
    """That no minor view is surely ahead, if so it is."""
    leads = [_lead(g) for g in behind]
    if not leads or any(lead.mean <= -2 * lead.se for lead in leads):
        return ""
    told = ", ".join(
        f"{-lead.mean:.3f} ± {lead.se:.3f} ({g.settings['size']} rows, eta_M = "
        f"{g.settings['noise']})"
        for g, lead in zip(behind, leads)
    )
    return (
        "where it is not, the share by which a minor view is ahead is less than two standard "
        f"errors: {told}."
    )


def _lead(group: Group) -> Estimate:
    """How much more the major view votes than the first of the others.

    Shares add up to one, so that their variances alone give that of a difference of two.
    """
    shares = group.values["shares"]
    major, first, second = sorted(range(3), key=lambda v: (v > 0, -shares.mean[v]))
    variance = np.square(shares.se)
    spread = 2 * variance[major] + 2 * variance[first] - variance[second]
    se = float(np.sqrt(max(spread, 0.0)))
    return Estimate(shares.mean[major] - shares.mean[first], se, shares.n)
