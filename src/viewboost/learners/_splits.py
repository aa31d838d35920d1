"""The split of a node: the best feature by the kernels' sums, then its exact form.

A split is chosen by cost. Among splits whose costs tie, the first one wins (feature, then
threshold, then class) where the children stay leaves. Where they may be split again, cost
alone leaves long plateaus (no single split helps with XOR): there the tie goes to the
largest merit, sum over sides of |costs|² / mass, which is convex, so that a split never
loses by it; splits that gain no cost are allowed, and pruned later if nothing came of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewboost.learners._bins import DenseBins, Features, SparseBins
from viewboost.learners._kernels import search, sides
from viewboost.learners._team import Team
from viewboost.learners.trees import TreeHypothesis

# Costs this close, relative to sum |D|, tie: ten times what sums of a million rows round off, and
# less than the 1e-12 of the loss by which a stump may miss the cheapest.
TIE = 2e-13
LIKE = 1e-10  # merits this close, relative to the largest, are alike
ANY_MERIT = -np.inf
UNSCALED = np.ones((1, 1))
LARGEST = np.finfo(np.float64).max

WeightsOf = Callable[[int], NDArray[np.float64]]  # training weight in each bin of a feature


class Split(NamedTuple):
    """A feature and the side of each of its bins, that of missing cells last."""

    feature: int
    left: NDArray[np.bool_]
    bin: int  # the last bin on the left, -1 for a level set
    labels: tuple[int, int]
    cost: float


class Node(NamedTuple):
    """The sums of a node's rows, and what follows from them."""

    sums: NDArray[np.float64]  # (groups, slots, lanes)
    total: NDArray[np.float64]  # (K + 1,): costs of the classes, and mass
    tie: float  # costs this close tie, in the whole tree
    zero: NDArray[np.int32]  # bins without a slot: what the others leave; empty: none
    scale: NDArray[np.float64] = UNSCALED  # of the sums of each class and lane

    @property
    def n_classes(self) -> int:
        return len(self.total) - 1

    @property
    def rest(self) -> NDArray[np.float64]:
        """The total, in the lanes of the sums."""
        return self.total[::2].copy() if self.n_classes == 2 else self.total

    @property
    def label(self) -> int:
        """The cheapest class, the first one among ties."""
        return first_least(self.total[:-1], self.tie)

    @property
    def cost(self) -> float:
        return min(self.total[:-1].tolist())

    @property
    def pure(self) -> bool:
        """Whether all rows agree on the cheapest class."""
        return bool(self.cost <= -self.total[-1] + self.tie)

    def table(self, features: Features, f: int) -> NDArray[np.float64]:
        """Costs of the classes, and mass, in each bin of a feature."""
        n, K = int(features.n_bins[f]), self.n_classes
        wide = np.empty((n + 1, K + 1))
        gone, zero, total = features.gone[f], -1, self.total
        if len(self.zero):
            zero, total = int(self.zero[f]), self.rest
        place = features.first[f], n, gone, zero, total
        search.wide_table(self.sums, self.scale, K, *place, wide)
        return wide


def first_least(costs: NDArray[np.float64], tie: float) -> int:
    """Index of the first cost that ties with the least."""
    values = costs.tolist()  # few: NumPy would take longer
    limit = min(values) + tie / 4
    return next(k for k, cost in enumerate(values) if cost <= limit)


def best_split(
    node: Node, bins: DenseBins | SparseBins, team: Team, weights_of: WeightsOf, last: bool
) -> Split | None:
    """The split of a node, or None where none helps; ``last``: its children stay leaves."""
    features = bins.features
    scores = np.empty(len(features.first))
    team.each(len(scores), lambda *part: split_costs(node, features, *part, scores))
    cost = node.cost
    least, f = search.cheapest_feature(scores, cost, node.tie)
    helps = least < cost - node.tie
    if f < 0 or (not helps and (last or node.pure)):
        return None
    limit, floor = least + node.tie, ANY_MERIT
    if not last:
        scores = largest_merits(node, features, scores, limit)
        floor = float(scores.max()) * (1 - LIKE)
        if floor == ANY_MERIT:
            return None
        f = int((scores >= floor).argmax())
    form = level_split if features.nominal[f] else threshold_split
    return form(node, features, f, weights_of(f), limit, floor)


