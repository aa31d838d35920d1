"""The worst mistakes: the rows on which the votes speak most clearly for a wrong class."""

from __future__ import annotations

from dataclasses import dataclass, field
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost import inspect
from viewboost.reports.findings import Findings
from viewboost.reports.names import number, percent, shown

MOST_MISTAKES, MOST_PULLS, MOST_REASONS = 6, 6, 3


@dataclass(frozen=True)
class Pull:
    """What a view says for the wrong class less what it says for the right one.

    ``length`` is from -100 to 100, the strongest pull of the row being 100.
    """

    name: str
    length: float
    text: str


@dataclass(frozen=True)
class Mistake:
    """One row, with what it is, what it was taken for, and why."""

    row: str
    truth: str
    predicted: str
    certainty: str
    pulls: list[Pull]
    reasons: str


@dataclass(frozen=True)
class Mistakes:
    """The worst mistakes."""

    lead: str
    items: list[Mistake] = field(default_factory=list)


def mistakes_section(found: Findings) -> Mistakes:
    """The rows with the most negative margins, explained by their views."""
    wrong = np.flatnonzero(found.predicted != found.rows.y)
    if not len(wrong) or not found.model.n_rounds_:
        return Mistakes(
            "There are none on these rows." if not len(wrong) else "There are no votes."
        )
    worst = wrong[np.argsort(found.margins.margins[wrong], kind="stable")][:MOST_MISTAKES]
    told = inspect.explain(found.model, found.rows.X, worst)
    items = [_mistake(found, place, one) for place, one in zip(worst, told)]
    return Mistakes(
        f"Of {len(wrong):,} wrong rows, these {len(items)} are the clearest mistakes: the votes "
        "speak most strongly for a wrong class. Rows are counted from 0. A look at them often "
        "shows a wrong label, or what the views cannot see.",
        items,
    )


def _mistake(found: Findings, place: int, told: inspect.Explanation) -> Mistake:
    truth = int(np.flatnonzero(told.classes == found.rows.y[place])[0])
    said = int(np.flatnonzero(told.classes == told.predicted)[0])
    lead = float(-found.margins.margins[place])
    return Mistake(
        row=f"{found.rows.places[place]:,}",
        truth=shown(told.classes[truth]),
        predicted=shown(told.predicted),
        certainty=f"by {percent(lead)} of all votes",
        pulls=_pulls(told, said, truth),
        reasons=_reasons(told, said, truth),
    )


def _pulls(told: inspect.Explanation, said: int, truth: int) -> list[Pull]:
    pull = told.views[:, said] - told.views[:, truth]
    order = np.argsort(-np.abs(pull), kind="stable")
    top = float(np.abs(pull).max()) or 1.0
    kept = [_pull(told, j, float(pull[j]), top) for j in order[:MOST_PULLS]]
    rest = float(pull[order[MOST_PULLS:]].sum())
    if len(order) > MOST_PULLS:
        kept.append(Pull("all others", 100 * min(max(rest / top, -1), 1), _signed(rest)))
    return kept


def _pull(told: inspect.Explanation, j: int, pull: float, top: float) -> Pull:
    silent = not told.views[j].any()
    text = "silent" if silent else _signed(pull)
    return Pull(shown(told.view_names[j]), 100 * pull / top, text)


def _signed(value: float) -> str:
    return f"{value:+.2f}".replace("-", "−")


def _reasons(told: inspect.Explanation, said: int, truth: int) -> str:
    """The features that pull most towards the wrong class."""
    pull: NDArray[Any] = told.features[:, said] - told.features[:, truth]
    most = [k for k in np.argsort(-pull, kind="stable")[:MOST_REASONS] if pull[k] > 0]
    if not most:
        return ""
    parts = [
        f"{shown(told.feature_names[k])} = {_value(told.feature_values[k])}"
        f" ({shown(told.view_names[told.feature_views[k]])})"
        for k in most
    ]
    return f"What misled it most: {'; '.join(parts)}."


def _value(value: Any) -> str:
    return number(float(value)) if isinstance(value, Real) else shown(value)
