"""One X of any kind: arrays, sparse matrices, frames and lists, and what is refused."""

import pickle
import tracemalloc

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse

from viewboost.views.dense import scan

X = np.arange(12.0).reshape(4, 3)


def read_only(X):
    X = X.copy()
    X.setflags(write=False)
    return X


def memmap(X, path):
    np.save(path / "X.npy", X)
    return np.load(path / "X.npy", mmap_mode="r")


class TestArrays:
    @pytest.mark.parametrize(
        "make",
        [
            lambda X: X,
            np.asfortranarray,
            read_only,
            lambda X: np.repeat(X, 2, axis=0)[::2],
            lambda X: X[::-1][::-1],
        ],
        ids=["C", "F", "read-only", "strided", "reversed"],
    )
    def test_float64_used_whole_is_not_copied(self, boost, make):
        rows = make(X)
        block = boost.one(rows)
        assert block.kind == "dense"
        assert np.shares_memory(block.data, rows)
        np.testing.assert_array_equal(block.data, X)
        assert block.levels == ()
        assert block.present is None

    def test_memmap(self, boost, tmp_path):
        block = boost.one(memmap(X, tmp_path))
        assert type(block.data) is np.ndarray
        np.testing.assert_array_equal(block.data, X)

    @pytest.mark.parametrize("dtype", ["f4", "f2", ">f8", "i1", "u8", "i8", "longdouble", object])
    def test_other_types_become_float64(self, boost, dtype):
        data = boost.one(X.astype(dtype)).data
        assert data.dtype == np.float64
        assert data.dtype.isnative
        np.testing.assert_array_equal(data, X)

    def test_a_list_of_lists(self, boost):
        np.testing.assert_array_equal(boost.one(X.tolist()).data, X)

    def test_huge_numbers(self, boost):
        huge = np.array([[1e300, -1e300], [1e308, 1e308], [1e308, 1e308]])
        np.testing.assert_array_equal(boost.one(huge).data, huge)
        assert boost.one(np.array([[2**60 + 1], [7]])).data[0, 0] == 2.0**60
        assert boost.one([[2**70], [7]]).data[0, 0] == 2.0**70

    def test_unaligned_memory(self, boost):
        raw = np.zeros(8 * 12 + 1, dtype=np.uint8)
        raw[1:] = X.view(np.uint8).ravel()
        data = boost.one(raw[1:].view(np.float64).reshape(4, 3)).data
        assert data.flags.aligned
        np.testing.assert_array_equal(data, X)

    def test_the_input_is_left_alone(self, boost):
        rows = np.where(X == 5, np.nan, X)
        twin = rows.copy()
        boost.one(rows, optional=["a"])
        np.testing.assert_array_equal(rows, twin)

    def test_no_temporaries_of_the_size_of_x(self, boost):
        rows = np.ones((40_000, 50))
        rows[::7, 3] = np.nan
        boost.one(rows)
        tracemalloc.start()
        boost.one(rows, optional=["a"])
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < rows.nbytes / 10

    @pytest.mark.parametrize(
        ("rows", "error", "text"),
        [
            (X[0], ValueError, "Reshape your data"),
            (X[None], ValueError, "Found array with dim 3"),
            (X[:0], ValueError, r"Found array with 0 sample\(s\) \(shape=\(0, 3\)\)"),
            (X[:1], ValueError, r"Found array with 1 sample\(s\) \(shape=\(1, 3\)\)"),
            (X[:, :0], ValueError, r"Found array with 0 feature\(s\) \(shape=\(4, 0\)\)"),
            (X.astype(complex), ValueError, "Complex data not supported"),
            (X.astype("M8[D]"), ValueError, "view 'a': column 0 is datetime"),
            (X.astype("m8[D]"), ValueError, "view 'a': column 0 is timedelta"),
            (X.astype("S"), ValueError, "view 'a': column 0 is bytes"),
            (X.astype(str), ValueError, "view 'a': column 0 holds strings"),
            ([[1.0, "x"], [2.0, "y"]], ValueError, "view 'a': column 1 holds strings"),
            ([[1.0, 5], [2.0, "y"]], ValueError, "view 'a': column 1 mixes strings"),
            ([[1.0, {}], [2.0, {}]], TypeError, "column 1: float.* argument must be .*'dict'"),
            ([[1.0, 10**400], [2.0, 3]], ValueError, "column 1: int too large"),
            ([[1.0], [2.0, 3.0]], ValueError, "inhomogeneous"),
            (["anna", "otto"], ValueError, "Reshape your data"),
        ],
    )
    def test_refused(self, boost, rows, error, text):
        with pytest.raises(error, match=text):
            boost.one(rows)


