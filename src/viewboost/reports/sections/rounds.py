"""The rounds: how the model learned, and what theory guarantees."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost.inspect import Margins
from viewboost.reports.charts import LineChart, line_chart
from viewboost.reports.findings import Findings
from viewboost.reports.names import number, percent
from viewboost.reports.tables import Cell, Heading, Table, number_cell

# Within this of the last error, the error has settled; late in a fit it is not worth a word.
SETTLED, MOST_SETTLED = 0.01, 0.7


@dataclass(frozen=True)
class Learning:
    """How the model learned."""

    lead: str
    charts: list[tuple[str, LineChart]] = field(default_factory=list)
    note: str = ""


@dataclass(frozen=True)
class Bounds:
    """What theory guarantees."""

    lead: str
    table: Table


def settled(errors: NDArray[np.float64]) -> int:
    """The first round after which the error stays near its last value; 0 without rounds.

    Examples
    --------
    >>> settled(np.array([0.5, 0.3, 0.2, 0.201, 0.2]))
    3
    """
    away = np.flatnonzero(np.abs(errors - errors[-1:]) > SETTLED)
    return int(away[-1]) + 2 if len(away) else min(len(errors), 1)


def learning_section(found: Findings) -> Learning:
    """Errors round by round, and the losses that training brought down."""
    told = found.convergence
    if not len(told.rounds):
        return Learning(f"The model has no rounds ({told.stop_reason}).")
    lead = f"Training took {len(told.rounds):,} rounds and stopped: {told.stop_reason}."
    if told.n_rounds < len(told.rounds):
        lead += f" The model is that of round {told.n_rounds:,}, the best on validation rows."
    charts = [("Error, round by round", _errors(found)), ("Loss while training", _losses(found))]
    if np.isfinite(told.validation).any():
        charts.append(("Score on the validation rows of the fit", _validation(found)))
    note = ""
    if len(found.few) < len(found.rows):
        note = f"The errors are those of {len(found.few):,} rows drawn at random."
    return Learning(lead, charts, note)


def _errors(found: Findings) -> LineChart:
    told, staged = found.convergence, found.staged
    series = {"these rows": staged.errors}
    if told.train is not None:
        series["training rows"] = told.train.errors
    words = (
        f"The error on these rows is {percent(staged.errors[0])} after the first round and "
        f"{percent(staged.errors[-1])} after round {told.n_rounds:,}."
    )
    at = settled(staged.errors)
    if 1 < at < MOST_SETTLED * told.n_rounds:
        words += f" From round {at:,} on it changes little."
    return line_chart(
        staged.rounds,
        series,
        x_label="round",
        y_label="share of the rows that are wrong",
        alternative=words,
        low=0.0,
        as_percent=True,
    )


def _losses(found: Findings) -> LineChart:
    """What training brought down, from the records: of all views, or of each."""
    told = found.convergence
    common = [j for j, name in enumerate(told.loss_names) if name not in told.view_names]
    j = common[-1] if common else 0
    losses, bounds = told.log_losses[:, j], told.log_bounds[:, j]
    series = {"loss": np.exp(losses - losses[0])}
    words = (
        "The loss counts mistakes on the training rows, clear ones more than close ones. It ends "
        f"at {number(float(series['loss'][-1]))} of what it was after the first round"
    )
    if np.isfinite(bounds).all():
        series["what theory promised"] = np.exp(bounds - losses[0])
        words += "; theory promised that it would stay below the second line"
    return line_chart(
        told.rounds,
        series,
        x_label="round",
        y_label="loss, relative to round 1",
        alternative=words + ".",
        log=True,
    )


def _validation(found: Findings) -> LineChart:
    told = found.convergence
    best = int(np.nanargmax(told.validation))
    return line_chart(
        told.rounds,
        {"validation score": told.validation},
        x_label="round",
        y_label="score",
        alternative=(
            f"The score is best, {number(float(told.validation[best]))}, in round {best + 1:,}."
        ),
    )


def bounds_section(found: Findings) -> Bounds:
    """Bounds on the error and on the confusion norm, each beside what it bounds."""
    told, seen = found.confusion, found.convergence
    top = math.sqrt(max(len(told.classes) - 1, 1))
    rows = [
        _bound("error, whatever the mix of classes", told.error, told.row_bound, 1.0, _WORST),
        _bound(
            "error of the worst class, from the norm", told.row_bound, told.norm_bound, 1.0, _NORM
        ),
        _bound("confusion norm on rows never seen", told.norm, told.held_out_bound, top, _HELD_OUT),
    ]
    if seen.n_rounds and np.isfinite(seen.error_bounds[seen.n_rounds - 1 :]).any():
        bound = float(seen.error_bounds[seen.n_rounds - 1])
        error = math.nan if seen.train is None else float(seen.train.errors[-1])
        rows.append(_bound("error on the training rows", error, bound, 1.0, _TRAINING))
    if np.isfinite(told.training_bound):
        rows.append(
            _bound(
                "confusion norm on the training rows", math.nan, told.training_bound, top, _RATES
            )
        )
    headings = [
        Heading("what"),
        Heading("measured", "number"),
        Heading("at most", "number"),
        Heading("use"),
        Heading("why"),
    ]
    table = Table("Bounds, each beside what it bounds on these rows", headings, rows)
    return Bounds(_BOUNDS_LEAD, table)


_BOUNDS_LEAD = (
    "Theory gives upper limits. A limit at or above the largest possible value says nothing: it "
    "is true but of no use, which is common with few rows."
)
_WORST = "no mix of classes is worse than the worst class alone"
_NORM = "the largest row sum of a matrix is at most √K times its norm"
_HELD_OUT = "with 95 % confidence, if none of these rows was used for training (Corollary 2)"
_TRAINING = "the product of the losses’ factors, from the records"
_RATES = "the loss bounds the sum of all mistaken rates, from the records"


def _bound(what: str, measured: float, bound: float, top: float, why: str) -> list[Cell]:
    says = "yes" if bound < top else "says nothing"
    return [
        Cell(what, name=True),
        number_cell(measured),
        number_cell(bound),
        Cell(says),
        Cell(why),
    ]


def margin_chart(told: Margins) -> LineChart:
    """The share of the rows with at most each margin."""
    values: Any = told.margins
    wrong = float(told.weights[values <= 0].sum())
    sure = float(told.weights[values > 0.2].sum())
    return line_chart(
        told.thetas,
        {"rows with at most this margin": told.errors},
        x_label="margin: −1 all votes wrong, 1 all votes right",
        y_label="share of the rows",
        alternative=(
            f"{percent(wrong)} of the rows have a margin of 0 or less: they are wrong, or as good "
            f"as. {percent(sure)} have more than 0.2 of all votes to spare."
        ),
        low=0.0,
        high=1.0,
        as_percent=True,
        counts=False,
    )
