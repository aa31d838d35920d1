"""The measures against scikit-learn, their definitions and the theory; the bounds; the scorers."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_iris
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import confusion_matrix, recall_score, roc_auc_score, zero_one_loss
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score, cross_validate
from sklearn.naive_bayes import GaussianNB

from viewboost.metrics import (
    confusion_norm,
    confusion_norm_bound,
    g_mean_score,
    get_scorer,
    mauc_score,
    pac_bayes_confusion_bound,
    scorers,
)

few = settings(deadline=None, max_examples=40)
seeds = st.integers(0, 2**32 - 1)


def labels_and_predictions(seed, n_classes, n_rows=40):
    """Rows in which every class occurs, of which about half are predicted rightly."""
    rng = np.random.default_rng(seed)
    y = np.r_[np.arange(n_classes), rng.integers(n_classes, size=n_rows - n_classes)]
    wrong = rng.integers(n_classes, size=n_rows)
    return y, np.where(rng.random(n_rows) < 0.5, y, wrong), rng


def mistakes(y, predicted, weights=None):
    shares = confusion_matrix(y, predicted, normalize="true", sample_weight=weights)
    np.fill_diagonal(shares, 0)
    return shares


def pairwise_mauc(y, scores):
    """The definition, pair of rows by pair of rows."""
    areas = []
    classes = np.unique(y)
    for own in classes:
        for other in np.setdiff1d(classes, own):
            difference = np.subtract.outer(scores[y == own, own], scores[y == other, own])
            areas.append(np.mean((difference > 0) + (difference == 0) / 2))
    return np.mean(areas)


class TestGMean:
    @few
    @given(seeds, st.integers(2, 6))
    def test_is_the_geometric_mean_of_the_recalls(self, seed, n_classes):
        y, predicted, rng = labels_and_predictions(seed, n_classes)
        weights = rng.exponential(size=len(y))
        recalls = recall_score(y, predicted, average=None, sample_weight=weights)
        expected = np.prod(recalls) ** (1 / n_classes)
        assert g_mean_score(y, predicted, sample_weight=weights) == pytest.approx(expected)

    def test_zero_recall_of_one_class_is_zero(self):
        assert g_mean_score([0] * 99 + [1], [0] * 100) == 0.0

    def test_does_not_underflow_with_many_classes(self):
        y = np.repeat(np.arange(200), 100)
        predicted = np.where(np.arange(len(y)) % 100 == 0, y, (y + 1) % 200)
        assert g_mean_score(y, predicted) == pytest.approx(0.01)

    def test_one_class_gives_its_recall(self):
        assert g_mean_score([3, 3, 3, 3], [3, 3, 3, 1]) == 0.75

    def test_a_class_without_true_rows_takes_no_part(self):
        y, predicted = ["a", "a", "b", "b"], ["a", "c", "b", "b"]
        assert g_mean_score(y, predicted) == pytest.approx(np.sqrt(0.5))
        assert g_mean_score(y, predicted, labels=["d", "c", "b", "a"]) == pytest.approx(
            np.sqrt(0.5)
        )

    def test_a_class_without_weight_takes_no_part(self):
        assert g_mean_score([0, 0, 1], [0, 0, 0], sample_weight=[1, 1, 0]) == 1.0


class TestMauc:
    @few
    @given(seeds, st.integers(3, 6))
    def test_equals_one_vs_one_auc_on_probabilities(self, seed, n_classes):
        y, _, rng = labels_and_predictions(seed, n_classes)
        shares = rng.dirichlet(np.ones(n_classes), size=len(y))
        expected = roc_auc_score(y, shares, multi_class="ovo")
        assert mauc_score(y, shares) == pytest.approx(expected, abs=1e-12)

    @few
    @given(seeds, st.integers(2, 5))
    def test_equals_its_definition_on_scores_with_ties(self, seed, n_classes):
        y, _, rng = labels_and_predictions(seed, n_classes)
        scores = rng.integers(-3, 4, size=(len(y), n_classes)).astype(float)
        assert mauc_score(y, scores) == pytest.approx(pairwise_mauc(y, scores), abs=1e-12)

    @few
    @given(seeds)
    def test_one_score_of_two_classes(self, seed):
        y, _, rng = labels_and_predictions(seed, 2)
        score = rng.integers(-5, 5, size=len(y))
        assert mauc_score(y, score) == pytest.approx(roc_auc_score(y, score), abs=1e-12)
        assert mauc_score(y, np.c_[-score, score]) == mauc_score(y, score)

    def test_labels_give_the_order_of_the_columns(self):
        y, _, rng = labels_and_predictions(3, 3)
        scores = rng.normal(size=(len(y), 3))
        names = np.array(["x", "y", "z"])[y]
        turned = mauc_score(names, scores[:, [2, 0, 1]], labels=["z", "x", "y"])
        assert turned == mauc_score(y, scores) != mauc_score(y, scores[:, [2, 0, 1]])

    def test_a_class_without_rows_takes_no_part(self):
        y, _, rng = labels_and_predictions(3, 3)
        scores = rng.normal(size=(len(y), 4))
        kept = mauc_score(y, scores[:, :3])
        assert mauc_score(y, scores, labels=[0, 1, 2, 7]) == pytest.approx(kept)

    def test_infinite_scores_are_ordered(self):
        assert mauc_score([0, 0, 1, 1], [-np.inf, 0, 0, np.inf]) == 0.875

    def test_one_class_is_undefined(self):
        with pytest.warns(UndefinedMetricWarning, match="one class 'a'"):
            assert np.isnan(mauc_score(["a", "a"], [[1, 0], [0, 1]], labels=["a", "b"]))

    @pytest.mark.parametrize(
        ("scores", "message"),
        [
            ([0.1, np.nan, 0.3], "contains NaN"),
            ([[0, 1, 2]] * 3, r"shape \(3, 3\).*2 classes \[0, 1\]; give labels="),
            ([[0, 1]] * 2, "inconsistent numbers of samples"),
        ],
    )
    def test_refuses_scores_that_do_not_fit(self, scores, message):
        with pytest.raises(ValueError, match=message):
            mauc_score([0, 1, 1], scores)

    def test_refuses_one_score_of_three_classes(self):
        with pytest.raises(ValueError, match=r"shape \(3,\).*3 classes"):
            mauc_score([0, 1, 2], [0.1, 0.2, 0.3])


class TestConfusionNorm:
    @few
    @given(seeds, st.integers(2, 7))
    def test_is_the_largest_singular_value(self, seed, n_classes):
        y, predicted, rng = labels_and_predictions(seed, n_classes)
        weights = rng.exponential(size=len(y))
        expected = np.linalg.svd(mistakes(y, predicted, weights), compute_uv=False)[0]
        found = confusion_norm(y, predicted, sample_weight=weights)
        assert found == pytest.approx(expected, abs=1e-12)

    @few
    @given(seeds)
    def test_two_classes_give_the_larger_error_rate(self, seed):
        y, predicted, _ = labels_and_predictions(seed, 2)
        rates = [np.mean(predicted[y == c] != c) for c in (0, 1)]
        assert confusion_norm(y, predicted) == pytest.approx(max(rates), abs=1e-12)

    @few
    @given(seeds, st.integers(2, 7))
    def test_bounds_the_error(self, seed, n_classes):
        """error = ||p C||_1 <= largest row sum <= sqrt(K) ||C||."""
        y, predicted, _ = labels_and_predictions(seed, n_classes)
        matrix, shares = mistakes(y, predicted), np.bincount(y) / len(y)
        error = np.abs(shares @ matrix).sum()
        assert error == pytest.approx(zero_one_loss(y, predicted), abs=1e-12)
        largest = matrix.sum(axis=1).max()
        norm = confusion_norm(y, predicted)
        assert error <= largest + 1e-12
        assert largest <= np.sqrt(n_classes) * norm + 1e-12
        assert norm <= np.sqrt(n_classes - 1) + 1e-12

    def test_the_largest_norm_is_that_of_a_constant(self):
        assert confusion_norm(np.arange(10), np.zeros(10, int)) == pytest.approx(3.0)

    def test_does_not_see_the_class_proportions(self):
        y, predicted, _ = labels_and_predictions(5, 3)
        times = np.array([1, 5, 20])[y]
        repeated = confusion_norm(np.repeat(y, times), np.repeat(predicted, times))
        assert repeated == pytest.approx(confusion_norm(y, predicted))

    def test_a_class_without_true_rows_has_a_zero_row(self):
        y, predicted = [0, 0, 1, 1], [0, 2, 1, 1]
        assert confusion_norm(y, predicted) == pytest.approx(0.5)
        assert confusion_norm(y, predicted, labels=[0, 1, 2, 3]) == pytest.approx(0.5)

    def test_perfect_and_one_class(self):
        assert confusion_norm([0, 1, 2], [0, 1, 2]) == 0.0
        assert confusion_norm(["a"], ["a"]) == 0.0


@pytest.mark.parametrize("measure", [g_mean_score, confusion_norm])
class TestInput:
    @few
    @given(seed=seeds)
    def test_integer_weights_are_repeated_rows(self, measure, seed):
        y, predicted, rng = labels_and_predictions(seed, 3)
        times = rng.integers(1, 4, size=len(y))
        weighted = measure(y, predicted, sample_weight=times)
        repeated = measure(np.repeat(y, times), np.repeat(predicted, times))
        assert weighted == pytest.approx(repeated, abs=1e-12)

    @few
    @given(seed=seeds)
    def test_the_order_of_labels_does_not_matter(self, measure, seed):
        y, predicted, rng = labels_and_predictions(seed, 4)
        names = np.array(["d", "b", "c", "a"], dtype=object)
        renamed = measure(names[y], names[predicted], labels=rng.permutation(names))
        assert renamed == pytest.approx(measure(y, predicted), abs=1e-12)

    @pytest.mark.parametrize(
        ("y", "predicted", "arguments", "message"),
        [
            ([], [], {}, "there are no rows"),
            ([0, 1], [0], {}, "inconsistent numbers of samples"),
            ([0, 1], ["a", "b"], {}, "Mix of label input types"),
            ([0.5, 0.1], [0, 1], {}, "continuous"),
            ([0, np.nan], [0, 1], {}, "NaN"),
            ([0, 1], [0, 2], {"labels": [0, 1]}, r"y_pred contains \[2\], not among .*\[0, 1\]"),
            (["a", "b"], ["a", "a"], {"labels": ["a"]}, r"y_true contains \['b'\]"),
            ([0, 1], [0, 1], {"labels": [0, 0, 1]}, "distinct classes"),
            ([0, 1], [0, 1], {"sample_weight": [1, -1]}, "not negative"),
            ([0, 1], [0, 1], {"sample_weight": [1, np.nan]}, "finite"),
            ([0, 1], [0, 1], {"sample_weight": [0, 0]}, "all zero"),
            ([0, 1], [0, 1], {"sample_weight": [1]}, r"shape \(1,\), expected \(2,\)"),
        ],
    )
    def test_refuses(self, measure, y, predicted, arguments, message):
        with pytest.raises(ValueError, match=message):
            measure(y, predicted, **arguments)


class TestConfusionNormBound:
    def test_is_the_formula(self):
        y = np.repeat([0, 1, 2], [100, 200, 50])
        predicted = np.where(np.arange(len(y)) % 10 == 0, (y + 1) % 3, y)
        slack = np.sqrt(2 * 3 * (1 / 100 + 1 / 200 + 1 / 50) * np.log(3 / 0.1))
        expected = confusion_norm(y, predicted) + slack
        assert confusion_norm_bound(y, predicted, delta=0.1) == pytest.approx(expected)

    def test_a_class_without_rows_makes_it_infinite(self):
        assert confusion_norm_bound([0, 1], [0, 1], labels=[0, 1, 2]) == np.inf

    def test_holds_on_random_samples(self):
        rng = np.random.default_rng(0)
        truth = np.array([[0.6, 0.4, 0.0], [0.0, 0.9, 0.1], [0.5, 0.0, 0.5]])
        norm = np.linalg.norm(truth - np.diag(np.diag(truth)), 2)
        y = np.repeat([0, 1, 2], [400, 100, 50])
        below = 0
        for _ in range(50):
            predicted = (rng.random((len(y), 1)) > truth.cumsum(axis=1)[y]).sum(axis=1)
            below += confusion_norm(y, predicted) < norm
            assert norm <= confusion_norm_bound(y, predicted, delta=1.0)
        assert below > 10  # without its slack the bound would have failed

    @pytest.mark.parametrize("delta", [0.0, 1.5, np.nan])
    def test_refuses_a_delta_that_is_no_risk(self, delta):
        with pytest.raises(ValueError, match=r"delta is a probability in \(0, 1\]"):
            confusion_norm_bound([0, 1], [0, 1], delta=delta)


class TestPacBayesBound:
    def sample(self, n_rows=600, n_hypotheses=4):
        rng = np.random.default_rng(1)
        y = np.arange(n_rows) % 3
        keep = rng.random((n_rows, n_hypotheses)) < 0.7
        columns = np.where(keep, y[:, None], rng.integers(3, size=keep.shape))
        return y, columns, np.array([4.0, 2.0, 1.0, 1.0])

    def test_is_the_formula(self):
        y, columns, votes = self.sample()
        shares, prior = votes / 8, np.array([0.1, 0.2, 0.3, 0.1])
        gibbs = np.linalg.norm(sum(q * mistakes(y, h) for q, h in zip(shares, columns.T)), 2)
        divergence = np.sum(shares * np.log(shares / prior))
        slack = np.sqrt(24 / (200 - 24) * (divergence + np.log(200 / (4 * 0.1))))
        found = pac_bayes_confusion_bound(y, columns, votes, prior=prior, delta=0.1)
        assert found == pytest.approx(3 * (gibbs + slack))
        found = pac_bayes_confusion_bound(y, columns, votes, prior=prior, delta=0.1, vote=False)
        assert found == pytest.approx(gibbs + slack)

    def test_the_vote_is_within_classes_times_gibbs(self):
        """Proposition 1 on the sample: ||C_vote|| <= K ||C_Gibbs||."""
        y, columns, votes = self.sample()
        totals = np.stack([(columns == c) @ votes for c in range(3)], axis=1)
        shares = votes / votes.sum()
        gibbs = np.linalg.norm(sum(q * mistakes(y, h) for q, h in zip(shares, columns.T)), 2)
        assert confusion_norm(y, totals.argmax(axis=1)) <= 3 * gibbs

    def test_a_repeated_hypothesis_counts_once(self):
        y, columns, _ = self.sample()
        once = pac_bayes_confusion_bound(y, columns[:, :2], [3.0, 1.0], prior=0.1)
        twice = pac_bayes_confusion_bound(y, columns[:, [0, 1, 0]], [1.0, 1.0, 2.0], prior=0.1)
        assert twice == pytest.approx(once)

    def test_a_hypothesis_without_vote_changes_nothing(self):
        y, columns, _ = self.sample()
        without = pac_bayes_confusion_bound(y, columns[:, :2], [3.0, 1.0], prior=0.1)
        given = pac_bayes_confusion_bound(y, columns[:, :3], [3.0, 1.0, 0.0], prior=0.1)
        assert given == pytest.approx(without)

    def test_needs_more_than_eight_rows_per_class_and_class(self):
        for n_rows, finite in ((16, False), (17, True)):
            y = np.repeat([0, 1], [n_rows, 100])
            bound = pac_bayes_confusion_bound(y, y[:, None], [1.0], prior=1.0)
            assert np.isfinite(bound) == finite

    def test_a_class_without_rows_makes_it_infinite(self):
        y, columns, votes = self.sample()
        bound = pac_bayes_confusion_bound(y, columns, votes, prior=0.1, labels=[0, 1, 2, 3])
        assert bound == np.inf

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"posterior": [1, 1, -1, 1]}, "not negative"),
            ({"posterior": [1, 1]}, "do not fit 4 hypotheses"),
            ({"prior": 0.0}, "prior must be a probability"),
            ({"prior": 0.5}, "4 different hypotheses add up to 2"),
            ({"prior": [0.1, 0.1]}, "do not fit 4 hypotheses"),
            ({"predictions": np.zeros(600, int)}, r"shape \(600,\), expected \(n_rows"),
            ({"predictions": -np.ones((600, 4), int), "labels": [0, 1, 2]}, r"contains \[-1\]"),
            ({"delta": 0}, "delta is a probability"),
        ],
    )
    def test_refuses(self, change, message):
        y, columns, votes = self.sample()
        arguments = {"predictions": columns, "posterior": votes, "prior": 0.1, **change}
        with pytest.raises(ValueError, match=message):
            pac_bayes_confusion_bound(y, **arguments)


class TestScorers:
    def test_by_name_in_cross_validate(self):
        X, y = load_iris(return_X_y=True)
        names = ("g_mean", "mauc", "neg_confusion_norm", "accuracy")
        found = cross_validate(GaussianNB(), X, y, cv=3, scoring=scorers(*names))
        model = GaussianNB()
        train, test = next(StratifiedKFold(3).split(X, y))
        model.fit(X[train], y[train])
        predicted = model.predict(X[test])
        assert found["test_g_mean"][0] == g_mean_score(y[test], predicted)
        assert found["test_neg_confusion_norm"][0] == -confusion_norm(y[test], predicted)
        assert found["test_mauc"][0] == mauc_score(y[test], model.predict_proba(X[test]))
        assert found["test_accuracy"][0] == np.mean(predicted == y[test])

    def test_none_named_are_all_of_ours(self):
        assert list(scorers()) == ["g_mean", "mauc", "neg_confusion_norm"]

    def test_in_a_grid_search(self):
        X, y = load_iris(return_X_y=True)
        search = GridSearchCV(
            GaussianNB(), {"var_smoothing": [1e-9, 10.0]}, scoring=scorers(), refit="g_mean", cv=3
        ).fit(X, y)
        assert search.best_params_ == {"var_smoothing": 1e-9}

    def test_mauc_reads_the_decision_function_first(self):
        X, y = load_iris(return_X_y=True)
        model = LogisticRegression(max_iter=1000).fit(X, y)
        assert get_scorer("mauc")(model, X, y) == mauc_score(y, model.decision_function(X))
        two = LogisticRegression().fit(X[y < 2], y[y < 2])
        assert get_scorer("mauc")(two, X[y < 2], y[y < 2]) == 1.0

    def test_mauc_with_a_class_missing_from_the_fold(self):
        X, y = load_iris(return_X_y=True)
        fold = [(np.arange(150), np.flatnonzero(y != 1))]
        scores = cross_val_score(
            GaussianNB(), X, y, cv=fold, scoring=get_scorer("mauc"), error_score="raise"
        )
        assert scores == [1.0]

    def test_can_be_pickled(self):
        X, y = load_iris(return_X_y=True)
        model = GaussianNB().fit(X, y)
        for scorer in scorers().values():
            assert pickle.loads(pickle.dumps(scorer))(model, X, y) == scorer(model, X, y)

    def test_unknown_name(self):
        with pytest.raises(ValueError, match="no scorer 'gmean': use one of 'g_mean', 'mauc'"):
            get_scorer("gmean")
