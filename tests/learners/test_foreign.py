"""The adapter for scikit-learn classifiers and Pipelines."""

import pickle

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin, clone
from sklearn.datasets import load_breast_cancer, make_classification, make_moons
from sklearn.decomposition import TruncatedSVD
from sklearn.ensemble import AdaBoostClassifier, RandomForestClassifier
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.feature_selection import SelectKBest
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.tree import DecisionTreeClassifier, ExtraTreeClassifier

from viewboost import Weighted
from viewboost.learners.base import (
    BoundLearner,
    Hypothesis,
    Learner,
    Seed,
    bind,
    weighted_labels,
)
from viewboost.learners.foreign import Constant, as_learner
from viewboost.views.blocks import Accepts, Block
from viewboost.views.rows import Rows

SEED = Seed(entropy=7, round=0, view=0)


def rows_of(y, weights=None):
    y = np.asarray(y, dtype=np.intp)
    weights = np.ones(len(y)) if weights is None else np.asarray(weights, dtype=float)
    return Rows(y, weights, int(y.max()) + 1)


def costs_of(y, weights=None):
    """The cost matrix of the first round: w off the label, rows sum to zero."""
    rows = rows_of(y, weights)
    D = np.repeat(rows.weights[:, None], rows.n_classes, axis=1)
    D[np.arange(len(rows)), rows.y] = -(rows.n_classes - 1) * rows.weights
    return D


@pytest.fixture
def data():
    X, y = make_classification(
        120, 6, n_informative=4, n_classes=3, random_state=0, n_clusters_per_class=1
    )
    return Block("dense", X), y


class Column(Learner):
    """A native stand-in: thresholds the first column at the mean it saw."""

    accepts = Accepts(frozenset({"dense", "sparse"}))

    def __init__(self, column=0):
        self.column = column

    def bind(self, block, rows, n_threads=1):
        return BoundColumn(block, self.column)


class BoundColumn(BoundLearner):
    def __init__(self, block, column):
        self.block, self.column = block, column

    def hypothesis(self, D, changes, seed):
        above = AboveMean(self.column, self.block.data[:, self.column].mean())
        return above, above.predict(self.block)


class AboveMean(Hypothesis):
    def __init__(self, column, mean):
        self.column, self.mean = column, mean

    def classes(self, block):
        column = block.data[:, self.column]
        column = column.toarray().ravel() if block.kind == "sparse" else column
        return (column > self.mean).astype(np.intp)


def adaboost(X, y, learner, n_rounds):
    """AdaBoost on signed labels, one view, through the seam."""
    bound = learner.bind(Block("dense", X), rows_of(y))
    weights, coefficients, scores = np.full(len(y), 1 / len(y)), [], np.zeros(len(y))
    for t in range(n_rounds):
        _, predictions = bound.hypothesis(costs_of(y, weights), None, Seed(0, t, 0))
        hit = np.where(predictions == y, 1.0, -1.0)
        edge = weights @ hit / weights.sum()
        coefficients.append(0.5 * np.log((1 + edge) / (1 - edge)))
        weights = weights * np.exp(-coefficients[-1] * hit)
        scores += coefficients[-1] * (2.0 * predictions - 1)
    return np.array(coefficients), scores


@pytest.mark.parametrize("name", ["cancer", "moons", "made"])
def test_coefficients_equal_adaboost_of_scikit_learn(name):
    X, y = {
        "cancer": load_breast_cancer(return_X_y=True),
        "moons": make_moons(300, noise=0.3, random_state=1),
        "made": make_classification(200, 8, random_state=2),
    }[name]
    stump = DecisionTreeClassifier(max_depth=1)
    theirs = AdaBoostClassifier(stump, n_estimators=20, random_state=0).fit(X, y)
    coefficients, scores = adaboost(X, y, as_learner(stump), 20)
    np.testing.assert_allclose(coefficients, theirs.estimator_weights_ / 2, rtol=0, atol=1e-9)
    share = 2 * scores / coefficients.sum()  # scikit-learn adds up both classes
    np.testing.assert_allclose(share, theirs.decision_function(X), rtol=0, atol=1e-9)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 2**32 - 1), st.integers(2, 5), st.integers(1, 30))
def test_labels_and_weights_of_costs(seed, n_classes, m):
    D = np.random.default_rng(seed).normal(size=(m, n_classes))
    labels, weights = weighted_labels(D, rows_of(np.zeros(m, dtype=int)))
    plain = np.array([sum(row) / n_classes - min(row) for row in D])
    np.testing.assert_array_equal(labels, [list(row).index(min(row)) for row in D])
    np.testing.assert_allclose(weights, m * plain / plain.sum(), rtol=1e-12)


