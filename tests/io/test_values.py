"""Parameters as JSON: they come back as they were, and what cannot is refused by name."""

import json
import math
import pathlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression

from viewboost import BagOfWords, ModelFileError, NGram, Stump, Tree, Weighted
from viewboost.io.tables import Reader, Writer
from viewboost.io.values import decode, encode


def through_json(value):
    """The value after a way through JSON and back."""
    writer = Writer()
    text = json.dumps(encode(writer, "it", value), allow_nan=False)
    return decode(Reader(writer.contents, writer.estimators), "it", json.loads(text))


scalars = st.none() | st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(scalars, inner, max_size=3)
        | st.frozensets(st.text(), max_size=3)
        | st.sets(st.integers(), max_size=3)
        | st.slices(5)
    ),
    max_leaves=8,
)


@given(values)
@settings(deadline=None, max_examples=50)
def test_plain_values_come_back(value):
    back = through_json(value)
    assert back == value
    # The form tells 1 from 1.0 and from True.
    assert repr(encode(Writer(), "it", back)) == repr(encode(Writer(), "it", value))


@pytest.mark.parametrize(
    "value",
    [
        *(np.float32(0.1), np.int8(-3), np.str_("ü"), np.bool_(True), np.float64("inf")),
        *(np.arange(3), np.array([[True, False]]), np.array(["a", "bcd"]), np.zeros((0, 2))),
        *(np.array(["a", 1, None, 2.5], dtype=object), np.array([0.1, np.nan])),
    ],
)
def test_arrays_and_scalars_of_numpy_come_back(value):
    back = through_json(value)
    assert type(back) is type(value)
    assert back.dtype == value.dtype
    assert repr(back) == repr(value)


def test_numbers_that_json_has_not_come_back():
    assert math.isnan(through_json(math.nan))
    assert through_json([math.inf, -math.inf]) == [math.inf, -math.inf]


def test_learners_come_back():
    learner = BagOfWords(Tree(max_depth=2), ngram_range=(1, 2), analyzer="char")
    assert repr(through_json(learner)) == repr(learner)
    assert through_json([("a", NGram(n=3), slice(0, 2)), ("b", Stump(), None)])[0][1].n == 3


def test_estimators_of_others_are_kept_apart():
    given_ = Weighted(LogisticRegression(C=3.0), resample=True)
    back = through_json(given_)
    assert back.resample
    assert back.estimator is given_.estimator


def test_random_states_and_paths_come_back():
    state = np.random.RandomState(3)
    state.normal(size=3)
    assert through_json(state).normal(size=5).tolist() == state.normal(size=5).tolist()
    assert through_json(pathlib.Path("a/b")) == pathlib.Path("a/b")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ([len], r"it\[0\]: the callable len cannot be stored, since loading .* runs no code"),
        ({"a": [1, lambda x: x]}, r"it\[0\]\[1\]\[1\]: the callable .*<lambda>"),
        (Stump, "it: the callable Stump cannot be stored"),
        (object(), "it: object cannot be stored"),
        (1j, "it: complex cannot be stored"),
        (np.array([1], dtype="M8[s]"), "it: an array of datetime64"),
        (np.random.default_rng(0), "it: Generator cannot be stored"),
        (np.random.RandomState(np.random.PCG64(0)), "it: not the usual random state"),
        (BagOfWords(learner=len), "it.learner: the callable len"),
    ],
)
def test_what_has_no_form_is_refused_by_name(value, text):
    with pytest.raises(ModelFileError, match=text):
        encode(Writer(), "it", value)


def test_a_list_that_holds_itself_is_refused():
    value = []
    value.append(value)
    with pytest.raises(ModelFileError, match="nested too deeply"):
        encode(Writer(), "it", value)


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


def random_state(place):
    told = encode(Writer(), "it", np.random.RandomState(0))
    told["random_state"][2] = place
    return told


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ({}, "has not one tag"),
        ({"tuple": [], "set": []}, "has not one tag"),
        ({"lambda": []}, "the tag 'lambda' is not known"),
        ({"tuple": 3}, "3 is no list"),
        ({"set": [[]]}, "unhashable"),
        ({"dict": [[1, 2, 3]]}, "dictionary update sequence"),
        ({"float": ["1e999"]}, "stands for no float"),
        ({"float": []}, "missing 1 required"),
        ({"slice": [1]}, "a slice has three parts"),
        ({"range": [0, 10**12, 1]}, "beyond what a view can have"),
        ({"range": [0, 3, 0]}, "must not be zero"),
        ({"range": [0, 3]}, "a range has three integers"),
        ({"path": 3}, "3 is no path"),
        ({"estimator": 0}, "0 is not one of the file's estimators"),
        ({"estimator": True}, "True is not one of"),
        ({"learner": {"name": "Popen", "parameters": {}}}, "the learner 'Popen' is not known"),
        ({"learner": {"name": "Stump", "parameters": {"x": 1}}}, r"no parameters \['x'\]"),
        ({"learner": {"name": "Stump", "parameters": {"max_bins": 0}}}, "must be an int in the"),
        ({"learner": {"name": "Weighted", "parameters": {}}}, "missing 1 required"),
        ({"learner": {"name": "Stump"}}, "'parameters' is missing"),
        ({"learner": 3}, "'name' is missing"),
        ({"array": {"dtype": "<U100000000", "shape": [1], "values": ["x"]}}, "1 values of <U1"),
        ({"array": {"dtype": "<M8[s]", "shape": [1], "values": [1]}}, "are not known"),
        ({"array": {"dtype": "<i8", "shape": [2], "values": [1]}}, "1 values for the shape"),
        ({"array": {"dtype": "<i8", "shape": [-1], "values": [1]}}, "1 values for the shape"),
        ({"array": {"dtype": "|i1", "shape": [1], "values": [300]}}, "that are no int8"),
        ({"array": {"dtype": "<i8", "shape": [1], "values": [1.5]}}, "that are no int64"),
        ({"array": {"dtype": "<U1", "shape": [1], "values": ["ab"]}}, "that are no <U1"),
        ({"array": {"dtype": "<f8", "shape": [1], "values": ["x"]}}, "that are no float64"),
        ({"scalar": {"dtype": "<i8", "values": [1, 2]}}, "2 values for the shape"),
        (random_state(10**6), "without its keys"),
        (random_state(-1), "without its keys"),
        ({"random_state": ["MT19937"]}, "a random state has five parts"),
        (nested(100), "nested too deeply"),
    ],
)
def test_forms_that_mean_nothing_are_refused(told, text):
    with pytest.raises(ModelFileError, match=text):
        decode(Reader(Writer().contents), "it", told)
