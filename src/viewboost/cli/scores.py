"""The measures of a model, shown and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from viewboost.cli.output import line, table
from viewboost.inspect.evaluation import Evaluation

MEASURES = {
    "accuracy": "accuracy",
    "mean_recall": "mean recall",
    "g_mean": "G-mean",
    "mauc": "MAUC",
    "confusion_norm": "confusion norm",
}


def show_scores(judged: Evaluation, title: str) -> None:
    """One table of measures, one of classes."""
    table(
        title,
        list(MEASURES.values()),
        [[getattr(judged, name) for name in MEASURES]],
    )
    table(
        "",
        ["class", "rows", "recall", "precision"],
        [(one.label, str(one.n_rows), one.recall, one.precision) for one in judged.classes],
    )
    for one in judged.unknown:
        line(f"Class {one.label} ({one.n_rows} rows) was not in training: all are mistakes.")


def scores(judged: Evaluation) -> dict[str, Any]:
    """The same for machines."""
    return asdict(judged)