def test_weights_of_costs_sum_to_rows_or_to_the_larger_total_of_the_user():
    y = [0, 1, 1]
    for given_weights, total in [([1e-300] * 3, 3), ([2.0, 3.0, 5.0], 10)]:
        _, weights = weighted_labels(costs_of(y, given_weights), rows_of(y, given_weights))
        assert weights.sum() == pytest.approx(total, rel=1e-12)
    _, weights = weighted_labels(np.zeros((3, 2)), rows_of(y))
    np.testing.assert_array_equal(weights, 0)


@pytest.mark.parametrize(
    "estimator", [DecisionTreeClassifier(max_depth=2), LogisticRegression(), GaussianNB()]
)
def test_integer_weights_equal_repeated_rows(data, estimator):
    block, y = data
    times = np.random.default_rng(3).integers(1, 4, len(y))
    repeated = np.repeat(np.arange(len(y)), times)
    weighted = as_learner(estimator).bind(block, rows_of(y, times))
    plain = as_learner(estimator).bind(block.take(repeated), rows_of(y[repeated]))
    by_weights, _ = weighted.hypothesis(costs_of(y, times), None, SEED)
    by_rows, _ = plain.hypothesis(costs_of(y[repeated]), None, SEED)
    np.testing.assert_array_equal(by_weights.predict(block), by_rows.predict(block))
    if isinstance(estimator, LogisticRegression):  # regularised: the scale of weights counts
        np.testing.assert_allclose(
            by_weights.estimator.coef_, by_rows.estimator.coef_, atol=1e-3, rtol=0
        )


def test_the_user_s_estimator_is_never_fitted(data):
    block, y = data
    tree = DecisionTreeClassifier(max_depth=2, random_state=5)
    pipeline = make_pipeline(StandardScaler(), tree)
    for estimator in (tree, pipeline):
        as_learner(estimator).bind(block, rows_of(y)).hypothesis(costs_of(y), None, SEED)
    assert not hasattr(tree, "tree_")
    assert not hasattr(pipeline[0], "mean_")
    assert tree.random_state == 5


class Recorder(ClassifierMixin, BaseEstimator):
    """A classifier that remembers what it was fitted with, and wants labels 0, 1, …"""

    def fit(self, X, y, sample_weight=None):
        self.seen_ = (X, y, sample_weight)
        self.classes_ = np.unique(y)
        assert list(self.classes_) == list(range(len(self.classes_)))
        return self

    def predict(self, X):
        return np.full((len(X), 1), self.classes_[-1])


def test_rows_without_weight_are_left_out_and_absent_classes_skipped(data):
    block, y = data
    D = costs_of(y)
    D[y == 1] = 0
    bound = as_learner(Recorder()).bind(block, rows_of(y))
    hypothesis, predictions = bound.hypothesis(D, None, SEED)
    X, labels, weights = hypothesis.estimator.seen_
    np.testing.assert_array_equal(X, block.data[y != 1])
    np.testing.assert_array_equal(labels, np.where(y == 0, 0, 1)[y != 1])
    assert weights.sum() == pytest.approx(len(y))
    np.testing.assert_array_equal(predictions, np.full(len(y), 2))
    np.testing.assert_array_equal(hypothesis.labels, [0, 2])


def test_one_class_left_is_a_constant(data):
    block, y = data
    for D, label in [(np.zeros((len(y), 3)), 0), (costs_of(y) * (y == 2)[:, None], 2)]:
        for resample in (False, True):
            learner = Weighted(LogisticRegression(), resample=resample)
            hypothesis, predictions = learner.bind(block, rows_of(y)).hypothesis(D, None, SEED)
            assert isinstance(hypothesis, Constant)
            np.testing.assert_array_equal(predictions, np.full(len(y), label))
            np.testing.assert_array_equal(hypothesis.importances(6), np.zeros(6))


def test_without_weights_rows_are_drawn_in_their_proportion():
    y = np.array([0, 1] * 200)
    weights = np.where(y == 0, 1.0, 9.0)
    block = Block("dense", np.arange(400.0)[:, None])
    bound = Weighted(Recorder(), resample=True).bind(block, rows_of(y))
    hypothesis, _ = bound.hypothesis(costs_of(y, weights), None, SEED)
    X, labels, fit_weights = hypothesis.estimator.seen_
    assert fit_weights is None
    assert len(X) == 400
    assert len(np.unique(X)) < 400
    np.testing.assert_array_equal(y[X.ravel().astype(int)], labels)
    assert abs(labels.mean() - 0.9) < 5 * np.sqrt(0.9 * 0.1 / 400)


