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


def _vector_add(width):
    def codegen(context, builder, signature, args):
        pointer = ir.VectorType(ir.DoubleType(), width).as_pointer()
        target = _address(context, builder, signature.args[0], args[0], args[1], pointer)
        source = _address(context, builder, signature.args[2], args[2], args[3], pointer)
        total = builder.fadd(builder.load(target, align=8), builder.load(source, align=8))
        builder.store(total, target, align=8)
        return context.get_dummy_value()

    return codegen


@intrinsic
def add2(typing, target, i, source, j):
    """target.flat[i : i + 2] += source.flat[j : j + 2], in one vector operation."""
    return types.void(target, i, source, j), _vector_add(2)


@intrinsic
def add4(typing, target, i, source, j):
    """target.flat[i : i + 4] += source.flat[j : j + 4], in one vector operation."""
    return types.void(target, i, source, j), _vector_add(4)


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


@part
def slot(base, word, k):
    """The slot of the k-th byte of a word."""
    return base + U(256) * U(k) + ((word >> U(8 * k)) & U(255))


@part
def add_word1(sums, base, word, cost):
    """Add one lane to the eight slots of a word; a loop here would cost a third more."""
    sums[slot(base, word, 0)] += cost
    sums[slot(base, word, 1)] += cost
    sums[slot(base, word, 2)] += cost
    sums[slot(base, word, 3)] += cost
    sums[slot(base, word, 4)] += cost
    sums[slot(base, word, 5)] += cost
    sums[slot(base, word, 6)] += cost
    sums[slot(base, word, 7)] += cost


@part
def add_word2(sums, base, word, costs, at):
    """Add two lanes to the eight slots of a word."""
    for k in range(8):
        add2(sums, U(2) * slot(base, word, k), costs, U(2) * at)


@part
def add_word4(sums, base, word, costs, at):
    """Add four lanes to the eight slots of a word."""
    for k in range(8):
        add4(sums, U(4) * slot(base, word, k), costs, U(4) * at)


@part
def add_word(sums, base, word, costs, at, lanes):
    """Add any multiple of four lanes to the eight slots of a word."""
    for k in range(8):
        place = lanes * slot(base, word, k)
        for lane in range(U(0), lanes, U(4)):
            add4(sums, place + lane, costs, lanes * at + lane)


@part
def scale(sums, start, stop, factors, g):
    """Multiply the slots ``start … stop - 1`` by the factor of each lane; none: leave them."""
    lanes = factors.shape[1]
    if lanes == 1:
        factor = factors[g, 0]  # outside the loop, for all that the compiler knows it may change
        for k in range(start, stop):
            sums[k] *= factor
        return
    for s in range(start, stop):
        for lane in range(lanes):
            sums[s * lanes + lane] *= factors[g, lane]


@part
def fetched(words, rows, k, stop):
    """The word of the k-th picked row; that of a later one is asked for."""
    fetch(words, U(rows[min(k + AHEAD, stop - 1)]))
    return words[U(rows[k])]


# factors, words, rows, every, starts, costs, n_slots, low, high, sums
DENSE = types.void(
    read(f8, 2), read(u8, 2), read(i4, 1), b1, read(i8, 1), read(f8, 1), i8, i8, i8, write(f8, 1)
)  # fmt: skip


@kernel(DENSE)
def add_dense_one(factors, words, rows, every, starts, costs, n_slots, low, high, sums):
    """Multiply the sums of the blocks ``low … high - 1`` by factors, and add cost rows.

    Group g gets the cost rows ``starts[g] … starts[g + 1] - 1``. These belong to the rows
    of the same places if ``every``, else to those that ``rows`` names. One lane.
    """
    for block in range(low, high):
        own = words[block]
        for g in range(len(starts) - 1):
            base = g * n_slots + block * 2048
            scale(sums, base, base + 2048, factors, g)
            stop = starts[g + 1]
            if every:
                for k in range(starts[g], stop):
                    add_word1(sums, U(base), own[k], costs[k])
            else:
                for k in range(starts[g], stop):
                    add_word1(sums, U(base), fetched(own, rows, k, stop), costs[k])


@kernel(DENSE)
def add_dense(factors, words, rows, every, starts, costs, n_slots, low, high, sums):
    """Multiply and add as ``add_dense_one`` does, two lanes or a multiple of four."""
    lanes = len(sums) // n_slots // (len(starts) - 1)
    for block in range(low, high):
        own = words[block]
        for g in range(len(starts) - 1):
            base = g * n_slots + block * 2048
            scale(sums, base, base + 2048, factors, g)
            stop = starts[g + 1]
            for k in range(starts[g], stop):
                word = own[k] if every else fetched(own, rows, k, stop)
                if lanes == 2:
                    add_word2(sums, U(base), word, costs, U(k))
                elif lanes == 4:
                    add_word4(sums, U(base), word, costs, U(k))
                else:
                    add_word(sums, U(base), word, costs, U(k), U(lanes))


# factors, first entry of each row, slots of the entries, rows, every, starts, costs, n_slots
SPARSE = types.void(
    read(f8, 2), read(i8, 1), read(i4, 1), read(i4, 1), b1, read(i8, 1), read(f8, 1), i8,
    write(f8, 1),
)  # fmt: skip


@part
def fetch_row(firsts, slots, row):
    """Ask for the slots of a row that will be read soon; a line of the cache holds 16."""
    for entry in range(firsts[row], firsts[row + 1], 16):
        fetch(slots, U(entry))


@kernel(SPARSE)
def add_sparse_one(factors, firsts, slots, rows, every, starts, costs, n_slots, sums):
    """Multiply all sums by factors, and add cost rows to the slots of the stored entries."""
    for g in range(len(starts) - 1):
        own = sums[g * n_slots : (g + 1) * n_slots]
        scale(own, 0, n_slots, factors, g)
        for k in range(starts[g], starts[g + 1]):
            row = k if every else np.int64(rows[k])
            if not every:
                fetch_row(firsts, slots, np.int64(rows[min(k + 2, len(rows) - 1)]))
            cost = costs[k]
            for entry in range(firsts[row], firsts[row + 1]):
                own[U(slots[entry])] += cost


@kernel(SPARSE)
def add_sparse(factors, firsts, slots, rows, every, starts, costs, n_slots, sums):
    """Multiply and add as ``add_sparse_one`` does, any number of lanes."""
    lanes = len(sums) // n_slots // (len(starts) - 1)
    for g in range(len(starts) - 1):
        base = g * n_slots
        scale(sums, base, base + n_slots, factors, g)
        for k in range(starts[g], starts[g + 1]):
            row = k if every else np.int64(rows[k])
            for entry in range(firsts[row], firsts[row + 1]):
                at = (base + slots[entry]) * lanes
                for lane in range(lanes):
                    sums[at + lane] += costs[k * lanes + lane]
