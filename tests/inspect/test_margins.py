"""Margins: their definition, and the bounds on small ones."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from tests.inspect.problems import ALGORITHMS, problem

from viewboost import AdaBoostMMClassifier, KBoostClassifier, MuComboClassifier, MumboClassifier
from viewboost.inspect import margins

SETTINGS = settings(deadline=None, max_examples=5)
BOUNDED = sorted(set(ALGORITHMS) - {"agreement", "regionboost"})


@pytest.mark.parametrize("name", BOUNDED)
@SETTINGS
@given(st.integers(0, 10**6), st.integers(2, 4))
def test_margin_errors_stay_below_their_bounds(name, seed, K):
    X, y, w = problem(seed, K)
    model = clone(ALGORITHMS[name]).fit(X, y, w)
    found = margins(model, X, y, sample_weight=w)
    assert not np.isnan(found.bounds).any()
    assert (found.errors <= found.bounds * (1 + 1e-9)).all()
    assert (np.abs(found.margins) <= 1 + 1e-12).all()


@pytest.mark.parametrize("K", [2, 3])
def test_margins_are_score_differences_over_the_sum_of_votes(K):
    X, y, _ = problem(1, K)
    model = KBoostClassifier(n_rounds=5).fit(X, y)
    found = margins(model, X, y)
    assert found.scale == pytest.approx(np.abs(model.history_.column("steps")).sum())
    G = model.decision_function(X)
    if K == 2:
        expected = np.where(y == 1, G, -G)
    else:
        expected = [g[c] - np.delete(g, c).max() for g, c in zip(G, y)]
    np.testing.assert_allclose(found.margins, np.asarray(expected) / found.scale)
    wrong = found.margins < 0
    np.testing.assert_array_equal(wrong, model.predict(X) != y)
    np.testing.assert_array_equal(found.y, y)


def test_the_bound_at_zero_is_that_of_the_records():
    X, y, w = problem(4, 2)
    model = AdaBoostMMClassifier(n_rounds=30).fit(X, y, w)
    found = margins(model, X, y, thetas=[0.0, 0.1])
    edges = [r.edges[r.chosen] for r in model.history_]
    Z = np.prod(np.sqrt(1 - np.square(edges)))
    np.testing.assert_allclose(found.bounds, [Z, min(1, Z * np.exp(0.1 * found.scale))])


def test_views_that_vote_together_bound_margins_by_the_mean_of_their_losses():
    """With v views exp of the mean over the views is at most the mean of exp."""
    X, y, w = problem(4, 3)
    model = MuComboClassifier(n_rounds=8).fit(X, y, w)
    found = margins(model, X, y, thetas=[-3.0, -2.0])
    mean = np.exp(model.history_[-1].log_losses).mean()
    assert (found.bounds < 1).all()
    np.testing.assert_allclose(found.bounds, mean * np.exp(found.thetas * found.scale / 2))


def test_rows_about_which_nothing_is_said_have_no_margin():
    X, y, _ = problem(4, 3)
    X = X.missing(one=y == 0, two=y == 0)
    model = MumboClassifier(n_rounds=4).fit(X, y)
    found = margins(model, X, y)
    assert (found.margins[y == 0] == 0).all()
    assert (found.margins[y != 0] != 0).any()


def test_models_without_such_a_bound_say_so():
    X, y, _ = problem(2)
    for name in ("agreement", "regionboost"):
        found = margins(clone(ALGORITHMS[name]).fit(X, y), X, y)
        assert np.isnan(found.bounds).all()
        assert found.errors[-1] == 1.0


def test_rows_without_weight_are_left_out_and_named():
    X, y, w = problem(3)
    model = AdaBoostMMClassifier(n_rounds=3).fit(X, y)
    w[::3] = 0
    found = margins(model, X, y, sample_weight=w)
    np.testing.assert_array_equal(found.rows, np.flatnonzero(w))
    assert found.weights.sum() == pytest.approx(1)