@pytest.mark.parametrize(
    ("learner", "redraws"),
    [
        (KNeighborsClassifier(), 10),
        (Weighted(KNeighborsClassifier(), redraws=2), 2),
        (make_pipeline(StandardScaler(), KNeighborsClassifier()), 10),
        (Weighted(GaussianNB(), resample=True), 10),
        (GaussianNB(), 0),
        (make_pipeline(StandardScaler(), Column()), 0),
    ],
)
def test_only_learners_that_draw_rows_draw_again(data, learner, redraws):
    block, y = data
    some = Block("dense", block.data, np.arange(len(y)) % 4 > 0)
    for view in (block, some):
        bound = bind(as_learner(learner), view, rows_of(y))
        assert (bound.redraws, bound.random) == (redraws, redraws > 0)


def test_another_draw_is_another_hypothesis_and_the_same_seed_the_same(data):
    block, y = data
    for estimator in (KNeighborsClassifier(1), ExtraTreeClassifier(max_depth=2)):
        bound = as_learner(estimator).bind(block, rows_of(y))
        seeds = [SEED, SEED, SEED._replace(draw=1), SEED._replace(round=1), SEED._replace(view=1)]
        first, again, *others = (bound.hypothesis(costs_of(y), None, s)[1] for s in seeds)
        np.testing.assert_array_equal(first, again)
        for other in others:
            assert (other != first).any()


def test_a_first_draw_has_the_key_of_round_and_view_alone():
    key = np.random.SeedSequence(7, spawn_key=(3, 2))
    assert Seed(7, 3, 2).generator().random() == np.random.default_rng(key).random()


def test_every_nested_random_state_is_drawn(data):
    block, y = data
    forest = Weighted(make_pipeline(RandomForestClassifier(n_estimators=2)))
    hypothesis, _ = forest.bind(block, rows_of(y)).hypothesis(costs_of(y), None, SEED)
    assert isinstance(hypothesis.estimator.random_state, int)
    boosted = as_learner(AdaBoostClassifier(ExtraTreeClassifier(), n_estimators=2))
    hypothesis, _ = boosted.bind(block, rows_of(y)).hypothesis(costs_of(y), None, SEED)
    states = {hypothesis.estimator.random_state, hypothesis.estimator.estimator.random_state}
    assert len(states) == 2
    assert None not in states


@pytest.mark.parametrize(
    ("learner", "kinds", "missing", "costs"),
    [
        (GaussianNB(), {"dense"}, False, False),
        (MultinomialNB(), {"dense", "sparse"}, False, False),
        (DecisionTreeClassifier(), {"dense", "sparse"}, True, False),
        (make_pipeline(StandardScaler(), GaussianNB()), {"raw"}, True, False),
        (make_pipeline(StandardScaler(), Column()), {"raw"}, True, True),
        (make_pipeline(GaussianNB()), {"dense"}, False, False),
        (make_pipeline("passthrough", None, Column()), {"dense", "sparse"}, False, True),
    ],
)
def test_accepts(learner, kinds, missing, costs):
    assert as_learner(learner).accepts == Accepts(frozenset(kinds), missing, costs)


def test_as_learner_leaves_learners_alone():
    learner = Column()
    assert as_learner(learner) is learner


@pytest.mark.parametrize(
    ("obj", "text"),
    [
        (LinearRegression(), r"got LinearRegression\(\) of type LinearRegression"),
        (DecisionTreeClassifier, r"got the class DecisionTreeClassifier: write Decision"),
        ("tree", "got 'tree' of type str"),
        (None, "got None of type NoneType"),
        (make_pipeline(StandardScaler(), "passthrough"), "got 'passthrough' of type str"),
        (make_pipeline(StandardScaler()), r"got StandardScaler\(\)"),
        (Pipeline([]), "of type Pipeline"),
    ],
)
def test_as_learner_names_what_it_cannot_take(obj, text):
    with pytest.raises(TypeError, match=text):
        as_learner(obj)
    with pytest.raises(TypeError, match="expected a viewboost learner"):
        _ = Weighted(obj).accepts


def test_bad_parameters(data):
    block, y = data
    with pytest.raises(ValueError, match="'redraws' parameter of Weighted"):
        Weighted(GaussianNB(), redraws=-1).bind(block, rows_of(y))
    with pytest.raises(ValueError, match="'resample' parameter of Weighted"):
        Weighted(GaussianNB(), resample="yes").bind(block, rows_of(y))
    with pytest.raises(ValueError, match="resample=True: Column ends the Pipeline"):
        Weighted(make_pipeline(StandardScaler(), Column()), resample=True).bind(block, rows_of(y))


