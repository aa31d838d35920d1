"""Naive Bayes on numeric, nominal and missing cells, and on counts of words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import OneHotEncoder


def naive_bayes(nominal: Sequence[int] = (), n_bins: int = 10) -> Pipeline:
    """Naive Bayes on the values of nominal columns and the bins of numeric ones.

    One indicator for each value, bin, or missing cell of a column: on these, the multinomial
    model is that of independent columns, up to how its smoothing is spread.
    """
    cells = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    return make_pipeline(Bins(tuple(nominal), n_bins), cells, MultinomialNB())


class Bins(TransformerMixin, BaseEstimator):
    """Numeric columns cut at their quantiles; nominal ones and missing cells stay."""

    def __init__(self, nominal: Sequence[int] = (), n_bins: int = 10):
        self.nominal = nominal
        self.n_bins = n_bins

    def fit(self, X: Any, y: Any = None) -> Bins:
        """Find the quantiles of each numeric column."""
        X = np.asarray(X, dtype=np.float64)
        shares = np.linspace(0, 1, self.n_bins + 1)[1:-1]
        self.edges_ = {
            column: np.unique(np.quantile(seen, shares)) if len(seen) else shares
            for column in range(X.shape[1])
            if column not in self.nominal
            for seen in [X[~np.isnan(X[:, column]), column]]
        }
        return self

    def transform(self, X: Any) -> NDArray[np.float64]:
        """The bin of each numeric cell."""
        out = np.array(X, dtype=np.float64)
        for column, edges in self.edges_.items():
            cells = out[:, column]
            out[:, column] = np.where(np.isnan(cells), np.nan, np.searchsorted(edges, cells))
        return out


class GaussianBayes(ClassifierMixin, BaseEstimator):
    """Naive Bayes with a Gaussian for each numeric column, and shares of nominal ones' levels.

    Missing cells say nothing. Levels are smoothed by one row each.
    """

    def __init__(self, nominal: Sequence[int] = ()):
        self.nominal = nominal

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags

    def fit(self, X: Any, y: Any) -> GaussianBayes:
        """Learn each class's distribution of each column."""
        X, y = np.asarray(X, dtype=np.float64), np.asarray(y)
        self.classes_, counts = np.unique(y, return_counts=True)
        self.prior_ = np.log(counts / counts.sum())
        self.columns_ = [
            self._levels(X[:, j], y) if j in self.nominal else self._gaussians(X[:, j], y)
            for j in range(X.shape[1])
        ]
        return self

    def _gaussians(self, column: NDArray[np.float64], y: NDArray[Any]) -> Gaussians:
        seen = [column[(y == label) & ~np.isnan(column)] for label in self.classes_]
        floor = 1e-9 + 1e-3 * np.nanvar(column) if any(map(len, seen)) else 1.0
        mean = np.array([cells.mean() if len(cells) else 0.0 for cells in seen])
        return Gaussians(
            mean, np.array([max(np.var(cells), floor) if len(cells) else 1.0 for cells in seen])
        )

    def _levels(self, column: NDArray[np.float64], y: NDArray[Any]) -> Levels:
        known = np.unique(column[~np.isnan(column)])
        counts = np.array([(column[y == k][:, None] == known).sum(axis=0) for k in self.classes_])
        return Levels(known, np.log((counts + 1) / (counts + 1).sum(axis=1, keepdims=True)))

    def predict(self, X: Any) -> NDArray[Any]:
        """The likeliest class."""
        X = np.asarray(X, dtype=np.float64)
        said = self.prior_ + sum(c.logs(X[:, j]) for j, c in enumerate(self.columns_))
        return self.classes_[said.argmax(axis=1)]


class WordBayes(ClassifierMixin, BaseEstimator):
    """Naive Bayes on counts of words: on whether a word occurs, or (counts) on how often.

    The same as scikit-learn's BernoulliNB and MultinomialNB, without the checks of their input,
    which take longer than learning does where it is repeated in every round.
    """

    def __init__(self, counts: bool = False):
        self.counts = counts

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit(self, X: Any, y: Any, sample_weight: Any) -> WordBayes:
        """Learn how often each class has each word; every count is one larger than seen."""
        self.classes_, codes = np.unique(y, return_inverse=True)
        shape = (len(self.classes_), len(codes))
        members = sparse.csr_matrix((sample_weight, (codes, np.arange(len(codes)))), shape)
        found = members @ self._cells(X)
        found = (found.toarray() if sparse.issparse(found) else found) + 1
        sizes = np.bincount(codes, sample_weight)
        prior = np.log(sizes / sizes.sum())
        if self.counts:
            self.slopes_, self.base_ = np.log(found / found.sum(axis=1, keepdims=True)), prior
        else:
            shares = found / (sizes[:, None] + 2)
            self.slopes_ = np.log(shares / (1 - shares))
            self.base_ = prior + np.log1p(-shares).sum(axis=1)
        return self

    def _cells(self, X: Any) -> Any:
        return X if self.counts else (X > 0).astype(np.float64)

    def predict(self, X: Any) -> NDArray[Any]:
        """The likeliest class."""
        said = self._cells(X) @ self.slopes_.T + self.base_
        return self.classes_[said.argmax(axis=1)]


@dataclass(frozen=True)
class Gaussians:
    """A Gaussian of one column for each class."""

    mean: NDArray[np.float64]
    variance: NDArray[np.float64]

    def logs(self, column: NDArray[np.float64]) -> NDArray[np.float64]:
        """Log-densities, (rows, classes); 0 where a cell is missing."""
        gap = (column[:, None] - self.mean) ** 2 / self.variance
        return np.nan_to_num(-0.5 * (gap + np.log(self.variance)), nan=0.0)


@dataclass(frozen=True)
class Levels:
    """The levels of one column, and the log of their share in each class."""

    known: NDArray[np.float64]
    shares: NDArray[np.float64]

    def logs(self, column: NDArray[np.float64]) -> NDArray[np.float64]:
        """Log-shares, (rows, classes); 0 where a cell is missing or its level is new."""
        return (column[:, None] == self.known) @ self.shares.T
