"""The commands ``predict`` and ``evaluate``: a model on new rows."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import viewboost
from viewboost.cli.errors import say
from viewboost.cli.output import emit, line
from viewboost.cli.scores import scores, show_scores
from viewboost.cli.source import check_places, markers, needed_target, separator
from viewboost.inspect.evaluation import evaluate as measured
from viewboost.tables.task import read_labels, read_rows
from viewboost.tables.writing import save_csv, write_csv


def predict(
    data: Path,
    model_path: Path,
    out: Path | None,
    *,
    proba: bool,
    separator: str | None,
    missing: Sequence[str] | None,
    as_json: bool,
) -> None:
    """Read rows, predict, write."""
    check_places(out)
    model = viewboost.load(model_path)
    X, _ = _rows(data, model, None, separator, missing)
    columns: dict[str, Any] = {"prediction": model.predict(X).tolist()}
    if proba:
        chances = model.predict_proba(X).T.tolist()
        columns |= {f"p({label})": some for label, some in zip(model.classes_.tolist(), chances)}
    if as_json:
        emit({"data": str(data), "model": str(model_path), "n_rows": len(X), **columns})
    if out is not None:
        save_csv(out, columns)
        if not as_json:
            line(f"{len(X)} predictions in {out}")
    elif not as_json:
        write_csv(sys.stdout, columns)


def evaluate(
    data: Path,
    model_path: Path,
    target: str | None,
    *,
    separator: str | None,
    missing: Sequence[str] | None,
    as_json: bool,
) -> None:
    """Read labelled rows, predict, measure."""
    model, X, y = _labelled(data, model_path, needed_target(target), separator, missing)
    judged = measured(model, X, y)
    if as_json:
        emit({"data": str(data), "model": str(model_path), "scores": scores(judged)})
    else:
        show_scores(judged, f"{model_path} on {data}: {judged.n_rows} rows")


def report(
    data: Path,
    model_path: Path,
    out: Path,
    target: str | None,
    title: str | None,
    *,
    separator: str | None,
    missing: Sequence[str] | None,
    as_json: bool,
) -> None:
    """Read labelled rows, and write the report of a model on them."""
    check_places(out)
    model, X, y = _labelled(data, model_path, needed_target(target), separator, missing)
    viewboost.report(model, X, y, path=out, **({} if title is None else {"title": title}))
    if as_json:
        emit({"data": str(data), "model": str(model_path), "report": str(out)})
    else:
        line(f"report of {len(y)} rows in {out}")


def _labelled(
    data: Path,
    model_path: Path,
    target: str,
    given: str | None,
    missing: Sequence[str] | None,
) -> tuple[Any, Any, Any]:
    """The model, and the rows that have a label."""
    model = viewboost.load(model_path)
    X, table = _rows(data, model, target, given, missing)
    y, labelled = read_labels(table, target, str(data))
    if labelled.all():
        return model, X, y
    say("note", f"{(~labelled).sum()} rows without a label in {target!r} are passed over")
    return model, X[labelled], y


def _rows(
    data: Path, model: Any, target: str | None, given: str | None, missing: Sequence[str] | None
) -> tuple[Any, Any]:
    return read_rows(
        data, model, target=target, separator=separator(given), missing=markers(missing)
    )
