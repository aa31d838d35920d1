"""The hypothesis of the native learners: a tree as arrays; a stump is the smallest one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost.learners.base import Hypothesis
from viewboost.views.blocks import Block

ROWS_AT_ONCE = 8192  # bounds the memory of scoring many trees


@dataclass(frozen=True, eq=False)
class TreeHypothesis(Hypothesis):
    """A tree whose leaves are class indices, on raw rows.

    A row goes left at a node if its cell is at most the threshold (numeric), or if its code
    is in the level set (nominal); a missing cell goes the way of ``missing_left``.

    Attributes
    ----------
    feature : int32 array of shape (n_nodes,)
        -1 for a leaf. Node 0 is the root.
    threshold : float64 array of shape (n_nodes,)
    left, right : int32 arrays of shape (n_nodes,)
    missing_left, nominal : bool arrays of shape (n_nodes,)
    levels : uint64 array of shape (n_nodes, 4)
        Bit c of a nominal node says that level c goes left.
    label : int32 array of shape (n_nodes,)
        The class of a leaf; of an inner node the class it would have as a leaf.
    gain : float64 array of shape (n_nodes,)
        By how much the split of a node lowered the cost.
    """

    feature: NDArray[np.int32]
    threshold: NDArray[np.float64]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    missing_left: NDArray[np.bool_]
    nominal: NDArray[np.bool_]
    levels: NDArray[np.uint64]
    label: NDArray[np.int32]
    gain: NDArray[np.float64]

    @classmethod
    def leaves(cls, labels: Sequence[int]) -> TreeHypothesis:
        """A tree of leaves only, to be given splits."""
        n = len(labels)
        return cls(
            feature=np.full(n, -1, dtype=np.int32),
            threshold=np.zeros(n),
            left=np.zeros(n, dtype=np.int32),
            right=np.zeros(n, dtype=np.int32),
            missing_left=np.zeros(n, dtype=np.bool_),
            nominal=np.zeros(n, dtype=np.bool_),
            levels=np.zeros((n, 4), dtype=np.uint64),
            label=np.asarray(labels, dtype=np.int32),
            gain=np.zeros(n),
        )

    @property
    def is_constant(self) -> bool:  # type: ignore[override]
        """Whether all leaves have one class."""
        labels = self.label[self.feature < 0]
        return bool((labels == labels[0]).all())

    def classes(self, block: Block) -> NDArray[np.signedinteger]:
        """Class index of every row of a block in which all rows are present."""
        labels = self.label.astype(np.min_scalar_type(-int(self.label.max()) - 1))
        return labels[_leaves(_forest([self]), block)[:, 0]]

    @classmethod
    def score_many(
        cls,
        hypotheses: Sequence[Hypothesis],
        vectors: Sequence[NDArray[np.float64]],
        block: Block,
    ) -> NDArray[np.float64]:
        """Sum of the vote vectors of many trees: sum over t of vectors[t][c] 1[h_t(x) = c]."""
        n, votes = len(block), np.array(vectors)
        rows = np.arange(n) if block.present is None else np.flatnonzero(block.present)
        scores = np.zeros((n, votes.shape[1]))
        if not hypotheses:
            return scores
        forest = _forest(hypotheses)
        which = np.arange(len(hypotheses))
        for start in range(0, len(rows), ROWS_AT_ONCE):
            some = rows[start : start + ROWS_AT_ONCE]
            labels = forest["label"][_leaves(forest, block.take(some))]
            cast = votes[which, labels]
            for c in range(votes.shape[1]):
                scores[some, c] = np.where(labels == c, cast, 0.0).sum(axis=1)
        return scores

    def importances(self, n_features: int) -> NDArray[np.float64]:
        """Share of each feature in the cost reduction; zeros for a single leaf."""
        inner = self.feature >= 0
        shares = np.bincount(self.feature[inner], self.gain[inner], minlength=n_features)
        total = shares.sum()
        return shares / total if total > 0 else shares


def _forest(trees: Sequence[TreeHypothesis]) -> dict[str, NDArray[Any]]:
    """The nodes of many trees in one table, with the place of each root."""
    sizes = np.array([len(tree.feature) for tree in trees])
    roots = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int32)
    names = [field.name for field in fields(TreeHypothesis)]
    table = {name: np.concatenate([getattr(tree, name) for tree in trees]) for name in names}
    for side in ("left", "right"):
        table[side] = table[side] + np.repeat(roots, sizes)
    return {"roots": roots, **table}


def _leaves(forest: dict[str, NDArray[Any]], block: Block) -> NDArray[np.int32]:
    """The leaf that each tree sends each row to, shape (n, n_trees)."""
    from viewboost.learners._kernels import scoring

    names = ("feature", "threshold", "left", "right", "missing_left", "nominal", "levels")
    nodes = [forest[name] for name in names]
    out = np.empty((len(block), len(forest["roots"])), dtype=np.int32)
    if block.kind == "sparse":
        data = block.data
        if not data.has_sorted_indices:
            data = data.sorted_indices()
        scoring.leaves_sparse(data.indptr, data.indices, data.data, forest["roots"], *nodes, out)
    else:
        scoring.leaves_dense(block.data, forest["roots"], *nodes, out)
    return out
