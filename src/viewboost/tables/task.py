"""A table with a target and views: what is learned from, as the algorithms take it."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost.tables.errors import TableError
from viewboost.tables.grouping import (
    Grouping,
    TextRule,
    as_levels,
    declared_views,
    grouped_views,
)
from viewboost.tables.reading import read_table
from viewboost.tables.types import MISSING
from viewboost.views.hints import unknown
from viewboost.views.table import Table, TableColumn


@dataclass(frozen=True)
class Task:
    """What is learned from.

    Attributes
    ----------
    X : Table
        The columns of the views.
    y : array of shape (n_labelled,)
        The labels of the rows that have one.
    labelled : bool array of shape (n,)
        Which rows have a label.
    grouping : Grouping
        The views, and the columns that are in none.
    """

    X: Table
    y: NDArray[Any]
    labelled: NDArray[np.bool_]
    grouping: Grouping

    def triples(self, depth: int | None = None) -> list[tuple[str, Any, Any]]:
        """The views with their learners: for numbers trees of a depth, or the algorithm's own."""
        return [view.triple(depth) for view in self.grouping.views]

    @property
    def optional(self) -> tuple[str, ...]:
        """The views of text: a row without a text lacks the view."""
        return tuple(view.name for view in self.grouping.views if view.is_text)

    @property
    def X_labelled(self) -> Table:
        """The rows that have a label."""
        return self.X if self.labelled.all() else self.X[self.labelled]

    @property
    def X_unlabelled(self) -> Table | None:
        """The rows that have none; None if all have one."""
        return None if self.labelled.all() else self.X[~self.labelled]


def read_task(
    path: str | os.PathLike[str],
    target: str,
    *,
    views: Mapping[str, Sequence[str]] | None = None,
    rule: TextRule | None = None,
    ignore: Collection[str] = (),
    separator: str | None = None,
    missing: Collection[str] = MISSING,
    taken: Collection[str] = (),
) -> Task:
    """Read a file to learn from: its target, and its columns as views.

    Parameters
    ----------
    path : path-like
        As in :func:`read_table`, also for ``separator`` and ``missing``.
    target : str
        The column of the labels.
    views : mapping of str to columns, optional
        By default the columns are grouped by the rule of :mod:`viewboost.tables.grouping`.
    rule : TextRule, optional
        Columns to be read as words, letters or levels, whatever the rule says.
    ignore : collection of str
        Columns to leave out.
    taken : collection of str
        Names that views chosen by the rule cannot have.

    Returns
    -------
    Task

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "people.csv"
    >>> rows = ["Ann,31,golf", "Bob,40,judo", "Eve,22,golf", "Dan,35,judo"]
    >>> _ = path.write_text("\\n".join(["name,age,sport", *rows]))
    >>> task = read_task(path, "sport")
    >>> task.y
    array(['golf', 'judo', 'golf', 'judo'], dtype='<U4')
    >>> task.triples()
    [('table', None, ['age']), ('name', NGram(), 'name')]
    """
    rule = TextRule() if rule is None else rule
    table = read_table(
        path, separator=separator, missing=missing, sorts=dict.fromkeys(_text(rule), "string")
    )
    place = os.fsdecode(path)
    labels, labelled = read_target(table, target, place)
    _check_known(place, [*rule.names(), *ignore], table.columns)
    rest = table.select([c for c in table.columns if c != target and c not in ignore])
    if not rest.columns:
        raise TableError(f"{place}: besides the target {target!r} there is no column to learn from")
    grouping = declared_views(rest, views, rule) if views else grouped_views(rest, rule, taken)
    grouping = Grouping(
        grouping.views, {**grouping.unused, **dict.fromkeys(ignore, "left out as asked")}
    )
    return Task(grouping.apply(rest), labels, labelled, grouping)


def read_target(table: Table, target: str, place: str) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """The labels to learn from, of the rows that have one; and which rows these are."""
    labels, labelled = read_labels(table, target, place)
    if labels.dtype.kind == "f":
        raise TableError(
            f"{place}: the target {target!r} holds numbers such as {_fraction(labels):g}; classes "
            "are needed, so cut it into some first"
        )
    classes, counts = np.unique(labels, return_counts=True)
    if len(classes) < 2:
        raise TableError(f"{place}: the target {target!r} is {labels[0]!s:.60} in every row")
    if counts.max() == 1:
        raise TableError(
            f"{place}: each of the {len(classes)} values of the target {target!r} occurs once; "
            "there is nothing to learn from"
        )
    return labels, labelled


