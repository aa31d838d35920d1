"""The cheapest split of each feature, from the sums of cost rows per bin.

A split sends bins to the left or to the right side, and each side takes its cheapest
class. ``sums[slot, c]`` is the cost of giving class c to the rows of a slot; trees add one
lane, the mass of these rows, after the classes.
"""

from __future__ import annotations

import numpy as np
from numba import types

from viewboost.learners._kernels.jit import b1, f8, i4, i8, kernel, part, read, write


@part
def cheapest(costs, n_classes):
    """The least of the class costs."""
    least = costs[0]
    for c in range(1, n_classes):
        least = min(least, costs[c])
    return least


@part
def add(target, source, sign):
    """target += sign * source."""
    for lane in range(len(target)):
        target[lane] += sign * source[lane]


@part
def threshold_cost(sums, n_classes, left, right, hole, gone):
    """Least cost over the thresholds of one numeric feature.

    ``left``, ``right`` and ``hole`` are work space. ``gone`` says that rows with a missing
    cell exist; the slot after the bins is theirs, and they join the cheaper side.
    """
    n_bins = len(sums) - 1
    left[:] = 0.0
    right[:] = 0.0
    for b in range(n_bins):
        add(right, sums[b], 1.0)
    hole[:] = sums[n_bins]
    best = np.inf
    for b in range(n_bins if gone else n_bins - 1):
        add(left, sums[b], 1.0)
        add(right, sums[b], -1.0)
        if not gone:
            best = min(best, cheapest(left, n_classes) + cheapest(right, n_classes))
            continue
        add(right, hole, 1.0)
        best = min(best, cheapest(left, n_classes) + cheapest(right, n_classes))
        add(right, hole, -1.0)
        add(left, hole, 1.0)
        best = min(best, cheapest(left, n_classes) + cheapest(right, n_classes))
        add(left, hole, -1.0)
    return best


@part
def pair_cost(sums, a, b):
    """Cost of sending each level, and the missing cells, to the cheaper of two classes."""
    cost = 0.0
    for level in range(len(sums)):
        cost += min(sums[level, a], sums[level, b])
    return cost


@part
def nominal_cost(sums, n_classes):
    """Least cost over the level sets of one nominal feature."""
    best = np.inf
    for a in range(n_classes):
        for b in range(a + 1, n_classes):
            best = min(best, pair_cost(sums, a, b))
    return best


FEATURES = (read(i8, 1), read(i4, 1), read(b1, 1), read(b1, 1))


@kernel(types.void(read(f8, 2), i8, *FEATURES, i8, i8, write(f8, 1)))
def split_costs(sums, n_classes, first, n_bins, gone, nominal, low, high, out):
    """Least cost of each feature from ``low`` to ``high - 1``; infinity where nothing splits.

    Feature f has the slots ``first[f] … first[f] + n_bins[f]``, the last for missing cells.
    """
    space = np.empty((3, sums.shape[1]))
    for f in range(low, high):
        part_of = sums[first[f] : first[f] + n_bins[f] + 1]
        if n_bins[f] == 0:
            out[f] = np.inf
        elif nominal[f]:
            out[f] = nominal_cost(part_of, n_classes)
        else:
            out[f] = threshold_cost(part_of, n_classes, space[0], space[1], space[2], gone[f])


@part
def merit(side, n_classes):
    """How much the rows of a side agree: squared costs over mass; -inf for an empty side."""
    mass = side[n_classes]
    if mass <= 0:
        return -np.inf
    total = 0.0
    for c in range(n_classes):
        total += side[c] * side[c]
    return total / mass


@part
def side_merit(left, right, n_classes, limit, least_mass):
    """Merit of a split whose cost is within the limit and that leaves no side empty."""
    if min(left[n_classes], right[n_classes]) <= least_mass:
        return -np.inf
    if cheapest(left, n_classes) + cheapest(right, n_classes) > limit:
        return -np.inf
    return merit(left, n_classes) + merit(right, n_classes)


@part
def threshold_merit(sums, n_classes, left, right, hole, gone, limit, least_mass):
    """Largest merit over the thresholds of one numeric feature."""
    n_bins = len(sums) - 1
    left[:] = 0.0
    right[:] = 0.0
    for b in range(n_bins):
        add(right, sums[b], 1.0)
    hole[:] = sums[n_bins]
    best = -np.inf
    for b in range(n_bins if gone else n_bins - 1):
        add(left, sums[b], 1.0)
        add(right, sums[b], -1.0)
        add(right, hole, 1.0)
        best = max(best, side_merit(left, right, n_classes, limit, least_mass))
        add(right, hole, -1.0)
        add(left, hole, 1.0)
        best = max(best, side_merit(left, right, n_classes, limit, least_mass))
        add(left, hole, -1.0)
    return best


@part
def nominal_merit(sums, n_classes, left, right, limit, least_mass):
    """Largest merit over the level sets of one nominal feature."""
    best = -np.inf
    for a in range(n_classes):
        for b in range(a + 1, n_classes):
            left[:] = 0.0
            right[:] = 0.0
            for level in range(len(sums)):
                add(left if sums[level, a] <= sums[level, b] else right, sums[level], 1.0)
            best = max(best, side_merit(left, right, n_classes, limit, least_mass))
    for alone in range(len(sums)):
        left[:] = sums[alone]
        right[:] = 0.0
        for level in range(len(sums)):
            if level != alone:
                add(right, sums[level], 1.0)
        best = max(best, side_merit(left, right, n_classes, limit, least_mass))
    return best


@kernel(types.void(read(f8, 2), i8, *FEATURES, i8, i8, f8, f8, write(f8, 1)))
def split_merits(sums, n_classes, first, n_bins, gone, nominal, low, high, limit, least_mass, out):
    """Largest merit of each feature among its splits that cost at most ``limit``.

    On entry ``out`` holds the least costs; features beyond the limit are left out.
    """
    space = np.empty((3, sums.shape[1]))
    for f in range(low, high):
        if out[f] > limit:
            out[f] = -np.inf
            continue
        part_of = sums[first[f] : first[f] + n_bins[f] + 1]
        if nominal[f]:
            out[f] = nominal_merit(part_of, n_classes, space[0], space[1], limit, least_mass)
        else:
            out[f] = threshold_merit(
                part_of, n_classes, space[0], space[1], space[2], gone[f], limit, least_mass
            )
