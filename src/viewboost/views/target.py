"""What y and sample_weight may be, and what the loop gets of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import column_or_1d
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import assert_all_finite

from viewboost.views import cells, frames
from viewboost.views._sklearn import check_sample_weight
from viewboost.views.rows import Rows


@dataclass(frozen=True)
class Target:
    """The labels of a fit.

    Attributes
    ----------
    classes : array of shape (n_classes,)
        The labels that have weight, sorted, in the dtype of y.
    rows : Rows
        Class indices and weights of the rows kept.
    kept : intp array or None
        Which rows of X these are; None says all. Rows of weight zero are left out.
    """

    classes: NDArray[Any]
    rows: Rows
    kept: NDArray[np.intp] | None = None


def learn_target(
    estimator: Any, y: ArrayLike | None, sample_weight: ArrayLike | None, n_rows: int
) -> Target:
    """Check y and sample_weight as scikit-learn does, and turn labels into class indices.

    Parameters
    ----------
    estimator : estimator
        Named in errors.
    y : array-like of shape (n_rows,)
    sample_weight : array-like of shape (n_rows,), float or None
    n_rows : int
        Number of rows of X.

    Examples
    --------
    >>> target = learn_target(None, ["no", "yes", "no"], [1.0, 0.5, 0.0], 3)
    >>> target.classes, target.rows.y, target.kept
    (array(['no', 'yes'], dtype='<U3'), array([0, 1]), array([0, 1]))
    """
    labels = _labels(estimator, y)
    if len(labels) != n_rows:
        raise ValueError(
            f"Found input variables with inconsistent numbers of samples: {[n_rows, len(labels)]}"
        )
    weights = check_sample_weight(sample_weight, labels, dtype=np.float64, ensure_non_negative=True)
    kept = None
    if not weights.all():
        kept = np.flatnonzero(weights)
        if not len(kept):
            raise ValueError("Sample weights must contain at least one non-zero number.")
        labels, weights = labels[kept], weights[kept]
    classes, indices = np.unique(labels, return_inverse=True)
    return Target(classes, Rows(indices.astype(np.intp), weights, len(classes)), kept)


def _labels(estimator: Any, y: ArrayLike | None) -> NDArray[Any]:
    name = type(estimator).__name__
    if y is None:
        raise ValueError(
            f"This {name} estimator requires y to be passed, but the target y is None."
        )
    y = frames.as_series(y)
    if frames.is_series(y) and frames.null_rows(y).any():
        raise ValueError("Input y contains NaN.")
    labels = column_or_1d(y, warn=True)
    if labels.dtype == object and any(cell is None for cell in cells.values(labels)):
        raise ValueError("Input y contains NaN.")
    assert_all_finite(labels, input_name="y", estimator_name=name)
    check_classification_targets(labels)
    return labels
