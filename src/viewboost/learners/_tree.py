"""Trees grown on the costs of a round."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewboost.learners._binding import Binding, lanes_for
from viewboost.learners._bins import Features, Picked
from viewboost.learners._kernels import rows as row_kernels
from viewboost.learners._splits import TIE, Node, Split, WeightsOf, best_split, write_split
from viewboost.learners.base import BoundLearner, Change, Seed
from viewboost.learners.trees import TreeHypothesis
from viewboost.views.blocks import Block
from viewboost.views.rows import Rows

NO_SUMS = np.empty((1, 0, 0))


@dataclass
class Branch:
    """A node while the tree grows."""

    rows: NDArray[np.int32]
    depth: int
    node: Node
    split: Split | None = None
    children: tuple[Branch, Branch] | None = None


class BoundTree(BoundLearner):
    """A tree learner bound to the bins of a view."""

    def __init__(self, learner, block: Block, rows: Rows, n_threads: int = 1):
        self.binding = Binding(block, rows, learner.max_bins, n_threads)
        self.bins, self.team = self.binding.bins, self.binding.team
        self.weights = rows.weights[self.binding.order]
        self.n_classes = rows.n_classes
        self.n_costs = 1 if rows.n_classes == 2 else rows.n_classes
        self.max_depth = np.inf if learner.max_depth is None else learner.max_depth
        self.max_leaves = np.inf if learner.max_leaves is None else learner.max_leaves

    def hypothesis(
        self, D: NDArray[np.float64], changes: Sequence[Change] | None, seed: Seed
    ) -> tuple[TreeHypothesis, NDArray[np.signedinteger]]:
        """The tree grown on the costs, and its predictions on the training rows."""
        order = self.binding.order
        costs = np.zeros((len(D), lanes_for(self.n_costs + 1)))
        tie = TIE * row_kernels.pack_with_mass(np.ascontiguousarray(D), order, costs)
        root = self.grow(costs, tie)
        prune(root, tie)
        predictions = np.empty(len(D), dtype=self.binding.label_type)
        label_rows(root, predictions, order)
        return as_hypothesis(root, self.bins.features), predictions

    def grow(self, costs: NDArray[np.float64], tie: float) -> Branch:
        """Split the branch that gains most, until nothing helps or the limits are reached."""
        every = np.arange(len(costs), dtype=np.int32)
        root = Branch(every, 0, self.node(every, costs, tie))
        heap: list[tuple[float, int, Branch]] = []
        self.consider(root, heap, 0)
        leaves = 1
        while heap and leaves < self.max_leaves:
            branch = heapq.heappop(heap)[2]
            branch.children = self.divide(branch, costs)
            leaves += 1
            for side, child in enumerate(branch.children):
                self.consider(child, heap, 2 * leaves + side)
        return root

    def consider(self, branch: Branch, heap: list, number: int) -> None:
        """Put a branch on the heap if it can be split; equal gains go by number."""
        if branch.depth >= self.max_depth:
            return
        last = branch.depth + 1 >= self.max_depth or self.max_leaves == 2
        weights_of = self.weights_within(branch.rows)
        branch.split = best_split(branch.node, self.bins, self.team, weights_of, last)
        if branch.split is not None:
            heapq.heappush(heap, (branch.split.cost - branch.node.cost, number, branch))

    def weights_within(self, rows: NDArray[np.int32]) -> WeightsOf:
        """A function that gives the training weight of some rows in each bin of a feature."""

        def weights_of(f: int) -> NDArray[np.float64]:
            weights = np.zeros(self.bins.features.n_bins[f] + 1)
            row_kernels.weigh(self.bins.column(f), rows, self.weights, weights)
            return weights

        return weights_of

    def node(
        self, rows: NDArray[np.int32], costs: NDArray[np.float64], tie: float, leaf: bool = False
    ) -> Node:
        """The sums over some rows; a leaf needs the total only."""
        part, total = np.empty((len(rows), costs.shape[1])), np.zeros(costs.shape[1])
        row_kernels.take(costs, rows, part, total)
        sums = NO_SUMS if leaf else self.summed(rows, part)
        return Node(sums, self.widened(total), tie, self.bins.zero)

    def summed(self, rows, part) -> NDArray[np.float64]:
        """The sums per slot of the cost rows of some places."""
        sums = np.zeros((1, self.bins.n_slots, part.shape[1]))
        every = len(rows) == len(self.weights)
        picked = Picked(None if every else rows, np.array([0, len(rows)]), part)
        self.team.each(self.bins.n_blocks, lambda low, high: self.bins.add(picked, sums, low, high))
        return sums

    def widened(self, total: NDArray[np.float64]) -> NDArray[np.float64]:
        """Costs of all classes, and mass, from the lanes."""
        if self.n_classes == 2:
            return np.array([total[0], -total[0], total[1]])
        return total[: self.n_classes + 1]

    def divide(self, branch: Branch, costs) -> tuple[Branch, Branch]:
        """The two children; the larger one's sums are the parent's less the smaller one's."""
        assert branch.split is not None
        sides = self.sides(branch.rows, branch.split)
        small = int(len(sides[1]) < len(sides[0]))
        parent = branch.node
        nodes = [parent, parent]
        leaf = branch.depth + 1 >= self.max_depth
        nodes[small] = self.node(sides[small], costs, parent.tie, leaf)
        if not leaf:
            np.subtract(parent.sums, nodes[small].sums, out=parent.sums)
        rest = parent.total - nodes[small].total
        nodes[1 - small] = Node(parent.sums, rest, parent.tie, self.bins.zero)
        left, right = (Branch(r, branch.depth + 1, n) for r, n in zip(sides, nodes))
        return left, right

    def sides(self, rows: NDArray[np.int32], split: Split) -> tuple[NDArray[np.int32], ...]:
        """The rows on the left and on the right of a split."""
        left, right = np.empty_like(rows), np.empty_like(rows)
        column = self.bins.column(split.feature)
        n = row_kernels.divide(column, split.left, rows, left, right)
        return left[:n].copy(), right[: len(rows) - n].copy()


def prune(branch: Branch, tie: float) -> float:
    """Cut off what gains nothing; return the cost of the branch."""
    if branch.children is None:
        return branch.node.cost
    cost = sum(prune(child, tie) for child in branch.children)
    if branch.node.cost - cost <= tie:
        branch.children = None
        return branch.node.cost
    return cost


def label_rows(branch: Branch, out: NDArray[np.signedinteger], order) -> None:
    """Write the labels of the leaves to their rows."""
    if branch.children is None:
        out[order[branch.rows]] = branch.node.label
    else:
        for child in branch.children:
            label_rows(child, out, order)


def as_hypothesis(root: Branch, features: Features) -> TreeHypothesis:
    """The arrays of a grown tree, its nodes in the order of a walk from the root."""
    walk: list[Branch] = []

    def visit(branch: Branch) -> None:
        walk.append(branch)
        for child in branch.children or ():
            visit(child)

    visit(root)
    at = {id(branch): k for k, branch in enumerate(walk)}
    tree = TreeHypothesis.leaves([branch.node.label for branch in walk])
    for k, branch in enumerate(walk):
        if branch.children is not None and branch.split is not None:
            write_split(tree, k, branch.split, features)
            tree.gain[k] = max(branch.node.cost - branch.split.cost, 0.0)
            tree.left[k], tree.right[k] = (at[id(child)] for child in branch.children)
    return tree
