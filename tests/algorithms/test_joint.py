"""The joint step: closed form, Newton, minimisers that do not exist or are many."""

from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog, minimize

from viewboost.algorithms import _joint
from viewboost.algorithms._joint import closed_form, directions, has_minimiser, minimiser, newton
from viewboost.algorithms._patterns import merged

SETTINGS = settings(deadline=None, max_examples=40)
SEEDS = st.integers(0, 10**6)


def random_patterns(seed, k, silent=True, spread=1.0):
    """Some of all patterns of k views, with weights over a few orders of magnitude."""
    rng = np.random.default_rng(seed)
    every = np.array(list(product([-1.0, 0, 1] if silent else [-1.0, 1], repeat=k)))
    kept = rng.random(len(every)) < rng.uniform(0.3, 1)
    seen = merged(every[kept], np.exp(spread * rng.normal(size=kept.sum())))
    assume(seen.margins.any())
    return seen


def gradient(seen, u):
    p = seen.weights * np.exp(-seen.margins @ u)
    return p @ seen.margins / p.sum()


def two_views(pp, pm, mp, mm):
    weights = np.array([pp, pm, mp, mm], dtype=float)
    return merged(np.array([[1.0, 1], [1, -1], [-1, 1], [-1, -1]]), weights)


@SETTINGS
@given(*[st.floats(1e-6, 1)] * 4)
def test_two_views_by_the_papers_formulas(pp, pm, mp, mm):
    seen = two_views(pp, pm, mp, mm)
    lines = directions(seen)
    assert lines.independent
    assert has_minimiser(lines)
    c1 = np.log(pp * pm / (mm * mp)) / 4
    c2 = np.log(pp * mp / (mm * pm)) / 4
    u = minimiser(seen, lines)
    np.testing.assert_allclose(u, [c1, c2], atol=1e-12)
    np.testing.assert_allclose(newton(seen), [c1, c2], atol=1e-9)
    Z = 2 * np.sqrt(pp * mm) + 2 * np.sqrt(pm * mp)
    assert seen.factor(u) * (pp + pm + mp + mm) == pytest.approx(Z, rel=1e-12)


@SETTINGS
@given(SEEDS, st.integers(1, 4), st.sampled_from([0.5, 3.0]))
def test_a_minimiser_exists_where_no_direction_is_free(seed, k, spread):
    seen = random_patterns(seed, k, spread=spread)
    program = linprog(
        -seen.margins.sum(axis=0),
        A_ub=-seen.margins,
        b_ub=np.zeros(len(seen.margins)),
        bounds=(-1, 1),
    )
    assert has_minimiser(directions(seen)) == (program.fun > -1e-6)


@SETTINGS
@given(SEEDS, st.integers(1, 4), st.booleans(), st.sampled_from([0.5, 3.0]))
def test_the_minimiser_has_no_slope_and_the_smallest_norm(seed, k, silent, spread):
    seen = random_patterns(seed, k, silent, spread)
    lines = directions(seen)
    assume(has_minimiser(lines))
    u = minimiser(seen, lines)
    np.testing.assert_allclose(gradient(seen, u), 0, atol=1e-10)
    # Along the null space of the patterns Z is flat.
    flat = np.linalg.svd(seen.margins)[2][np.linalg.matrix_rank(seen.margins) :]
    np.testing.assert_allclose(flat @ u, 0, atol=1e-9)
    np.testing.assert_allclose(newton(seen), u, atol=1e-8)
    assert seen.factor(u) <= np.sqrt(1 - np.max(seen.edges**2)) + 1e-12


@pytest.mark.parametrize("weights", [(1, 2, 0, 3), (0, 2, 1, 3), (1, 2, 3, 0), (5, 0, 1, 0)])
def test_two_views_have_no_minimiser_where_one_of_a_pair_is_zero(weights):
    assert not has_minimiser(directions(two_views(*weights)))


