"""The joint step of k views: minimise Z(u) = sum_p W_p exp(-x_p . u) over patterns of margins."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import orth
from scipy.optimize import linprog

from viewboost.algorithms._patterns import Patterns, numbered, sums

# Newton ends when a step promises to lower the objective by no more than this share of it,
# far below what rounding leaves of a value and well above what it leaves of a step.
ENOUGH = 1e-22
MAX_STEPS = 500
# Margins are -1, 0 or 1: the linear program's value is zero, or far above its tolerance.
POSITIVE = 1e-6


class Directions(NamedTuple):
    """Patterns that are each other's opposite, as one: x . u > 0 is ``along``, < 0 ``against``."""

    vectors: NDArray[np.float64]
    along: NDArray[np.float64]
    against: NDArray[np.float64]

    @property
    def paired(self) -> NDArray[np.bool_]:
        """Where both opposites occur."""
        return (self.along > 0) & (self.against > 0)

    @property
    def independent(self) -> bool:
        """Whether each x . u is free: so for two classes and two views that are never silent."""
        return _rank(self.vectors) == len(self.vectors)


def directions(patterns: Patterns) -> Directions:
    """The directions of the patterns; the one that says nothing (x = 0) has none."""
    told = patterns.margins.any(axis=1)
    margins, weights = patterns.margins[told], patterns.weights[told]
    # Of two opposites, the one whose first view that tells is right stands for both.
    sign = np.take_along_axis(margins, (margins != 0).argmax(axis=1)[:, None], axis=1)
    vectors, right = sign * margins, sign[:, 0] > 0
    numbers, members = numbered(vectors.T.astype(np.int64) + 1, 3)
    along, against = (sums(numbers, weights * side) for side in (right, ~right))
    return Directions(vectors[members], along, against)


def has_minimiser(lines: Directions) -> bool:
    """Whether no u has all margins x . u >= 0 and one of them > 0."""
    paired = lines.paired
    # On a pair such a u has the margin zero, and so on all that pairs span.
    if paired.all() or _rank(lines.vectors[paired]) == _rank(lines.vectors):
        return True
    if lines.independent:
        return False
    sign = np.where(lines.along > 0, 1.0, -1.0)[~paired, None]
    margins = sign * lines.vectors[~paired]
    found = linprog(
        -margins.sum(axis=0),
        A_ub=-margins,
        b_ub=np.zeros(len(margins)),
        A_eq=lines.vectors[paired] if paired.any() else None,
        b_eq=np.zeros(paired.sum()) if paired.any() else None,
        bounds=(-1, 1),
    )
    return -found.fun <= POSITIVE


def minimiser(patterns: Patterns, lines: Directions) -> NDArray[np.float64]:
    """The u of smallest norm that minimises Z, where there is one."""
    return closed_form(lines) if lines.independent else newton(patterns)


def closed_form(lines: Directions) -> NDArray[np.float64]:
    """The minimiser where the directions are independent and paired.

    x_d . u = 1/2 ln(W_along / W_against) for each; of all such u the one of smallest norm. Two
    views, two classes: u_1 + u_2 = 1/2 ln(W++ / W--) and u_1 - u_2 = 1/2 ln(W+- / W-+).
    """
    return np.linalg.pinv(lines.vectors) @ (0.5 * np.log(lines.along / lines.against))


def newton(patterns: Patterns, smoothing: float = 0.0) -> NDArray[np.float64]:
    """Minimise sum_p W_p exp(-x_p . u) + smoothing sum_p W_p prod_j cosh(u_j) from u = 0.

    Without smoothing steps stay in the span of the patterns, outside which Z is flat: so does
    u, which is then the minimiser of smallest norm. With d = max |x . s| the second derivative
    along a Newton step s grows at most like exp(d t), and t = ln(1 + d) / d is the longest
    step along which the objective is sure to fall.
    """
    smoothing *= patterns.weights.sum()
    told = patterns.margins.any(axis=1)
    patterns = Patterns(patterns.margins[told], patterns.weights[told])
    u = np.zeros(patterns.margins.shape[1])
    span = orth(patterns.margins.T)
    for _ in range(MAX_STEPS):
        rows, wanted = _least_squares(patterns, u, smoothing)
        span = _reach(rows) if smoothing else span
        s = span @ np.linalg.lstsq(rows @ span, wanted)[0]
        d = max(np.abs(patterns.margins @ s).max(), np.abs(s).sum() * (smoothing > 0))
        u = u + s * (np.log1p(d) / d if d else 1.0)
        if np.sum((rows @ s) ** 2) <= ENOUGH * np.sum(wanted**2):
            break
    return u


def _least_squares(
    patterns: Patterns, u: NDArray[np.float64], smoothing: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Rows R and targets b: R'R is the Hessian, -R'b the gradient, b'b the objective."""
    roots = np.sqrt(patterns.weights * np.exp(-patterns.margins @ u))
    rows, wanted = roots[:, None] * patterns.margins, roots
    if not smoothing:
        return rows, wanted
    # The Hessian of prod cosh(u_j) is the product times diag(1 / cosh^2) + tanh tanh'.
    root = np.sqrt(smoothing * np.prod(np.cosh(u)))
    rows = np.vstack([rows, -root * np.tanh(u), np.diag(root / np.cosh(u))])
    return rows, np.concatenate([wanted, [root], np.zeros(len(u))])


def _reach(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """A basis of where the least squares of smoothed rows can lie.

    Of many views and few patterns that is little: the rows end in a diagonal that wants zero,
    so that in units of it no part across all other rows is worth taking.
    """
    k = rows.shape[1]
    told, unit = rows[:-k], rows[-k:].diagonal()
    if len(told) >= k:
        return np.eye(k)
    return np.linalg.qr((told / unit).T)[0] / unit[:, None]


def _rank(vectors: NDArray[np.float64]) -> int:
    return int(np.linalg.matrix_rank(vectors)) if vectors.size else 0