class TestFiniteness:
    @given(st.integers(0, 4999), st.integers(0, 29), st.sampled_from("CF"), st.booleans())
    @settings(deadline=None, max_examples=25)
    def test_cells_are_found_wherever_they_are(self, row, column, order, is_nan):
        data = np.ones((5000, 30), order=order)
        assert scan(data, None, True) is None
        data[row, column] = np.nan if is_nan else -np.inf
        found = scan(data, None, True)
        assert found.infinite == (None if is_nan else column)
        assert found.some.tolist() == [is_nan and j == column for j in range(30)]
        assert not found.full.any()
        assert found.present is None
        there = np.arange(5000) != row
        found = scan(data, there, True)
        assert found.infinite is None
        assert not found.some.any()
        np.testing.assert_array_equal(found.present, there)

    @given(
        arrays(float, (7, 3), elements=st.sampled_from([np.nan, 1.0])),
        arrays(bool, 7),
        st.booleans(),
        st.integers(1, 25),
    )
    @settings(deadline=None, max_examples=50)
    def test_it_agrees_with_the_plain_way(self, data, there, optional, cells):
        nan = np.isnan(data)
        keep = there & ~nan.all(axis=1) if optional else there
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("viewboost.views.dense._CHUNK", cells)
            found = scan(data, there, optional)
        if found is None:
            assert not nan.any()
            return
        np.testing.assert_array_equal(found.some, nan[keep].any(axis=0))
        np.testing.assert_array_equal(found.full, nan[keep].all(axis=0))
        present = np.ones(7, bool) if found.present is None else found.present
        np.testing.assert_array_equal(present, keep)

    def test_an_infinite_cell_is_named(self, boost):
        for value in (np.inf, -np.inf):
            with pytest.raises(ValueError, match="view 'a': column 2 contains infinity; clip it"):
                boost.one(np.where(X == 5, value, X))
        boost.one(X)
        with pytest.raises(ValueError, match="view 'a': column 2 contains infinity"):
            boost.read(np.where(X == 5, np.inf, X))

    def test_nan_is_a_missing_value(self, boost):
        rows = np.where(X == 5, np.nan, X)
        block = boost.one(rows)
        np.testing.assert_array_equal(block.data, rows)
        assert block.present is None

    def test_nan_where_the_learner_reads_none(self, boost):
        with pytest.raises(ValueError, match="view 'a': column 2 contains NaN, which this view's"):
            boost.one(np.where(X == 5, np.nan, X), "dense")
        boost.one(X, "dense")
        with pytest.raises(ValueError, match="view 'a': column 1 contains NaN"):
            boost.read(np.where(X == 4, np.nan, X))

    def test_columns_and_views_without_values_are_warned_of(self, boost):
        rows = X.copy()
        rows[:, 1] = np.nan
        with pytest.warns(UserWarning, match=r"view 'a': 1 columns have no values \(1\); ignored"):
            boost.one(rows)
        with pytest.warns(UserWarning, match="view 'a' has no values; it is ignored"):
            boost.one(np.full((4, 2), np.nan))

    def test_new_rows_without_values_are_not_warned_of(self, boost, recwarn):
        boost.one(X)
        boost.read(np.full((2, 3), np.nan))
        assert not recwarn


