"""Triangle: two classes in the unit square, inside and outside of a triangle."""

from __future__ import annotations

from numbers import Integral

import numpy as np
from numpy.random import RandomState
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import check_random_state, check_scalar


def make_triangle(
    n_samples: int = 1000,
    *,
    vertices: ArrayLike = ((0.1, 0.1), (0.9, 0.1), (0.5, 0.9)),
    random_state: int | RandomState | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Points of the unit square, divided into two classes by a triangle.

    Stumps cut along the axes only, so many of them are needed for the slanted sides; near each
    side a few of them are right.

    Parameters
    ----------
    n_samples : int, default=1000
        Number of points, drawn uniformly.
    vertices : array-like of shape (3, 2), default=((0.1, 0.1), (0.9, 0.1), (0.5, 0.9))
        The corners of the triangle.
    random_state : int, RandomState or None, default=None

    Returns
    -------
    X : array of shape (n_samples, 2)
    y : int array of shape (n_samples,)
        1 inside the triangle, 0 outside.

    Notes
    -----
    The paper has 1000 points and gives the shape by a figure only: the corners are a parameter,
    and their default is ours.

    References
    ----------
    X. Yang, B. Yuan, W. Liu, An Empirical Study of the Convergence of RegionBoost, section 3.1.

    Examples
    --------
    >>> import numpy as np
    >>> from viewboost.datasets import make_triangle
    >>> X, y = make_triangle(random_state=0)
    >>> np.bincount(y)
    array([689, 311])
    """
    check_scalar(n_samples, "n_samples", Integral, min_val=1)
    corners = np.asarray(vertices, dtype=np.float64)
    if corners.shape != (3, 2):
        raise ValueError(f"vertices are three points of the plane, got shape {corners.shape}")
    X = check_random_state(random_state).uniform(size=(n_samples, 2))
    return X, _inside(X, corners).astype(np.intp)


def _inside(points: NDArray[np.float64], corners: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether each point lies on the same side of the three sides."""
    edge = np.roll(corners, -1, axis=0) - corners
    to_point = points[:, None, :] - corners
    side = edge[:, 0] * to_point[..., 1] - edge[:, 1] * to_point[..., 0]
    return np.abs(np.sign(side).sum(axis=1)) == 3
