"""Shares of the views: against a generic convex solver, and by the conditions of a minimum."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from viewboost.algorithms._beta import optimal_shares, simplified_shares

SETTINGS = settings(deadline=None, max_examples=60)


def losses(A, B, alpha, b):
    """Loss of each class."""
    x = alpha[:, None] * b
    return (A * np.exp(-x) + B * np.exp(x)).sum(axis=0)


def slopes(A, B, alpha, b):
    x = alpha[:, None] * b
    return alpha[:, None] * (B * np.exp(x) - A * np.exp(-x))


def problem(seed, v, K, zeros):
    rng = np.random.default_rng(seed)
    A, B = rng.exponential(size=(v, K)), rng.exponential(size=(v, K)) * rng.uniform(0, 2)
    if zeros:
        A *= rng.random((v, K)) < 0.7
        B *= rng.random((v, K)) < 0.7
    alpha = rng.uniform(0.01, 3, v)
    if zeros and v > 1:
        alpha[rng.integers(v)] = 0
    return A, B, alpha


def generic(A, B, alpha, sum_to_one):
    """The shares of one class by a general-purpose solver."""
    v = len(alpha)
    found = minimize(
        lambda b: losses(A, B, alpha, b[:, None])[0],
        np.full(v, 1 / v),
        jac=lambda b: slopes(A, B, alpha, b[:, None])[:, 0],
        method="SLSQP",
        bounds=[(0, 1)] * v,
        constraints={
            "type": "eq" if sum_to_one else "ineq",
            "fun": lambda b: 1 - b.sum(),
            "jac": lambda b: -np.ones(v),
        },
        options={"ftol": 1e-15, "maxiter": 500},
    )
    return found.x


@pytest.mark.parametrize("sum_to_one", [False, True])
@SETTINGS
@given(st.integers(0, 10**6), st.integers(1, 5), st.booleans())
def test_shares_are_those_of_a_generic_convex_solver(sum_to_one, seed, v, zeros):
    A, B, alpha = problem(seed, v, 1, zeros)
    b, theirs = optimal_shares(A, B, alpha, sum_to_one=sum_to_one), generic(A, B, alpha, sum_to_one)
    ours = losses(A, B, alpha, b)[0]
    assert ours == pytest.approx(losses(A, B, alpha, theirs[:, None])[0], rel=1e-7)
    # A flat bottom leaves the shares themselves open.
    if (A + B).min() > 0.1 and alpha.min() > 0.3:
        np.testing.assert_allclose(b[:, 0], theirs, atol=1e-4)


@pytest.mark.parametrize("sum_to_one", [False, True])
@SETTINGS
@given(
    st.integers(0, 10**6),
    st.integers(1, 8),
    st.integers(1, 9),
    st.booleans(),
    st.sampled_from([1e-9, 1e-3, 1.0, 1e3]),
)
def test_shares_meet_the_conditions_of_a_minimum(sum_to_one, seed, v, K, zeros, scale):
    A, B, alpha = problem(seed, v, K, zeros)
    b = optimal_shares(scale * A, scale * B, alpha, sum_to_one=sum_to_one)
    assert (b >= 0).all()
    total = b.sum(axis=0)
    assert (total <= 1 + 1e-12).all()
    if sum_to_one:
        np.testing.assert_allclose(total, 1, atol=1e-12)
    # One multiplier per class: minus the slope where b > 0, at most the slope where b = 0.
    slope = slopes(A, B, alpha, b)
    for c in range(K):
        used = b[:, c] > 1e-12
        if sum_to_one or total[c] > 1 - 1e-12:
            level = slope[used, c].min()
            np.testing.assert_allclose(slope[used, c], level, atol=1e-9)
            assert (slope[~used, c] >= level - 1e-9).all()
            assert sum_to_one or level <= 1e-9
        else:
            np.testing.assert_allclose(slope[used, c], 0, atol=1e-9)
            assert (slope[~used, c] >= -1e-9).all()


def test_coordinates_that_change_nothing_share_what_is_left():
    A = np.array([[2.0, 1.0], [0.0, 1.0], [0.0, 9.0]])
    B = np.array([[1.5, 1.0], [0.0, 1.0], [0.0, 1.0]])
    alpha = np.array([1.0, 1.0, 0.0])
    own = 0.5 * np.log(2 / 1.5)
    np.testing.assert_allclose(optimal_shares(A, B, alpha)[:, 0], [own, 0, 0])
    rest = (1 - own) / 2
    shares = optimal_shares(A, B, alpha, sum_to_one=True)
    np.testing.assert_allclose(shares[:, 0], [own, rest, rest])
    np.testing.assert_allclose(shares[:, 1], [0, 0, 1])


def test_tiny_coefficients_keep_to_the_constraint():
    # Rounding, divided by such coefficients, is no longer small.
    A, B, _ = problem(0, 6, 50, zeros=False)
    b = optimal_shares(A, B / 9, np.linspace(1e-10, 2e-10, 6), sum_to_one=True)
    np.testing.assert_allclose(b.sum(axis=0), 1, rtol=1e-14)


@pytest.mark.parametrize("sum_to_one", [False, True])
def test_views_of_the_same_worth_have_the_same_share(sum_to_one):
    shares = optimal_shares(
        np.full((4, 1), 3.0), np.full((4, 1), 1e-3), np.full(4, 2.0), sum_to_one=sum_to_one
    )
    np.testing.assert_allclose(shares, 0.25)


@pytest.mark.parametrize("sum_to_one", [False, True])
def test_losses_far_apart_are_no_trouble(sum_to_one):
    # The first view is done with less than it may have; what is left goes to one far smaller.
    A, B = np.array([[1.0], [1e-250]]), np.array([[0.5], [0.0]])
    b = optimal_shares(A, B, np.array([2.0, 11.8]), sum_to_one=sum_to_one)
    own = np.log(2) / 4
    np.testing.assert_allclose(b[:, 0], [own, 1 - own], rtol=1e-12)
    tiny = np.array([[5e-324], [1e-310]])
    b = optimal_shares(tiny, tiny[::-1], np.array([1e-10, 11.8]), sum_to_one=sum_to_one)
    assert np.isfinite(b).all()
    assert b.sum() <= 1 + 1e-12


def test_a_hundred_classes_of_ten_views_take_few_steps(monkeypatch):
    import viewboost.algorithms._beta as solver

    monkeypatch.setattr(solver, "MAX_STEPS", 15)
    for seed in range(10):
        A, B, alpha = problem(seed, 10, 100, zeros=seed % 2)
        for sum_to_one in (False, True):
            few = optimal_shares(A, B, alpha, sum_to_one=sum_to_one)
            with monkeypatch.context() as patched:
                patched.setattr(solver, "MAX_STEPS", 1000)
                many = optimal_shares(A, B, alpha, sum_to_one=sum_to_one)
            np.testing.assert_array_equal(few, many)


@SETTINGS
@given(st.integers(0, 10**6), st.integers(1, 6), st.integers(2, 5), st.booleans())
def test_simplified_shares_follow_their_formula(seed, v, K, zeros):
    A, B, alpha = problem(seed, v, K, zeros)
    smoothing = np.random.default_rng(seed).uniform(0.01, 0.1, v)
    plain = simplified_shares(A, B, alpha, smoothing)
    to_one = simplified_shares(A, B, alpha, smoothing, sum_to_one=True)
    np.testing.assert_allclose(to_one.sum(axis=0), 1 if alpha.any() else 0)
    for c in range(K):
        own = [
            max(0, np.log((A[j, c] + smoothing[j]) / (B[j, c] + smoothing[j])) / (2 * alpha[j]))
            if alpha[j]
            else 0
            for j in range(v)
        ]
        np.testing.assert_allclose(plain[:, c], np.array(own) / max(1, sum(own)), atol=1e-12)
        if sum(own):
            np.testing.assert_allclose(to_one[:, c], np.array(own) / sum(own), atol=1e-12)
        else:
            np.testing.assert_allclose(to_one[:, c], (alpha > 0) / max((alpha > 0).sum(), 1))