def test_views_that_always_agree_share_the_coefficient():
    seen = two_views(8, 0, 0, 2)
    u = minimiser(seen, directions(seen))
    np.testing.assert_allclose(u, np.log(4) / 4)
    np.testing.assert_allclose(newton(seen), u, atol=1e-12)
    seen = two_views(0, 8, 2, 0)  # h_1 = -h_2
    np.testing.assert_allclose(minimiser(seen, directions(seen)), np.log(4) / 4 * np.array([1, -1]))


def test_coefficients_may_be_negative():
    seen = two_views(12, 5, 0.1, 1)
    u = closed_form(directions(seen))
    assert seen.edges[1] > 0
    assert u[1] < 0


@SETTINGS
@given(SEEDS, st.integers(1, 4))
def test_smoothing_is_a_little_weight_on_every_pattern(seed, k):
    seen = random_patterns(seed, k)
    signs = np.array(list(product([-1.0, 1], repeat=k)))
    eps = 0.01 * seen.weights.sum() / len(signs)
    padded = merged(
        np.concatenate([seen.margins, signs]),
        np.concatenate([seen.weights, np.full(len(signs), eps)]),
    )
    u = newton(seen, 0.01)
    np.testing.assert_allclose(gradient(padded, u), 0, atol=1e-10)
    assert seen.factor(u) <= 1 + 1e-15


@SETTINGS
@given(SEEDS, st.integers(2, 4))
def test_newton_against_a_generic_solver(seed, k):
    seen = random_patterns(seed, k)
    weights = seen.weights / seen.weights.sum()

    def objective(u):
        return weights @ np.exp(-seen.margins @ u) + 0.05 * np.prod(np.cosh(u))

    found = minimize(objective, np.zeros(k), method="BFGS")
    u = newton(seen, 0.05)
    assert objective(u) <= found.fun + 1e-12
    np.testing.assert_allclose(u, found.x, atol=1e-3)


def test_weights_far_apart_are_no_trouble():
    seen = merged(
        np.array([[1.0, 1, 0], [-1, -1, 0], [1, 0, 1], [-1, 0, -1], [0, 1, -1], [0, -1, 1]]),
        np.array([1.0, 1e-60, 1e-3, 1e-40, 1e-5, 1e-50]),
    )
    lines = directions(seen)
    assert not lines.independent
    assert has_minimiser(lines)
    u = minimiser(seen, lines)
    assert np.isfinite(u).all()
    assert seen.factor(u) < 1e-15


@SETTINGS
@given(SEEDS, st.integers(2, 4))
def test_copies_stay_equal_whatever_the_weights(seed, k):
    seen = random_patterns(seed, k, spread=30.0)
    copied = merged(np.c_[seen.margins, seen.margins[:, 0]], seen.weights)
    assume(has_minimiser(directions(copied)))
    u = newton(copied)
    assert u[0] == pytest.approx(u[-1], abs=1e-9)


def test_every_newton_step_lowers_the_objective(monkeypatch):
    # Each view is right by itself, and some rows all views get wrong: full steps overshoot.
    k = 20
    seen = merged(
        np.vstack([np.eye(k), -np.eye(k), -np.ones((1, k))]),
        np.concatenate([np.ones(k), np.full(k, 0.1), [0.1]]),
    )
    values = []
    for n_steps in range(4):
        monkeypatch.setattr(_joint, "MAX_STEPS", n_steps)
        values.append(seen.factor(newton(seen)))
    assert (np.diff(values) < 0).all()


@SETTINGS
@given(SEEDS)
def test_many_views_and_few_patterns_take_the_same_steps(seed):
    rng = np.random.default_rng(seed)
    seen = merged(rng.choice([-1.0, 0.0, 1.0], size=(6, 30)), rng.exponential(size=6))
    for n_steps in (1, 2, 3, 100):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(_joint, "MAX_STEPS", n_steps)
            u = newton(seen, 1e-6)
            patch.setattr(_joint, "_reach", lambda rows: np.eye(rows.shape[1]))
            np.testing.assert_allclose(u, newton(seen, 1e-6), atol=1e-12)
