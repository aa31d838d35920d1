"""The cheapest split of each feature, from the sums of cost rows per bin.

A split sends bins to the left or to the right side, and each side takes its cheapest
class. The costs of a feature's bins are a *table*: one row for each bin, the last for
missing cells; one column for each class, of two classes only the first (the other costs
minus that). A *wide* table has all classes and then the mass.
"""

from __future__ import annotations

import numpy as np
from numba import types

from viewboost.learners._kernels.jit import b1, f8, i4, i8, kernel, part, read, write

# first slot, number of bins, whether cells are missing, whether nominal; of each feature
FEATURES = (read(i8, 1), read(i4, 1), read(b1, 1), read(b1, 1))


@part
def fill_two(sums, first, n_bins, table):
    """Two classes: the first costs what rows of the second would lose, less what its own save."""
    for b in range(n_bins + 1):
        table[b, 0] = sums[1, first + b, 0] - sums[0, first + b, 0]


@part
def fill_many(sums, first, n_bins, K, table):
    """Costs of the classes, from the sums of each true class without its label's own entry."""
    for b in range(n_bins + 1):
        for c in range(K):
            table[b, c] = 0.0
    for y in range(K):
        for b in range(n_bins + 1):
            others = 0.0
            for lane in range(K - 1):
                cost = sums[y, first + b, lane]
                table[b, lane + (lane >= y)] += cost
                others += cost
            table[b, y] -= others


@part
def fill_table(sums, first, n_bins, K, table):
    """The table of a feature, from the sums of each class or from those of all rows."""
    if sums.shape[0] == 1:
        for b in range(n_bins + 1):
            for lane in range(table.shape[1]):
                table[b, lane] = sums[0, first + b, lane]
    elif K == 2:
        fill_two(sums, first, n_bins, table)
    else:
        fill_many(sums, first, n_bins, K, table)


@part
def fill_zero(table, n_bins, zero, total):
    """The row of the value zero is what the other rows leave."""
    for lane in range(len(total)):
        rest = total[lane]
        for b in range(n_bins + 1):
            rest -= table[b, lane] if b != zero else 0.0
        table[zero, lane] = rest


@part
def two_class_cost(table, n_bins, gone):
    """Least cost over the thresholds, two classes: minus the sides' absolute costs."""
    total = 0.0
    for b in range(n_bins):
        total += table[b, 0]
    best, left, hole = 0.0, 0.0, table[n_bins, 0]
    if not gone:
        for b in range(n_bins - 1):
            left += table[b, 0]
            best = max(best, abs(left) + abs(total - left))
        return -best
    for b in range(n_bins):
        left += table[b, 0]
        best = max(best, abs(left + hole) + abs(total - left))
        best = max(best, abs(left) + abs(total - left + hole))
    return -best


@part
def sparse_two_class_cost(sums, first, n_bins, zero, total):
    """Least cost over the thresholds of a sparse feature without missing cells, two classes.

    Most features of a text have a handful of bins: no table is worth its while.
    """
    rest = total
    for b in range(n_bins):
        if b != zero:
            rest -= sums[1, first + b, 0] - sums[0, first + b, 0]
    best, left = 0.0, 0.0
    for b in range(n_bins - 1):
        left += rest if b == zero else sums[1, first + b, 0] - sums[0, first + b, 0]
        best = max(best, abs(left) + abs(total - left))
    return -best


@part
def many_class_cost(table, n_bins, K, gone, left, total):
    """Least cost over the thresholds; ``left`` and ``total`` are work space."""
    for c in range(K):
        left[c] = total[c] = 0.0
    for b in range(n_bins):
        for c in range(K):
            total[c] += table[b, c]
    best = np.inf
    for b in range(n_bins if gone else n_bins - 1):
        low = high = low_hole = high_hole = np.inf
        for c in range(K):
            left[c] += table[b, c]
            rest, hole = total[c] - left[c], table[n_bins, c]
            low, high = min(low, left[c]), min(high, rest)
            low_hole, high_hole = min(low_hole, left[c] + hole), min(high_hole, rest + hole)
        best = min(best, low + high_hole, low_hole + high)
    return best


@part
def nominal_cost(table, n_bins, K):
    """Least cost over the level sets: each level goes to the cheaper of two classes."""
    best = np.inf
    for a in range(K):
        for b in range(a + 1, K):
            cost = 0.0
            for level in range(n_bins + 1):
                other = -table[level, 0] if K == 2 else table[level, b]
                cost += min(table[level, a], other)
            best = min(best, cost)
    return best


@kernel(
    types.void(
        read(f8, 3), i8, *FEATURES, read(i4, 1), read(f8, 1), i8, i8, write(f8, 1)
    )
)  # fmt: skip
def split_costs(sums, K, first, n_bins, gone, nominal, zero, total, low, high, out):
    """Least cost of each feature from ``low`` to ``high - 1``; infinity where nothing splits.

    ``zero`` names the bins that hold what the others leave of ``total``; empty: none.
    """
    table = np.empty((256, 1 if K == 2 else K))
    space = np.empty((2, K))
    for f in range(low, high):
        n = n_bins[f]
        if n == 0 or (n == 1 and not gone[f]):
            out[f] = np.inf
            continue
        if sums.shape[0] == 2 and len(zero) and not gone[f]:
            out[f] = sparse_two_class_cost(sums, first[f], n, zero[f], total[0])
            continue
        fill_table(sums, first[f], n, K, table)
        if len(zero):
            fill_zero(table, n, zero[f], total)
        if nominal[f]:
            out[f] = nominal_cost(table, n, K)
        elif K == 2:
            out[f] = two_class_cost(table, n, gone[f])
        else:
            out[f] = many_class_cost(table, n, K, gone[f], space[0], space[1])


@kernel(types.void(read(f8, 3), i8, i8, i8, i8, read(f8, 1), write(f8, 2)))
def wide_table(sums, K, first, n_bins, zero, total, wide):
    """Fill the wide table of one feature; ``zero`` is -1 where its sums are complete."""
    lanes = 1 if K == 2 else K
    massive = sums.shape[0] == 1 and sums.shape[2] > lanes
    table = np.empty((n_bins + 1, lanes + massive))
    fill_table(sums, first, n_bins, K, table)
    if zero >= 0:
        fill_zero(table, n_bins, zero, total)
    for b in range(n_bins + 1):
        for c in range(K):
            wide[b, c] = table[b, c] if c < lanes else -table[b, 0]
        wide[b, K] = table[b, lanes] if massive else 0.0


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
        add(right, hole)
        right_good = good(left, right, K, limit, floor, tie)
        cost = cheapest(left, K) + cheapest(right, K)
        move(right, left, hole)
        left_good = good(left, right, K, limit, floor, tie)
        cost -= cheapest(left, K) + cheapest(right, K)
        if left_good or right_good:
            go_left = heavier_left(weights, b)
            if gone and (left_good != right_good or abs(cost) > tie):
                go_left = left_good and (cost > 0 or not right_good)
            if not go_left:
                move(left, right, hole)
            out[0], out[1] = b, go_left
            out[2] = first_cheapest(left, K, tie / 4)
            out[3] = first_cheapest(right, K, tie / 4)
            out[4] = left[int(out[2])] + right[int(out[3])]
            return
        move(left, right, hole)
        for lane in range(K + 1):
            right[lane] -= hole[lane]
    out[0] = -1
