"""Early and late fusion, and the best view: what is fused, and what missing views do."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

from viewboost import (
    AdaBoostMMClassifier,
    BagOfWords,
    BestView,
    EarlyFusion,
    LateFusion,
    ModelFileError,
    NGram,
    Stump,
    Tree,
    Views,
)

WAYS = ["votes", "margins", "probabilities", "A", "B"]


def problem(n=60, K=2, seed=0):
    """A good view, a weak one and their labels."""
    rng = np.random.default_rng(seed)
    y = rng.integers(K, size=n)
    good = rng.normal(size=(n, 2)) + 2 * y[:, None]
    weak = rng.normal(size=(n, 3)) + 0.5 * y[:, None]
    return Views(good=good, weak=weak), np.array(list("abc"))[y]


class TestEarlyFusion:
    def test_is_the_classifier_on_the_views_side_by_side(self):
        X, y = problem(K=3)
        model = EarlyFusion(LogisticRegression()).fit(X, y)
        expected = LogisticRegression().fit(np.hstack([X.good, X.weak]), y)
        np.testing.assert_array_equal(
            model.predict_proba(X), expected.predict_proba(np.hstack([X.good, X.weak]))
        )
        np.testing.assert_array_equal(
            model.decision_function(X), expected.decision_function(np.hstack([X.good, X.weak]))
        )

    def test_one_sparse_view_makes_the_matrix_sparse(self):
        X, y = problem()
        mixed = Views(good=sparse.csr_matrix(X.good), weak=X.weak)
        model = EarlyFusion(LogisticRegression()).fit(mixed, y)
        dense = EarlyFusion(LogisticRegression()).fit(X, y)
        np.testing.assert_allclose(model.predict_proba(mixed), dense.predict_proba(X), atol=1e-6)
        assert sparse.issparse(model._matrix(model._gate.read(model, mixed)))

    def test_with_stumps_it_is_boosting_on_several_views(self):
        X, y = problem()
        fused = EarlyFusion(AdaBoostMMClassifier(n_rounds=10)).fit(X, y)
        boosted = AdaBoostMMClassifier(n_rounds=10).fit(X, y)
        np.testing.assert_allclose(
            fused.decision_function(X), boosted.decision_function(X), atol=1e-9
        )

    def test_nominal_columns_become_a_column_for_each_level(self):
        levels = pd.Categorical(["r", "g", "b", "g"] * 5)
        X = pd.DataFrame({"hue": levels, "on": [True, False] * 10, "size": np.arange(20.0)})
        model = EarlyFusion(DecisionTreeClassifier()).fit(X, np.arange(20) % 2)
        matrix = model._matrix(model._gate.read(model, X))
        np.testing.assert_array_equal(matrix[:2], [[0, 0, 1, 1, 0], [0, 1, 0, 0, 1]])

    @pytest.mark.parametrize("learner", [BagOfWords(), NGram()])
    def test_strings_are_read_as_their_learner_reads_them(self, learner):
        words = ["sun beach", "snow ice", "sun dry", "ice wind"] * 5
        X, y = Views(words=words, noise=np.zeros((20, 1))), ["hot", "cold"] * 10
        views = [("words", learner, "words"), ("noise", None, "noise")]
        model = EarlyFusion(LogisticRegression(), views).fit(X, y)
        assert model.score(X, y) == 1
        gone = X.missing(words=np.ones(20, dtype=bool))
        assert len(set(map(tuple, model.predict_proba(gone)))) == 1  # zeros tell nothing

    def test_a_pipeline_in_views_lends_its_transformers(self):
        X, y = problem()
        views = [("good", make_pipeline(StandardScaler(), Stump()), "good")]
        scaled = StandardScaler().fit_transform(X.good)
        np.testing.assert_allclose(
            EarlyFusion(LogisticRegression(), views).fit(X, y).predict_proba(X),
            LogisticRegression().fit(scaled, y).predict_proba(scaled),
            atol=1e-9,
        )

    def test_strings_without_a_learner_are_refused(self):
        X = Views(words=["a", "b", "c"], more=np.ones((3, 1)))
        with pytest.raises(ValueError, match="view 'words' holds strings"):
            EarlyFusion(LogisticRegression()).fit(X, [0, 1, 0])

    def test_rows_without_a_view_are_nan_for_those_who_read_it(self):
        X, y = problem()
        lacking = X.missing(good=np.arange(60) < 20)
        with pytest.raises(ValueError, match="'good' is missing in some rows.*LateFusion"):
            EarlyFusion(LogisticRegression()).fit(lacking, y)
        imputed = make_pipeline(SimpleImputer(), LogisticRegression())
        model = EarlyFusion(imputed).fit(lacking, y)
        assert model.score(lacking, y) > 0.7
        matrix = model._matrix(model._gate.read(model, lacking))
        assert np.isnan(matrix[:20, :2]).all()
        assert not np.isnan(matrix[20:]).any()

    def test_a_view_that_no_training_row_has_is_left_out(self):
        X, y = problem()
        lacking = X.missing(weak=np.ones(60, dtype=bool))
        model = EarlyFusion(AdaBoostMMClassifier(n_rounds=5)).fit(lacking, y)
        assert model.estimator_.n_features_in_ == 2
        np.testing.assert_array_equal(model.predict(X), model.predict(lacking))
        words = Views(good=X.good, words=["sun"] * 60).missing(words=np.ones(60, dtype=bool))
        views = [("good", None, "good"), ("words", BagOfWords(), "words")]
        model = EarlyFusion(AdaBoostMMClassifier(n_rounds=5), views).fit(words, y)
        assert model.estimator_.n_features_in_ == 2

    def test_methods_are_those_of_the_classifier(self):
        assert not hasattr(EarlyFusion(LinearSVC()), "predict_proba")
        assert not hasattr(EarlyFusion(GaussianNB()), "decision_function")


class TestLateFusion:
    @pytest.mark.parametrize("K", [2, 3])
    def test_adds_what_the_views_say(self, K):
        X, y = problem(K=K)
        parts = [LogisticRegression().fit(X.block(name), y) for name in X.names]
        said = [part.predict_proba(X.block(name)) for part, name in zip(parts, X.names)]
        late = LateFusion(LogisticRegression(), combine="probabilities").fit(X, y)
        np.testing.assert_allclose(late.predict_proba(X), np.mean(said, axis=0))
        margins = [part.decision_function(X.block(name)) for part, name in zip(parts, X.names)]
        late = LateFusion(LogisticRegression(), combine="margins").fit(X, y)
        np.testing.assert_allclose(late.decision_function(X), np.sum(margins, axis=0))
        ballots = [
            part.predict(X.block(n))[:, None] == late.classes_ for part, n in zip(parts, X.names)
        ]
        late = LateFusion(LogisticRegression(), combine="votes").fit(X, y)
        np.testing.assert_allclose(late.predict_proba(X), np.mean(ballots, axis=0))

    @pytest.mark.parametrize("K", [2, 3])
    def test_methods_A_and_B_divide_by_the_sum_of_coefficients_or_not(self, K):
        X, y = problem(K=K)
        boost = AdaBoostMMClassifier(n_rounds=8)
        total = {"A": 0, "B": 0}
        for name in X.names:
            model = clone(boost).fit(X.block(name), y)
            steps = model.history_.column("steps").sum()
            total["A"] = total["A"] + model.decision_function(X.block(name)) / steps
            total["B"] = total["B"] + model.decision_function(X.block(name))
        for way in "AB":
            ours = LateFusion(boost, combine=way).fit(X, y).decision_function(X)
            np.testing.assert_allclose(ours, total[way], atol=1e-9)

    @pytest.mark.parametrize("combine", WAYS)
    def test_a_row_is_judged_by_the_views_it_has(self, combine):
        X, y = problem(n=90, K=3)
        boost = AdaBoostMMClassifier(n_rounds=6)
        missing = np.arange(90) % 3 == 0
        lacking = X.missing(weak=missing)
        model = LateFusion(boost, combine=combine).fit(lacking, y)
        alone = LateFusion(boost, [("good", None, "good")], combine=combine).fit(X, y)
        np.testing.assert_allclose(
            model.decision_function(lacking)[missing], alone.decision_function(X)[missing]
        )
        weak = model.estimators_["weak"]
        np.testing.assert_array_equal(
            weak.predict(Views(weak=X.weak)),
            clone(boost).fit(X.weak[~missing], y[~missing]).predict(X.weak),
        )

    @pytest.mark.parametrize("combine", WAYS)
    def test_where_no_view_speaks_the_class_prior_does(self, combine):
        X, y = problem(K=3)
        y[:40] = "c"
        model = LateFusion(AdaBoostMMClassifier(n_rounds=3), combine=combine).fit(X, y)
        silent = X.missing(good=np.ones(60, dtype=bool), weak=np.ones(60, dtype=bool))
        assert set(model.predict(silent)) == {"c"}
        if hasattr(model, "predict_proba"):
            counts = np.unique(y, return_counts=True)[1]
            np.testing.assert_allclose(model.predict_proba(silent)[0], counts / 60)

    @pytest.mark.parametrize("combine", WAYS)
    @pytest.mark.parametrize("unmet", ["a", "c"])
    def test_a_view_need_not_meet_all_classes(self, combine, unmet):
        X, y = problem(n=90, K=3)
        lacking = X.missing(weak=y == unmet)
        model = LateFusion(AdaBoostMMClassifier(n_rounds=6), combine=combine).fit(lacking, y)
        assert model.decision_function(lacking).shape == (90, 3)
        assert model.score(lacking, y) > 0.8

    @pytest.mark.parametrize("rows", ["none", "one class"])
    def test_a_view_that_can_teach_nothing_is_silent(self, rows):
        X, y = problem()
        lacking = X.missing(weak=np.ones(60, dtype=bool) if rows == "none" else y == "a")
        model = LateFusion(LogisticRegression(), combine="probabilities").fit(lacking, y)
        assert model.estimators_["weak"] is None
        expected = LogisticRegression().fit(X.good, y).predict_proba(X.good)
        np.testing.assert_allclose(model.predict_proba(X), expected)

    def test_learners_of_views_go_to_the_algorithms(self):
        X, y = problem()
        views = [("good", Tree(max_depth=2), "good"), ("weak", None, "weak")]
        model = LateFusion(AdaBoostMMClassifier(n_rounds=2), views).fit(X, y)
        assert isinstance(model.estimators_["good"].learner, Tree)
        assert model.estimators_["weak"].learner is None

    def test_classifiers_of_views_replace_the_common_one(self):
        X, y = problem()
        model = LateFusion(LogisticRegression(), [("g", GaussianNB(), "good"), ("w", None, "weak")])
        model.fit(X, y)
        assert isinstance(model.estimators_["g"], GaussianNB)
        assert model.set_params(g__var_smoothing=0.5).get_params()["g"].var_smoothing == 0.5

    def test_strings_reach_learners_and_pipelines(self):
        words, y = ["sun beach", "snow ice", "sun dry", "ice wind"] * 5, ["hot", "cold"] * 10
        X = Views(words=words, name=words)
        views = [("words", BagOfWords(), "words"), ("name", NGram(), "name")]
        model = LateFusion(AdaBoostMMClassifier(n_rounds=5), views, combine="B").fit(X, y)
        assert model.score(X, y) == 1

    @pytest.mark.parametrize(
        ("model", "text"),
        [
            (LateFusion(LogisticRegression(), combine="A"), "combine='A' adds the votes"),
            (LateFusion(LinearSVC(), combine="probabilities"), "LinearSVC has not"),
            (LateFusion(LogisticRegression(), combine="mean"), "'combine' parameter"),
            (LateFusion("tree"), "'estimator' parameter"),
        ],
    )
    def test_errors_say_what_to_do(self, model, text):
        X, y = problem()
        with pytest.raises(ValueError, match=text):
            model.fit(X, y)


class TestBestView:
    def test_takes_the_view_with_the_best_score(self):
        X, y = problem(n=120)
        model = BestView(GaussianNB(), cv=3).fit(X, y)
        assert model.best_view_ == "good"
        for name in X.names:
            expected = cross_val_score(GaussianNB(), X.block(name), y, cv=3).mean()
            assert model.scores_[name] == pytest.approx(expected)
        expected = GaussianNB().fit(X.good, y).predict_proba(X.good)
        np.testing.assert_allclose(model.predict_proba(X), expected)

    def test_a_view_that_few_rows_have_is_not_the_best(self):
        X, y = problem(n=120)
        lacking = X.missing(good=np.arange(120) % 8 > 0)
        assert BestView(GaussianNB(), cv=3).fit(lacking, y).best_view_ == "weak"

    def test_optional_views_are_so_for_each_candidate(self):
        X, y = problem()
        good = X.good.copy()
        good[::5] = np.nan
        lacking = Views(good=good, weak=X.weak)
        model = BestView(GaussianNB(), optional=["good"]).fit(lacking, y)
        masked = BestView(GaussianNB()).fit(X.missing(good=np.arange(60) % 5 == 0), y)
        assert model.scores_ == masked.scores_

    def test_scoring_decides(self):
        X, y = problem(n=120)
        worst = BestView(GaussianNB(), scoring=lambda m, X, y: -m.score(X, y)).fit(X, y)
        assert worst.best_view_ == "weak"


BASELINES = [EarlyFusion, LateFusion, BestView]


@pytest.mark.parametrize("baseline", BASELINES)
class TestAll:
    def test_take_every_kind_of_several_views(self, baseline):
        X, y = problem()
        expected = baseline(GaussianNB()).fit(X, y).predict(X)
        plain = {name: X.block(name) for name in X.names}
        frame = pd.DataFrame(np.hstack([X.good, X.weak]), columns=list("abcde"))
        views = [("good", None, ["a", "b"]), ("weak", None, slice("c", "e"))]
        for given, model in [
            (plain, baseline(GaussianNB())),
            (list(plain.values()), baseline(GaussianNB())),
            (frame, baseline(GaussianNB(), views)),
        ]:
            np.testing.assert_array_equal(model.fit(given, y).predict(given), expected)

    @pytest.mark.parametrize("classifier", [GaussianNB(), AdaBoostMMClassifier(n_rounds=4)])
    def test_files_are_left_to_skops(self, baseline, classifier, tmp_path):
        skops = pytest.importorskip("skops.io")
        X, y = problem()
        if baseline is EarlyFusion:
            classifier = GaussianNB()  # it gives its classifier one matrix
        model = baseline(classifier).fit(X, y)
        with pytest.raises(ModelFileError, match=rf"{baseline.__name__}.*skops.io.dump\(model"):
            model.save(tmp_path / "model.vb")
        assert not list(tmp_path.iterdir())
        skops.dump(model, tmp_path / "model.skops")
        types = skops.get_untrusted_types(file=tmp_path / "model.skops")
        loaded = skops.load(tmp_path / "model.skops", trusted=types)
        np.testing.assert_array_equal(loaded.predict(X), model.predict(X))

    def test_weights_reach_the_classifiers(self, baseline):
        X, y = problem(n=40)
        weights = np.random.default_rng(1).integers(0, 4, 40)
        repeated = np.repeat(np.arange(40), weights)
        for classifier in (GaussianNB(), make_pipeline(GaussianNB())):
            one_view = [("good", None, "good")] if baseline is BestView else None
            model = baseline(classifier, one_view).fit(X, y, sample_weight=weights)
            expected = baseline(classifier, one_view).fit(X[repeated], y[repeated])
            np.testing.assert_array_equal(model.predict(X), expected.predict(X))
            if hasattr(model, "predict_proba"):
                np.testing.assert_allclose(model.predict_proba(X), expected.predict_proba(X))

    def test_weights_that_would_be_lost_are_refused(self, baseline):
        X, y = problem()
        with pytest.raises(ValueError, match="KNeighborsClassifier takes no sample_weight"):
            baseline(KNeighborsClassifier()).fit(X, y, sample_weight=np.arange(1, 61))

    def test_works_in_a_grid_search(self, baseline):
        X, y = problem()
        grid = {"estimator__n_rounds": [1, 4]}
        search = GridSearchCV(baseline(AdaBoostMMClassifier()), grid, cv=2).fit(X, y)
        assert search.best_score_ > 0.7

    def test_optional_views_may_be_all_nan(self, baseline):
        X, y = problem()
        weak = X.weak.copy()
        weak[:30] = np.nan
        lacking, optional = Views(good=X.good, weak=weak), ["weak"]
        boost = AdaBoostMMClassifier(n_rounds=5)
        masked = X.missing(weak=np.arange(60) < 30)
        expected = baseline(boost).fit(masked, y).predict(masked)
        model = baseline(boost, optional=optional).fit(lacking, y)
        np.testing.assert_array_equal(model.predict(lacking), expected)

    def test_unknown_views_are_named(self, baseline):
        X, y = problem()
        with pytest.raises(ValueError, match="other"):
            baseline(GaussianNB()).fit(X, y).predict(Views(good=X.good, other=X.weak))
