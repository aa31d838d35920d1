"""Thin out classes, to make balanced data imbalanced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.random import RandomState
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import check_random_state, column_or_1d, indexable

from viewboost.views.container import as_array
from viewboost.views.frames import take_rows


def make_imbalanced(
    X: Any,
    y: ArrayLike,
    proportions: Mapping[Any, float],
    *,
    random_state: int | RandomState | None = None,
) -> tuple[Any, NDArray[Any]]:
    """Keep a share of the rows of some classes, drawn at random.

    Parameters
    ----------
    X : array, sparse matrix, frame or Views
        The rows.
    y : array-like of shape (n,)
        Their classes.
    proportions : mapping of class to float
        The share of its rows that a class keeps, above 0 and at most 1. The number is rounded
        and at least one; a class that is not named keeps all.
    random_state : int, RandomState or None, default=None

    Returns
    -------
    X, y
        The rows kept, in their order, in the form in which X was given.

    Examples
    --------
    >>> import numpy as np
    >>> from viewboost.datasets import make_imbalanced, make_uneven_views
    >>> X, y = make_uneven_views(200, random_state=0)
    >>> X, y = make_imbalanced(X, y, {1: 0.05}, random_state=0)
    >>> np.bincount(y)
    array([100,   5])
    """
    classes = column_or_1d(y)
    X, _ = indexable(as_array(X) if isinstance(X, list) else X, classes)
    _check_proportions(proportions, np.unique(classes))
    rng = check_random_state(random_state)
    kept = np.ones(len(classes), dtype=bool)
    for label, share in proportions.items():
        rows = np.flatnonzero(classes == label)
        n_kept = max(1, round(share * len(rows)))
        kept[rng.permutation(rows)[n_kept:]] = False
    rows = np.flatnonzero(kept)
    return take_rows(X, rows), classes[rows]


def _check_proportions(proportions: Mapping[Any, float], classes: NDArray[Any]) -> None:
    for label, share in proportions.items():
        if label not in classes.tolist():
            raise ValueError(
                f"proportions name the class {label!r}, which is not in y "
                f"(classes: {classes.tolist()})"
            )
        if not 0 < share <= 1:
            raise ValueError(f"class {label!r}: a share is above 0 and at most 1, got {share!r}")
