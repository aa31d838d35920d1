"""A view in bins: made once at binding, then summed over in every round."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from viewboost.learners._cuts import Cutter
from viewboost.learners._kernels import binning, histograms
from viewboost.learners._kernels import rows as row_kernels
from viewboost.learners._team import Team
from viewboost.views.blocks import Block

COLUMNS_AT_ONCE = 64  # bounds the memory of a sample
MOST_LANES = 8  # of a vector
NO_BINS = np.empty(0, dtype=np.int32)


@dataclass(frozen=True)
class Features:
    """What a split search must know of each feature.

    Feature f has the bins 0 … n_bins[f] - 1 and, for missing cells, the bin n_bins[f]; its
    bin b has the slot first[f] + b, and thresholds[first[f] + b] separates b from b + 1.
    (In a sparse view the bins after that of zero have the slot before.)
    """

    first: NDArray[np.int64]
    n_bins: NDArray[np.int32]
    gone: NDArray[np.bool_]  # whether training rows lack the feature
    nominal: NDArray[np.bool_]
    thresholds: NDArray[np.float64]

    @cached_property
    def any_gone(self) -> bool:
        """Whether training rows lack any feature."""
        return bool(self.gone.any())

    @cached_property
    def any_nominal(self) -> bool:
        """Whether any feature is nominal."""
        return bool(self.nominal.any())


class Picked(NamedTuple):
    """Cost rows, grouped: those of group g belong to rows[starts[g]:starts[g + 1]].

    ``rows`` None says all rows, in their order.
    """

    rows: NDArray[np.int32] | None
    starts: NDArray[np.int64]
    costs: NDArray[np.float64]  # (rows, lanes)

    def arguments(self) -> tuple:
        """As the kernels read it."""
        rows = NO_BINS if self.rows is None else self.rows
        return rows, self.rows is None, self.starts, self.costs.reshape(-1)


class DenseBins:
    """A dense view as bytes, in blocks of eight features: one row of a block is one word."""

    zero = NO_BINS

    def __init__(self, block: Block, order: NDArray[np.int32], cutter: Cutter, team: Team):
        m, d = block.data.shape
        self.team, self.n_blocks = team, -(-d // 8)
        self.n_slots = self.n_blocks * 8 * 256
        self.bins = np.zeros((self.n_blocks, m, 8), dtype=np.uint8)
        self.words = self.bins.view(np.uint64)[:, :, 0]
        self.features = Features(
            first=np.arange(d, dtype=np.int64) * 256,
            n_bins=np.zeros(d, dtype=np.int32),
            gone=np.zeros(d, dtype=np.bool_),
            nominal=np.array([n > 0 for n in block.levels or (0,) * d]),
            thresholds=np.full(self.n_slots, np.inf),
        )
        team.each(self.n_blocks, lambda low, high: self._fill(block, order, cutter, low, high))

    def _fill(self, block: Block, order, cutter: Cutter, low: int, high: int) -> None:
        """Cut and assign the features of some blocks."""
        features, d = self.features, block.data.shape[1]
        tables = features.thresholds.reshape(-1, 256)
        for start in range(8 * low, min(8 * high, d), COLUMNS_AT_ONCE):
            some = block.data[:, start : min(start + COLUMNS_AT_ONCE, 8 * high)]
            for f, found in enumerate(cutter.thresholds(some), start):
                if features.nominal[f]:
                    features.n_bins[f] = block.levels[f]
                else:
                    tables[f, : len(found)] = found
                    features.n_bins[f] = len(found) + 1
        place = features.n_bins, features.nominal, low, high, self.bins, features.gone
        binning.assign(block.data, order, tables, *place)

    def add(self, picked: Picked, sums, low: int, high: int) -> None:
        """Add cost rows to the sums (groups, slots, lanes) of some blocks."""
        where, n_lanes = (self.words, *picked.arguments()), sums.shape[2]
        if n_lanes <= MOST_LANES:
            place = (0,) * n_lanes, len(self.features.first), low, high, sums.reshape(-1)
            histograms.add_dense(*where, *place)
        else:
            histograms.add_dense_many(*where, n_lanes, low, high, sums.reshape(-1))

    def by_bin(self, values: NDArray[np.float64], total: float, f: int) -> NDArray[np.float64]:
        """What the bins of a feature have of values that lie by slot, missing cells last."""
        first = self.features.first[f]
        return values[first : first + self.features.n_bins[f] + 1]

    def column(self, f: int) -> NDArray[np.uint8]:
        """The bin of each row."""
        return self.bins[f // 8, :, f % 8]

    def label(self, f: int, left, labels: tuple[int, int], order, out) -> None:
        """Write the label of every row: that of the side which its bin is on."""
        row_kernels.label(self.column(f), left, *labels, order, out)


class SparseBins:
    """A sparse view: the bins of its stored entries by columns, their slots by rows.

    The bin of zero, stored or not, has no slot: its sums are what the other bins leave of
    the total, so that a sum costs no more than the stored entries. Missing cells have a slot
    only where there are any: most columns of a text then have a single one.
    """

    n_blocks = 1

    def __init__(self, block: Block, order: NDArray[np.int32], cutter: Cutter, team: Team):
        by_column = sparse.csc_array(block.data)
        by_column.eliminate_zeros()
        self.m, d = by_column.shape
        places = np.empty_like(order)
        places[order] = np.arange(self.m)
        self.starts = by_column.indptr.astype(np.int64)
        self.rows = places[by_column.indices]
        tables = self._cut(by_column.data, cutter)
        self.bins = np.empty(len(self.rows), dtype=np.uint8)
        self.zero, gone = np.empty(d, dtype=np.int32), np.zeros(d, dtype=np.bool_)
        binning.assign_sparse(self.starts, by_column.data, *tables, self.bins, self.zero, gone)
        self.features = self._features(*tables, gone)
        self.n_slots = len(self.features.thresholds)
        self.row_starts, self.row_slots = self._by_row(by_column.shape)

    def _features(self, found, n_found, gone) -> Features:
        """The slots of the columns, one after the other, and their thresholds there."""
        n_bins, n_slots = n_found + 1, n_found + gone
        ends = np.cumsum(n_slots, dtype=np.int64)
        first = ends - n_slots
        thresholds = np.full(max(ends[-1], 1), np.inf)
        own = np.arange(n_found.sum()) - np.repeat(np.cumsum(n_found) - n_found, n_found)
        source = np.repeat(self.starts[:-1], n_found) + own
        thresholds[np.repeat(first, n_found) + own] = found[source]
        return Features(first, n_bins, gone, np.zeros(len(gone), dtype=np.bool_), thresholds)

    def _by_row(self, shape: tuple[int, int]):
        """The slots of the entries of each row, those in the bin of zero left out."""
        lengths = np.diff(self.starts)
        zero = np.repeat(self.zero.astype(np.uint8), lengths)
        slots = np.repeat(self.features.first.astype(np.int32), lengths)
        slots += self.bins
        slots -= self.bins > zero
        slots[self.bins == zero] = -1
        slots += 1  # for a while: SciPy drops what is zero
        by_row = sparse.csc_array((slots, self.rows, self.starts), shape=shape).tocsr()
        by_row.eliminate_zeros()
        return by_row.indptr.astype(np.int64), by_row.data - 1

    def _cut(self, values: NDArray[np.float64], cutter: Cutter):
        """Thresholds of the columns, from where their entries start, and how many they are."""
        found, n_found = np.empty(len(values)), np.empty(len(self.starts) - 1, dtype=np.int32)
        binning.cut_sparse(self.starts, values, self.m, cutter.max_bins, found, n_found)
        for f in np.flatnonzero(n_found < 0):
            part = slice(self.starts[f], self.starts[f + 1])
            table = cutter.sparse_thresholds(values[part], self.rows[part])
            n_found[f] = len(table)
            found[self.starts[f] : self.starts[f] + len(table)] = table
        return found, n_found

    def add(self, picked: Picked, sums, low: int, high: int) -> None:
        """Add cost rows to the sums (groups, slots, lanes) of the stored entries."""
        add = histograms.add_sparse_one if sums.shape[2] == 1 else histograms.add_sparse
        place = self.row_starts, self.row_slots
        add(*place, *picked.arguments(), self.n_slots, sums.reshape(-1))

    def by_bin(self, values: NDArray[np.float64], total: float, f: int) -> NDArray[np.float64]:
        """What the bins of a feature have of values that lie by slot, missing cells last."""
        features, zero = self.features, self.zero[f]
        first, n = features.first[f], features.n_bins[f]
        own = values[first : first + n - 1 + features.gone[f]]
        spread = np.zeros(n + 1)
        spread[:zero], spread[zero + 1 : len(own) + 1] = own[:zero], own[zero:]
        spread[zero] = total - own.sum()
        return spread

    def column(self, f: int) -> NDArray[np.uint8]:
        """The bin of each row."""
        entries = slice(self.starts[f], self.starts[f + 1])
        bins = np.full(self.m, self.zero[f], dtype=np.uint8)
        bins[self.rows[entries]] = self.bins[entries]
        return bins

    def label(self, f: int, left, labels: tuple[int, int], order, out) -> None:
        """Write the label of every row: that of zeros first, then those of stored cells."""
        entries = slice(self.starts[f], self.starts[f + 1])
        out[:] = labels[0] if left[self.zero[f]] else labels[1]
        out[order[self.rows[entries]]] = np.where(left[self.bins[entries]], *labels)
