"""Carako: its costs and objectives by definition, its bounds, and how it ends."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from viewboost import CarakoClassifier, Stump, Tree, Views, Weighted
from viewboost.algorithms import _confusion
from viewboost.algorithms._confusion import (
    Model,
    joint_bound,
    joint_shares,
    separate_bound,
    separate_shares,
)
from viewboost.algorithms.carako import SETTLED, Alternate
from viewboost.rounds.rule import State, Turn
from viewboost.views.rows import Rows

SETTINGS = settings(deadline=None, max_examples=15)
CASES = given(st.integers(0, 10**6), st.integers(2, 4), st.integers(1, 3))


def problem(seed, K, v=3, m=80, missing=0.0):
    """Imbalanced classes, views that know different classes, continuous weights."""
    rng = np.random.default_rng(seed)
    odds = 0.5 ** np.arange(K)
    y = np.concatenate([np.repeat(np.arange(K), 2), rng.choice(K, m - 2 * K, p=odds / odds.sum())])
    X = Views(**{f"v{j}": rng.normal(size=(m, 2)) + (y == j % K)[:, None] for j in range(v)})
    if missing:
        X = X.missing(**{name: rng.random(m) < missing for name in X.names})
    return X, y, rng.uniform(0.1, 3, m)


def started(seed, K, v, m=50):
    """A state and a model of random predictions, some of them silent, with random shares."""
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(K), rng.integers(K, size=m - K)])
    rows = Rows(y, rng.uniform(0.1, 3, m), K)
    silent = rng.random((v, m)) < 0.15
    said = np.where(rng.random((v, m)) < 0.4, y, rng.integers(K, size=(v, m)))
    said[silent] = -1
    state = State(rows, list(~silent))
    Alternate().start(state)
    beta = rng.dirichlet(np.ones(v), size=K).T
    return state, Model((None,) * v, tuple(said), beta)


def weights(y, w):
    return w / np.bincount(y, weights=w)[y]


def votes_of(said, beta):
    """The scores of the views' votes, view by view: (v, m, K)."""
    return np.array([np.eye(len(b) + 1)[p][:, :-1] * b for p, b in zip(said, beta)])


def exponential(scores, y, w):
    """sum_i w_i sum_{l != y} exp(scores_l - scores_y)."""
    margins = np.exp(scores - scores[np.arange(len(y)), y][:, None])
    return float((w * (margins.sum(axis=1) - 1)).sum())


@SETTINGS
@CASES
def test_objectives_are_those_of_the_thesis(seed, K, v):
    state, model = started(seed, K, v)
    y, w = state.rows.y, weights(state.rows.y, state.rows.weights)
    parts = votes_of(model.predictions, model.beta)
    joint = exponential(parts.sum(axis=0), y, w)
    assert joint_bound(state, model) == pytest.approx(joint, rel=1e-10)
    separate = sum(exponential(part, y, w) for part in parts)
    assert separate_bound(state, model) == pytest.approx(separate, rel=1e-10)
    wrong = w[parts.sum(axis=0).argmax(axis=1) != y].sum()
    assert wrong <= joint * (1 + 1e-12)
    assert joint <= separate * (1 + 1e-12)


@SETTINGS
@CASES
def test_costs_are_what_a_prediction_adds_to_the_objective(seed, K, v):
    state, model = started(seed, K, v)
    y, w = state.rows.y, weights(state.rows.y, state.rows.weights)
    state.memory["model"] = model
    for j, b in enumerate(model.beta):
        D, changes = Alternate().costs(state, j)
        assert changes is None
        np.testing.assert_allclose(D.sum(axis=1), 0, atol=1e-12)
        present = state.present[j]
        assert not D[~present].any()
        expected = w[:, None] * (K - 2 + np.exp(b))
        expected[np.arange(len(y)), y] = w * (K - 1) * np.exp(-b[y])
        expected -= expected.mean(axis=1, keepdims=True)
        scale = np.exp(state.tables[j].log_scale)
        np.testing.assert_allclose(D[present] * scale, expected[present], atol=2e-6 * w.max())


def test_a_view_without_a_share_still_learns_its_classes():
    state, model = started(0, 3, 2)
    state.memory["model"] = model._replace(beta=np.array([[0.0] * 3, [1.0] * 3]))
    D, _ = Alternate().costs(state, 0)
    seen = state.present[0]
    assert (D[seen].argmin(axis=1) == state.rows.y[seen]).all()


@SETTINGS
@CASES
def test_separate_shares_are_the_least_of_their_objective(seed, K, v):
    state, model = started(seed, K, v)
    best = model._replace(beta=separate_shares(state, model))
    np.testing.assert_allclose(best.beta.sum(axis=0), 1)
    least = separate_bound(state, best)
    rng = np.random.default_rng(seed)
    for _ in range(20):
        other = rng.dirichlet(np.full(v, 0.5), size=K).T
        mixed = best.beta + rng.choice([1e-3, 0.1, 1.0]) * (other - best.beta)
        assert separate_bound(state, best._replace(beta=mixed)) >= least - 1e-9


