"""Independence: rho, C and R by definition, and Corollary 4 of 001, which is an identity."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.inspect.problems import problem

from viewboost import (
    AdaBoostMMClassifier,
    ComboClassifier,
    KBoostClassifier,
    RegionBoostClassifier,
    Tree,
)
from viewboost.inspect import independence

SETTINGS = settings(deadline=None, max_examples=8)
MODELS = {
    "AdaBoost": AdaBoostMMClassifier(n_rounds=8),
    "shorter steps": AdaBoostMMClassifier(n_rounds=8, learning_rate=0.3),
    "trees": AdaBoostMMClassifier(learner=Tree(max_depth=3), n_rounds=5),
    "balanced": ComboClassifier(n_rounds=8),
    "two votes a round": KBoostClassifier(n_rounds=4),
    "votes weighed anew": RegionBoostClassifier(n_rounds=6),
}


@pytest.mark.parametrize("name", sorted(MODELS))
@SETTINGS
@given(st.integers(0, 10**6))
def test_what_accuracy_is_lifted_follows_from_correlations(name, seed):
    X, y, w = problem(seed, 2)
    found = independence(MODELS[name].fit(X, y, w), X, y, sample_weight=w)
    lifted = found.first_accuracies - found.accuracies
    np.testing.assert_allclose(found.contributions.sum(axis=1), lifted, atol=1e-9)
    assert not np.triu(found.contributions).any()


def test_terms_are_those_of_the_paper():
    """rho(h_i,h_t,D_{i+1}) (2c_i - 1) sqrt(Var(phi_t,D_{i+1})), the rows weighed as in training."""
    X, y, w = problem(9, 2)
    model = AdaBoostMMClassifier(n_rounds=6).fit(X, y, w)
    found = independence(model, X, y, sample_weight=w)
    blocks = model._gate.read(model, X)
    right = np.array([vote.predict(blocks) == y for vote in model._votes.entries], dtype=float)
    F = np.array([np.zeros(len(y)), *model.staged_decision_function(X)])
    D = w * np.exp(-np.where(y == 1, F, -F))
    D /= D.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(found.accuracies, (right * D[:-1]).sum(axis=1))
    np.testing.assert_allclose(found.first_accuracies, right @ D[0])
    for t in range(len(right)):
        for i in range(t):
            rho = np.cov(right[[i, t]], aweights=D[i + 1], ddof=0)
            term = rho[0, 1] / np.sqrt(rho[0, 0]) * (2 * found.accuracies[i] - 1)
            assert found.contributions[t, i] == pytest.approx(term, abs=1e-9)


@pytest.mark.parametrize("K", [2, 4])
def test_mean_correlation_and_accuracy_ratio_by_definition(K):
    X, y, w = problem(5, K)
    found = independence(AdaBoostMMClassifier(n_rounds=7).fit(X, y, w), X, y, sample_weight=w)
    rho = found.correlation
    assert np.isnan(found.mean_correlation[0])
    for t in range(2, len(rho) + 1):
        pairs = [rho[i, j] for i in range(t) for j in range(i + 1, t)]
        assert found.mean_correlation[t - 1] == pytest.approx(np.mean(pairs))
        ratio = found.first_accuracies[:t].sum() / found.accuracies[:t].sum()
        assert found.accuracy_ratio[t - 1] == pytest.approx(ratio)
    np.testing.assert_allclose(np.diag(rho), 1)
    assert (np.abs(rho) <= 1 + 1e-12).all()
    assert np.isnan(found.contributions).all() == (K > 2)


def test_views_rounds_and_the_limit_of_votes_are_told():
    X, y, _ = problem(1, 2)
    model = KBoostClassifier(n_rounds=4).fit(X, y)
    found = independence(model, X, y, max_votes=5)
    np.testing.assert_array_equal(found.views, [v.views[0] for v in model._votes.entries[:5]])
    assert found.rounds.tolist() == [v.round + 1 for v in model._votes.entries[:5]]
    assert len(found.to_frame()) == 5


def test_missing_views_leave_no_identity_and_no_votes_no_numbers():
    X, y, _ = problem(1, 2, missing=True)
    found = independence(AdaBoostMMClassifier(n_rounds=4).fit(X, y), X, y)
    assert np.isnan(found.contributions).all()
    assert np.isfinite(found.accuracies).all()
    alone = independence(AdaBoostMMClassifier().fit(X, np.zeros(60)), X, np.zeros(60))
    assert alone.correlation.shape == (0, 0)
