"""Frames and series of any library (pandas, polars, pyarrow), seen through narwhals."""

from __future__ import annotations

from collections import Counter
from typing import Any

import narwhals as nw
import numpy as np


def is_frame(X: Any) -> bool:
    """Whether X is a data frame narwhals can read."""
    return bool(nw.dependencies.is_into_dataframe(X))


def is_series(X: Any) -> bool:
    """Whether X is one column of such a frame."""
    return bool(nw.dependencies.is_into_series(X))


def as_series(X: Any) -> Any:
    """A flat pyarrow array as a series; anything else as it is."""
    pa = nw.dependencies.get_pyarrow()
    return pa.chunked_array([X]) if pa is not None and isinstance(X, pa.Array) else X


def column_names(X: Any) -> list[Any]:
    """The column names of a frame; a ValueError names those that occur twice."""
    names = list(X.column_names if hasattr(X, "column_names") else X.columns)
    if len(set(names)) < len(names):
        twice = sorted(str(name) for name, times in Counter(names).items() if times > 1)
        raise ValueError(f"X has several columns of one name: {twice}; rename them.")
    return names


def column(X: Any, position: int) -> nw.Series:
    """One column of a frame."""
    return nw.from_native(X, eager_only=True)[:, position]


def series(X: Any) -> nw.Series:
    """A native series as narwhals sees it."""
    return nw.from_native(X, series_only=True)


def pick(X: Any, positions: int | list[int]) -> Any:
    """Columns of a frame: a series for one position, a frame for a list."""
    return nw.from_native(X, eager_only=True)[:, positions].to_native()


def shape(data: Any) -> tuple[int, ...]:
    """The shape of an array, sparse matrix, frame or series (pyarrow's series have none)."""
    return tuple(data.shape) if hasattr(data, "shape") else (len(data),)


def take_rows(data: Any, rows: Any) -> Any:
    """Rows of an array, sparse matrix, frame or series, in the given order.

    Parameters
    ----------
    data : array, CSR matrix, frame or series
    rows : int array or slice
    """
    if is_frame(data) or is_series(data):
        return nw.from_native(data, eager_only=True, allow_series=True)[rows].to_native()
    return data[rows]


def null_rows(X: Any) -> np.ndarray:
    """The rows of a frame or series in which every cell is null or NaN."""
    whole = nw.from_native(X, eager_only=True, allow_series=True)
    columns = [whole] if is_series(X) else list(whole.iter_columns())
    empty = np.ones(len(whole), dtype=bool)
    for one in columns:
        empty &= nulls(one)
    return empty


def nulls(one: nw.Series) -> np.ndarray:
    """The cells of a column that are null or NaN."""
    missing = one.is_null().to_numpy()
    if one.dtype.is_float():
        missing = missing | np.isnan(one.cast(nw.Float64).to_numpy())
    return missing