@settings(deadline=None, max_examples=10)
@given(st.integers(0, 10**6), st.integers(2, 3), st.integers(1, 3))
def test_joint_shares_are_those_of_a_generic_convex_solver(seed, K, v):
    state, model = started(seed, K, v)
    y, w = state.rows.y, weights(state.rows.y, state.rows.weights)
    beta = joint_shares(state, model)
    np.testing.assert_allclose(beta.sum(axis=0), 1, atol=1e-12)
    assert (beta >= 0).all()

    def value(flat):
        return exponential(votes_of(model.predictions, flat.reshape(v, K)).sum(axis=0), y, w)

    found = minimize(
        value,
        model.beta.ravel(),
        method="SLSQP",
        bounds=[(0, 1)] * (v * K),
        constraints={"type": "eq", "fun": lambda flat: flat.reshape(v, K).sum(axis=0) - 1},
        options={"ftol": 1e-12, "maxiter": 300},
    )
    assert joint_bound(state, model._replace(beta=beta)) == pytest.approx(found.fun, rel=1e-6)


@pytest.mark.parametrize("version", [1, 2])
@settings(deadline=None, max_examples=8)
@given(st.integers(0, 10**6), st.integers(2, 4), st.sampled_from([0.0, 0.25]))
def test_bounds_hold_and_the_objective_never_rises(version, seed, K, missing):
    X, y, w = problem(seed, K, missing=missing)
    learner = Tree(max_depth=2)
    model = CarakoClassifier(version=version, learner=learner, n_rounds=8, tol=0.0).fit(X, y, w)
    joint, separate = model.history_.column("joint"), model.history_.column("separate")
    assert (joint <= separate * (1 + 1e-12)).all()
    objective = joint if version == 1 else separate
    assert (np.diff(objective) <= 1e-9 * objective[:-1]).all()
    wrong = weights(y, w)[model.predict(X) != y].sum()
    assert wrong <= joint[-1] * (1 + 1e-9)
    shares = model.history_.column("beta")
    assert (shares >= 0).all()
    np.testing.assert_allclose(shares.sum(axis=1), 1, atol=1e-12)


@SETTINGS
@given(st.integers(0, 10**6), st.integers(2, 4))
def test_with_one_view_it_is_that_view_s_classifier(seed, K):
    X, y, w = problem(seed, K, v=1)
    model = CarakoClassifier(learner=Tree(max_depth=3)).fit(X, y, w)
    assert model.stop_reason_ == SETTLED
    proba = model.predict_proba(X)
    assert set(np.unique(proba)) <= {0.0, 1.0}
    np.testing.assert_allclose(model.history_.column("beta"), 1)


def test_the_model_is_the_votes_of_the_last_alternation():
    X, y, w = problem(3, 4)
    model = CarakoClassifier(learner=Tree(max_depth=2), n_rounds=6, tol=0.0).fit(X, y, w)
    assert len(model.history_) > 1
    last = model.history_[-1].details["beta"]
    votes = model._votes.entries
    assert [vote.views for vote in votes] == [(j,) for j in np.flatnonzero(last.any(axis=1))]
    for vote in votes:
        np.testing.assert_allclose(vote.vector, last[vote.views[0]], atol=1e-12)
    assert model.n_rounds_ == 1
    (stage,) = model.staged_predict(X)
    np.testing.assert_array_equal(stage, model.predict(X))


def test_a_classifier_is_replaced_only_by_a_better_one():
    X, y, w = problem(1, 3)
    learner = Weighted(GaussianNB(), resample=True)
    model = CarakoClassifier(learner=learner, n_rounds=12, tol=0.0, random_state=0).fit(X, y, w)
    separate = model.history_.column("separate")
    assert len(separate) > 2
    assert (np.diff(separate) <= 1e-12).all()
    # Resampling goes on finding better ones where the same rows would give the same again.
    assert separate[-1] < separate[0] - 1e-3
    fixed = CarakoClassifier(learner=GaussianNB(), n_rounds=12, tol=0.0).fit(X, y, w)
    assert fixed.stop_reason_ == SETTLED


def test_another_draw_is_asked_for_when_nothing_became_better():
    state, model = started(0, 3, 2)
    rule = Alternate()
    turn = Turn((0, 1), list(model.hypotheses), list(model.predictions))
    first = rule.step(state, turn)
    assert not first.redraw
    assert not first.stop
    state.memory.update(first.memory)
    again = rule.step(state, turn)
    assert again.redraw
    assert again.stop == SETTLED


