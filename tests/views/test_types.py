"""Types of columns: numbers, levels, strings and what is as given, in every kind of frame."""

import datetime
import decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewboost.views.dense import learn_levels, matrix

NAN = float("nan")


def frame(column):
    """A frame with the column c, beside one of numbers."""
    if isinstance(column, pl.Series):
        return pl.DataFrame({"n": range(len(column)), "c": column})
    if isinstance(column, pa.Array):
        return pa.table({"n": range(len(column)), "c": column})
    if isinstance(column, np.ndarray) and column.dtype == object:
        return np.column_stack([np.arange(len(column)), column])
    return pd.DataFrame({"n": range(len(column)), "c": column})


NUMERIC = [
    pd.Series([1.0, None, 3.0]),
    pd.Series([1, None, 3], dtype="Int64"),
    pd.Series([1.0, None, 3.0], dtype="Float64"),
    pd.Series([1, None, 3], dtype="int64[pyarrow]"),
    pd.Series([1, None, 3], dtype=object),
    pd.Series(pd.arrays.SparseArray([1.0, NAN, 3.0])),
    pl.Series([1, None, 3]),
    pl.Series([1.0, NAN, 3.0]),
    pl.Series([decimal.Decimal(1), None, decimal.Decimal(3)]),
    pa.array([1, None, 3]),
    pa.array([1.0, None, 3.0], type=pa.float32()),
    np.array([1, None, 3], dtype=object),
]

NOMINAL = [
    pd.Series(["x", None, "y", "x"], dtype="category"),
    pd.Series(pd.Categorical(["x", None, "y", "x"], categories=["z", "y", "x"])),
    pl.Series(["x", None, "y", "x"], dtype=pl.Categorical),
    pa.array(["x", None, "y", "x"]).dictionary_encode(),
]

BOOLEAN = [
    pd.Series([True, None, False], dtype="boolean"),
    pd.Series([True, None, False], dtype=object),
    pl.Series([True, None, False]),
    pa.array([True, None, False]),
    np.array([True, None, False], dtype=object),
]

TEXT = [
    pd.Series(["x", "", "🙂"]),
    pd.Series(["x", "", "🙂"], dtype=object),
    pd.Series(["x", "", "🙂"], dtype="string"),
    pd.Series(["x", "", "🙂"], dtype="string[pyarrow]"),
    pl.Series(["x", "", "🙂"]),
    pa.array(["x", "", "🙂"]),
    np.array(["x", "", "🙂"], dtype=object),
]


def told(column):
    return f"{type(column).__module__.split('.')[0]}-{getattr(column, 'dtype', column)}"[:40]


class TestNumbers:
    @pytest.mark.parametrize("column", NUMERIC, ids=told)
    def test_nulls_are_nan(self, boost, column):
        block = boost.one(frame(column))
        assert block.levels == ()
        np.testing.assert_array_equal(block.data, [[0, 1], [1, NAN], [2, 3]])
        np.testing.assert_array_equal(boost.read(frame(column)).data, block.data)

    def test_a_column_of_nulls_only(self, boost):
        for column in (pd.Series([None, None]), pl.Series([None, None]), pa.array([None, None])):
            with pytest.warns(UserWarning, match=r"1 columns have no values \('?(c|1)'?\)"):
                assert np.isnan(boost.one(frame(column)).data[:, 1]).all()

    @pytest.mark.parametrize(
        ("column", "text"),
        [
            (pd.Series(pd.to_datetime(["2020-01-01"] * 2)), "column 'c' is datetime; turn it into"),
            (
                pl.Series([datetime.date(2020, 1, 1)] * 2),
                "column 'c' is date; turn it into numbers",
            ),
            (pl.Series([[1, 2], [3, 4]]), "column 'c' is list"),
            (pd.Series([1j, 2j]), "column 'c': Complex data not supported"),
            (pd.Series(["x", "y"]), r"column 'c' holds strings.*Categorical.*NGram\(\)"),
            (pl.Series(["x", "y"]), "column 'c' holds strings"),
            (pa.array(["x", "y"]), "column 'c' holds strings"),
            (pd.Series(["x", 3], dtype=object), "column 'c' mixes strings with other values"),
            (pd.Series([1.0, np.inf]), "column 'c' contains infinity"),
        ],
    )
    def test_refused(self, boost, column, text):
        with pytest.raises(ValueError, match=f"view 'a': {text}"):
            boost.one(frame(column))

    def test_what_was_numeric_stays_numeric(self, boost):
        boost.one(frame(pd.Series([1.0, 2.0])))
        with pytest.raises(ValueError, match="column 'c' is Categorical, but was numeric at fit"):
            boost.read(frame(pd.Series([1.0, 2.0], dtype="category")))
        with pytest.raises(ValueError, match="column 'c' holds strings"):
            boost.read(frame(pd.Series(["1", "2"])))


