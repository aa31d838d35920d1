"""What the paper on agreement claims, judged on our figures, and the trials that explain it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from viewboost.experiments.experiment import Estimate, Summary
from viewboost.experiments.leskes._agreement_trials import LETTERS, REPEATED, Curves, curves
from viewboost.experiments.pages import Figures, Verdict

# Told in the text, for all 264 labels; the other points of the figures are not printed.
PAPER: Figures = {
    "264": {"AdaBoost stumps": 0.049, "Agreement stumps": 0.040, "Agreement bayes": 0.038}
}
REDUCTION = 0.40
AS_GOOD = "Both views of AgreementBoost are roughly as good as the better AdaBoost"
SAVES = (
    f"Both views of AgreementBoost reach the error of the better AdaBoost with {REDUCTION:.0%} "
    "fewer labels"
)


def explained(verdicts: Sequence[Verdict], summary: Summary, bayes: str) -> list[Verdict]:
    """The claims; one that does not hold has as its reason the trial in which it does."""
    once = "what a page repeats misleads this naive Bayes; with every word counted once"
    longer = f"the paper does not tell its words{_of_stumps(summary, bayes)}"
    tried = {
        "occurrence": [(LETTERS, longer)],
        "counts": [(REPEATED, once), (LETTERS, f"{longer}; every word is counted once")],
    }
    reasons: dict[str, str] = {}
    for trial, how in tried[bayes]:
        for again in _judged(summary.trial(trial), bayes):
            if again.holds:
                reasons.setdefault(again.claim, f"{how}, and the claim comes out ({again.why}).")
    for claim, text in (_narrowed(summary, bayes, once) | _nearly_saved(summary, bayes)).items():
        reasons.setdefault(claim, text)
    return [replace(v, reason=reasons.get(v.claim, v.reason)) for v in verdicts]


def _of_stumps(summary: Summary, bayes: str) -> str:
    """What the words do to AdaBoost's stumps."""
    both = (summary.main(), summary.trial(LETTERS))
    rows = [list(curves(each, bayes=bayes, figure="2").values())[-1:] for each in both]
    usual, longer = (row[0]["AdaBoost stumps"].mean if row else np.nan for row in rows)
    return (
        f", and AdaBoost's stumps hang on them: with those of five letters or more alone they err "
        f"in {longer:.3f} instead of {usual:.3f} (the paper's: {PAPER['264']['AdaBoost stumps']})"
    )


def _narrowed(summary: Summary, bayes: str, how: str) -> dict[str, str]:
    """The gap to the better AdaBoost before and after the trial, if most of it is gone."""
    both = (summary.main(), summary.trial(REPEATED))
    rows = [list(curves(each, bayes=bayes, figure="1").values())[-1:] for each in both]
    if not all(rows):
        return {}
    before, after = (max(_gaps(row)[0].values()) for (row,) in rows)
    if after > before / 4:
        return {}
    text = f"{how} the gap of the worse view falls from {before:+.3f} to {after:+.3f}."
    return {AS_GOOD: text}


def _nearly_saved(summary: Summary, bayes: str) -> dict[str, str]:
    """Whether with longer words so few labels come within one standard error of the goal."""
    rows = list(curves(summary.trial(LETTERS), bayes=bayes, figure="2").items())
    if len(rows) < 2:
        return {}
    (few, early), (many, late) = rows[0], rows[-1]
    goal = min((late["AdaBoost bayes"], late["AdaBoost stumps"]), key=lambda e: e.mean)
    worse = max((early["Agreement bayes"], early["Agreement stumps"]), key=lambda e: e.mean)
    noise = float(np.hypot(goal.se, worse.se))
    if worse.mean - goal.mean > noise:
        return {}
    text = (
        f"the paper does not tell its words{_of_stumps(summary, bayes)}; the worse view of "
        f"agreement then errs in {worse.mean:.3f} with {few} labels, and the better AdaBoost "
        f"in {goal.mean:.3f} with {many}, the standard error of the difference being {noise:.3f}."
    )
    return {SAVES: text}


def _judged(summary: Summary, bayes: str) -> list[Verdict]:
    """The claims on as many figures as there are."""
    first, second = (curves(summary, bayes=bayes, figure=f) for f in ("1", "2"))
    return (first_figure(first) if first else []) + (second_figure(second) if second else [])


def first_figure(curves: Curves) -> list[Verdict]:
    """What the paper says of the links, alone and in agreement."""
    labels, row = list(curves.items())[-1]
    gaps, noise = _gaps(row)
    fool = row["AdaBoost links"].mean - row["AdaBoost content"].mean
    far = float(np.hypot(row["AdaBoost links"].se, row["AdaBoost content"].se))
    return [
        Verdict(
            "Alone, the links are far worse than the page",
            fool > 2 * far,
            f"by {fool:+.3f} with {labels} labels, two standard errors being {2 * far:.3f}",
        ),
        Verdict(
            AS_GOOD,
            max(gaps.values()) <= max(noise, 0.01),
            ", ".join(f"{view} {gap:+.3f}" for view, gap in gaps.items())
            + f" with {labels} labels, two standard errors being {noise:.3f}",
        ),
    ]


def _gaps(row: Mapping[str, Estimate]) -> tuple[dict[str, float], float]:
    """How far each view of AgreementBoost is behind the better AdaBoost; two standard errors."""
    better = min((row["AdaBoost content"], row["AdaBoost links"]), key=lambda e: e.mean)
    gaps = {v: row[f"Agreement {v}"].mean - better.mean for v in ("content", "links")}
    return gaps, 2 * max(np.hypot(row[f"Agreement {v}"].se, better.se) for v in gaps)


def second_figure(curves: Curves) -> list[Verdict]:
    """What the paper says agreement gains, and how many labels it saves."""
    labels, row = list(curves.items())[-1]
    gains = {v: row[f"AdaBoost {v}"].mean - row[f"Agreement {v}"].mean for v in ("bayes", "stumps")}
    ours = min(row["AdaBoost bayes"].mean, row["AdaBoost stumps"].mean)
    return [
        Verdict(
            f"With {labels} labels agreement lowers the error of both views",
            min(gains.values()) > 0,
            ", ".join(
                f"{view} by {gain:+.3f} ± "
                f"{np.hypot(row[f'AdaBoost {view}'].se, row[f'Agreement {view}'].se):.3f}"
                for view, gain in gains.items()
            ),
        ),
        _saving(curves, ours),
    ]


def _saving(curves: Curves, goal: float) -> Verdict:
    """Is the error of AdaBoost with all labels reached by both views with 40 % fewer?"""
    labels = float(list(curves)[-1])
    names = ("Agreement bayes", "Agreement stumps", "Agreement joint", "AdaBoost stumps")
    enough = {name: labels_for(goal, curves, name) for name in names}
    told = [f"{name} {'never' if n is None else f'with {n:.0f}'}" for name, n in enough.items()]
    both = max(np.inf if (n := enough[name]) is None else n for name in names[:2])
    return Verdict(
        SAVES,
        both <= (1 - REDUCTION) * labels,
        f"{goal:.3f} is reached by " + ", ".join(told),
    )


def labels_for(goal: float, curves: Curves, name: str) -> float | None:
    """The fewest labels at which a curve, straight between its points, is down at the goal."""
    points = [(float(n), row[name].mean) for n, row in curves.items()]
    if points[0][1] <= goal:
        return points[0][0]
    for (n0, e0), (n1, e1) in pairwise(points):
        if e1 <= goal:
            return n0 + (n1 - n0) * (e0 - goal) / (e0 - e1)
    return None
