"""The table that is learned from: as typed, as read, as shown."""

from __future__ import annotations

import csv
import errno
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from viewboost.cli.output import line, table
from viewboost.tables.grouping import Grouping, TextRule
from viewboost.tables.task import Task, read_task
from viewboost.tables.types import MISSING


@dataclass(frozen=True)
class Source:
    """The table that is learned from, as typed."""

    data: Path
    target: str | None
    view: Sequence[str] | None = None
    words: Sequence[str] | None = None
    letters: Sequence[str] | None = None
    levels: Sequence[str] | None = None
    ignore: Sequence[str] | None = None
    separator: str | None = None
    missing: Sequence[str] | None = None

    def task(self, taken: Sequence[str]) -> Task:
        """Read it."""
        rule = TextRule(self.words or (), self.letters or (), self.levels or ())
        return read_task(
            self.data,
            needed_target(self.target),
            views=declared(self.view or ()),
            rule=rule,
            ignore=self.ignore or (),
            separator=separator(self.separator),
            missing=markers(self.missing),
            taken=taken,
        )


def declared(views: Sequence[str]) -> dict[str, list[str]]:
    """The views of ``--view NAME=COLUMN,…``.

    Examples
    --------
    >>> declared(["body=height,weight", 'words="a, b"'])
    {'body': ['height', 'weight'], 'words': ['a, b']}
    """
    chosen: dict[str, list[str]] = {}
    for text in views:
        name, equals, columns = text.partition("=")
        if not (name.strip() and equals):
            raise ValueError(f"--view {text!r}: write NAME=COLUMN,COLUMN")
        name = name.strip()
        if name in chosen:
            raise ValueError(f"--view {text!r}: there are two views of the name {name!r}")
        listed = next(csv.reader([columns], skipinitialspace=True), [])
        chosen[name] = [column.strip() for column in listed if column.strip()]
        if not chosen[name]:
            raise ValueError(f"--view {text!r}: the view {name!r} has no columns")
    return chosen


def needed_target(target: str | None) -> str:
    """The target, which must be typed or stand in the file of options."""
    if not target:
        raise ValueError("which column holds the classes? give --target COLUMN")
    return target


def separator(text: str | None) -> str | None:
    """The separator as typed: one character, or ``tab``."""
    if text in ("tab", "\\t"):
        return "\t"
    if text is not None and (len(text) != 1 or text in '"\r\n'):
        raise ValueError(f"--separator is one character, or tab; got {text!r}")
    return text


def markers(missing: Sequence[str] | None) -> Sequence[str]:
    """The markers of missing cells; an empty cell is always one."""
    return MISSING if missing is None else ["", *missing]


def check_places(*paths: Path | None) -> None:
    """Refuse files that could not be written, before the work is done."""
    for path in paths:
        # A device would be replaced by a file of its name.
        if path is not None and path.exists() and not path.is_file():
            raise FileExistsError(errno.EEXIST, "is there, and no file to write", str(path))
        if path is not None and not path.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, "its folder does not exist", str(path))


def show_task(source: Source, task: Task) -> None:
    """Say what the table is, and which views were chosen."""
    labels, counts = np.unique(task.y, return_counts=True)
    shown = ", ".join(f"{label} {n}" for label, n in list(zip(labels, counts))[:8])
    more = f", … ({len(labels)} classes)" if len(labels) > 8 else ""
    line(f"{source.data}: {len(task.X)} rows; {source.target}: {shown}{more}", style="bold")
    if not task.labelled.all():
        line(f"{(~task.labelled).sum()} rows have no label")
    show_views(task.grouping, chosen=not source.view)


def show_views(grouping: Grouping, chosen: bool) -> None:
    """The views, and the columns that are in none."""
    title = "Views, grouped by rule (--view names others)" if chosen else "Views"
    rows = [
        (view.name, _shortened(view.columns), " and ".join(dict.fromkeys(view.ways)))
        for view in grouping.views
    ]
    table(title, ["view", "columns", "read as"], rows)
    if grouping.unused:
        line("Not used: " + _shortened([f"{c} ({why})" for c, why in grouping.unused.items()]))


def _shortened(names: Sequence[str], limit: int = 6) -> str:
    shown = ", ".join(names[:limit])
    return f"{shown}, … ({len(names)})" if len(names) > limit else shown


def task_document(source: Source, task: Task) -> dict[str, Any]:
    """What the table is, for machines."""
    return {
        "data": str(source.data),
        "target": source.target,
        "n_rows": len(task.X),
        "n_unlabelled": int((~task.labelled).sum()),
        "views": [
            {"name": view.name, "columns": view.columns, "read_as": view.ways}
            for view in task.grouping.views
        ],
        "unused": task.grouping.unused,
    }
