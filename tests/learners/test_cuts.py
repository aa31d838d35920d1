"""Where columns are cut into bins."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from viewboost.learners._bins import DenseBins, SparseBins
from viewboost.learners._cuts import SAMPLE, Cutter
from viewboost.learners._kernels import binning
from viewboost.learners._team import Team
from viewboost.views.blocks import Block

quick = settings(deadline=None, max_examples=40)
finite = st.floats(allow_nan=False, allow_infinity=False, width=64)


def cut(column, weights=None, max_bins=255):
    column = np.asarray(column, dtype=float)
    weights = np.ones(len(column)) if weights is None else np.asarray(weights, dtype=float)
    return Cutter(weights, max_bins).thresholds(column[:, None])[0]


@quick
@given(st.lists(finite, min_size=1, max_size=60))
def test_few_values_have_one_bin_each(values):
    thresholds, distinct = cut(values), np.unique(values)
    assert len(thresholds) == len(distinct) - 1
    assert (distinct[:-1] <= thresholds).all()
    assert (thresholds < distinct[1:]).all()


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [(0.0, 1.0, 0.5), (-1.7e308, 1.7e308, 0.0), (0.0, 5e-324, 0.0), (1.0, 1 + 2**-52, 1.0)],
)
def test_thresholds_lie_in_the_middle(a, b, expected):
    assert cut([b, a]).tolist() == [expected]


@quick
@given(st.integers(0, 2**32), st.integers(2, 255), st.booleans())
def test_many_values_share_the_bins(seed, max_bins, weighted):
    rng = np.random.default_rng(seed)
    column, weights = rng.normal(size=2000), np.ones(2000)
    if weighted:
        weights = rng.integers(1, 5, 2000).astype(float)
    thresholds = cut(column, weights, max_bins)
    assert len(thresholds) == max_bins - 1
    filled = np.bincount(np.searchsorted(thresholds, column), weights)
    share = weights.sum() / max_bins
    assert filled[:-1].max() <= share + weights.max()
    # Each cut takes up to one row too many, which the bins that are left share.
    assert filled.min() >= share - (1 + np.log(max_bins)) * weights.max()


@quick
@given(st.integers(0, 2**32), st.integers(2, 255), st.integers(256, 3000))
def test_values_that_differ_are_counted_as_if_they_were_weighed(seed, max_bins, n):
    values = np.sort(np.random.default_rng(seed).normal(size=n))
    found = np.empty((2, max_bins))
    space = np.empty(n, dtype=np.int64), np.empty(n)
    counts = [
        binning.cut(values, weights, max_bins, *space, thresholds)
        for weights, thresholds in zip((np.empty(0), np.ones(n)), found)
    ]
    assert counts == [max_bins - 1, max_bins - 1]
    assert found[0, :-1].tolist() == found[1, :-1].tolist()


def test_a_heavy_value_has_a_bin_of_its_own():
    rng = np.random.default_rng(0)
    column = np.where(rng.random(5000) < 0.9, 0.0, rng.normal(size=5000))
    thresholds = cut(column)
    at = np.searchsorted(thresholds, column)
    assert len(np.unique(column[at == at[column == 0][0]])) == 1
    assert len(thresholds) > 150


@quick
@given(st.integers(0, 2**32), st.integers(2, 20))
def test_weights_are_repeated_rows_and_order_is_free(seed, max_bins):
    rng = np.random.default_rng(seed)
    column, weights = rng.normal(size=200).round(1), rng.integers(1, 4, 200)
    expected = cut(column, weights, max_bins).tolist()
    assert cut(np.repeat(column, weights), None, max_bins).tolist() == expected
    order = rng.permutation(200)
    assert cut(column[order], weights[order], max_bins).tolist() == expected


def test_rare_values_outside_the_sample_have_bins():
    column = np.zeros(SAMPLE + 1000)
    column[1], column[2] = 1.0, np.nan
    assert cut(column).tolist() == [0.5]


def test_a_column_with_too_many_values_is_cut_from_a_sample():
    rng = np.random.default_rng(0)
    column = rng.normal(size=2 * SAMPLE)
    thresholds = cut(column)
    filled = np.bincount(np.searchsorted(thresholds, column), minlength=255) / len(column)
    assert len(thresholds) == 254
    assert abs(filled * 255 - 1).max() < 0.5


@quick
@given(st.integers(0, 2**32), st.integers(1, 300), st.integers(1, 20))
def test_bins_are_what_the_thresholds_say(seed, m, d):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(m, d)).round(rng.integers(0, 9))
    X[rng.random((m, d)) < 0.1] = np.nan
    order = rng.permutation(m).astype(np.int32)
    bins = DenseBins(Block("dense", X), order, Cutter(np.ones(m), 255), Team(1, 0))
    for f in range(d):
        first, n = bins.features.first[f], bins.features.n_bins[f]
        thresholds = bins.features.thresholds[first : first + n - 1]
        expected = np.searchsorted(thresholds, X[order, f])
        expected[np.isnan(X[order, f])] = len(thresholds) + 1
        assert bins.column(f).tolist() == expected.tolist()
        assert bins.features.gone[f] == np.isnan(X[:, f]).any()


@quick
@given(st.integers(0, 2**32), st.sampled_from([3, 6, 255]), st.booleans())
def test_sparse_columns_have_the_bins_of_dense_ones(seed, max_bins, missing):
    rng = np.random.default_rng(seed)
    m, d = 40, 7
    X = rng.integers(-3, 9, size=(m, d)) * (rng.random((m, d)) < rng.random(d)).astype(float)
    X[:, 0] = rng.normal(size=m)  # no zero, and many values
    if missing:
        X[rng.random((m, d)) < 0.1] = np.nan
    order, weights = rng.permutation(m).astype(np.int32), np.ones(m)
    team = Team(1, 0)
    dense = DenseBins(Block("dense", X), order, Cutter(weights, max_bins), team)
    by_row = sparse.csr_matrix(X)
    thin = SparseBins(Block("sparse", by_row), order, Cutter(weights, max_bins), team)
    np.testing.assert_array_equal(thin.features.n_bins, dense.features.n_bins)
    np.testing.assert_array_equal(thin.features.gone, dense.features.gone)
    for f in range(d):
        np.testing.assert_array_equal(thin.column(f), dense.column(f))
        n = int(dense.features.n_bins[f])
        cuts = [b.features.thresholds[b.features.first[f] :][: n - 1] for b in (dense, thin)]
        np.testing.assert_array_equal(*cuts)
