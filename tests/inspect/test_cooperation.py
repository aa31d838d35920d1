"""Cooperation: who voted, with what share, and who is right where others are wrong."""

import numpy as np
import pytest
from sklearn.base import clone
from tests.inspect.problems import ALGORITHMS, problem

from viewboost import AdaBoostMMClassifier, MumboClassifier
from viewboost.datasets import make_uneven_views
from viewboost.inspect import complementarity, cooperation
from viewboost.inspect._evidence import evidence, view_says


@pytest.mark.parametrize("name", sorted(ALGORITHMS))
def test_the_last_shares_are_the_importances_of_the_views(name):
    X, y, _ = problem(6)
    model = clone(ALGORITHMS[name]).fit(X, y)
    found = cooperation(model)
    expected = list(model.view_importances_.values())
    np.testing.assert_allclose(found.shares[-1], expected)
    assert found.weights.shape == found.shares.shape == (model.n_rounds_, 2)
    assert len(found.to_frame()) == model.n_rounds_


def test_the_winner_of_a_round_is_the_recorded_one():
    X, y, _ = problem(8)
    model = MumboClassifier(n_rounds=15).fit(X, y)
    found = cooperation(model)
    chosen = model.history_.column("chosen")
    np.testing.assert_array_equal(found.chosen, chosen)
    np.testing.assert_array_equal(found.wins, [(chosen == 0).sum(), (chosen == 1).sum()])
    np.testing.assert_allclose(found.weights.sum(axis=1), model.history_.column("vote_step"))
    names = np.array(model.view_names_)[chosen]
    np.testing.assert_array_equal(found.columns()["chosen"], names)


def test_several_voters_win_no_round():
    X, y, _ = problem(8)
    assert (cooperation(clone(ALGORITHMS["mumbo all"]).fit(X, y)).chosen == -1).any()


@pytest.mark.parametrize("missing", [False, True])
def test_who_is_right_by_counting_rows(missing):
    X, y, w = problem(12, missing=missing)
    model = MumboClassifier(n_rounds=12).fit(X, y)
    found = complementarity(model, X, y, sample_weight=w)
    said = view_says(evidence(model, X, y))
    right, total = said == y, w.sum()
    for j in range(2):
        k = 1 - j
        spoken, wrong = said[j] >= 0, (said[k] >= 0) & ~right[k]
        assert found.accuracy[j] == pytest.approx(w[right[j]].sum() / w[spoken].sum())
        assert found.alone[j] == pytest.approx(w[right[j] & ~right[k]].sum() / total)
        assert found.rescues[j, k] == pytest.approx(w[right[j] & wrong].sum() / w[wrong].sum())
        lost = w[right[j] & ~right[k]].sum() / w[~right[k]].sum()
        assert found.rescues_all[j] == pytest.approx(lost)
        assert found.rescues[j, j] == 0
    assert found.n_right.sum() == pytest.approx(1)
    assert found.model_accuracy == pytest.approx(model.score(X, y, w))
    whole = np.nansum(found.by_n_right * found.n_right)
    assert whole == pytest.approx(found.model_accuracy)


def test_minor_views_rescue_what_the_major_one_misses():
    X, y = make_uneven_views(600, random_state=0)
    found = complementarity(MumboClassifier(n_rounds=30).fit(X, y), X, y)
    assert found.rescues[1:, 0].max() > 0.5
    assert found.model_accuracy > found.accuracy.max()


def test_a_view_that_never_votes_is_neither_right_nor_wrong():
    X, y, _ = problem(1)
    model = AdaBoostMMClassifier(n_rounds=1).fit(X, y)
    silent = 1 - model.history_[0].chosen
    found = complementarity(model, X, y)
    assert np.isnan(found.accuracy[silent])
    assert found.spoken[silent] == 0
