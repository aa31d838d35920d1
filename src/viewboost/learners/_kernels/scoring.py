"""Classes and vote sums of trees and step functions on raw rows, dense and sparse."""

from __future__ import annotations

import numpy as np
from numba import types

from viewboost.learners._kernels.jit import b1, f8, i4, i8, kernel, part, read, u8, write


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
    read(i8, 1),
    read(i8, 1),
    read(i8, 1),
    read(i8, 1),
    read(b1, 1),
    read(f8, 1),
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
def find_rows(column, start, bits, table, hole, thresholds, rows):
    """The row of votes of each cell of a numeric column, one level of all searches at a time."""
    n = len(column)
    for i in range(n):
        rows[i] = start
    for k in range(bits):
        level = np.uint64(bits - 1 - k)
        half = (np.uint64(1) << level) - np.uint64(1)
        for i in range(n):
            rows[i] += np.uint64(thresholds[rows[i] + half] < column[i]) << level
    for i in range(n):
        x = column[i]
        rows[i] = rows[i] - np.uint64(start) + np.uint64(table) if x == x else np.uint64(hole)


@part
def add_rows(votes, rows, out):
    """Add rows of votes; two classes are common, and a loop would cost more than they do."""
    if votes.shape[1] == 2:
        for i in range(len(out)):
            out[i, 0] += votes[rows[i], 0]
            out[i, 1] += votes[rows[i], 1]
        return
    for i in range(len(out)):
        for c in range(votes.shape[1]):
            out[i, c] += votes[rows[i], c]


@kernel(types.void(read(f8, 2, "A"), *STEPS, write(f8, 2)))
def add_steps_dense(data, features, starts, bits, tables, holes, nominal, thresholds, votes, out):
    """Add what each step function says of each row, tile by tile of rows."""
    rows, cells = np.empty(64, np.uint64), np.empty(64)
    for first in range(0, len(data), 64):
        n = min(64, len(data) - first)
        for k in range(len(features)):
            for i in range(n):
                cells[i] = data[first + i, features[k]]
            place = starts[k], bits[k], tables[k], holes[k]
            if nominal[k]:
                for i in range(n):
                    rows[i] = np.uint64(step_row(cells[i], *place, True, thresholds))
            else:
                find_rows(cells[:n], *place, thresholds, rows)
            add_rows(votes, rows, out[first : first + n])


SPARSE_STEPS = (read(f8, 1), read(i4, 1), *STEPS, write(f8, 2))


@kernel(
    types.void(read(i4, 1), read(i4, 1), *SPARSE_STEPS),
    types.void(read(i8, 1), read(i8, 1), *SPARSE_STEPS),
)
def add_steps_sparse(
    firsts, columns, values, place,
    features, starts, bits, tables, holes, nominal, thresholds, votes, out,
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
