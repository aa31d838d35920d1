"""Why ours may differ from the thesis's DECODA: rounds, strong spared views, and chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from scipy.stats import spearmanr

from viewboost import LateFusion, Views
from viewboost.experiments.experiment import Estimate, Group, Summary
from viewboost.experiments.koco._decoda import (
    DECODA,
    DECODA_SHARES,
    DECODA_SPARED,
    HARD,
    LEVEL,
    N_CALLS,
    error_in_percent,
)
from viewboost.experiments.koco._thesis import ADA_EARLY, ADA_LATE, COMBO_EARLY
from viewboost.experiments.pages import Table, Verdict

SPARED = "spared views"
# The share of the spared views' words that is taken away.
DROPPED = 0.97
# Parts of all rounds after which errors are told; the last place is the best of all rounds.
PARTS = (0.1, 0.2, 0.5, 1.0)
# The thesis asks for the order of its methods; below this, orders are called different.
ALIKE = 0.5


# -- the spared views ------------------------------------------------------------------------


def weakened(X: Views, main: Sequence[str], dropped: float, rng: Generator) -> Views:
    """The rows with a share of the words of the other views taken away.

    Views of fewer columns than words fill (the shape of a page) stay as they are.
    """
    blocks = {}
    for name, block in X.items():
        spare = name in main or block.shape[1] < 10
        kept = np.flatnonzero(rng.random(block.shape[1]) >= (0.0 if spare else dropped))
        blocks[name] = block[:, kept if len(kept) else [0]]
    return Views(**blocks)


def spared_tables(summary: Summary, group: Group, methods: Sequence[str]) -> list[Table]:
    """Errors of the fusions and of the best view, without and with weakened spared views."""
    name = group.settings["data"]
    weak = summary.trial(SPARED).where(data=name)
    if not weak:
        return []
    ours: dict[str, dict[str, Estimate]] = {}
    for column, each in (("all words (above)", group), (f"{DROPPED:.0%} dropped", weak[0])):
        for method in methods:
            error = error_in_percent(each.values[f"{method} accuracy {HARD}"])
            ours.setdefault(method, {})[column] = error
        ours.setdefault("best single view", {})[column] = _best_view(each)
    title = f"Trial: {name}, the spared views weakened: error in percent at {HARD:.0%} noise"
    return [Table(title, ours, digits=1, corner="method")]


def _best_view(group: Group) -> Estimate:
    errors = error_in_percent(group.values[f"{ADA_LATE} accuracy {HARD} by view"])
    return errors.at(int(np.argmin(errors.mean)))


def spared_reason(weak: Verdict) -> str:
    """Whether a claim holds once the spared views are weak."""
    return f"{_strong()} the claim holds ({weak.why})." if weak.holds else ""


def _strong() -> str:
    low, high = min(DECODA_SPARED.values()), max(DECODA_SPARED.values())
    return (
        "the view that noise spares is strong here, while AdaBoost errs in "
        f"{low:.0f} to {high:.0f}% on DECODA's; with {DROPPED:.0%} of its words dropped"
    )


def narrowed_reason(group: Group, weak: Group, methods: Sequence[str]) -> str:
    """Whether most of what the worst fusion lacks is gone once the spared views are weak."""
    behind = []
    for each in (group, weak):
        best = _best_view(each).mean
        errors = [error_in_percent(each.values[f"{m} accuracy {HARD}"]).mean for m in methods]
        behind.append(np.array(errors) - best)
    before, after = behind
    if after.max() > before.max() / 4:
        return ""
    return (
        f"{_strong()} {(after < 0).sum()} of {len(after)} fusions beat the best view instead of "
        f"{(before < 0).sum()}, and the worst errs by {after.max():+.1f} points more than it, not "
        f"by {before.max():+.1f}."
    )


# -- rounds ----------------------------------------------------------------------------------


def errors_by_round(model: Any, X: Views, y: NDArray[Any], n_rounds: int) -> NDArray[np.float64]:
    """Errors after each round; those after the last round of a model that stopped stay."""
    if isinstance(model, LateFusion):
        said: Any = sum(
            _scores_by_round(part, Views(**{name: X.block(name)}), n_rounds)
            for name, part in model.estimators_.items()
        )
    else:
        said = _scores_by_round(model, X, n_rounds)
    codes = (said > 0).astype(np.intp) if said.ndim == 2 else said.argmax(axis=2)
    return np.mean(model.classes_[codes] != y, axis=1)


def _scores_by_round(model: Any, X: Views, n_rounds: int) -> NDArray[np.float64]:
    stages = list(model.staged_decision_function(X))
    found = np.array(stages or [model.decision_function(X)])  # no round, if no stump had an edge
    return found[np.minimum(np.arange(n_rounds), len(found) - 1)]


def at_parts(errors: NDArray[np.float64]) -> list[float]:
    """The errors after some parts of all rounds, and the least of all."""
    places = [max(1, round(part * len(errors))) - 1 for part in PARTS]
    return [*errors[places].tolist(), float(errors.min())]


def rounds_table(group: Group, methods: Sequence[str]) -> Table:
    """Errors after some rounds, and at the best number of rounds."""
    n_rounds = group.settings["rounds"]
    columns = [f"{max(1, round(part * n_rounds))} rounds" for part in PARTS]
    ours = {
        method: {
            column: group.values[f"{method} by rounds"].at(i).scaled(100)
            for i, column in enumerate([*columns, "the best number"])
        }
        for method in methods
    }
    orders = [_order(group, methods, i) for i in range(len(PARTS) + 1)]
    return Table(
        f"Trial: {group.settings['data']}, error in percent at {HARD:.0%} noise by the number of "
        "rounds",
        ours,
        sentence="The best number is chosen on the test rows, as we read 'the best runs'; the "
        "thesis does not say how they were chosen. Rank correlations with Table 4.5: "
        + ", ".join(f"{order:.2f}" for order in orders)
        + ".",
        digits=1,
        corner="method",
    )


def _order(group: Group, methods: Sequence[str], place: int) -> float:
    """Rank correlation of the mean errors with the thesis's."""
    return alike({m: group.values[f"{m} by rounds"].mean[place] for m in methods})


