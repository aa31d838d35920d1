"""Parquet files, read through pyarrow."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from viewboost.tables.errors import TableError
from viewboost.views.frames import column_names
from viewboost.views.table import Table, TableColumn


def read_parquet(path: str | os.PathLike[str]) -> Table:
    """The table of a Parquet file; columns of dictionary type are nominal."""
    pyarrow = _pyarrow()
    place = os.fsdecode(path)
    with open(path, "rb") as file:
        try:
            whole = pyarrow.parquet.ParquetFile(file).read()
        except (pyarrow.ArrowException, OSError, ValueError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise TableError(f"{place}: not readable as Parquet: {reason:.200}") from error
    column_names(whole, place)
    if not whole.num_columns or not whole.num_rows:
        raise TableError(f"{place}: {whole.num_rows} rows of {whole.num_columns} columns")
    return Table({name: _column(pyarrow, whole.column(name)) for name in whole.column_names})


def _column(pyarrow: Any, column: Any) -> TableColumn:
    types, kind = pyarrow.types, column.type
    if types.is_integer(kind) or types.is_floating(kind):
        return TableColumn(column.to_numpy(), "numeric")
    if types.is_decimal(kind):
        return TableColumn(column.cast(pyarrow.float64()).to_numpy(), "numeric")
    if types.is_boolean(kind):
        return TableColumn(column.to_numpy(), "bool")
    if types.is_null(kind):
        return TableColumn(np.full(len(column), None, dtype=object), "empty")
    if types.is_dictionary(kind):
        return TableColumn(_objects(column.cast(kind.value_type)), "nominal")
    if types.is_string(kind) or types.is_large_string(kind):
        data = _objects(column)
        return TableColumn(data, "string" if column.null_count < len(column) else "empty")
    # What no learner reads is kept by its type's name, to be refused if it is asked for.
    return TableColumn(np.full(len(column), None, dtype=object), str(kind))


def _objects(column: Any) -> np.ndarray:
    data = np.empty(len(column), dtype=object)
    data[:] = column.to_pylist()
    return data


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ImportError(
            'Parquet files are read through pyarrow; pip install "viewboost[parquet]"'
        ) from error
    return pyarrow
