"""The data: what the views read, and how frequent the classes are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from viewboost.reports.findings import Findings
from viewboost.reports.names import shown
from viewboost.reports.tables import (
    Cell,
    Heading,
    Table,
    capped,
    count_cell,
    name_cell,
    share_cell,
)
from viewboost.views.layout import Layout

MOST_NAMES = 4
KINDS = {"dense": "numbers", "sparse": "sparse numbers", "strings": "text", "raw": "own columns"}


@dataclass(frozen=True)
class Data:
    """What the views and the classes are."""

    views: Table
    classes: Table


def data_section(found: Findings) -> Data:
    """The views with what they read, and the classes with how often they occur."""
    model, own = found.model, {name: lr for name, lr, _ in found.model.views or ()}
    blocks = model._gate.read(model, found.rows.X)
    rows = []
    for j in found.by_votes():
        name, block = model.view_names_[j], blocks[j]
        missing = 0.0 if block.present is None else 1 - float(np.mean(block.present))
        columns = _columns(model._gate.layouts[j])
        learner = Cell(shown(model._learner(own.get(name))))
        kind = Cell(KINDS[block.kind])
        n_columns = count_cell(len(model._gate.layouts[j].labels))
        rows.append([name_cell(name), kind, n_columns, Cell(columns), share_cell(missing), learner])
    headings = [
        Heading("view"),
        Heading("reads"),
        Heading("columns", "number"),
        Heading("named"),
        Heading("rows without it", "number"),
        Heading("learner"),
    ]
    rows, note = capped(rows, "views, by their votes,")
    views = "The one view" if found.n_views == 1 else f"The {found.n_views:,} views"
    caption = f"{views} of {len(found.rows):,} rows"
    return Data(Table(caption, headings, rows, note), _class_table(found))


def _columns(layout: Layout) -> str:
    """The names of a view's first columns, where they have names."""
    if not layout.named:
        return "–"
    names = layout.feature_names()
    more = f", … and {len(names) - MOST_NAMES:,} more" if len(names) > MOST_NAMES else ""
    return ", ".join(shown(name) for name in names[:MOST_NAMES]) + more


def _class_table(found: Findings) -> Table:
    totals = found.confusion.counts.sum(axis=1)
    order = np.argsort(-totals, kind="stable")
    rows = [
        [
            name_cell(found.model.classes_[c]),
            count_cell(int(totals[c])),
            share_cell(float(totals[c] / totals.sum()), bar=True),
        ]
        for c in order
    ]
    rows, note = capped(rows, "classes, by their rows,")
    headings = [Heading("class"), Heading("rows", "number"), Heading("share", "bar")]
    return Table("The classes, and how many of the rows each has", headings, rows, note)
