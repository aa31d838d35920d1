"""Write tables as CSV that a spreadsheet does not run."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Mapping, Sequence
from typing import IO, Any

import numpy as np
from numpy.typing import ArrayLike

from viewboost.io.atomic import write_atomically
from viewboost.tables.errors import TableError
from viewboost.views.container import Views

DANGEROUS = ("=", "+", "-", "@", "\t", "\r")


def write_csv(file: IO[str], columns: Mapping[str, Sequence[Any]]) -> None:
    """Write columns of one length, with a line of names.

    A text that a spreadsheet would take for a formula gets a ``'`` before it.

    Examples
    --------
    >>> import sys
    >>> write_csv(sys.stdout, {"class": ["a", "=cmd()"], "score": [-0.5, 1.0]})
    class,score
    a,-0.5
    '=cmd(),1.0
    """
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(map(_safe, columns))
    writer.writerows([_safe(cell) for cell in row] for row in zip(*columns.values()))


def save_csv(path: str | os.PathLike[str], columns: Mapping[str, Sequence[Any]]) -> None:
    """Write columns to a file, as a whole or not at all."""
    text = io.StringIO()
    write_csv(text, columns)
    write_atomically(path, [text.getvalue().encode("utf-8")])


def _safe(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(DANGEROUS) else cell


def flat_columns(
    views: Views, y: ArrayLike, names: Mapping[str, Sequence[str]]
) -> dict[str, list[Any]]:
    """The columns of a container under names that begin with that of their view, then the class.

    Parameters
    ----------
    views : Views
        Of arrays and strings; sparse blocks make no table.
    y : array-like
        The classes.
    names : mapping of str to sequence of str
        Names of the columns of some views; the others are numbered.

    Examples
    --------
    >>> import numpy as np
    >>> flat_columns(Views(a=np.eye(2), s=["x", None]), [0, 1], {})
    {'a_1': [1.0, 0.0], 'a_2': [0.0, 1.0], 's': ['x', ''], 'class': [0, 1]}
    """
    columns: dict[str, list[Any]] = {}
    for view, block in views.items():
        if not isinstance(block, np.ndarray):
            raise TableError(f"view {view!r} is sparse, which makes no table; use it from Python")
        if block.ndim == 1:
            columns[view] = _cells(block)
            continue
        numbered = [str(j + 1) for j in range(block.shape[1])]
        for name, column in zip(names.get(view, numbered), block.T):
            columns[f"{view}_{name}"] = _cells(column)
    return columns | {"class": np.asarray(y).tolist()}


def _cells(column: np.ndarray) -> list[Any]:
    return ["" if cell is None or cell != cell else cell for cell in column.tolist()]
