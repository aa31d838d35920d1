"""What the commands print: rich tables for people, JSON for machines."""

from __future__ import annotations

import json
import math
import sys
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

MOST = 50  # rows of a table that people read


def console() -> Console:
    """Where people read; names and labels come from files, so there is no markup in texts."""
    return Console(highlight=False, markup=False, emoji=False)


def printable(text: object) -> str:
    """A text without control characters, which could rewrite the terminal.

    What the terminal's encoding does not have becomes a question mark.
    """
    shown = "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode() for c in str(text)
    )
    encoding = sys.stdout.encoding or "utf-8"
    return shown.encode(encoding, "replace").decode(encoding)


def line(text: str, style: str = "", indent: int = 0, space: bool = False) -> None:
    """A line of text, broken where the terminal ends; ``space`` leaves an empty one below."""
    out = console()
    place = " " * indent
    told = textwrap.fill(printable(text), out.width, initial_indent=place, subsequent_indent=place)
    out.print(Text(told + "\n" * space, style=style))


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """A table: the first column to the left, numbers to the right; only the first of many rows."""
    shown = Table(
        title=Text(printable(title), style="bold") if title else None,
        title_justify="left",
        box=SIMPLE_HEAD,
        pad_edge=False,
        show_edge=False,
    )
    cells = [[_cell(value) for value in row] for row in rows[:MOST]]
    for place, heading in enumerate(head):
        numbers = place > 0 and all(_is_number(row[place]) for row in cells)
        shown.add_column(heading, justify="right" if numbers else "left", overflow="fold")
    for row in cells:
        shown.add_row(*(Text(cell) for cell in row))
    below = f"… and {len(rows) - MOST} more, see --json\n" if len(rows) > MOST else ""
    console().print(shown, below, sep="\n")


def emit(document: Mapping[str, Any]) -> None:
    """One JSON document on stdout."""
    print(json.dumps(_plain(document), indent=2, allow_nan=False))


def _cell(value: object) -> str:
    if isinstance(value, float):
        return "–" if math.isnan(value) else f"{value:.3f}"
    return printable(value)


def _is_number(cell: str) -> bool:
    return all(c in "0123456789.,%±– x-s" for c in cell)


def _plain(value: Any) -> Any:
    """Plain values of JSON: numpy's numbers as Python's, NaN as null."""
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if hasattr(value, "tolist"):  # numpy, which is not imported here
        return _plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)
