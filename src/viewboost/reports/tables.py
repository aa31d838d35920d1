"""Tables as a page shows them: headings, cells that know how they sort, and small bars."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from viewboost.reports.names import number, percent, shown

MOST_ROWS = 30


@dataclass(frozen=True)
class Heading:
    """The heading of a column: of words, of numbers (at its right), or of bars (at its left)."""

    text: str
    kind: str = ""


def numbers(*texts: str) -> list[Heading]:
    """Headings of columns of numbers."""
    return [Heading(text, "number") for text in texts]


@dataclass(frozen=True)
class Cell:
    """One cell: its text, what it is sorted by (empty: last), and a bar from 0 to 1, if any."""

    text: str
    sort: str | None = None
    bar: float | None = None
    number: bool = False
    name: bool = False


@dataclass(frozen=True)
class Table:
    """A table with what it shows in words; ``note`` says what was left out."""

    caption: str
    headings: list[Heading]
    rows: list[list[Cell]]
    note: str = ""


@dataclass(frozen=True)
class Tint:
    """A cell of a heat map: a text on a ground of some strength, from 0 to 1."""

    text: str
    strength: float
    kind: str = ""


@dataclass(frozen=True)
class Heat:
    """A heat map that is a table, and so can be read without seeing it."""

    heading: str
    caption: str
    corner: str
    columns: list[str]
    rows: list[tuple[str, list[Tint]]] = field(default_factory=list)
    note: str = ""


def name_cell(name: Any) -> Cell:
    """A row's name."""
    return Cell(shown(name), name=True)


def share_cell(share: float, *, bar: bool = False) -> Cell:
    """A share in percent, with a bar if asked for."""
    return Cell(percent(share), _key(share), _length(share) if bar else None, number=True)


def number_cell(value: float, digits: int = 3) -> Cell:
    """A number."""
    return Cell(number(value, digits), _key(value), number=True)


def count_cell(count: int) -> Cell:
    """A count."""
    return Cell(f"{count:,}", str(count), number=True)


def capped(rows: Sequence[Any], what: str, most: int = MOST_ROWS) -> tuple[list[Any], str]:
    """The first rows, and a note that says how many more there are.

    Examples
    --------
    >>> capped([1, 2, 3], "views", 2)
    ([1, 2], 'The first 2 of 3 views are shown.')
    """
    if len(rows) <= most:
        return list(rows), ""
    return list(rows[:most]), f"The first {most:,} of {len(rows):,} {what} are shown."


def _key(value: float) -> str:
    return "" if math.isnan(value) else repr(float(value))


def _length(share: float) -> float:
    return 0.0 if math.isnan(share) else min(max(100 * share, 0.0), 100.0)
