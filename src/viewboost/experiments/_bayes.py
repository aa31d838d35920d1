"""Naive Bayes on numeric, nominal and missing cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin
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
