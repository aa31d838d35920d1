"""Scores of Methods A and B are those of late fusion, at every round that is asked for."""

import numpy as np
import pytest
from sklearn.naive_bayes import CategoricalNB, GaussianNB

from viewboost import AdaBoostMMClassifier, KBoostClassifier, LateFusion, Stump, Tree, Views
from viewboost.experiments._bayes import Bins, GaussianBayes, naive_bayes
from viewboost.experiments.janodet._methods import scores


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=120)
    X = rng.normal(size=(120, 4)) + 0.7 * y[:, None]
    return Views(one=X[:, :2], other=X[:, 2:]), y


@pytest.mark.parametrize("n_rounds", [1, 4])
def test_methods_are_those_of_the_library(data, n_rounds):
    X, y = data
    learners = {"one": Stump(), "other": Tree(max_depth=2)}
    views = [(name, learner, name) for name, learner in learners.items()]
    train = np.arange(80)
    found = dict(scores(X, y, train, learners, [1, 4]))
    at = [1, 4].index(n_rounds)
    boost = AdaBoostMMClassifier(n_rounds=n_rounds)
    models = {
        "2-Boost": KBoostClassifier(views, n_rounds=n_rounds),
        "Method A": LateFusion(boost, views, combine="A"),
        "Method B": LateFusion(boost, views, combine="B"),
        "one": AdaBoostMMClassifier(views[:1], n_rounds=n_rounds),
        "other": AdaBoostMMClassifier(views[1:], n_rounds=n_rounds),
    }
    for name, model in models.items():
        model.fit(X[train], y[train])
        np.testing.assert_allclose(found[name][at], model.decision_function(X), atol=1e-9)


def test_bins_hold_equal_shares_and_keep_nominal_and_missing_cells():
    rng = np.random.default_rng(1)
    X = np.column_stack([rng.normal(size=1000), rng.integers(3, size=1000)])
    X[:100, 0] = np.nan
    found = Bins(nominal=(1,), n_bins=5).fit_transform(X)
    assert np.isnan(found[:100, 0]).all()
    assert np.bincount(found[100:, 0].astype(int)).tolist() == [180] * 5
    np.testing.assert_array_equal(found[:, 1], X[:, 1])


def test_naive_bayes_decides_as_that_of_independent_columns():
    rng = np.random.default_rng(2)
    y = rng.integers(2, size=400)
    X = (rng.integers(4, size=(400, 3)) + y[:, None] * rng.integers(2, size=(400, 3))).astype(float)
    ours = naive_bayes(nominal=(0, 1, 2)).fit(X, y)
    peer = CategoricalNB().fit(X, y)
    np.testing.assert_allclose(ours.predict_proba(X), peer.predict_proba(X), atol=0.02)
    unseen = np.full((1, 3), 99.0)
    np.testing.assert_allclose(ours.predict_proba(unseen)[0], np.bincount(y) / 400, atol=1e-12)


def test_gaussian_bayes_decides_as_its_parts():
    rng = np.random.default_rng(3)
    y = np.repeat(["a", "b"], [150, 250])
    numeric = rng.normal(size=(400, 3)) * [1, 10, 100] + (y == "b")[:, None]
    nominal = (rng.integers(4, size=(400, 3)) + (y == "b")[:, None]).astype(float)
    for X, columns, peer in ((numeric, (), GaussianNB()), (nominal, (0, 1, 2), CategoricalNB())):
        ours = GaussianBayes(columns).fit(X, y)
        assert np.mean(ours.predict(X) == peer.fit(X, y).predict(X)) > 0.99
    both = GaussianBayes((3, 4, 5)).fit(np.hstack([numeric, nominal]), y)
    nothing = np.full((1, 6), np.nan)
    assert both.predict(nothing) == ["b"]  # the larger class, where no cell says anything
