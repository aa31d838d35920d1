"""xd6: a disjunction of three conjunctions, with class noise."""

from __future__ import annotations

from numbers import Integral, Real

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray
from sklearn.utils import check_random_state, check_scalar


def make_xd6(
    n_samples: int = 604,
    *,
    noise: float = 0.1,
    random_state: int | RandomState | None = None,
) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """Ten booleans, and a class that nine of them decide, up to noise.

    ::

        y = x0 x1 x2  or  x3 x4 x5  or  x6 x7 x8

    The last column is irrelevant. Then the class of a share ``noise`` of the rows is turned
    into the other one.

    Parameters
    ----------
    n_samples : int, default=604
        Number of rows; the default is that of the paper.
    noise : float, default=0.1
        Share of the rows whose class is turned, from 0 to 1; their number is rounded.
    random_state : int, RandomState or None, default=None

    Returns
    -------
    X : bool array of shape (n_samples, 10)
        Each cell is true with probability one half.
    y : int array of shape (n_samples,)
        Class 0 or 1; 1 is the rarer, about a third before noise.

    References
    ----------
    J.-C. Janodet, M. Sebban, H.-M. Suchier (2009), Boosting classifiers built from different
    subsets of features, section 5.

    Examples
    --------
    >>> import numpy as np
    >>> from viewboost.datasets import make_xd6
    >>> X, y = make_xd6(random_state=0)
    >>> np.bincount(y)
    array([372, 232])
    """
    check_scalar(n_samples, "n_samples", Integral, min_val=1)
    check_scalar(noise, "noise", Real, min_val=0, max_val=1)
    rng = check_random_state(random_state)
    X = rng.uniform(size=(n_samples, 10)) < 0.5
    y = X[:, :9].reshape(n_samples, 3, 3).all(axis=2).any(axis=1)
    turned = rng.choice(n_samples, round(noise * n_samples), replace=False)
    y[turned] = ~y[turned]
    return X, y.astype(np.intp)
