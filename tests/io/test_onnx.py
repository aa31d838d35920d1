"""Exported models predict in onnxruntime what they predict here."""

import datetime
import json
import re
import sys
from pathlib import Path

import numpy as np
import onnxruntime
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import viewboost
from viewboost import (
    AdaBoostMMClassifier,
    AgreementBoostClassifier,
    BagOfWords,
    CarakoClassifier,
    ComboClassifier,
    KBoostClassifier,
    LateFusion,
    MuComboClassifier,
    MumboClassifier,
    NGram,
    RegionBoostClassifier,
    Stump,
    Tree,
    Views,
    to_onnx,
)
from viewboost.io.onnx import inputs
from viewboost.io.onnx_trees import ensemble, rounded_down
from viewboost.learners.base import Silent
from viewboost.learners.trees import TreeHypothesis
from viewboost.vote.votes import Vote, Votes, on_grid

ALGORITHMS = [
    AdaBoostMMClassifier(),
    AgreementBoostClassifier(loss="logistic"),
    AgreementBoostClassifier(output="best"),
    CarakoClassifier(),
    ComboClassifier(),
    ComboClassifier(prior="train"),
    KBoostClassifier(),
    MuComboClassifier(),
    MumboClassifier(),
    MumboClassifier(vote="all"),
    MumboClassifier(vote="vote"),
]
HUES = list("rgbykw")


def session(model, dtype="float64"):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    text = to_onnx(model, dtype=dtype).SerializeToString()
    return onnxruntime.InferenceSession(text, options, providers=["CPUExecutionProvider"])


def answers(model, X, dtype="float64"):
    """Label, scores and probabilities of onnxruntime."""
    return session(model, dtype).run(None, inputs(model, X, dtype=dtype))


def metadata(model, dtype="float64"):
    return {entry.key: entry.value for entry in to_onnx(model, dtype=dtype).metadata_props}


def scores(model, X):
    return model._final_scores(X)


def assert_same(model, X):
    """The votes lie on a grid on which sums are exact: scores are equal, not only close."""
    label, G, chances = answers(model, X)
    np.testing.assert_array_equal(label, model.predict(X))
    np.testing.assert_array_equal(G, scores(model, X))
    np.testing.assert_allclose(chances, model.predict_proba(X), rtol=0, atol=1e-13)


def with_holes(rng, data, share):
    return np.where(rng.random(data.shape) < share, np.nan, data)


def rows(rng, n, lacking=0.0):
    """Two views with missing cells, one with nominal columns; some rows lack a view, or both."""
    table = pd.DataFrame(
        {
            "size": with_holes(rng, rng.normal(size=n).round(1), 0.1),
            "hue": pd.Categorical(rng.choice([*HUES, None], n), categories=HUES),
            "sure": pd.Categorical(rng.choice(["no", "yes"], n)),
        }
    )
    table.loc[rng.random(n) < lacking] = None
    numbers = with_holes(rng, rng.normal(size=(n, 3)), 0.1)
    numbers[rng.random(n) < lacking] = np.nan
    return Views(table=table, numbers=numbers)


def labels(rng, X, K):
    """Labels of unlike frequencies that both views tell something about."""
    told = np.nan_to_num(X.block("numbers")).sum(axis=1) + 2.0 * (X.block("table")["hue"] == "r")
    noisy = told + rng.normal(size=len(X)) / 2
    return np.searchsorted(np.quantile(noisy, (np.arange(1, K) / K) ** 2), noisy)


@pytest.mark.parametrize("optional", [(), ("table", "numbers")], ids=["all rows", "silent rows"])
@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=repr)
def test_every_algorithm_is_the_same_there(algorithm, optional):
    for K, learner in zip((2, 3, 4, 5), (Stump(), Tree(2), Tree(None, max_leaves=9), Stump(9))):
        rng = np.random.default_rng(K)
        X, new = (rows(rng, n, 0.3 if optional else 0.0) for n in (120, 200))
        algorithm.set_params(learner=learner, optional=optional, n_rounds=8)
        model = algorithm.fit(X, labels(rng, X, K))
        assert len(model._votes.entries) > 1
        assert_same(model, new)


NAMES, WIDTHS, LEVELS = ("table", "numbers"), (3, 3), (0, len(HUES), 2)


