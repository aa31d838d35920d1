"""Which columns make which views, and how text is read: the rule of the command line.

A column of strings is read as words (a bag of words) if its cells have three words or more on
average; as levels if it has at most 20 different values, each five times on average; and as
letters (n-grams of characters) otherwise. Beside other columns of its view it is read as levels.

Where no views are declared, each column of words or letters is a view of its own, columns whose
names begin alike (``sepal_length``, ``sepal_width``; ``x1``, ``x2``) are a view of that name, and
what is left over is the view ``table``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from viewboost.learners.native import Tree
from viewboost.learners.ngram import NGram
from viewboost.learners.words import BagOfWords
from viewboost.tables.errors import TableError
from viewboost.views.hints import unknown
from viewboost.views.table import Table, TableColumn

WORDS, LETTERS, LEVELS, NUMBERS = "words", "letters", "levels", "numbers"
MANY_WORDS, FEW_VALUES, OFTEN = 3, 20, 5
REST = "table"
_PREFIX = re.compile(r"[^\W\d_]+(?=[\W\d_])")


@dataclass(frozen=True)
class TextRule:
    """How the user wants some columns read, whatever the rule says."""

    words: Collection[str] = ()
    letters: Collection[str] = ()
    levels: Collection[str] = ()

    def way(self, name: str, column: TableColumn) -> str:
        """How a column is read when it is alone in its view."""
        for way in (WORDS, LETTERS, LEVELS):
            if name in getattr(self, way):
                return way
        if column.sort == "string":
            return _way_of_text(column)
        return LEVELS if column.sort in ("nominal", "bool") else NUMBERS

    def names(self) -> Iterable[str]:
        """All columns that are named."""
        return [*self.words, *self.letters, *self.levels]


@dataclass(frozen=True)
class ChosenView:
    """A view: its name, its columns, and for each how it is read."""

    name: str
    columns: tuple[str, ...]
    ways: tuple[str, ...]

    @property
    def is_text(self) -> bool:
        """Whether it is one column of words or letters."""
        return self.ways[0] in (WORDS, LETTERS)

    def learner(self, depth: int | None) -> Any:
        """The learner of its way: trees for numbers and levels; None is left to the algorithm."""
        if self.is_text:
            return BagOfWords() if self.ways[0] == WORDS else NGram()
        return None if depth is None else Tree(max_depth=depth)

    def triple(self, depth: int | None) -> tuple[str, Any, Any]:
        """The view as the algorithms take it."""
        columns = self.columns[0] if self.is_text else list(self.columns)
        return self.name, self.learner(depth), columns


@dataclass(frozen=True)
class Grouping:
    """The views of a table, and the columns that are in none, with the reason."""

    views: tuple[ChosenView, ...]
    unused: Mapping[str, str] = field(default_factory=dict)

    def apply(self, table: Table) -> Table:
        """The table of the columns that are used, in their order, with levels marked as such."""
        ways = {n: w for view in self.views for n, w in zip(view.columns, view.ways)}
        used = [name for name in table.columns if name in ways]
        return Table(
            {
                name: as_levels(table.column(name)) if ways[name] == LEVELS else table.column(name)
                for name in used
            }
        )


def declared_views(table: Table, views: Mapping[str, Sequence[str]], rule: TextRule) -> Grouping:
    """The views that a user declares; ``*`` and ``?`` in a column's name stand for any letters.

    Examples
    --------
    >>> import numpy as np
    >>> column = TableColumn(np.arange(3.0), "numeric")
    >>> table = Table({"age": column, "x1": column, "x2": column})
    >>> chosen = declared_views(table, {"image": ["x*"]}, TextRule())
    >>> chosen.views
    (ChosenView(name='image', columns=('x1', 'x2'), ways=('numbers', 'numbers')),)
    >>> chosen.unused
    {'age': 'in no view'}
    """
    chosen = []
    for name, given in views.items():
        columns = _expanded(table, name, given)
        chosen.append(ChosenView(name, columns, _ways(table, name, columns, rule)))
    used = {column for view in chosen for column in view.columns}
    unused = {column: "in no view" for column in table.columns if column not in used}
    return Grouping(tuple(chosen), unused)


def grouped_views(table: Table, rule: TextRule, taken: Collection[str] = ()) -> Grouping:
    """The views of a table for which none are declared.

    Parameters
    ----------
    table : Table
    rule : TextRule
    taken : collection of str
        Names that a view cannot have, since they are those of parameters.

    Examples
    --------
    >>> import numpy as np
    >>> number = TableColumn(np.arange(3.0), "numeric")
    >>> texts = np.array(["old red wine", "dry white wine", "good old port"], dtype=object)
    >>> names = ["age", "sepal_length", "sepal_width"]
    >>> table = Table({name: number for name in names} | {"note": TableColumn(texts, "string")})
    >>> [(view.name, view.columns) for view in grouped_views(table, TextRule()).views]
    [('sepal', ('sepal_length', 'sepal_width')), ('table', ('age',)), ('note', ('note',))]
    """
    ways, unused = {}, {}
    for name in table.columns:
        reason = _useless(table.column(name))
        if reason is None:
            ways[name] = rule.way(name, table.column(name))
        else:
            unused[name] = reason
    if not ways:
        raise TableError("no column is left to make a view of")
    alone = [name for name, way in ways.items() if way in (WORDS, LETTERS)]
    groups = _by_prefix([name for name in ways if name not in alone])
    groups |= {_free(name, groups): [name] for name in alone}
    views = tuple(
        ChosenView(_allowed(name, taken), tuple(columns), tuple(ways[c] for c in columns))
        for name, columns in groups.items()
    )
    return Grouping(views, unused)


def _way_of_text(column: TableColumn) -> str:
    texts = [text for text in column.data if text is not None]
    if sum(len(text.split()) for text in texts) >= MANY_WORDS * len(texts):
        return WORDS
    different = len(set(texts))
    return LEVELS if different <= min(FEW_VALUES, len(texts) / OFTEN) else LETTERS


def _ways(table: Table, view: str, columns: Sequence[str], rule: TextRule) -> tuple[str, ...]:
    if len(columns) == 1:
        return (rule.way(columns[0], table.column(columns[0])),)
    for name in columns:
        if name in rule.words or name in rule.letters:
            raise TableError(
                f"view {view!r}: column {name!r} is to be read as text, so it needs a view of its "
                "own"
            )
    strings = ("string", "nominal", "bool")
    return tuple(
        LEVELS if c in rule.levels or table.column(c).sort in strings else NUMBERS for c in columns
    )


def _expanded(table: Table, view: str, given: Sequence[str]) -> tuple[str, ...]:
    columns: list[str] = []
    for name in given:
        found = [name] if name in table.columns else []
        if not found and set("*?") & set(name):
            found = [column for column in table.columns if fnmatchcase(column, name)]
        if not found:
            what = f"view {view!r}: column {name!r} is not in the table"
            raise TableError(unknown(what, name, table.columns, "columns"))
        columns += [column for column in found if column not in columns]
    if not columns:
        raise TableError(f"view {view!r} has no columns")
    return tuple(columns)


def _useless(column: TableColumn) -> str | None:
    """Why a column is of no use, None if it may be."""
    if column.sort == "empty":
        return "has no values"
    if column.sort not in ("numeric", "bool", "nominal", "string"):
        return f"is of type {column.sort}"
    present = (cell for cell in column.data.tolist() if cell is not None and cell == cell)
    first = next(present, None)
    return None if any(cell != first for cell in present) else "has one value only"


def _by_prefix(names: Sequence[str]) -> dict[str, list[str]]:
    """Names that begin alike together, the rest last."""
    groups: dict[str, list[str]] = {}
    for name in names:
        match = _PREFIX.match(name)
        groups.setdefault(match.group() if match else REST, []).append(name)
    rest = [name for name in names if any(g == [name] for g in groups.values())]
    rest += [name for name in groups.pop(REST, []) if name not in rest]
    shared = {prefix: group for prefix, group in groups.items() if len(group) > 1}
    return shared | ({REST: [name for name in names if name in rest]} if rest else {})


def _free(name: str, groups: Collection[str]) -> str:
    return f"{name} text" if name in groups else name


def _allowed(name: str, taken: Collection[str]) -> str:
    """A name as views may have it: without '__', and not that of a parameter."""
    name = re.sub("__+", "_", name)
    return f"{name} view" if name in taken else name


def as_levels(column: TableColumn) -> TableColumn:
    """The column with its cells as levels; true and false are levels anyway."""
    if column.sort == "bool":
        return column
    return TableColumn(column.data.astype(object), "nominal")
