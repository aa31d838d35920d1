"""The command ``fit``."""

from __future__ import annotations

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
from viewboost.cli.source import Source, check_places, show_task, task_document
from viewboost.inspect.evaluation import Evaluation, evaluate
from viewboost.tables.errors import TableError
from viewboost.tables.task import Task

UNLABELLED = "agreement"  # the algorithm that learns from rows without labels


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


@dataclass(frozen=True)
class Fitted:
    """What a fit has made."""

    source: Source
    task: Task
    model: Any
    seconds: float
    judged: Evaluation
    held: bool
    written: dict[str, Path | None]

    @property
    def scored_on(self) -> str:
        """The rows that it was judged on."""
        return "rows held out" if self.held else "training rows"


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
    done = Fitted(source, task, model, seconds, judged, held is not None, written)
    if as_json:
        emit(_document(done))
    else:
        _show(done)


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


def _show(done: Fitted) -> None:
    show_task(done.source, done.task)
    model, judged = done.model, done.judged
    line(
        f"{type(model).__name__}: {model.n_rounds_} rounds in {done.seconds:.1f} s "
        f"(ended by: {model.stop_reason_})"
    )
    shares = [(name, f"{share:.0%}") for name, share in model.view_importances_.items()]
    table("", ["view", "share of the vote"], shares)
    show_scores(judged, f"{judged.n_rows} {done.scored_on}")
    if not done.held:
        line("For a figure on rows it has not seen: --holdout 0.2, or viewboost compare")
    for what, path in done.written.items():
        if path is not None:
            line(f"{what:<7}{path}", style="bold")


def _document(done: Fitted) -> dict[str, Any]:
    return {
        **task_document(done.source, done.task),
        "algorithm": type(done.model).__name__,
        "n_rounds": done.model.n_rounds_,
        "stop_reason": done.model.stop_reason_,
        "seconds": done.seconds,
        "view_shares": done.model.view_importances_,
        "scored_on": done.scored_on,
        "scores": scores(done.judged),
        **{what: None if path is None else str(path) for what, path in done.written.items()},
    }
