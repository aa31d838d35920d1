"""The split of a node: the best feature by the kernels' sums, then its exact form.

A split is chosen by cost. Among splits whose costs tie, the first one wins (feature, then
threshold, then class) where the children stay leaves. Where they may be split again, cost
alone leaves long plateaus (no single split helps with XOR): there the tie goes to the
largest merit, sum over sides of |costs|² / mass, which is convex, so that a split never
loses by it; splits that gain no cost are allowed, and pruned later if nothing came of them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewboost.learners._bins import Features
from viewboost.learners._kernels import search

TIE = 1e-10  # costs this close, relative to sum |D|, tie


@dataclass(frozen=True)
class Split:
    """A feature and the side of each of its bins, that of missing cells last."""

    feature: int
    left: NDArray[np.bool_]
    bin: int  # the last bin on the left, -1 for a level set
    labels: tuple[int, int]
    gain: float


@dataclass(frozen=True)
class Node:
    """The sums of a node's rows, and what follows from them."""

    sums: NDArray[np.float64]  # (slots, K + 1): costs of the classes, and mass
    total: NDArray[np.float64]  # (K + 1,)
    tie: float  # costs this close tie, in the whole tree

    @property
    def n_classes(self) -> int:
        return len(self.total) - 1

    @property
    def label(self) -> int:
        """The cheapest class, the first one among ties."""
        return first_least(self.total[:-1], self.tie)

    @property
    def cost(self) -> float:
        return float(self.total[:-1].min())

    @property
    def pure(self) -> bool:
        """Whether all rows agree on the cheapest class."""
        return self.cost <= -self.total[-1] + self.tie


def first_least(costs: NDArray[np.float64], tie: float) -> int:
    """Index of the first cost that ties with the least."""
    return int(np.argmax(costs <= costs.min() + tie / 4))


def best_split(node: Node, features: Features, weights_of, last: bool) -> Split | None:
    """The split of a node, or None where none helps; ``last``: its children stay leaves.

    ``weights_of(f)`` gives the training weight in each bin of a feature.
    """
    d, K = len(features.first), node.n_classes
    table = (features.first, features.n_bins, features.gone, features.nominal)
    scores = np.empty(d)
    search.split_costs(node.sums, K, *table, 0, d, scores)
    least = float(scores.min(initial=np.inf))
    if not least < node.cost - node.tie and (last or node.pure or least == np.inf):
        return None
    limit = min(least, node.cost) + node.tie
    floor = -np.inf
    f = int(np.argmax(scores <= limit))
    if not last:
        search.split_merits(node.sums, K, *table, 0, d, limit, node.tie, scores)
        if scores.max() == -np.inf:
            return None
        floor = float(scores.max()) * (1 - TIE)
        f = int(np.argmax(scores >= floor))
    form = level_split if features.nominal[f] else threshold_split
    return form(node, features, f, weights_of(f), limit, floor)


def merits(left: NDArray[np.float64], right: NDArray[np.float64], tie: float):
    """Merit of each pair of sides, as the kernel computes it."""
    out = np.full(len(left), -np.inf)
    ok = np.minimum(left[:, -1], right[:, -1]) > tie
    out[ok] = sum((side[ok, :-1] ** 2).sum(axis=1) / side[ok, -1] for side in (left, right))
    return out


def allowed(left, right, node: Node, limit: float, floor: float) -> NDArray[np.bool_]:
    """Which pairs of sides are within the limit of cost and reach the floor of merit."""
    cost = left[:, :-1].min(axis=1) + right[:, :-1].min(axis=1)
    ok = cost <= limit
    if floor > -np.inf:
        ok &= merits(left, right, node.tie) >= floor * (1 - TIE)
    return ok


def threshold_split(node: Node, features: Features, f: int, weights, limit, floor) -> Split:
    """The first threshold of a numeric feature that is good enough."""
    sums = node.sums[features.slots(f)]
    gone = bool(features.gone[f])
    stop = len(sums) - 1 if gone else len(sums) - 2
    left = np.cumsum(sums[:-1], axis=0)
    right = left[-1] - left
    left, right, hole = left[:stop], right[:stop], sums[-1]
    ok = [
        allowed(left + hole, right, node, limit, floor),
        allowed(left, right + hole, node, limit, floor),
    ]
    b = int(np.argmax(ok[0] | ok[1]))
    costs = [
        (left[b] + hole)[:-1].min() + right[b, :-1].min(),
        left[b, :-1].min() + (right[b] + hole)[:-1].min(),
    ]
    heavier_left = weights[: b + 1].sum() >= weights[b + 1 : -1].sum()
    missing_left = missing_side(costs, ok[0][b], ok[1][b], gone, heavier_left, node.tie)
    sides = np.arange(len(sums)) <= b
    sides[-1] = missing_left
    return finished(node, f, sides, b, sums)


def missing_side(costs, left_ok, right_ok, gone, heavier_left, tie) -> bool:
    """Whether missing cells go left: the cheaper side, or else the heavier one."""
    if not gone:
        return bool(heavier_left)
    if left_ok != right_ok:
        return bool(left_ok)
    if abs(costs[0] - costs[1]) > tie:
        return bool(costs[0] < costs[1])
    return bool(heavier_left)


def level_split(node: Node, features: Features, f: int, weights, limit, floor) -> Split:
    """The first level set of a nominal feature that is good enough."""
    sums = node.sums[features.slots(f)]
    sets = level_sets(sums[:, :-1], node.tie)
    left = sets.astype(np.float64) @ sums
    right = sums.sum(axis=0) - left
    sides = sets[int(np.argmax(allowed(left, right, node, limit, floor)))].copy()
    seen = weights[:-1] > 0
    on_left = weights[:-1] @ sides[:-1]
    if not weights[-1] > 0:
        sides[-1] = on_left >= weights[:-1].sum() - on_left
    sides[:-1][~seen] = sides[-1]
    return finished(node, f, sides, -1, sums)


def level_sets(costs: NDArray[np.float64], tie: float) -> NDArray[np.bool_]:
    """The candidates: per pair of classes the levels cheaper in the first; each level alone."""
    K = costs.shape[1]
    pairs = [costs[:, a] <= costs[:, b] for a in range(K) for b in range(a + 1, K)]
    return np.concatenate([np.array(pairs), np.eye(len(costs), dtype=np.bool_)])


def finished(node: Node, f: int, sides, b: int, sums) -> Split:
    """The split with the labels of its sides and what it gains."""
    left = sums[sides, :-1].sum(axis=0)
    right = sums[~sides, :-1].sum(axis=0)
    labels = (first_least(left, node.tie), first_least(right, node.tie))
    gain = node.cost - left[labels[0]] - right[labels[1]]
    return Split(f, sides, b, labels, max(float(gain), 0.0))
