"""Sums of cost rows per feature and bin, of dense and of sparse views.

A row of costs has one, two, four, or a multiple of four *lanes*. The sums lie flat: lane l
of slot s of group g is at ``(g n_slots + s) lanes + l``. Rows of a dense view come as words:
one byte for each of eight features, so that one load serves eight cells; and eight
independent sums in flight hide the wait for a sum that the row before has just written,
however skewed the bins are.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from viewboost.learners._kernels.jit import b1, f8, i4, i8, kernel, part, read, u8, write

AHEAD = 16  # rows between the fetch of a word and its use


def _address(context, builder, array_type, array, index, pointer_type):
    """Pointer to an element, by its place in the flat memory of an array."""
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), pointer_type)


@intrinsic
def add_word(typing, sums, first, word, costs, at, lanes, cells):
    """Add the cost row that lies from ``costs.flat[at]`` on to the slots of a word's bytes.

    The slots of the first byte lie from ``sums.flat[first]`` on. ``lanes`` and ``cells`` are
    tuples, since their lengths are known to the compiler: the lanes of a slot, which are
    added as one vector, and the bytes that count. (Python would have the costs loaded anew
    for each byte: for all that the compiler knows the sums before have changed them.)
    """
    width, n_bytes = lanes.count, cells.count

    def codegen(context, builder, signature, args):
        number, vector = ir.IntType(64), ir.VectorType(ir.DoubleType(), width).as_pointer()
        types_, (_, first, word, _, at, _, _) = signature.args, args
        start = _address(context, builder, types_[0], args[0], first, vector)
        cost = builder.load(_address(context, builder, types_[3], args[3], at, vector), align=8)
        for k in range(n_bytes):
            byte = builder.and_(builder.lshr(word, number(8 * k)), number(255))
            place = builder.gep(start, [builder.add(byte, number(256 * k))])
            builder.store(builder.fadd(builder.load(place, align=8), cost), place, align=8)
        return context.get_dummy_value()

    return types.void(sums, first, word, costs, at, lanes, cells), codegen


@intrinsic
def fetch(typing, array, index):
    """Ask for an element that will be read soon: rows that are picked are not guessed."""

    def codegen(context, builder, signature, args):
        pointer = ir.IntType(8).as_pointer()
        place = _address(context, builder, signature.args[0], args[0], args[1], pointer)
        number = ir.IntType(32)
        shape = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        function = builder.module.declare_intrinsic("llvm.prefetch", [pointer], shape)
        builder.call(function, [place, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(array, index), codegen


U = np.uint64
WHOLE, HALF = (0,) * 8, (0,) * 4  # bytes of a word
ONE, FOUR = (0,), (0,) * 4


@part
def add_rows(words, rows, every, start, stop, costs, lanes, cells, first, sums):
    """Add the cost rows ``start … stop - 1`` to the slots of a block, from ``first`` on."""
    width = U(len(lanes))
    if every:
        for k in range(start, stop):
            add_word(sums, first, words[k], costs, width * U(k), lanes, cells)
        return
    near = max(stop - AHEAD, start)
    for k in range(start, near):
        fetch(words, U(rows[k + AHEAD]))
        add_word(sums, first, words[U(rows[k])], costs, width * U(k), lanes, cells)
    for k in range(near, stop):
        add_word(sums, first, words[U(rows[k])], costs, width * U(k), lanes, cells)


@kernel()
def add_dense(words, rows, every, starts, costs, lanes, n_features, low, high, sums):
    """Add cost rows to the sums of the blocks ``low … high - 1``.

    Group g gets the cost rows ``starts[g] … starts[g + 1] - 1``. These belong to the rows
    of the same places if ``every``, else to those that ``rows`` names. ``lanes`` is a tuple
    as long as there are lanes, so that each number of them has code of its own.
    """
    n_slots = len(sums) // len(lanes) // (len(starts) - 1)
    for block in range(low, high):
        for g in range(len(starts) - 1):
            base = g * n_slots + block * 2048
            own = words[block], rows, every, starts[g], starts[g + 1], costs, lanes
            first = U(base * len(lanes))
            if n_features - 8 * block > 4:
                add_rows(*own, WHOLE, first, sums)
            else:
                add_rows(*own, HALF, first, sums)


@part
def add_wide(sums, base, word, costs, at, lanes):
    """Add any multiple of four lanes to the eight slots of a word."""
    for k in range(8):
        place = lanes * (base + U(256 * k) + ((word >> U(8 * k)) & U(255)))
        for lane in range(U(0), lanes, U(4)):
            add_word(sums, place + lane, U(0), costs, at + lane, FOUR, ONE)


@kernel(
    types.void(
        read(u8, 2), read(i4, 1), b1, read(i8, 1), read(f8, 1), i8, i8, i8, write(f8, 1)
    )
)  # fmt: skip
def add_dense_many(words, rows, every, starts, costs, n_lanes, low, high, sums):
    """Add as ``add_dense`` does, any multiple of four lanes."""
    n_slots, lanes = len(sums) // n_lanes // (len(starts) - 1), U(n_lanes)
    for block in range(low, high):
        for g in range(len(starts) - 1):
            base = g * n_slots + block * 2048
            for k in range(starts[g], starts[g + 1]):
                word = words[block, k if every else rows[k]]
                add_wide(sums, U(base), word, costs, lanes * U(k), lanes)


# first entry of each row, slots of the entries, rows, every, starts, costs, n_slots
SPARSE = types.void(
    read(i8, 1), read(i4, 1), read(i4, 1), b1, read(i8, 1), read(f8, 1), i8,
    write(f8, 1),
)  # fmt: skip


@part
def fetch_row(firsts, slots, row):
    """Ask for the slots of a row that will be read soon; a line of the cache holds 16."""
    for entry in range(firsts[row], firsts[row + 1], 16):
        fetch(slots, U(entry))


@kernel(SPARSE)
def add_sparse_one(firsts, slots, rows, every, starts, costs, n_slots, sums):
    """Add cost rows to the slots of the stored entries."""
    for g in range(len(starts) - 1):
        own = sums[g * n_slots : (g + 1) * n_slots]
        for k in range(starts[g], starts[g + 1]):
            row = k if every else np.int64(rows[k])
            if not every:
                fetch_row(firsts, slots, np.int64(rows[min(k + 2, len(rows) - 1)]))
            cost = costs[k]
            for entry in range(firsts[row], firsts[row + 1]):
                own[U(slots[entry])] += cost


@kernel(SPARSE)
def add_sparse(firsts, slots, rows, every, starts, costs, n_slots, sums):
    """Add as ``add_sparse_one`` does, any number of lanes."""
    lanes = len(sums) // n_slots // (len(starts) - 1)
    for g in range(len(starts) - 1):
        base = g * n_slots
        for k in range(starts[g], starts[g + 1]):
            row = k if every else np.int64(rows[k])
            for entry in range(firsts[row], firsts[row + 1]):
                at = (base + slots[entry]) * lanes
                for lane in range(lanes):
                    sums[at + lane] += costs[k * lanes + lane]
