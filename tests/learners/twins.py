"""Plain twins of the native learners: brute force over raw values."""

from __future__ import annotations

import itertools

import numpy as np

from viewboost.learners.base import Change
from viewboost.views.blocks import Block
from viewboost.views.rows import Rows


def random_costs(rng, y, n_classes, spread=1.0):
    """Costs of a boosting round: off-label entries positive, rows that sum to zero."""
    D = rng.exponential(size=(len(y), n_classes)) ** spread
    D[np.arange(len(y)), y] = 0
    D[np.arange(len(y)), y] = -D.sum(axis=1)
    return D


def dense(block: Block) -> np.ndarray:
    return block.data.toarray() if block.kind == "sparse" else np.asarray(block.data)


def side_sets(x, n_levels, D):
    """Every split of a column that counts, as the rows that go left."""
    missing = np.isnan(x)
    if n_levels:
        for a, b in itertools.combinations(range(D.shape[1]), 2):
            left = np.zeros(len(x), dtype=bool)
            for group in [*(x == level for level in range(n_levels)), missing]:
                left[group] = D[group, a].sum() <= D[group, b].sum()
            yield left
        return
    for t in np.unique(x[~missing]):
        yield (x <= t) | missing
        yield x <= t


def best_cost(block: Block, D) -> float:
    """The least cost of any stump, or of a single class."""
    X = dense(block)
    best = D.sum(axis=0).min()
    for f in range(X.shape[1]):
        n_levels = block.levels[f] if block.levels else 0
        for left in side_sets(X[:, f], n_levels, D):
            best = min(best, D[left].sum(axis=0).min() + D[~left].sum(axis=0).min())
    return float(best)


def cost(D, predictions) -> float:
    return float(D[np.arange(len(D)), predictions].sum())


def loss(D) -> float:
    return float(np.abs(D).sum() / 2)


def scaled(D, y, change: Change):
    """The costs after a change: off-label entries scaled, the label's minus their sum."""
    D, labels = D.copy(), np.arange(D.shape[1])
    for i in np.flatnonzero(change.predictions >= 0):
        p = change.predictions[i]
        D[i] *= np.exp(change.vector[p] * ((labels == p) - float(y[i] == p)))
        D[i, y[i]] = 0
        D[i, y[i]] = -D[i].sum()
    return D


def ones(y, n_classes) -> Rows:
    return Rows(np.asarray(y), np.ones(len(y)), n_classes)
