"""Shares beta_jc of the views in the vote for each class (thesis 002, 4.2-4.3 and 4.6)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

# What is smaller than this part of the largest loss of a class counts for nothing in it.
LEAST = 1e-280
# Newton's method ends when the sum of shares is one up to rounding, after 10 steps or so.
EXACT = 1e-14
MAX_STEPS = 100


def optimal_shares(A: Array, B: Array, alpha: Array, *, sum_to_one: bool = False) -> Array:
    """The shares b >= 0 with sum_j b_jc <= 1 (or = 1) that minimise the loss of every class.

    For each class c on its own, and exactly,

        minimise  sum_j [A_jc exp(-alpha_j b_jc) + B_jc exp(alpha_j b_jc)].

    Parameters
    ----------
    A, B : float64 array of shape (v, K)
        What the votes of view j for class c lower, and what they raise; all views on one scale.
    alpha : float64 array of shape (v,)
        Coefficients of the hypotheses, >= 0.
    sum_to_one : bool
        The paper's constraint; coordinates that change nothing share what is left equally.

    Returns
    -------
    float64 array of shape (v, K)
    """
    a = np.where(alpha > 0, alpha, 1.0)[:, None]
    top = np.where(alpha[:, None] > 0, np.maximum(A, B), 0.0).max(axis=0)
    A, B = A / np.where(top > 0, top, 1.0), B / np.where(top > 0, top, 1.0)
    flat = (alpha == 0)[:, None] | (np.maximum(A, B) < LEAST)
    A, B = np.where(flat, 0.0, A), np.where(flat, 0.0, B)
    b = np.maximum(0.0, (_log(A) - _log(B)) / (2 * a))  # without the constraint
    over = b.sum(axis=0) > 1
    tight = over | ~flat.any(axis=0) if sum_to_one else over
    if tight.any():
        sign = np.where(over[tight], 1.0, -1.0)
        b[:, tight] = _on_simplex(A[:, tight], B[:, tight], a, sign)
    if sum_to_one:
        left = np.maximum(0.0, 1 - b.sum(axis=0))
        b += flat * left / np.maximum(flat.sum(axis=0), 1)
    return b


def _on_simplex(A: Array, B: Array, a: Array, sign: Array) -> Array:
    """The minimiser with sum_j b_j = 1, by Newton's method on the multiplier sign * x, x > 0.

    With q = x / (2 a) and r = q + sqrt(q^2 + A B), the derivative of view j's term is minus
    the multiplier where exp(a b) = A / r (sign +) or r / B (sign -). The sum of b is convex
    in x (sign +) or in ln x (sign -): from where it is too large, Newton's steps come down to
    one without ever passing it.
    """
    peak = _log(np.where(sign > 0, A, B))
    middle = np.maximum(np.sqrt(A) * np.sqrt(B), LEAST)
    # The multiplier that gives one view everything, whatever it gives to the others.
    alone = (a * (A * np.exp(-a) - B * np.exp(a))).max(axis=0)
    x = np.maximum(sign * alone, LEAST)
    noise = EXACT * (1 / a).sum()
    per_log, per_root = sign / a, 0.5 / a**2
    for _ in range(MAX_STEPS):
        q = x * (0.5 / a)
        root = np.hypot(q, middle)
        b = np.maximum(0.0, per_log * (peak - np.log(q + root)))
        excess = b.sum(axis=0) - 1
        if np.all(excess <= noise):
            break
        step = excess / ((b > 0) * per_root / root).sum(axis=0)
        in_log = np.divide(-step, x, out=np.zeros_like(x), where=sign < 0)
        x = x * np.exp(in_log) + np.where(sign > 0, step, 0.0)
    return b / b.sum(axis=0)


def _log(values: Array) -> Array:
    return np.log(np.maximum(values, LEAST))


def simplified_shares(
    A: Array, B: Array, alpha: Array, smoothing: Array, *, sum_to_one: bool = False
) -> Array:
    """b_jc = max(0, ln(A_jc/B_jc) / (2 alpha_j)), scaled down to the constraint (4.6).

    Parameters
    ----------
    A, B, alpha
        As in :func:`optimal_shares`.
    smoothing : float64 array of shape (v,)
        Added to A and B of each view.
    sum_to_one : bool
        Divide by the sum, whatever it is (zero: the views with an edge share equally).
    """
    a, eps = alpha[:, None], smoothing[:, None]
    active = a > 0
    ratio = np.where(active, (A + eps) / np.where(active, B + eps, 1.0), 1.0)
    b = np.maximum(0.0, np.log(ratio) / np.where(active, 2 * a, 1.0))
    total = b.sum(axis=0)
    if not sum_to_one:
        return b / np.maximum(1.0, total)
    equal = active / max(int(np.count_nonzero(active)), 1)
    return np.where(total > 0, b / np.where(total > 0, total, 1.0), equal)
