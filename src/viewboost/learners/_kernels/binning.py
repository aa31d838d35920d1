"""Cut points of a numeric column, and the bin of each cell."""

from __future__ import annotations

import numpy as np
from numba import types

from viewboost.learners._kernels.jit import b1, f8, i4, i8, kernel, part, read, u1, write


@part
def middle(a, b):
    """A threshold t with a <= t < b, half way where float64 has such a number."""
    half = a + (b - a) / 2
    if not np.isfinite(half):  # b - a overflows for values near ±1e308
        half = a / 2 + b / 2
    return half if a <= half < b else a


@part
def run_end(values, start):
    """End of the run of equal values that begins at ``start``."""
    end = start + 1
    while end < len(values) and values[end] == values[start]:
        end += 1
    return end


@part
def run_weight(weights, start, end):
    """Weight of a run; no weights at all means that each value counts one."""
    if len(weights) == 0:
        return float(end - start)
    total = 0.0
    for i in range(start, end):
        total += weights[i]
    return total


@part
def distinct_thresholds(values, limit, thresholds):
    """Thresholds between all distinct values, or -1 if there are more than ``limit``."""
    n, end = 0, run_end(values, 0)
    while end < len(values):
        if n + 1 == limit:
            return -1
        thresholds[n] = middle(values[end - 1], values[end])
        n += 1
        end = run_end(values, end)
    return n


@part
def light_runs(values, weights, heavy):
    """Number of values whose weight reaches ``heavy``, and the weight of all the others."""
    n, rest, start = 0, 0.0, 0
    while start < len(values):
        end = run_end(values, start)
        weight = run_weight(weights, start, end)
        if weight >= heavy:
            n += 1
        else:
            rest += weight
        start = end
    return n, rest


@part
def quantile_thresholds(values, weights, limit, thresholds):
    """Cut so that a heavy value has a bin of its own and the others share the rest evenly."""
    heavy = run_weight(weights, 0, len(values)) / limit
    n_heavy, rest = light_runs(values, weights, heavy)
    bins_left = max(limit - n_heavy, 1)
    n, start, filled, light = 0, 0, 0.0, 0.0
    end = run_end(values, 0)
    weight = run_weight(weights, 0, end)
    while end < len(values) and n < limit - 1:
        filled += weight
        was_heavy = weight >= heavy
        light += 0.0 if was_heavy else weight
        start, end = end, run_end(values, end)
        weight = run_weight(weights, start, end)
        share = rest / bins_left
        if was_heavy or filled >= share or (weight >= heavy and filled >= share / 2):
            thresholds[n] = middle(values[start - 1], values[start])
            n += 1
            rest -= light
            if not was_heavy:
                bins_left = max(bins_left - 1, 1)
            filled = light = 0.0
    return n


@kernel(i8(read(f8, 1), read(f8, 1), i8, write(f8, 1)))
def cut(values, weights, limit, thresholds):
    """Fill the thresholds of a column from its sorted values without NaN; return how many.

    At most ``limit`` bins. Up to that many distinct values have one bin each. ``weights``
    belongs to ``values``, or is empty where all weigh the same.
    """
    if len(values) == 0:
        return 0
    n = distinct_thresholds(values, limit, thresholds)
    return n if n >= 0 else quantile_thresholds(values, weights, limit, thresholds)


@part
def slot_of(table, used, bits):
    """Where a value is, or would be put, in the open-addressed table."""
    at = (bits ^ (bits >> np.uint64(29))) * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(54)
    while used[at] and table[at] != bits:
        at = (at + np.uint64(1)) & np.uint64(1023)
    return at


@kernel(i8(read(f8, 1, "A"), i8, write(f8, 1)))
def distinct(column, limit, out):
    """Put the distinct values of a column, NaN left out, in ``out``; -1: more than ``limit``."""
    table = np.empty(1024, np.uint64)
    used = np.zeros(1024, np.bool_)
    value = np.empty(1, np.float64)
    bits = value.view(np.uint64)
    n = 0
    for i in range(len(column)):
        value[0] = column[i] + 0.0  # -0.0 becomes 0.0
        if value[0] != value[0]:
            continue
        at = slot_of(table, used, bits[0])
        if used[at]:
            continue
        if n == limit:
            return -1
        table[at], used[at] = bits[0], True
        out[n] = value[0]
        n += 1
    return n


@part
def bin_of(x, thresholds):
    """Number of thresholds below x, among 255 padded with infinity; without a branch."""
    at = np.uint64(0)
    step = np.uint64(128)
    while step > 0:
        at += step * np.uint64(thresholds[at + step - np.uint64(1)] < x)
        step >>= np.uint64(1)
    return at


@part
def level_of(x, missing):
    """The bin of a nominal cell: its code, or missing where it is none."""
    return np.uint64(x) if 0 <= x < missing else np.uint64(missing)


@kernel(
    types.void(
        read(f8, 2, "A"),
        read(i4, 1),
        read(f8, 2),
        read(i4, 1),
        read(b1, 1),
        write(u1, 2),
        write(b1, 1),
    )
)
def assign(columns, order, thresholds, missing, nominal, out, gone):
    """Bin up to eight columns; row r of the result is row ``order[r]`` of the columns.

    ``missing[f]`` is the bin of the missing cells, one after the last bin; ``gone[f]`` says
    whether there are any.
    """
    d = columns.shape[1]
    for r in range(len(order)):
        i = order[r]
        for f in range(d):
            x = columns[i, f]
            at = level_of(x, missing[f]) if nominal[f] else bin_of(x, thresholds[f])
            at = at if x == x else np.uint64(missing[f])
            gone[f] |= at == missing[f]
            out[r, f] = at
