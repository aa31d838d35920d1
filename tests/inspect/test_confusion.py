"""Confusion: numbers equal to those of the metrics, and bounds that hold."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.dummy import DummyClassifier
from tests.inspect.problems import ALGORITHMS, problem

from viewboost import AdaBoostMMClassifier, ComboClassifier, MumboClassifier, metrics
from viewboost.inspect import confusion

SETTINGS = settings(deadline=None, max_examples=4)


@pytest.mark.parametrize("name", sorted(ALGORITHMS))
@SETTINGS
@given(st.integers(0, 10**6), st.integers(2, 4))
def test_errors_norms_and_bounds_are_in_order(name, seed, K):
    X, y, w = problem(seed, K)
    model = clone(ALGORITHMS[name]).fit(X, y, w)
    found = confusion(model, X, y, sample_weight=w)
    assert found.error <= found.row_bound * (1 + 1e-9) + 1e-12
    assert found.row_bound <= found.norm_bound * (1 + 1e-9)
    mistakes = found.rates.sum() - np.trace(found.rates)
    assert found.norm <= mistakes + 1e-12
    bounded = name.startswith(("combo", "mucombo", "carako"))
    assert np.isnan(found.training_bound) != bounded
    if bounded:
        assert mistakes <= found.training_bound * (1 + 1e-9)


def test_numbers_are_those_of_the_metrics():
    X, y, w = problem(3)
    model = AdaBoostMMClassifier(n_rounds=3).fit(X, y)
    said, found = model.predict(X), confusion(model, X, y)
    assert found.norm == metrics.confusion_norm(y, said)
    assert found.g_mean == metrics.g_mean_score(y, said)
    assert found.held_out_bound == metrics.confusion_norm_bound(y, said)
    assert found.error == pytest.approx(1 - model.score(X, y))
    weighted = confusion(model, X, y, sample_weight=w)
    assert weighted.norm == metrics.confusion_norm(y, said, sample_weight=w)
    assert weighted.counts.sum() == pytest.approx(w.sum())
    assert np.isnan(weighted.held_out_bound)
    assert len(found.to_frame()) == 9


def test_the_baseline_may_be_a_model_or_its_predictions():
    X, y, _ = problem(3)
    model = ComboClassifier(n_rounds=3).fit(X.one, y)
    dummy = DummyClassifier().fit(X.one, y)
    found = confusion(model, X.one, y, baseline=dummy)
    said = dummy.predict(X.one)
    assert found.baseline.norm == metrics.confusion_norm(y, said)
    again = confusion(model, X.one, y, baseline=said)
    np.testing.assert_array_equal(again.baseline.counts, found.baseline.counts)


def test_a_prior_gives_the_pac_bayes_bound_of_plain_votes():
    X, y, _ = problem(3, 2, m=600)
    model = MumboClassifier(n_rounds=4).fit(X, y)
    found = confusion(model, X, y, prior=1e-4, delta=0.1)
    blocks = model._gate.read(model, X)
    heard = np.array([vote.predict(blocks) for vote in model._votes.entries]).T
    votes = [vote.vector[0] for vote in model._votes.entries]
    expected = metrics.pac_bayes_confusion_bound(y, heard, votes, prior=1e-4, delta=0.1)
    assert found.norm < found.pac_bayes_bound == expected < np.inf
    assert np.isnan(confusion(model, X, y).pac_bayes_bound)


@pytest.mark.parametrize("name", ["mucombo", "regionboost"])
def test_votes_that_are_not_plain_have_no_pac_bayes_bound(name):
    X, y, _ = problem(3, 2)
    model = clone(ALGORITHMS[name]).fit(X, y)
    assert np.isnan(confusion(model, X, y, prior=1e-4).pac_bayes_bound)


def test_a_class_without_rows_has_no_recall():
    X, y, _ = problem(3)
    model = ComboClassifier(n_rounds=3).fit(X, y)
    found = confusion(model, X[y != 1], y[y != 1])
    assert np.isnan(found.recalls[1])
    assert np.isfinite(found.recalls[[0, 2]]).all()
    assert not found.rates[1].any()


def test_no_training_bound_where_costs_or_gaps_spoil_it():
    X, y, _ = problem(3, missing=True)
    assert np.isnan(confusion(ComboClassifier(n_rounds=2).fit(X, y), X, y).training_bound)
    X, y, _ = problem(3)
    costly = ComboClassifier(n_rounds=2, class_costs={(0, 1): 0.1}).fit(X, y)
    assert np.isnan(confusion(costly, X, y).training_bound)
