"""Rows as points, and the nearest of them, by brute force."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.metrics import pairwise_distances

from viewboost.views.blocks import Block
from viewboost.vote import points
from viewboost.vote.points import Space, nearest

FEW = settings(deadline=None, max_examples=40)


def check_nearest(distance, found, k):
    """The k smallest distances of each row, whichever of equal ones was found."""
    assert found.shape == (len(distance), k)
    assert all(len(set(row)) == k for row in found.tolist())
    ours = np.sort(np.take_along_axis(distance, found, axis=1), axis=1)
    np.testing.assert_allclose(ours, np.sort(distance, axis=1)[:, :k], atol=1e-7)


@FEW
@given(st.integers(0, 10**6), st.integers(1, 20), st.booleans(), st.floats(0.02, 0.9))
def test_sparse_points_by_cosine(seed, k, themselves, density):
    rng = np.random.default_rng(seed)
    m, n = 20, 15
    data = rng.normal(size=(m + n, 6)) * (rng.random((m + n, 6)) < density)
    train, queries = data[:m], None if themselves else data[m:]
    k = min(k, m - themselves)
    # An empty row is at distance 1 of all, itself included.
    norms = np.maximum(np.linalg.norm(data, axis=1), 1e-300)
    unit = data / norms[:, None]
    distance = 1 - (unit[:m] if themselves else unit[m:]) @ unit[:m].T
    if themselves:
        np.fill_diagonal(distance, np.inf)
    asked = None if themselves else sparse.csr_matrix(queries)
    check_nearest(distance, nearest(sparse.csr_matrix(train), asked, k), k)


@FEW
@given(st.integers(0, 10**6), st.sampled_from([2, 9]), st.booleans())
def test_dense_points_by_trees_and_by_comparing_all(seed, d, themselves):
    rng = np.random.default_rng(seed)
    train, queries = rng.normal(size=(30, d)), rng.normal(size=(10, d))
    distance = pairwise_distances(train if themselves else queries, train)
    if themselves:
        np.fill_diagonal(distance, np.inf)
    check_nearest(distance, nearest(train, None if themselves else queries, 4), 4)


def test_blocks_of_queries_change_nothing(monkeypatch):
    counts = sparse.random(50, 8, density=0.3, format="csr", random_state=0)
    whole = nearest(counts, None, 3)
    monkeypatch.setattr(points, "_AT_ONCE", 120)
    np.testing.assert_array_equal(nearest(counts, None, 3), whole)


def test_sparse_points_may_have_another_metric():
    rng = np.random.default_rng(0)
    counts = rng.poisson(1.0, size=(20, 5)).astype(float)
    distance = pairwise_distances(counts, metric="manhattan")
    found = nearest(sparse.csr_matrix(counts), sparse.csr_matrix(counts), 3, "manhattan")
    check_nearest(distance, found, 3)


def test_a_single_point_has_no_neighbour_but_is_one():
    one = np.zeros((1, 2))
    assert nearest(one, None, 5).shape == (1, 0)
    np.testing.assert_array_equal(nearest(one, np.ones((3, 2)), 5), np.zeros((3, 1)))


@pytest.mark.parametrize("standardize", [True, False])
def test_columns_without_values_or_without_spread_do_no_harm(standardize):
    data = np.column_stack([np.full(6, np.nan), np.full(6, 3.0), np.arange(6.0)])
    space = Space.learn(Block("dense", data), standardize)
    found = space.points(Block("dense", data))
    expected = (data[:, 2] - 2.5) / data[:, 2].std() if standardize else data[:, 2]
    np.testing.assert_allclose(found[:, 2], expected)
    assert np.ptp(found[:, :2], axis=0).tolist() == [0, 0]


def test_the_rows_given_are_left_alone():
    dense, counts = np.array([[1.0, np.nan], [2, 3]]), sparse.csr_matrix([[np.nan, 1.0], [0, 2]])
    for data in (dense, counts):
        before = data.copy()
        block = Block("sparse" if data is counts else "dense", data)
        found = Space.learn(block, True).points(block)
        assert np.isfinite(found.data if data is counts else found).all()
        plain = (lambda x: x.toarray()) if data is counts else np.asarray
        np.testing.assert_array_equal(plain(data), plain(before))