def test_parameters_are_reached_through_the_wrapper():
    learner = Weighted(make_pipeline(StandardScaler(), DecisionTreeClassifier()))
    copy = clone(learner).set_params(estimator__decisiontreeclassifier__max_depth=3)
    assert copy.estimator[-1].max_depth == 3
    assert learner.estimator[-1].max_depth is None


class Counting(TransformerMixin, BaseEstimator):
    """Adds one, and counts how often it was fitted and used."""

    calls = {"fit": 0, "transform": 0}

    def fit(self, X, y=None):
        self.calls["fit"] += 1
        self.y_ = y
        return self

    def transform(self, X):
        self.calls["transform"] += 1
        return np.asarray(X) + 1


@pytest.mark.parametrize("last", [DecisionTreeClassifier(max_depth=1), Column()])
def test_transformers_are_fitted_once(data, last):
    block, y = data
    Counting.calls.update(fit=0, transform=0)
    bound = as_learner(make_pipeline(Counting(), last)).bind(block, rows_of(y))
    for t in range(4):
        hypothesis, predictions = bound.hypothesis(costs_of(y), None, Seed(0, t, 0))
    assert Counting.calls == {"fit": 1, "transform": 1}
    np.testing.assert_array_equal(bound.encoder.pipeline[0].y_, y)
    np.testing.assert_array_equal(hypothesis.predict(bound.encoder.encode(block)), predictions)


def test_a_pipeline_equals_its_classifier_on_transformed_rows(data):
    block, y = data
    pipeline = make_pipeline(StandardScaler(), SelectKBest(k=2), LogisticRegression())
    bound = as_learner(pipeline).bind(Block("raw", pd.DataFrame(block.data)), rows_of(y))
    hypothesis, predictions = bound.hypothesis(costs_of(y), None, SEED)
    np.testing.assert_array_equal(predictions, pipeline.fit(block.data, y).predict(block.data))
    new = Block("raw", pd.DataFrame(block.data[:7] + 0.1))
    np.testing.assert_array_equal(
        hypothesis.predict(bound.encoder.encode(new)), pipeline.predict(block.data[:7] + 0.1)
    )


TEXTS = ["good wine", "good bread", "stale bread", "stale beer", "good beer", "stale wine"] * 3
TASTE = np.array([1, 1, 0, 0, 1, 0] * 3)


@pytest.mark.parametrize("last", [MultinomialNB(), DecisionTreeClassifier(), Column(column=2)])
def test_text_through_a_vectorizer_stays_sparse(last):
    texts = Block("raw", pd.Series(TEXTS))
    bound = as_learner(make_pipeline(TfidfVectorizer(), last)).bind(texts, rows_of(TASTE))
    hypothesis, predictions = bound.hypothesis(costs_of(TASTE), None, SEED)
    np.testing.assert_array_equal(predictions, TASTE)
    encoded = bound.encoder.encode(Block("raw", np.array(["good good", "stale"], dtype=object)))
    assert sp.issparse(encoded.data)
    assert encoded.data.dtype == np.float64
    np.testing.assert_array_equal(hypothesis.predict(encoded), [1, 0])
    assert bound.encoder.get_feature_names() == ["beer", "bread", "good", "stale", "wine"]


def test_absent_rows_never_reach_the_transformers():
    texts = np.array([*TEXTS, None], dtype=object)
    present = np.array([True] * len(TEXTS) + [False])
    y = np.append(TASTE, 1)
    learner = as_learner(make_pipeline(TfidfVectorizer(), MultinomialNB()))
    bound = bind(learner, Block("raw", texts, present), rows_of(y))
    hypothesis, predictions = bound.hypothesis(costs_of(y), None, SEED)
    np.testing.assert_array_equal(predictions, [*TASTE, -1])
    new = np.array([None, "good", None, "stale"], dtype=object)
    encoded = bound.encoder.encode(Block("raw", new, np.array([False, True, False, True])))
    np.testing.assert_array_equal(hypothesis.predict(encoded), [-1, 1, -1, 0])
    nothing = bound.encoder.encode(Block("raw", new[:1], np.array([False])))
    np.testing.assert_array_equal(hypothesis.predict(nothing), [-1])