class TestLevels:
    @pytest.mark.parametrize("column", NOMINAL, ids=told)
    def test_categorical(self, boost, column):
        block = boost.one(frame(column))
        assert block.levels == (0, 2)
        np.testing.assert_array_equal(block.data[:, 1], [0, NAN, 1, 0])
        assert boost.gate.levels("a") == (None, ("x", "y"))

    def test_an_ordered_one_keeps_its_order(self, boost):
        for column in (
            pd.Series(pd.Categorical(["hi", "lo"], categories=["lo", "mid", "hi"], ordered=True)),
            pl.Series(["hi", "lo"], dtype=pl.Enum(["lo", "mid", "hi"])),
        ):
            assert boost.one(frame(column)).data[:, 1].tolist() == [1, 0]

    @pytest.mark.parametrize("column", BOOLEAN, ids=told)
    def test_bool_has_two_levels(self, boost, column):
        block = boost.one(frame(column))
        assert block.levels == (0, 2)
        np.testing.assert_array_equal(block.data[:, 1], [1, NAN, 0])

    def test_a_bool_array(self, boost):
        block = boost.one(np.array([[True, False], [False, False]]))
        assert block.levels == (2, 2)
        np.testing.assert_array_equal(block.data, [[1, 0], [0, 0]])
        np.testing.assert_array_equal(boost.read(np.array([[0.0, 1.0]])).data, [[0, 1]])

    @pytest.mark.parametrize("make", [pd.Series, pl.Series, pa.array, np.array])
    def test_declared_by_name_or_position(self, boost, make):
        block = boost.one(
            frame(make(np.array([30, 10, 30, 20]))),
            categorical_features=["c"] if make is not np.array else [-1],
        )
        assert block.data[:, 1].tolist() == [2, 0, 2, 1]
        assert boost.gate.levels("a") == (None, (10, 20, 30))

    def test_declared_by_mask_and_for_strings(self, boost):
        block = boost.one(frame(pd.Series(["x", "y"])), categorical_features=[False, True])
        assert block.levels == (0, 2)
        block = boost.one(frame(pd.Series(["x", "y"])), columns="c", categorical_features="c")
        assert block.kind == "dense"
        assert block.data.tolist() == [[0], [1]]

    def test_declared_in_an_array(self, boost):
        block = boost.one(np.array([[5.0, 1.0], [7.0, NAN]]), categorical_features=[0, 1])
        np.testing.assert_array_equal(block.data, [[0, 0], [1, NAN]])
        np.testing.assert_array_equal(boost.read(np.array([[6.0, 1.0]])).data, [[NAN, 0]])

    def test_declared_wrongly(self, boost):
        with pytest.raises(ValueError, match="categorical_features: column 'hue' is not in X"):
            boost.one(frame(pd.Series([1, 2])), categorical_features=["hue"])

    def test_an_unseen_level_is_missing(self, boost):
        boost.one(frame(pd.Series(["x", "y"], dtype="category")))
        new = frame(pd.Series(["z", "y", "x"], dtype="category"))
        np.testing.assert_array_equal(boost.read(new).data[:, 1], [NAN, 1, 0])
        boost.one(frame(pd.Series(["x", "y"], dtype="category")), "dense")
        with pytest.raises(ValueError, match="column 'c' contains NaN or a level unseen at fit"):
            boost.read(new)

    def test_frames_of_another_library(self, boost):
        boost.one(frame(pd.Series(["x", "y"], dtype="category")))
        new = frame(pl.Series(["y", "x"], dtype=pl.Categorical))
        assert boost.read(new).data[:, 1].tolist() == [1, 0]

    def test_too_many_levels(self, boost):
        levels = [f"level {i}" for i in range(256)]
        boost.one(frame(pd.Series(levels[:255], dtype="category")))
        with pytest.raises(ValueError, match="view 'a': column 'c' has 256 levels, more than 255"):
            boost.one(frame(pd.Series(levels, dtype="category")))

    def test_levels_of_several_types(self, boost):
        with pytest.raises(ValueError, match="column 'c' has levels of several types"):
            boost.one(frame(pd.Series([1, "x"], dtype="category")))

    @given(st.lists(st.one_of(st.none(), st.text(max_size=3)), min_size=1, max_size=20))
    @settings(deadline=None, max_examples=50)
    def test_codes_name_their_levels(self, cells):
        column = np.array([*cells, "one more"], dtype=object)
        levels = learn_levels("view", column, ["c"], {"c"})
        codes = matrix("view", column, ["c"], levels)[:, 0]
        back = [None if np.isnan(code) else levels[0][int(code)] for code in codes]
        assert back == column.tolist()


