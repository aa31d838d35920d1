"""Rows without labels: written as -1 in y, or given apart from X."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from viewboost.views.blocks import Block, stack
from viewboost.views.target import Target


def hide_minus_one(target: Target) -> Target:
    """The target in which the label -1 says that a row has none.

    Examples
    --------
    >>> from viewboost.views.target import learn_target
    >>> target = hide_minus_one(learn_target(None, [5, -1, 7, -1], None, 4))
    >>> target.classes, target.rows.y
    (array([5, 7]), array([ 0, -1,  1, -1]))
    """
    classes, rows = target.classes, target.rows
    if classes.dtype.kind not in "iuf" or -1 not in classes:
        return target
    if len(classes) == 1:
        raise ValueError("y is -1 in every row, which says that none is labelled; label some rows")
    if len(classes) == 2 and 1 in classes:
        raise ValueError(
            "y has the labels {-1, 1}, but -1 in y means unlabelled; if it is a class, give the "
            "unlabelled rows as X_unlabeled instead, or write the classes as {0, 1}"
        )
    hidden = int(np.searchsorted(classes, -1))
    y = np.where(rows.y == hidden, -1, rows.y - (rows.y > hidden))
    rows = replace(rows, y=y, n_classes=len(classes) - 1)
    return replace(target, classes=np.delete(classes, hidden), rows=rows)


def join_unlabelled(
    blocks: Sequence[Block], target: Target, more: Sequence[Block]
) -> tuple[list[Block], Target]:
    """The blocks with further rows below, which have no label and the mean weight of the others."""
    n, extra, rows = len(blocks[0]), len(more[0]), target.rows
    kept = target.kept
    if kept is not None:
        kept = np.concatenate([kept, np.arange(n, n + extra)])
    mean = rows.sum(np.sum, rows.weights) / len(rows)
    rows = replace(
        rows,
        y=np.concatenate([rows.y, np.full(extra, -1)]),
        weights=np.concatenate([rows.weights, np.full(extra, mean)]),
    )
    joined = [stack(above, below) for above, below in zip(blocks, more)]
    return joined, replace(target, rows=rows, kept=kept)