def test_a_large_tolerance_ends_after_the_second_alternation():
    X, y, w = problem(2, 3)
    model = CarakoClassifier(tol=0.9).fit(X, y, w)
    assert (len(model.history_), model.stop_reason_) == (2, SETTLED)
    model = CarakoClassifier(n_rounds=1).fit(X, y, w)
    assert (len(model.history_), model.stop_reason_) == (1, "all rounds done")


def test_strong_classifiers_of_any_kind_are_fused():
    X, y, w = problem(4, 3, m=150)
    views = [
        ("v0", LogisticRegression(), "v0"),
        ("v1", KNeighborsClassifier(), "v1"),
        ("v2", Tree(max_depth=4), "v2"),
    ]
    model = CarakoClassifier(views=views, random_state=0).fit(X, y, w)
    alone = [
        CarakoClassifier(views=[view], random_state=0).fit(X, y, w).history_[-1].details["joint"]
        for view in views
    ]
    assert model.history_[-1].details["joint"] < min(alone)


def test_the_default_learner_is_a_deep_tree():
    X, y, _ = problem(5, 3)
    assert CarakoClassifier().fit(X, y).score(X, y) > 0.95
    assert isinstance(CarakoClassifier(learner=Stump())._learner(None), Stump)
    assert CarakoClassifier()._learner(None).max_depth == 8
    assert isinstance(CarakoClassifier()._learner(Stump()), Stump)


def test_a_learning_rate_is_refused():
    X, y, _ = problem(6, 2)
    with pytest.raises(ValueError, match="'learning_rate' parameter"):
        CarakoClassifier(learning_rate=0.5).fit(X, y)


def test_rows_without_any_view_have_the_class_frequencies():
    X, y, w = problem(7, 3)
    lost = X.missing(**{name: np.arange(len(y)) < 4 for name in X.names})
    model = CarakoClassifier(learner=Tree(max_depth=2)).fit(lost, y, w)
    prior = np.bincount(y, weights=w) / w.sum()
    np.testing.assert_allclose(model.predict_proba(lost)[:4], np.tile(prior, (4, 1)))
    assert (model.predict(lost)[:4] == prior.argmax()).all()


def test_a_view_that_no_row_has_does_not_hinder_the_others():
    X, y, w = problem(8, 3, v=2)
    ghost = Views(**{n: X.block(n) for n in X.names}, ghost=np.zeros((len(y), 1)))
    ghost = ghost.missing(ghost=np.ones(len(y), dtype=bool))
    learner = Tree(max_depth=2)
    model = CarakoClassifier(learner=learner).fit(ghost, y, w)
    plain = CarakoClassifier(learner=learner).fit(X, y, w)
    assert model.score(ghost, y, w) == pytest.approx(plain.score(X, y, w), abs=0.1)
    assert np.isfinite(model.decision_function(ghost)).all()


def test_probabilities_are_the_shares_of_the_vote():
    X, y, w = problem(9, 4)
    model = CarakoClassifier(learner=Tree(max_depth=2)).fit(X, y, w)
    G = model.decision_function(X)
    np.testing.assert_allclose(model.predict_proba(X), G / G.sum(axis=1, keepdims=True))
    assert (model._link(np.zeros((2, 4))) == 0.25).all()


def test_early_stopping_scores_the_votes_that_stand():
    X, y, w = problem(10, 3, m=200)
    half = np.arange(200) % 2 == 0
    learner = Weighted(GaussianNB(), resample=True)
    model = CarakoClassifier(learner=learner, n_iter_no_change=3, tol=0.0, random_state=0).fit(
        X[half], y[half], w[half], X_val=X[~half], y_val=y[~half]
    )
    seen = model.history_.column("validation")
    assert model.score(X[~half], y[~half]) == pytest.approx(seen.max())


def test_constant_views_leave_the_class_prior():
    y = np.array([0, 0, 0, 1, 1, 2])
    X = Views(a=np.zeros((6, 1)), b=np.ones((6, 2)))
    with pytest.warns(UserWarning, match="class prior"):
        model = CarakoClassifier().fit(X, y)
    np.testing.assert_allclose(model.predict_proba(X), np.tile([3 / 6, 2 / 6, 1 / 6], (6, 1)))


def test_more_views_than_can_be_weighed_jointly_are_refused(monkeypatch):
    monkeypatch.setattr(_confusion, "JOINT_PASSES", 5)  # enough to see that numbers stay finite
    rng = np.random.default_rng(0)
    y = np.arange(20) % 2
    many = Views(**{f"view{j}": rng.normal(size=(20, 1)) for j in range(301)})
    with pytest.raises(ValueError, match="at most 300 views.* X has 301; take version=2"):
        CarakoClassifier(version=1, learner=Stump()).fit(many, y)
    few = Views(sure=y[:, None], **{f"view{j}": many.block(f"view{j}") for j in range(299)})
    model = CarakoClassifier(version=1, learner=Stump(), n_rounds=2).fit(few, y)
    assert model.score(few, y) == 1.0
    assert np.isfinite(model.history_.column("joint")).all()
