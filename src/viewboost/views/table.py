"""A table of named columns without a frame library: what files are read into."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost.views.keys import as_rows


@dataclass(frozen=True)
class TableColumn:
    """The cells of one column, and of what sort they are.

    Attributes
    ----------
    data : array of shape (n,)
        Numbers (NaN where there is none), bools, or objects (None where there is none).
    sort : str
        "numeric", "bool", "nominal", "string" or "empty"; any other word is a type that no
        learner reads, and is named in the error that refuses it.
    """

    data: NDArray[Any]
    sort: str

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of cells, in a tuple as arrays have it."""
        return self.data.shape

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, rows: Any) -> TableColumn:
        return TableColumn(self.data[rows], self.sort)


class Table:
    """Named columns of one length, indexed by rows as scikit-learn does.

    Parameters
    ----------
    columns : mapping of str to TableColumn

    Examples
    --------
    >>> import numpy as np
    >>> from viewboost.views.table import Table, TableColumn
    >>> height = TableColumn(np.array([1.8, 1.6, np.nan]), "numeric")
    >>> sport = TableColumn(np.array(["golf", "judo", None], dtype=object), "nominal")
    >>> table = Table({"height": height, "sport": sport})
    >>> table
    Table(3 rows, height: numeric, sport: nominal)
    >>> table[[0, 1]].select(["sport"]).column("sport").data
    array(['golf', 'judo'], dtype=object)
    """

    def __init__(self, columns: Mapping[str, TableColumn]):
        self._columns = dict(columns)

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self._columns)

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and of columns."""
        first = next(iter(self._columns.values()), ())
        return len(first), len(self._columns)

    def __len__(self) -> int:
        return self.shape[0]

    def column(self, name: str) -> TableColumn:
        """The column of a name."""
        return self._columns[name]

    def select(self, names: Iterable[str]) -> Table:
        """The table of some columns, in the order asked for."""
        return Table({name: self._columns[name] for name in names})

    def __getitem__(self, key: Any) -> Table:
        rows = as_rows(key, len(self))
        return Table({name: column[rows] for name, column in self._columns.items()})

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}: {column.sort}" for name, column in self._columns.items())
        return f"Table({len(self)} rows, {parts})"


def stack_tables(above: Table, below: Table) -> Table:
    """The rows of two tables with the same columns, one below the other."""
    return Table(
        {name: stack_columns(above.column(name), below.column(name)) for name in above.columns}
    )


def stack_columns(above: TableColumn, below: TableColumn) -> TableColumn:
    """The cells of two columns, one below the other."""
    return TableColumn(np.concatenate([above.data, below.data]), above.sort)
