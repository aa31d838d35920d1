"""Scores of many trees at once: stumps on one feature collapse into one step function.

Votes lie on a grid on which float64 sums are exact, so the order of summing is free: the
collapsed scores are bit for bit those of one hypothesis after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewboost.learners._kernels import scoring
from viewboost.learners.trees import TreeHypothesis
from viewboost.views.blocks import Block

ROWS_AT_ONCE = 8192  # bounds the memory of scoring deeper trees


def scores(
    trees: Sequence[TreeHypothesis], vectors: Sequence[NDArray[np.float64]], block: Block
) -> NDArray[np.float64]:
    """Sum of vectors[t][c] 1[h_t(x) = c] over trees, for rows that are all present."""
    votes, sizes = np.array(vectors), np.array([len(tree.feature) for tree in trees])
    out = np.zeros((len(block), votes.shape[1]))
    for t in np.flatnonzero(sizes == 1):
        out[:, trees[t].label[0]] += votes[t, trees[t].label[0]]
    stumps, deep = np.flatnonzero(sizes == 3), np.flatnonzero(sizes > 3)
    if len(stumps):
        _add_stumps(forest([trees[t] for t in stumps]), votes[stumps], block, out)
    if len(deep):
        _add_trees(forest([trees[t] for t in deep]), votes[deep], block, out)
    return out


def forest(trees: Sequence[TreeHypothesis]) -> dict[str, NDArray[Any]]:
    """The nodes of many trees in one table, with the place of each root."""
    sizes = np.array([len(tree.feature) for tree in trees])
    roots = (np.cumsum(sizes) - sizes).astype(np.int32)
    names = [field.name for field in fields(TreeHypothesis)]
    table = {name: np.concatenate([getattr(tree, name) for tree in trees]) for name in names}
    for side in ("left", "right"):
        table[side] = table[side] + np.repeat(roots, sizes)
    return {"roots": roots, **table}


def leaves(trees: dict[str, NDArray[Any]], block: Block) -> NDArray[np.int32]:
    """The leaf (node) that each tree sends each row to, shape (n, n_trees)."""
    names = ("feature", "threshold", "left", "right", "missing_left", "nominal", "levels")
    nodes = [trees[name] for name in names]
    out = np.empty((len(block), len(trees["roots"])), dtype=np.int32)
    if block.kind == "sparse":
        data = block.data if block.data.has_sorted_indices else block.data.sorted_indices()
        scoring.leaves_sparse(data.indptr, data.indices, data.data, trees["roots"], *nodes, out)
    else:
        scoring.leaves_dense(block.data, trees["roots"], *nodes, out)
    return out


def _add_trees(trees, votes: NDArray[np.float64], block: Block, out) -> None:
    which = np.arange(len(votes))
    for start in range(0, len(block), ROWS_AT_ONCE):
        rows = np.arange(start, min(start + ROWS_AT_ONCE, len(block)))
        labels = trees["label"][leaves(trees, block.take(rows))]
        cast = votes[which, labels]
        for c in range(votes.shape[1]):
            out[rows, c] += np.where(labels == c, cast, 0.0).sum(axis=1)


def _add_stumps(stumps, votes: NDArray[np.float64], block: Block, out) -> None:
    steps = collapse(stumps, votes)
    if block.kind != "sparse":
        scoring.add_steps_dense(block.data, *steps, out)
        return
    data = block.data
    place = np.full(data.shape[1], -1, dtype=np.int32)
    place[steps.features] = np.arange(len(steps.features))
    nothing = np.zeros((1, data.shape[1]))
    zero = np.zeros((1, out.shape[1]))
    scoring.add_steps_dense(nothing, *steps, zero)
    out += zero
    scoring.add_steps_sparse(data.indptr, data.indices, data.data, place, *steps, out)


class Steps(NamedTuple):
    """One step function per feature, as the scoring kernels read them."""

    features: NDArray[np.int32]
    starts: NDArray[np.int64]
    bits: NDArray[np.int64]
    tables: NDArray[np.int64]
    holes: NDArray[np.int64]
    nominal: NDArray[np.bool_]
    thresholds: NDArray[np.float64]
    votes: NDArray[np.float64]


def collapse(stumps: dict[str, NDArray[Any]], votes: NDArray[np.float64]) -> Steps:
    """The step functions of stumps: per feature its thresholds and the votes between them.

    The votes of a feature are a row for each interval (or each level, if it is nominal), and
    a last row for missing cells.
    """
    roots = stumps["roots"]
    features, own = np.unique(stumps["feature"][roots], return_inverse=True)
    nominal = np.zeros(len(features), dtype=np.bool_)
    nominal[own] = stumps["nominal"][roots]
    cuts, places = _cuts(stumps["threshold"][roots], own, nominal)
    n_rows = np.where(nominal, 256, np.array([len(cut) for cut in cuts]) + 1) + 1
    holes = np.cumsum(n_rows) - 1
    tables = holes + 1 - n_rows
    out = np.zeros((holes[-1] + 1, votes.shape[1]))
    left, right = _sides(stumps, votes)
    go_left = stumps["missing_left"][roots]
    np.add.at(out, tables[own], left)
    numeric = ~nominal[own]
    np.add.at(out, (tables[own] + 1 + places)[numeric], (right - left)[numeric])
    for k, (start, stop) in enumerate(zip(tables, holes)):
        if nominal[k]:
            out[start:stop] = _level_votes(stumps, left, right, np.flatnonzero(own == k))
        else:
            np.cumsum(out[start:stop], axis=0, out=out[start:stop])
    np.add.at(out, holes[own], np.where(go_left[:, None], left, right))
    starts, bits, thresholds = _padded(cuts)
    return Steps(features, starts, bits, tables, holes, nominal, thresholds, out)


def _cuts(thresholds: NDArray[np.float64], own: NDArray[np.intp], nominal: NDArray[np.bool_]):
    """The distinct thresholds of each feature, and the place of each stump among them."""
    cuts, places = [], np.zeros(len(own), dtype=np.intp)
    order = np.lexsort((thresholds, own))
    ends = np.cumsum(np.bincount(own, minlength=len(nominal)))
    for stumps, is_nominal in zip(np.split(order, ends[:-1]), nominal):
        values = thresholds[stumps]
        new = np.empty(len(values), dtype=np.bool_)
        new[0], new[1:] = True, values[1:] != values[:-1]
        places[stumps] = np.cumsum(new) - 1
        cuts.append(values[:0] if is_nominal else values[new])
    return cuts, places


def _padded(cuts: Sequence[NDArray[np.float64]]):
    """Where the thresholds of each feature start, their bits, and all of them, filled up."""
    bits = np.array([len(cut).bit_length() for cut in cuts])
    ends = np.cumsum(2**bits)
    thresholds = np.full(ends[-1], np.inf)
    for start, cut in zip(ends - 2**bits, cuts):
        thresholds[start : start + len(cut)] = cut
    return ends - 2**bits, bits, thresholds


def _sides(stumps: dict[str, NDArray[Any]], votes: NDArray[np.float64]):
    """The votes that stumps give on their left and on their right: (stumps, K) each."""
    for side in ("left", "right"):
        labels = stumps["label"][stumps[side][stumps["roots"]]]
        yield np.where(labels[:, None] == np.arange(votes.shape[1]), votes, 0.0)


def _level_votes(stumps, left, right, own: NDArray[np.intp]) -> NDArray[np.float64]:
    """Votes of some stumps for each level of a nominal feature."""
    words = np.ascontiguousarray(stumps["levels"][stumps["roots"][own]])
    goes_left = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little").astype(bool)
    return np.where(goes_left[:, :, None], left[own, None], right[own, None]).sum(axis=0)