def split_costs(node: Node, features: Features, low: int, high: int, out) -> None:
    """Least cost of the splits of each feature from ``low`` to ``high - 1``."""
    first, n_bins, gone = features.first, features.n_bins, features.gone
    if len(node.sums) == 2 and len(node.zero) and not features.any_gone:
        place = n_bins, node.zero, node.total[0], low, high
        search.sparse_two_class_costs(node.sums.reshape(-1), node.scale, first, *place, out)
    elif len(node.sums) == 2 and not len(node.zero) and not features.any_nominal:
        place = n_bins, gone, node.total[0], low, high
        search.dense_two_class_costs(node.sums.reshape(-1), node.scale, first, *place, out)
    else:
        columns = first, n_bins, gone, features.nominal
        place = node.zero, node.rest, low, high
        search.split_costs(node.sums, node.scale, node.n_classes, *columns, *place, out)


def largest_merits(
    node: Node, features: Features, costs: NDArray[np.float64], limit: float
) -> NDArray[np.float64]:
    """Largest merit of each feature among its splits within the limit of cost."""
    merits = np.full(len(costs), -np.inf)
    for f in np.flatnonzero(costs <= limit):
        kind = features.n_bins[f], node.n_classes, features.gone[f], features.nominal[f]
        merits[f] = sides.split_merit(node.table(features, f), *kind, limit, node.tie)
    return merits


def threshold_split(
    node: Node, features: Features, f: int, weights: NDArray[np.float64], limit, floor
) -> Split:
    """The first threshold of a numeric feature that is good enough."""
    table, found = node.table(features, f), np.empty(5)
    K, gone = node.n_classes, features.gone[f]
    # The floor is met by the kernel's own arithmetic: leave it room for rounding.
    room = floor * (1 - LIKE) if floor > ANY_MERIT else floor
    sides.threshold_split(table, K, gone, limit, room, node.tie, weights, found)
    last, missing_left, *labels, cost = found.tolist()
    left = np.zeros(len(table), dtype=np.bool_)
    left[: int(last) + 1] = True
    left[-1] = missing_left
    return Split(f, left, int(last), (int(labels[0]), int(labels[1])), cost)


def level_split(
    node: Node, features: Features, f: int, weights: NDArray[np.float64], limit, floor
) -> Split:
    """The first level set of a nominal feature that is good enough."""
    table = node.table(features, f)
    sets = level_sets(table[:, :-1])
    left = sets.astype(np.float64) @ table
    right = table.sum(axis=0) - left
    side = sets[int(np.argmax(good(left, right, node.tie, limit, floor)))].copy()
    on_left = weights[:-1] @ side[:-1]
    if not weights[-1] > 0:
        side[-1] = on_left >= weights[:-1].sum() - on_left
    side[:-1][weights[:-1] <= 0] = side[-1]  # levels that training knew nothing of
    sides = table[side, :-1].sum(axis=0), table[~side, :-1].sum(axis=0)
    labels = first_least(sides[0], node.tie), first_least(sides[1], node.tie)
    return Split(f, side, -1, labels, float(sides[0][labels[0]] + sides[1][labels[1]]))


def level_sets(costs: NDArray[np.float64]) -> NDArray[np.bool_]:
    """The candidates: per pair of classes the levels cheaper in the first; each level alone."""
    K = costs.shape[1]
    pairs = [costs[:, a] <= costs[:, b] for a in range(K) for b in range(a + 1, K)]
    return np.concatenate([np.array(pairs), np.eye(len(costs), dtype=np.bool_)])


def good(left, right, tie: float, limit: float, floor: float) -> NDArray[np.bool_]:
    """Which pairs of sides are within the limit of cost and reach the floor of merit."""
    fits = left[:, :-1].min(axis=1) + right[:, :-1].min(axis=1) <= limit
    if floor == ANY_MERIT:
        return fits
    fits &= np.minimum(left[:, -1], right[:, -1]) > tie
    with np.errstate(divide="ignore", invalid="ignore"):
        merits = sum((side[:, :-1] ** 2).sum(axis=1) / side[:, -1] for side in (left, right))
    return fits & (merits >= floor * (1 - LIKE))


def write_split(tree: TreeHypothesis, k: int, split: Split, features: Features) -> None:
    """Write a split on bins as the split of a node on raw values."""
    f = split.feature
    tree.feature[k] = f
    tree.missing_left[k] = split.left[-1]
    tree.nominal[k] = features.nominal[f]
    if features.nominal[f]:
        tree.levels[k] = words(split.left)
    else:
        # Beyond the last bin only missing cells are left: every finite value is below.
        threshold = features.thresholds[features.first[f] + split.bin]
        tree.threshold[k] = min(threshold, LARGEST)


def words(left: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """A level set as 256 bits; codes that are no level go the missing way, the last entry's."""
    full = np.full(256, left[-1])
    full[: len(left) - 1] = left[:-1]
    return np.packbits(full, bitorder="little").view(np.uint64)
