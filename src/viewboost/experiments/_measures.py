"""Measures that several experiments take of a fitted classifier."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost.metrics import confusion_norm, g_mean_score, mauc_score

MEASURES = ("accuracy", "G-mean", "MAUC", "norm")


def measured(model: Any, X: Any, y: NDArray[Any]) -> dict[str, float]:
    """Accuracy, G-mean, MAUC (of the scores, else of the probabilities) and confusion norm."""
    predicted = model.predict(X)
    says = model.decision_function if hasattr(model, "decision_function") else model.predict_proba
    scores = np.asarray(says(X))
    if scores.ndim == 2 and len(model.classes_) == 2:
        scores = scores[:, 1]
    return {
        "accuracy": float(np.mean(predicted == y)),
        "G-mean": g_mean_score(y, predicted, labels=model.classes_),
        "MAUC": mauc_score(y, scores, labels=model.classes_),
        "norm": confusion_norm(y, predicted, labels=model.classes_),
    }
