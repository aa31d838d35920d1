"""What passes over the rows of a round: cost rows in lanes, changed rows, predictions.

Rows lie grouped by class: place r holds the row ``order[r]``, and group g the places
``starts[g] … starts[g + 1] - 1``. Where a group is a class, its lanes are the other classes
in their order: costs sum to zero, so the label's own entry follows from them, and each
lane is scaled by one factor when a vote is cast.
"""

from __future__ import annotations

import numpy as np
from numba import types

from viewboost.learners._kernels.jit import b1, f8, i1, i2, i4, i8, kernel, part, read, u1, write


@part
def row_mean(D, i):
    """What must be taken off a row of costs so that it sums to zero."""
    total = 0.0
    for c in range(D.shape[1]):
        total += D[i, c]
    return total / D.shape[1]


@kernel(f8(read(f8, 2), read(i4, 1), read(i8, 1), write(f8, 2)))
def pack(D, order, starts, costs):
    """Write the cost rows in lanes, one group for each class or one for all; return sum |D|."""
    K, n_groups = D.shape[1], len(starts) - 1
    mass = 0.0
    for g in range(n_groups):
        label = g if n_groups == K else K
        for r in range(starts[g], starts[g + 1]):
            i = order[r]
            mean = row_mean(D, i)
            for c in range(K):
                cost = D[i, c] - mean
                mass += abs(cost)
                if c != label:
                    costs[r, c - (c > label)] = cost
    return mass


@kernel(f8(read(f8, 2), read(i4, 1), write(f8, 2)))
def pack_with_mass(D, order, costs):
    """Write cost rows and, after them, what the cheapest class of a row saves.

    Of two classes only the first is written: the other costs minus that. Returns sum |D|.
    """
    K = D.shape[1]
    wanted = 1 if K == 2 else K
    mass = 0.0
    for r in range(len(order)):
        i = order[r]
        mean = row_mean(D, i)
        least = 0.0
        for c in range(K):
            cost = D[i, c] - mean
            least = min(least, cost)
            mass += abs(cost)
            if c < wanted:
                costs[r, c] = cost
        costs[r, wanted] = -least
    return mass


@kernel(types.void(read(i2, 1), read(i4, 1), read(i8, 1), write(i8, 2)))
def count(codes, order, starts, counts):
    """How many rows of each group have each code."""
    for g in range(len(starts) - 1):
        for r in range(starts[g], starts[g + 1]):
            counts[g, codes[order[r]]] += 1


@part
def pick(codes, order, start, stop, usual, rows, n):
    """Append the places whose code is another than the usual one; without a branch."""
    for r in range(start, stop):
        rows[n] = r
        n += np.int64(codes[order[r]] != usual)
    return n


@kernel(
    types.void(
        read(f8, 2), read(i2, 1), read(i4, 1), read(i8, 1), read(i8, 1), read(f8, 3),
        write(i4, 1), write(i8, 1), write(f8, 2), write(f8, 2),
    )
)  # fmt: skip
def changed(D, codes, order, starts, usual, shares, rows, ends, costs, total):
    """Collect the rows of each class that changed unlike most of it, and their corrections.

    The correction of lane c is the row's cost times ``shares[code, class, lane]``; the
    totals of the classes get it too. ``rows`` has room for one row more than there are.
    """
    K = D.shape[1]
    n = 0
    for g in range(K):
        ends[g] = n
        n = pick(codes, order, starts[g], starts[g + 1], usual[g], rows, n)
        for k in range(ends[g], n):
            i = order[rows[k]]
            code = codes[i]
            for lane in range(K - 1):
                cost = D[i, lane + (lane >= g)] * shares[code, g, lane]
                costs[k, lane] = cost
                total[g, lane] += cost
    ends[K] = n


@kernel(
    types.void(read(u1, 1, "A"), read(i1, 1), read(i4, 1), write(i1, 1)),
    types.void(read(u1, 1, "A"), read(i2, 1), read(i4, 1), write(i2, 1)),
)
def label(bins, labels, order, out):
    """The label of each row by its bin, in the order of the rows."""
    for r in range(len(order)):
        out[order[r]] = labels[bins[r]]


@kernel(types.void(read(f8, 2), read(i4, 1), write(f8, 2), write(f8, 1)))
def take(costs, rows, out, total):
    """Copy the cost rows of some places, and add them up."""
    for k in range(len(rows)):
        for lane in range(costs.shape[1]):
            out[k, lane] = costs[rows[k], lane]
            total[lane] += costs[rows[k], lane]


@kernel(i8(read(u1, 1, "A"), read(b1, 1), read(i4, 1), write(i4, 1), write(i4, 1)))
def divide(bins, goes_left, rows, left, right):
    """Send places to the left or to the right by their bins; return how many went left."""
    n = 0
    for k in range(len(rows)):
        left[n] = right[k - n] = rows[k]
        n += goes_left[bins[rows[k]]]
    return n


@kernel(types.void(read(u1, 1, "A"), read(i4, 1), read(f8, 1), write(f8, 1)))
def weigh(bins, rows, weights, out):
    """Add up the weights of some places in each bin."""
    for k in range(len(rows)):
        out[bins[rows[k]]] += weights[rows[k]]
