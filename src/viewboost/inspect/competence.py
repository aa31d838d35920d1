"""Competence: which view is trusted for which class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from viewboost.inspect._evidence import Evidence, check_pair, checked, evidence, ratio, view_says
from viewboost.inspect._tables import Tabular


@dataclass(frozen=True, eq=False)
class Competence(Tabular):
    """The views' part in the votes for each class.

    Attributes
    ----------
    view_names : tuple of str
    classes : array of shape (K,)
    shares : float64 array of shape (v, K)
        Share of each view in all votes for a class; columns sum to 1, or are 0 where no vote
        speaks for the class.
    beta : float64 array of shape (T, v, K), or None
        The shares beta_jc of each round, as muCoMBo and Carako recorded them; None for others.
    recall, precision : float64 arrays of shape (v, K), or None
        Of each view's votes alone: the share of a class that it finds, and of what it says that
        is right; NaN where there is nothing to find or nothing said. None without rows.
    """

    view_names: tuple[str, ...]
    classes: NDArray[Any]
    shares: NDArray[np.float64]
    beta: NDArray[np.float64] | None = None
    recall: NDArray[np.float64] | None = None
    precision: NDArray[np.float64] | None = None

    def columns(self) -> dict[str, NDArray[Any]]:
        """A row for each view and class."""
        v, K = self.shares.shape
        table: dict[str, NDArray[Any]] = {
            "view": np.repeat(np.array(self.view_names, dtype=object), K),
            "class": np.tile(self.classes, v),
            "share": self.shares.ravel(),
        }
        if self.recall is not None and self.precision is not None:
            table |= {"recall": self.recall.ravel(), "precision": self.precision.ravel()}
        return table


def competence(
    model: Any,
    X: Any = None,
    y: ArrayLike | None = None,
    *,
    sample_weight: ArrayLike | None = None,
) -> Competence:
    """Each view's share in the votes for each class; with rows, its recall and precision.

    Parameters
    ----------
    model : fitted boosting model
    X, y : rows and their labels, optional
    sample_weight : array of shape (n,), optional

    Returns
    -------
    Competence

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from viewboost import MuComboClassifier
    >>> from viewboost.inspect import competence
    >>> X, y = load_iris(return_X_y=True)
    >>> views = [("sepal", None, [0, 1]), ("petal", None, [2, 3])]
    >>> found = competence(MuComboClassifier(views, n_rounds=20).fit(X, y))
    >>> found.shares.round(2)
    array([[0.4 , 0.4 , 0.34],
           [0.6 , 0.6 , 0.66]])
    >>> found.beta.shape
    (20, 2, 3)
    """
    checked(model, what="competence")
    check_pair(X, y)
    votes, history = model._votes, model.history_
    total = np.zeros((len(model.view_names_), votes.n_classes))
    for vote in votes.entries:
        share = np.asarray(vote.weights) / np.sum(vote.weights)
        np.add.at(total, list(vote.views), np.outer(share, np.abs(vote.vector)))
    recorded = len(history) > 0 and "beta" in history[0].details
    recall = precision = None
    if y is not None:
        recall, precision = _measures(evidence(model, X, y, sample_weight))
    return Competence(
        view_names=tuple(model.view_names_),
        classes=model.classes_,
        shares=ratio(total, total.sum(axis=0), empty=0.0),
        beta=history.column("beta") if recorded else None,
        recall=recall,
        precision=precision,
    )


def _measures(rows: Evidence) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Recall and precision of each view for each class, over the rows that it speaks of."""
    says, K = view_says(rows), rows.votes.n_classes
    hits, true, claimed = np.zeros((3, len(says), K))
    for j, said in enumerate(says):
        heard = np.flatnonzero(said >= 0)
        y, c, w = rows.y[heard], said[heard], rows.weights[heard]
        true[j] = np.bincount(y, w, minlength=K)
        claimed[j] = np.bincount(c, w, minlength=K)
        hits[j] = np.bincount(y, w * (c == y), minlength=K)
    return ratio(hits, true), ratio(hits, claimed)
