"""Classes and vote sums of trees and step functions on raw rows, dense and sparse."""

from __future__ import annotations

import numpy as np
from numba import types

from viewboost.learners._kernels.jit import b1, f8, i4, i8, kernel, part, read, u8, write

TILE = 64  # rows, and features, that are scored together: they stay in the nearest cache
FEW = 16  # thresholds up to which adding all steps is faster than a search


@part
def goes_left(x, node, threshold, missing_left, nominal, levels):
    """Which way a cell goes at a node; a code that is no level goes the missing way."""
    if x != x:
        return missing_left[node]
    if not nominal[node]:
        return x <= threshold[node]
    if not 0 <= x < 256:
        return missing_left[node]
    code = np.uint64(x)
    word = levels[node, code >> np.uint64(6)]
    return (word >> (code & np.uint64(63))) & np.uint64(1) == 1


@part
def cell(starts, columns, values, row, f):
    """Cell (row, f) of a CSR matrix with sorted columns."""
    low, high = starts[row], starts[row + 1]
    while low < high:
        middle = (low + high) // 2
        if columns[middle] < f:
            low = middle + 1
        else:
            high = middle
    return values[low] if low < starts[row + 1] and columns[low] == f else 0.0


# feature, threshold, left, right, missing_left, nominal, levels of all nodes of all trees
NODES = (read(i4, 1), read(f8, 1), read(i4, 1), read(i4, 1), read(b1, 1), read(b1, 1), read(u8, 2))


@kernel(types.void(read(f8, 2, "A"), read(i4, 1), *NODES, write(i4, 2)))
def leaves_dense(data, roots, feature, threshold, left, right, missing_left, nominal, levels, out):
    """The leaf (node) that each tree sends each row to."""
    for i in range(len(data)):
        for t in range(len(roots)):
            node = roots[t]
            while feature[node] >= 0:
                x = data[i, feature[node]]
                if goes_left(x, node, threshold, missing_left, nominal, levels):
                    node = left[node]
                else:
                    node = right[node]
            out[i, t] = node


@kernel(
    types.void(read(i4, 1), read(i4, 1), read(f8, 1), read(i4, 1), *NODES, write(i4, 2)),
    types.void(read(i8, 1), read(i8, 1), read(f8, 1), read(i4, 1), *NODES, write(i4, 2)),
)
def leaves_sparse(
    starts,
    columns,
    values,
    roots,
    feature,
    threshold,
    left,
    right,
    missing_left,
    nominal,
    levels,
    out,
):
    """The leaf (node) that each tree sends each row of a CSR matrix to."""
    for i in range(len(starts) - 1):
        for t in range(len(roots)):
            node = roots[t]
            while feature[node] >= 0:
                x = cell(starts, columns, values, i, feature[node])
                if goes_left(x, node, threshold, missing_left, nominal, levels):
                    node = left[node]
                else:
                    node = right[node]
            out[i, t] = node


# Step functions: one for each feature, found by its place k. Its thresholds begin at
# starts[k] and are padded with infinity to 2^bits[k] - 1; its first row of votes is
# tables[k], the row for missing cells holes[k].
STEPS = (
    read(i4, 1),
    read(f8, 1),
    read(i8, 1),
    read(i8, 1),
    read(i8, 1),
    read(i8, 1),
    read(b1, 1),
    read(f8, 2),
)


@part
def interval(x, thresholds, start, bits):
    """Number of thresholds below x, of fewer than 2^bits.

    The shift of a comparison keeps branches out; a product would bring them back, and they
    cannot be predicted.
    """
    at = np.uint64(start)
    for k in range(bits):
        level = np.uint64(bits - 1 - k)
        half = at + (np.uint64(1) << level) - np.uint64(1)
        at += np.uint64(thresholds[half] < x) << level
    return np.int64(at) - start


@part
def step_row(x, start, bits, table, hole, nominal, thresholds):
    """The row of votes that a cell gets from a step function."""
    if x != x or (nominal and not 0 <= x < 256):
        return hole
    if nominal:
        return table + np.int64(x)
    return table + interval(x, thresholds, start, bits)


@part
def any_missing(cells):
    """Whether a cell is missing."""
    missing = False
    for x in cells:
        missing |= x != x
    return missing


