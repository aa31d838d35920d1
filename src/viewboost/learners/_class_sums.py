"""Sums of costs per bin and true class, followed through the votes of the rounds.

A vote multiplies the off-label costs of a row by factors that depend only on what it was
told, on its class and on the label. So the sums of a class are multiplied by the factors
of what *most* of its rows were told, and corrected by the few other rows:

    H(new) = f_most H(old) + sum over the others of (1 - f_most / f_own) D_new.

Rounding errors grow when f_most is large while the loss falls; before that matters the
sums are built anew. All of this depends on nothing before the last full rebuild, so a fit
that is resumed there meets the same bits.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from viewboost.learners._binding import Binding, lanes_for, off_label
from viewboost.learners._bins import Picked
from viewboost.learners._kernels import histograms, search
from viewboost.learners._kernels import rows as row_kernels
from viewboost.learners.base import Change
from viewboost.views.rows import Rows

MOST_CLASSES = 9  # sums per class grow with the square of the classes
MOST_BYTES = 2**28
MOST_CODES = 4096  # combinations of what several votes told a row
MOST_GROWTH = 30.0  # of rounding errors, relative to the loss
MOST_CHANGED = 0.4  # share of the rows; picking more of them is slower than taking all


class ClassSums:
    """The sums of a bound stump: one group for each class, or one for all rows.

    Attributes
    ----------
    sums : float64 array of shape (groups, slots, lanes)
    mass : float
        sum |D|.
    """

    def __init__(self, binding: Binding, rows: Rows):
        K, n_slots = rows.n_classes, binding.bins.n_slots
        self.binding, self.n_classes = binding, K
        self.by_class = K <= MOST_CLASSES and K * (K - 1) * n_slots * 8 <= MOST_BYTES
        self.followable = self.by_class and bool((rows.y >= 0).all())
        if self.by_class:
            sizes = np.bincount(np.maximum(rows.y, 0), minlength=K)
            self.lanes, self.labels = lanes_for(K - 1), off_label(K)
        else:
            sizes = np.array([len(rows)])
            self.lanes = lanes_for(K)
        self.starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        self.sums = np.zeros((len(sizes), n_slots, self.lanes))
        self.totals = np.zeros((len(sizes), self.lanes))
        self.mass = self.growth = 0.0

    def follow(self, D: NDArray[np.float64], changes: Sequence[Change] | None) -> None:
        """Bring the sums up to date with the costs."""
        if changes is not None and not changes:
            return
        if changes is None or not self.followable or not self._apply(D, changes):
            self._rebuild(D)

    def total(self) -> NDArray[np.float64]:
        """Cost of each class over all rows, and a zero in place of the mass."""
        wide = np.empty((1, self.n_classes + 1))
        search.wide_table(self.totals[:, None], self.n_classes, 0, 0, -1, wide[0], wide)
        wide[0, -1] = 0.0
        return wide[0]

    def _rebuild(self, D: NDArray[np.float64]) -> None:
        costs = np.zeros((len(D), self.lanes))
        self.mass = row_kernels.pack(D, self.binding.order, self.starts, costs)
        for g, (start, stop) in enumerate(zip(self.starts, self.starts[1:])):
            self.totals[g] = costs[start:stop].sum(axis=0)
        self.growth = 1.0
        self._add(Picked(None, self.starts, costs), np.zeros_like(self.totals))

    def _apply(self, D: NDArray[np.float64], changes: Sequence[Change]) -> bool:
        """Correct the sums by the rows that changed unlike most; False if that is unwise."""
        if (self.n_classes + 1) ** len(changes) > MOST_CODES:
            return False
        codes, factors = self._coded(changes)
        if not (np.isfinite(factors).all() and (factors > 0).all()):
            return False
        order = self.binding.order
        counts = np.zeros((self.n_classes, len(factors)), dtype=np.int64)
        row_kernels.count(codes, order, self.starts, counts)
        usual = counts.argmax(axis=1)
        n_changed = int(counts.sum() - counts.max(axis=1).sum())
        if n_changed > MOST_CHANGED * len(D):
            return False
        most = factors[usual, np.arange(self.n_classes)]
        rows = np.empty(n_changed + 1, dtype=np.int32)
        costs = np.zeros((n_changed, self.lanes))
        starts = np.empty_like(self.starts)
        before, totals = self.totals.sum(), self.totals * most
        places = codes, order, self.starts, usual
        row_kernels.changed(D, *places, 1 - most / factors, rows, starts, costs, totals)
        if not self._safe(most[counts.any(axis=1)].max(), before, totals.sum()):
            return False
        self.totals, self.mass = totals, 2 * float(totals.sum())
        self._add(Picked(rows[:-1], starts, costs), most)
        return True

    def _coded(self, changes: Sequence[Change]):
        """One code per row for all it was told, and the factors[code, class, lane] of each."""
        K = self.n_classes
        codes = np.zeros(len(self.binding.order), dtype=np.int16)
        factors = np.ones((1, K, self.lanes))
        for change in changes:
            told = np.ones((K + 1, K, self.lanes))
            told[1:, :, : K - 1] = np.take_along_axis(change.factor, self.labels[None], axis=2)
            codes += (np.asarray(change.predictions, dtype=np.int16) + 1) * len(factors)
            factors = (told[:, None] * factors[None]).reshape(-1, K, self.lanes)
        return codes, factors

    def _safe(self, most: float, before: float, after: float) -> bool:
        """Whether rounding errors stay small beside the loss."""
        if not 0 < after < np.inf:
            return False
        self.growth = max(self.growth * float(most) * before / after, 1.0)
        return self.growth <= MOST_GROWTH

    def _add(self, picked: Picked, factors: NDArray[np.float64]) -> None:
        """Multiply the sums by the factors of each class and lane, and add cost rows."""
        bins, size = self.binding.bins, self.binding.bins.n_slots // self.binding.bins.n_blocks

        def work(low: int, high: int) -> None:
            histograms.scale(factors, low * size, high * size, self.sums)
            bins.add(picked, self.sums, low, high)

        self.binding.team.each(bins.n_blocks, work)
