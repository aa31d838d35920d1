"""Text files of cells: CSV and TSV, read with the standard library."""

from __future__ import annotations

import csv
import io
import os
import re
from collections import Counter
from collections.abc import Collection, Mapping

from viewboost.tables.errors import TableError
from viewboost.tables.types import typed
from viewboost.views.table import Table

SEPARATORS = ",;\t"


def read_delimited(
    path: str | os.PathLike[str],
    separator: str | None,
    missing: Collection[str],
    sorts: Mapping[str, str],
) -> Table:
    """The table of a file of cells whose first line names the columns.

    Parameters
    ----------
    path : path-like
    separator : str or None
        None: of comma, semicolon and tab the one that the first line has most of.
    missing : collection of str
        The markers of a missing cell.
    sorts : mapping of str to str
        What columns must be; the others are typed by the rule.
    """
    place = os.fsdecode(path)
    names, rows = _cells(place, _text(path, place), separator)
    _check_names(place, names)
    if not rows:
        raise TableError(f"{place}: a line of names, and no rows below it")
    return Table(
        {
            name: typed(f"{place}: column {name!r}", cells, missing, sorts.get(name))
            for name, cells in zip(names, zip(*rows))
        }
    )


def _text(path: str | os.PathLike[str], place: str) -> str:
    with open(path, "rb") as file:
        raw = file.read()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise TableError(
            f"{place}: line {line} is not UTF-8 (byte {raw[error.start]:#04x}); save the file as "
            "UTF-8"
        ) from error
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise TableError(f"{place}: line {line} has a NUL byte; this is no text file")
    if not text.strip():
        raise TableError(f"{place}: the file is empty")
    return text


def _cells(place: str, text: str, separator: str | None) -> tuple[list[str], list[list[str]]]:
    """The names of the first line, and the cells of the others; blank lines are passed over."""
    separator = separator or _separator(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[list[str]] = []
    begin = 1
    try:
        for row in reader:
            if row and rows and len(row) != len(rows[0]):
                raise TableError(
                    f"{place}: line {begin} has {len(row)} cells, the header {len(rows[0])}"
                )
            if row:
                rows.append(row)
            begin = reader.line_num + 1
    except csv.Error as error:
        raise TableError(f"{place}: line {begin}: {error}") from error
    return [name.strip() for name in rows[0]], rows[1:]


def _separator(text: str) -> str:
    """Of those in use the one that the first line has most of outside quotes; comma in a tie."""
    header = re.sub('"[^"]*"', "", text.lstrip("\r\n").splitlines()[0])
    return max(SEPARATORS, key=header.count)


def _check_names(place: str, names: list[str]) -> None:
    twice = [name for name, times in Counter(names).items() if times > 1]
    if "" in names:
        raise TableError(f"{place}: column {names.index('') + 1} has no name in the first line")
    if twice:
        raise TableError(f"{place}: several columns are called {twice[0]!r}; rename them")
