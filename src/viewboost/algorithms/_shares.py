"""Probabilities as shares of the vote, for algorithms whose scores are sums of weights."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewboost.algorithms._base import BoostClassifier
from viewboost.views.rows import Rows


class SharedVote(BoostClassifier):
    """Probabilities are the classes' shares of the vote."""

    def _link(self, G: NDArray[np.float64]) -> NDArray[np.float64]:
        """Shares of the vote, equal where no class has any."""
        total = G.sum(axis=1, keepdims=True)
        return np.divide(G, total, out=np.full_like(G, 1 / G.shape[1]), where=total > 0)

    def _silent(self, rows: Rows) -> NDArray[np.float64]:
        """The class prior, which is its own shares."""
        return np.exp(2 * super()._silent(rows))
