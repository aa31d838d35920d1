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


# Step functions: one for each feature, found in the tables by its place k. Its thresholds,
# padded with infinity to a power of two, begin at starts[k]; its first row of votes is
# tables[k], the row for missing cells holes[k].
STEPS = (read(i4, 1), read(i8, 1), read(i8, 1), read(i8, 1), read(b1, 1), read(f8, 1), read(f8, 2))


@part
def interval(x, thresholds, start, size):
    """Number of thresholds below x; ``size``, a power of two, is larger than it can be."""
    at = start
    step = size >> np.uint64(1)
    while step > 0:
        at += step * np.uint64(thresholds[at + step - np.uint64(1)] < x)
        step >>= np.uint64(1)
    return at - start


@part
def step_row(x, start, size, table, hole, nominal, thresholds):
    """The row of votes that a cell gets from a step function."""
    if x != x or (nominal and not 0 <= x < 256):
        return hole
    if nominal:
        return table + np.int64(x)
    return table + np.int64(interval(x, thresholds, np.uint64(start), np.uint64(size)))


@part
def add_column(column, start, size, table, hole, nominal, thresholds, votes, out):
    """Add what one step function says of some rows."""
    for i in range(len(column)):
        row = step_row(column[i], start, size, table, hole, nominal, thresholds)
        for c in range(votes.shape[1]):
            out[i, c] += votes[row, c]


@kernel(types.void(read(f8, 2, "A"), *STEPS, write(f8, 2)))
def add_steps_dense(data, features, starts, tables, holes, nominal, thresholds, votes, out):
    """Add what each step function says of each row, tile by tile of rows."""
    for first in range(0, len(data), 64):
        rows = slice(first, first + 64)
        for k in range(len(features)):
            size = starts[k + 1] - starts[k]
            place = starts[k], size, tables[k], holes[k], nominal[k]
            add_column(data[rows, features[k]], *place, thresholds, votes, out[rows])


SPARSE_STEPS = (read(f8, 1), read(i4, 1), *STEPS, write(f8, 2))


@kernel(
    types.void(read(i4, 1), read(i4, 1), *SPARSE_STEPS),
    types.void(read(i8, 1), read(i8, 1), *SPARSE_STEPS),
)
def add_steps_sparse(
    firsts, columns, values, place,
    features, starts, tables, holes, nominal, thresholds, votes, out,
):  # fmt: skip
    """Add what stored entries say beyond a zero; ``place`` finds a column's step function."""
    for i in range(len(firsts) - 1):
        for entry in range(firsts[i], firsts[i + 1]):
            k = place[columns[entry]]
            if k < 0:
                continue
            size = starts[k + 1] - starts[k]
            step = starts[k], size, tables[k], holes[k], nominal[k]
            row = step_row(values[entry], *step, thresholds)
            zero = step_row(0.0, *step, thresholds)
            for c in range(votes.shape[1]):
                out[i, c] += votes[row, c] - votes[zero, c]