class TestStrings:
    @pytest.mark.parametrize("column", TEXT, ids=told)
    @pytest.mark.parametrize("as_list", [False, True])
    def test_one_column(self, boost, column, as_list):
        spec = 1 if isinstance(column, np.ndarray) else "c"
        block = boost.one(frame(column), "strings", [spec] if as_list else spec)
        assert block.kind == "strings"
        assert block.data.dtype == object
        assert block.data.tolist() == ["x", "", "🙂"]
        assert block.present is None
        assert boost.read(frame(column)).data.tolist() == ["x", "", "🙂"]

    def test_any_text(self, boost):
        odd = np.array([["\ud800"], ["x" * 1_000_000], ["a\0b"]], dtype=object)
        assert boost.one(odd, "strings").data.tolist() == odd[:, 0].tolist()

    @pytest.mark.parametrize("make", [list, pd.Series, pl.Series, pa.array, np.array])
    def test_a_column_may_be_all_of_x(self, boost, make):
        boost.n_features_in_ = 3
        assert boost.one(make(["x", "y"]), "strings").data.tolist() == ["x", "y"]
        assert not hasattr(boost, "n_features_in_")
        assert boost.read(make(["z"])).data.tolist() == ["z"]

    @pytest.mark.parametrize("column", [pd.Series, pl.Series, pa.array])
    def test_none(self, boost, column):
        rows = frame(column(["x", None, "y"]))
        with pytest.raises(ValueError, match="view 'a': row 1 has no string.*list 'a' in optional"):
            boost.one(rows, "strings", "c")
        block = boost.one(rows, "strings", "c", optional=["a"])
        assert block.present.tolist() == [True, False, True]
        assert block.data.tolist() == ["x", "", "y"]

    def test_not_strings(self, boost):
        rows = frame(pd.Series(["x", "y"]))
        with pytest.raises(
            ValueError, match=r"reads strings; give one column of strings \(one vie"
        ):
            boost.one(rows, "strings", ["n", "c"])
        with pytest.raises(ValueError, match="view 'a' is a matrix, but its learner reads strings"):
            boost.one(rows, "strings", "n")
        with pytest.raises(ValueError, match=r"view 'a' holds strings.*NGram\(\), BagOfWords\(\)"):
            boost.one(rows, "numbers", "c")
        boost.one(rows, "strings", "c")
        with pytest.raises(ValueError, match="view 'a': row 1 is 3, not a string"):
            boost.read(frame(pd.Series(["x", 3], dtype=object)))


class TestRaw:
    @pytest.mark.parametrize("column", [pd.Series, pl.Series, pa.array])
    def test_frames_stay_frames(self, boost, column):
        rows = frame(column(["x", "y", None]))
        block = boost.one(rows, "raw", ["c", "n"])
        assert block.kind == "raw"
        assert type(block.data) is type(rows)
        assert block.present is None
        taken = block.take(np.array([2, 0]))
        assert type(taken.data) is type(rows)
        assert len(taken) == 2
        assert np.asarray(taken.data)[:, 1].tolist() == [2, 0]

    def test_a_scalar_spec_gives_one_dimension(self, boost):
        assert isinstance(boost.one(frame(pd.Series(["x", "y"])), "raw", "c").data, pd.Series)
        assert boost.one(np.ones((3, 2)), "raw", 1).data.shape == (3,)

    @pytest.mark.parametrize(
        "rows",
        [
            frame(pd.Series(["x", None])),
            frame(pl.Series(["x", None])),
            frame(pa.array(["x", None])),
            np.array([[0, "x"], [1, None]], dtype=object),
            np.array([[0.0, 1.0], [1.0, NAN]]),
            frame(pl.Series([1.0, NAN])),
        ],
        ids=lambda rows: type(rows).__name__,
    )
    def test_absent_rows(self, boost, rows):
        assert boost.one(rows, "raw", [1], optional=["a"]).present.tolist() == [True, False]
        assert boost.one(rows, "raw", [0, 1], optional=["a"]).present is None
        assert boost.one(rows, "raw", [1]).present is None
