"""Labels and weights: scikit-learn's behaviour, rows of weight zero, and the label dtype."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import DataConversionWarning
from sklearn.linear_model import LogisticRegression

from viewboost.views import learn_target


def target(y, sample_weight=None, n_rows=None):
    return learn_target(
        LogisticRegression(), y, sample_weight, len(y) if n_rows is None else n_rows
    )


@pytest.mark.parametrize(
    "y",
    [
        [3, 7, 3],
        ["no", "yes", "no"],
        [True, False, True],
        [-1, 1, -1],
        [0.0, 2.0, 0.0],
        np.array([3, 7, 3], dtype=np.int8),
        np.array(["no", "yes", "no"], dtype=object),
        pd.Series(["no", "yes", "no"]),
        pd.Series(["no", "yes", "no"], dtype="category"),
        pd.Series([3, 7, 3], dtype="Int64"),
        pl.Series([3, 7, 3]),
        pl.Series(["no", "yes", "no"]),
        pa.chunked_array([["no", "yes", "no"]]),
        pa.array([3, 7, 3]),
    ],
    ids=lambda y: f"{type(y).__name__}-{getattr(y, 'dtype', '')}",
)
def test_labels_come_back(y):
    result = target(y)
    cells = y.to_pylist() if hasattr(y, "to_pylist") else list(y)
    assert result.classes[result.rows.y].tolist() == cells
    assert result.rows.n_classes == 2
    assert result.rows.y.dtype == np.intp
    assert result.rows.weights.tolist() == [1.0, 1.0, 1.0]
    assert result.kept is None
    if isinstance(y, np.ndarray):
        assert result.classes.dtype == y.dtype


def test_one_class_and_a_class_of_one_row_pass():
    assert target([5, 5]).rows.n_classes == 1
    assert target(["a", "b", "b"]).rows.n_classes == 2


def test_a_column_vector_is_warned_of():
    with pytest.warns(DataConversionWarning, match="A column-vector y was passed"):
        assert target(np.array([[1], [2]])).classes.tolist() == [1, 2]


@pytest.mark.parametrize(
    ("y", "text"),
    [
        (
            None,
            "This LogisticRegression estimator requires y to be passed, but the target y is None.",
        ),
        ([0.0, np.nan], "Input y contains NaN"),
        ([0.0, np.inf], "Input y contains infinity"),
        (np.array(["a", None], dtype=object), "Input y contains NaN"),
        (np.array(["a", np.nan], dtype=object), "Input y contains NaN"),
        (pd.Series(["a", None]), "Input y contains NaN"),
        (pd.Series([1, None], dtype="Int64"), "Input y contains NaN"),
        (pl.Series([1, None]), "Input y contains NaN"),
        ([0.5, 1.25], "Unknown label type: continuous"),
        ([[0, 1], [1, 0]], r"y should be a 1d array, got an array of shape \(2, 2\)"),
        (np.array([1, "a"], dtype=object), "Unknown label type|mix"),
        ([0, 1, 1], r"inconsistent numbers of samples: \[2, 3\]"),
    ],
)
def test_wrong_labels(y, text):
    with pytest.raises((ValueError, TypeError), match=text):
        target(y, n_rows=2)


@pytest.mark.parametrize(
    ("weight", "text"),
    [
        ([1.0, -1.0], "Negative values"),
        ([0.0, 0.0], "at least one non-zero"),
        ([1.0, np.nan], "sample_weight contains NaN"),
        ([1.0, np.inf], "sample_weight contains infinity"),
        ([1.0], r"sample_weight.shape == \(1,\), expected \(2,\)"),
        ([[1.0], [1.0]], "1D array or scalar"),
    ],
)
def test_wrong_weights(weight, text):
    with pytest.raises(ValueError, match=text):
        target([0, 1], weight)


def test_tiny_weights_stay():
    result = target([0, 1], [1e-300, 1.0])
    assert result.kept is None
    assert result.rows.weights.tolist() == [1e-300, 1.0]


def test_a_class_without_weight_is_gone():
    result = target(["a", "b", "c"], [1.0, 0.0, 2.0])
    assert result.classes.tolist() == ["a", "c"]
    assert result.rows.y.tolist() == [0, 1]
    assert result.rows.n_classes == 2
    assert result.kept.tolist() == [0, 2]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from([0.0, 0.5, 2.0])), min_size=1))
@settings(deadline=None, max_examples=50)
def test_weight_zero_is_the_same_as_removal(pairs):
    y, weight = np.array([p[0] for p in pairs]), np.array([p[1] for p in pairs])
    if not weight.any():
        return
    zeroed, removed = target(y, weight), target(y[weight > 0], weight[weight > 0])
    np.testing.assert_array_equal(zeroed.classes, removed.classes)
    np.testing.assert_array_equal(zeroed.rows.y, removed.rows.y)
    np.testing.assert_array_equal(zeroed.rows.weights, removed.rows.weights)