def random_tree(rng, view, K, size):
    """A tree of any shape, with thresholds that rows lie on, and any level sets."""
    tree = TreeHypothesis.leaves(rng.integers(0, K, 2 * size + 1).tolist())
    free = [0]
    for k in range(size):
        node = free.pop(rng.integers(len(free)))
        tree.left[node], tree.right[node] = 2 * k + 1, 2 * k + 2
        free += [2 * k + 1, 2 * k + 2]
        tree.feature[node] = rng.integers(WIDTHS[view])
        tree.missing_left[node] = rng.random() < 0.5
        n_levels = LEVELS[tree.feature[node]] if view == 0 else 0
        tree.nominal[node] = n_levels > 0
        tree.threshold[node] = round(rng.normal(), 1)
        tree.levels[node, 0] = np.uint64(rng.integers(2**n_levels))  # the empty set among them
    return tree


def random_vote(rng, t, K, members):
    views = tuple(rng.integers(0, 2, members).tolist())
    said = [
        Silent() if rng.random() < 0.1 else random_tree(rng, j, K, rng.integers(0, 7))
        for j in views
    ]
    weights = tuple(rng.choice([0.1, 0.2, 0.3], members).tolist())  # sums that are close, or tie
    # Most algorithms give every class the same vote.
    vector = on_grid(rng.normal(size=K) if rng.random() < 0.5 else np.full(K, rng.normal()))
    return Vote(t, views, tuple(said), vector, weights)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 2**32), st.integers(2, 5), st.booleans(), st.booleans())
def test_any_votes_are_the_same_there(seed, K, committees, optional):
    rng = np.random.default_rng(seed)
    X = rows(rng, 60, 0.3 if optional else 0.0)
    y = np.arange(60) % K
    model = AdaBoostMMClassifier(n_rounds=1, optional=NAMES if optional else ()).fit(X, y)
    sizes = rng.integers(1, 4, 9) if committees else np.ones(9, dtype=int)
    entries = [random_vote(rng, t, K, size) for t, size in enumerate(sizes)]
    model._votes = Votes(K, rng.normal(size=K), [None, None], entries, 9)
    model.n_rounds_ = 9
    numbers = np.round(X.block("numbers"), 1)
    assert_same(model, Views(table=X.block("table"), numbers=numbers))


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 2**32))
def test_no_root_can_be_taken_for_a_leaf(seed):
    """onnxruntime 1.22 does so where a root's children have the same place in two tables."""
    rng = np.random.default_rng(seed)
    trees = [random_tree(rng, 1, 2, 3) for _ in range(9)]
    made = ensemble(trees, np.ones((9, 2)), [0] * 9, 3, np.dtype(float)).attributes
    roots = made["tree_roots"]
    assert not (made["nodes_truenodeids"][roots] == made["nodes_falsenodeids"][roots]).any()


@pytest.mark.parametrize("n", [1, 5000])
def test_many_trees_on_one_row_and_on_thousands(n):
    rng = np.random.default_rng(0)
    X, new = rows(rng, 200), rows(rng, n)
    model = AdaBoostMMClassifier(n_rounds=150).fit(X, labels(rng, X, 3))
    text = to_onnx(model).SerializeToString()
    threaded = onnxruntime.InferenceSession(text, providers=["CPUExecutionProvider"])
    [G] = threaded.run(["scores"], inputs(model, new))
    np.testing.assert_array_equal(G, scores(model, new))


def test_thresholds_between_neighbouring_numbers_hold():
    ends = np.array([0.1, 1e-300, 1 / 3, 1e16])
    X = np.vstack([ends, np.nextafter(ends, np.inf)])
    for column in range(4):
        some = X[:, [column]]
        model = AdaBoostMMClassifier(n_rounds=1).fit(some, ["low", "high"])
        assert answers(model, some)[0].tolist() == ["low", "high"]
        assert_same(model, some)


def test_a_level_set_may_be_large():
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"town": pd.Categorical(rng.integers(0, 200, 2000))})
    y = rng.integers(0, 2, 200)[X["town"].astype(int)]
    model = AdaBoostMMClassifier(n_rounds=3).fit(X, y)
    assert model.score(X, y) == 1
    assert_same(model, X)


def test_a_view_learned_from_a_sparse_matrix_takes_a_dense_one():
    rng = np.random.default_rng(0)
    words = sparse.random(100, 20, 0.2, format="csr", random_state=0)
    y = (words.toarray()[:, :3].sum(axis=1) > 0.2).astype(int)
    X = Views(words=words, body=rng.normal(size=(100, 2)))
    model = MumboClassifier(n_rounds=10, learner=Tree(2)).fit(X, y)
    assert_same(model, X)
    dense = {"words": words.toarray(), "body": X.block("body")}
    np.testing.assert_array_equal(session(model).run(["scores"], dense)[0], scores(model, X))


