"""RegionBoost: its competence by brute force, leave-self-out, views, and the paper's analysis."""

import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import pairwise_distances
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from viewboost import (
    AdaBoostMMClassifier,
    BagOfWords,
    NGram,
    RegionBoostClassifier,
    Stump,
    Tree,
    Views,
    Weighted,
)
from viewboost.datasets import make_triangle
from viewboost.learners.base import BoundLearner, Hypothesis, Learner
from viewboost.views.blocks import Accepts

FEW = settings(deadline=None, max_examples=15)


def problem(seed, m=60, K=2, d=3):
    """Labels that a product of features decides: stumps are right in some regions only."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(m, d))
    score = X[:, 0] * X[:, 1] + 0.3 * rng.normal(size=m)
    y = np.digitize(score, np.quantile(score, np.arange(1, K) / K))
    return X, y


def plain_scores(model, train, y, queries, k, leave_out=False):
    """Row by row and vote by vote, for one dense view."""
    scaler = StandardScaler().fit(train)
    distance = pairwise_distances(scaler.transform(queries), scaler.transform(train))
    if leave_out:
        np.fill_diagonal(distance, np.inf)
    near = np.argsort(distance, axis=1)[:, :k]
    boost = AdaBoostMMClassifier(n_rounds=model.n_rounds).fit(train, y)
    G = np.zeros((len(queries), len(model.classes_)))
    for vote in boost._votes.entries:
        blocks = [boost._gate.read(boost, rows)[0] for rows in (train, queries)]
        said, new = (vote.hypotheses[0].predict(block) for block in blocks)
        share = (said == y)[near].mean(axis=1)
        alpha = vote.vector[0] if model.times_alpha else 1.0
        G[np.arange(len(new)), new] += alpha * share
    return np.where(G.any(axis=1, keepdims=True), G, np.bincount(y) / len(y))


class TestScores:
    @FEW
    @given(
        st.integers(0, 10**6), st.integers(2, 4), st.integers(1, 9), st.booleans(), st.booleans()
    )
    def test_are_those_of_the_definition(self, seed, K, k, times_alpha, leave_out):
        X, y = problem(seed, m=80, K=K)
        model = RegionBoostClassifier(n_rounds=6, n_neighbors=k, times_alpha=times_alpha)
        train, queries = X[:60], X[60:]
        model.fit(train, y[:60])
        if leave_out:
            G = plain_scores(model, train, y[:60], train, k, leave_out=True)
            np.testing.assert_allclose(model.training_scores_, G, atol=1e-9)
        else:
            G = plain_scores(model, train, y[:60], queries, k)
            ours = next(model._votes.scores(model._gate.read(model, queries), [6]))
            np.testing.assert_allclose(ours, G, atol=1e-9)

    @FEW
    @given(st.integers(0, 10**6), st.integers(2, 3))
    def test_training_is_that_of_adaboost_mm(self, seed, K):
        X, y = problem(seed, K=K)
        ours = RegionBoostClassifier(n_rounds=8).fit(X, y)
        boost = AdaBoostMMClassifier(n_rounds=8).fit(X, y)
        for name in ("edges", "steps", "chosen", "log_losses"):
            np.testing.assert_array_equal(ours.history_.column(name), boost.history_.column(name))
        assert ours.stop_reason_ == boost.stop_reason_

    @FEW
    @given(st.integers(0, 10**6))
    def test_times_alpha_with_all_rows_as_neighbours_weighs_by_accuracy(self, seed):
        X, y = problem(seed)
        model = RegionBoostClassifier(n_rounds=5, n_neighbors=60, times_alpha=True).fit(X, y)
        boost = AdaBoostMMClassifier(n_rounds=5).fit(X, y)
        block = boost._gate.read(boost, X)[0]
        expected = np.zeros((60, 2))
        for vote in boost._votes.entries:
            said = vote.hypotheses[0].predict(block)
            expected[np.arange(60), said] += vote.vector[0] * (said == y).mean()
        decision = expected[:, 1] - expected[:, 0]
        np.testing.assert_allclose(model.decision_function(X), decision, atol=1e-9)

    @pytest.mark.parametrize("competence", ["knn", "tree"])
    @pytest.mark.parametrize("K", [2, 3])
    def test_staged_end_in_final_and_do_not_depend_on_the_batch(self, competence, K):
        X, y = problem(1, K=K)
        model = RegionBoostClassifier(n_rounds=6, competence=competence).fit(X, y)
        *_, last = model.staged_decision_function(X)
        np.testing.assert_array_equal(last, model.decision_function(X))
        again = np.concatenate([model.decision_function(X[[i]]) for i in range(10)])
        np.testing.assert_array_equal(again, model.decision_function(X[:10]))

    def test_staged_training_scores_end_in_the_attribute(self):
        X, y = problem(2)
        model = RegionBoostClassifier(n_rounds=6).fit(X, y)
        stages = list(model.staged_training_scores())
        assert len(stages) == 6
        np.testing.assert_array_equal(stages[-1], model.training_scores_)

    def test_probabilities_are_shares_of_the_vote(self):
        X, y = problem(3, K=3)
        model = RegionBoostClassifier(n_rounds=6).fit(X, y)
        G = model.decision_function(X)
        np.testing.assert_allclose(model.predict_proba(X), G / G.sum(axis=1, keepdims=True))

    def test_where_every_hypothesis_is_wrong_the_class_prior_speaks(self):
        X = np.array([[0.0], [1], [2], [3], [4], [5.0]])
        y = np.array([0, 0, 1, 0, 1, 1])
        model = RegionBoostClassifier(n_rounds=1, n_neighbors=1).fit(X, y)
        wrong = model._votes.entries[0].hypotheses[0].predict(model._gate.read(model, X)[0]) != y
        np.testing.assert_allclose(model.predict_proba(X[wrong]), 0.5)
        assert wrong.any()


class TestMetric:
    @FEW
    @given(st.integers(0, 10**6), st.sampled_from(["euclidean", "manhattan", "cosine"]))
    def test_is_free(self, seed, metric):
        X, y = problem(seed)
        model = RegionBoostClassifier(n_rounds=3, metric=metric, standardize=False).fit(X, y)
        distance = pairwise_distances(X, metric=metric)
        near = np.argsort(distance, axis=1, kind="stable")[:, :5]
        for place in range(len(model._votes.entries)):
            competence = model._votes.competence
            share = competence.at(model._gate.read(model, X))(place)
            np.testing.assert_allclose(share, competence.hits(place)[near].mean(axis=1))

    def test_may_be_a_function(self):
        X, y = problem(0)
        named = RegionBoostClassifier(n_rounds=3, metric="manhattan").fit(X, y)
        own = RegionBoostClassifier(n_rounds=3, metric=lambda a, b: np.abs(a - b).sum()).fit(X, y)
        np.testing.assert_array_equal(own.decision_function(X), named.decision_function(X))

    def test_scale_matters_only_without_standardize(self):
        X, y = problem(4)
        scaled = X * [1.0, 1000.0, 1.0]
        kwargs = {"n_rounds": 8, "learner": Stump(max_bins=20)}
        for standardize in (True, False):
            a = RegionBoostClassifier(standardize=standardize, **kwargs).fit(X, y)
            b = RegionBoostClassifier(standardize=standardize, **kwargs).fit(scaled, y)
            same = np.allclose(a.training_scores_, b.training_scores_)
            assert same == standardize

    @FEW
    @given(st.integers(0, 10**6), st.integers(1, 6))
    def test_sparse_views_have_cosine_neighbours(self, seed, k):
        rng = np.random.default_rng(seed)
        counts = rng.poisson(0.4, size=(60, 12)) * rng.integers(1, 4, size=(60, 12))
        counts[:3] = 0  # texts without any word
        y = (counts[:, 0] > counts[:, 1]).astype(int)
        y[-1] = 1 - y[0]
        model = RegionBoostClassifier(n_rounds=3, n_neighbors=k)
        model.fit(sparse.csr_matrix(counts), y)
        similarity = 1 - pairwise_distances(counts, metric="cosine")
        similarity[:3] = 0
        np.fill_diagonal(similarity, -np.inf)
        near = model._votes.competence.near_training(0)
        ours = np.sort(np.take_along_axis(similarity, near, axis=1), axis=1)
        expected = np.sort(similarity, axis=1)[:, -k:]
        np.testing.assert_allclose(ours, expected, atol=1e-9)
        assert all(len(set(row)) == k for row in near.tolist())

    def test_sparse_and_dense_rows_of_one_view_are_the_same_points(self):
        X, y = problem(5)
        X = np.where(X > 0, np.round(X, 1), 0.0)
        model = RegionBoostClassifier(n_rounds=4).fit(sparse.csr_matrix(X), y)
        np.testing.assert_allclose(
            model.decision_function(X), model.decision_function(sparse.csr_matrix(X))
        )
        model = RegionBoostClassifier(n_rounds=4).fit(X, y)
        np.testing.assert_allclose(
            model.decision_function(X), model.decision_function(sparse.csr_matrix(X))
        )

    def test_missing_cells_lie_at_the_mean(self):
        X, y = problem(6)
        holes = X.copy()
        holes[::4, 0] = np.nan
        model = RegionBoostClassifier(n_rounds=4).fit(holes, y)
        space = model._votes.competence.grounds[0].space
        np.testing.assert_allclose(space.fill, np.nanmean(holes, axis=0))
        points = model._votes.competence.grounds[0].points
        np.testing.assert_array_equal(points[::4, 0], 0.0)
        np.testing.assert_allclose(points[:, 1].std(), 1.0)
        assert np.isfinite(model.decision_function(holes)).all()

    def test_nominal_columns_are_spread_over_their_levels(self):
        hue = pd.Categorical(np.tile(["r", "g", "b"], 20))
        X = pd.DataFrame({"hue": hue, "size": np.arange(60.0)})
        model = RegionBoostClassifier(n_rounds=2).fit(X, np.arange(60) % 2)
        assert model._votes.competence.grounds[0].points.shape == (60, 4)


class TestViews:
    def views(self, seed=0, m=80):
        X, y = problem(seed, m=m, d=5)
        return Views(a=X[:, :3], b=X[:, 3:] + y[:, None]), y

    def test_neighbours_are_those_of_the_hypothesis_own_view(self):
        X, y = self.views()
        model = RegionBoostClassifier(n_rounds=10).fit(X, y)
        competence = model._votes.competence
        assert set(competence.views) == {0, 1}
        weigh = competence.at(model._gate.read(model, X))
        for place, view in enumerate(competence.views):
            scaled = StandardScaler().fit_transform(X.block("ab"[view]))
            near = np.argsort(pairwise_distances(scaled), axis=1)[:, :5]
            np.testing.assert_allclose(weigh(place), competence.hits(place)[near].mean(axis=1))

    def test_rows_without_the_view_are_no_neighbours_and_get_no_weight(self):
        X, y = self.views()
        gone = np.arange(80) % 4 == 0
        lacking = X.missing(b=gone)
        model = RegionBoostClassifier(n_rounds=10).fit(lacking, y)
        competence = model._votes.competence
        place = competence.views.index(1)
        np.testing.assert_array_equal(competence.grounds[1].rows, np.flatnonzero(~gone))
        weigh = competence.at(model._gate.read(model, lacking))
        np.testing.assert_array_equal(weigh(place)[gone], 0.0)
        scaled = StandardScaler().fit_transform(X.b[~gone])
        near = np.argsort(pairwise_distances(scaled), axis=1)[:, :5]
        share = competence.hits(place)[near].mean(axis=1)
        np.testing.assert_allclose(weigh(place)[~gone], share)

    def test_training_rows_without_a_view_are_scored_by_the_others(self):
        X, y = self.views()
        gone = np.arange(80) % 4 == 0
        model = RegionBoostClassifier(n_rounds=10).fit(X.missing(b=gone), y)
        competence, expected = model._votes.competence, np.zeros((80, 2))
        for view, vote in zip(competence.views, model._votes.entries):
            rows = np.flatnonzero(~gone) if view else np.arange(80)
            scaled = StandardScaler().fit_transform(X.block("ab"[view])[rows])
            distance = pairwise_distances(scaled)
            np.fill_diagonal(distance, np.inf)
            near = np.argsort(distance, axis=1)[:, :5]
            said = vote.predict(model._gate.read(model, X))[rows]
            expected[rows, said] += (said == y[rows])[near].mean(axis=1)
        assert expected.any(axis=1).all()
        np.testing.assert_allclose(model.training_scores_, expected, atol=1e-9)

    @pytest.mark.parametrize("competence", ["knn", "tree"])
    def test_what_an_absent_row_holds_means_nothing(self, competence):
        X, y = self.views()
        gone = np.arange(80) % 4 == 0
        other = Views(a=X.a, b=np.where(gone[:, None], 1e6, X.b))
        model = RegionBoostClassifier(n_rounds=6, competence=competence, random_state=0)
        first = model.fit(X.missing(b=gone), y).decision_function(X.missing(b=gone))
        second = model.fit(other.missing(b=gone), y).decision_function(other.missing(b=gone))
        np.testing.assert_array_equal(first, second)

    @pytest.mark.parametrize("competence", ["knn", "tree"])
    def test_a_row_without_any_view_gets_the_class_prior(self, competence):
        X, y = self.views()
        model = RegionBoostClassifier(n_rounds=4, competence=competence).fit(X, y)
        nothing = X.missing(a=np.ones(80, dtype=bool), b=np.ones(80, dtype=bool))
        share = np.bincount(y) / 80
        np.testing.assert_allclose(model.predict_proba(nothing), np.tile(share, (80, 1)))

    def test_a_view_that_no_row_has(self):
        X, y = self.views()
        lacking = X.missing(b=np.ones(80, dtype=bool))
        model = RegionBoostClassifier(n_rounds=4).fit(lacking, y)
        alone = RegionBoostClassifier(n_rounds=4).fit(X.a, y)
        np.testing.assert_array_equal(model.decision_function(X), alone.decision_function(X.a))

    @pytest.mark.parametrize(
        "learner", [BagOfWords(), NGram(), make_pipeline(TfidfVectorizer(), LogisticRegression())]
    )
    def test_strings_are_as_near_as_what_their_learner_makes_of_them(self, learner):
        rng = np.random.default_rng(0)
        y = rng.integers(2, size=60)
        words = [" ".join(rng.choice(["sun", "dry", "day", "ice", "wet"][c : c + 4], 5)) for c in y]
        model = RegionBoostClassifier([("words", learner, "words")], n_rounds=5)
        model.fit(Views(words=words), y)
        assert model.score(Views(words=words), y) > 0.7
        assert sparse.issparse(model._votes.competence.grounds[0].points)

    def test_strings_without_numbers_are_refused(self):
        class Reader(Learner):
            accepts = Accepts(frozenset({"strings"}))

            def bind(self, block, rows, n_threads=1):
                return BoundLearner()

        with pytest.raises(ValueError, match="view 'words': RegionBoost measures distances"):
            RegionBoostClassifier([("words", Reader(), "words")]).fit(
                Views(words=["a", "b", "c"]), [0, 1, 0]
            )


class TestCompetence:
    @pytest.mark.parametrize(
        "judge",
        [
            LogisticRegression(),
            DecisionTreeRegressor(max_depth=3, random_state=0),
            KNeighborsClassifier(),  # takes no weights
            RandomForestClassifier(5),
        ],
    )
    def test_is_what_a_model_of_right_and_wrong_says(self, judge):
        X, y = problem(0)
        model = RegionBoostClassifier(n_rounds=4, competence=judge, random_state=0).fit(X, y)
        weigh = model._votes.competence.at(model._gate.read(model, X))
        scaled = StandardScaler().fit_transform(X)
        for place, fitted in enumerate(model._votes.competence.models):
            if hasattr(fitted, "predict_proba"):
                expected = fitted.predict_proba(scaled)[:, 1]
            else:
                expected = np.clip(fitted.predict(scaled), 0, 1)
            np.testing.assert_allclose(weigh(place), expected)

    def test_a_tree_with_leaves_of_all_rows_is_a_constant(self):
        X, y = problem(1)
        model = RegionBoostClassifier(n_rounds=4, competence="tree", n_neighbors=60).fit(X, y)
        accuracy = [
            (vote.hypotheses[0].predict(model._gate.read(model, X)[0]) == y).mean()
            for vote in model._votes.entries
        ]
        weigh = model._votes.competence.at(model._gate.read(model, X))
        for place, share in enumerate(accuracy):
            np.testing.assert_allclose(weigh(place), share)

    def test_is_fitted_with_the_sample_weights(self):
        X, y = problem(2, m=50)
        weights = np.random.default_rng(0).integers(1, 4, 50)
        repeated = np.repeat(np.arange(50), weights)
        judge = DecisionTreeClassifier(max_depth=2)
        ours = RegionBoostClassifier(
            n_rounds=4, competence=judge, standardize=False, random_state=0
        )
        a = ours.fit(X, y, sample_weight=weights).decision_function(X)
        b = ours.fit(X[repeated], y[repeated]).decision_function(X)
        np.testing.assert_allclose(a, b, atol=1e-9)

    def test_is_reproducible(self):
        X, y = problem(3)
        model = RegionBoostClassifier(
            n_rounds=4, competence=RandomForestClassifier(3), random_state=7
        )
        first = model.fit(X, y).decision_function(X)
        np.testing.assert_array_equal(model.fit(X, y).decision_function(X), first)
        assert (model.set_params(random_state=8).fit(X, y).decision_function(X) != first).any()

    def test_of_a_perfect_hypothesis_is_one(self):
        X = np.arange(20.0)[:, None]
        y = (X[:, 0] > 9).astype(int)
        for competence in ("knn", "tree"):
            model = RegionBoostClassifier(competence=competence).fit(X, y)
            assert model.stop_reason_ == "a perfect hypothesis"
            assert model.n_rounds_ == 1
            np.testing.assert_array_equal(model.decision_function(X), 2.0 * y - 1)

    def test_keeps_no_training_rows_besides_those_of_neighbours(self):
        X, y = problem(4, m=200, d=20)
        judged = RegionBoostClassifier(n_rounds=3, competence="tree").fit(X, y)
        assert len(pickle.dumps(judged)) < X.nbytes
        assert judged._votes.competence.rows is None
        with pytest.raises(AttributeError, match="competence='knn'"):
            _ = judged.training_scores_
        near = RegionBoostClassifier(n_rounds=3).fit(X, y)
        assert near._votes.competence.said[0].dtype == np.uint8
        assert len(pickle.dumps(near)) < 1.5 * X.nbytes
        again = pickle.loads(pickle.dumps(near))
        np.testing.assert_array_equal(again.decision_function(X), near.decision_function(X))


class TestRounds:
    def test_early_stopping_scores_what_the_model_would_be(self):
        X, y = problem(0, m=120)
        model = RegionBoostClassifier(n_rounds=20, n_iter_no_change=5)
        model.fit(X[:80], y[:80], X_val=X[80:], y_val=y[80:])
        full = RegionBoostClassifier(n_rounds=20).fit(X[:80], y[:80])
        scores = [np.mean(said == y[80:]) for said in full.staged_predict(X[80:])]
        seen = model.history_.column("validation")
        np.testing.assert_allclose(seen, scores[: len(seen)])
        assert model.n_rounds_ == np.argmax(seen) + 1
        assert len(model._votes.competence.said) == model.n_rounds_
        assert model.training_scores_.shape == (80, 2)

    def test_rows_held_out_are_no_neighbours(self):
        X, y = problem(1, m=100)
        model = RegionBoostClassifier(n_rounds=5, n_iter_no_change=3, random_state=0).fit(X, y)
        assert model.training_scores_.shape == (90, 2)

    def test_rows_of_weight_zero_are_no_neighbours(self):
        X, y = problem(2)
        weights = np.ones(60)
        weights[:20] = 0
        ours = RegionBoostClassifier(n_rounds=5).fit(X, y, sample_weight=weights)
        without = RegionBoostClassifier(n_rounds=5).fit(X[20:], y[20:])
        np.testing.assert_array_equal(ours.decision_function(X), without.decision_function(X))

    def test_chance_gives_the_class_prior(self):
        X, y = np.zeros((20, 2)), np.arange(20) % 4 == 0
        with pytest.warns(UserWarning, match="class prior"):
            model = RegionBoostClassifier().fit(X, y)
        np.testing.assert_allclose(model.predict_proba(X[:1]), [[0.75, 0.25]])
        np.testing.assert_allclose(model.training_scores_, np.tile([0.75, 0.25], (20, 1)))

    def test_one_class(self):
        model = RegionBoostClassifier().fit(np.zeros((5, 1)), np.ones(5))
        assert set(model.predict(np.zeros((2, 1)))) == {1}
        assert not hasattr(model, "training_scores_")

    def test_an_interrupted_fit_keeps_what_was_done(self):
        X, y = problem(3)

        class Interrupts(DecisionTreeClassifier):
            def fit(self, X, y, sample_weight=None):
                Interrupts.left -= 1
                if Interrupts.left < 0:
                    raise KeyboardInterrupt
                return super().fit(X, y, sample_weight)

        Interrupts.left = 3
        model = RegionBoostClassifier(learner=Weighted(Interrupts(max_depth=1)), n_rounds=9)
        with pytest.raises(KeyboardInterrupt):
            model.fit(X, y)
        assert model.n_rounds_ == 3
        assert model.predict(X).shape == (60,)

    def test_more_neighbours_than_rows(self):
        X, y = problem(4, m=6)
        model = RegionBoostClassifier(n_rounds=3, n_neighbors=50).fit(X, y)
        assert np.isfinite(model.decision_function(X)).all()
        assert model.training_scores_.shape == (6, 2)

    @pytest.mark.parametrize(
        ("params", "text"),
        [
            ({"competence": "nn"}, "'competence' parameter"),
            ({"metric": "far"}, "'metric' parameter"),
            ({"metric": "haversine"}, "2-D|2 dim|haversine"),
            ({"n_neighbors": 0}, "'n_neighbors' parameter"),
        ],
    )
    def test_bad_parameters_are_refused_at_fit(self, params, text):
        X, y = problem(5)
        with pytest.raises(ValueError, match=text):
            RegionBoostClassifier(n_rounds=2, **params).fit(X, y)


class TestPaper:
    """Yang, Yuan, Liu: what the neighbourhoods that no hypothesis splits decide."""

    def patterns(self, X, y, k, learner=None, n_rounds=40):
        """For the points and hypotheses: what is said, who splits, and the nearest neighbours."""
        model = RegionBoostClassifier(
            n_rounds=n_rounds, n_neighbors=k, learner=learner, standardize=False
        ).fit(X, y)
        known = model._votes.competence
        near = known.near_training(0)
        around = np.column_stack([np.arange(len(y)), near])  # the point itself included
        said = np.stack(known.said)
        split = np.stack([row[around].min(axis=1) != row[around].max(axis=1) for row in said])
        shares = np.stack([known.hits(t)[near].mean(axis=1) for t in range(len(said))])
        neighbours = (y[near].mean(axis=1) > 0.5).astype(int)
        return model, said, split, shares, neighbours

    @pytest.mark.parametrize("seed", range(5))
    @pytest.mark.parametrize("k", [3, 5, 7])
    def test_hypotheses_that_do_not_split_decide_as_the_neighbours_do(self, seed, k):
        X, y = make_triangle(150, random_state=seed)
        _, said, split, shares, neighbours = self.patterns(X, y, k)
        for i in range(len(y)):
            alone = ~split[:, i]
            votes = np.bincount(said[alone, i], shares[alone, i], minlength=2)
            agree = np.where(said[alone, i] == neighbours[i], 1, -1)
            if len(agree) and agree.mean() > -1 / k:  # D(i) > -1/k
                assert votes.argmax() == neighbours[i]
                assert votes[0] != votes[1]

    @pytest.mark.parametrize("seed", range(3))
    def test_stumps_seldom_split_and_stay_near_the_neighbours_trees_split_more(self, seed):
        X, y = make_triangle(500, random_state=seed)
        model, _, split, _, neighbours = self.patterns(X, y, 5, n_rounds=100)
        train = model.training_scores_.argmax(axis=1)
        assert np.mean(train == neighbours) > 0.97
        assert split.mean() < 0.2
        deep = self.patterns(X, y, 5, learner=Tree(max_depth=4), n_rounds=20)
        assert deep[2].mean() > split.mean()


def test_hypotheses_remember_only_what_was_said():
    X, y = problem(0)
    model = RegionBoostClassifier(n_rounds=3).fit(X, y)
    votes, rows = model._votes.competence.on_training_rows(model._votes)
    original = AdaBoostMMClassifier(n_rounds=3).fit(X, y)._votes.entries
    block = model._gate.read(model, X)[0]
    for remembered, vote in zip(votes.entries, original):
        assert isinstance(remembered.hypotheses[0], Hypothesis)
        np.testing.assert_array_equal(remembered.predict(rows), vote.hypotheses[0].predict(block))
