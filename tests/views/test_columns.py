"""Column specs: the same columns as ColumnTransformer, and named errors."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.compose import ColumnTransformer, make_column_selector

from viewboost.views.columns import labels, pick, pick_labels, resolve

FRAME = pd.DataFrame({"a": [0.0, 1.0], "b": [2.0, 3.0], "c": ["x", "y"], "d": [4.0, 5.0]})
ARRAY = np.arange(8.0).reshape(2, 4)


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("b", 1),
        (2, 2),
        (-1, 3),
        (np.int64(1), 1),
        (["d", "a"], (3, 0)),
        ([-1, 0], (3, 0)),
        (np.array([1, 2]), (1, 2)),
        (slice(1, 3), (1, 2)),
        (slice(None, None, 2), (0, 2)),
        (slice("b", "d"), (1, 2, 3)),
        (slice(None, "b"), (0, 1)),
        (slice("c", None), (2, 3)),
        ([True, False, False, True], (0, 3)),
        (np.array([False, True, False, False]), (1,)),
        ([], ()),
        (lambda X: ["a"], (0,)),
        (make_column_selector(dtype_include=np.number), (0, 1, 3)),
        (pd.Index(["a", "c"]), (0, 2)),
    ],
)
def test_specs(spec, expected):
    assert resolve("view 'v'", FRAME, spec) == expected


@given(
    st.one_of(
        st.lists(st.integers(-4, 3), min_size=1, max_size=4, unique_by=lambda i: i % 4),
        st.lists(st.booleans(), min_size=4, max_size=4).filter(any),
        st.tuples(st.integers(0, 1), st.integers(2, 4)).map(lambda ends: slice(*ends)),
        st.lists(st.sampled_from("abd"), min_size=1, max_size=3, unique=True),
    )
)
@settings(deadline=None, max_examples=25)
def test_same_columns_as_column_transformer(spec):
    frame = FRAME.assign(c=[6.0, 7.0])
    reference = ColumnTransformer([("v", "passthrough", spec)]).fit_transform(frame)
    positions = resolve("view 'v'", frame, spec)
    np.testing.assert_array_equal(np.asarray(pick(frame, positions)), reference)
    np.testing.assert_array_equal(pick(frame.to_numpy(), positions), reference)
    csr = sparse.csr_matrix(frame.to_numpy())
    np.testing.assert_array_equal(pick(csr, positions).toarray(), reference)


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table])
def test_a_scalar_gives_one_dimension_a_list_two(make):
    frame = make({"a": [1.0, 2.0], "b": [3.0, 4.0]})
    assert len(np.asarray(pick(frame, 1)).shape) == 1
    assert type(pick(frame, (1, 0))) is type(frame)
    assert labels(pick(frame, (1, 0)), "X") == (("b", "a"), True)
    assert pick(ARRAY, 1).shape == (2,)
    assert pick(sparse.csr_matrix(ARRAY), 1).shape == (2, 1)


def test_neighbouring_columns_are_not_copied():
    assert np.shares_memory(pick(ARRAY, (1, 2)), ARRAY)
    assert pick(ARRAY, None) is ARRAY


def test_labels():
    assert labels(ARRAY, "X") == (range(4), False)
    assert labels(np.ones(3), "X") == (range(1), False)
    assert pick_labels(range(4), (2, 0)) == (2, 0)
    assert pick_labels(range(4), 3) == (3,)
    with pytest.raises(ValueError, match=r"view 'v' has several columns of one name: \['a'\]"):
        labels(pd.DataFrame([[1, 2, 3]], columns=["a", "b", "a"]), "view 'v'")


@pytest.mark.parametrize(
    ("X", "spec", "error", "text"),
    [
        (FRAME, "hue", ValueError, r"view 'v': column 'hue' is not in X \(columns: 'a', 'b', 'c'"),
        (FRAME, ["a", "hue"], ValueError, "column 'hue' is not in X"),
        (FRAME, slice("a", "hue"), ValueError, "column 'hue' is not in X"),
        (ARRAY, "a", ValueError, "view 'v': column 'a' is asked for by name, but X has no column"),
        (ARRAY, 4, ValueError, "view 'v': column 4 is not in X, which has 4 columns"),
        (ARRAY, [-5], ValueError, "column -5 is not in X"),
        (ARRAY, [True], ValueError, "a mask of 1 columns for an X of 4 columns"),
        (ARRAY, [0, -4], ValueError, "column 0 is named twice"),
        (FRAME, ["a", 1.5], TypeError, "columns are a name, a position"),
        (FRAME, 1.5, TypeError, "columns are a name, a position"),
        (FRAME, [True, "a"], TypeError, "columns are a name, a position"),
    ],
)
def test_wrong_specs(X, spec, error, text):
    with pytest.raises(error, match=text):
        resolve("view 'v'", X, spec)


def test_many_columns_are_not_all_listed():
    with pytest.raises(ValueError, match=r"'c18', 'c19', …\)"):
        resolve("view 'v'", pd.DataFrame(columns=[f"c{i}" for i in range(50)]), "hue")
