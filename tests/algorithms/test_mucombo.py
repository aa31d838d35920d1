"""muCoMBo: its formulas, the bounds of the thesis, its reductions and its degenerate rounds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier

from viewboost import ComboClassifier, MuComboClassifier, Tree, Views
from viewboost.algorithms._beta import optimal_shares, simplified_shares
from viewboost.algorithms.mucombo import ShareClasses
from viewboost.rounds import loop
from viewboost.rounds.rule import State, Step, Stop, Turn
from viewboost.views.rows import Rows
from viewboost.vote.votes import Running

BETAS = ["optimal", "simplified", "optimal_sum1", "simplified_sum1"]
SETTINGS = settings(deadline=None, max_examples=15)
CASES = given(st.integers(0, 10**6), st.integers(2, 4), st.integers(1, 3))


def problem(seed, K, v=3, m=70, missing=0.0):
    """Imbalanced classes, views that know different classes, continuous weights."""
    rng = np.random.default_rng(seed)
    odds = 0.5 ** np.arange(K)
    y = np.concatenate([np.repeat(np.arange(K), 2), rng.choice(K, m - 2 * K, p=odds / odds.sum())])
    X = Views(**{f"v{j}": rng.normal(size=(m, 2)) + 1.5 * (y == j % K)[:, None] for j in range(v)})
    if missing:
        X = X.missing(**{name: rng.random(m) < missing for name in X.names})
    return X, y, rng.uniform(0.1, 3, m)


def balanced(y, w):
    return w / np.bincount(y, weights=w)[y]


def absent(model, X):
    return [
        np.zeros(len(X), dtype=bool) if block.present is None else ~block.present
        for block in model._gate.read(model, X)
    ]


def view_scores(model, X):
    """F_j of every view, from the votes it cast."""
    blocks, scores = model._gate.read(model, X), []
    for j in range(len(blocks)):
        running = Running(model._votes, blocks)
        running.add([vote for vote in model._votes.entries if vote.views == (j,)])
        scores.append(running.G)
    return scores


def plain_costs(F, y, w):
    i = np.arange(len(y))
    D = w[:, None] * np.exp(F - F[i, y][:, None])
    D[i, y] = 0
    D[i, y] = -D.sum(axis=1)
    return D


@pytest.mark.parametrize("beta", BETAS)
@settings(deadline=None, max_examples=8)
@given(st.integers(0, 10**6), st.integers(2, 4), st.sampled_from(["paper", "exact"]))
def test_every_round_follows_the_formulas(beta, seed, K, step):
    X, y, w = problem(seed, K, missing=0.2)
    every, loop.REFRESH_EVERY = loop.REFRESH_EVERY, 3  # tables of different scales
    try:
        model = MuComboClassifier(beta=beta, step=step, n_rounds=7).fit(X, y, w)
    finally:
        loop.REFRESH_EVERY = every
    w = balanced(y, w)
    blocks = [
        block if encoder is None else encoder.encode(block)
        for block, encoder in zip(model._gate.read(model, X), model._votes.encoders)
    ]
    F = np.zeros((3, len(y), K))
    weights = [np.where(lacking, 0, w) for lacking in absent(model, X)]
    for record in model.history_:
        votes = {v.views[0]: v for v in model._votes.entries if v.round == record.round}
        if len(votes) < 3:
            break
        A, B = np.zeros((2, 3, K))
        L = np.zeros(3)
        for j, vote in votes.items():
            D = plain_costs(F[j], y, weights[j])
            said = vote.predict(blocks)
            L[j] = np.maximum(D, 0).sum()
            met = np.where(said >= 0, D[np.arange(len(y)), said], 0)
            assert record.edges[j] == pytest.approx(-met.sum() / L[j], abs=1e-9)
            for c in range(K):
                A[j, c] = -met[(said == c) & (y == c)].sum()
                B[j, c] = met[(said == c) & (y != c)].sum()
        alpha = record.steps
        expected = (
            0.5 * np.log((1 + record.edges) / (1 - record.edges))
            if step == "paper"
            else 0.5 * np.log(A.sum(axis=1) / np.maximum(B.sum(axis=1), 0.5e-10 * L))
        )
        np.testing.assert_allclose(alpha, expected, rtol=1e-6, atol=1e-9)
        to_one = beta.endswith("sum1")
        if beta.startswith("optimal"):
            shares = optimal_shares(A, B, alpha, sum_to_one=to_one)
        else:
            count = max(len(y), np.sum(problem(seed, K, missing=0.2)[2]))
            shares = simplified_shares(A, B, alpha, L / (count * K), sum_to_one=to_one)
        np.testing.assert_allclose(record.details["beta"], shares, atol=1e-7)
        for j, vote in votes.items():
            np.testing.assert_allclose(vote.vector, alpha[j] * shares[j], atol=1e-7)
            said = vote.predict(blocks)
            spoken = np.flatnonzero(said >= 0)
            F[j, spoken, said[spoken]] += vote.vector[said[spoken]]


@pytest.mark.parametrize("beta", BETAS)
@SETTINGS
@CASES
def test_shares_keep_to_their_constraint(beta, seed, K, v):
    X, y, w = problem(seed, K, v)
    model = MuComboClassifier(beta=beta, n_rounds=8).fit(X, y, w)
    shares = model.history_.column("beta")
    assert shares.shape == (len(model.history_), v, K)
    assert (shares >= 0).all()
    total = shares.sum(axis=1)
    assert (total <= 1 + 1e-12).all()
    if beta.endswith("sum1"):
        np.testing.assert_allclose(total, 1, atol=1e-12)


@pytest.mark.parametrize("missing", [0.0, 0.3])
@SETTINGS
@CASES
def test_the_sum_of_losses_falls_at_least_as_with_equal_shares(missing, seed, K, v):
    X, y, w = problem(seed, K, v, missing=missing)
    model = MuComboClassifier(n_rounds=10).fit(X, y, w)
    history, w = model.history_, balanced(y, w)
    before = np.array([(K - 1) * w[~lacking].sum() for lacking in absent(model, X)])
    for record in history:
        after, share = np.exp(record.log_losses), record.steps / v
        bound = (np.cosh(share) - record.edges * np.sinh(share)) * before
        assert after.sum() <= bound.sum() * (1 + 1e-9)
        before = after


@pytest.mark.parametrize("beta", BETAS)
@SETTINGS
@CASES
def test_the_mean_of_losses_bounds_the_confusion_matrix(beta, seed, K, v):
    X, y, w = problem(seed, K, v, missing=0.2 if v > 1 else 0.0)
    model = MuComboClassifier(beta=beta, n_rounds=10).fit(X, y, w)
    w = balanced(y, w)
    lacking = np.array(absent(model, X))
    n_views = (~lacking).sum(axis=0)
    seen = n_views > 0
    losses = np.array(
        [np.maximum(plain_costs(F, y, w), 0).sum(axis=1) for F in view_scores(model, X)]
    )
    losses[lacking] = 0
    wrong = model.predict(X) != y
    bound = (losses.sum(axis=0)[seen] / n_views[seen]).sum()
    assert w[seen & wrong].sum() <= bound * (1 + 1e-9)
    logs = np.exp(model.history_[-1].log_losses)
    np.testing.assert_allclose(losses.sum(axis=1), logs, rtol=1e-8)


@pytest.mark.parametrize("beta", ["optimal_sum1", "simplified_sum1"])
@pytest.mark.parametrize("step", ["paper", "exact"])
@SETTINGS
@given(st.integers(0, 10**6), st.integers(2, 4))
def test_one_view_that_has_every_share_is_combo(beta, step, seed, K):
    X, y, w = problem(seed, K, v=1)
    mu = MuComboClassifier(beta=beta, step=step, n_rounds=15).fit(X, y, w)
    plain = ComboClassifier(step=step, n_rounds=15).fit(X, y, w)
    np.testing.assert_allclose(mu.decision_function(X), plain.decision_function(X), atol=1e-9)
    np.testing.assert_allclose(mu.predict_proba(X), plain.predict_proba(X), atol=1e-9)
    assert mu.stop_reason_ == plain.stop_reason_


def test_integer_weights_are_repeated_rows_when_simplified():
    X, y, _ = problem(3, 3)
    times = np.random.default_rng(0).integers(1, 4, len(y))
    rows = np.repeat(np.arange(len(y)), times)
    weighted = MuComboClassifier(beta="simplified", n_rounds=6).fit(X, y, times)
    repeated = MuComboClassifier(beta="simplified", n_rounds=6).fit(X[rows], y[rows])
    np.testing.assert_allclose(
        weighted.decision_function(X), repeated.decision_function(X), atol=1e-9
    )
    tiny = MuComboClassifier(beta="simplified", n_rounds=6).fit(X, y, np.full(len(y), 1e-200))
    plain = MuComboClassifier(beta="simplified", n_rounds=6).fit(X, y)
    np.testing.assert_allclose(tiny.decision_function(X), plain.decision_function(X), atol=1e-9)


@pytest.mark.parametrize("beta", BETAS)
def test_a_view_at_chance_does_not_hinder_the_others(beta):
    X, y, w = problem(1, 3)
    joined = Views(**{name: X.block(name) for name in X.names}, still=np.zeros((len(y), 1)))
    model = MuComboClassifier(beta=beta, n_rounds=6).fit(joined, y, w)
    steps = model.history_.column("steps")
    assert (steps[:, 3] == 0).all()
    assert (steps[:, :3].max(axis=1) > 0).all()
    assert model.view_importances_["still"] == 0
    if not beta.endswith("sum1"):
        alone = MuComboClassifier(beta=beta, n_rounds=6).fit(X, y, w)
        np.testing.assert_array_equal(model.decision_function(joined), alone.decision_function(X))


def test_without_any_edge_the_model_is_the_class_prior():
    y = np.array([0, 0, 0, 1, 1, 2])
    X = Views(a=np.zeros((6, 1)), b=np.ones((6, 2)))
    with pytest.warns(UserWarning, match="class prior"):
        model = MuComboClassifier(n_rounds=5).fit(X, y)
    assert model.stop_reason_ == "no hypothesis better than chance"
    np.testing.assert_allclose(model.predict_proba(X), np.tile([3 / 6, 2 / 6, 1 / 6], (6, 1)))


def test_training_stops_only_when_every_view_is_perfect():
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1], 20)
    perfect, poor = y[:, None] + 0.0, rng.normal(size=(40, 1)) + y[:, None]
    model = MuComboClassifier(n_rounds=5).fit(Views(good=perfect, poor=poor), y)
    assert len(model.history_) == 5
    assert model.score(Views(good=perfect, poor=poor), y) == 1
    both = Views(good=perfect, same=3 * perfect)
    model = MuComboClassifier(n_rounds=5).fit(both, y)
    assert (len(model.history_), model.stop_reason_) == (1, "a perfect hypothesis")
    np.testing.assert_allclose(model.history_[0].details["beta"], 0.5)
    assert model.score(both, y) == 1
    ghost = Views(good=perfect, ghost=perfect).missing(ghost=y >= 0)  # no row has it
    model = MuComboClassifier(n_rounds=5).fit(ghost, y)
    assert (len(model.history_), model.stop_reason_) == (1, "a perfect hypothesis")


def test_a_view_that_no_row_has_is_as_if_it_were_not_there():
    X, y, w = problem(5, 3, v=2)
    ghost = Views(**{n: X.block(n) for n in X.names}, ghost=np.zeros((len(y), 1)))
    ghost = ghost.missing(ghost=np.ones(len(y), dtype=bool))
    model = MuComboClassifier(n_rounds=5).fit(ghost, y, w)
    plain = MuComboClassifier(n_rounds=5).fit(X, y, w)
    np.testing.assert_array_equal(model.decision_function(ghost), plain.decision_function(X))


def test_rows_without_any_view_have_the_class_frequencies():
    X, y, w = problem(2, 3)
    model = MuComboClassifier(n_rounds=5).fit(X.missing(v0=y < 0), y, w)
    lost = X.missing(**{name: np.arange(len(y)) < 4 for name in X.names})
    prior = np.bincount(y, weights=w) / w.sum()
    proba = model.predict_proba(lost)
    np.testing.assert_allclose(proba[:4], np.tile(prior, (4, 1)))
    np.testing.assert_allclose(proba[4:], model.predict_proba(X)[4:])


def test_probabilities_divide_the_scores_by_the_number_of_views():
    X, y, w = problem(4, 3)
    model = MuComboClassifier(n_rounds=5).fit(X, y, w)
    odds = np.exp(2 * model.decision_function(X) / 3)
    np.testing.assert_allclose(model.predict_proba(X), odds / odds.sum(axis=1, keepdims=True))


def test_the_learning_rate_shortens_every_step():
    X, y, w = problem(6, 3)
    full = MuComboClassifier(n_rounds=1).fit(X, y, w)
    half = MuComboClassifier(n_rounds=1, learning_rate=0.5).fit(X, y, w)
    np.testing.assert_allclose(half.decision_function(X), full.decision_function(X) / 2, atol=1e-11)


def test_early_stopping_keeps_the_best_round():
    X, y, w = problem(7, 2, m=150)
    half = np.arange(150) % 2 == 0
    model = MuComboClassifier(n_rounds=40, n_iter_no_change=5).fit(
        X[half], y[half], w[half], X_val=X[~half], y_val=y[~half]
    )
    seen = model.history_.column("validation")
    assert len(seen) < 40
    assert model.n_rounds_ == seen.argmax() + 1
    assert model.score(X[~half], y[~half]) == seen.max()


@pytest.mark.parametrize(
    "learner",
    [Tree(max_depth=2), DecisionTreeClassifier(max_depth=2)],
    ids=["costs", "weights"],
)
def test_any_learner_will_do(learner):
    X, y, w = problem(8, 3)
    model = MuComboClassifier(learner=learner, n_rounds=5).fit(X, y, w)
    assert model.score(X, y) > 0.8


def test_without_an_edge_another_draw_is_asked_for():
    y = np.repeat([0, 1], 10)
    state = State(Rows(y, np.ones(20), 2), [None, None])
    rule = ShareClasses()
    rule.start(state)
    chance, good = np.zeros(20, dtype=np.intp), y.copy()
    found = rule.step(state, Turn((0, 1), [None, None], [chance, 1 - chance]))
    assert isinstance(found, Stop)
    assert found.redraw
    found = rule.step(state, Turn((0, 1), [None, None], [chance, good]))
    assert isinstance(found, Step)
    assert not found.redraw
    assert [vote.views for vote in found.votes] == [(1,)]


def test_a_view_gets_the_votes_for_the_classes_that_it_knows():
    rng = np.random.default_rng(0)
    y = rng.choice(3, 300, p=[0.8, 0.1, 0.1])
    X = Views(**{f"v{j}": rng.normal(size=(300, 1)) + 4 * (y == j)[:, None] for j in range(3)})
    model = MuComboClassifier(n_rounds=10).fit(X, y)
    first = model.history_.column("beta")[0]
    assert (first.argmax(axis=0) == np.arange(3)).all()
