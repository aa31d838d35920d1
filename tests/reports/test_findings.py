"""The numbers of a report are those of the metrics and of inspection."""

import numpy as np
import pytest
from sklearn import metrics as sk
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score

import viewboost
from viewboost import inspect, metrics
from viewboost.inspect.alone import own_model
from viewboost.reports.findings import find


def test_measures_equal_the_metrics(waterhole):
    model, X, y = waterhole
    found, predicted = find(model, X, y), model.predict(X)
    assert found.evaluation.accuracy == pytest.approx(sk.accuracy_score(y, predicted), abs=1e-15)
    assert found.evaluation.mean_recall == pytest.approx(sk.balanced_accuracy_score(y, predicted))
    assert found.confusion.g_mean == metrics.g_mean_score(y, predicted)
    assert found.confusion.norm == metrics.confusion_norm(y, predicted)
    assert found.confusion.held_out_bound == metrics.confusion_norm_bound(y, predicted)
    assert found.evaluation.mauc == metrics.mauc_score(y, model.decision_function(X))
    np.testing.assert_allclose(
        [one.precision for one in found.evaluation.classes],
        sk.precision_score(y, predicted, average=None),
        rtol=1e-15,
    )


def test_what_inspection_says_is_taken_as_it_is(waterhole):
    model, X, y = waterhole
    found = find(model, X, y)
    np.testing.assert_array_equal(found.margins.margins, inspect.margins(model, X, y).margins)
    np.testing.assert_array_equal(found.staged.errors, inspect.staged(model, X, y).errors)
    together = inspect.complementarity(model, X, y)
    np.testing.assert_array_equal(found.complementarity.alone, together.alone)


def test_the_baseline_is_the_most_frequent_class_or_what_is_given(waterhole):
    model, X, y = waterhole
    found = find(model, X, y)
    assert found.baseline == "always answering “zebra”"
    assert found.compared.error == pytest.approx(np.mean(y != "zebra"))
    other = DummyClassifier(strategy="constant", constant="lion").fit(np.zeros((len(y), 1)), y)
    found = find(model, X, y, baseline=other)
    assert found.baseline == "DummyClassifier"
    assert found.compared.error == pytest.approx(np.mean(y != "lion"))


def test_a_view_alone_is_scored_by_cross_validation(waterhole):
    model, X, y = waterhole
    folds = StratifiedKFold(3, shuffle=True, random_state=0)
    own = viewboost.AdaBoostMMClassifier(n_rounds=50, random_state=0)
    expected = cross_val_score(own, X.photo, y, cv=folds).mean()
    assert find(model, X, y).alone.scores["photo"] == pytest.approx(expected)


def test_nominal_columns_stay_nominal_when_a_view_is_alone():
    model = viewboost.MumboClassifier(categorical_features={"level": [0], "other": [1]})
    own = own_model(model, ("level", None, "level"), container=True)
    assert own.categorical_features == {"level": [0]}
    model.set_params(categorical_features=[3])
    assert own_model(model, ("level", None, [2, 3]), container=False).categorical_features == [3]


def test_of_many_rows_some_are_drawn_and_their_places_kept(waterhole):
    model, X, y = waterhole
    found = find(model, X, y, max_rows=50)
    assert (len(found.rows), found.n_given) == (50, len(y))
    np.testing.assert_array_equal(found.rows.y, y[found.rows.places])
    np.testing.assert_array_equal(found.predicted, model.predict(X)[found.rows.places])


def test_rows_without_a_label_are_left_out():
    X = np.arange(40.0).reshape(20, 2)
    y = np.repeat([0, 1], 10)
    model = viewboost.AdaBoostMMClassifier(n_rounds=2).fit(X, y)
    hidden = np.where(np.arange(20) % 2, -1, y)
    found = find(model, X.tolist(), hidden)
    assert found.n_given == 10
    np.testing.assert_array_equal(found.rows.places, np.arange(0, 20, 2))


def test_other_models_and_lengths_are_refused(waterhole):
    model, X, y = waterhole
    with pytest.raises(TypeError, match="boosting classifiers.*got LogisticRegression"):
        find(LogisticRegression(), X, y)
    with pytest.raises(ValueError, match=f"X has {len(y)} rows, y has 3"):
        find(model, X, y[:3])


def test_the_columns_behind_a_view_are_its_importances(waterhole):
    model, X, y = waterhole
    told = find(model, X, y).mostly_by("photo", 3)
    names = ["shoulder_height", "body_length", "stripes"]
    expected = dict(zip(names, model.feature_importances_["photo"]))
    assert told == sorted(expected.items(), key=lambda item: -item[1])
