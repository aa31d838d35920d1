"""Two classes, each a Gaussian in every view: uneven views, and views that agree."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.random import RandomState
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import check_random_state, check_scalar

from viewboost.views.container import Views


def make_uneven_views(
    n_samples: int = 200,
    *,
    noise: float = 0.38,
    n_features: int = 2,
    separation: float | ArrayLike = 4.0,
    spread: float | ArrayLike = 1.0,
    box: float = 4.0,
    return_noise: bool = False,
    random_state: int | RandomState | None = None,
) -> tuple[Any, ...]:
    """A major and two minor views: what one says badly, another says well.

    In each view a row is either sane, drawn from the Gaussian of its class, or noise, drawn
    from a uniform box that is the same for both classes. The major view is noise on a share
    ``noise`` of the rows. Each minor view is sane on one half of those rows, the two halves
    being different, and on a quarter of all rows, taken among the sane ones of the major view.
    So a minor view is noise on a share ``(3 - 2 noise) / 4``, and every row is sane in at
    least one view: no view suffices, and together they do.

    Parameters
    ----------
    n_samples : int, default=200
        Number of rows, half of each class.
    noise : float, default=0.38
        Share of noise in the major view, from 0 to 0.75. Numbers of rows are rounded.
    n_features : int, default=2
        Columns of each view.
    separation : float or array-like of shape (3,), default=4.0
        Distance between the means of the two classes, in all views or in each.
    spread : float or array-like of shape (3,), default=1.0
        Standard deviation of each class, in all views or in each.
    box : float, default=4.0
        Noise is uniform between ``-box`` and ``box`` in each column.
    return_noise : bool, default=False
        Also return which rows are noise.
    random_state : int, RandomState or None, default=None

    Returns
    -------
    views : Views
        With the blocks ``major``, ``minor_1`` and ``minor_2``.
    y : int array of shape (n_samples,)
        Class 0 or 1.
    noisy : bool array of shape (n_samples, 3)
        Which rows are noise in each view; only if ``return_noise``.

    Notes
    -----
    The shares are those of the thesis (section 2.4.1), which tries ``noise`` from 0 to 0.5 and
    20 to 200 rows. It publishes neither the means nor the spreads, the number of columns or
    the box: these are parameters, and their defaults are ours. Its classes are -1 and +1.

    References
    ----------
    S. Koço (2013), Tackling the uneven views problem with cooperation based ensemble learning
    methods, thesis, section 2.4.1.

    Examples
    --------
    >>> from viewboost.datasets import make_uneven_views
    >>> X, y, noisy = make_uneven_views(200, noise=0.4, return_noise=True, random_state=0)
    >>> X.names
    ('major', 'minor_1', 'minor_2')
    >>> noisy.mean(axis=0)
    array([0.4 , 0.55, 0.55])
    """
    check_scalar(n_samples, "n_samples", Integral, min_val=4)
    check_scalar(noise, "noise", Real, min_val=0, max_val=0.75)
    check_scalar(box, "box", Real, min_val=0)
    rng = check_random_state(random_state)
    y = _balanced_classes(n_samples, rng)
    noisy = _uneven_noise(n_samples, noise, rng)
    separations, spreads = _per_view("separation", separation, 3), _per_view("spread", spread, 3)
    blocks = [
        _gaussian_classes(y, n_features, separations[view], spreads[view], rng) for view in range(3)
    ]
    for block, rows in zip(blocks, noisy.T):
        block[rows] = rng.uniform(-box, box, size=(rows.sum(), n_features))
    views = Views(major=blocks[0], minor_1=blocks[1], minor_2=blocks[2])
    return (views, y, noisy) if return_noise else (views, y)


def make_agreeing_views(
    n_samples: int = 520,
    *,
    n_features: int = 5,
    separation: float = 3.0,
    spread: float = 1.0,
    random_state: int | RandomState | None = None,
) -> tuple[Views, NDArray[np.intp]]:
    """Two views that are independent given the class, so that agreement says something.

    Each view alone tells the classes apart, and what one gets wrong is not what the other
    gets wrong: the setting in which unlabelled rows help.

    Parameters
    ----------
    n_samples : int, default=520
        Number of rows, half of each class, in random order.
    n_features : int, default=5
        Columns of each view.
    separation : float, default=3.0
        Distance between the means of the two classes, shared out evenly among the columns.
    spread : float, default=1.0
        Standard deviation of each class. The best possible error in one view is
        ``Phi(-separation / (2 spread))``, 0.067 by default.
    random_state : int, RandomState or None, default=None

    Returns
    -------
    views : Views
        With the blocks ``first`` and ``second``.
    y : int array of shape (n_samples,)
        Class 0 or 1. Write -1 over the labels to be hidden.

    Notes
    -----
    The construction is ours; the assumption is that of co-training, which B. Leskes (2005),
    The Value of Agreement, builds on.

    Examples
    --------
    >>> from viewboost.datasets import make_agreeing_views
    >>> X, y = make_agreeing_views(random_state=0)
    >>> y[20:] = -1  # 20 labels and 500 unlabelled rows
    >>> X
    Views(520 rows, first: ndarray (520, 5), second: ndarray (520, 5))
    """
    check_scalar(n_samples, "n_samples", Integral, min_val=2)
    check_scalar(separation, "separation", Real, min_val=0)
    check_scalar(spread, "spread", Real, min_val=0)
    rng = check_random_state(random_state)
    y = _balanced_classes(n_samples, rng)
    first, second = (_gaussian_classes(y, n_features, separation, spread, rng) for _ in range(2))
    return Views(first=first, second=second), y


def _balanced_classes(n_samples: int, rng: RandomState) -> NDArray[np.intp]:
    """Classes 0 and 1, equally often, in random order."""
    return rng.permutation(np.arange(n_samples) % 2)


def _gaussian_classes(
    y: NDArray[np.intp], n_features: int, separation: float, spread: float, rng: RandomState
) -> NDArray[np.float64]:
    """One view: the means lie on the diagonal, ``separation`` apart."""
    check_scalar(n_features, "n_features", Integral, min_val=1)
    mean = (y - 0.5) * separation / np.sqrt(n_features)
    return mean[:, None] + spread * rng.normal(size=(len(y), n_features))


def _per_view(name: str, value: float | ArrayLike, n_views: int) -> NDArray[np.float64]:
    values = np.asarray(value, dtype=np.float64)
    if values.shape not in ((), (n_views,)) or not (values >= 0).all():
        raise ValueError(
            f"{name} is a number that is not negative, or {n_views} of them, got {value!r}"
        )
    return np.broadcast_to(values, n_views)


def _uneven_noise(n_samples: int, share: float, rng: RandomState) -> NDArray[np.bool_]:
    """Which rows are noise in the major and in the two minor views."""
    order = rng.permutation(n_samples)
    major, sane = np.split(order, [round(share * n_samples)])
    noisy = np.ones((n_samples, 3), dtype=bool)
    noisy[sane, 0] = False
    for view, half in enumerate(np.array_split(major, 2), start=1):
        noisy[half, view] = False
        # A share of 0.75 leaves just a quarter, which rounding may cut short by a row.
        quarter = min(round(n_samples / 4), len(sane))
        noisy[rng.choice(sane, quarter, replace=False), view] = False
    return noisy