# -- chance ----------------------------------------------------------------------------------


def alike(errors: Mapping[str, float], others: Mapping[str, float] | None = None) -> float:
    """Rank correlation of errors with others, or with those of Table 4.5; 0 if all are equal."""
    theirs = others or {m: DECODA[m]["ASR"] for m in errors}
    pairs = np.array([[errors[m], theirs[m]] for m in errors]).round(6)
    if (pairs == pairs[0]).all(axis=0).any():
        return 0.0
    return float(spearmanr(*pairs.T).statistic)


def by_chance(wrong: Mapping[str, NDArray[np.bool_]], rng: Generator) -> dict[str, float]:
    """What a single run says: do halves of its rows order methods alike, does MuMBo lead?"""
    n = len(next(iter(wrong.values())))
    order = rng.permutation(n)
    first, second = (
        {m: float(w[half].mean()) for m, w in wrong.items()}
        for half in (order[: n // 2], order[n // 2 :])
    )
    errors = {m: float(w.mean()) for m, w in wrong.items()}
    early = min(errors[ADA_EARLY], errors[COMBO_EARLY])
    return {
        "order like Table 4.5": alike(errors),
        "order of halves": alike(first, second),
        "rows of a half": n // 2,
        "lead of MuMBo": early - errors["MuMBo"],
    }


def main_shares(model_shares: Mapping[str, NDArray[np.float64]], n_main: int) -> dict[str, float]:
    """How much more often MuMBo's rounds choose the main views than early AdaBoost's."""
    mumbo, early = (float(model_shares[m][:n_main].sum()) for m in ("MuMBo", ADA_EARLY))
    return {"MuMBo's extra share of the main views": mumbo - early}


def order_reason(group: Group, methods: Sequence[str]) -> str:
    """Why the order of the methods may differ: the best rounds, or ours does not contradict it."""
    best = _order(group, methods, len(PARTS))
    if best > ALIKE:
        return (
            "with the best number of rounds chosen for each method on the test rows, as we read "
            "'the best runs' (the thesis does not say how they were chosen), ours have a rank "
            f"correlation of {best:.2f} with it (see the trial)."
        )
    swapped = _swapped(group, methods)
    if not swapped or not max(swapped) <= LEVEL:
        return ""
    return (
        f"ours do not contradict it: {len(swapped)} pairs of methods err in the other order, the "
        f"surest of them by {max(swapped):.1f} standard errors, if the two were independent."
    )


def _swapped(group: Group, methods: Sequence[str]) -> list[float]:
    """By how many standard errors pairs of methods differ that Table 4.5 orders otherwise."""
    errors = {m: error_in_percent(group.values[f"{m} accuracy {HARD}"]) for m in methods}
    return [
        (errors[one].mean - errors[other].mean) / float(np.hypot(errors[one].se, errors[other].se))
        for one, other in permutations(methods, 2)
        if DECODA[one]["ASR"] < DECODA[other]["ASR"] and errors[one].mean > errors[other].mean
    ]


def lead_reason(group: Group) -> str:
    """Why MuMBo need not lead: no difference is to be seen."""
    lead = group.values["lead of MuMBo"].scaled(100)
    if not abs(lead.mean) <= 2 * lead.se:
        return ""
    return (
        "no difference is to be seen: in a run MuMBo leads the better of the others by "
        f"{lead.mean:+.1f} ± {lead.se:.1f} points."
    )


def thesis_by_chance() -> str:
    """How sure the thesis's own order is: a remark, no reason for ours."""
    errors = [row["ASR"] for row in DECODA.values()]
    low, high = min(errors), max(errors)
    mumbo, early = DECODA["MuMBo"]["ASR"], min(DECODA[m]["ASR"] for m in (ADA_EARLY, COMBO_EARLY))
    calls = [round(error * N_CALLS / 100) for error in (low, high, early - mumbo)]
    return (
        f"The thesis has one test set of {N_CALLS} calls. Its best and worst methods under noise, "
        f"with {calls[0]} and {calls[1]} errors, are {_apart(low, high):.1f} standard errors apart "
        f"if taken as independent; MuMBo's lead over early CoMBo, {calls[2]} calls, is "
        f"{_apart(mumbo, early):.1f}. So its order is uncertain. That does not explain an order of "
        "ours that is sure: such claims are counted as open."
    )


def _apart(low: float, high: float) -> float:
    """By how many standard errors two errors in percent on DECODA's calls differ."""
    shares = np.array([low, high]) / 100
    return float(np.diff(shares)[0] / np.sqrt((shares * (1 - shares)).sum() / N_CALLS))


def shares_reason(group: Group) -> str:
    """Why MuMBo need not choose the main views less often: the difference is small, theirs too."""
    extra = group.values["MuMBo's extra share of the main views"].scaled(100)
    theirs = sum(
        DECODA_SHARES["MuMBo"][view] - DECODA_SHARES[ADA_EARLY][view]
        for view in ("view 1", "view 2")
    )
    scatter = float(np.hypot(extra.spread, extra.se))
    if abs(extra.mean) > 2 * extra.se or abs(theirs - extra.mean) > 2 * scatter:
        return ""
    return (
        f"no difference is to be seen: MuMBo's rounds choose the main views by {extra.mean:+.1f} ± "
        f"{extra.se:.1f} points more often; the thesis's {theirs:+.1f} points, of one run, lie "
        f"{abs(theirs - extra.mean) / scatter:.1f} standard deviations of a run of ours away."
    )
