"""Competence as arrays: it comes back, and nothing in it is taken on trust."""

import copy

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from tools import fuzz, zoo

import viewboost
from viewboost import ModelFileError, RegionBoostClassifier
from viewboost.io.container import Contents
from viewboost.io.gates import forms
from viewboost.io.tables import Reader, Writer
from viewboost.io.votes import pack_votes, unpack_votes

X, Y = zoo.rows()


@pytest.fixture(scope="module")
def region():
    return zoo.fitted("regionboost")


@pytest.fixture
def packed(region):
    writer = Writer()
    pack_votes(writer, region[0]._votes)
    arrays = {name: array.copy() for name, array in writer.contents.arrays.items()}
    return Contents(copy.deepcopy(writer.contents.document), arrays)


def unpacked(contents, model, estimators=()):
    reader = Reader(contents, estimators)
    votes = unpack_votes(reader, forms(model._gate))
    reader.done()
    return votes


def test_the_zoo_has_dense_and_sparse_ground(region, packed):
    assert len(packed.arrays["competence/points"])
    assert len(packed.arrays["competence/sparse_data"])
    assert unpacked(packed, region[0]).competence.views == region[0]._votes.competence.views


def test_training_scores_come_back(region, tmp_path):
    model, _ = region
    model.save(tmp_path / "x.vb")
    back = viewboost.load(tmp_path / "x.vb")
    assert (back.training_scores_ == model.training_scores_).all()


FAULTS = [
    ("y", 0, 3, "not a class"),
    ("y", 0, -1, "not a class"),
    ("view", 0, 1, "not the view of its vote"),
    ("view", 0, 9, "not the view of its vote"),
    ("rows", 0, -1, "not a training row"),
    ("rows", -1, 99, "not a training row"),
    ("rows", 0, 5, "not in their order"),
    ("rows_start", 1, 3, "points|not one for each row"),
    ("said", 0, 200, "not a class"),
    ("said_start", 1, 3, "not one for each row"),
    ("points", 0, np.nan, "not a finite number"),
    ("points_start", -1, 0, "does not rise"),
    ("fill", 0, np.inf, "not a finite number"),
    ("fill_start", 1, 1, "another number of dimensions"),
    ("scale", 0, 0.0, "not a positive number"),
    ("scale_start", 1, 1, "another number of dimensions"),
    ("sparse_data", 0, np.inf, "not a finite number"),
    ("sparse_indices", 0, 99, "sparse_indices"),
    ("sparse_indices", 0, -1, "sparse_indices"),
    ("sparse_indptr", 1, 10**9, "sparse_indices"),
    ("sparse_indptr", 1, -1, "sparse_indices"),
]


@pytest.mark.parametrize(("name", "place", "value", "text"), FAULTS)
def test_every_index_is_checked(region, packed, name, place, value, text):
    packed.arrays[f"competence/{name}"][place] = value
    with pytest.raises(ModelFileError, match=text):
        unpacked(packed, region[0])


TOLD = [
    ("kind", "oracle", "a competence of kind 'oracle'"),
    ("kind", "judges", "'competence/number' is missing"),
    ("n_neighbors", 0, "0 neighbours"),
    ("metric", "precomputed", "the metric 'precomputed' is not known"),
    ("n_jobs", 10**9, "n_jobs of 1000000000"),
    ("standardize", None, "'standardize' is None"),
    ("spaces", [], "not those of the views that vote"),
    ("spaces", [{"view": 0, "dense": True, "scaled": True}] * 2, "not those of the views"),
]


@pytest.mark.parametrize(("key", "value", "text"), TOLD)
def test_what_is_told_is_checked(region, packed, key, value, text):
    packed.document["competence"][key] = value
    with pytest.raises(ModelFileError, match=text):
        unpacked(packed, region[0])


def test_no_training_rows_and_too_few_points_are_refused(region, packed):
    arrays = packed.arrays
    arrays["competence/points"] = arrays["competence/points"][:-1]
    arrays["competence/points_start"][-1] -= 1
    with pytest.raises(ModelFileError, match="competence/points: not one for each row"):
        unpacked(packed, region[0])
    arrays["competence/y"] = arrays["competence/y"][:0]
    with pytest.raises(ModelFileError, match="no training rows"):
        unpacked(packed, region[0])


def test_sparse_points_are_sorted(region, packed):
    start, indices = (
        packed.arrays["competence/sparse_indptr"],
        packed.arrays["competence/sparse_indices"],
    )
    k = start[np.flatnonzero(np.diff(start) > 1)[0]]
    indices[[k, k + 1]] = indices[[k + 1, k]]
    with pytest.raises(ModelFileError, match="sparse_indices: not sorted"):
        unpacked(packed, region[0])


@pytest.fixture(scope="module")
def judged():
    """A model with a judge for each vote, of which one is right everywhere."""
    model = RegionBoostClassifier(n_rounds=3, competence=LinearRegression(), random_state=0)
    return model.fit(X.numbers[:, :2], (X.numbers[:, 0] > 0.9).astype(int))


def test_judges_come_back(judged, tmp_path):
    judged.save(tmp_path / "x.vb")
    back = viewboost.load(
        tmp_path / "x.vb", trusted=["sklearn.linear_model._base.LinearRegression"]
    )
    rows = X.numbers[:, :2]
    assert fuzz.fingerprint(back, rows) == fuzz.fingerprint(judged, rows)


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("estimator", 9, "not one of the file's estimators"),
        ("number", 0.5, "neither 0 nor 1"),
    ],
)
def test_judges_are_checked(judged, name, value, text):
    writer = Writer()
    pack_votes(writer, judged._votes)
    writer.contents.arrays[f"competence/{name}"][0] = value
    with pytest.raises(ModelFileError, match=text):
        unpacked(writer.contents, judged, writer.estimators)


def test_the_judge_is_there(judged):
    writer = Writer()
    pack_votes(writer, judged._votes)
    writer.contents.document["competence"]["estimator"] = 99
    with pytest.raises(ModelFileError, match="a judge that is not there"):
        unpacked(writer.contents, judged, writer.estimators)
