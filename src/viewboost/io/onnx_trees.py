"""Trees of a model as the attributes of one ai.onnx.ml TreeEnsemble."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost.learners._scores import forest
from viewboost.learners.trees import TreeHypothesis

LEQ, MEMBER = 0, 6  # modes of a node
SUM, NO_TRANSFORM = 1, 0


def ensemble(
    trees: Sequence[TreeHypothesis],
    vectors: Sequence[NDArray[np.float64]],
    targets: Sequence[int],
    dtype: np.dtype[Any],
) -> dict[str, Any]:
    """The attributes under which tree t adds vectors[t][c] to the target targets[t] + c.

    Here c is the class of the leaf that a row comes to. Arrays that are tensors in ONNX stay
    arrays.
    """
    nodes = forest([_with_split(tree) for tree in trees])
    inner = nodes["feature"] >= 0
    # Inner nodes and leaves are two tables, each with places of its own.
    place = np.where(inner, np.cumsum(inner), np.cumsum(~inner)) - 1
    own = np.searchsorted(nodes["roots"], np.arange(len(inner)), side="right") - 1
    labels, own = nodes["label"][~inner], own[~inner]
    return {
        "aggregate_function": SUM,
        "post_transform": NO_TRANSFORM,
        "tree_roots": place[nodes["roots"]],
        **_splits(
            {name: column[inner] for name, column in nodes.items() if name != "roots"}, dtype
        ),
        **_children("true", nodes["left"][inner], place, inner),
        **_children("false", nodes["right"][inner], place, inner),
        "leaf_targetids": np.asarray(targets)[own] + labels,
        "leaf_weights": np.array(vectors)[own, labels].astype(dtype),
    }


def _with_split(tree: TreeHypothesis) -> TreeHypothesis:
    """The tree; a single leaf behind a split whose sides are the same, since roots must split."""
    if len(tree.feature) > 1:
        return tree
    grown = TreeHypothesis.leaves([tree.label[0]] * 3)
    grown.feature[0], grown.left[0], grown.right[0] = 0, 1, 2
    return grown


def _children(
    side: str, child: NDArray[Any], place: NDArray[Any], inner: NDArray[np.bool_]
) -> dict[str, Any]:
    return {f"nodes_{side}nodeids": place[child], f"nodes_{side}leafs": ~inner[child]}


def _splits(nodes: dict[str, NDArray[Any]], dtype: np.dtype[Any]) -> dict[str, Any]:
    """What inner nodes ask of a row."""
    bits = np.ascontiguousarray(nodes["levels"]).view(np.uint8)
    levels = np.unpackbits(bits, axis=1, bitorder="little").astype(bool)
    # Without a level to the left all but missing cells go right: that is a threshold below all.
    member = nodes["nominal"] & levels.any(axis=1)
    threshold = np.where(nodes["nominal"], np.where(member, 0.0, -np.inf), nodes["threshold"])
    splits = {
        "nodes_featureids": nodes["feature"],
        "nodes_splits": rounded_down(threshold, dtype),
        "nodes_modes": np.where(member, MEMBER, LEQ).astype(np.uint8),
        "nodes_missing_value_tracks_true": nodes["missing_left"],
    }
    if member.any():
        # The sets of all nodes, one after the other, each ended by NaN.
        ends = np.full((int(member.sum()), 1), True)
        sets = np.hstack([levels[member], ends])
        codes = np.append(np.arange(levels.shape[1], dtype=dtype), dtype.type(np.nan))
        splits["membership_values"] = codes[np.nonzero(sets)[1]]
    return splits


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
