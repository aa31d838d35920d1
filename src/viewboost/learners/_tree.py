"""Trees and stumps grown on the costs of a round."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewboost.learners._bins import Features, binned
from viewboost.learners._splits import TIE, Node, Split, best_split
from viewboost.learners.base import BoundLearner, Change, Seed
from viewboost.learners.trees import TreeHypothesis
from viewboost.views.blocks import Block
from viewboost.views.rows import Rows


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
        # Rows of one class lie together: the fast sums need it.
        self.order = np.argsort(rows.y, kind="stable").astype(np.int32)
        self.bins = binned(block, rows.weights, self.order, learner.max_bins)
        self.weights = rows.weights[self.order]
        self.n_classes = rows.n_classes
        self.max_depth = np.inf if learner.max_depth is None else learner.max_depth
        self.max_leaves = np.inf if learner.max_leaves is None else learner.max_leaves

    def hypothesis(
        self, D: NDArray[np.float64], changes: Sequence[Change] | None, seed: Seed
    ) -> tuple[TreeHypothesis, NDArray[np.signedinteger]]:
        """The tree grown on the costs, and its predictions on the training rows."""
        costs = with_mass(D, self.order)
        tie = TIE * float(np.abs(D).sum())
        root = self.grow(costs, tie)
        prune(root, tie)
        predictions = np.empty(len(D), dtype=np.min_scalar_type(-self.n_classes))
        label_rows(root, predictions)
        in_order = np.empty_like(predictions)
        in_order[self.order] = predictions
        return as_hypothesis(root, self.bins.features), in_order

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
        branch.split = best_split(branch.node, self.bins.features, weights_of, last)
        if branch.split is not None:
            heapq.heappush(heap, (-branch.split.gain, number, branch))

    def weights_within(self, rows: NDArray[np.int32]):
        """A function that gives the training weight of some rows in each bin of a feature."""

        def weights_of(f: int) -> NDArray[np.float64]:
            n = self.bins.features.n_bins[f] + 1
            return np.bincount(self.bins.column(f)[rows], self.weights[rows], minlength=n)

        return weights_of

    def node(self, rows, costs, tie: float) -> Node:
        """The sums over some rows."""
        sums = np.zeros((self.bins.n_slots, costs.shape[1]))
        part = costs[rows]
        self.bins.add(rows, part, sums)
        return Node(sums, part.sum(axis=0), tie)

    def divide(self, branch: Branch, costs) -> tuple[Branch, Branch]:
        """The two children; the larger one's sums are the parent's less the smaller one's."""
        assert branch.split is not None
        goes_left = branch.split.left[self.bins.column(branch.split.feature)[branch.rows]]
        sides = [branch.rows[goes_left], branch.rows[~goes_left]]
        small = int(len(sides[1]) < len(sides[0]))
        parent = branch.node
        nodes = [parent, parent]
        nodes[small] = self.node(sides[small], costs, parent.tie)
        rest = parent.sums
        rest -= nodes[small].sums
        nodes[1 - small] = Node(rest, parent.total - nodes[small].total, parent.tie)
        left, right = (Branch(r, branch.depth + 1, n) for r, n in zip(sides, nodes))
        return left, right


def with_mass(D: NDArray[np.float64], order: NDArray[np.int32]) -> NDArray[np.float64]:
    """Cost rows that sum to zero, and the mass of each row: what its cheapest class saves."""
    costs = np.empty((len(D), D.shape[1] + 1))
    costs[:, :-1] = D[order]
    costs[:, :-1] -= costs[:, :-1].mean(axis=1, keepdims=True)
    costs[:, -1] = -costs[:, :-1].min(axis=1)
    return costs


def prune(branch: Branch, tie: float) -> float:
    """Cut off what gains nothing; return the cost of the branch."""
    if branch.children is None:
        return branch.node.cost
    cost = sum(prune(child, tie) for child in branch.children)
    if branch.node.cost - cost <= tie:
        branch.children = None
        return branch.node.cost
    return cost


def label_rows(branch: Branch, out: NDArray[np.signedinteger]) -> None:
    """Write the labels of the leaves to their rows."""
    if branch.children is None:
        out[branch.rows] = branch.node.label
    else:
        for child in branch.children:
            label_rows(child, out)


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
            tree.left[k], tree.right[k] = (at[id(child)] for child in branch.children)
    return tree


def write_split(tree: TreeHypothesis, k: int, split: Split, features: Features) -> None:
    """Write a split on bins as a split on raw values."""
    f = split.feature
    tree.feature[k], tree.gain[k] = f, split.gain
    tree.missing_left[k] = split.left[-1]
    tree.nominal[k] = features.nominal[f]
    if features.nominal[f]:
        tree.levels[k] = words(split.left)
    else:
        # Beyond the last bin only missing cells are left: every finite value is below.
        threshold = features.thresholds[features.first[f] + split.bin]
        tree.threshold[k] = min(threshold, np.finfo(np.float64).max)


def words(left: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """A level set as 256 bits; codes that are no level go the missing way, the last entry's."""
    full = np.full(256, left[-1])
    full[: len(left) - 1] = left[:-1]
    return np.packbits(full, bitorder="little").view(np.uint64)