def test_rows_without_any_view_get_the_prior():
    rng = np.random.default_rng(1)
    X = rows(rng, 60, 0.3)
    y = labels(rng, X, 3)
    nothing = {"table": np.full((1, 3), np.nan), "numbers": np.full((1, 3), np.nan)}
    for vote in ("best", "vote"):
        model = MumboClassifier(n_rounds=4, vote=vote, optional=NAMES).fit(X, y)
        _, G, chances = session(model).run(None, nothing)
        np.testing.assert_array_equal(G[0], model._votes.silent)
        np.testing.assert_allclose(chances[0], np.bincount(y) / 60)


@pytest.mark.filterwarnings("ignore:.*no view tells the classes apart")
@pytest.mark.parametrize("y", [[7, 7, 7, 7], [7, 9, 7, 9]], ids=["one class", "no votes"])
def test_models_without_votes(y):
    X = Views(a=np.ones((4, 2)), b=np.ones((4, 1)))
    model = AdaBoostMMClassifier().fit(X, y)
    assert not model._votes.entries
    assert_same(model, X)


@pytest.mark.parametrize(
    ("classes", "kind"),
    [
        (["no", "yes"], "string"),
        (np.array(["no", "yes"], dtype=object), "string"),
        ([3, -1], "int64"),
        (np.array([3, 1], dtype=np.int8), "int64"),
        (np.array([3, 2**63], dtype=np.uint64), "uint64"),
        ([True, False], "bool"),
        ([1.0, 2.0], "double"),
    ],
)
def test_labels_have_the_type_of_the_classes(classes, kind):
    X = np.arange(6.0)[:, None]
    y = np.asarray(classes)[[0, 0, 0, 1, 1, 1]]
    model = AdaBoostMMClassifier(n_rounds=2).fit(X, y)
    assert session(model).get_outputs()[0].type == f"tensor({kind})"
    assert_same(model, X)


def test_float32_stays_within_the_error_it_states():
    rng = np.random.default_rng(3)
    for algorithm in (AdaBoostMMClassifier(), MumboClassifier(vote="vote"), MuComboClassifier()):
        X = rows(rng, 200)
        model = algorithm.set_params(n_rounds=40, learner=Tree(2)).fit(X, labels(rng, X, 3))
        numbers = X.block("numbers").astype(np.float32)
        table = X.block("table").assign(size=X.block("table")["size"].astype(np.float32))
        X = Views(table=table, numbers=numbers)
        label, G, chances = answers(model, X, "float32")
        assert G.dtype == chances.dtype == np.float32
        error = float(metadata(model, "float32")["score_error"])
        assert 0 < np.abs(G - scores(model, X)).max() <= error < 1e-2
        first, second = np.sort(scores(model, X), axis=1)[:, :-3:-1].T
        sure = first - second > 2 * error
        assert sure.mean() > 0.9
        np.testing.assert_array_equal(label[sure], model.predict(X)[sure])
        np.testing.assert_allclose(chances, model.predict_proba(X), rtol=0, atol=4 * error)


def test_float64_states_no_error():
    X, y = np.arange(6.0)[:, None], [0, 0, 0, 1, 1, 1]
    assert metadata(AdaBoostMMClassifier(n_rounds=2).fit(X, y))["score_error"] == "0.0"


@settings(deadline=None)
@given(st.floats(allow_nan=False), st.floats(width=32, allow_nan=False))
def test_float32_numbers_pass_rounded_thresholds_as_before(threshold, x):
    rounded = rounded_down(np.array([threshold]), np.dtype(np.float32))
    assert rounded.dtype == np.float32
    with np.errstate(over="ignore"):
        above = np.nextafter(rounded[0], np.float32(np.inf))
    for cell in (np.float32(x), rounded[0], above):
        assert (cell <= rounded[0]) == (float(cell) <= threshold)


def test_metadata_tell_how_levels_become_codes():
    rng = np.random.default_rng(0)
    X = rows(rng, 50)
    model = ComboClassifier(n_rounds=9, optional=("numbers",)).fit(X, labels(rng, X, 2))
    told = metadata(model)
    views = json.loads(told["views"])
    assert told["algorithm"] == "ComboClassifier"
    assert told["dtype"] == "float64"
    assert views["table"]["columns"] == ["size", "hue", "sure"]
    assert views["table"]["levels"] == [None, sorted(HUES), ["no", "yes"]]
    assert [views[name]["optional"] for name in NAMES] == [False, True]
    assert [entry.name for entry in session(model).get_inputs()] == list(NAMES)
    assert session(model).get_inputs()[0].shape == ["N", 3]


