"""Read a table from a file, by its ending."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping

from viewboost.tables.delimited import read_delimited
from viewboost.tables.errors import TableError
from viewboost.tables.parquet import read_parquet
from viewboost.tables.types import MISSING
from viewboost.views.table import Table

TEXT, PARQUET = (".csv", ".tsv", ".txt"), (".parquet", ".pq")


def read_table(
    path: str | os.PathLike[str],
    *,
    separator: str | None = None,
    missing: Collection[str] = MISSING,
    sorts: Mapping[str, str] | None = None,
) -> Table:
    """Read a CSV, TSV or Parquet file into a table that the algorithms take as X.

    The first line of a text file names the columns; the file is UTF-8. A cell is missing if it
    is one of the markers. A column is numeric if all other cells are numbers, bool if they are
    ``true`` and ``false``, else a column of strings. Parquet has types of its own.

    Parameters
    ----------
    path : path-like
        Ends in .csv, .tsv or .txt, or in .parquet or .pq (needs the extra ``parquet``).
    separator : str, optional
        Between cells; by default tab in .tsv, else comma, semicolon or tab, whichever the first
        line has most of.
    missing : collection of str
        The markers: by default an empty cell, NA, N/A, NaN, nan, NULL and null.
    sorts : mapping of str to {"numeric", "bool", "string"}, optional
        What columns of a text file must be, instead of the rule.

    Returns
    -------
    Table

    Raises
    ------
    TableError
        If it is no table, saying which line is wrong.
    OSError
        If it cannot be opened.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from viewboost.tables import read_table
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "people.csv"
    >>> _ = path.write_text("name,age,member\\nAnn,31,true\\nBob,NA,false\\n")
    >>> read_table(path)
    Table(2 rows, name: string, age: numeric, member: bool)
    """
    ending = os.path.splitext(os.fsdecode(path))[1].lower()
    if ending in TEXT:
        separator = "\t" if separator is None and ending == ".tsv" else separator
        return read_delimited(path, separator, frozenset(missing), sorts or {})
    if ending in PARQUET:
        return read_parquet(path)
    known = ", ".join(TEXT + PARQUET)
    raise TableError(f"{os.fsdecode(path)}: a table's name ends in one of {known}")
