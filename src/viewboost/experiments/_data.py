"""Data of the experiments: real sets by name, and sets that are always there for small runs."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer, load_digits, load_wine

from viewboost import datasets
from viewboost.datasets import make_imbalanced
from viewboost.views.container import Views


class Data(NamedTuple):
    """Rows, their classes, and the nominal columns of each view (None: none)."""

    views: Views
    target: NDArray[Any]
    nominal: dict[str, tuple[int, ...]] | None = None


@lru_cache(maxsize=2)  # tasks of one set follow each other
def loaded(name: str) -> Data:
    """A set by its name in `viewboost.datasets`, or one of the two that scikit-learn brings."""
    if name == "wine":
        X, y = load_wine(return_X_y=True)
        return Data(*make_imbalanced(Views(table=X), y, {0: 0.3}, random_state=0))
    if name == "digits":
        X, y = load_digits(n_class=4, return_X_y=True)
        halves = Views(left=X.reshape(-1, 8, 8)[:, :, :4].reshape(-1, 32), ink=_ink(X))
        return Data(*make_imbalanced(halves, y, {0: 0.2, 1: 0.4, 2: 0.4}, random_state=0))
    data = datasets.load(name)
    return Data(data.views, data.target, data.nominal or None)


def table(name: str) -> tuple[NDArray[np.float64], NDArray[Any], tuple[int, ...]]:
    """A set of one table: rows, classes, nominal columns; "embedded" is a small one of two."""
    if name == "embedded":
        X, y = load_breast_cancer(return_X_y=True)
        return X[:150, :6], y[:150], ()
    data = loaded(name)
    nominal = (data.nominal or {}).get("table", ())
    return np.asarray(data.views.block("table"), dtype=np.float64), data.target, nominal


def _ink(images: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums over the rows and over the columns of 8 x 8 pictures."""
    pixels = images.reshape(-1, 8, 8)
    return np.hstack([pixels.sum(axis=1), pixels.sum(axis=2)])