@part
def add_few(cells, start, n, table, thresholds, votes, sums):
    """Add the votes of a numeric feature with n thresholds and no missing cell.

    Each threshold adds its step where cells exceed it: many more additions than a search
    would need, but in vectors of rows.
    """
    for c in range(votes.shape[1]):
        own, first = sums[c], votes[table, c]
        for i in range(len(cells)):
            own[i] += first
        for k in range(n):
            step, threshold = votes[table + k + 1, c] - votes[table + k, c], thresholds[start + k]
            if step != 0:
                for i in range(len(cells)):
                    own[i] += step if threshold < cells[i] else 0.0


@part
def find_rows(cells, start, bits, table, hole, thresholds, rows):
    """The row of votes of each cell of a numeric column, one level of all searches at a time."""
    n = len(cells)
    for i in range(n):
        rows[i] = start
    for k in range(bits):
        level = np.uint64(bits - 1 - k)
        half = (np.uint64(1) << level) - np.uint64(1)
        for i in range(n):
            rows[i] += np.uint64(thresholds[rows[i] + half] < cells[i]) << level
    for i in range(n):
        x = cells[i]
        rows[i] = rows[i] - np.uint64(start) + np.uint64(table) if x == x else np.uint64(hole)


@part
def add_many(cells, start, bits, table, hole, nominal, thresholds, votes, rows, sums):
    """Add the votes of any feature: find the row of votes of each cell, and add it."""
    if nominal:
        for i in range(len(cells)):
            row = step_row(cells[i], start, bits, table, hole, True, thresholds)
            rows[i] = np.uint64(row)
    else:
        find_rows(cells, start, bits, table, hole, thresholds, rows)
    for c in range(votes.shape[1]):
        own = sums[c]
        for i in range(len(cells)):
            own[i] += votes[rows[i], c]


@part
def gather(data, first, n, features, cells):
    """Copy the cells of a tile, one feature after the other; memory is read row by row."""
    for i in range(n):
        for k in range(len(features)):
            cells[k, i] = data[first + i, features[k]]


@kernel(types.void(read(f8, 2, "A"), *STEPS, write(f8, 2)))
def add_steps_dense(data, features, thresholds, starts, bits, tables, holes, nominal, votes, out):
    """Add what each step function says of each row, tile by tile of rows and features."""
    rows, cells = np.empty(TILE, np.uint64), np.empty((TILE, TILE))
    sums = np.empty((out.shape[1], TILE))
    for first in range(0, len(data), TILE):
        n = min(TILE, len(data) - first)
        sums[:] = 0.0
        for k in range(len(features)):
            if k % TILE == 0:
                gather(data, first, n, features[k : k + TILE], cells)
            own, n_steps = cells[k % TILE, :n], holes[k] - tables[k] - 1
            if n_steps <= FEW and not nominal[k] and not any_missing(own):
                add_few(own, starts[k], n_steps, tables[k], thresholds, votes, sums)
            else:
                place = starts[k], bits[k], tables[k], holes[k], nominal[k]
                add_many(own, *place, thresholds, votes, rows, sums)
        for c in range(out.shape[1]):
            for i in range(n):
                out[first + i, c] += sums[c, i]


SPARSE_STEPS = (read(f8, 1), read(i4, 1), *STEPS, write(f8, 2))


@kernel(
    types.void(read(i4, 1), read(i4, 1), *SPARSE_STEPS),
    types.void(read(i8, 1), read(i8, 1), *SPARSE_STEPS),
)
def add_steps_sparse(
    firsts, columns, values, place,
    features, thresholds, starts, bits, tables, holes, nominal, votes, out,
):  # fmt: skip
    """Add what stored entries say beyond a zero; ``place`` finds a column's step function."""
    for i in range(len(firsts) - 1):
        for entry in range(firsts[i], firsts[i + 1]):
            k = place[columns[entry]]
            if k < 0:
                continue
            step = starts[k], bits[k], tables[k], holes[k], nominal[k]
            row = step_row(values[entry], *step, thresholds)
            zero = step_row(0.0, *step, thresholds)
            for c in range(votes.shape[1]):
                out[i, c] += votes[row, c] - votes[zero, c]
