"""Agreement: records told, complexities by brute force, and the theorems' formulas."""

import numpy as np
import pytest

from viewboost import AdaBoostMMClassifier, AgreementBoostClassifier, Stump, Views
from viewboost.datasets import make_agreeing_views
from viewboost.inspect import agreement_bounds, disagreement, rademacher_complexity


@pytest.fixture(scope="module")
def fitted():
    X, y = make_agreeing_views(220, n_features=2, random_state=0)
    labels = np.where(np.arange(220) < 60, y, -1)
    model = AgreementBoostClassifier(n_rounds=8, output="joint").fit(X, labels)
    return model, X, labels


def test_the_records_are_told_and_the_objective_never_rises(fitted):
    model, _, _ = fitted
    found = disagreement(model)
    np.testing.assert_array_equal(found.disagreement, model.history_.column("disagreement"))
    np.testing.assert_array_equal(found.errors, model.history_.column("errors"))
    assert (np.diff(found.objective) <= 1e-9).all()
    assert len(found.to_frame()) == 8


def best_edge(X, signs):
    """The best stump of both signs, by trying all of them."""
    best = abs(signs.mean())
    for column in X.T:
        for cut in np.unique(column):
            best = max(best, abs((signs * np.where(column <= cut, 1, -1)).mean()))
    return best


def test_the_complexity_of_stumps_is_twice_their_mean_best_edge():
    rng = np.random.default_rng(0)
    X = Views(few=rng.integers(4, size=(40, 2)) * 1.0, many=rng.normal(size=(40, 5)))
    model = AdaBoostMMClassifier(n_rounds=1).fit(X, rng.integers(2, size=40))
    found = rademacher_complexity(model, X, n_draws=10, random_state=3)
    draws = np.random.RandomState(3)
    for j, name in enumerate(("few", "many")):
        signs = [2 * draws.randint(2, size=40) - 1 for _ in range(10)]
        expected = 2 * np.mean([best_edge(X.block(name), s) for s in signs])
        assert found[j] == pytest.approx(expected)


def test_theorems_1_3_and_4_by_their_formulas(fitted):
    model, X, labels = fitted
    found = agreement_bounds(model, X, labels, thetas=[0.1, 0.4], delta=0.1, n_draws=4)
    known = labels >= 0
    assert (found.n_labelled, found.n_unlabelled) == (60, 160)
    R, R_u = found.complexities, found.complexities_unlabelled
    one = np.sqrt(np.log(20) / 120)
    np.testing.assert_allclose(
        found.error_bounds - found.margin_errors, 2 * R[:, None] / found.thetas + one
    )
    four = np.sqrt(np.log(40) / 120)
    np.testing.assert_allclose(found.agreement_bounds, found.error_bounds - one + four)
    slack = 8 * R_u.max() + np.sqrt(8 * np.log(20) / 160)
    assert found.disagreement_bound == pytest.approx(found.disagreement + slack)
    least = 8 * R_u.max() + np.sqrt(8 * np.log(40) / 160)
    assert found.intersection == pytest.approx(2 * max(found.disagreement, least))
    assert 0 < found.disagreement < 1
    y = 2 * labels[known] - 1
    f = normalised(model, X)
    for j in range(2):
        errors = [(y * f[j, known] <= theta).mean() for theta in found.thetas]
        np.testing.assert_allclose(found.margin_errors[j], errors)
    assert found.disagreement == pytest.approx(f[:, ~known].var(axis=0).mean())


def normalised(model, X):
    """Each view's scores over the sum of its steps, vote by vote."""
    blocks, f = model._gate.read(model, X), np.zeros((2, len(X)))
    sums = np.zeros(2)
    for vote in model._votes.entries:
        (j,) = vote.views
        f[j] += vote.vector[0] * (2 * vote.predict(blocks) - 1)
        sums[j] += vote.vector[0]
    return f / sums[:, None]


def test_unlabelled_rows_may_come_apart(fitted):
    model, X, labels = fitted
    known = labels >= 0
    apart = agreement_bounds(model, X[known], labels[known], X_unlabeled=X[~known], n_draws=2)
    whole = agreement_bounds(model, X, labels, n_draws=2)
    assert apart.disagreement == pytest.approx(whole.disagreement)
    np.testing.assert_allclose(apart.margin_errors, whole.margin_errors)


def test_the_best_view_alone_has_bounds_but_no_disagreement(fitted):
    _, X, labels = fitted
    model = AgreementBoostClassifier(n_rounds=3, learner=Stump()).fit(X, labels)
    found = agreement_bounds(model, X, labels, n_draws=2)
    chosen = model.history_[-1].chosen
    assert np.isfinite(found.error_bounds[chosen]).all()
    assert np.isnan(found.error_bounds[1 - chosen]).all()
    assert np.isnan(found.disagreement)


def test_no_bounds_for_more_classes_or_odd_margins(fitted):
    model, X, labels = fitted
    with pytest.raises(ValueError, match=r"thetas must lie in \(0, 1\]"):
        agreement_bounds(model, X, labels, thetas=[0.0])
    three = np.where(labels == 1, 1 + (np.arange(220) % 2), labels)
    with pytest.raises(ValueError, match="for two classes; the model has 3"):
        agreement_bounds(AgreementBoostClassifier(n_rounds=1).fit(X, three), X, three)
