"""Confusion: which classes are taken for which, its norm and what bounds it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.metrics import confusion_matrix
from sklearn.utils.validation import column_or_1d

from viewboost.inspect._evidence import Evidence, checked, evidence, ratio, said
from viewboost.inspect._tables import Tabular
from viewboost.inspect._theory import confusion_bound
from viewboost.metrics import (
    confusion_norm,
    confusion_norm_bound,
    g_mean_score,
    pac_bayes_confusion_bound,
)


@dataclass(frozen=True, eq=False)
class Confusion(Tabular):
    """A confusion matrix with what follows from it.

    Attributes
    ----------
    classes : array of shape (K,)
    counts : float64 array of shape (K, K)
        Weight of the rows of each true class (rows) that are predicted each class (columns).
    rates : float64 array of shape (K, K)
        The same as shares of the true class; a class without a row has zeros.
    recalls : float64 array of shape (K,)
        The diagonal of the rates; NaN for a class without a row.
    error : float
        Share of the rows that are misclassified.
    g_mean : float
        Geometric mean of the recalls.
    norm : float
        Largest singular value of the rates without their diagonal: the confusion norm.
    row_bound : float
        The largest sum of a row without the diagonal: the error of the worst class, which is
        at least ``error``, whatever the class frequencies.
    norm_bound : float
        sqrt(K) times the norm, which is at least ``row_bound``.
    held_out_bound : float
        Corollary 2: at least the norm on all rows there are, with probability 1 - delta, if
        the rows given were not trained on; NaN where they are weighted.
    training_bound : float
        What the records say of the rows of the fit: the sum of the mistaken rates, and so the
        norm, is at most this. CoMBo, muCoMBo and Carako without missing views; else NaN.
    pac_bayes_bound : float
        Theorem 5 for the vote, from the rows of the fit: at least the norm on all rows there
        are, with probability 1 - delta. NaN without a prior, or where votes are not plain: of
        several strengths, negative, weighed by competence, or silent on some rows.
    baseline : Confusion or None
        The same of another classifier on these rows.
    """

    classes: NDArray[Any]
    counts: NDArray[np.float64]
    rates: NDArray[np.float64]
    recalls: NDArray[np.float64]
    error: float
    g_mean: float
    norm: float
    row_bound: float
    norm_bound: float
    held_out_bound: float
    training_bound: float = float("nan")
    pac_bayes_bound: float = float("nan")
    baseline: Confusion | None = None

    def columns(self) -> dict[str, NDArray[Any]]:
        """A row for each pair of a true and a predicted class."""
        K = len(self.classes)
        return {
            "true": np.repeat(self.classes, K),
            "predicted": np.tile(self.classes, K),
            "count": self.counts.ravel(),
            "rate": self.rates.ravel(),
        }


def confusion(
    model: Any,
    X: Any,
    y: ArrayLike,
    *,
    baseline: Any = None,
    sample_weight: ArrayLike | None = None,
    delta: float = 0.05,
    prior: float | None = None,
) -> Confusion:
    """The confusion matrix of a model on some rows, its norm and bounds, beside a baseline's.

    Parameters
    ----------
    model : fitted boosting model
    X, y : rows and their labels
    baseline : fitted classifier or array of shape (n,), optional
        Or what it predicts for these rows.
    sample_weight : array of shape (n,), optional
    delta : float, default=0.05
        The risk that ``held_out_bound`` or ``pac_bayes_bound`` is wrong.
    prior : float, optional
        The prior probability of each hypothesis, fixed before any label was seen: 1 / N for N
        hypotheses that the learners could have returned.

    Returns
    -------
    Confusion

    See Also
    --------
    viewboost.metrics.confusion_norm, viewboost.metrics.confusion_norm_bound
    viewboost.metrics.pac_bayes_confusion_bound : Its conditions.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.dummy import DummyClassifier
    >>> from viewboost import ComboClassifier
    >>> from viewboost.inspect import confusion
    >>> X, y = load_iris(return_X_y=True)
    >>> model = ComboClassifier(n_rounds=10).fit(X, y)
    >>> found = confusion(model, X, y, baseline=DummyClassifier().fit(X, y))
    >>> round(found.norm, 2), round(found.baseline.norm, 2)
    (0.1, 1.41)
    >>> found.norm <= found.training_bound
    True
    """
    checked(model, what="confusion")
    rows, labels = evidence(model, X, y, sample_weight), model.classes_
    weights = None if sample_weight is None else rows.weights
    predicted = next(rows.votes.scores(rows.blocks, [model.n_rounds_])).argmax(axis=1)
    other = None
    if baseline is not None:
        told = column_or_1d(baseline.predict(X) if hasattr(baseline, "predict") else baseline)
        other = confusion_of(labels[rows.y], told[rows.places], labels, weights, delta)
    missing = any(block.present is not None for block in rows.blocks)
    found = confusion_of(labels[rows.y], labels[predicted], labels, weights, delta)
    return replace(
        found,
        training_bound=float("nan") if missing else confusion_bound(model),
        pac_bayes_bound=_pac_bayes(rows, prior, delta),
        baseline=other,
    )


def _pac_bayes(rows: Evidence, prior: float | None, delta: float) -> float:
    """Theorem 5 for the votes, if they are plain: one strength for all classes, none silent."""
    entries = rows.votes.entries
    if prior is None or not entries or rows.votes.competence is not None:
        return float("nan")
    strengths = np.array([vote.vector for vote in entries])
    heard = said(rows, len(entries))
    if np.ptp(strengths, axis=1).any() or (strengths < 0).any() or (heard < 0).any():
        return float("nan")
    classes = np.arange(rows.votes.n_classes)
    how: dict[str, Any] = {"prior": prior, "delta": delta, "labels": classes}
    return pac_bayes_confusion_bound(rows.y, heard.T, strengths[:, 0], **how)


def confusion_of(
    y_true: NDArray[Any],
    y_pred: NDArray[Any],
    labels: NDArray[Any],
    sample_weight: NDArray[np.float64] | None = None,
    delta: float = 0.05,
) -> Confusion:
    """The confusion matrix of predictions, with what follows from it."""
    how: dict[str, Any] = {"sample_weight": sample_weight, "labels": labels}
    counts = confusion_matrix(y_true, y_pred, **how).astype(np.float64)
    totals = counts.sum(axis=1, keepdims=True)
    rates = ratio(counts, totals, empty=0.0)
    norm = confusion_norm(y_true, y_pred, **how)
    recalls = np.where(totals[:, 0] > 0, np.diag(rates), np.nan)
    bound = float("nan")
    if sample_weight is None:
        bound = confusion_norm_bound(y_true, y_pred, delta=delta, labels=labels)
    return Confusion(
        classes=labels,
        counts=counts,
        rates=rates,
        recalls=recalls,
        error=float((counts.sum() - np.trace(counts)) / counts.sum()),
        g_mean=g_mean_score(y_true, y_pred, **how),
        norm=norm,
        row_bound=float((rates.sum(axis=1) - np.diag(rates)).max()),
        norm_bound=float(np.sqrt(len(labels)) * norm),
        held_out_bound=bound,
    )
