"""How well a model does on labelled rows: the measures, and each class for itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from viewboost.inspect._evidence import ratio
from viewboost.inspect.confusion import Confusion, confusion_of
from viewboost.metrics import mauc_score


@dataclass(frozen=True)
class ClassResult:
    """What became of the rows of one class.

    Attributes
    ----------
    label : object
    n_rows : int
    recall : float
        Share of its rows that are predicted as it; NaN without rows.
    precision : float
        Share of the rows predicted as it that are its own; NaN if there are none.
    known : bool
        Whether the model has met the class in training.
    """

    label: Any
    n_rows: int
    recall: float
    precision: float
    known: bool


@dataclass(frozen=True)
class Evaluation:
    """The measures of a model on labelled rows.

    Attributes
    ----------
    n_rows : int
    accuracy : float
    mean_recall : float
        Mean of the recalls of the classes that occur: each class counts the same.
    g_mean : float
        Their geometric mean.
    mauc : float
        Of the rows whose class the model knows; NaN if that is one class only. From the scores
        of ``decision_function``, or else from probabilities.
    confusion_norm : float
    classes : tuple of ClassResult
        Those of the model, and those that it has never met.
    """

    n_rows: int
    accuracy: float
    mean_recall: float
    g_mean: float
    mauc: float
    confusion_norm: float
    classes: tuple[ClassResult, ...]

    @property
    def unknown(self) -> list[ClassResult]:
        """The classes that the model has never met: all their rows are mistakes."""
        return [result for result in self.classes if not result.known]


def evaluate(model: Any, X: Any, y: ArrayLike) -> Evaluation:
    """Measure a fitted classifier on rows with labels.

    Parameters
    ----------
    model : fitted classifier
    X : rows, as the model takes them
    y : array-like of shape (n,)
        Their labels; those that the model has never met count as mistakes.

    Returns
    -------
    Evaluation

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from viewboost import AdaBoostMMClassifier
    >>> from viewboost.inspect.evaluation import evaluate
    >>> X, y = load_iris(return_X_y=True)
    >>> result = evaluate(AdaBoostMMClassifier(n_rounds=20).fit(X[::2], y[::2]), X[1::2], y[1::2])
    >>> result.n_rows, bool(result.accuracy > 0.9), [one.n_rows for one in result.classes]
    (75, True, [25, 25, 25])
    """
    y = np.asarray(y)
    if (y.dtype.kind in "iufb") != (model.classes_.dtype.kind in "iufb"):
        raise ValueError(
            f"the labels are such as {y[0]!s:.60}, the model's classes such as "
            f"{model.classes_[0]!s:.60}: one are numbers, the others are not"
        )
    predicted, classes = model.predict(X), np.union1d(model.classes_, y)
    found = confusion_of(y, predicted, classes)
    return Evaluation(
        n_rows=len(y),
        accuracy=float(np.mean(y == predicted)),
        mean_recall=float(np.nanmean(found.recalls)),
        g_mean=found.g_mean,
        mauc=_mauc(model, X, y),
        confusion_norm=found.norm,
        classes=_results(found, model.classes_),
    )


def _results(found: Confusion, known: NDArray[Any]) -> tuple[ClassResult, ...]:
    precisions = ratio(np.diag(found.counts), found.counts.sum(axis=0))
    each = zip(
        found.classes.tolist(), found.counts.sum(axis=1), found.recalls, precisions, strict=True
    )
    return tuple(
        ClassResult(label, int(n), float(recall), float(precision), label in known)
        for label, n, recall, precision in each
    )


def _mauc(model: Any, X: Any, y: NDArray[Any]) -> float:
    seen = np.isin(y, model.classes_)
    if len(np.unique(y[seen])) < 2:
        return float("nan")
    method = "decision_function" if hasattr(model, "decision_function") else "predict_proba"
    scores = getattr(model, method)(X)
    scores = scores[:, 1] if len(model.classes_) == 2 and scores.ndim == 2 else scores
    return mauc_score(y[seen], scores[seen], labels=model.classes_)
