"""2-Boost: what a round tells, and figure 1 of its paper."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.inspect.problems import problem

from viewboost import AdaBoostMMClassifier, KBoostClassifier
from viewboost.inspect import joint_steps, z_curve

SETTINGS = settings(deadline=None, max_examples=15)
EDGES = st.floats(-0.9, 0.9)


@SETTINGS
@given(st.integers(0, 10**6), st.integers(2, 3))
def test_rounds_are_told_as_recorded_and_z_stays_below_its_bound(seed, K):
    X, y, w = problem(seed, K)
    model = KBoostClassifier(n_rounds=5).fit(X, y, w)
    found = joint_steps(model)
    np.testing.assert_array_equal(found.Z, model.history_.column("Z"))
    np.testing.assert_array_equal(found.covariance, model.history_.column("covariance"))
    assert (found.bounds + 1e-12 >= found.Z).all()
    frame = found.to_frame()
    np.testing.assert_array_equal(frame["correlation one, two"], found.correlation[:, 0, 1])


@SETTINGS
@given(st.integers(0, 10**6))
def test_two_classes_z_is_that_of_the_curve_at_the_rounds_correlation(seed):
    X, y, w = problem(seed, 2)
    found = joint_steps(KBoostClassifier(n_rounds=4).fit(X, y, w))
    for t in np.flatnonzero(~found.smoothed):
        rho = found.correlation[t, 0, 1]
        if not np.isnan(rho):
            curve = z_curve(tuple(found.edges[t]), 0.0, [rho])
            assert curve.Z[0] == pytest.approx(found.Z[t], abs=1e-6)
            assert curve.Z_theta[0] == pytest.approx(curve.Z[0])


@SETTINGS
@given(EDGES, EDGES, st.floats(0.0, 0.3))
def test_z_is_equation_19_and_at_most_the_best_edges_bound(g1, g2, theta):
    curve = z_curve((g1, g2), theta)
    assert not np.isnan(curve.Z).any()
    d = curve.correlation * np.sqrt((1 - g1**2) * (1 - g2**2))
    base = d**2 + (1 - g1**2) * (1 - g2**2)
    plus, minus = base + 2 * d * (1 + g1 * g2), base - 2 * d * (1 - g1 * g2)
    expected = (np.sqrt(np.maximum(plus, 0)) + np.sqrt(np.maximum(minus, 0))) / 2
    np.testing.assert_allclose(curve.Z, expected, atol=1e-6)
    assert (np.sqrt(1 - max(g1**2, g2**2)) + 1e-9 >= curve.Z).all()


@SETTINGS
@given(st.floats(0.01, 0.9), st.floats(0.01, 0.9), st.floats(0.01, 0.99))
def test_independent_hypotheses_with_edges_above_twice_theta_lower_the_bound(g1, g2, part):
    """Theorem 4.1 of 000."""
    theta = part * min(g1, g2) / 2
    assert z_curve((g1, g2), theta, [0.0]).Z_theta[0] < 1


def test_the_papers_figure_falls_below_one_but_for_strong_opposition():
    curve = z_curve()
    assert curve.Z_theta[0] > 1.2
    assert (np.diff(curve.correlation) > 0).all()
    assert (curve.Z_theta[curve.correlation > -0.88] < 1).all()
    assert np.isnan(z_curve(correlation=[-1.0]).Z[0])


def test_other_models_and_edges_are_refused():
    X, y, _ = problem(0)
    with pytest.raises(TypeError, match="joint_steps reads KBoostClassifier, got AdaBoostMM"):
        joint_steps(AdaBoostMMClassifier(n_rounds=1).fit(X, y))
    with pytest.raises(ValueError, match="between -1 and 1"):
        z_curve((1.0, 0.2))