class TestSparse:
    DENSE = np.array([[0.0, 1.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, 3.0]])

    @pytest.mark.parametrize("kind", ["csr", "csc", "coo", "bsr", "lil", "dok", "dia"])
    @pytest.mark.parametrize("make", [sparse.coo_matrix, sparse.coo_array])
    @pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int32, bool])
    def test_formats(self, boost, kind, make, dtype):
        rows = make(self.DENSE.astype(dtype)).asformat(kind)
        block = boost.one(rows)
        assert block.kind == "sparse"
        assert block.data.format == "csr"
        assert block.data.dtype == np.float64
        np.testing.assert_array_equal(block.data.toarray(), self.DENSE.astype(dtype))

    def test_int64_indices(self, boost):
        rows = sparse.csr_matrix(self.DENSE)
        rows.indices, rows.indptr = rows.indices.astype(np.int64), rows.indptr.astype(np.int64)
        np.testing.assert_array_equal(boost.one(rows).data.toarray(), self.DENSE)

    def test_unsorted_and_duplicate_entries_are_summed_on_a_copy(self, boost):
        data, indices, indptr = np.array([1.0, 2.0, 4.0]), np.array([2, 0, 2]), np.array([0, 3, 3])
        rows = sparse.csr_matrix((data, indices, indptr), shape=(2, 3))
        block = boost.one(rows)
        assert block.data.indices.tolist() == [0, 2]
        assert block.data.data.tolist() == [2.0, 5.0]
        assert rows.data.tolist() == [1.0, 2.0, 4.0]
        assert rows.indices.tolist() == [2, 0, 2]

    @pytest.mark.parametrize("kind", ["csr", "csc", "bsr", "coo"])
    @pytest.mark.parametrize("index", [3, 2**20, -1])
    def test_an_index_out_of_range_is_an_error_not_a_crash(self, boost, kind, index):
        rows = sparse.coo_matrix(self.DENSE).asformat(kind)
        (rows.col if kind == "coo" else rows.indices)[0] = index
        with pytest.raises(ValueError, match="X: not a valid sparse matrix"):
            boost.one(rows)

    def test_columns_in_any_order(self, boost):
        block = boost.one(sparse.csr_matrix(self.DENSE), columns=[2, 0])
        np.testing.assert_array_equal(block.data.toarray(), self.DENSE[:, [2, 0]])
        assert block.data.has_sorted_indices

    def test_nan_is_a_missing_value(self, boost):
        rows = sparse.csr_matrix(np.where(self.DENSE == 3, np.nan, self.DENSE))
        assert np.isnan(boost.one(rows).data[2, 2])
        with pytest.raises(ValueError, match="view 'a': column 2 contains NaN"):
            boost.one(rows, "complete")

    def test_refused(self, boost):
        infinite = sparse.csr_matrix(np.where(self.DENSE == 3, np.inf, self.DENSE))
        with pytest.raises(ValueError, match="view 'a': column 2 contains infinity"):
            boost.one(infinite)
        with pytest.raises(ValueError, match="Complex data not supported"):
            boost.one(sparse.csr_matrix(self.DENSE.astype(complex)))
        with pytest.raises(ValueError, match="view 'a' is a sparse matrix, which its learner does"):
            boost.one(sparse.csr_matrix(self.DENSE), "dense")
        with pytest.raises(ValueError, match="categorical_features are for dense views"):
            boost.one(sparse.csr_matrix(self.DENSE), categorical_features=[0])

    def test_dense_and_sparse_rows_may_follow_each_other(self, boost):
        boost.one(sparse.csr_matrix(self.DENSE))
        assert boost.read(self.DENSE).kind == "dense"
        boost.one(self.DENSE)
        assert boost.read(sparse.csc_matrix(self.DENSE)).kind == "sparse"
        boost.one(self.DENSE, categorical_features=[1])
        with pytest.raises(ValueError, match="nominal columns at fit, a sparse matrix now"):
            boost.read(sparse.csc_matrix(self.DENSE))
        boost.one(self.DENSE, "dense")
        with pytest.raises(ValueError, match="view 'a' is a sparse matrix, which its learner does"):
            boost.read(sparse.csc_matrix(self.DENSE))


