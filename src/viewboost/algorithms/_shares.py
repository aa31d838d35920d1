"""Probabilities as shares of the vote, for algorithms whose scores are sums of weights."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewboost.algorithms._base import BoostClassifier
from viewboost.views.rows import Rows
from viewboost.vote.links import Link, Shares


class SharedVote(BoostClassifier):
    """Probabilities are the classes' shares of the vote."""

    @property
    def _link(self) -> Link:
        """Shares of the vote, equal where no class has any."""
        return Shares()

    def _silent(self, rows: Rows) -> NDArray[np.float64]:
        """The class prior, which is its own shares."""
        return np.exp(2 * super()._silent(rows))