def test_a_pipeline_in_a_pipeline(data):
    block, y = data
    nested = make_pipeline(StandardScaler(), make_pipeline(SelectKBest(k=3), GaussianNB()))
    bound = as_learner(nested).bind(block, rows_of(y))
    hypothesis, predictions = bound.hypothesis(costs_of(y), None, SEED)
    np.testing.assert_array_equal(predictions, nested.fit(block.data, y).predict(block.data))
    np.testing.assert_array_equal(hypothesis.predict(bound.encoder.encode(block)), predictions)
    assert len(bound.encoder.get_feature_names()) == 3


def test_a_learner_in_a_pipeline_of_its_own(data):
    block, y = data
    plain, wrapped = (
        as_learner(make_pipeline(StandardScaler(), last)).bind(block, rows_of(y)).encoder
        for last in (Column(), make_pipeline(make_pipeline("passthrough", Column())))
    )
    assert plain.encode(block).kind == wrapped.encode(block).kind == "dense"


def test_frames_made_by_transformers_are_kept(data):
    block, y = data
    pipeline = make_pipeline(StandardScaler(), DecisionTreeClassifier(max_depth=2))
    frame = pd.DataFrame(block.data, columns=list("abcdef"))
    bound = as_learner(pipeline.set_output(transform="pandas")).bind(
        Block("raw", frame), rows_of(y)
    )
    hypothesis, _ = bound.hypothesis(costs_of(y), None, SEED)
    assert list(hypothesis.estimator.feature_names_in_) == list("abcdef")


@pytest.mark.parametrize("selector", [SelectKBest(k=2), "passthrough"])
def test_unlabelled_rows_reach_only_transformers_that_need_no_labels(data, selector):
    block, y = data
    half = np.where(np.arange(len(y)) < 40, y, -1)
    rows = Rows(half.astype(np.intp), np.ones(len(y)), 3)
    bound = as_learner(make_pipeline(StandardScaler(), selector, GaussianNB())).bind(block, rows)
    seen = block.data[:40] if selector != "passthrough" else block.data
    np.testing.assert_allclose(bound.encoder.pipeline[0].mean_, seen.mean(axis=0))
    assert len(bound.block) == len(y)


def test_transformers_without_a_seed_are_reproducible():
    counts = sp.random(40, 30, density=0.3, random_state=0, format="csr")
    rows = rows_of(np.arange(40) % 2)
    blocks = [
        as_learner(make_pipeline(TruncatedSVD(2, random_state=state), GaussianNB()))
        .bind(Block("raw", counts), rows)
        .block.data
        for state in (None, None, 1)
    ]
    np.testing.assert_array_equal(blocks[0], blocks[1])
    assert (blocks[0] != blocks[2]).any()


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (lambda X: X[:-1], "made 119 rows of 120"),
        (lambda X: X[:, 0], "made a strings block, and the learner after them reads dense or"),
        (lambda X: np.where(X > 1, np.inf, X), "made infinite values"),
        (lambda X: sp.csr_matrix(np.where(X > 1, np.inf, X)), "made infinite values"),
    ],
)
def test_what_transformers_must_not_make(data, function, text):
    block, y = data
    learner = as_learner(make_pipeline(FunctionTransformer(function), Column()))
    with pytest.raises(ValueError, match=text):
        learner.bind(block, rows_of(y))


def test_importances_are_those_of_the_classifier(data):
    block, y = data
    tree = as_learner(DecisionTreeClassifier(max_depth=2))
    hypothesis, _ = tree.bind(block, rows_of(y)).hypothesis(costs_of(y), None, SEED)
    shares = hypothesis.importances(6)
    np.testing.assert_array_equal(np.flatnonzero(shares), np.unique(splits(hypothesis)))
    assert shares.sum() == pytest.approx(1)
    assert hypothesis.importances(5) is None
    hypothesis, _ = (
        as_learner(GaussianNB()).bind(block, rows_of(y)).hypothesis(costs_of(y), None, SEED)
    )
    assert hypothesis.importances(6) is None


def splits(hypothesis):
    feature = hypothesis.estimator.tree_.feature
    return feature[feature >= 0]


def test_hypotheses_are_pickled_without_the_training_rows():
    X, y = make_moons(5000, noise=0.2, random_state=0)
    bound = as_learner(DecisionTreeClassifier(max_depth=2)).bind(Block("dense", X), rows_of(y))
    hypothesis, predictions = bound.hypothesis(costs_of(y), None, SEED)
    stored = pickle.dumps(hypothesis)
    assert len(stored) < 5000
    np.testing.assert_array_equal(pickle.loads(stored).predict(Block("dense", X)), predictions)
