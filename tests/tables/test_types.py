"""Cells of text become columns by one rule."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewboost.tables import TableError
from viewboost.tables.types import MISSING, typed


@pytest.mark.parametrize(
    ("cells", "sort", "values"),
    [
        (["1", " 2 ", "+3"], "numeric", [1, 2, 3]),
        (["1.5", "-2e3", ".5", "4."], "numeric", [1.5, -2000.0, 0.5, 4.0]),
        (["1", ""], "numeric", [1.0, np.nan]),
        (["inf", "-Infinity"], "numeric", [np.inf, -np.inf]),
        (["9223372036854775808", "1"], "numeric", [2.0**63, 1.0]),
        (["1" * 30, "2"], "numeric", [float("1" * 30), 2.0]),
        (["1_000", "2"], "string", ["1_000", "2"]),
        (["0x10", "2"], "string", ["0x10", "2"]),
        (["1,5", "2"], "string", ["1,5", "2"]),
        (["٣", "2"], "string", ["٣", "2"]),
        (["true", "FALSE"], "bool", [True, False]),
        (["True", "NA"], "bool", [True, None]),
        (["yes", "true"], "string", ["yes", "true"]),
        ([" a ", "null"], "string", [" a ", None]),
        (["", "NaN"], "empty", [None, None]),
    ],
)
def test_the_rule(cells, sort, values):
    column = typed("column", cells, MISSING)
    assert column.sort == sort
    np.testing.assert_array_equal(column.data, np.array(values, dtype=column.data.dtype))


def test_whole_numbers_stay_exact():
    column = typed("column", ["9007199254740993", "-1"], MISSING)
    assert column.data.tolist() == [9007199254740993, -1]


@pytest.mark.parametrize(
    ("sort", "text"), [("numeric", "'x' is not a number"), ("bool", "'x' is neither true nor")]
)
def test_what_a_column_must_be(sort, text):
    good = {"numeric": "1", "bool": "true"}[sort]
    with pytest.raises(TableError, match=f"^column 'c', row 3: {text}"):
        typed("column 'c'", [good, "NA", "x"], MISSING, sort)
    assert typed("column", [good, "NA"], MISSING, sort).sort == sort
    assert typed("column", ["1", "2"], MISSING, "string").data.tolist() == ["1", "2"]


def test_own_markers_replace_the_usual_ones():
    assert typed("column", ["?", "NA"], {"", "?"}).data.tolist() == [None, "NA"]


@settings(deadline=None, max_examples=50)
@given(st.lists(st.floats(allow_nan=False) | st.none(), min_size=1))
def test_numbers_written_by_python_come_back(numbers):
    column = typed("column", ["" if x is None else repr(x) for x in numbers], MISSING)
    wanted = [np.nan if x is None else x for x in numbers]
    if column.sort == "empty":
        assert all(x is None for x in numbers)
    else:
        np.testing.assert_array_equal(column.data, wanted)


@settings(deadline=None, max_examples=50)
@given(st.lists(st.text(), min_size=1))
def test_any_text_is_a_column(cells):
    column = typed("column", cells, MISSING)
    assert len(column) == len(cells)
    if column.sort == "string":
        assert all(value is None or value == cell for value, cell in zip(column.data, cells))
