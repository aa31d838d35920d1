"""Frames and series: those of any library (pandas, polars, pyarrow) through narwhals, and ours."""

from __future__ import annotations

from collections import Counter
from typing import Any

import narwhals as nw
import numpy as np
from scipy import sparse

from viewboost.views.table import Table, TableColumn, stack_columns, stack_tables


def is_frame(X: Any) -> bool:
    """Whether X is a table of ours, or a data frame narwhals can read."""
    return isinstance(X, Table) or bool(nw.dependencies.is_into_dataframe(X))


def is_series(X: Any) -> bool:
    """Whether X is one column of such a frame."""
    return isinstance(X, TableColumn) or bool(nw.dependencies.is_into_series(X))


def as_series(X: Any) -> Any:
    """A flat pyarrow array as a series; anything else as it is."""
    pa = nw.dependencies.get_pyarrow()
    return pa.chunked_array([X]) if pa is not None and isinstance(X, pa.Array) else X


def column_names(X: Any, where: str) -> list[Any]:
    """The column names of a frame; a ValueError names those that occur twice."""
    names = list(X.column_names if hasattr(X, "column_names") else X.columns)
    if len(set(names)) < len(names):
        twice = sorted(str(name) for name, times in Counter(names).items() if times > 1)
        raise ValueError(f"{where} has several columns of one name: {twice}; rename them.")
    return names


def series(X: Any) -> list[Any]:
    """The columns of a frame, or the one of a series, as narwhals sees them; ours as they are."""
    if isinstance(X, (Table, TableColumn)):
        return [X] if isinstance(X, TableColumn) else [X.column(name) for name in X.columns]
    whole = nw.from_native(X, eager_only=True, allow_series=True)
    return [whole] if is_series(X) else list(whole.iter_columns())


def plain(X: Any) -> Any:
    """A pandas frame of numpy's numbers as one array, not copied if pandas keeps it as one.

    Anything else comes back as it is.
    """
    if not hasattr(X, "iloc") or not is_frame(X):
        return X
    is_plain = all(isinstance(t, np.dtype) and t.kind in "fiu" for t in X.dtypes)
    return X.to_numpy() if is_plain else X


def pick(X: Any, positions: int | list[int]) -> Any:
    """Columns of a frame: a series for one position, a frame for a list."""
    if isinstance(X, Table):
        names = X.columns
        if isinstance(positions, int):
            return X.column(names[positions])
        return X.select(names[i] for i in positions)
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
    ours = isinstance(data, (Table, TableColumn))
    if not ours and (is_frame(data) or is_series(data)):
        return nw.from_native(data, eager_only=True, allow_series=True)[rows].to_native()
    return data[rows]


def stack_rows(above: Any, below: Any) -> Any:
    """The rows of two arrays, sparse matrices, frames or series of one kind, one below the other.

    Numbers of two types become float64 where the library would refuse to join them.
    """
    if isinstance(above, Table):
        return stack_tables(above, below)
    if isinstance(above, TableColumn):
        return stack_columns(above, below)
    if is_series(above):
        wholes = [nw.from_native(x, series_only=True).alias("").to_frame() for x in (above, below)]
        return nw.concat(_alike(*wholes)).get_column("").to_native()
    if is_frame(above):
        wholes = [nw.from_native(x, eager_only=True) for x in (above, below)]
        return nw.concat(_alike(*wholes)).to_native()
    if sparse.issparse(above):
        return sparse.vstack([above, below], format="csr")
    return np.concatenate([above, below])


def _alike(above: nw.DataFrame, below: nw.DataFrame) -> list[nw.DataFrame]:
    types, others = above.schema, below.schema
    mixed = [
        name
        for name in types
        if types[name] != others[name] and types[name].is_numeric() and others[name].is_numeric()
    ]
    return [
        whole.with_columns(*[whole.get_column(name).cast(nw.Float64) for name in mixed])
        for whole in (above, below)
    ]


def null_rows(X: Any) -> np.ndarray:
    """The rows of a frame or series in which every cell is null or NaN."""
    empty = np.ones(shape(X)[0], dtype=bool)
    for column in series(X):
        if isinstance(column, TableColumn):
            empty &= np.array([cell is None or cell != cell for cell in column.data.tolist()])
            continue
        missing = column.is_null().to_numpy()
        if column.dtype.is_float():
            missing = missing | np.isnan(column.cast(nw.Float64).to_numpy())
        empty &= missing
    return empty
