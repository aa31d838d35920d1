"""Why ours may differ from the thesis's DECODA: rounds, strong spared views, and chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
        sentence="The best number is chosen on the test rows, as in the thesis. Rank correlations "
        "with Table 4.5: " + ", ".join(f"{order:.2f}" for order in orders) + ".",
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
    """Why the order of the methods may differ: the best rounds, or too few rows to tell."""
    best = _order(group, methods, len(PARTS))
    if best > ALIKE:
        return (
            "the thesis reports each method's best number of rounds on the test rows; so chosen, "
            f"ours have a rank correlation of {best:.2f} with it (see the trial)."
        )
    halves, rows = group.values["order of halves"], group.values["rows of a half"].mean
    if halves.mean > ALIKE:
        return _thesis_order()
    return (
        f"a run does not settle the order: two halves of its test rows ({rows:.0f} rows each) "
        f"order the methods with a rank correlation of "
        f"{halves.mean:.2f} ± {halves.se:.2f} only, and {_thesis_range()}."
    )


def _thesis_order() -> str:
    """That the thesis's test set is too small for its order, if it is."""
    errors = [row["ASR"] for row in DECODA.values()]
    if _apart(min(errors), max(errors)) > 2:
        return ""
    return f"ours is an order that both halves of the test rows show, but {_thesis_range()}."


def _thesis_range() -> str:
    """How far apart the thesis's best and worst errors are, in standard errors."""
    errors = [row["ASR"] for row in DECODA.values()]
    low, high = min(errors), max(errors)
    calls = [error * N_CALLS / 100 for error in (low, high)]
    return (
        f"the thesis's own best and worst methods, {calls[0]:.0f} and {calls[1]:.0f} errors on its "
        f"one test set of {N_CALLS} calls, are {_apart(low, high):.1f} standard errors apart if "
        "taken as independent: other calls may well order them otherwise"
    )


def lead_reason(group: Group) -> str:
    """Why MuMBo need not lead: the thesis's lead is within the scatter of a single run."""
    lead = group.values["lead of MuMBo"].scaled(100)
    early = min(DECODA[ADA_EARLY]["ASR"], DECODA[COMBO_EARLY]["ASR"])
    theirs = early - DECODA["MuMBo"]["ASR"]
    apart = _apart(early - theirs, early)
    if apart > 2:
        return ""
    return (
        f"the thesis's lead is one run's, {theirs:.1f} points or {theirs * N_CALLS / 100:.0f} of "
        f"{N_CALLS} calls, {apart:.1f} standard errors of two such errors; ours is "
        f"{lead.mean:+.1f} ± {lead.se:.1f} points on average and scatters by {lead.spread:.1f} "
        "from run to run."
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
