"""The cost matrix: its formula, its updates by factors, its range."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewboost.rounds.costs import MOST_PENDING, Costs
from viewboost.views.rows import Rows
from viewboost.vote.votes import on_grid


def problem(seed, m=30, K=3):
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(K), rng.integers(K, size=m - K)])
    return rng, Rows(y, rng.uniform(0.1, 3, m), K)


def plain_costs(F, rows, class_costs=None):
    """D by its definition, without any care for the range."""
    i = np.arange(len(rows))
    c = np.ones((rows.n_classes,) * 2) if class_costs is None else class_costs
    D = rows.weights[:, None] * c[rows.y] * np.exp(F - F[i, rows.y][:, None])
    D[i, rows.y] = 0
    D[i, rows.y] = -D.sum(axis=1)
    return D


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**6), st.integers(2, 6))
def test_costs_follow_their_definition_through_votes_and_refreshes(seed, K):
    rng, rows = problem(seed, K=K)
    class_costs = rng.uniform(0.5, 2, (K, K))
    costs = Costs(rows, rows.weights, class_costs)
    for _ in range(4):
        costs.changes = []
        predictions = rng.integers(-1, K, len(rows))
        costs.add(predictions, rng.normal(size=K))
        costs.add_rows(predictions, rng.uniform(-1, 1, len(rows)))
        expected = plain_costs(costs.F, rows, class_costs)
        scale = math.exp(costs.log_scale)
        np.testing.assert_allclose(costs.D * scale, expected, rtol=1e-10)
        np.testing.assert_allclose(costs.D.sum(axis=1), 0, atol=1e-12 * costs.loss)
        assert math.exp(costs.log_loss) == pytest.approx(expected.clip(0).sum(), rel=1e-10)
    before = costs.log_loss
    costs.refresh()
    assert costs.log_loss == pytest.approx(before, abs=1e-10)
    assert costs.D.max() == pytest.approx(1.0)


def test_a_change_tells_how_the_off_label_costs_were_scaled():
    rng, rows = problem(0, K=4)
    costs = Costs(rows, rows.weights)
    costs.changes = []
    before = costs.D.copy()
    costs.add(rng.integers(-1, 4, len(rows)), rng.normal(size=4))
    (change,) = costs.changes
    for i, p in enumerate(change.predictions):
        for label in range(4):
            if label != rows.y[i]:
                told = (label == p) - float(rows.y[i] == p) if p >= 0 else 0.0
                factor = np.exp(change.vector[p] * told)
                assert costs.D[i, label] == pytest.approx(before[i, label] * factor, rel=1e-12)


def test_scores_far_out_of_range_stay_finite():
    _, rows = problem(1)
    costs = Costs(rows, np.full(len(rows), 1e-300))
    for _ in range(200):
        costs.add(rows.y, np.full(3, 100.0))
    assert np.isfinite(costs.D).all()
    assert costs.log_loss == pytest.approx(math.log(2 * len(rows)) + math.log(1e-300) - 20000)


def test_rows_without_weight_cost_nothing():
    _, rows = problem(2)
    weights = rows.weights.copy()
    weights[:10] = 0
    costs = Costs(rows, weights)
    assert not costs.D[:10].any()
    assert costs.D[10:].any(axis=1).all()


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10**6), st.integers(2, 5))
def test_tally_sums_costs_by_predicted_and_true_class(seed, K):
    rng, rows = problem(seed, K=K)
    costs = Costs(rows, rows.weights)
    predictions = rng.integers(-1, K, len(rows))
    tally = costs.tally(predictions)
    spoken = predictions >= 0
    met = np.where(spoken, costs.D[np.arange(len(rows)), predictions], 0)
    assert tally.edge == pytest.approx(-met.sum() / costs.loss)
    right = predictions == rows.y
    for c in range(K):
        assert tally.right[c] == pytest.approx(-met[right & (predictions == c)].sum())
        assert tally.wrong[c] == pytest.approx(met[~right & (predictions == c)].sum())


@pytest.mark.parametrize("n", [0, 3, MOST_PENDING, 2 * MOST_PENDING + 5])
def test_scores_are_the_sum_of_all_votes_whenever_they_are_read(n):
    rng, rows = problem(3, K=3)
    costs, F = Costs(rows, rows.weights), np.zeros((len(rows), 3))
    for _ in range(n):
        predictions, vector = rng.integers(-1, 3, len(rows)), on_grid(rng.normal(size=3))
        costs.add(predictions, vector)
        F += vector * (predictions[:, None] == np.arange(3))
    np.testing.assert_array_equal(costs.F, F)
    np.testing.assert_array_equal(costs.F, F)
