"""The hypothesis of the native learners: a tree as arrays; a stump is the smallest one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from viewboost.learners.base import Hypothesis
from viewboost.views.blocks import Block

# The children of the nodes of a stump: the same for all.
LEFT, RIGHT = np.array(((1, 0, 0), (2, 0, 0)), dtype=np.int32)
LEFT.flags.writeable = RIGHT.flags.writeable = False


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

    @classmethod
    def stump(cls, labels: tuple[int, int, int], gain: float) -> TreeHypothesis:
        """A root with two leaves, to be given a split; of it and them the labels."""
        return cls(
            feature=np.array((-1, -1, -1), dtype=np.int32),
            threshold=np.zeros(3),
            left=LEFT,
            right=RIGHT,
            missing_left=np.zeros(3, dtype=np.bool_),
            nominal=np.zeros(3, dtype=np.bool_),
            levels=np.zeros((3, 4), dtype=np.uint64),
            label=np.array(labels, dtype=np.int32),
            gain=np.array((gain, 0.0, 0.0)),
        )

    @property
    def is_constant(self) -> bool:  # type: ignore[override]
        """Whether all leaves have one class."""
        labels = self.label[self.feature < 0]
        return bool((labels == labels[0]).all())

    def classes(self, block: Block) -> NDArray[np.signedinteger]:
        """Class index of every row of a block in which all rows are present."""
        from viewboost.learners._scores import forest, leaves

        labels = self.label.astype(np.min_scalar_type(-int(self.label.max()) - 1))
        return labels[leaves(forest([self]), block)[:, 0]]

    @classmethod
    def score_many(
        cls,
        hypotheses: Sequence[TreeHypothesis],  # type: ignore[override]
        vectors: Sequence[NDArray[np.float64]],
        block: Block,
    ) -> NDArray[np.float64]:
        """Sum of vectors[t][c] 1[h_t(x) = c] over trees; stumps of one feature are one function."""
        from viewboost.learners._scores import scores

        if block.present is None:
            return scores(hypotheses, vectors, block)
        rows = np.flatnonzero(block.present)
        out = np.zeros((len(block), len(vectors[0])))
        out[rows] = scores(hypotheses, vectors, replace(block.take(rows), present=None))
        return out

    def importances(self, n_features: int) -> NDArray[np.float64]:
        """Share of each feature in the cost reduction; zeros for a single leaf."""
        inner = self.feature >= 0
        shares = np.zeros(n_features)
        np.add.at(shares, self.feature[inner], self.gain[inner])
        total = shares.sum()
        return shares / total if total > 0 else shares
