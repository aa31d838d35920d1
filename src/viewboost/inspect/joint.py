"""2-Boost and k-Boost: edges, covariances and what the joint step makes of the loss (000)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from viewboost.algorithms.kboost import KBoostClassifier
from viewboost.inspect._evidence import checked
from viewboost.inspect._tables import Tabular, spread


@dataclass(frozen=True, eq=False)
class JointSteps(Tabular):
    """The rounds of k-Boost, as recorded.

    Attributes
    ----------
    rounds : int array of shape (T,)
    view_names : tuple of str
    edges : float64 array of shape (T, v)
        gamma_j: the edge of each view's hypothesis.
    steps : float64 array of shape (T, v)
        The coefficients, found jointly; they may be negative.
    covariance, correlation : float64 arrays of shape (T, v, v)
        Of the views' being right, under the weights of the round; rho is NaN where a view is
        right, or wrong, everywhere.
    Z : float64 array of shape (T,)
        By how much the round scaled the loss.
    bounds : float64 array of shape (T,)
        sqrt(1 - max_j gamma_j^2), which Z does not exceed; 1 in smoothed rounds.
    smoothed : bool array of shape (T,)
        Rounds in which no coefficients minimised the loss.
    """

    rounds: NDArray[np.intp]
    view_names: tuple[str, ...]
    edges: NDArray[np.float64]
    steps: NDArray[np.float64]
    covariance: NDArray[np.float64]
    correlation: NDArray[np.float64]
    Z: NDArray[np.float64]
    bounds: NDArray[np.float64]
    smoothed: NDArray[np.bool_]

    def columns(self) -> dict[str, NDArray[Any]]:
        """A row for each round, with the correlation of every pair of views."""
        table = {"round": self.rounds, "Z": self.Z, "bound": self.bounds, "smoothed": self.smoothed}
        table |= spread("edge", self.view_names, self.edges)
        table |= spread("step", self.view_names, self.steps)
        for (j, one), (k, other) in self.pairs():
            table[f"covariance {one}, {other}"] = self.covariance[:, j, k]
            table[f"correlation {one}, {other}"] = self.correlation[:, j, k]
        return table

    def pairs(self) -> list[tuple[tuple[int, str], tuple[int, str]]]:
        """The pairs of views, each with its place and name."""
        views = list(enumerate(self.view_names))
        return [(one, other) for one in views for other in views if one[0] < other[0]]


def joint_steps(model: Any) -> JointSteps:
    """gamma, covariance, rho and Z of every round of a fitted k-Boost.

    Parameters
    ----------
    model : fitted KBoostClassifier

    Returns
    -------
    JointSteps

    Examples
    --------
    >>> from viewboost import KBoostClassifier
    >>> from viewboost.datasets import make_agreeing_views
    >>> from viewboost.inspect import joint_steps
    >>> X, y = make_agreeing_views(300, random_state=0)
    >>> found = joint_steps(KBoostClassifier(n_rounds=8).fit(X, y))
    >>> bool((found.Z <= found.bounds + 1e-12).all())
    True
    """
    history, v = (
        checked(model, KBoostClassifier, what="joint_steps").history_,
        len(model.view_names_),
    )
    T = len(history)
    edges = np.array([r.edges for r in history]).reshape(T, v)
    smoothed = np.array([r.details["smoothed"] for r in history], dtype=bool)
    best = np.minimum(np.abs(edges).max(axis=1, initial=0.0), 1.0)
    pairs = [[r.details[key] for r in history] for key in ("covariance", "correlation")]
    covariance, correlation = np.array(pairs).reshape(2, T, v, v)
    return JointSteps(
        rounds=np.arange(1, T + 1),
        view_names=tuple(model.view_names_),
        edges=edges,
        steps=np.array([r.steps for r in history]).reshape(T, v),
        covariance=covariance,
        correlation=correlation,
        Z=np.array([r.details["Z"] for r in history]),
        bounds=np.where(smoothed, 1.0, np.sqrt(1 - best**2)),
        smoothed=smoothed,
    )


@dataclass(frozen=True, eq=False)
class ZCurve(Tabular):
    """Figure 1 of 000: what a round of 2-Boost does to the margin error, by correlation.

    Attributes
    ----------
    edges : tuple of two floats
    theta : float
    correlation : float64 array of shape (q,)
        rho.
    Z : float64 array of shape (q,)
        The factor of the loss; NaN where no two hypotheses have these edges and this rho.
    Z_theta : float64 array of shape (q,)
        The factor of the bound on the margin error; below 1 the bound falls.
    """

    edges: tuple[float, float]
    theta: float
    correlation: NDArray[np.float64]
    Z: NDArray[np.float64]
    Z_theta: NDArray[np.float64]

    def columns(self) -> dict[str, NDArray[Any]]:
        """A row for each rho."""
        return {"correlation": self.correlation, "Z": self.Z, "Z_theta": self.Z_theta}


def z_curve(
    edges: tuple[float, float] = (0.05, 0.07),
    theta: float = 0.02,
    correlation: ArrayLike | None = None,
) -> ZCurve:
    """Z_theta of 2-Boost against rho, for fixed edges (000, figure 1; its values by default).

    The four weights follow from edges and covariance delta = rho sqrt(1 - g1^2) sqrt(1 - g2^2),
    W(+-+-) = (1 +- g1)(1 +- g2)/4 +- delta/4, and with them ::

        Z = 2 sqrt(W++ W--) + 2 sqrt(W+- W-+),    Z_theta = Z (W++ / W--)^(theta/2)

    Parameters
    ----------
    edges : tuple of two floats in (-1, 1), default=(0.05, 0.07)
    theta : float, default=0.02
    correlation : array of shape (q,), optional
        By default from the least to the largest rho that hypotheses with these edges can have,
        densely near the least one, where Z_theta grows beyond all bounds.

    Returns
    -------
    ZCurve

    Examples
    --------
    >>> from viewboost.inspect import z_curve
    >>> z_curve(correlation=[-0.99, 0.0, 0.9]).Z_theta.round(4)
    array([   nan, 0.9987, 0.9984])
    """
    if not all(abs(edge) < 1 for edge in edges):
        raise ValueError(f"edges must lie between -1 and 1, got {edges}")
    g1, g2 = edges
    rho = _range(g1, g2) if correlation is None else np.asarray(correlation, dtype=np.float64)
    delta = rho * np.sqrt((1 - g1**2) * (1 - g2**2))
    signs = ((1, 1), (1, -1), (-1, 1), (-1, -1))
    W = np.array([((1 + s * g1) * (1 + t * g2) + s * t * delta) / 4 for s, t in signs])
    W = np.where((W < 0).any(axis=0), np.nan, W)
    Z = 2 * np.sqrt(W[0] * W[3]) + 2 * np.sqrt(W[1] * W[2])
    with np.errstate(divide="ignore"):
        return ZCurve((g1, g2), theta, rho, Z, Z * (W[0] / W[3]) ** (theta / 2))


def _range(g1: float, g2: float) -> NDArray[np.float64]:
    """The correlations for which none of the four weights is negative."""
    spread = np.sqrt((1 - g1**2) * (1 - g2**2))
    low = -min((1 + g1) * (1 + g2), (1 - g1) * (1 - g2)) / spread
    high = min((1 + g1) * (1 - g2), (1 - g1) * (1 + g2)) / spread
    return low + (high - low) * np.concatenate([np.geomspace(1e-14, 1e-3, 40), _STEPS])


# Steps of the way from the least to the largest correlation, both of them left out.
_STEPS = np.linspace(0, 1, 402)[1:-1]