def read_labels(table: Table, target: str, place: str) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """The labels of the rows that have one, and which rows these are."""
    if target not in table.columns:
        what = f"{place}: the target {target!r} is not there"
        raise TableError(unknown(what, target, table.columns, "columns"))
    column = table.column(target)
    if column.sort not in ("numeric", "bool", "nominal", "string"):
        what = "has no values" if column.sort == "empty" else f"is of type {column.sort}"
        raise TableError(f"{place}: the target {target!r} {what}")
    labelled = np.array([cell is not None and cell == cell for cell in column.data.tolist()])
    if not labelled.any():
        raise TableError(f"{place}: the target {target!r} has no values")
    return _labels(column, labelled), labelled


def read_rows(
    path: str | os.PathLike[str],
    model: Any,
    *,
    target: str | None = None,
    separator: str | None = None,
    missing: Collection[str] = MISSING,
) -> tuple[Table, Table]:
    """New rows for a fitted model: the columns it reads, and the whole table.

    Parameters
    ----------
    path : path-like
        As in :func:`read_table`, also for ``separator`` and ``missing``.
    model : classifier
        Fitted on one X with named columns; it knows which are numbers and which are text.
    target : str, optional
        A column of labels, read as labels of the model's type.
    """
    names = getattr(model, "feature_names_in_", None)
    if names is None:
        raise TableError(
            "the model was fitted on arrays, not on columns with names; use it from Python"
        )
    sorts = _sorts(model)
    if target is not None:
        sorts[target] = _SORTS.get(model.classes_.dtype.kind, "string")
    table = read_table(path, separator=separator, missing=missing, sorts=sorts)
    lacking = [name for name in names if name not in table.columns]
    if lacking:
        what = f"{os.fsdecode(path)}: the model needs the column {lacking[0]!r}, which is not there"
        raise TableError(unknown(what, lacking[0], table.columns, "columns"))
    columns = {name: table.column(name) for name in names}
    for name in _nominal(model):  # as they were at fit, where a model is fitted to them again
        columns[name] = as_levels(columns[name])
    return Table(columns), table


def _labels(column: TableColumn, labelled: NDArray[np.bool_]) -> NDArray[Any]:
    """Strings, bools or whole numbers as arrays of their own type; other numbers stay floats."""
    data = column.data[labelled]
    if data.dtype != object:
        whole = data.dtype.kind == "f" and np.isfinite(data).all() and (data % 1 == 0).all()
        return data.astype(np.int64) if whole and (np.abs(data) < 2**53).all() else data
    return np.array(data.tolist())


def _fraction(labels: NDArray[Any]) -> float:
    """A label that shows why these are no classes."""
    return next((label for label in labels.tolist() if label % 1), float(labels[0]))


def _text(rule: TextRule) -> list[str]:
    return [*rule.words, *rule.letters]


def _check_known(place: str, given: Collection[str], columns: Sequence[str]) -> None:
    for name in given:
        if name not in columns:
            what = f"{place}: column {name!r} is not there"
            raise TableError(unknown(what, name, columns, "columns"))


_SORTS = {"b": "bool", "i": "numeric", "u": "numeric", "f": "numeric"}


def _nominal(model: Any) -> list[str]:
    """The columns that were read as levels."""
    return [
        name
        for layout in model._gate.layouts
        for name, known in zip(layout.labels, layout.levels)
        if known is not None and known != (False, True)
    ]


def _sorts(model: Any) -> dict[str, str]:
    """What each column of the training rows was."""
    sorts = {}
    for layout in model._gate.layouts:
        levels = layout.levels or (None,) * len(layout.labels)
        for name, known in zip(layout.labels, levels):
            if layout.kind == "strings" or (known and isinstance(known[0], str)):
                sorts[name] = "string"
            elif layout.kind == "dense":
                sorts[name] = "bool" if known == (False, True) else "numeric"
    return sorts
