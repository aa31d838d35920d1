"""The cheapest split of each feature, from the sums of cost rows per bin.

A split sends bins to the left or to the right side, and each side takes its cheapest
class. The costs of a feature's bins are a *table*: one row for each bin, the last for
missing cells; one column for each class, of two classes only the first (the other costs
minus that). A *wide* table has all classes and then the mass.

Sums of each class are kept up to a *scale* for each class and lane, which the votes change
in every round; those of all rows have none.
"""

from __future__ import annotations

import numpy as np
from numba import types

from viewboost.learners._kernels.jit import b1, f8, i4, i8, kernel, part, read, write

U = np.uint64

# first slot, number of bins, whether cells are missing, whether nominal; of each feature
FEATURES = (read(i8, 1), read(i4, 1), read(b1, 1), read(b1, 1))


@part
def fill_two(sums, scale, first, n, table):
    """Two classes: the first costs what rows of the second would lose, less what its own save."""
    for b in range(n):
        table[b, 0] = scale[1, 0] * sums[1, first + b, 0] - scale[0, 0] * sums[0, first + b, 0]


@part
def fill_many(sums, scale, first, n, K, table):
    """Costs of the classes, from the sums of each true class without its label's own entry."""
    for b in range(n):
        for c in range(K):
            table[b, c] = 0.0
    for y in range(K):
        for b in range(n):
            own, row, others = sums[y, first + b], table[b], 0.0
            for lane in range(K - 1):
                cost = scale[y, lane] * own[lane]
                row[lane + (lane >= y)] += cost
                others += cost
            row[y] -= others


@part
def fill_slots(sums, scale, first, n, K, table):
    """The first n rows of a table, from n slots: sums of each class or of all rows."""
    if sums.shape[0] == 1:
        for b in range(n):
            for lane in range(table.shape[1]):
                table[b, lane] = sums[0, first + b, lane]
    elif K == 2:
        fill_two(sums, scale, first, n, table)
    else:
        fill_many(sums, scale, first, n, K, table)


@part
def insert_zero(table, n, zero, total):
    """Give the value zero a row among n others: what these leave of the total."""
    for lane in range(table.shape[1]):
        rest = total[lane]
        for b in range(n):
            rest -= table[b, lane]
        for b in range(n, zero, -1):
            table[b, lane] = table[b - 1, lane]
        table[zero, lane] = rest


@part
def fill_table(sums, scale, first, n_bins, K, gone, zero, total, table):
    """The table of a feature; ``zero`` is -1 where every bin has a slot."""
    if zero < 0:
        fill_slots(sums, scale, first, n_bins + 1, K, table)
        return
    n = n_bins - 1 + gone
    fill_slots(sums, scale, first, n, K, table)
    insert_zero(table, n, zero, total)
    if not gone:
        for lane in range(table.shape[1]):
            table[n_bins, lane] = 0.0


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
def many_class_cost(table, n_bins, K, gone, left, right):
    """Least cost over the thresholds; ``left`` and ``right`` are work space."""
    for c in range(K):
        left[c] = right[c] = 0.0
    for b in range(n_bins):
        for c in range(K):
            right[c] += table[b, c]
    best = np.inf
    if not gone:
        for b in range(n_bins - 1):
            low = high = np.inf
            for c in range(K):
                left[c] += table[b, c]
                right[c] -= table[b, c]
                low, high = min(low, left[c]), min(high, right[c])
            best = min(best, low + high)
        return best
    for b in range(n_bins):
        low = high = low_hole = high_hole = np.inf
        for c in range(K):
            left[c] += table[b, c]
            right[c] -= table[b, c]
            rest, hole = right[c], table[n_bins, c]
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


