"""What passes over the rows of a round: cost rows in lanes, changed rows, predictions.

Rows lie grouped by class: place r holds the row ``order[r]``, and group g the places
``starts[g] … starts[g + 1] - 1``. Where a group is a class, its lanes are the other classes
in their order: costs sum to zero, so the label's own entry follows from them, and each
lane is scaled by one factor when a vote is cast.
"""

from __future__ import annotations

import numpy as np
from numba import types

from viewboost.learners._kernels.jit import b1, f8, i4, i8, kernel, part, read, u1, write

SAMPLE = 1000  # places of a class that tell what most of it was told
TINY = 1e-100  # a smaller scale of sums is near the end of the range of floats
U = np.uint64


@part
def row_mean(D, i):
    """What must be taken off a row of costs so that it sums to zero."""
    total = 0.0
    for c in range(D.shape[1]):
        total += D[i, c]
    return total / D.shape[1]


@part
def widen(totals, K, wide):
    """Costs of all classes, from the totals of each class's lanes or from those of all rows."""
    for c in range(K):
        wide[c] = totals[0, c] if len(totals) == 1 else 0.0
    if len(totals) == 1:
        return
    for y in range(K):
        for lane in range(K - 1):
            wide[lane + (lane >= y)] += totals[y, lane]
            wide[y] -= totals[y, lane]


@kernel(f8(read(f8, 2), read(i4, 1), read(i8, 1), write(f8, 2), write(f8, 2), write(f8, 1)))
def pack(D, order, starts, costs, totals, wide):
    """Write the cost rows in lanes, one group for each class or one for all; return sum |D|.

    ``totals`` become the sums of each group, ``wide`` the costs of the classes over all rows.
    """
    K, n_groups = D.shape[1], len(starts) - 1
    mass = 0.0
    for g in range(n_groups):
        label = g if n_groups == K else K
        for lane in range(totals.shape[1]):
            totals[g, lane] = 0.0
        for r in range(starts[g], starts[g + 1]):
            i = order[r]
            mean = row_mean(D, i)
            for c in range(K):
                cost = D[i, c] - mean
                mass += abs(cost)
                if c != label:
                    costs[r, c - (c > label)] = cost
                    totals[g, c - (c > label)] += cost
    widen(totals, K, wide)
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


@kernel(types.void(read(f8, 1), read(f8, 3), write(f8, 3)))
def combine(vector, before, out):
    """Factors[code, class, lane] of one vote more: code (p + 1) n + c for the prediction p.

    Silence (-1) changes nothing; a vote for p lowers the costs of its own class, and raises
    that of p for the others.
    """
    n, K = len(before), before.shape[1]
    for y in range(K):
        for lane in range(before.shape[2]):
            for c in range(n):
                out[c, y, lane] = before[c, y, lane]
            for p in range(K):
                told = np.exp(-vector[p]) if p == y else 1.0
                if p == lane + (lane >= y):
                    told = np.exp(vector[p])
                for c in range(n):
                    out[(p + 1) * n + c, y, lane] = before[c, y, lane] * told


@part
def positive(table):
    """Whether all entries are positive and finite."""
    for i in range(table.shape[0]):
        for k in range(table.shape[1]):
            if not 0 < table[i, k] < np.inf:
                return False
    return True


@part
def summed(table):
    """The sum of all entries. (Whole-array functions would take long to compile.)"""
    total = 0.0
    for i in range(table.shape[0]):
        for k in range(table.shape[1]):
            total += table[i, k]
    return total


@part
def usual_code(codes, order, start, stop, counts):
    """The code that most places of a group have, as far as a sample of them tells."""
    for c in range(len(counts)):
        counts[c] = 0
    for r in range(start, stop, max((stop - start) // SAMPLE, 1)):
        counts[codes[order[r]] + 1] += 1
    best = 0
    for c in range(1, len(counts)):
        if counts[c] > counts[best]:
            best = c
    return best


@part
def pick(codes, order, start, stop, usual, rows, n):
    """Append the places whose code is another than the usual one; without a branch."""
    for r in range(U(start), U(stop)):
        rows[n] = r
        n += U(codes[U(order[r])] + 1 != usual)
    return n


@part
def correct_one(D, codes, order, places, label, shares, costs):
    """As ``correct``, for the one lane of two classes."""
    total = 0.0
    for k in range(len(places)):
        i = U(order[U(places[k])])
        cost = D[i, label] * shares[U(codes[i] + 1), 0]
        costs[k, 0] = cost
        total += cost
    return total


@part
def correct(D, codes, order, places, g, shares, scale, costs, totals):
    """Write what picked rows of a class cost beyond the sums, ``shares`` of D; add it up."""
    n_lanes = D.shape[1] - 1
    if n_lanes == 1:
        totals[0] += scale[0] * correct_one(D, codes, order, places, U(1 - g), shares, costs)
        return
    for k in range(len(places)):
        i = U(order[U(places[k])])
        code = U(codes[i] + 1)
        for lane in range(n_lanes):
            costs[k, lane] = D[i, lane + (lane >= g)] * shares[code, lane]
    for lane in range(n_lanes):
        total = 0.0
        for k in range(len(places)):
            total += costs[k, lane]
        totals[lane] += scale[lane] * total


@part
def rescale(factors, g, usual, scale, totals, shares):
    """Multiply by the factors of the usual code; the largest of them, or infinity if unsafe.

    ``shares`` become what of a row's new costs is to be added to the sums for its code.
    """
    largest = 0.0
    for lane in range(len(scale)):
        most = factors[usual, g, lane]
        scale[lane] *= most
        totals[lane] *= most
        largest = max(largest, most if scale[lane] > TINY else np.inf)
        for code in range(len(factors)):
            shares[code, lane] = (1 - most / factors[code, g, lane]) / scale[lane]
    return largest


@kernel()
def changed(D, codes, order, starts, factors, rows, ends, costs, scale, totals, wide):
    """Collect the rows of each class that changed unlike most of it, and their corrections.

    A row has the code ``codes[i] + 1``. The scale of the sums is multiplied by the factors
    of the usual codes, and the totals follow (see ``pack``). Returns the largest of these
    factors and the sum of the totals; infinity, and what was written is of no use, where a
    factor is not positive and finite, where the scale becomes tiny, or where there are more
    rows than ``costs`` has room for.
    """
    for code in range(len(factors)):
        if not positive(factors[code]):
            return np.inf, 1.0
    counts = np.empty(len(factors), np.int64)
    shares = np.empty((len(factors), factors.shape[2]))
    n, largest = U(0), 0.0
    for g in range(len(starts) - 1):
        ends[g] = first = n
        if starts[g] == starts[g + 1]:
            continue
        usual = usual_code(codes, order, starts[g], starts[g + 1], counts)
        largest = max(largest, rescale(factors, g, usual, scale[g], totals[g], shares))
        n = pick(codes, order, starts[g], starts[g + 1], usual, rows, n)
        if n > len(costs) or largest == np.inf:
            return np.inf, 1.0
        own = rows[first:n], g, shares, scale[g], costs[first:n], totals[g]
        correct(D, codes, order, *own)
    ends[len(starts) - 1] = n
    widen(totals, D.shape[1], wide)
    return largest, summed(totals)


@kernel()
def label(bins, goes_left, left, right, order, out):
    """The label of each row by the side of its bin, in the order of the rows."""
    labels = np.empty(256, out.dtype)
    for b in range(len(goes_left)):
        labels[b] = left if goes_left[b] else right
    for r in range(len(order)):
        out[U(order[r])] = labels[bins[r]]


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
