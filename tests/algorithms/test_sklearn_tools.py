"""The real scikit-learn tools, with the container, with frames and with arrays."""

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import make_column_selector
from sklearn.ensemble import StackingClassifier
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import (
    GridSearchCV,
    cross_val_predict,
    cross_val_score,
    cross_validate,
    learning_curve,
    train_test_split,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

from viewboost import AdaBoostMMClassifier, BagOfWords, NGram, Stump, Tree, Views

WORDS = {"hot": ["sun", "beach", "dry"], "cold": ["snow", "ice", "wind"]}


def weather(n=80, seed=0):
    """A small problem with numbers, text and names."""
    rng = np.random.default_rng(seed)
    y = np.where(rng.random(n) < 0.5, "hot", "cold")
    text = [" ".join(rng.choice(WORDS[label], 4)) + " day" for label in y]
    numbers = rng.normal(size=(n, 3)) + (y == "hot")[:, None]
    return text, numbers, y


def container(n=80):
    text, numbers, y = weather(n)
    counts = sparse.csr_matrix((numbers > 0.5).astype(float))
    return Views(words=text, body=numbers, bits=counts), y


def frame(n=80):
    text, numbers, y = weather(n)
    return pd.DataFrame({"comment": text, "a": numbers[:, 0], "b": numbers[:, 1]}), y


IN_CONTAINER = [("words", BagOfWords(), "words"), ("body", None, "body"), ("bits", None, "bits")]
IN_FRAME = [("words", BagOfWords(), "comment"), ("body", Tree(max_depth=2), ["a", "b"])]


CASES = [
    pytest.param(container, IN_CONTAINER, id="container"),
    pytest.param(frame, IN_FRAME, id="frame"),
]


@pytest.mark.parametrize(("data", "views"), CASES)
class TestTools:
    def model(self, views):
        return AdaBoostMMClassifier(views=views, n_rounds=5)

    def test_cross_validate(self, data, views):
        X, y = data()
        result = cross_validate(
            self.model(views), X, y, scoring=["accuracy", "roc_auc", "neg_log_loss"], cv=3
        )
        assert result["test_accuracy"].mean() > 0.8
        assert np.isfinite(result["test_neg_log_loss"]).all()

    @pytest.mark.parametrize("n_jobs", [1, 2])
    def test_grid_search(self, data, views, n_jobs):
        X, y = data()
        grid = {"n_rounds": [1, 5], "words__binary": [True, False]}
        search = GridSearchCV(self.model(views), grid, cv=2, n_jobs=n_jobs).fit(X, y)
        assert search.best_score_ > 0.8
        assert search.predict(X).shape == y.shape

    def test_split_clone_and_pickle(self, data, views):
        X, y = data()
        train, test, y_train, _ = train_test_split(X, y, random_state=0)
        model = clone(self.model(views)).fit(train, y_train)
        again = pickle.loads(pickle.dumps(model))
        np.testing.assert_array_equal(again.decision_function(test), model.decision_function(test))

    def test_pipeline(self, data, views):
        X, y = data()
        pipeline = Pipeline([("same", FunctionTransformer()), ("boost", self.model(views))])
        assert cross_val_score(pipeline, X, y, cv=2).mean() > 0.8

    def test_calibration(self, data, views):
        X, y = data()
        calibrated = CalibratedClassifierCV(self.model(views), cv=2).fit(X, y)
        np.testing.assert_allclose(calibrated.predict_proba(X).sum(axis=1), 1)

    def test_stacking(self, data, views):
        X, y = data()
        stack = StackingClassifier(
            [("boost", self.model(views)), ("more", self.model(views).set_params(n_rounds=2))],
            LogisticRegression(),
            cv=2,
        ).fit(X, y)
        assert stack.score(X, y) > 0.8

    def test_learning_curve_and_cross_val_predict(self, data, views):
        X, y = data()
        sizes, train, _ = learning_curve(self.model(views), X, y, train_sizes=[20, 40], cv=2)
        assert sizes.tolist() == [20, 40]
        assert train.mean() > 0.8
        margins = cross_val_predict(self.model(views), X, y, cv=2, method="decision_function")
        assert margins.shape == y.shape


def test_all_kinds_of_frame_give_the_same_model():
    X, y = frame()
    model = AdaBoostMMClassifier(views=IN_FRAME, n_rounds=5)
    expected = clone(model).fit(X, y).decision_function(X)
    for other in (pl.DataFrame(X.to_dict("list")), pa.table(X.to_dict("list"))):
        np.testing.assert_array_equal(clone(model).fit(other, y).decision_function(other), expected)


def test_a_plain_dict_or_list_is_accepted_by_fit_and_predict():
    views, y = container()
    expected = AdaBoostMMClassifier(IN_CONTAINER, n_rounds=5).fit(views, y).decision_function(views)
    plain = {name: views.block(name) for name in views.names}
    ours = AdaBoostMMClassifier(IN_CONTAINER, n_rounds=5).fit(plain, y).decision_function(plain)
    np.testing.assert_array_equal(ours, expected)
    arrays = [plain["body"], plain["bits"]]
    assert AdaBoostMMClassifier(n_rounds=5).fit(arrays, y).predict(arrays).shape == y.shape


def test_column_specs_are_those_of_column_transformer():
    X, y = frame()
    expected = AdaBoostMMClassifier([("v", None, ["a", "b"])], n_rounds=5).fit(X, y)
    numeric = make_column_selector(dtype_include="number")
    for columns in ([1, 2], [-2, -1], slice(1, 3), slice("a", "b"), [False, True, True], numeric):
        model = AdaBoostMMClassifier([("v", None, columns)], n_rounds=5).fit(X, y)
        np.testing.assert_array_equal(model.decision_function(X), expected.decision_function(X))


def test_parameters_of_a_views_learner_are_reached_by_name():
    model = AdaBoostMMClassifier(IN_FRAME).set_params(body__max_depth=4, words=NGram())
    assert model.get_params()["body__max_depth"] == 4
    assert isinstance(model.views[0][1], NGram)
    assert clone(model).get_params()["body__max_depth"] == 4
    with pytest.raises(ValueError, match="Invalid parameter 'depth'"):
        model.set_params(body__depth=1)


def test_a_pipeline_ending_in_a_learner_is_a_learner_and_its_transformers_are_fitted_once():
    X, y = frame()
    calls = []

    class Counting(StandardScaler):
        def fit(self, X, y=None, sample_weight=None):
            calls.append(len(X))
            return super().fit(X, y, sample_weight)

    views = [
        ("body", make_pipeline(Counting(), Stump()), ["a", "b"]),
        ("words", make_pipeline(TfidfVectorizer(), LogisticRegression()), "comment"),
        ("again", GaussianNB(), ["a", "b"]),
    ]
    model = AdaBoostMMClassifier(views, n_rounds=6).fit(X, y)
    assert calls == [len(y)]
    assert model.score(X, y) > 0.9
    assert cross_val_score(model, X, y, cv=2).mean() > 0.8


def test_a_plain_dict_in_cross_validation_is_refused_with_a_hint():
    views, y = container()
    plain = {name: views.block(name) for name in views.names}
    with pytest.raises((TypeError, ValueError)) as caught:
        cross_val_score(AdaBoostMMClassifier(IN_CONTAINER), plain, y, error_score="raise")
    assert "Views" in str(caught.value) or "inconsistent numbers of samples" in str(caught.value)
