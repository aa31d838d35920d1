"""Where numeric columns are cut into bins."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewboost.learners._kernels import binning

SAMPLE = 25_000  # rows from which quantiles are taken
NO_WEIGHTS = np.empty(0)


class WorkSpace:
    """Memory that the columns of a block share: fresh pages cost more than the cutting."""

    def __init__(self, n: int):
        self.ends, self.totals = np.empty(n, dtype=np.int64), np.empty(n)


class Cutter:
    """Finds the thresholds of columns, with the weights of the rows.

    Parameters
    ----------
    weights : float64 array of shape (m,)
        In the order of the columns' rows.
    max_bins : int
    """

    def __init__(self, weights: NDArray[np.float64], max_bins: int):
        m = len(weights)
        self.max_bins = max_bins
        self.every = weights
        self.even = bool((weights == weights[0]).all())
        self.rows = np.arange(SAMPLE) * m // SAMPLE if m > SAMPLE else None
        self.weights = weights if self.rows is None else weights[self.rows]

    def thresholds(self, columns: NDArray[np.float64]) -> list[NDArray[np.float64]]:
        """The thresholds of some dense columns; empty where one cannot be split."""
        sample = columns if self.rows is None else columns[self.rows]
        pairs = zip(columns.T, np.ascontiguousarray(sample.T))
        space = WorkSpace(len(sample))
        return [self._column_thresholds(column, part, space) for column, part in pairs]

    def _column_thresholds(
        self, column: NDArray[np.float64], sample: NDArray[np.float64], space: WorkSpace
    ) -> NDArray[np.float64]:
        found = self._cut(sample, None if self.even else self.weights, space)
        if self.rows is None or len(found) >= self.max_bins - 1:
            return found
        # The sample shows few values: where the column has few too, each gets its own bin.
        values = np.empty(self.max_bins)
        n = binning.distinct(column, self.max_bins, values)
        return found if n < 0 else self._cut(values[:n], None, space)

    def sparse_thresholds(
        self, values: NDArray[np.float64], rows: NDArray[np.int32]
    ) -> NDArray[np.float64]:
        """The thresholds of a column from its stored values; the other rows are zero."""
        weights = self.every[rows]
        if len(values) < len(self.every):
            values = np.append(values, 0.0)
            weights = np.append(weights, max(self.every.sum() - weights.sum(), 0.0))
        return self._cut(values, weights, WorkSpace(len(values)))

    def _cut(
        self,
        values: NDArray[np.float64],
        weights: NDArray[np.float64] | None,
        space: WorkSpace,
    ) -> NDArray[np.float64]:
        """The thresholds between values, NaN left out."""
        if weights is None:
            values = np.sort(values)
            values = values[: np.searchsorted(values, np.nan)]
            weights = NO_WEIGHTS
        else:
            # Ties in the order of their weights, so that the order of rows does not matter.
            order = np.lexsort((weights, values))[: np.count_nonzero(values == values)]
            values, weights = values[order], weights[order]
        thresholds = np.empty(self.max_bins)
        arrays = values, weights, self.max_bins, space.ends, space.totals, thresholds
        return thresholds[: binning.cut(*arrays)]