class TestNewRows:
    def test_sizes(self, boost):
        boost.one(X)
        assert boost.n_features_in_ == 3
        np.testing.assert_array_equal(boost.read(X[:1]).data, X[:1])
        for rows in (X[:, :2], np.hstack([X, X])):
            with pytest.raises(ValueError, match="features, but Boost is expecting 3 features"):
                boost.read(rows)
        with pytest.raises(ValueError, match="Reshape your data"):
            boost.read(X[0])
        with pytest.raises(ValueError, match=r"0 sample\(s\)"):
            boost.read(X[:0])

    @pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table])
    def test_names(self, boost, make):
        frame = {"a": [1.0, 2.0], "b": [3.0, 4.0], "c": [5.0, 6.0]}
        boost.one(make(frame), columns=["c", "a"])
        assert boost.feature_names_in_.tolist() == ["a", "b", "c"]
        assert boost.gate.feature_names("a") == ["c", "a"]
        np.testing.assert_array_equal(boost.read(make(frame)).data, [[5.0, 1.0], [6.0, 2.0]])
        with pytest.raises(ValueError, match="must be in the same order as they were in fit"):
            boost.read(make({name: frame[name] for name in "bac"}))
        with pytest.raises(ValueError, match="yet now missing:\n- c"):
            boost.read(make({"a": [1.0], "b": [2.0]}))
        with pytest.raises(ValueError, match="unseen at fit time:\n- d"):
            boost.read(make({**frame, "d": [7.0, 8.0]}))
        with pytest.warns(UserWarning, match="X does not have valid feature names"):
            boost.read(np.ones((2, 3)))

    def test_names_that_are_no_strings(self, boost):
        frame = pd.DataFrame(X)
        boost.one(frame)
        np.testing.assert_array_equal(boost.read(frame).data, X)
        np.testing.assert_array_equal(boost.read(X).data, X)
        with pytest.raises(
            ValueError, match=r"its columns are \[2, 0, 1\], but \[0, 1, 2\] at fit"
        ):
            boost.read(frame[[2, 0, 1]])
        with pytest.raises(
            TypeError, match="only supported if all input features have string name"
        ):
            boost.one(frame.rename(columns={0: "a"}))

    def test_duplicate_names(self, boost):
        with pytest.raises(ValueError, match=r"X has several columns of one name: \['a'\]"):
            boost.one(pd.DataFrame(X, columns=["a", "b", "a"]))

    @pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table])
    def test_frames_too_small(self, boost, make):
        with pytest.raises(ValueError, match=r"1 sample\(s\) \(shape=\(1, 1\)\)"):
            boost.one(make({"a": [1.0]}))
        with pytest.raises(ValueError, match=r"0 feature\(s\)|0 sample\(s\)"):
            boost.one(make({}))

    def test_nothing_of_the_training_rows_is_kept(self, boost):
        boost.one(np.random.default_rng(0).normal(size=(1000, 3)))
        assert len(pickle.dumps(boost.gate)) < 2000
        assert pickle.loads(pickle.dumps(boost.gate)) == boost.gate


class TestViews:
    def test_one_column_in_two_views(self, boost):
        first, second = boost.learn(X, ("a", "numbers", [0, 1]), ("b", "dense", [1, 2]))
        np.testing.assert_array_equal(first.data[:, 1], second.data[:, 0])
        assert boost.gate.names == ("a", "b")
        assert boost.gate.feature_names("b") == ["x1", "x2"]
        assert boost.gate.n_features("b") == 2

    def test_columns_are_chosen_once_at_fit(self, boost):
        boost.one(X, columns=lambda X: [int(X[0, 0])])
        np.testing.assert_array_equal(boost.read(X + 1).data, X[:, :1] + 1)
        pickle.dumps(boost.gate)

    def test_no_columns(self, boost):
        with pytest.raises(ValueError, match=r"view 'a' has no columns \(shape \(4, 0\)\)"):
            boost.one(X, columns=[])

    def test_optional_names_a_view(self, boost):
        with pytest.raises(ValueError, match=r"optional: 'b' is not a view \(views: a\)"):
            boost.one(X, optional=["b"])

    def test_rows_that_lack_an_optional_view(self, boost):
        rows = X.copy()
        rows[1, :2] = np.nan
        rows[2, 0] = np.nan
        a, b = boost.learn(
            rows, ("a", "numbers", [0, 1]), ("b", "numbers", [2]), optional=("a", "b")
        )
        assert a.present.tolist() == [True, False, True, True]
        assert b.present is None
        assert boost.read(rows)[0].present.tolist() == [True, False, True, True]

    def test_an_optional_view_may_be_absent_though_its_learner_reads_no_nan(self, boost):
        rows = X.copy()
        rows[1] = np.nan
        assert boost.one(rows, "dense", optional=["a"]).present.tolist() == [
            True,
            False,
            True,
            True,
        ]
        rows[2, 1] = np.nan
        with pytest.raises(ValueError, match="view 'a': column 1 contains NaN"):
            boost.one(rows, "dense", optional=["a"])

    def test_an_optional_view_absent_everywhere_is_warned_of(self, boost):
        with pytest.warns(UserWarning, match="view 'a' has no values"):
            block = boost.one(np.full((3, 2), np.nan), optional=["a"])
        assert not block.present.any()