@pytest.mark.parametrize("code", [-1, 6, 300, np.inf])
def test_a_code_that_is_no_level_is_missing(code):
    rng = np.random.default_rng(5)
    X = rows(rng, 100)
    model = AdaBoostMMClassifier(n_rounds=20).fit(X, labels(rng, X, 2))
    given = inputs(model, X)
    run = session(model).run
    given["table"][:, 1] = np.nan
    missing = run(["scores"], given)[0]
    given["table"][:, 1] = code
    np.testing.assert_array_equal(run(["scores"], given)[0], missing)


TEXTS = ["ab", "ba", "abc", "cba"] * 5
NUMBERS = np.arange(20.0)[:, None]
SIDES = [0, 1] * 10


@pytest.mark.parametrize(
    ("learner", "X", "what", "instead"),
    [
        (
            NGram(),
            TEXTS,
            "view 'name' holds strings, and string learners (NGram",
            "count the words",
        ),
        (BagOfWords(), TEXTS, "view 'name' holds strings", "fit Stump() or Tree() on the counts"),
        (
            DecisionTreeClassifier(max_depth=1),
            NUMBERS,
            "view 'name': the hypotheses of its learner (DecisionTreeClassifier)",
            "take Stump() or Tree()",
        ),
        (
            make_pipeline(StandardScaler(), Stump()),
            NUMBERS,
            "view 'name': the transformers of a Pipeline",
            "export them by themselves (skl2onnx)",
        ),
    ],
)
def test_learners_that_are_not_exported_are_named(learner, X, what, instead):
    model = AdaBoostMMClassifier(learner=learner, n_rounds=3).fit(Views(name=X), SIDES)
    parts = (what, "not exported to ONNX; keep the model with model.save(path), or ", instead)
    pattern = ".*".join(re.escape(part) for part in parts)
    for use in (to_onnx, lambda model: inputs(model, Views(name=X))):
        with pytest.raises(ValueError, match=pattern):
            use(model)


def test_votes_that_depend_on_the_row_are_refused():
    model = RegionBoostClassifier(n_rounds=3).fit(NUMBERS, SIDES)
    text = "RegionBoostClassifier is not exported to ONNX: .*neighbours.*model.save.*AdaBoostMM"
    with pytest.raises(ValueError, match=text):
        to_onnx(model)


def test_other_things_are_refused():
    fusion = LateFusion(AdaBoostMMClassifier(n_rounds=2)).fit(NUMBERS, SIDES)
    with pytest.raises(ValueError, match="LateFusion is not exported.*those that it holds one by"):
        to_onnx(fusion)
    with pytest.raises(ValueError, match="LogisticRegression is not exported"):
        to_onnx(LogisticRegression().fit(NUMBERS, SIDES))
    with pytest.raises(TypeError, match="a fitted classifier of viewboost, got str"):
        to_onnx("model.vb")
    with pytest.raises(NotFittedError):
        to_onnx(AdaBoostMMClassifier())


def test_wrong_names_types_and_classes_are_refused():
    model = AdaBoostMMClassifier(n_rounds=2).fit(Views(scores=NUMBERS), SIDES)
    with pytest.raises(ValueError, match="view 'scores' has the name of an output of the graph"):
        to_onnx(model)
    model = AdaBoostMMClassifier(n_rounds=2).fit(NUMBERS, SIDES)
    with pytest.raises(ValueError, match="dtype is one of float64, float32, got 'half'"):
        to_onnx(model, dtype="half")
    model.classes_ = np.array([datetime.date(2020, 1, 1), datetime.date(2021, 1, 1)])
    with pytest.raises(ValueError, match="classes of type date are not exported"):
        to_onnx(model)


def test_without_onnx_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(ImportError, match=r'to_onnx needs onnx.*pip install "viewboost\[onnx\]"'):
        viewboost.to_onnx(None)


def test_the_example_in_the_documentation_runs(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = Path(__file__).parents[2] / "docs" / "onnx.md"
    for block in re.findall(r"```python\n(.*?)```", page.read_text(), flags=re.DOTALL):
        exec(compile(block, "onnx.md", "exec"), {})
    assert "True" in capsys.readouterr().out
