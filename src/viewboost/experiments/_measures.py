"""Measures that several experiments take of a fitted classifier."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from viewboost.experiments.experiment import Group
from viewboost.metrics import confusion_norm, g_mean_score, mauc_score

MEASURES = ("accuracy", "G-mean", "MAUC", "norm")


def measured(
    model: Any, X: Any, y: NDArray[Any], *, says: Sequence[str] = ("decision_function",)
) -> dict[str, float]:
    """Accuracy, G-mean, MAUC and confusion norm; MAUC by the first method that the model has."""
    method = next(name for name in says if hasattr(model, name))
    return _measures(y, model.predict(X), np.asarray(getattr(model, method)(X)), model.classes_)


def scored(scores: NDArray[np.float64], y: NDArray[Any], classes: NDArray[Any]) -> dict[str, float]:
    """The same of scores for each class, of which the highest is predicted."""
    return _measures(y, classes[scores.argmax(axis=1)], scores, classes)


def _measures(
    y: NDArray[Any], predicted: NDArray[Any], scores: NDArray[Any], classes: NDArray[Any]
) -> dict[str, float]:
    if scores.ndim == 2 and len(classes) == 2:
        scores = scores[:, 1]
    return {
        "accuracy": float(np.mean(predicted == y)),
        "G-mean": g_mean_score(y, predicted, labels=classes),
        "MAUC": mauc_score(y, scores, labels=classes),
        "norm": confusion_norm(y, predicted, labels=classes),
    }


def mean_ranks(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean over the rows of each column's rank, 1 the highest; ties share theirs."""
    return rankdata(-scores.round(6), axis=1).mean(axis=0)


def ordered(groups: Sequence[Group], measure: str, methods: Sequence[str]) -> tuple[list[str], str]:
    """The methods by their mean rank over the groups, and the ranks in words."""
    sign = -1.0 if measure == "norm" else 1.0
    scores = [[sign * g.values[f"{m} {measure}"].mean for m in methods] for g in groups]
    ranks = dict(zip(methods, mean_ranks(np.array(scores)).tolist()))
    order = sorted(ranks, key=lambda method: ranks[method])
    return order, ", ".join(f"{method} {ranks[method]:.1f}" for method in order)
