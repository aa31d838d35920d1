"""AgreementBoost's objective against its definition, finite differences and plain search."""

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

from viewboost.algorithms._objective import CAP, LOSSES, Objective, checked_pair
from viewboost.views.rows import Rows

SETTINGS = settings(deadline=None, max_examples=25)
SEEDS = st.integers(0, 10**6)
CLASSES = st.integers(2, 5)
LOSS = st.sampled_from(["exp", "logistic", "own"])


def loss_named(name):
    """The losses, and a user's own: z + sqrt(1 + z^2)."""
    if name != "own":
        return LOSSES[name]
    return checked_pair((lambda z: z + np.hypot(1, z), lambda z: 1 + z / np.hypot(1, z)))


def problem(seed, K, v=3, m=24, missing=0.25, scale=1.0):
    """Random scores of v views on rows of which half have no label; rows may lack views."""
    rng = np.random.default_rng(seed)
    y = np.where(rng.random(m) < 0.5, -1, rng.integers(K, size=m))
    y[:K] = np.arange(K)
    y[-2:] = -1
    present = [rng.random(m) >= missing for _ in range(v)]
    for seen in present[:2]:
        seen[-2:] = True
    F = [scale * rng.normal(size=(m, K)) * seen[:, None] for seen in present]
    return rng, Rows(y, rng.uniform(0.1, 3, m), K), present, F


def plain_value(er, c, rows, present, F):
    """The objective row by row, from its definition."""
    v, K = len(F), rows.n_classes
    n = [sum(seen[i] for seen in present) for i in range(len(rows))]
    counted = [i for i in range(len(rows)) if rows.y[i] < 0 and n[i] >= 2]
    eta = c * rows.weights[rows.y >= 0].sum() / rows.weights[counted].sum()
    total = 0.0
    for i, label in enumerate(rows.y):
        if label >= 0:
            for j in (j for j in range(v) if present[j][i]):
                z = np.array([F[j][i, k] - F[j][i, label] for k in range(K) if k != label])
                total += rows.weights[i] * er(z).sum()
    for i in counted:
        centred = [F[j][i] - F[j][i].mean() for j in range(v) if present[j][i]]
        V = K / (K - 1) * np.var(centred, axis=0).sum()
        total += eta * rows.weights[i] * n[i] * float(er(np.array([V]))[0])
    return total


def value(objective, F):
    return np.exp(objective.log_losses(F)).sum() + objective.disagreement(F)[1]


def gradient(objective, F, j):
    return objective.gradient(F[j], j, objective.spread(F))


def minimiser(objective, F, j, said):
    return objective.minimiser(F[j], j, said, objective.spread(F))


@SETTINGS
@given(SEEDS, CLASSES)
@example(145479, 2)  # the views come so near to each other that rounding shows
def test_the_spread_follows_views_that_move(seed, K):
    """One view after the other, as in the turns of a round: the same as made anew."""
    rng, rows, present, F = problem(seed, K, v=4, scale=10.0)
    objective = Objective.of(LOSSES["exp"], 1.0, rows, present)
    spread = objective.spread(F)
    for j in [*range(4), 1, 1]:
        F[j] = F[j] + rng.normal(size=F[j].shape) * present[j][:, None]
        objective.move(spread, j, F[j])
        anew = objective.spread(F)
        np.testing.assert_allclose(spread.V, anew.V, rtol=1e-12)
        for k in range(4):
            np.testing.assert_allclose(spread.apart(k), anew.apart(k), atol=1e-12)


@SETTINGS
@given(SEEDS, CLASSES, LOSS)
def test_the_value_follows_its_definition(seed, K, name):
    rng, rows, present, F = problem(seed, K)
    loss, c = loss_named(name), rng.uniform(0.1, 5)
    objective = Objective.of(loss, c, rows, present)
    assert value(objective, F) == pytest.approx(
        plain_value(loss.er, c, rows, present, F), rel=1e-10
    )


def test_for_two_classes_it_is_the_papers():
    _, rows, _, F = problem(0, K=2, missing=0)
    objective = Objective.of(LOSSES["exp"], 1.7, rows, [None] * 3)
    g = np.array([f[:, 1] - f[:, 0] for f in F])
    labelled, w = rows.y >= 0, rows.weights
    eta = 1.7 * w[labelled].sum() / w[~labelled].sum()
    margins = np.where(rows.y == 1, g, -g)[:, labelled]
    E = (w[labelled] * np.exp(-margins)).sum()
    D = 3 * (w[~labelled] * np.exp(g.var(axis=0)[~labelled])).sum()
    assert value(objective, F) == pytest.approx(E + eta * D)
    disagreement, _ = objective.disagreement(F)
    assert disagreement == pytest.approx(np.average(g.var(axis=0)[~labelled], weights=w[~labelled]))
    # Its weights and pseudo-labels: 2 eta |mean - g_l| er'(V), sign(mean - g_l).
    D = gradient(objective, F, 1)[~labelled]
    pull = g.mean(axis=0) - g[1]
    np.testing.assert_array_equal(D.argmin(axis=1), pull[~labelled] > 0)
    expected = (2 * eta * w * abs(pull) * np.exp(g.var(axis=0)))[~labelled]
    np.testing.assert_allclose(D.max(axis=1) / D.max(), expected / expected.max())


