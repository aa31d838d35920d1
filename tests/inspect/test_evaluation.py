"""The measures of a model on labelled rows."""

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import balanced_accuracy_score, precision_score, recall_score

from viewboost import AdaBoostMMClassifier
from viewboost.datasets import make_waterhole
from viewboost.inspect.evaluation import evaluate
from viewboost.metrics import confusion_norm, g_mean_score, mauc_score


@pytest.fixture(scope="module")
def fitted():
    X, y = make_waterhole(200, random_state=0)
    X = X.block("photo").column("shoulder_height").data[:, None]
    return AdaBoostMMClassifier(n_rounds=5).fit(X[:100], y[:100]), X[100:], y[100:]


def test_numbers_are_those_of_the_metrics(fitted):
    model, X, y = fitted
    found, said = evaluate(model, X, y), model.predict(X)
    assert found.n_rows == 100
    assert found.accuracy == pytest.approx(model.score(X, y), abs=1e-15)
    assert found.mean_recall == pytest.approx(balanced_accuracy_score(y, said))
    assert found.g_mean == g_mean_score(y, said)
    assert found.confusion_norm == confusion_norm(y, said)
    assert found.mauc == mauc_score(y, model.decision_function(X), labels=model.classes_)
    assert [one.label for one in found.classes] == model.classes_.tolist()
    recalls = recall_score(y, said, average=None)
    np.testing.assert_allclose([one.recall for one in found.classes], recalls)
    precisions = precision_score(y, said, average=None, zero_division=np.nan)
    np.testing.assert_allclose([one.precision for one in found.classes], precisions)
    assert found.unknown == []


def test_classes_never_met_are_mistakes(fitted):
    model, X, y = fitted
    odd = np.where(np.arange(100) < 10, "okapi", y)
    found = evaluate(model, X, odd)
    [okapi] = found.unknown
    assert (okapi.label, okapi.n_rows, okapi.recall) == ("okapi", 10, 0.0)
    assert found.g_mean == 0
    assert found.accuracy == np.mean(model.predict(X) == odd)
    seen = odd != "okapi"
    scores = model.decision_function(X)[seen]
    assert found.mauc == mauc_score(odd[seen], scores, labels=model.classes_)


def test_other_classifiers_and_one_class_only(fitted):
    _, X, y = fitted
    two = y[np.isin(y, ["zebra", "lion"])], X[np.isin(y, ["zebra", "lion"])]
    forest = RandomForestClassifier(5, random_state=0).fit(two[1], two[0])
    found = evaluate(forest, two[1], two[0])
    assert found.mauc == mauc_score(two[0], forest.predict_proba(two[1])[:, 1])
    assert np.isnan(evaluate(forest, X[y == "lion"], y[y == "lion"]).mauc)


def test_labels_of_another_kind_are_refused(fitted):
    model, X, _ = fitted
    with pytest.raises(ValueError, match="the labels are such as 1, the model's classes such as"):
        evaluate(model, X, np.ones(100, dtype=int))
