"""k-Boost: the paper's formulas, its bounds, and what becomes of rounds without a minimiser."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewboost import AdaBoostMMClassifier, KBoostClassifier, Tree, Views
from viewboost.algorithms.kboost import NO_MINIMISER
from viewboost.rounds.edges import NO_EDGE, PERFECT, alpha
from viewboost.rounds.loop import ALL_ROUNDS
from viewboost.rounds.stopping import NO_IMPROVEMENT

SETTINGS = settings(deadline=None, max_examples=25)
SEEDS = st.integers(0, 10**6)
VIEWS = st.integers(1, 4)


def problem(seed, K=2, k=2, m=120, noise=1.5):
    """k views of two columns that tell the classes a little, and continuous weights."""
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(K), rng.integers(K, size=m - K)])
    blocks = {f"v{j}": noise * rng.normal(size=(m, 2)) + y[:, None] for j in range(k)}
    return Views(**blocks), y, rng.uniform(0.2, 3, m)


def scores(model, X):
    """G of shape (n, K) after each round, whatever the number of classes."""
    for decision in model.staged_decision_function(X):
        yield np.c_[-decision / 2, decision / 2] if decision.ndim == 1 else decision


def costs(G, y, w):
    """D by its definition."""
    i = np.arange(len(y))
    D = w[:, None] * np.exp(G - G[i, y][:, None])
    D[i, y] = 0
    D[i, y] = -D.sum(axis=1)
    return D


def rounds(model, X, y):
    """For each round its record, the scores before and after it, and what each view says."""
    blocks = model._gate.read(model, X)
    before = np.zeros((len(y), len(model.classes_)))
    for record, after in zip(model.history_, scores(model, X), strict=True):
        said = np.full((len(blocks), len(y)), -2)
        for vote in model._votes.entries:
            if vote.round == record.round:
                said[vote.views[0]] = vote.predict(blocks)
        yield record, before, after, said
        before = after


@SETTINGS
@given(SEEDS)
def test_two_views_follow_the_papers_formulas(seed):
    X, y, w = problem(seed)
    model = KBoostClassifier(n_rounds=6).fit(X, y, w)
    for record, before, _, said in rounds(model, X, y):
        if record.details["smoothed"]:
            continue
        D = costs(before, y, w).clip(0).sum(axis=1)
        one, two = (said == y).astype(bool)
        W = {}
        for a in "+-":
            for b in "+-":
                W[a + b] = D[(one == (a == "+")) & (two == (b == "+"))].sum() / D.sum()
        c1 = np.log(W["++"] * W["+-"] / (W["--"] * W["-+"])) / 4
        c2 = np.log(W["++"] * W["-+"] / (W["--"] * W["+-"])) / 4
        np.testing.assert_allclose(record.steps, [c1, c2], atol=1e-9)


@SETTINGS
@given(SEEDS)
def test_the_loss_factor_is_the_papers_equation_19(seed):
    X, y, w = problem(seed)
    for record in KBoostClassifier(n_rounds=6).fit(X, y, w).history_:
        if record.details["smoothed"]:
            continue
        g1, g2 = record.edges
        d = record.details["covariance"][0, 1]
        rho = record.details["correlation"][0, 1]
        assert d == pytest.approx(rho * np.sqrt((1 - g1**2) * (1 - g2**2)))
        rest = d**2 + (1 - g1**2) * (1 - g2**2)
        Z = np.sqrt(rest + 2 * d * (1 + g1 * g2)) + np.sqrt(rest - 2 * d * (1 - g1 * g2))
        assert record.details["Z"] == pytest.approx(Z / 2, abs=1e-9)


@SETTINGS
@given(SEEDS, st.integers(2, 4), VIEWS)
def test_after_a_round_no_hypothesis_has_an_edge_left(seed, K, k):
    X, y, w = problem(seed, K, k)
    model = KBoostClassifier(n_rounds=6).fit(X, y, w)
    i = np.arange(len(y))
    for record, before, after, said in rounds(model, X, y):
        D = costs(before, y, w)
        edges = [-D[i, h].sum() / D.clip(0).sum() for h in said]
        np.testing.assert_allclose(record.edges, edges, atol=1e-9)
        if not record.details["smoothed"] and model.stop_reason_ != PERFECT:
            D = costs(after, y, w)
            left = [D[i, h].sum() / D.clip(0).sum() for h in said]
            np.testing.assert_allclose(left, 0, atol=1e-9)


@SETTINGS
@given(SEEDS, st.integers(2, 4), VIEWS, st.integers(12, 120))
def test_every_round_lowers_the_loss_by_its_factor(seed, K, k, m):
    X, y, w = problem(seed, K, k, m)
    model = KBoostClassifier(n_rounds=10).fit(X, y, w)
    log_loss, bound = np.log(w.sum() * (K - 1)), K - 1.0
    for record, _, after, _ in rounds(model, X, y):
        Z = record.details["Z"]
        if record.details["smoothed"]:
            assert Z <= 1
        else:
            edges = np.minimum(np.abs(record.edges), 1 - 1e-10)
            assert np.sqrt(1 - edges.max() ** 2) * (1 + 1e-9) >= Z
        assert record.log_losses[0] == pytest.approx(log_loss + np.log(Z), abs=1e-8)
        log_loss, bound = record.log_losses[0], bound * Z
        assert np.log(costs(after, y, w).clip(0).sum()) == pytest.approx(log_loss, abs=1e-8)
    assert w[model.predict(X) != y].sum() / w.sum() <= bound * (1 + 1e-9)


@SETTINGS
@given(SEEDS, st.floats(0, 0.5))
def test_margins_are_bounded_by_the_product_of_the_factors(seed, theta):
    X, y, w = problem(seed)
    model = KBoostClassifier(n_rounds=8).fit(X, y, w)
    total = np.abs(model.history_.column("steps")).sum()
    margins = np.where(y == 1, 1, -1) * model.decision_function(X) / total
    bound = model.history_.column("Z").prod() * np.exp(theta * total)
    assert w[margins <= theta].sum() / w.sum() <= bound * (1 + 1e-9)


# -- reductions ----------------------------------------------------------------------------


@SETTINGS
@given(SEEDS, st.integers(2, 4))
def test_one_view_is_adaboost(seed, K):
    X, y, w = problem(seed, K, k=1)
    one = KBoostClassifier(n_rounds=10).fit(X, y, w)
    other = AdaBoostMMClassifier(n_rounds=10, step="exact" if K > 2 else "paper").fit(X, y, w)
    np.testing.assert_allclose(
        one.history_.column("steps"), other.history_.column("steps"), atol=1e-9
    )
    np.testing.assert_allclose(one.decision_function(X), other.decision_function(X), atol=1e-9)


def test_one_perfect_view_is_adaboost_too():
    y = np.arange(20) % 2
    X = Views(v=np.c_[y, y])
    one, other = (A().fit(X, y) for A in (KBoostClassifier, AdaBoostMMClassifier))
    np.testing.assert_allclose(one.decision_function(X), other.decision_function(X), atol=1e-9)
    assert one.stop_reason_ == other.stop_reason_ == PERFECT


@SETTINGS
@given(SEEDS, st.integers(2, 4), st.integers(2, 3))
def test_a_view_given_several_times_shares_its_coefficient(seed, K, times):
    X, y, w = problem(seed, K, k=1)
    columns = X.block("v0")
    copies = Views(**{f"v{j}": columns for j in range(times)})
    one = KBoostClassifier(n_rounds=6).fit(X, y, w)
    other = KBoostClassifier(n_rounds=6).fit(copies, y, w)
    np.testing.assert_allclose(
        other.history_.column("steps"),
        np.repeat(one.history_.column("steps") / times, times, axis=1),
        atol=1e-9,
    )
    np.testing.assert_allclose(one.decision_function(X), other.decision_function(copies), atol=1e-8)


# -- missing views -------------------------------------------------------------------------


@SETTINGS
@given(SEEDS, st.integers(2, 3))
def test_a_silent_view_counts_as_zero(seed, K):
    X, y, w = problem(seed, K, k=2)
    rng = np.random.default_rng(seed)
    lacks = rng.random(len(y)) < 0.4
    model = KBoostClassifier(n_rounds=6).fit(X.missing(v1=lacks), y, w)
    for record, before, after, said in rounds(model, X.missing(v1=lacks), y):
        assert (said[1][lacks] == -1).all()
        if record.details["smoothed"]:
            continue
        for D, expected in ((costs(before, y, w), record.edges), (costs(after, y, w), [0, 0])):
            met = [-D[said[j] >= 0, said[j][said[j] >= 0]].sum() for j in range(2)]
            np.testing.assert_allclose(met / D.clip(0).sum(), expected, atol=1e-9)


@pytest.mark.filterwarnings("ignore:.*v1")
def test_a_view_that_all_rows_lack_changes_nothing():
    X, y, w = problem(5, K=3)
    nowhere = X.missing(v1=np.ones(len(y), dtype=bool))
    model = KBoostClassifier(n_rounds=8).fit(nowhere, y, w)
    alone = KBoostClassifier(n_rounds=8).fit(Views(v0=X.block("v0")), y, w)
    np.testing.assert_allclose(
        model.decision_function(nowhere),
        alone.decision_function(Views(v0=X.block("v0"))),
        atol=1e-9,
    )
    assert {vote.views for vote in model._votes.entries} == {(0,)}


@pytest.mark.filterwarnings("ignore:.*v1")
def test_a_perfect_view_beside_one_that_is_nowhere_ends_the_training():
    y = np.arange(20) % 2
    X = Views(v0=y[:, None], v1=y[:, None]).missing(v1=np.ones(20, dtype=bool))
    model = KBoostClassifier().fit(X, y)
    assert model.stop_reason_ == PERFECT
    np.testing.assert_allclose(model.history_[0].steps, [alpha(1.0), 0], atol=1e-11)


# -- degenerate rounds ---------------------------------------------------------------------


def one_sided():
    """Rows on which h_1 is right wherever h_2 is, so that u = (1, -1) is never wrong."""
    y = np.repeat([0, 1], 10)
    strong, weak = y.copy(), y.copy()
    strong[[0, 19]] = 1 - strong[[0, 19]]
    weak[[0, 1, 2, 18, 19]] = 1 - weak[[0, 1, 2, 18, 19]]
    return Views(strong=strong[:, None], weak=weak[:, None]), y


def test_a_round_without_a_minimiser_is_smoothed():
    X, y = one_sided()
    model = KBoostClassifier(n_rounds=1).fit(X, y)
    record = model.history_[0]
    assert record.details["smoothed"]
    assert record.details["Z"] < 1
    # W++, W+-, W-+, W-- = 15, 3, 0, 2 of 20, each with eps = L / (W 2^2) = 1/4 more.
    pp, pm, mp, mm = 15.25, 3.25, 0.25, 2.25
    c1, c2 = np.log(pp * pm / (mm * mp)) / 4, np.log(pp * mp / (mm * pm)) / 4
    np.testing.assert_allclose(record.steps, [c1, c2], atol=1e-9)
    assert record.steps[1] < 0


def test_or_ends_the_training_before_it():
    X, y = one_sided()
    with pytest.warns(UserWarning, match="class prior"):
        model = KBoostClassifier(degenerate="stop").fit(X, y)
    assert model.stop_reason_ == NO_MINIMISER
    assert model.n_rounds_ == 0
    X, y, w = problem(0, m=40, noise=0.8)
    model = KBoostClassifier(degenerate="stop").fit(X, y, w)
    smoothing = KBoostClassifier().fit(X, y, w)
    done = np.flatnonzero(smoothing.history_.column("smoothed"))[0]
    assert model.stop_reason_ == NO_MINIMISER
    assert len(model.history_) == model.n_rounds_ == done > 0
    *stages, _ = smoothing.staged_decision_function(X)
    np.testing.assert_array_equal(model.decision_function(X), stages[done - 1])


def test_one_perfect_view_does_not_end_the_training():
    X, y, w = problem(1)
    X = Views(weak=X.block("v0"), perfect=y[:, None].astype(float))
    model = KBoostClassifier(n_rounds=5).fit(X, y, w)
    assert model.stop_reason_ == ALL_ROUNDS
    assert model.history_.column("smoothed").all()
    assert model.score(X, y) == 1


def test_perfect_views_share_the_last_step():
    y = np.arange(30) % 3
    X = Views(one=y[:, None], two=2.0 * y[:, None])
    model = KBoostClassifier(learner=Tree(max_depth=2)).fit(X, y)
    assert model.stop_reason_ == PERFECT
    assert len(model.history_) == 1
    np.testing.assert_allclose(model.history_[0].steps, alpha(1.0) / 2, atol=1e-11)
    assert model.score(X, y) == 1


def test_no_edge_in_any_view_leaves_the_prior():
    y = np.array([0, 1] * 10)
    X = Views(one=np.repeat(np.arange(10), 2)[:, None], two=np.ones((20, 1)))
    with pytest.warns(UserWarning, match="class prior"):
        model = KBoostClassifier().fit(X, y)
    assert model.stop_reason_ == NO_EDGE
    np.testing.assert_allclose(model.predict_proba(X), 0.5)


# -- the rest ------------------------------------------------------------------------------


def test_tiny_weights_still_teach():
    X, y, _ = problem(2, noise=0.3)
    plain = KBoostClassifier(n_rounds=5).fit(X, y)
    tiny = KBoostClassifier(n_rounds=5).fit(X, y, np.full(len(y), 1e-300))
    assert plain.history_.column("smoothed").any()
    np.testing.assert_allclose(plain.decision_function(X), tiny.decision_function(X), atol=1e-9)


def test_many_rounds_stay_finite():
    X, y, _ = problem(3, K=3, k=3, m=30, noise=0.5)
    model = KBoostClassifier(n_rounds=120).fit(X, y)
    assert np.isfinite(model.decision_function(X)).all()
    assert np.isfinite(model.history_.column("log_losses")).all()


def test_validation_rows_end_the_training_and_keep_the_best_round():
    X, y, _ = problem(4, m=200, noise=2.5)
    model = KBoostClassifier(n_rounds=100, n_iter_no_change=5)
    model.fit(X[:120], y[:120], X_val=X[120:], y_val=y[120:])
    assert model.stop_reason_ == NO_IMPROVEMENT
    seen = model.history_.column("validation")
    assert len(seen) == model.n_rounds_ + 5 < 100
    assert seen[model.n_rounds_ - 1] == seen.max() == model.score(X[120:], y[120:])


def test_learning_rate_shortens_the_joint_step():
    X, y, w = problem(6, k=3)
    whole = KBoostClassifier(n_rounds=1).fit(X, y, w)
    half = KBoostClassifier(n_rounds=1, learning_rate=0.5).fit(X, y, w)
    np.testing.assert_allclose(
        half.decision_function(X), whole.decision_function(X) / 2, atol=1e-11
    )


def test_probabilities_follow_the_exponential_loss():
    X, y, w = problem(7, K=3)
    model = KBoostClassifier(n_rounds=5).fit(X, y, w)
    odds = np.exp(2 * model.decision_function(X))
    np.testing.assert_allclose(model.predict_proba(X), odds / odds.sum(axis=1, keepdims=True))


def test_an_unknown_way_with_degenerate_rounds_is_refused():
    X, y, _ = problem(0)
    with pytest.raises(ValueError, match="degenerate"):
        KBoostClassifier(degenerate="ignore").fit(X, y)
