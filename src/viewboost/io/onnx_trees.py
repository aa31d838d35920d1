"""Trees of a model as the attributes of one ai.onnx.ml TreeEnsemble.

Every node is a threshold. Of nodes that ask for a set of levels onnxruntime (1.31) makes chains of
comparisons, and of chains that follow one another wrong sets; so the question whether a cell is
in a set is answered before the trees, in a column of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewboost.learners._scores import forest
from viewboost.learners.trees import TreeHypothesis

LEQ = 0  # the mode of a node
SUM, NO_TRANSFORM = 1, 0
TENSORS = ("nodes_splits", "nodes_modes", "leaf_weights")
BETWEEN = 0.5  # the threshold between the cells in a set (0) and the others (1)


class LevelSets(NamedTuple):
    """The distinct level sets of some trees, sorted by feature.

    Attributes
    ----------
    feature : int array of shape (n_sets,)
    levels : bool array of shape (n_sets, 256)
        Whether the level of a code is in the set.
    place : int array of shape (n_nodes,)
        The set of each inner node; means nothing for a numeric one.
    """

    feature: NDArray[Any]
    levels: NDArray[np.bool_]
    place: NDArray[np.intp]


class Ensemble(NamedTuple):
    """The attributes of a TreeEnsemble, and the level sets that are columns after the view's."""

    attributes: dict[str, NDArray[Any]]
    sets: LevelSets


def ensemble(
    trees: Sequence[TreeHypothesis],
    vectors: Any,
    targets: Sequence[int],
    width: int,
    dtype: np.dtype[Any],
) -> Ensemble:
    """Tree t adds vectors[t][c] to the target targets[t] + c, for the class c of a row's leaf.

    ``width`` is the number of the view's columns.
    """
    nodes = forest([_with_split(tree) for tree in trees])
    inner = nodes["feature"] >= 0
    place = _places(nodes, inner)
    own = np.repeat(np.arange(len(trees)), np.diff([*nodes["roots"], len(inner)]))
    leaves = np.flatnonzero(~inner)[np.argsort(place[~inner])]
    labels, own = nodes["label"][leaves], own[leaves]
    splits, sets = _splits({name: c[inner] for name, c in nodes.items() if name != "roots"}, width)
    attributes = {
        "aggregate_function": np.int64(SUM),
        "post_transform": np.int64(NO_TRANSFORM),
        "tree_roots": place[nodes["roots"]],
        **splits,
        **_children("true", nodes["left"][inner], place, inner),
        **_children("false", nodes["right"][inner], place, inner),
        "leaf_targetids": np.asarray(targets)[own] + labels,
        "leaf_weights": np.asarray(vectors)[own, labels].astype(dtype),
    }
    attributes["nodes_splits"] = rounded_down(attributes["nodes_splits"], dtype)
    return Ensemble(attributes, sets)


def _with_split(tree: TreeHypothesis) -> TreeHypothesis:
    """The tree; a single leaf behind a split whose sides are the same, since roots must split."""
    if len(tree.feature) > 1:
        return tree
    grown = TreeHypothesis.leaves([tree.label[0]] * 3)
    grown.feature[0], grown.left[0], grown.right[0] = 0, 1, 2
    return grown


def _places(nodes: dict[str, NDArray[Any]], inner: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The places of nodes in two tables, one of inner nodes and one of leaves.

    A leaf below a root comes last among the leaves of its tree, behind the places of all inner
    nodes: onnxruntime (1.22) takes a root whose children, a leaf and a node, have the same place in
    their tables for a leaf.
    """
    place = np.cumsum(inner) - 1
    roots = nodes["roots"]
    last = np.zeros(len(inner), dtype=bool)
    last[nodes["left"][roots]] = last[nodes["right"][roots]] = True
    tree = np.searchsorted(roots, np.arange(len(inner)), side="right")
    leaves = np.flatnonzero(~inner)
    order = np.lexsort((last[leaves], tree[leaves]))
    place[leaves[order]] = np.arange(len(leaves))
    return place


def _children(
    side: str, child: NDArray[Any], place: NDArray[Any], inner: NDArray[np.bool_]
) -> dict[str, NDArray[Any]]:
    return {f"nodes_{side}nodeids": place[child], f"nodes_{side}leafs": ~inner[child]}


def _splits(
    nodes: dict[str, NDArray[Any]], width: int
) -> tuple[dict[str, NDArray[Any]], LevelSets]:
    """What inner nodes ask of a row."""
    nominal = nodes["nominal"]
    sets = _level_sets(nodes)
    splits = {
        "nodes_featureids": np.where(nominal, width + sets.place, nodes["feature"]),
        "nodes_splits": np.where(nominal, BETWEEN, nodes["threshold"]),
        "nodes_modes": np.full(len(nominal), LEQ, dtype=np.uint8),
        "nodes_missing_value_tracks_true": nodes["missing_left"],
    }
    return splits, sets


def _level_sets(nodes: dict[str, NDArray[Any]]) -> LevelSets:
    nominal = nodes["nominal"]
    keys = np.column_stack([nodes["feature"].astype(np.uint64), nodes["levels"]])[nominal]
    distinct, which = np.unique(keys, axis=0, return_inverse=True)
    place = np.zeros(len(nominal), dtype=np.intp)
    place[nominal] = which.ravel()
    bits = np.ascontiguousarray(distinct[:, 1:]).view(np.uint8)
    levels = np.unpackbits(bits, axis=1, bitorder="little").astype(bool)
    return LevelSets(distinct[:, 0].astype(np.intp), levels, place)


def rounded_down(threshold: NDArray[np.float64], dtype: np.dtype[Any]) -> NDArray[Any]:
    """The largest numbers of the type that are not above: its numbers pass them as before.

    Examples
    --------
    >>> import numpy as np
    >>> float(rounded_down(np.array([0.1]), np.dtype("float32"))[0]) <= 0.1
    True
    """
    with np.errstate(over="ignore"):
        near = threshold.astype(dtype)
        return np.where(near > threshold, np.nextafter(near, dtype.type(-np.inf)), near)
