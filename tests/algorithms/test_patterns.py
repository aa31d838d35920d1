"""Patterns of margins: the kernel, its plain twin and the definition agree."""

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewboost.algorithms._patterns import Patterns, grouped, merged, patterns, tabled
from viewboost.rounds.costs import Costs
from viewboost.rounds.rule import State
from viewboost.views.rows import Rows

SETTINGS = settings(deadline=None, max_examples=25)
SEEDS = st.integers(0, 10**6)


def problem(seed, K, k, m=60):
    rng = np.random.default_rng(seed)
    y = rng.integers(K, size=m)
    rows = Rows(y, rng.uniform(0.1, 3, m), K)
    costs = Costs(rows, rows.weights)
    costs.add(rng.integers(K, size=m), rng.normal(size=K))
    said = [np.where(rng.random(m) < 0.4, y, rng.integers(-1, K, m)) for _ in range(k)]
    return State(rows, [None] * k, [costs]), said


def plain(D, y, *said):
    """W_p by the definition: each row and each label other than its own."""
    table = defaultdict(float)
    for i in range(len(y)):
        for label in range(D.shape[1]):
            if label != y[i]:
                margins = tuple(float(h[i] == y[i]) - float(h[i] == label) for h in said)
                table[margins] += D[i, label]
    return table


def assert_same(found, expected):
    got = dict(zip(map(tuple, found.margins), found.weights, strict=True))
    assert len(got) == len(found.weights)
    assert got.keys() == expected.keys()
    for margins, weight in got.items():
        assert weight == pytest.approx(expected[margins], rel=1e-12)


@SETTINGS
@given(SEEDS, st.integers(2, 5), st.integers(1, 4))
def test_table_and_groups_follow_the_definition(seed, K, k):
    state, said = problem(seed, K, k)
    D, y = state.tables[0].D, state.rows.y
    expected = plain(D, y, *said)
    assert_same(tabled(D, y, *said), expected)
    assert_same(grouped(D, y, *said), expected)


@pytest.mark.parametrize("k", [11, 45])
def test_any_number_of_views(k):
    state, said = problem(3, 3, k)
    assert_same(patterns(state, said), plain(state.tables[0].D, state.rows.y, *said))


@SETTINGS
@given(SEEDS, st.integers(1, 59), st.sampled_from([tabled, grouped]))
def test_parts_of_the_rows_add_up(seed, cut, part):
    state, said = problem(seed, 3, 2)
    D, y = state.tables[0].D, state.rows.y
    one = part(D[:cut], y[:cut], *(h[:cut] for h in said))
    two = part(D[cut:], y[cut:], *(h[cut:] for h in said))
    assert_same(one + two, plain(D, y, *said))


def test_patterns_without_weight_are_left_out():
    margins = np.array([[1.0, -1], [0, 1], [1, -1], [1, 1]])
    found = merged(margins, np.array([1.0, 0, 2, 4]))
    assert_same(found, {(1.0, -1.0): 3.0, (1.0, 1.0): 4.0})


@SETTINGS
@given(SEEDS, st.integers(2, 4))
def test_edges_are_those_of_the_costs(seed, K):
    state, said = problem(seed, K, 3)
    edges = [state.tables[0].tally(h).edge for h in said]
    np.testing.assert_allclose(patterns(state, said).edges, edges, atol=1e-12)


@SETTINGS
@given(SEEDS)
def test_covariance_and_correlation_are_numpys(seed):
    state, said = problem(seed, 3, 3)
    seen = patterns(state, said)
    covariance = np.cov(seen.margins.T, aweights=seen.weights, ddof=0)
    np.testing.assert_allclose(seen.covariance, covariance, atol=1e-12)
    deviations = np.sqrt(np.diag(covariance))
    np.testing.assert_allclose(
        seen.correlation, covariance / np.outer(deviations, deviations), atol=1e-10
    )


def test_a_view_that_is_always_right_has_no_correlation():
    seen = Patterns(np.array([[1.0, 1], [1, -1]]), np.array([3.0, 1]))
    np.testing.assert_array_equal(np.isnan(seen.correlation), [[True, True], [True, False]])