@SETTINGS
@given(SEEDS, CLASSES, LOSS)
def test_the_gradient_equals_finite_differences(seed, K, name):
    rng, rows, present, F = problem(seed, K)
    objective = Objective.of(loss_named(name), rng.uniform(0.1, 5), rows, present)
    j = int(rng.integers(3))
    D, h = gradient(objective, F, j), 1e-5
    slopes = np.zeros_like(D)
    for i, k in np.ndindex(*D.shape):
        if present[j][i]:
            up, down = [[f.copy() for f in F] for _ in range(2)]
            up[j][i, k] += h
            down[j][i, k] -= h
            slopes[i, k] = (value(objective, up) - value(objective, down)) / (2 * h)
    # The exponential loss leaves the common factor of the costs open.
    factor = (D * slopes).sum() / (D * D).sum()
    np.testing.assert_allclose(D * factor, slopes, atol=1e-6 * np.abs(slopes).max())
    np.testing.assert_allclose(D.sum(axis=1), 0, atol=1e-12 * np.abs(D).max())
    if name != "exp":
        assert factor == pytest.approx(objective.total, rel=1e-6)


@SETTINGS
@given(SEEDS, CLASSES, LOSS)
def test_the_step_minimises_the_objective_along_the_hypothesis(seed, K, name):
    rng, rows, present, F = problem(seed, K)
    objective = Objective.of(loss_named(name), rng.uniform(0.1, 5), rows, present)
    j = int(rng.integers(3))
    said = np.where(present[j], rng.integers(K, size=len(rows)), -1)

    def along(step):
        moved = [f.copy() for f in F]
        spoken = np.flatnonzero(said >= 0)
        moved[j][spoken, said[spoken]] += step
        return value(objective, moved)

    found = minimiser(objective, F, j, said)
    D = gradient(objective, F, j)
    falling = D[said >= 0, said[said >= 0]].sum() < 0
    assert (found > 0) == falling
    assert 0 <= found <= CAP
    if falling:
        best = minimize_scalar(along, bounds=(0, CAP), method="bounded", options={"xatol": 1e-9})
        assert along(found) <= best.fun * (1 + 1e-12)
        assert found == pytest.approx(best.x, abs=1e-4)


def test_a_step_without_a_minimum_is_capped():
    rows = Rows(np.array([0, 1, 1]), np.ones(3), 2)
    for name in LOSSES:
        objective = Objective.of(LOSSES[name], 1.0, rows, [None])
        F = [np.zeros((3, 2))]
        assert minimiser(objective, F, 0, np.array([0, 1, 1])) == CAP
        assert minimiser(objective, F, 0, np.array([1, 0, 0])) == 0
    rows = Rows(np.array([0, 1]), np.array([1.0, 1e-8]), 2)
    objective = Objective.of(LOSSES["exp"], 1.0, rows, [None])
    long = minimiser(objective, [np.zeros((2, 2))], 0, np.array([0, 0]))
    assert long == pytest.approx(0.5 * math.log(1e8))


def test_rows_that_lack_views():
    """Unlabelled rows with one view do not count, and a view that no row has changes nothing."""
    _, rows, present, F = problem(3, K=3)
    hidden = np.zeros(len(rows), dtype=bool)
    narrow = Objective.of(LOSSES["exp"], 1.0, rows, present)
    wide = Objective.of(LOSSES["exp"], 1.0, rows, [*present, hidden])
    assert value(wide, [*F, np.zeros_like(F[0])]) == pytest.approx(value(narrow, F))
    np.testing.assert_array_equal(
        gradient(wide, [*F, np.zeros_like(F[0])], 0), gradient(narrow, F, 0)
    )
    alone = (rows.y < 0) & (np.sum(present, axis=0) < 2)
    assert alone.any()
    for j in range(3):
        assert not gradient(narrow, F, j)[alone].any()
        assert not gradient(narrow, F, j)[~present[j]].any()


def test_scores_far_out_of_range_stay_finite():
    _, rows, present, F = problem(5, K=3)
    labelled = rows.y >= 0
    for f, seen in zip(F, present):
        f[labelled & seen, rows.y[labelled & seen]] += 5000
        f[~labelled] = 0
    objective = Objective.of(LOSSES["exp"], 0.0, rows, present)
    D = gradient(objective, F, 0)
    assert np.isfinite(D).all()
    assert D.max() > 0
    assert np.isfinite(objective.log_losses(F)).all()
    apart = [np.where(labelled[:, None], f, 60.0 * j * np.eye(3)[0]) for j, f in enumerate(F)]
    objective = Objective.of(LOSSES["exp"], 1.0, rows, [None] * 3)
    assert np.isfinite(value(objective, apart))
    assert np.isfinite(gradient(objective, apart, 0)).all()
    assert math.isfinite(minimiser(objective, apart, 0, np.zeros(len(rows), dtype=int)))


def test_errors_count_silent_rows_by_the_prior():
    y = np.array([1, 1, 1, 0, 0, -1])
    rows = Rows(y, np.array([1.0, 1, 2, 1, 1, 9]), 2)
    objective = Objective.of(LOSSES["exp"], 1.0, rows, [None, np.arange(6) < 3])
    right = np.eye(2)[y]
    silent = np.where(np.arange(6)[:, None] < 3, right, 0.0)
    np.testing.assert_allclose(objective.errors([right, silent]), [0, 2 / 6])
    np.testing.assert_allclose(objective.errors([1 - right, 0 * right]), [1, 2 / 6])


def test_temperatures_of_the_losses():
    assert LOSSES["exp"].temperature == pytest.approx(2)
    assert LOSSES["logistic"].temperature == pytest.approx(1)


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        ((np.exp,), "a pair of functions"),
        ((np.exp, 1.0), "a pair of functions"),
        ((np.exp, np.expm1), "must be its derivative"),
        ((lambda z: np.exp(-z), lambda z: -np.exp(-z)), "must be positive"),
        ((np.tanh, lambda z: 1 / np.cosh(z) ** 2), "not fall"),
    ],
)
def test_a_users_loss_is_checked(pair, message):
    with pytest.raises(ValueError, match=message):
        checked_pair(pair)
