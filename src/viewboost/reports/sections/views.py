"""The views: what they are, how strong each is, and who decided what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost.reports.alone import N_FOLDS, N_ROUNDS
from viewboost.reports.charts import BandChart, band_chart
from viewboost.reports.findings import Findings
from viewboost.reports.names import listed, percent, quoted, shown
from viewboost.reports.tables import (
    Cell,
    Heading,
    Heat,
    Table,
    Tint,
    capped,
    count_cell,
    name_cell,
    numbers,
    share_cell,
)

MOST_BANDS, MOST_COLUMNS, MOST_FEATURES = 8, 12, 3
SHORT, LONG = 14, 24  # characters of a name beside, or above, the cells of a heat map
KINDS = {"dense": "numbers", "sparse": "sparse numbers", "strings": "text", "raw": "own columns"}


@dataclass(frozen=True)
class Data:
    """What the views and the classes are."""

    views: Table
    classes: Table


@dataclass(frozen=True)
class Strength:
    """How strong each view is, and by which columns."""

    lead: str
    table: Table


@dataclass(frozen=True)
class Deciding:
    """Who decided what."""

    lead: str
    bands: BandChart | None
    note: str
    table: Table
    competence: Heat | None
    rescues: Heat | None


def by_votes(found: Findings) -> NDArray[np.intp]:
    """The places of the views, the one with most votes first."""
    shares = np.array(list(found.model.view_importances_.values()))
    return np.argsort(-shares, kind="stable")


def data_section(found: Findings) -> Data:
    """The views with what they read, and the classes with how often they occur."""
    model, own = found.model, {name: lr for name, lr, _ in found.model.views or ()}
    blocks = model._gate.read(model, found.rows.X)
    rows = []
    for j in by_votes(found):
        name, block = model.view_names_[j], blocks[j]
        missing = 0.0 if block.present is None else 1 - float(np.mean(block.present))
        columns = _columns(model._gate.feature_names(name))
        learner = Cell(shown(model._learner(own.get(name))))
        kind = Cell(KINDS[block.kind])
        n_columns = count_cell(model._gate.n_features(name))
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
    caption = f"The {found.n_views:,} views of {len(found.rows):,} rows"
    return Data(Table(caption, headings, rows, note), _class_table(found))


def _columns(names: list[str]) -> str:
    more = f", … and {len(names) - MOST_FEATURES:,} more" if len(names) > MOST_FEATURES else ""
    return ", ".join(shown(name) for name in names[:MOST_FEATURES]) + more


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


def strength_section(found: Findings) -> Strength:
    """Each view alone, in the vote, and where no other view is right."""
    model, together = found.model, found.complementarity
    shares, importances = model.view_importances_, _importances(model)
    rows = [
        [
            name_cell(name),
            share_cell(shares[name], bar=True),
            share_cell(found.alone.scores[name], bar=True),
            share_cell(float(together.alone[model.view_names_.index(name)])),
            Cell(_mostly_by(found, name, importances[name])),
        ]
        for name in (model.view_names_[j] for j in by_votes(found))
    ]
    headings = [
        Heading("view"),
        Heading("share of the votes", "bar"),
        Heading("right if trained alone", "bar"),
        Heading("only this view is right", "number"),
        Heading("mostly by"),
    ]
    rows, note = capped(rows, "views, by their votes,")
    caption = "Strength of each view, the one with most votes first"
    return Strength(_strength_lead(found), Table(caption, headings, rows, note))


def _strength_lead(found: Findings) -> str:
    alone = found.alone
    if found.n_views == 1:
        return "There is one view only, and so it decides everything."
    if not alone.n_rows:
        return (
            "A view’s share of the votes says how much the model relies on it. How strong it is "
            "by itself was not measured: some class has too few rows."
        )
    return (
        "“Trained alone” is a model of that view only (AdaBoost.MM, "
        f"{N_ROUNDS} rounds), right on so many of {alone.n_rows:,} of these rows in "
        f"{N_FOLDS}-fold cross-validation; for comparison, {found.baseline} would be right on "
        f"{percent(1 - found.compared.error)}. The share of the votes says how much "
        "the model relies on a view. The last column counts the rows that every other view’s "
        "votes get wrong, or say nothing about, and this one’s get right: there the views "
        "complete each other."
    )


def _importances(model: Any) -> dict[str, NDArray[np.float64] | None]:
    """The shares of the features of each view."""
    told = model.feature_importances_
    return told if isinstance(told, dict) else {model.view_names_[0]: told}


def _mostly_by(found: Findings, view: str, shares: NDArray[np.float64] | None) -> str:
    """The columns, or words, that carry most of a view's votes."""
    names = found.feature_names(view)
    if shares is None or len(shares) != len(names) or not shares.any():
        return "–"
    most = np.argsort(-shares, kind="stable")[:MOST_FEATURES]
    parts = [f"{shown(names[k])}\u00a0{percent(shares[k], 0)}" for k in most if shares[k] > 0]
    return ", ".join(parts)


