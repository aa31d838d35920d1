"""Explanations: exact sums for every algorithm and learner, and shares where they belong."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.ensemble import ExtraTreesClassifier
from sklearn.naive_bayes import GaussianNB
from tests.inspect.problems import ALGORITHMS, problem
from tools.zoo import MAKERS, fitted

from viewboost import AdaBoostMMClassifier, MumboClassifier, Tree, Views
from viewboost.inspect import explain
from viewboost.rounds.stopping import as_decision


def check_sums(model, X, found):
    """All parts add up, in any order, to the model's own scores."""
    scores = np.array([one.scores for one in found])
    np.testing.assert_array_equal(as_decision(scores), model.decision_function(X))
    np.testing.assert_array_equal([one.predicted for one in found], model.predict(X))
    for one in found:
        np.testing.assert_array_equal(one.base + one.views.sum(axis=0), one.scores)
        np.testing.assert_array_equal(one.views[::-1].sum(axis=0) + one.base, one.scores)
        for j in range(len(one.view_names)):
            own = one.features[one.feature_views == j]
            np.testing.assert_array_equal(own.sum(axis=0) + one.rest[j], one.views[j])
            backwards = one.rest[j] + own[::-1].sum(axis=0)
            np.testing.assert_array_equal(backwards, one.views[j])
        for c, score in enumerate(one.scores):
            parts = [*one.features[:, c], *one.rest[:, c], one.base[c]]
            assert math.fsum(parts) == score


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_parts_add_up_for_every_algorithm_and_learner(kind):
    model, X = fitted(kind)
    check_sums(model, X, explain(model, X))


@pytest.mark.parametrize("name", sorted(ALGORITHMS))
@settings(deadline=None, max_examples=3)
@given(st.integers(0, 10**6), st.integers(2, 3))
def test_parts_add_up_on_random_problems(name, seed, K):
    X, y, w = problem(seed, K, missing=True)
    model = clone(ALGORITHMS[name]).fit(X[:40], y[:40], w[:40])
    check_sums(model, X, explain(model, X))


@pytest.mark.parametrize("learner", [GaussianNB(), ExtraTreesClassifier(3, random_state=0)])
def test_parts_add_up_for_foreign_learners_and_what_they_do_not_tell_is_the_rest(learner):
    X, y, _ = problem(3)
    model = AdaBoostMMClassifier(learner=learner, n_rounds=4, random_state=0).fit(X, y)
    found = explain(model, X)
    check_sums(model, X, found)
    assert (len(found[0].feature_names) == 0) == isinstance(learner, GaussianNB)


def test_a_stumps_vote_is_its_features():
    X, y, _ = problem(5)
    model = MumboClassifier(n_rounds=9).fit(X, y)
    blocks = model._gate.read(model, X)
    for i, one in enumerate(explain(model, X, rows=[4, 17])):
        row, expected = [4, 17][i], {}
        for vote in model._votes.entries:
            (j,), (tree,) = vote.views, vote.hypotheses
            part = expected.setdefault((j, f"x{tree.feature[0]}"), np.zeros(3))
            part[vote.predict(blocks)[row]] += vote.vector[0]
        told = dict(zip(zip(one.feature_views.tolist(), one.feature_names), one.features))
        assert told.keys() == expected.keys()
        for key, part in told.items():
            np.testing.assert_array_equal(part, expected[key])
        assert not one.rest.any()
        assert one.row == row
        shares = np.abs(one.features[:, one.scores.argmax()])
        assert (np.diff(shares) <= 0).all()


def test_a_tree_credits_the_splits_on_the_rows_path():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 3))
    y = ((X[:, 0] > 0) & (X[:, 1] > 0)).astype(int)
    model = AdaBoostMMClassifier(learner=Tree(max_depth=2), n_rounds=1).fit(X, y)
    (tree,) = model._votes.entries[0].hypotheses
    one_split, both = explain(model, np.array([[-5.0, -5, 0], [5, 5, 0]]))
    first = tree.feature[0]
    sides = {one.feature_names for one in (one_split, both)}
    assert sides == {(f"x{first}",), both.feature_names}
    assert set(both.feature_names) == {"x0", "x1"}
    inner = [tree.gain[tree.feature == f].sum() for f in (0, 1)]
    share = dict(zip(both.feature_names, both.features[:, 1] / both.scores[1]))
    assert share["x0"] == pytest.approx(inner[0] / sum(inner))


def test_names_and_values_are_those_of_the_users_columns():
    pd = pytest.importorskip("pandas")
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"hue": rng.normal(size=80), "size": rng.choice(["s", "m"], 80)})
    frame["size"] = frame["size"].astype("category")
    y = (frame["hue"] > 0).astype(int) + (frame["size"] == "m")
    model = AdaBoostMMClassifier([("fruit", None, ["hue", "size"])], n_rounds=12).fit(frame, y)
    [one] = explain(model, frame, rows=[7])
    values = dict(zip(one.feature_names, one.feature_values))
    assert values == {"hue": frame["hue"][7], "size": frame["size"][7]}
    table = one.to_frame()
    assert table["view"].tolist() == ["fruit"] * 3
    assert table["score 1"].sum() == pytest.approx(one.scores[1])


def test_silent_rows_are_explained_by_the_prior():
    X, y, _ = problem(2)
    model = MumboClassifier(n_rounds=3).fit(X, y)
    nothing = Views(one=np.zeros((1, 2)), two=np.zeros((1, 2))).missing(one=[True], two=[True])
    [one] = explain(model, nothing)
    np.testing.assert_array_equal(one.base, model._votes.silent)
    assert not one.views.any()


def test_rows_are_chosen_as_arrays_are():
    X, y, _ = problem(2)
    model = MumboClassifier(n_rounds=3).fit(X, y)
    assert [one.row for one in explain(model, X, rows=-1)] == [59]
    assert [one.row for one in explain(model, X, rows=y == 0)] == np.flatnonzero(y == 0).tolist()
