"""What the thesis claims of its methods on DECODA: the fusions, the views alone, the measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from viewboost.experiments.experiment import Estimate, Group, Summary
from viewboost.experiments.koco._decoda import (
    ALONE,
    DECODA_MAUC_GAP,
    DECODA_SHARES,
    HARD,
    LEVEL,
    METHODS,
    error_in_percent,
)
from viewboost.experiments.koco._decoda_trials import (
    ALIKE,
    SPARED,
    alike,
    lead_reason,
    narrowed_reason,
    order_reason,
    shares_reason,
    spared_reason,
)
from viewboost.experiments.koco._noisy_pages import N_MAIN
from viewboost.experiments.koco._thesis import ADA_EARLY, ADA_LATE, COMBO_EARLY, COMBO_LATE
from viewboost.experiments.pages import Verdict

_RATES = (0.0, HARD)
# Which way measures are better.
_SIGNS = {"MAUC": 1.0, "G-mean": 1.0, "norm": -1.0}
# By how much ours are better in the sense of a claim, and the standard error, for each case of it.
Cases = Mapping[str, tuple[float, float]]


# -- the fusions under noise -----------------------------------------------------------------


def fusions(group: Group, summary: Summary) -> list[Verdict]:
    """The claims on the fusions, with reasons from chance, rounds or the spared views."""
    by_chance = {1: order_reason(group, METHODS), 2: lead_reason(group), 3: shares_reason(group)}
    found = [replace(v, reason=by_chance.get(i, "")) for i, v in enumerate(_fusions(group))]
    for weak in summary.trial(SPARED).where(data=group.settings["data"]):
        again = _fusions(weak)
        found = [
            v if v.reason else replace(v, reason=spared_reason(a)) for v, a in zip(found, again)
        ]
        if not found[-1].reason:
            found[-1] = replace(found[-1], reason=narrowed_reason(group, weak, METHODS))
    return found


def _fusions(group: Group) -> list[Verdict]:
    name, values = group.settings["data"], group.values
    errors = {m: 1 - values[f"{m} accuracy {HARD}"].mean for m in METHODS}
    told = ", ".join(f"{m} {100 * errors[m]:.1f}" for m in sorted(errors, key=lambda m: errors[m]))
    best_view = 1 - max(values[f"{ADA_LATE} accuracy {HARD} by view"].mean)
    main = {m: sum(values[f"{m} shares"].mean[: N_MAIN[name]]) for m in DECODA_SHARES}
    others = min(e for m, e in errors.items() if m not in ("MuMBo", COMBO_LATE))
    order, halves = alike(errors), values["order of halves"]
    return [
        Verdict(
            f"{name}: MuMBo and late CoMBo err least under noise",
            max(errors["MuMBo"], errors[COMBO_LATE]) < others,
            f"errors in percent at {HARD:.0%}: {told}",
        ),
        Verdict(
            f"{name}: the methods err under noise in the order of Table 4.5 (a rank correlation "
            f"above {ALIKE})",
            order > ALIKE,
            f"rank correlation with its errors on what a machine heard {order:.2f}; of two halves "
            f"of a run's test rows with each other {halves.mean:.2f} ± {halves.se:.2f}",
        ),
        Verdict(
            f"{name}: of the methods that choose one view a round MuMBo errs least under noise",
            errors["MuMBo"] <= min(errors[ADA_EARLY], errors[COMBO_EARLY]),
            ", ".join(f"{m} {100 * errors[m]:.1f}" for m in DECODA_SHARES),
        ),
        Verdict(
            f"{name}: MuMBo relies less on the main views than early AdaBoost",
            main["MuMBo"] < main[ADA_EARLY],
            ", ".join(f"{m} {share:.1%} of the rounds" for m, share in main.items()),
        ),
        Verdict(
            f"{name}: under noise every fusion beats the best single view",
            max(errors.values()) < best_view,
            f"the worst fusion errs in {100 * max(errors.values()):.1f}, the best view of "
            f"AdaBoost in {100 * best_view:.1f}",
        ),
    ]


# -- claims that count cases -----------------------------------------------------------------


def counted(claim: str, cases: Cases, needed: float, unit: str = "") -> Verdict:
    """A claim that holds where enough of its cases, as a share of them, are as it says."""
    wrong = {case: gap for case, gap in cases.items() if not gap[0] > 0}
    n_right = len(cases) - len(wrong)
    return Verdict(
        claim,
        bool(n_right >= needed * len(cases) - 1e-9),
        f"in {n_right} of {len(cases)} cases{_told(wrong, unit)}",
        _not_told_apart(wrong, unit),
    )


def _told(wrong: Cases, unit: str) -> str:
    """Where a claim does not hold, and by how much."""
    behind = [
        f"{case} ({_amount(-gap, unit)} behind)" if gap else f"{case} (level)"
        for case, (gap, _) in wrong.items()
    ]
    return f"; not in {', '.join(behind)}" if behind else ""


def _amount(value: float, unit: str) -> str:
    return f"{value:.1f}{unit}" if unit else f"{value:.3f}"


def _not_told_apart(wrong: Cases, unit: str) -> str:
    """That the cases which are not as claimed show no difference."""
    if not wrong or not all(abs(gap) <= LEVEL * se for gap, se in wrong.values()):
        return ""
    gap, se = min(wrong.values())
    return (
        "where it is not as claimed no difference is to be seen: "
        f"{_amount(abs(gap), unit)} at most, with a standard error of {_amount(se, unit)} if the "
        "two were independent."
    )


def _ahead(one: Estimate, other: Estimate, sign: float = 1.0) -> tuple[float, float]:
    """By how much one is above another (below it, if the sign is -1), and the standard error."""
    # Rounded, so that equal means of runs are equal.
    return round(sign * (one.mean - other.mean), 9), float(np.hypot(one.se, other.se))


def views_alone(group: Group) -> list[Verdict]:
    """Tables 3.5 and 3.6: AdaBoost errs less on single views, CoMBo is the more even."""
    name, values = group.settings["data"], group.values
    n_views = len(values[f"{ADA_LATE} accuracy {HARD} by view"].mean)
    places = {f"view {i + 1}, {rate:.0%}": (rate, i) for rate, i in product(_RATES, range(n_views))}

    def alone(late: str, measure: str, where: tuple[float, int]) -> Estimate:
        return values[f"{late} {measure} {where[0]} by view"].at(where[1])

    def combo_ahead(measure: str, sign: float = 1.0) -> dict[str, tuple[float, float]]:
        both = {c: [alone(late, measure, w) for late in ALONE.values()] for c, w in places.items()}
        return {case: _ahead(combo, ada, sign) for case, (ada, combo) in both.items()}

    more_even = {
        f"{measure} on {case}": gap
        for measure in ("G-mean", "norm")
        for case, gap in combo_ahead(measure, _SIGNS[measure]).items()
    }
    errors = {c: (-100 * g, 100 * se) for c, (g, se) in combo_ahead("accuracy").items()}
    apart = {c: abs(gap) for c, (gap, _) in combo_ahead("MAUC").items()}
    return [
        counted(
            f"{name}: on single views AdaBoost errs less than CoMBo in nearly all cases (nine of "
            "ten, as in Table 3.5)",
            errors,
            0.9,
            " points",
        ),
        counted(
            f"{name}: on single views CoMBo is ahead of AdaBoost in G-mean and norm (in 15 of "
            "20 cases of Table 3.6; judged on all of ours)",
            more_even,
            1.0,
        ),
        Verdict(
            f"{name}: on single views the MAUC of both is close (no further apart than the "
            f"{DECODA_MAUC_GAP:.3f} of Table 3.6)",
            max(apart.values()) <= DECODA_MAUC_GAP,
            f"at most {max(apart.values()):.3f} apart",
        ),
    ]


def in_fusion(group: Group) -> Verdict:
    """Tables 3.5 and 4.5: fused, CoMBo errs less than AdaBoost, so that they change places."""
    values = group.values
    pairs = {"early": (ADA_EARLY, COMBO_EARLY), "late": (ADA_LATE, COMBO_LATE)}
    cases = {
        f"{fusion}, {rate:.0%}": _ahead(
            *(error_in_percent(values[f"{method} accuracy {rate}"]) for method in both)
        )
        for (fusion, both), rate in product(pairs.items(), _RATES)
    }
    claim = (
        f"{group.settings['data']}: in fusion CoMBo errs less than AdaBoost (early and late, "
        "without and with noise: all four, as in Table 4.5)"
    )
    return counted(claim, cases, 1.0, " points")


def late_combo_best(group: Group) -> Verdict:
    """Table 4.7: of all methods late CoMBo is the best in most measures."""
    others = [m for m in METHODS if m != COMBO_LATE]
    cases = {
        f"{measure}, {rate:.0%}": _lead(group, f"{measure} {rate}", others, sign)
        for (measure, sign), rate in product(_SIGNS.items(), _RATES)
    }
    claim = (
        f"{group.settings['data']}: late CoMBo is ahead of all others in MAUC, G-mean and norm, "
        "without and with noise, in five cases of six (Table 4.7, whose "
        "differences the thesis calls not significant)"
    )
    return counted(claim, cases, 5 / 6)


def _lead(group: Group, value: str, others: Sequence[str], sign: float) -> tuple[float, float]:
    """By how much late CoMBo is ahead of the best of the others."""
    best = max(others, key=lambda m: sign * group.values[f"{m} {value}"].mean)
    return _ahead(group.values[f"{COMBO_LATE} {value}"], group.values[f"{best} {value}"], sign)
