"""Cross-validation of all that fits."""

import numpy as np
import pytest
from sklearn.model_selection import StratifiedKFold, cross_val_score

from viewboost import AdaBoostMMClassifier, AgreementBoostClassifier, MumboClassifier
from viewboost.algorithms.catalogue import NAMES
from viewboost.datasets import make_agreeing_views, make_uneven_views
from viewboost.inspect.comparison import BASELINES, MEASURES, candidates, compare

VIEWS = [(name, None, name) for name in ("major", "minor_1", "minor_2")]


@pytest.fixture(scope="module")
def data():
    return make_uneven_views(60, random_state=0)


def test_all_that_fit_are_tried_and_sorted(data):
    models = candidates(VIEWS, n_rounds=2)
    assert set(models) == {*NAMES, *BASELINES} - {"agreement"}
    told = []
    results = compare(models, *data, n_folds=2, told=told.append)
    assert told == list(models)
    assert [one.failure for one in results] == [None] * len(models)
    means = [one.mean("accuracy") for one in results]
    assert means == sorted(means, reverse=True)
    assert results[-1].name == "class prior"
    for one in results:
        assert one.is_baseline == (one.name not in NAMES)
        assert all(len(one.measures[measure]) == 2 for measure in MEASURES)
        assert (one.fit_seconds > 0).all()
        assert (one.predict_seconds > 0).all()


def test_scores_are_those_of_scikit_learn(data):
    X, y = data
    model = AdaBoostMMClassifier(VIEWS, n_rounds=5)
    [one] = compare({"m": model}, X, y, n_folds=4, random_state=7)
    folds = StratifiedKFold(4, shuffle=True, random_state=7)
    scores = cross_val_score(model, X, y, cv=folds)
    np.testing.assert_allclose(one.measures["accuracy"], scores)
    assert one.standard_error("accuracy") == pytest.approx(scores.std(ddof=1) / 2)


def test_rows_without_labels_are_for_agreement():
    X, y = make_agreeing_views(100, random_state=0)
    views = [(name, None, name) for name in X.names]
    assert "agreement" in candidates(views, unlabelled=True)
    given = []

    class Recording(AgreementBoostClassifier):
        def fit(self, X, y, **more):
            given.append({name: len(rows) for name, rows in more.items()})
            return super().fit(X, y, **more)

    models = {"agreement": Recording(views, n_rounds=2), "mumbo": MumboClassifier(views)}
    results = compare(models, X[:40], y[:40], X_unlabelled=X[40:], n_folds=2)
    assert [one.failure for one in results] == [None, None]
    assert given == [{"X_unlabeled": 60}] * 2


def test_what_cannot_be_fitted_comes_last_with_its_reason(data):
    models = {
        "broken": AdaBoostMMClassifier([("a", None, "nowhere")]),
        "good": AdaBoostMMClassifier(VIEWS, n_rounds=2),
    }
    good, broken = compare(models, *data, n_folds=2)
    assert good.name == "good"
    assert "'nowhere' is not a block" in broken.failure
    assert np.isnan(broken.mean("accuracy"))
    assert np.isnan(broken.standard_error("accuracy"))


def test_what_is_asked_wrongly(data):
    with pytest.raises(ValueError, match="by is one of accuracy, mean_recall, g_mean, got 'f1'"):
        compare({}, *data, by="f1")
    with pytest.raises(ValueError, match="has the name of a parameter"):
        candidates([("learner", None, [0])])
