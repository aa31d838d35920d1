"""Parsers of tables of text: delimited files, ARFF and the like, as columns of numbers."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

MISSING = ("?", "", "NaN", "<null>")


@dataclass(frozen=True)
class Table:
    """Columns as numbers (nominal ones as codes, missing cells NaN), and the classes."""

    columns: tuple[str, ...]
    values: NDArray[np.float64]
    nominal: tuple[int, ...]
    target: NDArray


@dataclass(frozen=True)
class TableFormat:
    """How a file of cells is read.

    Parameters
    ----------
    delimiter : str
        Between cells; a space stands for any number of blanks.
    target : int, default=-1
        The column of the class.
    dropped : sequence of int
        Columns that are no features, as an identity.
    nominal : sequence of int or "words"
        The nominal ones among the features that stay; "words": those with a cell that is no
        number.
    header : bool, default=False
        Whether the first line names the columns. A file with ``@data`` names them itself.
    without : sequence of str
        Classes whose rows are left out.
    relabel : mapping of str to str
        New names of classes.
    """

    delimiter: str = ","
    target: int = -1
    dropped: Sequence[int] = ()
    nominal: Sequence[int] | str = "words"
    header: bool = False
    without: Sequence[str] = ()
    relabel: Mapping[str, str] | None = None

    def parse(self, paths: Sequence[Path]) -> Table:
        """The rows of all files, one after the other."""
        names: list[str] = []
        rows: list[list[str]] = []
        for path in paths:
            names, more = self._cells(path)
            rows += more
        return self.table(names, rows)

    def table(self, names: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
        """Cells of text as numbers and classes; without names the columns are A1, A2, …."""
        cells = np.array(rows, dtype=object)
        target = self.target % cells.shape[1]
        labels = [(self.relabel or {}).get(label, label) for label in cells[:, target]]
        kept = ~np.isin(labels, list(self.without))
        columns = [i for i in range(cells.shape[1]) if i != target and i not in self.dropped]
        numbers = [_as_numbers(cells[kept, i]) for i in columns]
        if isinstance(self.nominal, str):
            nominal = [i for i, column in enumerate(numbers) if column is None]
        else:
            nominal = list(self.nominal)
        for i in nominal:
            numbers[i] = _as_codes(cells[kept, columns[i]])
        return Table(
            tuple(names[i] if names else f"A{i + 1}" for i in columns),
            np.column_stack(numbers),
            tuple(nominal),
            as_labels(np.array(labels)[kept]),
        )

    def _cells(self, path: Path) -> tuple[list[str], list[list[str]]]:
        lines = [line.strip() for line in _text(path).splitlines()]
        lines = [line for line in lines if line and not line.startswith("%")]
        names = []
        start = next((i for i, line in enumerate(lines) if line.lower() == "@data"), None)
        if start is not None:
            names = [_attribute(line) for line in lines[:start] if _is_attribute(line)]
            lines = lines[start + 1 :]
        if self.delimiter == " ":
            return names, [line.split() for line in lines]
        rows = list(
            csv.reader(lines, delimiter=self.delimiter, quotechar="'", skipinitialspace=True)
        )
        rows = [[cell.strip() for cell in row] for row in rows]
        return (rows[0], rows[1:]) if self.header else (names, rows)


def as_labels(labels: NDArray) -> NDArray:
    """Classes as integers where all are, else as strings."""
    try:
        return labels.astype(np.int64)
    except ValueError:
        return labels.astype(str)


def _text(path: Path) -> str:
    content = path.read_bytes()
    if path.suffix == ".gz":
        content = gzip.decompress(content)
    return content.decode("utf-8", errors="replace")


def _is_attribute(line: str) -> bool:
    return line.lower().startswith("@attribute")


def _attribute(line: str) -> str:
    """The name in ``@attribute name type``; it may be quoted, or touch the brace."""
    rest = line.split(None, 1)[1].split("{")[0]
    if rest.startswith("'"):
        return rest[1 : rest.index("'", 1)]
    return rest.split()[0]


def _as_numbers(cells: NDArray) -> NDArray[np.float64] | None:
    """The cells as numbers; None where one is a word."""
    try:
        return np.array([np.nan if cell in MISSING else float(cell) for cell in cells])
    except ValueError:
        return None


def _as_codes(cells: NDArray) -> NDArray[np.float64]:
    """The place of each cell among the sorted levels; 1 and 1.0 are one level."""
    numbers = _as_numbers(cells)
    lacking = np.isin(cells, MISSING)
    levels = cells.astype(str) if numbers is None else numbers
    codes = np.full(len(cells), np.nan)
    codes[~lacking] = np.unique(levels[~lacking], return_inverse=True)[1]
    return codes
