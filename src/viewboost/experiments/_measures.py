"""Measures that several experiments take of a fitted classifier."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from viewboost.metrics import confusion_norm, g_mean_score, mauc_score

MEASURES = ("accuracy", "G-mean", "MAUC", "norm")


def measured(
    model: Any, X: Any, y: NDArray[Any], *, says: Sequence[str] = ("decision_function",)
) -> dict[str, float]:
    """Accuracy, G-mean, MAUC and confusion norm; MAUC by the first method that the model has."""
    predicted = model.predict(X)
    method = next(name for name in says if hasattr(model, name))
    scores = np.asarray(getattr(model, method)(X))
    if scores.ndim == 2 and len(model.classes_) == 2:
        scores = scores[:, 1]
    return {
        "accuracy": float(np.mean(predicted == y)),
        "G-mean": g_mean_score(y, predicted, labels=model.classes_),
        "MAUC": mauc_score(y, scores, labels=model.classes_),
        "norm": confusion_norm(y, predicted, labels=model.classes_),
    }


def mean_ranks(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean over the rows of each column's rank, 1 the highest; ties share theirs."""
    return rankdata(-scores.round(6), axis=1).mean(axis=0)
