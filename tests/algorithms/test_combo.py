"""CoMBo: its bounds on the confusion matrix, its reductions, class costs and probabilities."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import softmax

from viewboost import AdaBoostMMClassifier, ComboClassifier, Views
from viewboost.algorithms.combo import balanced_weights, class_cost_matrix
from viewboost.metrics import confusion_norm
from viewboost.rounds.edges import NO_EDGE, PERFECT
from viewboost.rounds.rule import State
from viewboost.views.rows import Rows

SETTINGS = settings(deadline=None, max_examples=20)
SEEDS = st.integers(0, 10**6)
CLASSES = st.integers(2, 4)
STEPS = st.sampled_from(["paper", "exact"])


def problem(seed, K=3, m=80, d=3):
    """Imbalanced classes, half learnable, with continuous weights."""
    rng = np.random.default_rng(seed)
    shares = 0.5 ** np.arange(K)
    rest = rng.choice(K, size=m - 2 * K, p=shares / shares.sum())
    y = np.concatenate([np.repeat(np.arange(K), 2), rest])
    X = rng.normal(size=(m, d)) + np.where(rng.random((m, 1)) < 0.6, 1.5 * y[:, None], 0)
    return X, y, rng.uniform(0.2, 3, m)


def balanced(y, w):
    return w / np.bincount(y, weights=w)[y]


def scores(model, X):
    decision = model.decision_function(X)
    return np.c_[-decision / 2, decision / 2] if decision.ndim == 1 else decision


def test_weights_are_the_same_for_every_class():
    _, y, w = problem(0)
    state = State(Rows(y, w, 3), [None])
    np.testing.assert_allclose(np.bincount(y, weights=balanced_weights(state)), 1)


@SETTINGS
@given(SEEDS, CLASSES, STEPS)
def test_the_confusion_is_bounded_by_the_edges(seed, K, step):
    X, y, w = problem(seed, K)
    model = ComboClassifier(n_rounds=12, step=step).fit(X, y, w)
    bound = np.log(K * (K - 1))
    for record, labels in zip(model.history_, model.staged_predict(X), strict=True):
        bound += np.log(1 - record.edges[0] ** 2) / 2
        assert record.log_losses[0] <= bound + 1e-9
        confused = balanced(y, w)[labels != y].sum()  # the sum of the entries of C_S
        assert confused <= np.exp(record.log_losses[0]) * (1 + 1e-9)
        assert confusion_norm(y, labels, sample_weight=w) <= confused * (1 + 1e-9)


@SETTINGS
@given(SEEDS, CLASSES, STEPS)
def test_it_is_adaboost_mm_on_classes_made_equal(seed, K, step):
    X, y, w = problem(seed, K)
    combo = ComboClassifier(n_rounds=10, step=step).fit(X, y, w)
    plain = AdaBoostMMClassifier(n_rounds=10, step=step).fit(X, y, balanced(y, w))
    np.testing.assert_allclose(scores(combo, X), scores(plain, X), atol=1e-9)


@SETTINGS
@given(SEEDS, CLASSES)
def test_with_balanced_classes_it_is_adaboost_mm(seed, K):
    X, y, w = problem(seed, K)
    w = balanced(y, w)
    combo = ComboClassifier(n_rounds=10).fit(X, y, w)
    plain = AdaBoostMMClassifier(n_rounds=10).fit(X, y, w)
    np.testing.assert_allclose(scores(combo, X), scores(plain, X), atol=1e-9)


def plain_costs(F, y, w, c):
    i = np.arange(len(y))
    D = w[:, None] * c[y] * np.exp(F - F[i, y][:, None])
    D[i, y] = 0
    D[i, y] = -D.sum(axis=1)
    return D


class TestClassCosts:
    @SETTINGS
    @given(SEEDS)
    def test_with_two_classes_they_are_weights(self, seed):
        X, y, w = problem(seed, K=2)
        costs = np.array([[0.0, 4.0], [0.5, 0.0]])
        combo = ComboClassifier(n_rounds=10, class_costs=costs).fit(X, y, w)
        weights = balanced(y, w) * np.where(y == 0, 4.0, 0.5)
        plain = AdaBoostMMClassifier(n_rounds=10).fit(X, y, weights)
        np.testing.assert_allclose(scores(combo, X), scores(plain, X), atol=1e-9)

    @SETTINGS
    @given(SEEDS, CLASSES)
    def test_edges_are_those_on_the_costs(self, seed, K):
        X, y, w = problem(seed, K)
        c = np.random.default_rng(seed).uniform(0.5, 3, (K, K))
        step = "exact" if K > 2 else "paper"
        model = ComboClassifier(n_rounds=6, class_costs=c, step=step).fit(X, y, w)
        block = model._gate.read(model, X)[0]
        D, i = plain_costs(np.zeros((len(y), K)), y, balanced(y, w), c), np.arange(len(y))
        stages = model.staged_decision_function(X)
        for record, vote, G in zip(model.history_, model._votes.entries, stages, strict=True):
            said = vote.hypotheses[0].predict(block)
            assert record.edges[0] == pytest.approx(-D[i, said].sum() / D.clip(0).sum())
            G = np.c_[-G / 2, G / 2] if K == 2 else G
            D = plain_costs(G, y, balanced(y, w), c)
            np.testing.assert_allclose(D.sum(axis=1), 0, atol=1e-9 * np.abs(D).max())
            assert abs(D[i, said].sum()) <= 1e-9 * D.clip(0).sum()  # nothing left along h_t

    def test_a_dear_confusion_becomes_rare(self):
        X, y, w = problem(1, K=3, m=200)
        plain = ComboClassifier(n_rounds=20).fit(X, y, w)
        dear = ComboClassifier(n_rounds=20, class_costs={(2, 1): 50}).fit(X, y, w)
        confused = [((m.predict(X) == 1) & (y == 2)).sum() for m in (plain, dear)]
        assert confused[0] > confused[1]

    def test_a_dict_names_the_users_labels(self):
        classes = np.array(["a", "b", "c"])
        costs = class_cost_matrix({("a", "c"): 3, ("c", "b"): 0.5}, classes)
        np.testing.assert_array_equal(costs, [[1, 1, 3], [1, 1, 1], [1, 0.5, 1]])
        X, y, w = problem(2)
        one = ComboClassifier(n_rounds=5, class_costs={("a", "c"): 3, ("c", "b"): 0.5})
        two = ComboClassifier(n_rounds=5, class_costs=costs.tolist())
        np.testing.assert_array_equal(
            one.fit(X, classes[y], w).decision_function(X),
            two.fit(X, classes[y], w).decision_function(X),
        )

    def test_the_users_matrix_is_left_as_it_is(self):
        X, y, _ = problem(2)
        costs = np.full((3, 3), 2.0)
        np.fill_diagonal(costs, 0)
        ComboClassifier(n_rounds=2, class_costs=costs).fit(X, y)
        assert not costs.diagonal().any()

    @pytest.mark.parametrize(
        ("costs", "text"),
        [
            (np.ones((2, 2)), r"class_costs has shape \(2, 2\), but there are 3 classes"),
            (np.zeros((3, 3)), "positive off the diagonal; got 0 to 1"),
            (np.full((3, 3), np.nan), "finite and positive"),
            ({("a", "z"): 2}, r"'z' is not a class \(classes: \['a', 'b', 'c'\]\)"),
            ({"a": 2}, r"keys are pairs \(true, predicted\), got 'a'"),
            ({("a", "b"): -1}, "positive off the diagonal; got -1"),
        ],
    )
    def test_bad_costs(self, costs, text):
        X, y, _ = problem(2)
        with pytest.raises(ValueError, match=text):
            ComboClassifier(class_costs=costs).fit(X, np.array(["a", "b", "c"])[y])


class TestProbabilities:
    @SETTINGS
    @given(SEEDS, CLASSES)
    def test_the_balanced_posterior_times_the_class_frequencies(self, seed, K):
        X, y, w = problem(seed, K)
        flat = ComboClassifier(n_rounds=5).fit(X, y, w)
        train = ComboClassifier(n_rounds=5, prior="train").fit(X, y, w)
        np.testing.assert_allclose(flat.predict_proba(X), softmax(2 * scores(flat, X), axis=1))
        expected = flat.predict_proba(X) * np.bincount(y, weights=w)
        expected /= expected.sum(axis=1, keepdims=True)
        np.testing.assert_allclose(train.predict_proba(X), expected, atol=1e-12)
        np.testing.assert_array_equal(train.predict(X), flat.predict(X))

    @pytest.mark.parametrize("prior", [None, "train"])
    def test_rows_without_any_view_have_the_class_frequencies(self, prior):
        X, y, w = problem(3)
        nothing = np.full_like(X, np.nan)
        given = Views(one=X).missing(one=np.arange(len(y)) % 5 == 0)
        model = ComboClassifier(n_rounds=5, prior=prior).fit(given, y, w)
        proba = model.predict_proba(Views(one=nothing).missing(one=np.ones(len(y), bool)))
        frequencies = np.bincount(y, weights=w) / w.sum()
        np.testing.assert_allclose(proba, np.tile(frequencies, (len(y), 1)))

    def test_validation_rows_are_scored_with_the_prior_of_this_fit(self):
        X, y, _ = problem(4, m=200)
        model = ComboClassifier(n_rounds=8, prior="train", scoring="neg_log_loss")
        model.fit(X[100:], (y[100:] > 0).astype(int))  # another fit before
        model.fit(X[:100], y[:100], X_val=X[100:], y_val=y[100:])
        stages = [
            np.log(p[np.arange(100), y[100:]]).mean() for p in model.staged_predict_proba(X[100:])
        ]
        np.testing.assert_allclose(model.history_.column("validation"), stages)


def test_several_views_share_one_distribution():
    X, y, w = problem(5, d=6)
    views = [("one", None, [0, 1, 2]), ("two", None, [3, 4, 5])]
    shared = ComboClassifier(views, n_rounds=15).fit(X, y, w)
    early = ComboClassifier(n_rounds=15).fit(X, y, w)
    np.testing.assert_array_equal(shared.decision_function(X), early.decision_function(X))


def test_class_weights_count_rows_that_lack_the_view():
    X, y, w = problem(6)
    lacking = np.arange(len(y)) % 3 == 0
    views = Views(one=X).missing(one=lacking)
    combo = ComboClassifier(n_rounds=6).fit(views, y, w)
    plain = AdaBoostMMClassifier(n_rounds=6).fit(views, y, balanced(y, w))
    here = views[~lacking]
    np.testing.assert_allclose(scores(combo, here), scores(plain, here), atol=1e-9)


def test_stop_reasons():
    X = np.arange(20.0)[:, None]
    assert ComboClassifier().fit(X, X[:, 0] > 14).stop_reason_ == PERFECT
    noise = np.zeros((20, 1))
    with pytest.warns(UserWarning, match="the model is the class prior"):
        model = ComboClassifier().fit(noise, X[:, 0] > 14)
    assert model.stop_reason_ == NO_EDGE
    np.testing.assert_allclose(model.predict_proba(noise), np.tile([0.75, 0.25], (20, 1)))


def test_small_classes_are_recalled():
    X, y, _ = problem(7, K=2, m=400)
    y[np.flatnonzero(y == 1)[20:]] = 0  # 20 rows are left of class 1
    combo = ComboClassifier(n_rounds=10).fit(X, y)
    plain = AdaBoostMMClassifier(n_rounds=10).fit(X, y)
    recall = [(m.predict(X) == 1)[y == 1].mean() for m in (combo, plain)]
    assert recall[0] > recall[1] + 0.3
