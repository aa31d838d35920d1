"""AdaBoost.MM: its bounds, its steps, and AdaBoost as the case of two classes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_breast_cancer, make_classification, make_hastie_10_2
from sklearn.ensemble import AdaBoostClassifier
from sklearn.tree import DecisionTreeClassifier

from viewboost import AdaBoostMMClassifier, Stump, Tree, Views
from viewboost.rounds.edges import NO_EDGE, PERFECT
from viewboost.rounds.loop import ALL_ROUNDS

SETTINGS = settings(deadline=None, max_examples=25)
SEEDS = st.integers(0, 10**6)


def problem(seed, m=80, K=3, d=3):
    """Random rows whose classes are half learnable, with continuous weights."""
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(K), rng.integers(K, size=m - K)])
    X = rng.normal(size=(m, d)) + np.where(rng.random((m, 1)) < 0.5, y[:, None], 0)
    return X, y, rng.uniform(0.2, 3, m)


def plain_loss(F, y, w):
    """L = sum_i w_i sum_{l != y_i} exp(F(i,l) - F(i,y_i))."""
    margins = np.exp(F - F[np.arange(len(y)), y][:, None])
    return (w * (margins.sum(axis=1) - 1)).sum()


def scores(model, X):
    """G of shape (n, K) after each round, whatever the number of classes."""
    for decision in model.staged_decision_function(X):
        yield np.c_[-decision / 2, decision / 2] if decision.ndim == 1 else decision


@SETTINGS
@given(SEEDS, st.integers(2, 5), st.sampled_from(["paper", "exact"]))
def test_the_loss_falls_as_the_edge_says(seed, K, step):
    X, y, w = problem(seed, K=K)
    model = AdaBoostMMClassifier(n_rounds=12, step=step).fit(X, y, w)
    before = w.sum() * (K - 1)
    bound = before
    for record, G in zip(model.history_, scores(model, X), strict=True):
        edge = record.edges[record.chosen]
        loss = plain_loss(G, y, w)
        assert loss <= before * np.sqrt(1 - edge**2) * (1 + 1e-9)
        assert np.log(loss) == pytest.approx(record.log_losses[0], abs=1e-8)
        before, bound = loss, bound * np.sqrt(1 - edge**2)
    assert before <= bound * (1 + 1e-9)
    wrong = w[model.predict(X) != y].sum() / w.sum()
    assert wrong <= bound / w.sum() * (1 + 1e-9)


@SETTINGS
@given(SEEDS, st.integers(2, 5))
def test_after_the_exact_step_the_hypothesis_has_no_edge_left(seed, K):
    X, y, w = problem(seed, K=K)
    model = AdaBoostMMClassifier(n_rounds=8, step="exact" if K > 2 else "paper").fit(X, y, w)
    i = np.arange(len(y))
    for vote, G in zip(model._votes.entries, scores(model, X), strict=True):
        D = w[:, None] * np.exp(G - G[i, y][:, None])
        D[i, y] = 0
        D[i, y] = -D.sum(axis=1)
        np.testing.assert_allclose(D.sum(axis=1), 0, atol=1e-9 * np.abs(D).max())
        said = vote.predict(model._gate.read(model, X))
        assert abs(D[i, said].sum()) <= 1e-9 * D.clip(0).sum()


@SETTINGS
@given(SEEDS, st.integers(3, 5))
def test_the_exact_step_never_drops_less(seed, K):
    X, y, w = problem(seed, K=K)
    drops = {}
    for step in ("paper", "exact"):
        model = AdaBoostMMClassifier(n_rounds=1, step=step).fit(X, y, w)
        drops[step] = model.history_[0].log_losses[0]
    assert drops["exact"] <= drops["paper"] + 1e-12


def plain_adaboost(X, y, w, n_rounds):
    """AdaBoost as in the textbook, by exhaustive search over stumps; (scores, coefficients)."""
    signs = np.where(y == 1, 1.0, -1.0)
    w = w / w.sum()
    F, coefficients = np.zeros(len(y)), []
    candidates = [np.ones(len(y))]
    for column in X.T:
        values = np.unique(column)
        for cut in (values[1:] + values[:-1]) / 2:
            candidates.append(np.where(column <= cut, 1.0, -1.0))
    H = np.array(candidates + [-h for h in candidates])
    for _ in range(n_rounds):
        gammas = H @ (w * signs)
        h = H[gammas.argmax()]
        gamma = gammas.max()
        c = 0.5 * np.log((1 + gamma) / (1 - gamma))
        F += c * h
        w = w * np.exp(-c * signs * h)
        w /= w.sum()
        coefficients.append(c)
        assert w[h != signs].sum() == pytest.approx(0.5)  # the paper's property
    return F, coefficients


@SETTINGS
@given(SEEDS)
def test_two_classes_are_adaboost(seed):
    X, y, w = problem(seed, K=2, m=40)
    F, coefficients = plain_adaboost(X, y, w, 6)
    model = AdaBoostMMClassifier(n_rounds=6).fit(X, y, w)
    np.testing.assert_allclose([r.steps[0] for r in model.history_], coefficients, atol=1e-9)
    np.testing.assert_allclose(model.decision_function(X), F, atol=1e-9)


DATA = {
    "breast cancer": lambda: load_breast_cancer(return_X_y=True),
    "hastie": lambda: make_hastie_10_2(n_samples=600, random_state=0),
    "noisy": lambda: make_classification(400, 12, flip_y=0.2, random_state=1),
}


@pytest.mark.parametrize("name", DATA)
def test_with_scikit_learns_stump_it_is_scikit_learns_adaboost(name):
    X, y = DATA[name]()
    stump = DecisionTreeClassifier(max_depth=1)
    theirs = AdaBoostClassifier(stump, n_estimators=40, random_state=0).fit(X, y)
    ours = AdaBoostMMClassifier(learner=stump, n_rounds=40, random_state=0).fit(X, y)
    steps = ours.history_.column("steps")[:, 0]
    np.testing.assert_allclose(steps, theirs.estimator_weights_ / 2, rtol=0, atol=1e-9)
    # Theirs is twice the sum of +-w over the sum of w, with w = 2 alpha.
    total = theirs.estimator_weights_.sum() / 4
    np.testing.assert_allclose(
        ours.decision_function(X), theirs.decision_function(X) * total, rtol=0, atol=1e-9
    )


@pytest.mark.parametrize("name", DATA)
def test_on_equal_costs_the_native_stumps_loss_is_never_the_larger_one(name):
    X, y = DATA[name]()
    # Few enough values for one bin each: the native stump then sees every threshold.
    X = np.round(250 * (X - X.min(axis=0)) / np.ptp(X, axis=0))
    columns = list(range(X.shape[1]))
    views = [("gini", DecisionTreeClassifier(max_depth=1), columns), ("cost", Stump(), columns)]
    edges = AdaBoostMMClassifier(views, n_rounds=40).fit(X, y).history_.column("edges")
    # With two classes a round's loss is sqrt(1 - edge^2) times the one before.
    assert (edges[:, 1] >= edges[:, 0] - 1e-12).all()
    assert (edges[:, 1] > edges[:, 0]).any()


def test_several_views_of_stumps_are_early_fusion():
    X, y, w = problem(3, d=6)
    views = [("one", None, [0, 1, 2]), ("two", None, [3, 4, 5])]
    shared = AdaBoostMMClassifier(views, n_rounds=15).fit(X, y, w)
    early = AdaBoostMMClassifier(n_rounds=15).fit(X, y, w)
    np.testing.assert_array_equal(shared.decision_function(X), early.decision_function(X))
    assert {r.chosen for r in shared.history_} == {0, 1}


def test_probabilities_are_those_of_the_loss_minimiser():
    rng = np.random.default_rng(0)
    y = rng.choice(3, size=600, p=[0.6, 0.3, 0.1])
    x = rng.integers(2, size=(600, 1)).astype(float)
    model = AdaBoostMMClassifier(n_rounds=300, step="exact").fit(x, y)
    for value in (0.0, 1.0):
        shares = np.bincount(y[x[:, 0] == value]) / (x[:, 0] == value).sum()
        np.testing.assert_allclose(model.predict_proba([[value]])[0], shares, atol=0.02)


def test_stop_reasons():
    X = np.arange(10.0)[:, None]
    assert AdaBoostMMClassifier().fit(X, X[:, 0] > 4).stop_reason_ == PERFECT
    assert AdaBoostMMClassifier(n_rounds=3).fit(*problem(0)[:2]).stop_reason_ == ALL_ROUNDS
    noise = np.array([[0.0], [0.0], [1.0], [1.0]])
    with pytest.warns(UserWarning, match="the model is the class prior"):
        model = AdaBoostMMClassifier().fit(noise, [0, 1, 0, 1])
    assert model.stop_reason_ == NO_EDGE
    np.testing.assert_allclose(model.predict_proba(noise), 0.5)


def test_ten_thousand_rounds_stay_finite():
    X, y, w = problem(1, m=60, K=4)
    model = AdaBoostMMClassifier(n_rounds=10_000).fit(X, y, w)
    assert model.n_rounds_ == 10_000
    assert np.isfinite(model.decision_function(X)).all()
    assert np.isfinite(model.predict_proba(X)).all()
    assert np.isfinite(model.history_.column("log_losses")).all()


def test_tiny_weights_still_learn():
    X, y, _ = problem(2)
    tiny = AdaBoostMMClassifier(n_rounds=10).fit(X, y, np.full(len(y), 1e-300))
    plain = AdaBoostMMClassifier(n_rounds=10).fit(X, y)
    np.testing.assert_allclose(tiny.decision_function(X), plain.decision_function(X), atol=1e-9)


class TestEarlyStopping:
    def data(self):
        X, y, _ = problem(5, m=300)
        return X[:200], y[:200], X[200:], y[200:]

    def test_validation_scores_are_recorded_and_the_best_round_is_kept(self):
        X, y, X_val, y_val = self.data()
        model = AdaBoostMMClassifier(n_rounds=100, n_iter_no_change=5)
        model.fit(X, y, X_val=X_val, y_val=y_val)
        scores = model.history_.column("validation")
        assert model.stop_reason_ == "no improvement on the validation rows"
        assert model.n_rounds_ == scores.argmax() + 1
        assert len(scores) == model.n_rounds_ + 5
        full = AdaBoostMMClassifier(n_rounds=len(scores)).fit(X, y)
        for stage, score in zip(full.staged_predict(X_val), scores, strict=True):
            assert score == pytest.approx(np.mean(stage == y_val))

    def test_validation_rows_alone_only_watch(self):
        X, y, X_val, y_val = self.data()
        model = AdaBoostMMClassifier(n_rounds=20).fit(X, y, X_val=X_val, y_val=y_val)
        assert model.n_rounds_ == len(model.history_) == 20
        assert not np.isnan(model.history_.column("validation")).any()

    @pytest.mark.parametrize(
        "scoring", ["accuracy", "balanced_accuracy", "neg_log_loss", "roc_auc_ovo"]
    )
    def test_a_share_is_held_out_and_scored_by_name(self, scoring):
        X, y, _, _ = self.data()
        model = AdaBoostMMClassifier(
            n_rounds=60,
            n_iter_no_change=3,
            validation_fraction=0.25,
            scoring=scoring,
            random_state=0,
        ).fit(X, y)
        again = AdaBoostMMClassifier(**model.get_params()).fit(X, y)
        np.testing.assert_array_equal(again.decision_function(X), model.decision_function(X))
        assert model.n_rounds_ < 60

    def test_bad_validation_rows(self):
        X, y, X_val, y_val = self.data()
        with pytest.raises(ValueError, match="X_val and y_val go together"):
            AdaBoostMMClassifier().fit(X, y, X_val=X_val)
        with pytest.raises(ValueError, match="X_val has 100 rows, y_val has 99"):
            AdaBoostMMClassifier().fit(X, y, X_val=X_val, y_val=y_val[1:])
        with pytest.raises(ValueError, match=r"labels that y has not: \[7\]"):
            AdaBoostMMClassifier().fit(X, y, X_val=X_val, y_val=np.full(100, 7))


def test_what_is_done_survives_an_interruption():
    X, y, _ = problem(6)

    class Interrupting(Stump):
        def bind(self, block, rows, n_threads=1):
            bound = super().bind(block, rows, n_threads)
            plain, calls = bound.hypothesis, []

            def hypothesis(D, changes, seed):
                calls.append(seed)
                if len(calls) == 5:
                    raise KeyboardInterrupt
                return plain(D, changes, seed)

            bound.hypothesis = hypothesis
            return bound

    model = AdaBoostMMClassifier(learner=Interrupting())
    with pytest.raises(KeyboardInterrupt):
        model.fit(X, y)
    assert model.n_rounds_ == 4
    assert model.stop_reason_ == "interrupted"
    expected = AdaBoostMMClassifier(n_rounds=4).fit(X, y)
    np.testing.assert_array_equal(model.decision_function(X), expected.decision_function(X))


def test_rows_may_lack_views():
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=200)
    views = Views(
        one=y[:, None] + rng.normal(size=(200, 2)), two=y[:, None] + rng.normal(size=(200, 2))
    )
    lacking = views.missing(one=rng.random(200) < 0.5, two=np.arange(200) >= 150)
    model = AdaBoostMMClassifier(n_rounds=20).fit(lacking, y)
    # Edges divide by the loss of all rows, also of those that the view cannot see.
    assert all(record.edges.max() < 1 for record in model.history_)
    nothing = views.missing(one=np.ones(200, bool), two=np.ones(200, bool))
    prior = np.bincount(y) / 200
    np.testing.assert_allclose(model.predict_proba(nothing), np.tile(prior, (200, 1)))
    assert model.score(lacking, y) > 0.7


def test_importances():
    X, y, _ = problem(0, d=4)
    X[:, 2] = 0
    model = AdaBoostMMClassifier(n_rounds=20).fit(X, y)
    assert model.feature_importances_.shape == (4,)
    assert model.feature_importances_.sum() == pytest.approx(1)
    assert model.feature_importances_[2] == 0
    two = [("one", Stump(), [0, 1]), ("two", Tree(max_depth=2), [2, 3])]
    model = AdaBoostMMClassifier(two, n_rounds=20).fit(X, y)
    assert sum(model.view_importances_.values()) == pytest.approx(1)
    assert set(model.feature_importances_) == {"one", "two"}
