"""The views: how strong each is, and who decided what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost.inspect.alone import N_FOLDS, N_ROUNDS
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


def strength_section(found: Findings) -> Strength:
    """Each view alone, in the vote, and where no other view is right."""
    model, together = found.model, found.complementarity
    shares = model.view_importances_
    rows = [
        [
            name_cell(name),
            share_cell(shares[name], bar=True),
            share_cell(found.alone.scores[name], bar=True),
            share_cell(float(together.alone[model.view_names_.index(name)])),
            Cell(_mostly_by(found, name)),
        ]
        for name in (model.view_names_[j] for j in found.by_votes())
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
        "the model relies on a view. “Only this view is right” counts the rows that every other "
        "view’s votes get wrong, or say nothing about, and this one’s get right: there the views "
        "complete each other. “Mostly by” names the columns, or words, behind a view’s votes."
    )


def _mostly_by(found: Findings, view: str) -> str:
    told = found.mostly_by(view, MOST_FEATURES)
    parts = [f"{shown(name)}\u00a0{percent(share, 0)}" for name, share in told]
    return ", ".join(parts) or "–"


def deciding_section(found: Findings) -> Deciding:
    """Votes over the rounds, rounds won, who rescues whom, and which view knows which class."""
    order = found.by_votes()
    bands, note = _bands(found, order)
    maps = (_knows(found, order), _rescues(found, order)) if found.n_views > 1 else (None, None)
    return Deciding(_deciding_lead(found), bands, note, _wins(found, order), *maps)


def _deciding_lead(found: Findings) -> str:
    if found.n_views == 1:
        return "In each round the view’s best rule on the rows still misjudged casts a vote."
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
