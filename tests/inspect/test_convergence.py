"""Convergence: records told as they are, bounds that hold, errors of the staged predictions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from tests.inspect.problems import ALGORITHMS, problem

from viewboost import AdaBoostMMClassifier, CarakoClassifier, ComboClassifier, MumboClassifier
from viewboost.inspect import convergence, staged

SETTINGS = settings(deadline=None, max_examples=5)
SEEDS = st.integers(0, 10**6)


@pytest.mark.parametrize("name", sorted(ALGORITHMS))
@SETTINGS
@given(SEEDS, st.integers(2, 4), st.booleans())
def test_losses_and_errors_stay_below_what_the_theory_promises(name, seed, K, missing):
    X, y, w = problem(seed, K, missing=missing)
    model = clone(ALGORITHMS[name]).fit(X, y, w)
    found = convergence(model, X, y, sample_weight=w)
    known = ~np.isnan(found.log_bounds)
    assert (found.log_losses[known] <= found.log_bounds[known] + 1e-9).all()
    if missing and name == "mucombo":
        return  # the mean over views bounds errors only where no row lacks one
    bounds = found.error_bounds[-1:] if name.startswith("carako") else found.error_bounds
    bounds = bounds[: model.n_rounds_]
    known = ~np.isnan(bounds)
    assert (found.train.errors[known] <= bounds[known] * (1 + 1e-9)).all()


@pytest.mark.parametrize("name", ["mm", "combo", "kboost", "mumbo", "mumbo all"])
def test_bounds_are_known_and_all_promise_something(name):
    X, y, w = problem(0)
    found = convergence(clone(ALGORITHMS[name]).fit(X, y, w))
    assert np.isfinite(found.log_bounds).all()
    assert np.isfinite(found.error_bounds).all()
    if name != "mumbo all":
        assert (np.diff(found.error_bounds) < 0).all()


def test_bounds_on_the_error_are_the_papers_products():
    X, y, w = problem(0)
    found, told = {}, {}
    for name in ("mm", "combo", "kboost", "mumbo", "mucombo"):
        model = clone(ALGORITHMS[name]).fit(X, y, w)
        found[name], told[name] = convergence(model).error_bounds, model.history_
    best = {name: [r.edges.max() for r in told[name]] for name in ("mm", "combo")}
    Z = {name: np.cumprod(np.sqrt(1 - np.square(edges))) for name, edges in best.items()}
    np.testing.assert_allclose(found["mm"], 2 * Z["mm"])
    np.testing.assert_allclose(found["combo"], 3 * 2 * Z["combo"])
    np.testing.assert_allclose(found["kboost"], 2 * np.cumprod(told["kboost"].column("Z")))
    edges = told["mumbo"].column("vote_edge")
    np.testing.assert_allclose(found["mumbo"], 2 * np.cumprod(np.sqrt(1 - edges**2)))
    losses = np.exp(told["mucombo"].column("log_losses"))
    np.testing.assert_allclose(found["mucombo"], losses.mean(axis=1))


@pytest.mark.parametrize("name", sorted(ALGORITHMS))
def test_what_was_recorded_is_told(name):
    X, y, w = problem(3)
    model = clone(ALGORITHMS[name]).fit(X, y, w)
    found, history = convergence(model), model.history_
    np.testing.assert_array_equal(found.edges, history.column("edges"))
    np.testing.assert_array_equal(found.steps, history.column("steps"))
    assert found.log_losses.shape == (len(history), len(found.loss_names))
    assert (found.n_rounds, found.stop_reason) == (model.n_rounds_, model.stop_reason_)
    if not name.startswith("carako"):
        told = np.array([r.log_losses for r in history])
        np.testing.assert_array_equal(found.log_losses[:, : told.shape[1]], told)
    assert found.train is None
    assert len(found.to_frame()) == len(history)


@pytest.mark.parametrize("name", ["mm", "kboost", "mumbo"])
def test_the_loss_on_the_training_rows_is_the_recorded_one(name):
    X, y, w = problem(5)
    model = clone(ALGORITHMS[name]).fit(X, y, w)
    found = convergence(model, X, y, sample_weight=w)
    np.testing.assert_allclose(found.train.log_losses + np.log(w.sum()), found.log_losses[:, -1])


@pytest.mark.parametrize("name", sorted(ALGORITHMS))
def test_errors_are_those_of_the_staged_predictions(name):
    X, y, w = problem(7, missing=name != "regionboost")
    model = clone(ALGORITHMS[name]).fit(X[:40], y[:40])
    errors = [w[40:][said != y[40:]].sum() / w[40:].sum() for said in model.staged_predict(X[40:])]
    np.testing.assert_allclose(staged(model, X[40:], y[40:], w[40:]).errors, errors)
    both = convergence(model, X[:40], y[:40], X_val=X[40:], y_val=y[40:])
    np.testing.assert_array_equal(both.held_out.errors, staged(model, X[40:], y[40:]).errors)
    assert both.train.errors[-1] == pytest.approx(1 - model.score(X[:40], y[:40]))


def test_some_rounds_alone_give_the_same_numbers():
    X, y, w = problem(7)
    model = MumboClassifier(n_rounds=9).fit(X, y)
    whole, some = staged(model, X, y, w), staged(model, X, y, w, rounds=[9, 2])
    assert some.rounds.tolist() == [2, 9]
    np.testing.assert_array_equal(some.errors, whole.errors[[1, 8]])
    np.testing.assert_array_equal(some.view_errors, whole.view_errors[[1, 8]])
    with pytest.raises(ValueError, match="rounds lie between 1 and 9, got \\[0, 3\\]"):
        staged(model, X, y, rounds=[3, 0])


def test_errors_of_views_are_those_of_their_votes_alone():
    X, y, _ = problem(11, missing=True)
    model = MumboClassifier(n_rounds=8).fit(X, y)
    blocks = model._gate.read(model, X)
    G, spoken = np.zeros((2, len(y), 3)), np.zeros((2, len(y)), dtype=bool)
    for t, errors in enumerate(staged(model, X, y).view_errors):
        for vote in model._votes.entries:
            if vote.round == t:
                (j,), said = vote.views, vote.predict(blocks)
                spoken[j] |= said >= 0
                G[j, said >= 0, said[said >= 0]] += vote.vector[0]
        for j in range(2):
            if spoken[j].any():
                wrong = G[j].argmax(axis=1) != y
                assert errors[j] == pytest.approx(wrong[spoken[j]].mean())
            else:
                assert np.isnan(errors[j])


def test_nothing_is_promised_of_shorter_steps_nor_of_class_costs():
    X, y, w = problem(0)
    short = convergence(AdaBoostMMClassifier(n_rounds=3, learning_rate=0.5).fit(X, y, w))
    assert np.isnan(short.log_bounds).all()
    assert np.isnan(short.error_bounds).all()
    costs = convergence(ComboClassifier(n_rounds=3, class_costs={(0, 1): 3.0}).fit(X, y))
    assert np.isfinite(costs.log_bounds).all()
    assert np.isnan(costs.error_bounds).all()


def test_early_stopping_shows_all_rounds_and_scores_those_that_stand():
    X, y, _ = problem(2, m=200)
    model = AdaBoostMMClassifier(n_rounds=40, n_iter_no_change=3, random_state=0).fit(X, y)
    found = convergence(model, X, y)
    assert len(found.rounds) == len(model.history_) > model.n_rounds_ == len(found.train.rounds)
    np.testing.assert_array_equal(found.validation, model.history_.column("validation"))


def test_models_without_rounds_or_votes_have_empty_tables():
    X, _, _ = problem(0)
    one = convergence(AdaBoostMMClassifier().fit(X, np.zeros(60)), X, np.zeros(60))
    assert one.log_losses.shape == (0, 0)
    assert one.train.errors.shape == (0,)
    with pytest.warns(UserWarning, match="class prior"):
        prior = AdaBoostMMClassifier().fit(np.ones((6, 1)), [0, 0, 0, 0, 1, 1])
    assert len(convergence(prior, np.ones((6, 1)), [0, 0, 0, 0, 1, 1]).rounds) <= 1


def test_other_models_and_labels_are_refused_by_name():
    X, y, _ = problem(0)
    model = CarakoClassifier(n_rounds=1)
    with pytest.raises(TypeError, match="convergence reads a boosting model of viewboost, got int"):
        convergence(3)
    with pytest.raises(ValueError, match="labels that the model has not: \\[7\\]"):
        staged(model.fit(X, y), X, np.where(y == 0, 7, y))
    with pytest.raises(ValueError, match="X and y go together: one of them is missing"):
        convergence(model, X)
    with pytest.raises(ValueError, match="X_val and y_val go together"):
        convergence(model, y_val=y)
    with pytest.raises(ValueError, match="X has 60 rows, y has 59"):
        staged(model, X, y[1:])
