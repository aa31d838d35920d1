"""The labelled rows of a fit, and the one door through which sums over rows pass."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Rows:
    """Labels and weights of the training rows.

    Attributes
    ----------
    y : intp array of shape (m,)
        Class index of each row, -1 where the row has no label.
    weights : float64 array of shape (m,)
        The user's sample weights, all positive.
    n_classes : int
    """

    y: NDArray[np.intp]
    weights: NDArray[np.float64]
    n_classes: int

    def __len__(self) -> int:
        return len(self.y)

    def sum(self, part: Callable[..., Any], *arrays: Any) -> Any:
        """Sum over rows: ``part(*arrays)`` returns the sums over the rows it is given.

        Every reduction over rows passes here, and ``part`` must be additive over a split
        of the rows, so that rows kept in several places can be served by adding up.
        """
        return part(*arrays)

    def max(self, part: Callable[..., float], *arrays: Any) -> float:
        """Maximum over rows, through the same door as the sums."""
        return part(*arrays)

    def count(self) -> float:
        """Number of examples that the rows stand for: their total weight, if that is larger.

        Integer weights then count as repeated rows, and tiny ones do not as less than a row.
        """
        return max(len(self), float(self.sum(np.sum, self.weights)))

    def class_weights(self) -> NDArray[np.float64]:
        """Total weight m_c of each class."""
        return self.sum(
            lambda y, w: np.bincount(y[y >= 0], weights=w[y >= 0], minlength=self.n_classes),
            self.y,
            self.weights,
        )

    def take(self, rows: NDArray[np.intp]) -> Rows:
        """The given rows, in their order."""
        return replace(self, y=self.y[rows], weights=self.weights[rows])
