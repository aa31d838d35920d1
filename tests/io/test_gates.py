"""What a model knows of its views comes back, and makes sense."""

import copy
import json

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator

from viewboost import ModelFileError, Views
from viewboost.io.container import Contents
from viewboost.io.gates import pack_gate, unpack_gate
from viewboost.io.tables import Reader, Writer
from viewboost.views import Accepts, Gate, ViewSpec

NUMBERS = Accepts(frozenset({"dense", "sparse"}), missing=True)
STRINGS = Accepts(frozenset({"strings"}), costs=False)
RAW = Accepts(frozenset({"raw"}))

FRAME = pd.DataFrame(
    {
        "size": [1.0, 2.0, np.nan],
        "sure": [True, False, True],
        "colour": pd.Categorical(["red", "blue", None]),
        "grade": pd.Categorical([3, 1, 3], categories=[3, 2, 1], ordered=True),
        "name": ["Anna", "Otto", "Ida"],
    }
)
GATES = {
    "array": (np.ones((3, 4)), [ViewSpec("a", NUMBERS, slice(1, 3)), ViewSpec("b", NUMBERS)]),
    "sparse": (sparse.eye(3, format="csr"), [ViewSpec("a", NUMBERS, [2, 0])]),
    "frame": (
        FRAME,
        [
            ViewSpec("n", NUMBERS, ["size", "sure", "colour", "grade"]),
            ViewSpec("s", STRINGS, "name"),
            ViewSpec("r", RAW, ["name", "size"]),
        ],
    ),
    "names that are no strings": (
        pd.DataFrame(np.ones((3, 3)), columns=[7, 2.5, ("a", 1)]),
        [ViewSpec("a", NUMBERS, [2, 0])],
    ),
    "container": (
        Views(x=np.ones((3, 2)), y=FRAME[["colour"]], z=["a", "b", "c"]),
        [ViewSpec("x", NUMBERS, "x"), ViewSpec("y", NUMBERS, "y"), ViewSpec("z", STRINGS, "z")],
    ),
    "strings": (["a", "b", "c"], [ViewSpec("X", STRINGS)]),
}


def learned(X, specs):
    estimator = BaseEstimator()
    gate, _ = Gate.learn(estimator, X, specs, optional=[specs[-1].name])
    return gate, getattr(estimator, "n_features_in_", None)


def packed(gate):
    writer = Writer()
    pack_gate(writer, gate)
    return json.loads(json.dumps(writer.contents.document))


@pytest.mark.parametrize("kind", GATES)
def test_gates_come_back(kind):
    gate, n_features = learned(*GATES[kind])
    back = unpack_gate(Reader(Contents(packed(gate))), n_features)
    assert back == gate
    assert repr(back) == repr(gate)
    assert back.feature_names(gate.names[0]) == gate.feature_names(gate.names[0])


def test_a_level_that_is_no_plain_value_is_refused_by_name():
    days = pd.DataFrame({"day": pd.Categorical(pd.to_datetime(["2020-01-01", "2020-01-02"]))})
    gate, _ = learned(days, [ViewSpec("when", NUMBERS)])
    with pytest.raises(ModelFileError, match="view 'when': the levels of a column.*Timestamp"):
        packed(gate)


FRAME_FAULTS = [
    ("name", 3, "'name' is 3"),
    ("name", "s", "two views of one name"),
    ("kind", "raw", "a view of kind 'raw', which its learner does not read"),
    ("kind", "eval", "which its learner does not read"),
    ("accepts", {"kinds": ["eval"], "missing": True, "costs": True}, "kinds"),
    ("accepts", {"kinds": [[]], "missing": True, "costs": True}, "kinds"),
    ("accepts", {"kinds": ["dense"], "missing": 1, "costs": True}, "'missing' is 1"),
    ("accepts", None, "'accepts' is None"),
    ("block", "x", "a block of one X"),
    ("positions", [0, 1, 2, 5], "columns beyond the 5 of X"),
    ("positions", [0, 1, 2, -1], "columns beyond the 5 of X"),
    ("positions", [0, 1, 2], "positions that are not those of 4 columns"),
    ("positions", [0, 1, 2, "3"], "positions that are no integers"),
    ("positions", None, "not all of the 5 columns of X"),
    ("positions", True, "'positions' is True"),
    ("n_columns", 3, "4 names of 3 columns"),
    ("n_columns", 0, "0 columns"),
    ("n_columns", 10**12, "columns"),
    ("labels", ["a", "a", "b", "c"], "a value twice"),
    ("labels", [[], "a", "b", "c"], "unhashable"),
    ("levels", [None], "levels of columns that have none"),
    ("levels", [None] * 4, "levels of no column"),
    ("levels", [None, 3, None, None], "levels that are no list"),
    ("levels", [None, ["a", "a"], None, None], "a value twice"),
    ("levels", [None, [[]], None, None], "unhashable"),
    ("levels", [None, list(range(300)), None, None], "more than 255 levels"),
    ("optional", None, "'optional' is None"),
]


@pytest.mark.parametrize(("key", "value", "text"), FRAME_FAULTS)
def test_views_that_make_no_sense_are_refused(key, value, text):
    gate, n_features = learned(*GATES["frame"])
    document = packed(gate)
    document["views"][0][key] = value
    with pytest.raises(ModelFileError, match=text):
        unpack_gate(Reader(Contents(document)), n_features)


@pytest.mark.parametrize(
    ("change", "n_features", "text"),
    [
        (lambda d: d.update(views=[]), None, "a model without views"),
        (lambda d: d.update(blocks=None), None, "neither one X nor a container"),
        (lambda d: None, 3, "neither one X nor a container"),
        (lambda d: d["blocks"].append(3), None, "the blocks"),
        (lambda d: d["blocks"].append("x"), None, "the blocks"),
        (lambda d: d.update(blocks=["x", "y"]), None, "'z' is not among"),
        (lambda d: d["views"][0].update(positions=[0, 1]), None, "the block 'x' is not among"),
        (lambda d: d["views"].append(3), None, "'accepts' is missing"),
    ],
)
def test_containers_that_make_no_sense_are_refused(change, n_features, text):
    gate, _ = learned(*GATES["container"])
    document = copy.deepcopy(packed(gate))
    change(document)
    with pytest.raises(ModelFileError, match=text):
        unpack_gate(Reader(Contents(document)), n_features)
