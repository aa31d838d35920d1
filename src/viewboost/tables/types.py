"""From cells of text to typed columns, by one stated rule.

A cell is missing if it is one of the markers. A column is numeric if all other cells are
numbers, bool if they are true and false, else a column of strings.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost.tables.errors import TableError
from viewboost.views.table import TableColumn

MISSING = ("", "NA", "N/A", "NaN", "nan", "NULL", "null")

_INTEGER = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(
    r"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|inf|infinity)", re.I
)
_FLAGS = {"true": True, "false": False}
_LARGEST = np.iinfo(np.int64).max


def typed(
    where: str, cells: Sequence[str], missing: Collection[str], sort: str | None = None
) -> TableColumn:
    """The column of these cells.

    Parameters
    ----------
    where : str
        How an error names the column.
    cells : sequence of str
    missing : collection of str
        The markers of a missing cell.
    sort : {"numeric", "bool", "string"}, optional
        What the column must be; None leaves it to the rule.

    Examples
    --------
    >>> typed("column 'age'", ["31", "NA", "8"], MISSING)
    TableColumn(data=array([31., nan,  8.]), sort='numeric')
    >>> typed("column 'zip'", ["04103", "10115"], MISSING, sort="string").data
    array(['04103', '10115'], dtype=object)
    >>> typed("column 'age'", ["31", "old"], MISSING, sort="numeric")
    Traceback (most recent call last):
        ...
    viewboost.tables.errors.TableError: column 'age', row 2: 'old' is not a number
    """
    stripped = [cell.strip() for cell in cells]
    present = [cell for cell in stripped if cell not in missing]
    if sort is None:
        sort = _sort(present)
    else:
        _check(where, stripped, missing, sort)
    if sort == "numeric":
        return TableColumn(_numbers(stripped, missing), sort)
    if sort == "bool":
        return TableColumn(_flags(stripped, missing), sort)
    values = [None if s in missing else cell for s, cell in zip(stripped, cells)]
    return TableColumn(_objects(values), sort)


def _sort(present: Sequence[str]) -> str:
    if not present:
        return "empty"
    if all(map(_NUMBER.fullmatch, present)):
        return "numeric"
    return "bool" if all(cell.lower() in _FLAGS for cell in present) else "string"


def _check(where: str, cells: Sequence[str], missing: Collection[str], sort: str) -> None:
    """Refuse the first cell that is not of the sort that its column must be."""
    for row, cell in enumerate(cells):
        if cell in missing:
            continue
        if sort == "numeric" and not _NUMBER.fullmatch(cell):
            raise TableError(f"{where}, row {row + 1}: {cell!r:.60} is not a number")
        if sort == "bool" and cell.lower() not in _FLAGS:
            raise TableError(f"{where}, row {row + 1}: {cell!r:.60} is neither true nor false")


def _numbers(cells: Sequence[str], missing: Collection[str]) -> NDArray[Any]:
    """int64 where every cell is a whole number that fits, else float64."""
    if all(map(_INTEGER.fullmatch, cells)):
        # Longer than any int64, int() itself would refuse it one day.
        whole = [int(cell) if len(cell) < 25 else _LARGEST + 1 for cell in cells]
        if all(-_LARGEST <= number <= _LARGEST for number in whole):
            return np.array(whole, dtype=np.int64)
    return np.array([np.nan if cell in missing else float(cell) for cell in cells])


def _flags(cells: Sequence[str], missing: Collection[str]) -> NDArray[Any]:
    if any(cell in missing for cell in cells):
        return _objects([None if cell in missing else _FLAGS[cell.lower()] for cell in cells])
    return np.array([_FLAGS[cell.lower()] for cell in cells], dtype=bool)


def _objects(values: Sequence[Any]) -> NDArray[Any]:
    data = np.empty(len(values), dtype=object)
    data[:] = values
    return data
