"""The merit of a feature's splits, and the exact form of the chosen one, from its wide table.

A wide table has one row for each bin, the last for missing cells; one column for each class,
and then the mass.
"""

from __future__ import annotations

import numpy as np
from numba import types

from viewboost.learners._kernels.jit import b1, f8, i8, kernel, part, read, write


@part
def cheapest(side, K):
    """The least of the class costs."""
    least = side[0]
    for c in range(1, K):
        least = min(least, side[c])
    return least


@part
def first_cheapest(side, K, tie):
    """The first class that ties with the cheapest."""
    least = cheapest(side, K)
    for c in range(K):
        if side[c] <= least + tie:
            return c
    return 0


@part
def merit(left, right, K, limit, least_mass):
    """How much each side agrees within itself: sum over sides of |costs|² / mass.

    -inf for a split beyond the limit of cost, or with a side that is empty.
    """
    if cheapest(left, K) + cheapest(right, K) > limit:
        return -np.inf
    if left[K] <= least_mass or right[K] <= least_mass:
        return -np.inf
    squares = np.zeros(2)
    for c in range(K):
        squares[0] += left[c] * left[c]
        squares[1] += right[c] * right[c]
    return squares[0] / left[K] + squares[1] / right[K]


@part
def clear(side):
    """Empty a side."""
    for lane in range(len(side)):
        side[lane] = 0.0


@part
def add(side, amount):
    """Add an amount to a side. (Whole-array operators would take long to compile.)"""
    for lane in range(len(side)):
        side[lane] += amount[lane]


@part
def move(source, target, amount):
    """Take an amount from one side to the other."""
    for lane in range(len(amount)):
        source[lane] -= amount[lane]
        target[lane] += amount[lane]


@part
def threshold_merit(wide, n_bins, K, gone, limit, least_mass, left, right):
    """Largest merit over the thresholds of a numeric feature."""
    clear(left)
    clear(right)
    for b in range(n_bins + 1):
        add(right, wide[b])
    best = -np.inf
    for b in range(n_bins if gone else n_bins - 1):
        move(right, left, wide[b])
        best = max(best, merit(left, right, K, limit, least_mass))
        if gone:
            move(right, left, wide[n_bins])
            best = max(best, merit(left, right, K, limit, least_mass))
            move(left, right, wide[n_bins])
    return best


@part
def level_merit(wide, n_bins, K, limit, least_mass, left, right):
    """Largest merit over the level sets of a nominal feature, and over each level alone."""
    best = -np.inf
    for a in range(K):
        for b in range(a + 1, K):
            clear(left)
            clear(right)
            for level in range(n_bins + 1):
                add(left if wide[level, a] <= wide[level, b] else right, wide[level])
            best = max(best, merit(left, right, K, limit, least_mass))
    for alone in range(n_bins + 1):
        clear(left)
        clear(right)
        for level in range(n_bins + 1):
            add(left if level == alone else right, wide[level])
        best = max(best, merit(left, right, K, limit, least_mass))
    return best


@kernel(f8(read(f8, 2), i8, i8, b1, b1, f8, f8))
def split_merit(wide, n_bins, K, gone, nominal, limit, least_mass):
    """Largest merit of one feature among its splits that cost at most ``limit``."""
    space = np.empty((2, K + 1))
    if nominal:
        return level_merit(wide, n_bins, K, limit, least_mass, space[0], space[1])
    return threshold_merit(wide, n_bins, K, gone, limit, least_mass, space[0], space[1])


@part
def good(left, right, K, limit, floor, least_mass):
    """Whether a split costs at most ``limit`` and has at least the merit ``floor``."""
    if floor == -np.inf:
        return cheapest(left, K) + cheapest(right, K) <= limit
    return merit(left, right, K, limit, least_mass) >= floor


@part
def heavier_left(weights, b):
    """Whether the bins up to b have at least the weight of those after, missing left out."""
    left = right = 0.0
    for k in range(len(weights) - 1):
        if k <= b:
            left += weights[k]
        else:
            right += weights[k]
    return left >= right


@part
def holes_good(left, right, hole, K, gone, limit, floor, tie):
    """Whether a split is good with missing cells on the left, and on the right.

    And how much more it costs with them on the right.
    """
    if not gone:
        either = good(left, right, K, limit, floor, tie)
        return either, either, 0.0
    add(right, hole)
    right_good = good(left, right, K, limit, floor, tie)
    more = cheapest(left, K) + cheapest(right, K)
    move(right, left, hole)
    left_good = good(left, right, K, limit, floor, tie)
    more -= cheapest(left, K) + cheapest(right, K)
    for lane in range(K + 1):
        left[lane] -= hole[lane]
    return left_good, right_good, more


@kernel(types.void(read(f8, 2), i8, b1, f8, f8, f8, read(f8, 1), write(f8, 1)))
def threshold_split(wide, K, gone, limit, floor, tie, weights, out):
    """The first threshold that is good: bin, whether missing goes left, labels, cost.

    Missing cells go to the cheaper side; where both cost the same, or training knew none,
    to the side of larger weight.
    """
    n_bins = len(wide) - 1
    hole = wide[n_bins]
    left, right = np.zeros(K + 1), np.zeros(K + 1)
    for b in range(n_bins):
        add(right, wide[b])
    for b in range(n_bins if gone else n_bins - 1):
        move(right, left, wide[b])
        ways = left, right, hole, K, gone, limit, floor, tie
        left_good, right_good, more = holes_good(*ways)
        if not (left_good or right_good):
            continue
        go_left = heavier_left(weights, b)
        if gone and (left_good != right_good or abs(more) > tie):
            go_left = left_good and (more > 0 or not right_good)
        add(left if go_left else right, hole)
        out[0], out[1] = b, go_left
        out[2] = first_cheapest(left, K, tie / 4)
        out[3] = first_cheapest(right, K, tie / 4)
        out[4] = left[int(out[2])] + right[int(out[3])]
        return
    out[0] = -1
