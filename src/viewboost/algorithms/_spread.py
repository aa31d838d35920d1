"""How far views are apart on rows without labels, kept up while they move in turns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

# A sum of squares that has fallen to this part of the largest is taken anew: it would be mostly
# what rounding has left of the larger ones.
FALLEN = 0.01


@dataclass
class Spread:
    """How far the views are apart on the unlabelled rows, kept while one after the other moves.

    Attributes
    ----------
    seen : bool array of shape (v, rows, 1)
        Which views a row has.
    centred : float64 array of shape (v, rows, K)
        Scores centred over the classes; zero where a view is missing.
    mean : float64 array of shape (rows, K)
        Of the views that a row has.
    squares : float64 array of shape (rows,)
        sum_j sum_c (F_j(c) - mean(c))^2.
    largest : float64 array of shape (rows,)
        The largest of the squares since they were last summed over all views.
    """

    seen: NDArray[np.bool_]
    centred: Array
    mean: Array
    squares: Array
    largest: Array

    @classmethod
    def of(cls, seen: NDArray[np.bool_], scores: Array) -> Spread:
        """Of scores of shape (v, rows, K)."""
        centred = _centred(seen, scores)
        mean, squares = _summed(seen, centred)
        return cls(seen, centred, mean, squares, squares)

    @property
    def n(self) -> NDArray[np.intp]:
        """The number of views that each row has."""
        return self.seen.sum(axis=0)[:, 0]

    @property
    def V(self) -> Array:
        """K/(K-1) sum_c Var_j F_j(c)."""
        K = self.mean.shape[1]
        return K / (K - 1) * self.squares / self.n

    def apart(self, j: int) -> Array:
        """F_j - mean; zero where view j is missing."""
        return np.where(self.seen[j], self.centred[j] - self.mean, 0.0)

    def move(self, j: int, scores: Array) -> None:
        """Let view j have these scores: without a sum over all views, of which there may be many.

        With s the step, the sum of squares rises by 2 s (F_j - mean) + |s|^2 (n - 1) / n.
        """
        new = _centred(self.seen[j], scores)
        step, n = new - self.centred[j], self.n
        along = 2 * (step * self.apart(j)).sum(axis=1)
        self.squares = self.squares + along + (step**2).sum(axis=1) * (n - 1) / n
        self.mean = self.mean + step / n[:, None]
        self.centred[j] = new
        self.largest = np.maximum(self.largest, self.squares)
        fallen = np.flatnonzero(self.squares < FALLEN * self.largest)
        if len(fallen):
            mean, squares = _summed(self.seen[:, fallen], self.centred[:, fallen])
            self.mean[fallen] = mean
            self.squares[fallen] = self.largest[fallen] = squares


def _centred(seen: NDArray[np.bool_], scores: Array) -> Array:
    return np.where(seen, scores - scores.mean(axis=-1, keepdims=True), 0.0)


def _summed(seen: NDArray[np.bool_], centred: Array) -> tuple[Array, Array]:
    """The mean of the views, and their sum of squares around it."""
    mean = centred.sum(axis=0) / seen.sum(axis=0)
    apart = np.where(seen, centred - mean, 0.0)
    return mean, (apart**2).sum(axis=(0, 2))
