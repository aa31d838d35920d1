"""Sums of cost rows per feature and bin, of dense and of sparse views.

A row of costs has one, two, four, or a multiple of four *lanes*. Slot s of group g holds
``sums[g, s, lane]``. Rows of a dense view come as words: one byte for each of eight
features, so that one load serves eight cells; and eight independent sums in flight hide
the wait for a sum that the row before has just written, however skewed the bins are.
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
def add_all(words, costs, lanes, base, sums):
    """Add the costs of consecutive rows of one block."""
    for k in range(len(words)):
        if lanes == 1:
            add_word1(sums, base, words[k], costs[k])
        elif lanes == 2:
            add_word2(sums, base, words[k], costs, U(k))
        elif lanes == 4:
            add_word4(sums, base, words[k], costs, U(k))
        else:
            add_word(sums, base, words[k], costs, U(k), U(lanes))


@part
def add_picked(words, rows, costs, lanes, base, sums):
    """Add the costs of picked rows of one block."""
    last = len(rows) - 1
    for k in range(len(rows)):
        fetch(words, U(rows[min(k + AHEAD, last)]))
        word = words[U(rows[k])]
        if lanes == 1:
            add_word1(sums, base, word, costs[k])
        elif lanes == 2:
            add_word2(sums, base, word, costs, U(k))
        elif lanes == 4:
            add_word4(sums, base, word, costs, U(k))
        else:
            add_word(sums, base, word, costs, U(k), U(lanes))


@kernel(types.void(read(u8, 2), read(i4, 1), b1, read(i8, 1), read(f8, 1), i8, i8, write(f8, 3)))
def add_dense(words, rows, every, starts, costs, low, high, sums):
    """Add cost rows to the blocks ``low … high - 1``.

    Group g gets the cost rows ``starts[g] … starts[g + 1] - 1``. These belong to the rows
    of the same places if ``every``, else to those that ``rows`` names.
    """
    lanes = sums.shape[2]
    for block in range(low, high):
        for g in range(len(starts) - 1):
            own = costs[starts[g] * lanes : starts[g + 1] * lanes]
            flat = sums[g].reshape(-1)
            if every:
                add_all(words[block, starts[g] : starts[g + 1]], own, lanes, U(block * 2048), flat)
            else:
                picked = rows[starts[g] : starts[g + 1]]
                add_picked(words[block], picked, own, lanes, U(block * 2048), flat)


@kernel(
    types.void(read(i8, 1), read(i4, 1), read(i4, 1), b1, read(i8, 1), read(f8, 2), write(f8, 3))
)
def add_sparse(firsts, slots, rows, every, starts, costs, sums):
    """Add cost rows to the slots of the stored entries; arguments as in ``add_dense``."""
    lanes = sums.shape[2]
    for g in range(len(starts) - 1):
        for k in range(starts[g], starts[g + 1]):
            row = k if every else rows[k]
            for entry in range(firsts[row], firsts[row + 1]):
                if lanes == 1:
                    sums[g, slots[entry], 0] += costs[k, 0]
                else:
                    for lane in range(lanes):
                        sums[g, slots[entry], lane] += costs[k, lane]


@part
def scale_one(values, factor):
    """Multiply values by a factor."""
    for k in range(len(values)):
        values[k] *= factor


@kernel(types.void(read(f8, 2), i8, i8, write(f8, 3)))
def scale(factors, low, high, sums):
    """Multiply the slots ``low … high - 1`` of each group and lane by a factor."""
    lanes = sums.shape[2]
    for g in range(sums.shape[0]):
        if lanes == 1:
            scale_one(sums[g, low:high].reshape(-1), factors[g, 0])
            continue
        for s in range(low, high):
            for lane in range(lanes):
                sums[g, s, lane] *= factors[g, lane]


@kernel(types.void(read(i8, 1), read(i4, 1), read(i4, 1), read(f8, 1), write(f8, 3)))
def fill_zeros(first, n_bins, zero, total, sums):
    """Give the slot of the value zero what the other slots of its feature leave."""
    for f in range(len(zero)):
        for lane in range(len(total)):
            rest = total[lane]
            for s in range(first[f], first[f] + n_bins[f] + 1):
                if s != first[f] + zero[f]:
                    rest -= sums[0, s, lane]
            sums[0, first[f] + zero[f], lane] = rest
