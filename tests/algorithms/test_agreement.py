"""AgreementBoost: its reductions, its objective, rows without labels, its two outputs."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import softmax
from sklearn.base import clone
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from viewboost import AdaBoostMMClassifier, AgreementBoostClassifier, NGram, Stump, Tree, Views
from viewboost.algorithms._objective import CAP
from viewboost.rounds.edges import NO_EDGE, PERFECT
from viewboost.rounds.loop import ALL_ROUNDS

SETTINGS = settings(deadline=None, max_examples=10)
SEEDS = st.integers(0, 10**6)
CLASSES = st.integers(2, 4)
TWO = [("left", None, [0, 1, 2]), ("right", None, [3, 4])]


def problem(seed, K=2, m=80, noise=1.2):
    """Rows with continuous weights whose class shows in all five columns."""
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(K), rng.integers(K, size=m - K)])
    X = y[:, None] + noise * rng.normal(size=(m, 5))
    return X, y, rng.uniform(0.2, 2, m)


def hide(seed, y, share=0.5):
    """y with -1 over a share of the labels; every class keeps one."""
    hidden = np.random.default_rng(seed).random(len(y)) < share
    hidden[: y.max() + 1] = False
    return np.where(hidden, -1, y)


def assert_independent(model, X, y, w, columns):
    """View j is AdaBoost.MM with exact steps on its columns, until a perfect round."""
    for j, chosen in enumerate(columns):
        alone = AdaBoostMMClassifier(step="exact", n_rounds=model.n_rounds).fit(X[:, chosen], y, w)
        n = min(len(alone.history_), len(model.history_)) - (alone.stop_reason_ == PERFECT)
        for name, place in [("steps", j), ("log_losses", j), ("edges", j)]:
            ours, theirs = model.history_.column(name)[:n, place], alone.history_.column(name)[:n]
            np.testing.assert_allclose(ours, theirs[:, 0], rtol=0, atol=1e-9)


# -- reductions (statement 7) --------------------------------------------------------------


@SETTINGS
@given(SEEDS, CLASSES)
def test_without_unlabelled_rows_views_are_independent_adaboosts(seed, K):
    X, y, w = problem(seed, K)
    model = AgreementBoostClassifier(TWO, n_rounds=8).fit(X, y, w)
    assert_independent(model, X, y, w, [[0, 1, 2], [3, 4]])
    best = model.history_[-1].chosen
    columns = [[0, 1, 2], [3, 4]][best]
    alone = AdaBoostMMClassifier(step="exact", n_rounds=8).fit(X[:, columns], y, w)
    np.testing.assert_allclose(
        model.decision_function(X), alone.decision_function(X[:, columns]), rtol=0, atol=1e-9
    )
    assert model.view_importances_ == {"left": 1.0 - best, "right": float(best)}


@SETTINGS
@given(SEEDS, CLASSES, st.sampled_from(["one view", "eta"]))
def test_one_view_or_eta_zero_ignore_unlabelled_rows(seed, K, why):
    X, y, w = problem(seed, K)
    hidden = hide(seed, y)
    views, eta = (TWO[:1], 1.0) if why == "one view" else (TWO, 0.0)
    model = AgreementBoostClassifier(views, n_rounds=6, eta=eta).fit(X, hidden, w)
    seen = hidden >= 0
    columns = [[0, 1, 2], [3, 4]][: len(views)]
    assert_independent(model, X[seen], y[seen], w[seen], columns)
    # Unlabelled rows still tell where thresholds may lie: compare where labels are.
    best = columns[model.history_[-1].chosen]
    alone = AdaBoostMMClassifier(step="exact", n_rounds=6).fit(X[seen][:, best], y[seen], w[seen])
    np.testing.assert_allclose(
        model.decision_function(X[seen]),
        alone.decision_function(X[seen][:, best]),
        rtol=0,
        atol=1e-9,
    )


def test_a_view_may_be_perfect_while_others_learn_on():
    X, y, w = problem(1)
    X[:, 1] = y
    model = AgreementBoostClassifier(TWO, n_rounds=8).fit(X, y, w)
    steps = model.history_.column("steps")
    np.testing.assert_array_equal(steps[:, 0], [CAP] + [0] * 7)
    assert (steps[:, 1] > 0).all()
    assert_independent(model, X, y, w, [[0, 1, 2], [3, 4]])
    assert model.stop_reason_ == ALL_ROUNDS
    assert model.score(X, y) == 1


# -- the objective -------------------------------------------------------------------------

OWN_LOSS = (lambda z: z + np.hypot(1, z), lambda z: 1 + z / np.hypot(1, z))


@SETTINGS
@given(SEEDS, CLASSES, st.sampled_from(["exp", "logistic", OWN_LOSS]), st.sampled_from([1, 0.3]))
def test_the_objective_never_rises(seed, K, loss, rate):
    X, y, w = problem(seed, K)
    X[::7, :3] = np.nan
    X[3::7, 3:] = np.nan
    model = AgreementBoostClassifier(
        TWO, n_rounds=10, loss=loss, eta=2.0, learning_rate=rate, optional=["left", "right"]
    ).fit(X, hide(seed, y), w)
    objective = model.history_.column("objective")
    assert (np.diff(objective) <= 1e-10 * objective[0]).all()
    assert objective[-1] < objective[0]
    assert (model.history_.column("disagreement") > 0).all()


def test_views_take_turns_and_see_each_others_newest_scores():
    X, y, w = problem(4)
    hidden = hide(4, y)
    model = AgreementBoostClassifier(TWO, n_rounds=1).fit(X, hidden, w)
    seen = hidden >= 0
    first = AdaBoostMMClassifier(n_rounds=1).fit(X[seen][:, :3], y[seen], w[seen])
    record = model.history_[0]
    # The first view finds no disagreement, the second one does.
    assert record.edges[0] == pytest.approx(first.history_[0].edges[0])
    second = AdaBoostMMClassifier(n_rounds=1).fit(X[seen][:, 3:], y[seen], w[seen])
    assert record.edges[1] != pytest.approx(second.history_[0].edges[0])


def test_agreement_costs_the_labelled_rows_and_buys_agreement():
    X, y, w = problem(5, m=150)
    hidden = hide(5, y, 0.7)
    free = AgreementBoostClassifier(TWO, n_rounds=20, eta=0.01).fit(X, hidden, w).history_[-1]
    bound = AgreementBoostClassifier(TWO, n_rounds=20, eta=3.0).fit(X, hidden, w).history_[-1]
    assert bound.details["disagreement"] < 0.5 * free.details["disagreement"]
    assert sum(bound.log_losses) > sum(free.log_losses)


def test_a_learning_rate_too_large_stays_finite():
    X, y, w = problem(6)
    model = AgreementBoostClassifier(TWO, n_rounds=60, learning_rate=8.0).fit(X, hide(6, y), w)
    assert np.isfinite(model.decision_function(X)).all()
    assert np.isfinite(model.history_.column("objective")).all()


def test_tiny_weights_still_learn():
    X, y, _ = problem(7)
    hidden = hide(7, y)
    tiny = AgreementBoostClassifier(TWO, n_rounds=8).fit(X, hidden, np.full(len(y), 1e-300))
    plain = AgreementBoostClassifier(TWO, n_rounds=8).fit(X, hidden)
    np.testing.assert_allclose(tiny.decision_function(X), plain.decision_function(X), atol=1e-9)


@SETTINGS
@given(SEEDS, CLASSES)
def test_integer_weights_are_repeated_rows_with_or_without_labels(seed, K):
    X, y, _ = problem(seed, K, m=60)
    times = np.random.default_rng(seed).integers(0, 4, size=60)
    times[:K] = 1
    hidden = hide(seed, y)
    weighted = AgreementBoostClassifier(TWO, n_rounds=5).fit(X, hidden, times)
    repeated = AgreementBoostClassifier(TWO, n_rounds=5)
    repeated.fit(np.repeat(X, times, axis=0), np.repeat(hidden, times))
    np.testing.assert_allclose(
        weighted.decision_function(X), repeated.decision_function(X), rtol=0, atol=1e-9
    )


# -- rows without labels -------------------------------------------------------------------


def frames_of(make):
    return lambda X: make({f"c{k}": X[:, k] for k in range(X.shape[1])})


KINDS = {
    "array": (lambda X: X, TWO),
    "list": (lambda X: X.tolist(), TWO),
    "csr": (sp.csr_matrix, None),
    "pandas": (frames_of(pd.DataFrame), [("l", None, ["c0", "c1"]), ("r", None, ["c3", "c4"])]),
    "raw pandas": (
        frames_of(pd.DataFrame),
        [(n, make_pipeline(StandardScaler(), Stump()), c) for n, c in zip("lr", [["c0"], ["c3"]])],
    ),
    "raw polars": (
        frames_of(pl.DataFrame),
        [(n, make_pipeline(StandardScaler(), Stump()), c) for n, c in zip("lr", [["c0"], ["c3"]])],
    ),
    "raw arrow": (
        frames_of(pa.table),
        [("l", make_pipeline("passthrough", Stump()), ["c0"]), ("r", None, ["c3"])],
    ),
    "views": (
        lambda X: Views(
            l=X[:, :2], words=[f"w{x:.0f}" for x in X[:, 3]], r=sp.csr_matrix(X[:, 3:])
        ),
        [("l", Stump(), "l"), ("words", NGram(), "words"), ("r", Tree(max_depth=2), "r")],
    ),
    "missing": (lambda X: Views(l=X[:, :2], r=X[:, 2:]).missing(l=X[:, 0] > 1), None),
}


@pytest.mark.parametrize("kind", KINDS)
def test_unlabelled_rows_may_be_given_apart(kind):
    make, views = KINDS[kind]
    X, y, _ = problem(8, K=3)
    hidden = np.concatenate([y[:40], np.full(40, -1)])
    model = AgreementBoostClassifier(views, n_rounds=5)
    inside = clone(model).fit(make(X), hidden)
    apart = clone(model).fit(make(X[:40]), y[:40], X_unlabeled=make(X[40:]))
    np.testing.assert_array_equal(
        apart.decision_function(make(X)), inside.decision_function(make(X))
    )


def test_minus_one_is_a_class_where_unlabelled_rows_are_given_apart():
    X, y, w = problem(9)
    signs = 2 * y - 1
    with pytest.raises(ValueError, match=r"labels \{-1, 1\}.*X_unlabeled"):
        AgreementBoostClassifier(TWO).fit(X, signs)
    w[:5] = 0
    model = AgreementBoostClassifier(TWO, n_rounds=4)
    model.fit(X[:50], signs[:50], w[:50], X_unlabeled=X[50:])
    np.testing.assert_array_equal(model.classes_, [-1, 1])
    named = clone(model).fit(X[:50], np.array(["a", "b"])[y[:50]], w[:50], X_unlabeled=X[50:])
    np.testing.assert_array_equal(model.decision_function(X), named.decision_function(X))


@pytest.mark.parametrize("dtype", [int, float])
def test_minus_one_among_other_labels(dtype):
    X, y, _ = problem(10, K=3)
    labels = np.array([-7, 0, 1])[hide(10, y)].astype(dtype)
    labels[hide(10, y) < 0] = -1
    model = AgreementBoostClassifier(TWO, n_rounds=4).fit(X, labels)
    np.testing.assert_array_equal(model.classes_, [-7, 0, 1])
    assert model.classes_.dtype == dtype
    plain = AgreementBoostClassifier(TWO, n_rounds=4).fit(X, hide(10, y))
    np.testing.assert_array_equal(model.decision_function(X), plain.decision_function(X))


def test_labels_are_needed():
    X, _, _ = problem(11)
    with pytest.raises(ValueError, match="y is -1 in every row"):
        AgreementBoostClassifier(TWO).fit(X, np.full(len(X), -1))
    one = AgreementBoostClassifier(TWO).fit(X, np.where(np.arange(len(X)) < 5, 3, -1))
    assert (one.predict(X) == 3).all()


def test_weights_of_the_unlabelled_rows_count_among_themselves():
    X, y, w = problem(12)
    hidden = hide(12, y)
    scaled = np.where(hidden < 0, 5 * w, w)
    model, same = [AgreementBoostClassifier(TWO, n_rounds=6).fit(X, hidden, u) for u in (w, scaled)]
    np.testing.assert_allclose(model.decision_function(X), same.decision_function(X), atol=1e-9)
    other = AgreementBoostClassifier(TWO, n_rounds=6).fit(X, hidden, w**3)
    assert abs(model.decision_function(X) - other.decision_function(X)).max() > 1e-3


# -- missing views -------------------------------------------------------------------------


def test_a_view_that_all_rows_lack_changes_nothing():
    X, y, w = problem(13, K=3)
    hidden = hide(13, y)
    views = Views(left=X[:, :3], right=X[:, 3:], ghost=X[:, :2])
    masked = views.missing(ghost=np.ones(len(y), dtype=bool))
    model = AgreementBoostClassifier(n_rounds=6).fit(masked, hidden, w)
    plain = AgreementBoostClassifier(TWO, n_rounds=6).fit(X, hidden, w)
    np.testing.assert_array_equal(model.decision_function(masked), plain.decision_function(X))
    np.testing.assert_array_equal(
        model.history_.column("objective"), plain.history_.column("objective")
    )


def test_rows_that_lack_the_best_view_get_the_class_prior():
    X, y, _ = problem(14, m=120)
    views = Views(left=X[:, :3], right=X[:, 3:]).missing(left=np.arange(120) % 3 == 0)
    hidden = hide(14, y)
    prior = np.bincount(y[hidden >= 0]) / (hidden >= 0).sum()
    nothing = views.missing(left=np.ones(120, bool), right=np.ones(120, bool))
    for loss in ("exp", "logistic", OWN_LOSS):
        for output in ("best", "joint"):
            model = AgreementBoostClassifier(n_rounds=6, loss=loss, output=output)
            model.fit(views, hidden)
            np.testing.assert_allclose(
                model.predict_proba(nothing), np.tile(prior, (120, 1)), atol=1e-12
            )
            assert model.score(views, y) > 0.6


# -- outputs -------------------------------------------------------------------------------


@SETTINGS
@given(SEEDS, CLASSES)
def test_the_outputs_are_the_best_view_and_the_mean(seed, K):
    X, y, w = problem(seed, K)
    hidden = hide(seed, y)
    best = AgreementBoostClassifier(TWO, n_rounds=5, output="best").fit(X, hidden, w)
    joint = AgreementBoostClassifier(TWO, n_rounds=5, output="joint").fit(X, hidden, w)
    np.testing.assert_array_equal(best.history_.column("steps"), joint.history_.column("steps"))
    scores = np.zeros((2, len(y), K))
    for vote in joint._votes.entries:
        said = vote.predict(joint._gate.read(joint, X))
        scores[vote.views[0], np.arange(len(y)), said] += 2 * vote.vector[said]
    shown = scores.mean(axis=0)
    G = joint.decision_function(X)
    np.testing.assert_allclose(G, shown if K > 2 else shown[:, 1] - shown[:, 0], atol=1e-9)
    seen = hidden >= 0
    errors = [np.average(s.argmax(axis=1)[seen] != y[seen], weights=w[seen]) for s in scores]
    np.testing.assert_allclose(best.history_[-1].details["errors"], errors, atol=1e-9)
    shown = scores[np.argmin(errors)]
    G = best.decision_function(X)
    np.testing.assert_allclose(G, shown if K > 2 else shown[:, 1] - shown[:, 0], atol=1e-9)
    assert best.history_[-1].chosen == np.argmin(errors)
    assert {record.chosen for record in joint.history_} == {-1}


@pytest.mark.parametrize(("loss", "factor"), [("exp", 2), ("logistic", 1)])
def test_probabilities(loss, factor):
    X, y, w = problem(15, K=3)
    model = AgreementBoostClassifier(TWO, n_rounds=5, loss=loss).fit(X, hide(15, y), w)
    expected = softmax(factor * model.decision_function(X), axis=1)
    np.testing.assert_allclose(model.predict_proba(X), expected)


@pytest.mark.parametrize("output", ["best", "joint"])
def test_validation_scores_what_the_model_would_be_after_each_round(output):
    X, y, _ = problem(16, K=3, m=300, noise=1.6)
    hidden = hide(16, y[:200], 0.6)
    model = AgreementBoostClassifier(TWO, n_rounds=30, output=output, n_iter_no_change=6)
    model.fit(X[:200], hidden, X_val=X[200:], y_val=y[200:])
    scores = model.history_.column("validation")
    assert model.n_rounds_ == scores.argmax() + 1
    for t, score in enumerate(scores, start=1):
        short = AgreementBoostClassifier(TWO, n_rounds=t, output=output).fit(X[:200], hidden)
        assert short.score(X[200:], y[200:]) == pytest.approx(score)
        if t == model.n_rounds_:
            np.testing.assert_array_equal(short.decision_function(X), model.decision_function(X))
    if output == "best":  # else the choice of the view after each round was not put to the test
        assert set(model.history_.column("chosen")) == {0, 1}


def test_only_labelled_rows_are_held_out():
    X, y, _ = problem(17, m=100)
    hidden = hide(17, y, 0.6)
    model = AgreementBoostClassifier(
        TWO, n_rounds=10, n_iter_no_change=3, validation_fraction=0.5, random_state=0
    ).fit(X, hidden)
    held = (hidden >= 0).sum() - (hidden >= 0).sum() // 2
    shares = model.history_.column("validation") * held
    np.testing.assert_allclose(shares, np.rint(shares), atol=1e-9)
    assert model.score(X, y) > 0.6


# -- degenerate rounds ---------------------------------------------------------------------


def test_stop_reasons():
    X = np.repeat(np.arange(10.0)[:, None], 2, axis=1)
    both = [("a", None, [0]), ("b", None, [1])]
    model = AgreementBoostClassifier(both).fit(X, X[:, 0] > 4)
    assert model.stop_reason_ == PERFECT
    assert model.n_rounds_ == len(model.history_) == 1
    noise = np.array([[0.0, 1], [0, 1], [1, 0], [1, 0]])
    with pytest.warns(UserWarning, match="the model is the class prior"):
        model = AgreementBoostClassifier(both).fit(noise, [0, 1, 0, 1])
    assert model.stop_reason_ == NO_EDGE
    assert model.n_rounds_ == len(model.history_) == 0
    np.testing.assert_allclose(model.predict_proba(noise), 0.5)
    # One view perfect, the other of no use: nothing is left to do in the second round.
    half = np.column_stack([X[:, 0], np.tile([0.0, 1], 5)])
    model = AgreementBoostClassifier(both).fit(half, np.isin(X[:, 0], [5, 6, 7, 8]) | (X[:, 0] > 8))
    assert model.score(half, X[:, 0] > 4) == 1
    assert model.view_importances_["a"] == 1


def test_a_useless_view_is_pulled_along():
    """A view without an edge on the labels learns from what the other one says elsewhere."""
    rng = np.random.default_rng(0)
    y = np.tile([0, 1], 60)
    hidden = np.where(np.arange(120) < 8, y, -1)
    dull = np.where(hidden >= 0, 0.0, y + 0.1 * rng.normal(size=120))
    X = np.column_stack([y + 0.1 * rng.normal(size=120), dull])
    model = AgreementBoostClassifier([("dull", None, [1]), ("clear", None, [0])], n_rounds=3).fit(
        X, hidden
    )
    steps = model.history_.column("steps")
    assert steps[0, 0] == 0
    assert (steps[1:, 0] > 0).all()


# -- learners and tools --------------------------------------------------------------------


def test_several_learners_on_one_view():
    X, y, _ = problem(18, K=3)
    hidden = hide(18, y)
    twice = [("stumps", Stump(), [0, 1, 2]), ("bayes", GaussianNB(), [0, 1, 2])]
    model = AgreementBoostClassifier(twice, n_rounds=6, output="joint").fit(X[:, :3], hidden)
    assert model.history_.column("steps").any(axis=0).all()
    assert min(model.view_importances_.values()) > 0.05
    blocks = [("stumps", Stump(), "body"), ("bayes", GaussianNB(), "body")]
    same = AgreementBoostClassifier(blocks, n_rounds=6, output="joint")
    same.fit(Views(body=X[:, :3]), hidden)
    np.testing.assert_array_equal(
        same.decision_function(Views(body=X[:, :3])), model.decision_function(X[:, :3])
    )
    assert model.set_params(bayes__var_smoothing=0.5).views[1][1].var_smoothing == 0.5


def test_resampling_learners_are_reproducible():
    X, y, _ = problem(19)
    views = [("near", KNeighborsClassifier(3), [0, 1]), ("far", Stump(), [3, 4])]
    fits = [
        AgreementBoostClassifier(views, n_rounds=5, random_state=s).fit(X, hide(19, y))
        for s in (0, 0, 1)
    ]
    one, two, other = [fit.history_.column("steps") for fit in fits]
    np.testing.assert_array_equal(one, two)
    assert (one != other).any()


def test_cross_validation_with_unlabelled_rows_in_y():
    X, y, _ = problem(20, m=90)
    hidden = hide(20, y, 0.4)

    def labelled(model, X, y):
        return model.score(X[y >= 0], y[y >= 0])

    model = AgreementBoostClassifier(TWO, n_rounds=5, loss=OWN_LOSS)
    assert cross_val_score(model, X, hidden, cv=3, scoring=labelled).mean() > 0.7


@pytest.mark.parametrize(
    "params", [{"eta": -1}, {"loss": "hinge"}, {"output": "worst"}, {"loss": np.exp}]
)
def test_bad_parameters(params):
    X, y, _ = problem(0)
    with pytest.raises(ValueError, match=f"The '{next(iter(params))}' parameter"):
        AgreementBoostClassifier(TWO, **params).fit(X, y)
