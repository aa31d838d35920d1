"""A small neural network trained by RPROP, as in the nineties."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state

GROW, SHRINK, LONGEST, SHORTEST = 1.2, 0.5, 50.0, 1e-6


class RpropClassifier(ClassifierMixin, BaseEstimator):
    """One hidden layer for two classes, trained on all rows at once.

    RPROP looks at the sign of each derivative only: a weight's step grows while its sign stays;
    when it turns, the last move is taken back and the step shrinks (Riedmiller and Braun, 1993).

    Parameters
    ----------
    hidden : int, default=6
        Number of hidden nodes.
    epochs : int, default=100
    random_state : int, RandomState or None, default=None
        Of the weights at the start.
    """

    def __init__(self, hidden: int = 6, epochs: int = 100, random_state: Any = None):
        self.hidden = hidden
        self.epochs = epochs
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> RpropClassifier:
        """Train on rows X with labels y."""
        X = _with_ones(np.asarray(X, dtype=np.float64))
        self.classes_, target = np.unique(y, return_inverse=True)
        size = X.shape[1] * self.hidden + self.hidden + 1
        weights = check_random_state(self.random_state).uniform(-0.5, 0.5, size)
        steps, before, moved = np.full(size, 0.1), np.zeros(size), np.zeros(size)
        for _ in range(self.epochs):
            slope = gradient(weights, X, target, self.hidden)
            turned = slope * before
            factor = np.where(turned > 0, GROW, np.where(turned < 0, SHRINK, 1.0))
            steps = np.clip(steps * factor, SHORTEST, LONGEST)
            before = np.where(turned < 0, 0.0, slope)
            moved = np.where(turned < 0, -moved, -np.sign(slope) * steps)
            weights = weights + moved
        self.weights_ = weights
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """The likelier class."""
        X = _with_ones(np.asarray(X, dtype=np.float64))
        return self.classes_[(forward(self.weights_, X, self.hidden)[1] > 0).astype(np.intp)]


def _with_ones(X: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.hstack([X, np.ones((len(X), 1))])


def forward(
    weights: NDArray[np.float64], X: NDArray[np.float64], hidden: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What the hidden nodes say, and the log-odds of the second class."""
    nodes = np.tanh(X @ weights[: -hidden - 1].reshape(-1, hidden))
    return nodes, nodes @ weights[-hidden - 1 : -1] + weights[-1]


def gradient(
    weights: NDArray[np.float64], X: NDArray[np.float64], y: NDArray[Any], hidden: int
) -> NDArray[np.float64]:
    """The derivatives of the cross-entropy."""
    nodes, odds = forward(weights, X, hidden)
    miss = 0.5 * (1 + np.tanh(odds / 2)) - y
    back = np.outer(miss, weights[-hidden - 1 : -1]) * (1 - nodes**2)
    return np.concatenate([(X.T @ back).ravel(), nodes.T @ miss, [miss.sum()]])
