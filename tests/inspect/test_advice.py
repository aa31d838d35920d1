"""Each setting of the papers is advised its algorithm, with figures that hold."""

import numpy as np
import pytest

from viewboost import BagOfWords, NGram, Views
from viewboost.algorithms.catalogue import NAMES
from viewboost.datasets import make_agreeing_views, make_imbalanced, make_uneven_views
from viewboost.inspect.advice import advise

QUICK = {"n_rounds": 10, "n_folds": 3}


def advised(*args, **more):
    found = advise(*args, **QUICK, **more)
    assert found.algorithm in NAMES
    assert all(sentence.endswith(".") for sentence in (*found.reasons, *found.remarks))
    return found


def test_views_that_complete_each_other():
    X, y = make_uneven_views(300, random_state=0)
    found = advised(X, y)
    assert found.algorithm == "mumbo"
    assert "they complete each other" in found.reasons[1]


def test_many_rows_without_labels():
    X, y = make_agreeing_views(60, random_state=0)
    found = advised(X, y, n_unlabelled=500)
    assert found.algorithm == "agreement"
    assert found.reasons[0].startswith("500 rows have no label and 60 have one")
    assert advised(X, y, n_unlabelled=10).algorithm != "agreement"


def test_agreement_needs_two_views_that_could_do_alone():
    X, y = make_agreeing_views(100, random_state=0)
    noise = np.random.default_rng(0).normal(size=(100, 3))
    assert advised(Views(good=X.first, noise=noise), y, n_unlabelled=500).algorithm != "agreement"
    assert advised(Views(good=X.first), y, n_unlabelled=500).algorithm == "adaboost_mm"


def test_imbalanced_classes():
    X, y = make_uneven_views(400, random_state=0)
    X, y = make_imbalanced(X, y, {1: 0.2}, random_state=0)
    found = advised(X, y)
    assert found.algorithm in ("combo", "mucombo")
    assert "200 rows of 0, 40 of 1" in found.reasons[0]
    assert advised(Views(only=X.major), y).algorithm == "combo"


def test_views_that_know_different_classes():
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1, 2, 3], [120, 120, 30, 30])
    left = np.where(np.isin(y, [0, 2]), y, 1)[:, None] * 4 + rng.normal(size=(300, 2))
    right = np.where(np.isin(y, [1, 3]), y, 0)[:, None] * 4 + rng.normal(size=(300, 2))
    found = advised(Views(left=left, right=right), y)
    assert found.algorithm == "mucombo"
    assert "No view knows all classes best" in found.reasons[1]


def test_views_alike():
    rng = np.random.default_rng(0)
    y = np.arange(200) % 2
    one = y[:, None] * 5 + rng.normal(size=(200, 1))
    same = Views(one=one, two=one + 0.01 * rng.normal(size=(200, 1)))
    found = advised(same, y)
    assert found.algorithm == "adaboost_mm"
    assert "there is little to share out among them" in found.reasons[1]
    names = [f"{'anna' if c else 'otto'}{i}" for i, c in enumerate(y)]
    both = Views(one=one, name=names)
    views = [("one", None, "one"), ("name", NGram(), "name")]
    assert advised(both, y, views).algorithm == "kboost"


def test_measures_are_what_they_say():
    X, y = make_uneven_views(300, random_state=1)
    found = advised(X, y).measured
    assert found.view_names == X.names
    np.testing.assert_allclose(found.strengths, 2 * found.mean_recall - 1)
    np.testing.assert_allclose(found.mean_recall, found.recalls.mean(axis=1))
    np.testing.assert_array_equal(np.diag(found.agreement), 1)
    np.testing.assert_array_equal(found.agreement, found.agreement.T)
    assert found.alone.sum() <= 1
    assert found.imbalance == 1
    assert (found.accuracy <= found.together).all()


def test_a_view_that_says_nothing_is_told_and_rows_may_lack_views():
    rng = np.random.default_rng(0)
    y = np.arange(120) % 2
    texts = np.array([("sun sea" if c else "ice snow") if i % 3 else None for i, c in enumerate(y)])
    X = Views(noise=rng.normal(size=(120, 2)), text=texts)
    views = [("noise", None, "noise"), ("text", BagOfWords(), "text")]
    found = advised(X, y, views, optional=("text",))
    assert any("noise: little better than chance" in sentence for sentence in found.remarks)


def test_names_of_views_are_checked_as_in_a_fit():
    with pytest.raises(ValueError, match="name of a parameter"):
        advise(np.ones((6, 1)), [0, 1] * 3, [("learner", None, [0])])
