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
def find_runs(values, ends):
    """Write where each run of equal values ends; return how many runs there are."""
    n, last = 0, len(values) - 1
    for i in range(last):
        ends[n] = i + 1
        n += np.int64(values[i] != values[i + 1])
    ends[n] = last + 1
    return n + 1


@part
def add_runs(weights, ends, totals):
    """Weight of each run; no weights at all means that each value counts one."""
    start = 0
    for k in range(len(ends)):
        total = float(ends[k] - start)
        if len(weights):
            total = 0.0
            for i in range(start, ends[k]):
                total += weights[i]
        totals[k] = total
        start = ends[k]


@part
def light_runs(totals, heavy):
    """Number of runs whose weight reaches ``heavy``, and the weight of all the others."""
    n, rest = 0, 0.0
    for total in totals:
        n += np.int64(total >= heavy)
        rest += 0.0 if total >= heavy else total
    return n, rest


@part
def quantiles(totals, limit, cuts):
    """Choose after which runs to cut: a heavy one has a bin of its own, the others share."""
    heavy = totals.sum() / limit
    n_heavy, rest = light_runs(totals, heavy)
    bins_left = max(limit - n_heavy, 1)
    n, filled, light = 0, 0.0, 0.0
    share = rest / bins_left
    for k in range(len(totals) - 1):
        is_heavy = totals[k] >= heavy
        filled += totals[k]
        light += 0.0 if is_heavy else totals[k]
        if is_heavy or filled >= share or (totals[k + 1] >= heavy and filled >= share / 2):
            cuts[n] = k
            n += 1
            rest -= light
            bins_left = max(bins_left - np.int64(not is_heavy), 1)
            filled, light, share = 0.0, 0.0, rest / bins_left
            if n == limit - 1:
                break
    return n


@part
def even_quantiles(n_values, limit, cuts):
    """As ``quantiles``, where all values differ and weigh the same."""
    at = 0
    for n in range(limit - 1):
        bins_left = limit - n
        at += (n_values - at + bins_left - 1) // bins_left
        cuts[n] = at - 1
    return limit - 1


@kernel(i8(read(f8, 1), read(f8, 1), i8, write(i8, 1), write(f8, 1), write(f8, 1)))
def cut(values, weights, limit, ends, totals, thresholds):
    """Fill the thresholds of a column from its sorted values without NaN; return how many.

    At most ``limit`` bins. Up to that many distinct values have one bin each. ``weights``
    belongs to ``values``, or is empty where all weigh the same. ``ends`` and ``totals`` are
    work space as long as ``values``.
    """
    if len(values) == 0:
        return 0
    n_runs = find_runs(values, ends)
    cuts = np.arange(limit - 1)
    n = n_runs - 1
    if n_runs > limit and n_runs == len(values) and not len(weights):
        n = even_quantiles(n_runs, limit, cuts)
    elif n_runs > limit:
        add_runs(weights, ends[:n_runs], totals)
        n = quantiles(totals[:n_runs], limit, cuts)
    for k in range(n):
        end = ends[cuts[k]]
        thresholds[k] = middle(values[end - 1], values[end])
    return n


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


TILE = 128  # rows that are binned together: their memory is read once for all columns


@part
def find_bins(cells, n, thresholds, bins):
    """Number of thresholds below each cell, among 255 padded with infinity.

    One level of all searches at a time, and a comparison that is shifted, not multiplied:
    both keep branches out, which cannot be predicted.
    """
    for k in range(n):
        bins[k] = 0
    for step in range(8):
        level = np.uint64(7 - step)
        half = (np.uint64(1) << level) - np.uint64(1)
        for k in range(n):
            bins[k] += np.uint64(thresholds[bins[k] + half] < cells[k]) << level


@part
def find_levels(cells, n, missing, bins):
    """The codes of nominal cells, or missing where they are none."""
    for k in range(n):
        x = cells[k]
        bins[k] = np.uint64(x) if 0 <= x < missing else missing


@part
def write_bins(cells, n, bins, missing, out, first, column):
    """Write the bins of a tile, those of missing cells set right; whether there are any."""
    gone = False
    for k in range(n):
        at = bins[k] if cells[k] == cells[k] else missing
        gone |= at == missing
        out[first + k, column] = at
    return gone


@kernel(
    types.void(
        read(f8, 2, "A"), read(i4, 1), read(f8, 2), read(i4, 1), read(b1, 1), i8, i8,
        write(u1, 3), write(b1, 1),
    )
)  # fmt: skip
def assign(data, order, thresholds, missing, nominal, low, high, out, gone):
    """Bin the columns of the blocks ``low … high - 1``, eight columns each.

    Row r of a block is row ``order[r]`` of the data. ``missing[f]`` is the bin of the
    missing cells, one after the last bin; ``gone[f]`` says whether there are any.
    """
    cells, bins = np.empty(TILE), np.empty(TILE, np.uint64)
    for start in range(0, len(order), TILE):
        n = min(TILE, len(order) - start)
        for f in range(8 * low, min(8 * high, data.shape[1])):
            for k in range(n):
                cells[k] = data[order[start + k], f]
            last = np.uint64(missing[f])
            if nominal[f]:
                find_levels(cells, n, last, bins)
            else:
                find_bins(cells, n, thresholds[f], bins)
            gone[f] |= write_bins(cells, n, bins, last, out[f // 8], start, f % 8)


@part
def place_of(x, values, start, n):
    """Where x belongs among the n sorted values from ``start`` on: how many are less."""
    low, high = start, start + n
    while low < high:
        half = (low + high) // 2
        if values[half] < x:
            low = half + 1
        else:
            high = half
    return low - start


@part
def keep(x, kept, n):
    """Insert x in n sorted distinct values, unless it is there; return how many there are."""
    at = place_of(x, kept, 0, n)
    if at < n and kept[at] == x:
        return n
    for k in range(n, at, -1):
        kept[k] = kept[k - 1]
    kept[at] = x
    return n + 1


@kernel(types.void(read(i8, 1), read(f8, 1), i8, i8, write(f8, 1), write(i4, 1)))
def cut_sparse(starts, values, n_rows, limit, thresholds, n_thresholds):
    """Thresholds of the sparse columns that have at most ``limit`` values, zero among them.

    Those of column f are written from ``starts[f]`` on, where its stored values are; a
    column with more values gets the number -1.
    """
    kept = np.empty(limit + 1)
    for f in range(len(starts) - 1):
        n = 0
        if starts[f + 1] - starts[f] < n_rows:
            n = keep(0.0, kept, n)
        for k in range(starts[f], starts[f + 1]):
            if values[k] == values[k]:
                n = keep(values[k], kept, n)
            if n > limit:
                break
        n_thresholds[f] = -1 if n > limit else max(n - 1, 0)
        for k in range(n_thresholds[f]):
            thresholds[starts[f] + k] = middle(kept[k], kept[k + 1])


@kernel(
    types.void(
        read(i8, 1), read(f8, 1), read(f8, 1), read(i4, 1), write(u1, 1), write(i4, 1), write(b1, 1)
    )
)  # fmt: skip
def assign_sparse(starts, values, thresholds, n_thresholds, bins, zero, gone):
    """The bins of stored values; of each column that of zero, and whether cells are missing."""
    for f in range(len(starts) - 1):
        n = n_thresholds[f]
        zero[f] = place_of(0.0, thresholds, starts[f], n)
        for k in range(starts[f], starts[f + 1]):
            missing = values[k] != values[k]
            gone[f] |= missing
            bins[k] = n + 1 if missing else place_of(values[k], thresholds, starts[f], n)
