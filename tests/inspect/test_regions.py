"""Regions: split neighbourhoods by definition, and what those decide that no hypothesis splits."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.inspect.problems import problem

from viewboost import AdaBoostMMClassifier, RegionBoostClassifier, Tree
from viewboost.datasets import make_triangle
from viewboost.inspect import regions


def plain(X, y, k):
    """The k nearest other rows of each row, by brute force."""
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    apart = ((Z[:, None] - Z) ** 2).sum(axis=2)
    np.fill_diagonal(apart, np.inf)
    return np.argsort(apart, axis=1, kind="stable")[:, :k]


@settings(deadline=None, max_examples=6)
@given(st.integers(0, 10**6), st.sampled_from([3, 5]))
def test_splits_p_and_d_by_counting(seed, k):
    X, y = make_triangle(80, random_state=seed)
    model = RegionBoostClassifier(n_rounds=12, n_neighbors=k).fit(X, y)
    found, near = regions(model), plain(X, y, k)
    stumps = AdaBoostMMClassifier(n_rounds=12).fit(X, y)
    blocks = stumps._gate.read(stumps, X)
    said = np.array([vote.predict(blocks) for vote in stumps._votes.entries])
    neighbours = (y[near].mean(axis=1) > 0.5).astype(int)
    np.testing.assert_array_equal(found.neighbours[0], neighbours)
    for i in range(len(y)):
        around = said[:, [i, *near[i]]]
        split = (around != around[:, :1]).any(axis=1)
        np.testing.assert_array_equal(found.split[:, i], split)
        assert found.p[i] == pytest.approx(1 - split.mean())
        agree = np.where(said[~split, i] == neighbours[i], 1, -1)
        assert found.D[i] == pytest.approx(agree.mean()) if len(agree) else np.isnan(found.D[i])
    sure = found.threshold < found.D
    np.testing.assert_array_equal(found.predicted_unsplit[sure], neighbours[sure])


def test_agreements_and_errors_are_shares_of_rows():
    X, y = make_triangle(200, random_state=1)
    model = RegionBoostClassifier(n_rounds=30).fit(X, y)
    found = regions(model)
    np.testing.assert_array_equal(found.predicted, model.training_scores_.argmax(axis=1))
    assert found.agreement[0] == np.mean(found.predicted == found.neighbours[0])
    assert found.agreement_unsplit == np.mean(found.predicted == found.predicted_unsplit)
    assert found.error == np.mean(found.predicted != y)
    assert found.neighbour_errors[0] == np.mean(found.neighbours[0] != y)
    assert len(found.to_frame()) == 200
    deep = regions(RegionBoostClassifier(n_rounds=10, learner=Tree(max_depth=4)).fit(X, y))
    assert deep.split.mean() > found.split.mean()


def test_several_views_have_neighbours_of_their_own():
    X, y, _ = problem(0, 3, missing=True)
    found = regions(RegionBoostClassifier(n_rounds=10).fit(X, y))
    for j, name in enumerate(("one", "two")):
        missing = ~X.present(name)
        assert (found.neighbours[j, missing] == -1).all()
        assert not found.split[found.views == j][:, missing].any()
    nowhere = ~X.present("one") & ~X.present("two")
    np.testing.assert_array_equal(np.isnan(found.p), nowhere)
    assert nowhere.any()


def test_without_neighbours_there_are_no_regions():
    X, y = make_triangle(60, random_state=1)
    with pytest.raises(ValueError, match="competence='knn' keeps; this model has .*'tree'"):
        regions(RegionBoostClassifier(n_rounds=2, competence="tree").fit(X, y))
