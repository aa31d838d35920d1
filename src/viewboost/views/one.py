"""One X: array, sparse matrix, frame or list, checked as scikit-learn checks it."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from sklearn.utils.validation import validate_data

from viewboost.views import cells, dense, frames
from viewboost.views.container import as_array
from viewboost.views.sparse import as_csr
from viewboost.views.table import Table


def enter(estimator: Any, X: Any, fitting: bool) -> Any:
    """X as an array, a CSR matrix or the frame it is, with two dimensions of the right size.

    Sets ``n_features_in_`` and ``feature_names_in_`` when fitting, compares with them
    otherwise. The cells are looked at later, view by view.
    """
    least = 2 if fitting else 1
    if frames.is_frame(X):
        frames.column_names(X, "X")  # refuses duplicates with a text of its own
        check_size(X.shape, least)
        if isinstance(X, Table):
            _check_names(estimator, X.columns, fitting)
            return X
        validate_data(estimator, X, reset=fitting, skip_check_array=True)
        return X
    if isinstance(X, (list, tuple)):
        X = as_array(X)
    X = validate_data(
        estimator,
        X,
        reset=fitting,
        dtype=None,
        accept_sparse=True,
        ensure_all_finite=False,
        ensure_min_samples=least,
    )
    return as_csr(X, "X") if sparse.issparse(X) else X


def _check_names(estimator: Any, names: list[str], fitting: bool) -> None:
    """What scikit-learn does with the columns of a frame, for a table, which it does not know."""
    if fitting:
        estimator.n_features_in_ = len(names)
        estimator.feature_names_in_ = np.array(names, dtype=object)
        return
    known = getattr(estimator, "feature_names_in_", None)
    if names != (names[: estimator.n_features_in_] if known is None else list(known)):
        wanted = f"{estimator.n_features_in_} columns" if known is None else list(known)
        raise ValueError(f"X has the columns {names}, but {wanted} at fit; select those, in order")


def check_size(shape: tuple[int, ...], least: int) -> None:
    """Refuse too few rows, and no columns, in the words of scikit-learn."""
    for size, what, minimum in zip(shape, ("sample", "feature"), (least, 1)):
        if size < minimum:
            raise ValueError(
                f"Found array with {size} {what}(s) (shape={tuple(shape)}) while a minimum of "
                f"{minimum} is required."
            )


def is_strings(X: Any) -> bool:
    """Whether X is one column of strings, given without a second dimension."""
    if isinstance(X, (list, tuple)):
        return bool(X) and all(text is None or isinstance(text, str) for text in X)
    X = frames.as_series(X)
    if isinstance(X, np.ndarray):
        return X.ndim == 1 and X.dtype.kind in "UO" and cells.sort(X) == "string"
    return frames.is_series(X) and cells.sort(dense.columns_of(X)[0]) == "string"


def forget(estimator: Any) -> None:
    """Remove what an earlier fit on one X has set: a container has no columns of its own."""
    for attribute in ("n_features_in_", "feature_names_in_"):
        if hasattr(estimator, attribute):
            delattr(estimator, attribute)
