"""Classes and vote sums of trees on raw rows, dense and sparse."""

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
