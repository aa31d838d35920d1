"""One column of an array or a frame: the sort of its cells, its numbers, its values."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from viewboost.views.table import TableColumn

# What stands for one column here: a one-dimensional ndarray, a column of a table of ours, or a
# narwhals series.
Column = Any

_SORTS = {
    "f": "numeric",
    "i": "numeric",
    "u": "numeric",
    "b": "bool",
    "U": "string",
    "S": "bytes",
    "c": "complex",
    "M": "datetime",
    "m": "timedelta",
}


def sort(column: Column) -> str:
    """What the cells are: numeric, bool, nominal, string, mixed, empty, or a type we refuse."""
    if isinstance(column, TableColumn):
        return column.sort
    if isinstance(column, np.ndarray):
        if column.dtype != object:
            return _SORTS.get(column.dtype.kind, str(column.dtype))
        return _sort_of_objects(values(column))
    dtype = column.dtype
    if dtype.is_numeric():
        return "numeric"
    if dtype == nw.Boolean:
        return "bool"
    if dtype == nw.Categorical or dtype == nw.Enum:
        return "nominal"
    if dtype == nw.String or dtype == nw.Object:
        return _sort_of_objects(values(column))
    if dtype == nw.Unknown:  # what only the library itself knows, such as pandas' Sparse
        return sort(column.to_numpy())
    return str(dtype).split("(")[0].lower()


def numbers(column: Column) -> NDArray[np.float64]:
    """The cells as float64, NaN where there is none."""
    if isinstance(column, TableColumn):
        column = column.data
    if isinstance(column, np.ndarray) and column.dtype != object:
        return column.astype(np.float64)
    if not isinstance(column, np.ndarray):
        if column.dtype.is_numeric() or column.dtype == nw.Boolean:
            return np.asarray(column.cast(nw.Float64).to_numpy(), dtype=np.float64)
        if column.dtype == nw.Unknown:
            return np.asarray(column.to_numpy(), dtype=np.float64)
    return np.array(values(column), dtype=np.float64)


def values(column: Column) -> list[Any]:
    """The cells as Python objects, None where there is none."""
    if isinstance(column, TableColumn):
        column = column.data
    if isinstance(column, np.ndarray):
        return [None if _is_null(cell) else cell for cell in column.tolist()]
    cells = column.to_list()
    for row in np.flatnonzero(column.is_null().to_numpy()):
        cells[row] = None
    return cells


def ordered_levels(column: Column) -> list[Any] | None:
    """The levels of an ordered categorical column in their order, None for any other."""
    if isinstance(column, (np.ndarray, TableColumn)) or not isinstance(column.dtype, nw.Enum):
        return None
    return list(column.dtype.categories)


def _is_null(cell: Any) -> bool:
    # pandas.NA, known by its type's name: comparing it would raise, importing pandas is heavy.
    return (
        cell is None
        or (isinstance(cell, float) and cell != cell)
        or (type(cell).__name__ == "NAType")
    )


def _sort_of_objects(cells: list[Any]) -> str:
    found = {_sort_of_object(cell) for cell in cells if cell is not None}
    if not found:
        return "empty"
    return found.pop() if len(found) == 1 else "mixed" if "string" in found else "numeric"


def _sort_of_object(cell: Any) -> str:
    if isinstance(cell, str):
        return "string"
    return "bool" if isinstance(cell, (bool, np.bool_)) else "numeric"
