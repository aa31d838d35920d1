"""The command ``fit``, and what it shares with the others that learn."""

from __future__ import annotations

import csv
import errno
import time
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.model_selection import train_test_split

from viewboost.algorithms.catalogue import algorithm, configured
from viewboost.cli.output import emit, line, table
from viewboost.cli.scores import scores, show_scores
from viewboost.inspect.evaluation import Evaluation, evaluate
from viewboost.tables.errors import TableError
from viewboost.tables.grouping import Grouping, TextRule
from viewboost.tables.task import Task, read_task
from viewboost.tables.types import MISSING

UNLABELLED = "agreement"  # the algorithm that learns from rows without labels


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


@dataclass(frozen=True)
class Learning:
    """How is learned, as typed."""

    algorithm: str
    rounds: int
    depth: int | None
    learning_rate: float
    patience: int | None
    seed: int
    jobs: int
    more: Sequence[str]

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters of the algorithm."""
        return {
            "n_rounds": self.rounds,
            "learning_rate": self.learning_rate,
            "n_iter_no_change": self.patience,
            "random_state": self.seed,
            "n_jobs": self.jobs,
            **dict(map(_assignment, self.more)),
        }


def fit(
    source: Source,
    learning: Learning,
    *,
    holdout: float,
    model_path: Path | None,
    report_path: Path | None,
    as_json: bool,
) -> None:
    """Read, learn, judge, write, and say so."""
    check_places(model_path, report_path)
    task = source.task(list(algorithm(learning.algorithm)().get_params(deep=False)))
    model = configured(
        learning.algorithm,
        {"views": task.triples(learning.depth), "optional": task.optional, **learning.parameters},
    )
    train, held = _split(task, holdout, learning.seed)
    start = time.perf_counter()
    model.fit(*train, **_unlabelled(task, learning.algorithm, source))
    seconds = time.perf_counter() - start
    judged = evaluate(model, *(held or train))
    if model_path is not None:
        model.save(model_path)
    if report_path is not None:
        _report(source, model, train, held, report_path)
    written = {"model": model_path, "report": report_path}
    if as_json:
        emit(_document(source, task, model, seconds, judged, held is not None, written))
    else:
        _show(source, task, model, seconds, judged, held is not None, written)


def _report(source: Source, model: Any, train: Any, held: Any, path: Path) -> None:
    import viewboost

    rows = "rows held out from training" if held else "the training rows, on which it does best"
    viewboost.report(
        model,
        *(held or train),
        path=path,
        description=f"{source.data}, target {source.target}: measured on {rows}.",
        **({"X_train": train[0], "y_train": train[1]} if held else {}),
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


def _assignment(text: str) -> tuple[str, Any]:
    """A parameter of ``--set NAME=VALUE``; the value is TOML, or else a text."""
    name, equals, value = text.partition("=")
    if not (name.strip() and equals):
        raise ValueError(f"--set {text!r}: write NAME=VALUE")
    try:
        return name.strip(), tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return name.strip(), value.strip()


def _split(task: Task, holdout: float, seed: int) -> tuple[tuple[Any, Any], Any]:
    """The rows to learn from, and those to judge by or None."""
    X, y = task.X_labelled, task.y
    if not holdout:
        return (X, y), None
    train, held = train_test_split(
        np.arange(len(y)), test_size=holdout, stratify=y, random_state=seed
    )
    return (X[train], y[train]), (X[held], y[held])


def _unlabelled(task: Task, name: str, source: Source) -> dict[str, Any]:
    """Rows without a label, for the one algorithm that learns from them."""
    if name == UNLABELLED:
        return {"X_unlabeled": task.X_unlabelled}
    if not task.labelled.all():
        raise TableError(
            f"{source.data}: the target {source.target!r} is missing in {(~task.labelled).sum()} "
            f"rows, first in row {task.labelled.argmin() + 1}; leave them out, or take --algorithm "
            f"{UNLABELLED}, which learns from them"
        )
    return {}


def _show(
    source: Source,
    task: Task,
    model: Any,
    seconds: float,
    judged: Evaluation,
    held: bool,
    written: dict[str, Path | None],
) -> None:
    show_task(source, task)
    shares = model.view_importances_
    line(
        f"{type(model).__name__}: {model.n_rounds_} rounds in {seconds:.1f} s "
        f"(ended by: {model.stop_reason_})"
    )
    table("", ["view", "share of the vote"], [(name, f"{s:.0%}") for name, s in shares.items()])
    rows = "rows held out" if held else "training rows"
    show_scores(judged, f"{judged.n_rows} {rows}")
    if not held:
        line("For a figure on rows it has not seen: --holdout 0.2, or viewboost compare")
    for what, path in written.items():
        if path is not None:
            line(f"{what:<7}{path}", style="bold")


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


def _document(
    source: Source,
    task: Task,
    model: Any,
    seconds: float,
    judged: Evaluation,
    held: bool,
    written: dict[str, Path | None],
) -> dict[str, Any]:
    return {
        **task_document(source, task),
        "algorithm": type(model).__name__,
        "n_rounds": model.n_rounds_,
        "stop_reason": model.stop_reason_,
        "seconds": seconds,
        "view_shares": model.view_importances_,
        "scored_on": "rows held out" if held else "training rows",
        "scores": scores(judged),
        **{what: None if path is None else str(path) for what, path in written.items()},
    }


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
