"""Sums of costs per bin and true class, followed through the votes of the rounds.

A vote multiplies the off-label costs of a row by factors that depend only on what it was
told, on its class and on the label. So the sums of a class are multiplied by the factors
of what *most* of its rows were told, and corrected by the few other rows:

    H(new) = f_most H(old) + sum over the others of (1 - f_most / f_own) D_new.

The factors are gathered in a scale for each class and lane, so that only the sums of the
few rows are touched.

Rounding errors grow when f_most is large while the loss falls; before that matters the
sums are built anew. All of this depends on nothing before the last full rebuild, so a fit
that is resumed there meets the same bits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from viewboost.learners._binding import Binding, lanes_for
from viewboost.learners._bins import Picked
from viewboost.learners._kernels import rows as row_kernels
from viewboost.learners.base import Change
from viewboost.views.rows import Rows

MOST_CLASSES = 9  # sums per class grow with the square of the classes
MOST_BYTES = 2**28
MOST_CODES = 4096  # combinations of what several votes told a row
MOST_GROWTH = 30.0  # of rounding errors, relative to the loss
MOST_CHANGED = 0.6  # share of the rows; picking more of them is slower than taking all


class ClassSums:
    """The sums of a bound stump: one group for each class, or one for all rows.

    Attributes
    ----------
    sums : float64 array of shape (groups, slots, lanes)
        Up to their scale.
    scale : float64 array of shape (groups, lanes)
    total : float64 array of shape (K + 1,)
        Cost of each class over all rows, and a zero in place of the mass.
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
            self.lanes = lanes_for(K - 1)
        else:
            sizes = np.array([len(rows)])
            self.lanes = lanes_for(K)
        self.starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        self.sums = _zeros(len(sizes), n_slots, self.lanes)
        self.totals, self.scale = np.zeros((2, len(sizes), self.lanes))
        self.total = np.zeros(K + 1)
        self.unchanged = np.ones((1, K, self.lanes))
        self.mass = self.growth = 0.0

    def follow(self, D: NDArray[np.float64], changes: Sequence[Change] | None) -> None:
        """Bring the sums up to date with the costs."""
        if changes is not None and not changes:
            return
        if changes is None or not self.followable or not self._apply(D, changes):
            self._rebuild(D)

    def _rebuild(self, D: NDArray[np.float64]) -> None:
        costs = np.zeros((len(D), self.lanes))
        places = self.binding.order, self.starts, costs
        self.mass = row_kernels.pack(D, *places, self.totals, self.total)
        self.growth = 1.0
        self.scale[:], self.sums[:] = 1.0, 0.0
        self._add(Picked(None, self.starts, costs))

    def _apply(self, D: NDArray[np.float64], changes: Sequence[Change]) -> bool:
        """Correct the sums by the rows that changed unlike most; False if that is unwise."""
        if (self.n_classes + 1) ** len(changes) > MOST_CODES:
            return False
        codes, factors = self._coded(changes)
        starts, (rows, costs) = np.empty_like(self.starts), self.room
        places = codes, self.binding.order, self.starts, factors, rows, starts, costs
        largest, after = row_kernels.changed(D, *places, self.scale, self.totals, self.total)
        if not self._safe(largest, after):
            return False
        self.mass = 2 * after
        n = int(starts[-1])
        self._add(Picked(rows[:n], starts, costs[:n]))
        return True

    @cached_property
    def room(self) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """Memory for the changed rows of a round and their costs: fresh pages are slow."""
        m = len(self.binding.order)
        return np.empty(m + 1, dtype=np.int32), np.zeros((int(MOST_CHANGED * m), self.lanes))

    def _coded(self, changes: Sequence[Change]):
        """One code per row for all it was told, from -1, and the factors[code + 1, class, lane]."""
        K, label_type = self.n_classes, self.binding.label_type
        codes, factors = np.asarray(changes[0].predictions, dtype=label_type), self.unchanged
        for k, change in enumerate(changes):
            if k:
                told = np.asarray(change.predictions, dtype=np.int16)
                codes = codes + (told + 1) * len(factors)
            before, factors = factors, np.empty(((K + 1) * len(factors), K, self.lanes))
            row_kernels.combine(change.vector, before, factors)
        return codes, factors

    def _safe(self, most: float, after: float) -> bool:
        """Whether rounding errors stay small beside the loss."""
        if not 0 < after < np.inf:
            return False
        self.growth = max(self.growth * most * self.mass / (2 * after), 1.0)
        return self.growth <= MOST_GROWTH

    def _add(self, picked: Picked) -> None:
        """Add cost rows to the sums."""
        bins = self.binding.bins
        work = partial(bins.add, picked, self.sums)
        self.binding.team.each(bins.n_blocks, work)


def _zeros(*shape: int) -> NDArray[np.float64]:
    """Zeros from the start of a cache line on: no slot of up to eight lanes lies across two."""
    size = math.prod(shape)
    room = np.zeros(size + 7)
    start = -(room.ctypes.data // 8) % 8
    return room[start : start + size].reshape(shape)