@part
def summed_cost(sums, save, lose, first, n_bins, total):
    """Least cost over the thresholds, two classes, straight from the sums of each class.

    From both ends at once, since each sum waits for the one before.
    """
    second, start, last = U(len(sums) // 2), U(first), U(first + n_bins - 1)
    low = high = left = right = 0.0
    for k in range(U((n_bins + 1) // 2)):
        left += lose * sums[second + start + k] - save * sums[start + k]
        cost = abs(left) + abs(total - left)
        low = cost if cost > low else low
        right += lose * sums[second + last - k] - save * sums[last - k]
        cost = abs(right) + abs(total - right)
        high = cost if cost > high else high
    return -max(low, high)


@part
def summed_cost_with_hole(sums, save, lose, first, n_bins, total):
    """As ``summed_cost``, where missing cells may go to either side."""
    half = len(sums) // 2
    hole = lose * sums[half + first + n_bins] - save * sums[first + n_bins]
    best, left, rest = 0.0, 0.0, total - hole
    for k in range(first, first + n_bins):
        cost = lose * sums[half + k] - save * sums[k]
        left += cost
        rest -= cost
        best = max(best, abs(left + hole) + abs(rest), abs(left) + abs(rest + hole))
    return -best


@kernel(
    types.void(
        read(f8, 1), read(f8, 2), read(i8, 1), read(i4, 1), read(b1, 1), f8, i8, i8, write(f8, 1)
    )
)  # fmt: skip
def dense_two_class_costs(sums, scale, first, n_bins, gone, total, low, high, out):
    """As ``split_costs``, for two classes with sums of their own and complete numeric features."""
    save, lose = scale[0, 0], scale[1, 0]
    for f in range(low, high):
        out[f] = np.inf
        if gone[f] and n_bins[f] > 0:
            out[f] = summed_cost_with_hole(sums, save, lose, first[f], n_bins[f], total)
        elif n_bins[f] > 1:
            out[f] = summed_cost(sums, save, lose, first[f], n_bins[f], total)


@kernel(
    types.void(
        read(f8, 1), read(f8, 2), read(i8, 1), read(i4, 1), read(i4, 1), f8, i8, i8, write(f8, 1)
    )
)  # fmt: skip
def sparse_two_class_costs(sums, scale, first, n_bins, zero, total, low, high, out):
    """As ``split_costs``, for two classes with sums of their own, sparse, no cell missing.

    Most features of a text have a handful of bins: no table is worth its while.
    """
    half, save, lose = len(sums) // 2, scale[0, 0], scale[1, 0]
    for f in range(low, high):
        start, stop, hole = first[f], first[f] + n_bins[f] - 1, first[f] + zero[f]
        # Left of the zero the costs are summed from the first bin on, right of it from the last.
        best, left, right = 0.0, 0.0, 0.0
        for k in range(start, hole):
            left += lose * sums[half + k] - save * sums[k]
            best = max(best, abs(left) + abs(total - left))
        for k in range(stop - 1, hole - 1, -1):
            right += lose * sums[half + k] - save * sums[k]
            best = max(best, abs(right) + abs(total - right))
        out[f] = -best if stop > start else np.inf


@kernel(
    types.void(
        read(f8, 3), read(f8, 2), i8, *FEATURES, read(i4, 1), read(f8, 1), i8, i8, write(f8, 1)
    )
)  # fmt: skip
def split_costs(sums, scale, K, first, n_bins, gone, nominal, zero, total, low, high, out):
    """Least cost of each feature from ``low`` to ``high - 1``; infinity where nothing splits.

    ``zero`` names the bins without a slot, which hold what the others leave of ``total``;
    empty: none.
    """
    table = np.empty((256, 1 if K == 2 else K))
    space = np.empty((2, K))
    for f in range(low, high):
        n = n_bins[f]
        if n == 0 or (n == 1 and not gone[f]):
            out[f] = np.inf
            continue
        fill_table(sums, scale, first[f], n, K, gone[f], zero[f] if len(zero) else -1, total, table)
        if nominal[f]:
            out[f] = nominal_cost(table, n, K)
        elif K == 2:
            out[f] = two_class_cost(table, n, gone[f])
        else:
            out[f] = many_class_cost(table, n, K, gone[f], space[0], space[1])


@kernel(types.Tuple((f8, i8))(read(f8, 1), f8, f8))
def cheapest_feature(costs, whole, tie):
    """The least cost, at most ``whole``, and the first feature that ties with it."""
    least = whole
    for f in range(len(costs)):
        least = min(least, costs[f])
    for f in range(len(costs)):
        if costs[f] <= least + tie:
            return least, f
    return least, -1


@kernel(types.void(read(f8, 3), read(f8, 2), i8, i8, i8, b1, i8, read(f8, 1), write(f8, 2)))
def wide_table(sums, scale, K, first, n_bins, gone, zero, total, wide):
    """Fill the wide table of one feature; ``zero`` is -1 where every bin has a slot."""
    lanes = 1 if K == 2 else K
    massive = sums.shape[0] == 1 and sums.shape[2] > lanes
    table = np.empty((n_bins + 1, lanes + massive))
    fill_table(sums, scale, first, n_bins, K, gone, zero, total, table)
    for b in range(n_bins + 1):
        for c in range(K):
            wide[b, c] = table[b, c] if c < lanes else -table[b, 0]
        wide[b, K] = table[b, lanes] if massive else 0.0
