"""What holds for every algorithm: weights, order, names, and one answer by every path."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import viewboost
from viewboost import Views

ALGORITHMS = [getattr(viewboost, name) for name in viewboost.__all__ if name.endswith("Classifier")]
# Neighbours are rows, so that repeating a row is more than doubling its weight.
WEIGHTED = [a for a in ALGORITHMS if a.__name__ != "RegionBoostClassifier"]
# AgreementBoost trains one view after the other: their order matters by design.
UNORDERED = [a for a in ALGORITHMS if a.__name__ != "AgreementBoostClassifier"]
SETTINGS = settings(deadline=None, max_examples=8)
CASES = given(st.integers(0, 10**6), st.integers(2, 4))


def problem(seed, K, m=60):
    """Three views of continuous columns; view j tells class j best."""
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.repeat(np.arange(K), 2), rng.integers(K, size=m - 2 * K)])
    views = {
        name: rng.normal(size=(m, 2)) + 1.5 * (y == j)[:, None] + 0.3 * y[:, None]
        for j, name in enumerate(["one", "two", "three"])
    }
    return Views(**views), y, rng


def scores(model, X):
    decision = model.decision_function(X)
    return np.c_[-decision / 2, decision / 2] if decision.ndim == 1 else decision


@pytest.mark.parametrize("algorithm", WEIGHTED)
@SETTINGS
@CASES
def test_integer_weights_are_repeated_rows(algorithm, seed, K):
    X, y, rng = problem(seed, K)
    times = rng.integers(1, 4, len(y))
    repeated = np.repeat(np.arange(len(y)), times)
    weighted = algorithm(n_rounds=4, random_state=0).fit(X, y, times)
    plain = algorithm(n_rounds=4, random_state=0).fit(X[repeated], y[repeated])
    np.testing.assert_allclose(scores(weighted, X), scores(plain, X), atol=1e-7)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@SETTINGS
@CASES
def test_the_order_of_rows_changes_nothing(algorithm, seed, K):
    X, y, rng = problem(seed, K)
    w = rng.uniform(0.5, 2, len(y))
    order = rng.permutation(len(y))
    one = algorithm(n_rounds=4, random_state=0).fit(X, y, w)
    other = algorithm(n_rounds=4, random_state=0).fit(X[order], y[order], w[order])
    np.testing.assert_allclose(scores(one, X), scores(other, X), atol=1e-7)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@SETTINGS
@CASES
def test_the_names_of_classes_change_nothing(algorithm, seed, K):
    X, y, rng = problem(seed, K)
    w = rng.uniform(0.5, 2, len(y))
    names = rng.permutation(K)
    one = algorithm(n_rounds=4, random_state=0).fit(X, y, w)
    other = algorithm(n_rounds=4, random_state=0).fit(X, names[y], w)
    np.testing.assert_allclose(scores(one, X), scores(other, X)[:, names], atol=1e-7)


@pytest.mark.parametrize("algorithm", UNORDERED)
@SETTINGS
@CASES
def test_the_order_of_views_changes_nothing(algorithm, seed, K):
    X, y, rng = problem(seed, K)
    w = rng.uniform(0.5, 2, len(y))
    other = Views(**{name: X.block(name) for name in rng.permutation(X.names)})
    one = algorithm(n_rounds=4, random_state=0).fit(X, y, w)
    two = algorithm(n_rounds=4, random_state=0).fit(other, y, w)
    np.testing.assert_allclose(scores(one, X), scores(two, X), atol=1e-7)
    for name, share in one.view_importances_.items():
        assert two.view_importances_[name] == pytest.approx(share, abs=1e-7)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@SETTINGS
@CASES
def test_every_path_gives_one_answer(algorithm, seed, K):
    X, y, rng = problem(seed, K)
    X = X.missing(two=rng.random(len(y)) < 0.3)
    model = algorithm(n_rounds=6, random_state=0).fit(X, y)
    decision, labels = model.decision_function(X), model.predict(X)
    proba = model.predict_proba(X)
    np.testing.assert_allclose(proba.sum(axis=1), 1)
    assert (proba >= 0).all()
    np.testing.assert_array_equal(labels, model.classes_[scores(model, X).argmax(axis=1)])
    *_, last = model.staged_decision_function(X)
    np.testing.assert_array_equal(last, decision)
    *_, last = model.staged_predict(X)
    np.testing.assert_array_equal(last, labels)
    *_, last = model.staged_predict_proba(X)
    np.testing.assert_array_equal(last, proba)
    # Row by row it is the same as all rows at once.
    single = np.concatenate([model.decision_function(X[[i]]) for i in range(5)])
    np.testing.assert_array_equal(single, decision[:5])


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_nothing_of_the_training_rows_is_kept(algorithm):
    if algorithm.__name__ == "RegionBoostClassifier":
        pytest.skip("its neighbours are training rows, as documented")
    import pickle

    sizes = []
    for m in (200, 2000):
        X, y, _ = problem(0, 3, m)
        # Stumps for all: a deep tree grows with the rows without keeping any.
        model = algorithm(learner=viewboost.Stump(), n_rounds=3, random_state=0).fit(X, y)
        sizes.append(len(pickle.dumps(model)))
    assert sizes[1] < sizes[0] + 5000


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_fits_are_reproducible(algorithm):
    from sklearn.tree import DecisionTreeClassifier

    from viewboost import Weighted

    X, y, _ = problem(1, 3)
    learner = Weighted(DecisionTreeClassifier(max_depth=2, max_features=1), resample=True)
    one, two, other = (
        algorithm(learner=learner, n_rounds=5, random_state=s).fit(X, y) for s in (7, 7, 8)
    )
    np.testing.assert_array_equal(scores(one, X), scores(two, X))
    assert not np.array_equal(scores(one, X), scores(other, X))
