"""Sums of cost rows per feature and bin, of dense and of sparse views."""

from __future__ import annotations

from numba import types

from viewboost.learners._kernels.jit import f8, i4, i8, kernel, read, u1, write


@kernel(types.void(read(u1, 3), read(i4, 1), read(f8, 2), i8, i8, write(f8, 2)))
def add_dense(bins, rows, costs, low, high, sums):
    """Add ``costs[k]`` to the slots of row ``rows[k]``, for the blocks ``low … high - 1``."""
    lanes = costs.shape[1]
    for block in range(low, high):
        for k in range(len(rows)):
            for j in range(8):
                slot = (block * 8 + j) * 256 + bins[block, rows[k], j]
                for lane in range(lanes):
                    sums[slot, lane] += costs[k, lane]


@kernel(types.void(read(i8, 1), read(i4, 1), read(i4, 1), read(f8, 2), write(f8, 2)))
def add_sparse(starts, slots, rows, costs, sums):
    """Add ``costs[k]`` to the slots of the stored entries of row ``rows[k]``."""
    lanes = costs.shape[1]
    for k in range(len(rows)):
        for entry in range(starts[rows[k]], starts[rows[k] + 1]):
            for lane in range(lanes):
                sums[slots[entry], lane] += costs[k, lane]


@kernel(types.void(read(i8, 1), read(i4, 1), read(i4, 1), read(f8, 1), write(f8, 2)))
def fill_zeros(first, n_slots, zero, total, sums):
    """Give the slot of the value zero what the stored entries of its feature leave."""
    for f in range(len(zero)):
        if zero[f] < 0:
            continue
        for lane in range(len(total)):
            rest = total[lane]
            for slot in range(first[f], first[f] + n_slots[f]):
                if slot != first[f] + zero[f]:
                    rest -= sums[slot, lane]
            sums[first[f] + zero[f], lane] = rest
