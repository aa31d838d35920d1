"""Competence: the recorded shares of classes, and what each view finds of each class."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.metrics import precision_score, recall_score
from tests.inspect.problems import ALGORITHMS, problem

from viewboost import AdaBoostMMClassifier, CarakoClassifier, MuComboClassifier
from viewboost.inspect import competence
from viewboost.inspect._evidence import evidence, view_says


@pytest.mark.parametrize("name", sorted(ALGORITHMS))
def test_shares_of_each_class_sum_to_one(name):
    X, y, _ = problem(6)
    found = competence(clone(ALGORITHMS[name]).fit(X, y))
    sums = found.shares.sum(axis=0)
    np.testing.assert_allclose(sums[sums > 0], 1)
    assert (found.beta is not None) == (name == "mucombo" or name.startswith("carako"))
    assert len(found.to_frame()) == 2 * 3


def test_beta_is_the_recorded_one_and_makes_the_shares():
    X, y, _ = problem(2)
    model = MuComboClassifier(n_rounds=5).fit(X, y)
    found, history = competence(model), model.history_
    np.testing.assert_array_equal(found.beta, history.column("beta"))
    votes = (history.column("steps")[:, :, None] * found.beta).sum(axis=0)
    np.testing.assert_allclose(found.shares, votes / votes.sum(axis=0), atol=1e-9)


def test_carakos_shares_are_its_last_beta():
    X, y, _ = problem(2)
    found = competence(CarakoClassifier(n_rounds=3).fit(X, y))
    np.testing.assert_allclose(found.shares, found.beta[-1], atol=1e-9)


def test_recall_and_precision_are_scikit_learns():
    X, y, w = problem(4)
    model = MuComboClassifier(n_rounds=5).fit(X, y)
    found = competence(model, X, y, sample_weight=w)
    said = view_says(evidence(model, X, y))
    how = {"average": None, "labels": [0, 1, 2], "sample_weight": w, "zero_division": np.nan}
    for j in range(2):
        np.testing.assert_allclose(found.recall[j], recall_score(y, said[j], **how))
        np.testing.assert_allclose(found.precision[j], precision_score(y, said[j], **how))
    assert {"recall", "precision"} < set(found.columns())


def test_a_silent_view_finds_nothing_that_can_be_counted():
    X, y, _ = problem(1)
    model = AdaBoostMMClassifier(n_rounds=1).fit(X, y)
    found = competence(model, X, y)
    silent = 1 - model.history_[0].chosen
    assert np.isnan(found.recall[silent]).all()
    assert (found.shares[silent] == 0).all()
