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
    thresholds: NDArray[np.float64]
    starts: NDArray[np.int64]
    bits: NDArray[np.int64]
    tables: NDArray[np.int64]
    holes: NDArray[np.int64]
    nominal: NDArray[np.bool_]
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
    cuts, n_cuts, places = _cuts(stumps["threshold"][roots], own)
    n_rows = np.where(nominal, 256, n_cuts + 1) + 1
    holes = np.cumsum(n_rows) - 1
    tables = holes + 1 - n_rows
    left, right = _sides(stumps, votes)
    steps = np.zeros((holes[-1] + 1, votes.shape[1]))
    np.add.at(steps, tables[own], left)
    np.add.at(steps, tables[own] + 1 + places, right - left)
    out = _running(steps, tables, n_rows)
    for k in np.flatnonzero(nominal):
        out[tables[k] : holes[k]] = _level_votes(stumps, left, right, np.flatnonzero(own == k))
    out[holes] = 0
    go_left = stumps["missing_left"][roots]
    np.add.at(out, holes[own], np.where(go_left[:, None], left, right))
    return Steps(features, *_padded(cuts, n_cuts), tables, holes, nominal, out)


def _cuts(thresholds: NDArray[np.float64], own: NDArray[np.intp]):
    """The distinct thresholds of all features, how many each has, and the stumps' places."""
    order = np.lexsort((thresholds, own))
    values, features = thresholds[order], own[order]
    new = np.ones(len(order), dtype=np.bool_)
    new[1:] = (values[1:] != values[:-1]) | (features[1:] != features[:-1])
    n_cuts = np.bincount(features[new])
    places = np.empty(len(order), dtype=np.intp)
    places[order] = np.cumsum(new) - 1 - (np.cumsum(n_cuts) - n_cuts)[features]
    return values[new], n_cuts, places


def _padded(cuts: NDArray[np.float64], n_cuts: NDArray[np.intp]):
    """All thresholds, filled up, where those of each feature start, and their bits."""
    bits = np.frexp(n_cuts)[1].astype(np.int64)
    ends = np.cumsum(2**bits)
    starts, thresholds = ends - 2**bits, np.full(ends[-1], np.inf)
    gaps = starts - (np.cumsum(n_cuts) - n_cuts)
    thresholds[np.arange(len(cuts)) + np.repeat(gaps, n_cuts)] = cuts
    return thresholds, starts, bits


def _running(steps: NDArray[np.float64], tables: NDArray[np.intp], n_rows: NDArray[np.intp]):
    """Running sums within each table; since they are exact, one over all serves them."""
    total = np.cumsum(steps, axis=0)
    return total - np.repeat(total[tables] - steps[tables], n_rows, axis=0)


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