def deciding_section(found: Findings) -> Deciding:
    """Votes over the rounds, rounds won, who rescues whom, and which view knows which class."""
    order = by_votes(found)
    bands, note = _bands(found, order)
    maps = (_knows(found, order), _rescues(found, order)) if found.n_views > 1 else (None, None)
    return Deciding(_deciding_lead(found), bands, note, _wins(found, order), *maps)


def _deciding_lead(found: Findings) -> str:
    if (found.cooperation.chosen >= 0).sum() * 2 > len(found.cooperation.rounds):
        return (
            "In each round the views offer their best rule, and the one that helps most on the "
            "rows still misjudged casts a vote. So it shows when each view was needed."
        )
    return (
        "In each round several views cast votes at once, each as large as the view is "
        "trustworthy at that moment. So it shows when each view was needed."
    )


def _bands(found: Findings, order: NDArray[np.intp]) -> tuple[BandChart | None, str]:
    told = found.cooperation
    if not len(told.rounds):
        return None, ""
    kept = order[:MOST_BANDS]
    names = [told.view_names[j] for j in kept]
    firsts = [f"{quoted(told.view_names[j])} {percent(told.shares[-1, j])}" for j in kept[:3]]
    chart = band_chart(
        told.rounds,
        told.weights[:, kept],
        names,
        x_label="round",
        alternative=(
            "The taller a bar, the larger the view’s vote in that round. After the last round "
            f"the shares of all votes are: {listed(firsts)}."
        ),
    )
    note = ""
    if len(order) > MOST_BANDS:
        rest = float(told.shares[-1, order[MOST_BANDS:]].sum())
        note = (
            f"The {MOST_BANDS} views with most votes are drawn; the other "
            f"{len(order) - MOST_BANDS:,} hold {percent(rest)} together."
        )
    return chart, note


def _wins(found: Findings, order: NDArray[np.intp]) -> Table:
    told, together = found.cooperation, found.complementarity
    rows = []
    for j in order:
        voted = told.weights[:, j] > 0
        first = str(int(told.rounds[voted][0])) if voted.any() else ""
        rows.append(
            [
                name_cell(told.view_names[j]),
                count_cell(int(voted.sum())),
                count_cell(int(told.wins[j])),
                Cell(first or "never", first, number=True),
                share_cell(float(together.spoken[j])),
                share_cell(float(together.accuracy[j])),
            ]
        )
    headings = [Heading("view"), *numbers(*_WIN_HEADINGS)]
    rows, note = capped(rows, "views, by their votes,")
    return Table(
        "The rounds in which each view voted, and what its votes say", headings, rows, note
    )


_WIN_HEADINGS = (
    "rounds it voted in",
    "alone",
    "first vote in round",
    "rows it speaks of",
    "its votes right there",
)


def _knows(found: Findings, order: NDArray[np.intp]) -> Heat:
    """Which view finds which class, by its votes alone."""
    told = found.competence
    assert told.recall is not None
    classes = np.argsort(-found.confusion.counts.sum(axis=1), kind="stable")[:MOST_COLUMNS]
    rows = [
        (shown(told.view_names[j], LONG), [_tint(told.recall[j, c]) for c in classes])
        for j in order[:MOST_COLUMNS]
    ]
    return Heat(
        "Which view knows which class",
        "Of the rows of each class that a view speaks of, the share that its votes alone would "
        "find.",
        "view",
        [shown(told.classes[c], SHORT) for c in classes],
        rows,
        _left_out(max(len(told.classes), found.n_views), "views and most frequent classes"),
    )


def _rescues(found: Findings, order: NDArray[np.intp]) -> Heat:
    """Which view is right where another is wrong."""
    told, kept = found.complementarity, order[:MOST_COLUMNS]
    rows = [
        (
            shown(told.view_names[j], LONG),
            [Tint("·", 0.0) if j == k else _tint(told.rescues[j, k]) for k in kept],
        )
        for j in kept
    ]
    return Heat(
        "Which view helps out which",
        "Of the rows that the column’s view gets wrong, the share that the row’s view gets right.",
        "helps ↓  wrong →",
        [shown(told.view_names[k], SHORT) for k in kept],
        rows,
        _left_out(found.n_views, "views"),
    )


def _left_out(count: int, what: str) -> str:
    return f"The first {MOST_COLUMNS} {what} are shown." if count > MOST_COLUMNS else ""


def _tint(share: Any) -> Tint:
    return Tint(percent(share, 0), 0.0 if np.isnan(share) else float(share))
