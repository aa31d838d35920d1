"""Stumps on sums that follow the costs from round to round."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from viewboost.learners._binding import Binding
from viewboost.learners._bins import Picked
from viewboost.learners._class_sums import ClassSums
from viewboost.learners._splits import TIE, Node, Split, best_split, write_split
from viewboost.learners.base import BoundLearner, Change, Seed
from viewboost.learners.trees import TreeHypothesis
from viewboost.views.blocks import Block
from viewboost.views.rows import Rows


class BoundStump(BoundLearner):
    """A stump learner bound to the bins of a view."""

    def __init__(self, learner, block: Block, rows: Rows, n_threads: int = 1):
        self.binding = Binding(block, rows, learner.max_bins, n_threads)
        self.bins, self.team = self.binding.bins, self.binding.team
        self.sums = ClassSums(self.binding, rows)
        self.weight = float(rows.weights.sum())
        self.slot_weights = self._slot_weights(rows.weights[self.binding.order])

    def _slot_weights(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """The training weight of each slot."""
        sums = np.zeros((1, self.bins.n_slots, 1))
        picked = Picked(None, np.array([0, len(weights)]), weights[:, None])
        self.team.each(self.bins.n_blocks, lambda low, high: self.bins.add(picked, sums, low, high))
        return sums[0, :, 0]

    def hypothesis(
        self, D: NDArray[np.float64], changes: Sequence[Change] | None, seed: Seed
    ) -> tuple[TreeHypothesis, NDArray[np.signedinteger]]:
        """The cheapest stump, and its predictions on the training rows."""
        self.sums.follow(np.ascontiguousarray(D), changes)
        sums, tie = self.sums, TIE * self.sums.mass
        node = Node(sums.sums, sums.total, tie, self.bins.zero, sums.scale)
        split = best_split(node, self.bins, self.team, self._weights_of, last=True)
        label_type = self.binding.label_type
        if split is None:
            label = node.label
            return TreeHypothesis.leaves([label]), np.full(len(D), label, dtype=label_type)
        predictions = np.empty(len(D), dtype=label_type)
        sides = split.left, split.labels
        self.bins.label(split.feature, *sides, self.binding.order, predictions)
        return self._stump(node, split), predictions

    def _weights_of(self, f: int) -> NDArray[np.float64]:
        return self.bins.by_bin(self.slot_weights, self.weight, f)

    def _stump(self, node: Node, split: Split) -> TreeHypothesis:
        stump = TreeHypothesis.stump((node.label, *split.labels), node.cost - split.cost)
        write_split(stump, 0, split, self.bins.features)
        return stump
