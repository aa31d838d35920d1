"""The native learners against brute force."""

from __future__ import annotations

import pickle
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.utils._param_validation import InvalidParameterError
from tests.learners.twins import best_cost, cost, loss, ones, random_costs, scaled

from viewboost.learners.base import Change, Hypothesis, Seed
from viewboost.learners.native import Stump, Tree
from viewboost.learners.trees import TreeHypothesis
from viewboost.views.blocks import Block
from viewboost.views.rows import Rows

SEED = Seed(0, 0, 0)
quick = settings(deadline=None, max_examples=40)
CELLS = ("normal", "tied", "skewed", "binary", "huge")


def cells(rng, kind, shape):
    match kind:
        case "normal":
            return rng.normal(size=shape)
        case "tied":
            return rng.integers(-3, 4, size=shape).astype(float)
        case "skewed":
            return np.where(rng.random(shape) < 0.9, 0.0, rng.normal(size=shape))
        case "binary":
            return rng.integers(0, 2, size=shape).astype(float)
        case "huge":
            return rng.choice([-1e300, -5e-324, 0.0, 5e-324, 1e300, 1.7e308, -1.7e308], size=shape)


@st.composite
def problems(draw, sparse_too=True, max_classes=12):
    """A view, its labels and costs."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    m, d = draw(st.integers(1, 120)), draw(st.integers(1, 11))
    K = draw(st.integers(2, max_classes))
    X = cells(rng, draw(st.sampled_from(CELLS)), (m, d))
    y = rng.integers(0, K, m)
    X[:, 0] += y * draw(st.sampled_from([0.0, 1.0]))
    D = random_costs(rng, y, K, draw(st.sampled_from([0.0, 1.0, 5.0])))
    levels = ()
    if draw(st.booleans()):
        nominal = rng.random(d) < 0.5
        codes = rng.integers(0, 6, size=(m, d))
        X = np.where(nominal, codes, X)
        levels = tuple(np.where(nominal, 8, 0).tolist())
    if draw(st.booleans()):
        X[rng.random((m, d)) < 0.2] = np.nan
    block = Block("dense", X, levels=levels)
    if sparse_too and not levels and draw(st.booleans()):
        X[rng.random((m, d)) < 0.5] = 0
        block = Block("sparse", sparse.csr_matrix(X))
    return block, ones(y, K), D


@quick
@given(problems())
def test_stump_is_the_cheapest_of_all(problem):
    block, rows, D = problem
    hypothesis, predictions = Stump().bind(block, rows).hypothesis(D, None, SEED)
    best = best_cost(block, D)
    assert cost(D, predictions) <= best + 1e-12 * loss(D)
    np.testing.assert_array_equal(hypothesis.classes(block), predictions)


def test_a_small_gain_is_no_tie():
    # One light row against ten heavy ones: it is worth 2e-12 of the loss, more than may be missed.
    y, weights = np.array([0] * 10 + [1]), np.array([27.0] * 10 + [3e-10])
    D = np.where(np.arange(2) == y[:, None], -1.0, 1.0) * weights[:, None]
    block = Block("dense", np.arange(11.0)[:, None])
    _, predictions = Stump().bind(block, ones(y, 2)).hypothesis(D, None, SEED)
    np.testing.assert_array_equal(predictions, y)


@settings(deadline=None, max_examples=20)
@given(problems(), st.integers(0, 2**32), st.integers(1, 3))
def test_stump_follows_changes(problem, seed, n_votes):
    block, rows, D = problem
    rng = np.random.default_rng(seed)
    K = rows.n_classes
    bound = Stump().bind(block, rows)
    changes = None
    for _ in range(6):
        _, predictions = bound.hypothesis(D, changes, SEED)
        assert cost(D, predictions) <= best_cost(block, D) + 1e-12 * loss(D)
        changes = []
        for _ in range(n_votes):
            said = np.where(rng.random(len(D)) < 0.2, rng.integers(-1, K, len(D)), predictions)
            changes.append(Change(said, rng.uniform(-0.3, 0.8, K)))
            D = scaled(D, rows.y, changes[-1])


@quick
@given(problems(), st.booleans())
def test_general_costs(problem, unlabelled):
    # AgreementBoost asks with costs of either sign, and with rows that have no label.
    block, rows, D = problem
    rng = np.random.default_rng(0)
    D = rng.normal(size=D.shape)
    D[rng.random(len(D)) < 0.3] = 0
    y = np.where(rng.random(len(D)) < 0.5, -1, rows.y) if unlabelled else rows.y
    rows = Rows(y, rows.weights, rows.n_classes)
    bound = Stump().bind(block, rows)
    for changes in (None, []):
        _, predictions = bound.hypothesis(D, changes, SEED)
        assert cost(D, predictions) <= best_cost(block, D) + 1e-12 * np.abs(D).sum()


@quick
@given(problems())
def test_tree_of_depth_one_is_a_stump(problem):
    block, rows, D = problem
    stump, said = Stump().bind(block, rows).hypothesis(D, None, SEED)
    tree, repeated = Tree(max_depth=1).bind(block, rows).hypothesis(D, None, SEED)
    np.testing.assert_array_equal(said, repeated)
    for name in ("feature", "threshold", "left", "right", "missing_left", "levels", "label"):
        np.testing.assert_array_equal(getattr(stump, name), getattr(tree, name))


@quick
@given(problems(), st.integers(2, 4), st.sampled_from([None, 2, 3, 5, 9]))
def test_trees_are_never_worse_than_stumps(problem, depth, leaves):
    block, rows, D = problem
    _, stump = Stump().bind(block, rows).hypothesis(D, None, SEED)
    bound = Tree(max_depth=depth, max_leaves=leaves).bind(block, rows)
    tree, predictions = bound.hypothesis(D, None, SEED)
    assert cost(D, predictions) <= cost(D, stump) + 1e-9 * loss(D)
    assert (tree.feature < 0).sum() <= (leaves or 2**depth)
    np.testing.assert_array_equal(tree.classes(block), predictions)


def test_tree_sees_through_a_plateau():
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=float)
    y = np.array([0, 1, 1, 0])
    D = np.where(np.eye(2)[y] == 1, -1.0, 1.0)
    for levels in ((), (2, 2)):
        bound = Tree(max_depth=2).bind(Block("dense", X, levels=levels), ones(y, 2))
        assert bound.hypothesis(D, None, SEED)[1].tolist() == y.tolist()


@quick
@given(problems())
def test_pruned_trees_gain_at_every_inner_branch(problem):
    block, rows, D = problem
    tree, _ = Tree(max_depth=3).bind(block, rows).hypothesis(D, None, SEED)
    if len(tree.feature) > 1:
        assert tree.gain.sum() > 0
        np.testing.assert_allclose(tree.importances(block.data.shape[1]).sum(), 1)
    else:
        assert not tree.importances(block.data.shape[1]).any()


@quick
@given(problems(), st.integers(0, 2**32), st.integers(0, 1))
def test_votes_of_many_trees_are_summed_exactly(problem, seed, shallow):
    block, rows, D = problem
    rng = np.random.default_rng(seed)
    learner = Stump() if shallow else Tree(max_depth=2)
    bound = learner.bind(block, rows)
    trees, vectors = [], []
    for _ in range(8):
        tree, predictions = bound.hypothesis(D, None, SEED)
        vectors.append(np.rint(rng.normal(size=rows.n_classes) * 2**40) / 2**40)
        trees.append(tree)
        D = scaled(D, rows.y, Change(predictions, vectors[-1]))
    present = rng.random(len(block)) < 0.8
    block = Block(block.kind, block.data, present, block.levels)
    plain = Hypothesis.score_many(trees, vectors, block)
    np.testing.assert_array_equal(type(trees[0]).score_many(trees, vectors, block), plain)


@quick
@given(st.integers(0, 2**32), st.sampled_from([2, 100]), st.integers(2, 4), st.booleans())
def test_votes_of_few_and_of_many_thresholds_are_summed_exactly(seed, d, K, missing):
    rng = np.random.default_rng(seed)
    X, n_stumps = np.round(rng.normal(size=(150, d)), 1), rng.integers(1, 60) + d
    if missing:
        X[rng.random(X.shape) < 0.1] = np.nan
    stumps = [TreeHypothesis.stump((0, *rng.integers(0, K, 2)), 1.0) for _ in range(n_stumps)]
    for stump in stumps:
        stump.feature[0], stump.threshold[0] = rng.integers(d), np.round(rng.normal(), 1)
        stump.missing_left[0] = rng.random() < 0.5
    vectors = list(np.rint(rng.normal(size=(n_stumps, K)) * 2**40) / 2**40)
    for block in (Block("dense", X), Block("sparse", sparse.csr_matrix(X))):
        plain = Hypothesis.score_many(stumps, vectors, block)
        found = TreeHypothesis.score_many(stumps, vectors, block)
        np.testing.assert_array_equal(found, plain)


@quick
@given(problems(), st.integers(0, 2**32))
def test_new_rows_with_missing_and_unknown_cells(problem, seed):
    block, rows, D = problem
    rng = np.random.default_rng(seed)
    tree, _ = Tree(max_depth=2).bind(block, rows).hypothesis(D, None, SEED)
    X = block.data.toarray() if block.kind == "sparse" else block.data
    X = X[rng.permutation(len(X))].copy()
    X[rng.random(X.shape) < 0.2] = np.nan
    X[rng.random(X.shape) < 0.1] = 300
    new = Block("sparse", sparse.csr_matrix(X)) if block.kind == "sparse" else Block("dense", X)
    expected = [tree.label[plain_leaf(tree, row)] for row in X]
    assert tree.classes(new).tolist() == expected
    np.testing.assert_array_equal(tree.classes(Block("dense", np.asfortranarray(X))), expected)


def plain_leaf(tree, row):
    node = 0
    while tree.feature[node] >= 0:
        x = row[tree.feature[node]]
        left = x <= tree.threshold[node]
        if tree.nominal[node] and 0 <= x < 256:
            left = (int(tree.levels[node, int(x) // 64]) >> (int(x) % 64)) & 1
        elif np.isnan(x) or tree.nominal[node]:
            left = tree.missing_left[node]
        node = tree.left[node] if left else tree.right[node]
    return node


@quick
@given(problems(sparse_too=False), st.sampled_from([2, 3, 255]))
def test_sparse_views_are_split_as_dense_ones(problem, max_bins):
    # With few bins some stored cells share the bin of those that are not stored.
    block, rows, D = problem
    thin = Block("sparse", sparse.csr_matrix(block.data))
    for learner in (Stump(max_bins=max_bins), Tree(max_depth=2, max_bins=max_bins)):
        fat, said = learner.bind(Block("dense", block.data), rows).hypothesis(D, None, SEED)
        slim, expected = learner.bind(thin, rows).hypothesis(D, None, SEED)
        np.testing.assert_array_equal(said, expected)
        for name in ("feature", "threshold", "missing_left", "label"):
            np.testing.assert_array_equal(getattr(fat, name), getattr(slim, name))


@quick
@given(problems(), st.integers(0, 2**32))
def test_order_of_rows_does_not_matter(problem, seed):
    block, rows, D = problem
    order = np.random.default_rng(seed).permutation(len(D))
    for learner in (Stump(), Tree(max_depth=2)):
        _, said = learner.bind(block, rows).hypothesis(D, None, SEED)
        bound = learner.bind(block.take(order), rows.take(order))
        np.testing.assert_array_equal(bound.hypothesis(D[order], None, SEED)[1], said[order])


@quick
@given(problems(), st.integers(0, 2**32))
def test_weights_are_repeated_rows(problem, seed):
    block, rows, D = problem
    times = np.random.default_rng(seed).integers(1, 4, len(D))
    again = np.repeat(np.arange(len(D)), times)
    weighted = Rows(rows.y, times.astype(float), rows.n_classes)
    for learner in (Stump(max_bins=9), Tree(max_depth=2, max_bins=9)):
        one, _ = learner.bind(block, weighted).hypothesis(D * times[:, None], None, SEED)
        two, _ = learner.bind(block.take(again), rows.take(again)).hypothesis(D[again], None, SEED)
        np.testing.assert_array_equal(one.classes(block), two.classes(block))
        np.testing.assert_array_equal(one.threshold, two.threshold)


def test_missing_only_at_prediction_goes_to_the_heavier_side():
    X = np.array([[0.0], [1.0], [2.0]])
    D = np.array([[-1.0, 1], [1, -1], [1, -1]])
    for weights, expected in (([1, 1, 1], 1), ([5, 1, 1], 0)):
        rows = Rows(np.array([0, 1, 1]), np.array(weights, dtype=float), 2)
        tree, _ = Stump().bind(Block("dense", X), rows).hypothesis(D, None, SEED)
        assert tree.classes(Block("dense", np.array([[np.nan]]))).tolist() == [expected]


def test_presence_alone_can_split():
    X = np.array([[1.0], [np.nan], [2.0], [np.nan], [3.0]])
    y = np.array([0, 1, 0, 1, 0])
    tree, said = (
        Stump()
        .bind(Block("dense", X), ones(y, 2))
        .hypothesis(np.where(np.eye(2)[y] == 1, -1.0, 1.0), None, SEED)
    )
    assert said.tolist() == y.tolist()
    assert np.isfinite(tree.threshold).all()
    assert tree.classes(Block("dense", np.array([[1e308]]))).tolist() == [0]


def test_nothing_to_split():
    D = np.array([[-1.0, 1], [1, -1], [1, -1]])
    for column in (np.full(3, np.nan), np.ones(3)):
        block = Block("dense", column[:, None])
        for learner in (Stump(), Tree()):
            tree, said = learner.bind(block, ones([0, 1, 1], 2)).hypothesis(D, None, SEED)
            assert said.tolist() == [1, 1, 1]
            assert len(tree.feature) == 1
            assert tree.classes(block).tolist() == [1, 1, 1]


def test_ties_go_to_the_lowest_feature_and_threshold():
    y = np.array([0, 1, 0, 1])
    X = np.array([[0.0, 0], [1, 1], [2, 2], [3, 3]])
    D = np.where(np.eye(2)[y] == 1, -1.0, 1.0)
    tree, _ = Stump().bind(Block("dense", X), ones(y, 2)).hypothesis(D, None, SEED)
    assert (tree.feature[0], tree.threshold[0]) == (0, 0.5)


def test_threads_change_nothing():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(130_000, 80)).astype(np.float64), rng.integers(0, 2, 130_000)
    D = random_costs(rng, y, 2)
    block = Block("dense", X)
    for learner in (Stump(), Tree(max_depth=2)):
        one, two = (learner.bind(block, ones(y, 2), n) for n in (1, 2))
        np.testing.assert_array_equal(
            one.hypothesis(D, None, SEED)[1], two.hypothesis(D, None, SEED)[1]
        )


def test_read_only_and_strided_views():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 20)), rng.integers(0, 3, 60)
    D = random_costs(rng, y, 3)
    for data in (X[:, ::2], np.asfortranarray(X[:, ::2]), X[:, ::2].copy()):
        data.flags.writeable = False
        D.flags.writeable = False
        block = Block("dense", data)
        for learner in (Stump(), Tree()):
            tree, said = learner.bind(block, ones(y, 3)).hypothesis(D, None, SEED)
            assert tree.classes(block).tolist() == said.tolist()


def test_bad_parameters_are_named():
    block, rows = Block("dense", np.ones((2, 1))), ones([0, 1], 2)
    for learner in (Stump(max_bins=256), Stump(max_bins=1), Tree(max_depth=0), Tree(3, 1)):
        with pytest.raises(InvalidParameterError, match="max_"):
            learner.bind(block, rows)


def test_hypotheses_are_small_and_picklable():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(500, 5)), rng.integers(0, 2, 500)
    tree, said = (
        Stump().bind(Block("dense", X), ones(y, 2)).hypothesis(random_costs(rng, y, 2), None, SEED)
    )
    data = pickle.dumps(tree)
    assert len(data) < 2500
    assert pickle.loads(data).classes(Block("dense", X)).tolist() == said.tolist()


def test_numba_is_not_imported_with_the_learners():
    code = (
        "import sys, viewboost.learners.native as n; n.Stump(); assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
