"""Bounds on margins, and how weights carry accuracies from round to round (Corollary 4 of 001)."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewboost import AdaBoostMMClassifier, KBoostClassifier, MumboClassifier, Views

SETTINGS = settings(deadline=None, max_examples=20)
SEEDS = st.integers(0, 10**6)
THETAS = (-0.5, 0.0, 0.1, 0.3, 0.8)


def problem(seed, K, m=70):
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(K), rng.integers(K, size=m - K)])
    views = {
        name: rng.normal(size=(m, 2)) + np.where(rng.random((m, 1)) < 0.5, y[:, None], 0)
        for name in ("one", "two")
    }
    return Views(**views), y, rng.uniform(0.2, 3, m)


@SETTINGS
@given(SEEDS)
def test_accuracies_on_the_first_weights_follow_from_correlations(seed):
    """c(h_t,D_1) - c_t = sum_{i<t} rho(h_i,h_t,D_{i+1}) (2c_i - 1) sqrt(Var(phi_t,D_{i+1}))."""
    X, y, w = problem(seed, 2)
    model = AdaBoostMMClassifier(n_rounds=8).fit(X, y, w)
    blocks = model._gate.read(model, X)
    right = np.array([vote.predict(blocks) == y for vote in model._votes.entries], dtype=float)
    F = np.array([np.zeros(len(y)), *model.staged_decision_function(X)])
    D = w * np.exp(-np.where(y == 1, F, -F))
    D /= D.sum(axis=1, keepdims=True)
    c = (right * D[: len(right)]).sum(axis=1)
    for t in range(len(right)):
        total = 0.0
        for i in range(t):
            mean_i, mean_t = right[i] @ D[i + 1], right[t] @ D[i + 1]
            covariance = ((right[i] - mean_i) * (right[t] - mean_t)) @ D[i + 1]
            deviation_i = np.sqrt((right[i] - mean_i) ** 2 @ D[i + 1])
            # rho times the deviation of phi_t: the covariance over the deviation of phi_i.
            total += covariance / deviation_i * (2 * c[i] - 1)
        assert right[t] @ D[0] - c[t] == pytest.approx(total, abs=1e-9)


@pytest.mark.parametrize("algorithm", [AdaBoostMMClassifier, KBoostClassifier])
@SETTINGS
@given(SEEDS)
def test_two_classes_margin_errors_are_bounded_by_the_product_of_z(algorithm, seed):
    """P[y F / sum|c| <= theta] <= prod Z_t exp(theta sum|c|); theta = 0: the training error."""
    X, y, w = problem(seed, 2)
    model = algorithm(n_rounds=8).fit(X, y, w)
    steps = model.history_.column("steps")
    if algorithm is KBoostClassifier:
        Z = np.prod(model.history_.column("Z"))
    else:
        Z = np.prod([np.sqrt(1 - r.edges[r.chosen] ** 2) for r in model.history_])
    scale = np.abs(steps).sum()
    F = model.decision_function(X)
    margins = np.where(y == 1, F, -F) / scale
    for theta in THETAS:
        error = w[margins <= theta].sum() / w.sum()
        assert error <= Z * np.exp(theta * scale) * (1 + 1e-9)


@SETTINGS
@given(SEEDS, st.integers(2, 4))
def test_mumbos_margin_errors_are_bounded(seed, K):
    """P[(G_y - max_l G_l) / sum alpha <= theta] <= (K-1) prod sqrt(1-delta^2) exp(theta sum)."""
    X, y, w = problem(seed, K)
    model = MumboClassifier(n_rounds=8).fit(X, y, w)
    voted = [r.details for r in model.history_ if r.details["vote_step"]]
    scale = sum(d["vote_step"] for d in voted)
    bound = (K - 1) * np.prod([np.sqrt(1 - d["vote_edge"] ** 2) for d in voted])
    G = model.decision_function(X)
    G = np.c_[-G / 2, G / 2] if K == 2 else G
    i = np.arange(len(y))
    own = G[i, y]
    G[i, y] = -np.inf
    margins = (own - G.max(axis=1)) / scale
    for theta in THETAS:
        error = w[margins <= theta].sum() / w.sum()
        assert error <= bound * np.exp(theta * scale) * (1 + 1e-9)
