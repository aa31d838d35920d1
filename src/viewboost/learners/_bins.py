"""A view in bins: made once at binding, then summed over in every round."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewboost.learners._kernels import binning, histograms
from viewboost.views.blocks import Block

SAMPLE = 50_000  # rows from which quantiles are taken


@dataclass(frozen=True)
class Features:
    """What a split search must know of each feature.

    Feature f has the bins 0 … n_bins[f] - 1 and, for missing cells, the bin n_bins[f]; its
    bin b has the slot first[f] + b, and thresholds[first[f] + b] separates b from b + 1.
    """

    first: NDArray[np.int64]
    n_bins: NDArray[np.int32]
    gone: NDArray[np.bool_]  # whether training rows lack the feature
    nominal: NDArray[np.bool_]
    thresholds: NDArray[np.float64]

    def slots(self, f: int) -> slice:
        """The slots of a feature, that of missing cells last."""
        return slice(self.first[f], self.first[f] + self.n_bins[f] + 1)


class Cutter:
    """Finds the thresholds of columns, with the weights of the rows."""

    def __init__(self, weights: NDArray[np.float64], max_bins: int):
        m = len(weights)
        even = bool((weights == weights[0]).all())
        self.max_bins = max_bins
        self.rows = np.arange(SAMPLE) * m // SAMPLE if m > SAMPLE else None
        self.weights = None if even else weights if self.rows is None else weights[self.rows]

    def thresholds(self, column: NDArray[np.float64]) -> NDArray[np.float64]:
        """The thresholds of a dense column; empty where it cannot be split."""
        sample = column if self.rows is None else column[self.rows]
        found = self.cut(sample, self.weights)
        if self.rows is None or len(found) == self.max_bins - 1:
            return found
        # The sample shows few values: the column may have a few more, each with its own bin.
        values = np.empty(self.max_bins)
        n = binning.distinct(column, self.max_bins, values)
        return found if n < 0 else self.cut(values[:n], None)

    def cut(
        self, values: NDArray[np.float64], weights: NDArray[np.float64] | None
    ) -> NDArray[np.float64]:
        """The thresholds between values, NaN left out."""
        thresholds = np.empty(self.max_bins)
        if weights is None:
            values = np.sort(values)
            values = values[: np.searchsorted(values, np.nan)]
            weights = values[:0]
        else:
            # Ties in the order of their weights, so that the order of rows does not matter.
            order = np.lexsort((weights, values))[: np.count_nonzero(values == values)]
            values, weights = values[order], weights[order]
        return thresholds[: binning.cut(values, weights, self.max_bins, thresholds)]


class DenseBins:
    """A dense view as bytes, in blocks of eight features: one row of a block is one word."""

    def __init__(
        self,
        block: Block,
        weights: NDArray[np.float64],
        order: NDArray[np.int32],
        max_bins: int,
    ):
        m, d = block.data.shape
        n_blocks = -(-d // 8)
        self.bins = np.zeros((n_blocks, m, 8), dtype=np.uint8)
        n_bins = np.zeros(d, dtype=np.int32)
        gone = np.zeros(d, dtype=np.bool_)
        thresholds = np.full((d, 256), np.inf)
        nominal = np.zeros(d, dtype=np.bool_)
        nominal[: len(block.levels)] = np.asarray(block.levels, dtype=np.int64) > 0
        cutter = Cutter(weights, max_bins)
        for f in range(d):
            if nominal[f]:
                n_bins[f] = block.levels[f]
            else:
                found = cutter.thresholds(block.data[:, f])
                thresholds[f, : len(found)] = found
                n_bins[f] = len(found) + 1
        for k in range(n_blocks):
            part = slice(8 * k, min(8 * k + 8, d))
            binning.assign(
                block.data[:, part],
                order,
                thresholds[part],
                n_bins[part],
                nominal[part],
                self.bins[k],
            )
            width = part.stop - part.start
            gone[part] = (self.bins[k, :, :width] == n_bins[part]).any(axis=0)
        first = np.arange(d, dtype=np.int64) * 256
        self.features = Features(first, n_bins, gone, nominal, thresholds.ravel())
        self.n_slots = n_blocks * 8 * 256

    def add(
        self, rows: NDArray[np.int32], costs: NDArray[np.float64], sums: NDArray[np.float64]
    ) -> None:
        """Add the costs of the given rows to the slots they fall in."""
        histograms.add_dense(self.bins, rows, costs, 0, len(self.bins), sums)

    def column(self, f: int) -> NDArray[np.uint8]:
        """The bin of each row."""
        return self.bins[f // 8, :, f % 8]


class SparseBins:
    """A sparse view: the slot of each stored entry, by rows and by columns.

    The value zero, stored or not, has a slot of its own; its sums are what is left over.
    """

    def __init__(
        self,
        block: Block,
        weights: NDArray[np.float64],
        order: NDArray[np.int32],
        max_bins: int,
    ):
        by_row = block.data[order]
        by_row.eliminate_zeros()
        by_column = by_row.tocsc()
        by_column.sort_indices()
        weights = weights[order]
        self.m, d = by_row.shape
        self.starts = by_column.indptr.astype(np.int64)
        self.rows = by_column.indices.astype(np.int32)
        cutter = Cutter(weights, max_bins)
        tables, zero = [], np.empty(d, dtype=np.int32)
        gone = np.zeros(d, dtype=np.bool_)
        bins = np.empty(len(self.rows), dtype=np.int32)
        for f in range(d):
            entries = slice(self.starts[f], self.starts[f + 1])
            values = by_column.data[entries]
            found = self._cut(cutter, values, weights, self.rows[entries])
            gone[f] = np.isnan(values).any()
            at = np.searchsorted(found, values)
            at[np.isnan(values)] = len(found) + 1
            bins[entries] = at
            zero[f] = np.searchsorted(found, 0.0)
            tables.append(found)
        n_bins = np.array([len(t) + 1 for t in tables], dtype=np.int32)
        first = np.concatenate([[0], np.cumsum(n_bins + 1, dtype=np.int64)])
        self.n_slots, first = int(first[-1]), first[:-1]
        thresholds = np.full(self.n_slots, np.inf)
        for f in range(d):
            thresholds[first[f] : first[f] + len(tables[f])] = tables[f]
        self.features = Features(first, n_bins, gone, np.zeros(d, dtype=np.bool_), thresholds)
        self.zero, self.bins = zero, bins
        self._by_row(by_column, bins + np.repeat(first, np.diff(self.starts)))

    @staticmethod
    def _cut(cutter, values, weights, rows):
        """Thresholds of a column from its stored values and the weight of its zeros."""
        n_zero = len(weights) - len(values)
        values = np.append(values, 0.0) if n_zero else values
        inner = weights[rows]
        inner = np.append(inner, max(weights.sum() - inner.sum(), 0.0)) if n_zero else inner
        return cutter.cut(values, inner)

    def _by_row(self, by_column, slots):
        from scipy import sparse

        shape = by_column.shape
        by_row = sparse.csc_array((slots + 1, self.rows, self.starts), shape=shape).tocsr()
        self.row_starts = by_row.indptr.astype(np.int64)
        self.row_slots = (by_row.data - 1).astype(np.int32)

    def add(
        self, rows: NDArray[np.int32], costs: NDArray[np.float64], sums: NDArray[np.float64]
    ) -> None:
        """Add the costs of the given rows to the slots they fall in."""
        histograms.add_sparse(self.row_starts, self.row_slots, rows, costs, sums)
        total = costs.sum(axis=0)
        histograms.fill_zeros(self.features.first, self.features.n_bins + 1, self.zero, total, sums)

    def column(self, f: int) -> NDArray[np.uint8]:
        """The bin of each row."""
        entries = slice(self.starts[f], self.starts[f + 1])
        bins = np.full(self.m, self.zero[f], dtype=np.uint8)
        bins[self.rows[entries]] = self.bins[entries]
        return bins


def binned(
    block: Block, weights: NDArray[np.float64], order: NDArray[np.int32], max_bins: int
) -> DenseBins | SparseBins:
    """The bins of a view, its rows in the given order."""
    kind = SparseBins if block.kind == "sparse" else DenseBins
    return kind(block, weights, order, max_bins)
