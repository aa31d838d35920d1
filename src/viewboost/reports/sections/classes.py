"""The classes: what is found of each, and what is taken for what."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from viewboost.inspect import Confusion
from viewboost.reports.charts import LineChart
from viewboost.reports.findings import Findings
from viewboost.reports.names import number, percent, shown
from viewboost.reports.sections.rounds import margin_chart
from viewboost.reports.sections.views import LONG, SHORT
from viewboost.reports.tables import (
    Cell,
    Heading,
    Heat,
    Table,
    Tint,
    capped,
    count_cell,
    name_cell,
    share_cell,
)

MOST_CLASSES, MOST_PAIRS = 12, 20


@dataclass(frozen=True)
class Classes:
    """Results of each class."""

    lead: str
    table: Table
    confusion: Heat | None
    pairs: Table | None
    margins: LineChart | None


def classes_section(found: Findings) -> Classes:
    """Recall and precision of each class, worst first; the confusion matrix, or its peaks."""
    told = found.confusion
    small = len(told.classes) <= MOST_CLASSES
    return Classes(
        _lead(found),
        _table(found),
        _heat(told) if small else None,
        None if small else _pairs(told),
        margin_chart(found.margins) if found.model.n_rounds_ else None,
    )


def _lead(found: Findings) -> str:
    told, other = found.confusion, found.compared
    return (
        f"The confusion norm sums up the matrix of mistakes in one number: {number(told.norm)} "
        f"here, {number(other.norm)} for {found.baseline}; 0 is perfect. Unlike the error it "
        "counts a rare class as much as a frequent one."
    )


def _table(found: Findings) -> Table:
    told, totals = found.confusion, found.confusion.counts.sum(axis=1)
    rates = told.rates - np.diag(np.diag(told.rates))
    rows = []
    for c in np.argsort(told.recalls, kind="stable"):
        taken = int(rates[c].argmax())
        mistaken = shown(told.classes[taken]) if rates[c, taken] > 0 else "–"
        rows.append(
            [
                name_cell(told.classes[c]),
                count_cell(int(totals[c])),
                share_cell(float(told.recalls[c]), bar=True),
                share_cell(found.evaluation.classes[c].precision, bar=True),
                Cell(mistaken),
                share_cell(float(rates[c, taken])),
            ]
        )
    headings = [
        Heading("class"),
        Heading("rows", "number"),
        Heading("found (recall)", "bar"),
        Heading("right when said (precision)", "bar"),
        Heading("most taken for"),
        Heading("so often", "number"),
    ]
    rows, note = capped(rows, "classes, the worst first,")
    return Table("Results of each class, the worst first", headings, rows, note)


def _heat(told: Confusion) -> Heat:
    rows = []
    for c, name in enumerate(told.classes):
        cells = [_tint(float(rate), c == k) for k, rate in enumerate(told.rates[c])]
        rows.append((shown(name, LONG), cells))
    columns = [shown(name, SHORT) for name in told.classes]
    return Heat(
        "Which class is taken for which",
        "Confusion matrix: of each class (rows), the share said to be each class (columns).",
        "is ↓  said →",
        columns,
        rows,
    )


def _tint(rate: float, right: bool) -> Tint:
    if right:
        return Tint(percent(rate, 0), rate, "right")
    # Small mistakes must be seen, so that their ground grows by the root of their rate.
    return Tint(percent(rate, 0) if rate else "·", float(np.sqrt(rate)), "wrong")


def _pairs(told: Confusion) -> Table:
    """The largest cells of a confusion matrix that is too large to draw."""
    rates = told.rates - np.diag(np.diag(told.rates))
    places = np.argsort(-rates, axis=None, kind="stable")[:MOST_PAIRS]
    rows = [
        [
            name_cell(told.classes[c]),
            name_cell(told.classes[k]),
            count_cell(int(told.counts[c, k])),
            share_cell(float(rates[c, k]), bar=True),
        ]
        for c, k in zip(*np.unravel_index(places, rates.shape))
        if rates[c, k] > 0
    ]
    headings = [
        Heading("is"),
        Heading("said to be"),
        Heading("rows", "number"),
        Heading("share of the class", "bar"),
    ]
    note = (
        f"With {len(told.classes):,} classes the whole confusion matrix is too large for a page: "
        f"these are its {MOST_PAIRS} largest mistakes."
    )
    return Table("Which class is taken for which, most often", headings, rows, note)
