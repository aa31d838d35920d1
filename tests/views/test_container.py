"""The container: what it holds, how it is indexed, and scikit-learn's tools on it."""

import copy
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import StackingClassifier
from sklearn.model_selection import (
    GridSearchCV,
    cross_val_score,
    cross_validate,
    learning_curve,
    train_test_split,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils import resample, shuffle

from viewboost.views import Views, as_views

N = 12


def everything(n=N):
    """One block of every kind, each row telling its number."""
    number = np.arange(n, dtype=float)
    names = [f"row {i}" for i in range(n)]
    return Views(
        array=np.column_stack([number, -number]),
        flat=number,
        csr=sparse.csr_array(np.column_stack([number, number])),
        coo=sparse.coo_matrix(np.column_stack([number, number])),
        strings=names,
        lists=[[i, 2 * i] for i in range(n)],
        pandas=pd.DataFrame({"a": number}, index=range(100, 100 + n)),
        pandas_series=pd.Series(names),
        polars=pl.DataFrame({"a": number}),
        polars_series=pl.Series(number),
        arrow=pa.table({"a": number}),
        arrow_series=pa.chunked_array([number]),
        arrow_array=pa.array(number),
    )


def row_numbers(block):
    """The number each row of a block of `everything` tells."""
    if sparse.issparse(block):
        return block.toarray()[:, 0]
    cells = np.asarray(block)
    cells = cells[:, 0] if cells.ndim == 2 else cells
    return np.array([float(str(cell).replace("row ", "")) for cell in cells])


class Prior(ClassifierMixin, BaseEstimator):
    """A stand-in that insists on being given a container."""

    def __init__(self, tilt=0.0):
        self.tilt = tilt

    def fit(self, X, y, sample_weight=None):
        assert isinstance(X, Views)
        assert len(X) == len(y)
        self.classes_, counts = np.unique(y, return_counts=True)
        self.prior_ = counts / counts.sum()
        return self

    def predict_proba(self, X):
        assert isinstance(X, Views)
        return np.tile(self.prior_, (len(X), 1))

    def predict(self, X):
        return self.classes_[self.predict_proba(X).argmax(axis=1)]


LABELS = np.array([0, 1, 1] * (N // 3))


class TestRows:
    @given(
        st.one_of(
            st.lists(st.integers(-N, N - 1), max_size=20).map(lambda r: np.array(r, dtype=int)),
            st.lists(st.booleans(), min_size=N, max_size=N).map(np.array),
            st.slices(N),
            st.integers(-N, N - 1),
        ),
        st.booleans(),
    )
    @settings(deadline=None, max_examples=25)
    def test_every_block_follows(self, key, with_ellipsis):
        views = everything().missing(flat=np.arange(N) % 3 == 0)
        chosen = views[(key, ...) if with_ellipsis else key]
        expected = np.atleast_1d(np.arange(N)[key])
        assert chosen.shape == (len(expected), 13)
        for _, block in chosen.items():
            np.testing.assert_array_equal(row_numbers(block), expected)
        np.testing.assert_array_equal(chosen.present("flat"), expected % 3 != 0)
        assert chosen.present("array") is None

    def test_a_list_of_rows_and_an_empty_one(self):
        assert everything()[[3, 1]].strings.tolist() == ["row 3", "row 1"]
        assert len(everything()[[]]) == 0

    def test_pandas_keeps_its_index(self):
        assert everything()[[2, 0]].pandas.index.tolist() == [102, 100]

    @pytest.mark.parametrize(
        ("key", "error", "text"),
        [
            (N, IndexError, "row 12 is not among 12 rows"),
            ([0, -N - 1], IndexError, "row -13 is not among 12 rows"),
            (np.ones(3, dtype=bool), IndexError, r"mask of shape \(3,\) for 12 rows"),
            ("flat", TypeError, "indexed by rows: integers, a mask or a slice; got 'flat'"),
            ([0.5], TypeError, "indexed by rows"),
        ],
    )
    def test_wrong_keys(self, key, error, text):
        with pytest.raises(error, match=text):
            everything()[key]


class TestBlocks:
    def test_names_shape_and_access(self):
        views = Views(words=["a", "b"], shape=np.eye(2))
        assert views.shape == (2, 2)
        assert len(views) == 2
        assert views.names == ("words", "shape")
        assert views.words.tolist() == ["a", "b"]
        assert views.block("shape").shape == (2, 2)
        assert [name for name, _ in views.items()] == ["words", "shape"]
        assert "words" in dir(views)

    def test_a_view_may_have_any_name(self):
        assert Views(self=[1.0], blocks=[2.0]).names == ("self", "blocks")

    def test_unknown_names(self):
        with pytest.raises(AttributeError, match="no view or attribute 'word'"):
            _ = Views(words=["a"]).word
        with pytest.raises(KeyError, match=r"no view 'word' \(views: words\)"):
            Views(words=["a"]).block("word")

    def test_lengths_must_agree(self):
        with pytest.raises(ValueError, match=r"different numbers of rows \(a: 2, b: 3, c: 2\)"):
            Views(a=[[1.0], [2.0]], b=np.ones((3, 1)), c=["x", "y"])

    def test_strings_keep_what_they_are(self):
        odd = ["", "\ud800", "🙂", "x" * 100_000, None]
        assert Views(name=odd).name.tolist() == odd

    def test_numbers_beside_strings_stay_numbers(self):
        assert Views(mixed=[[1.5, "a"], [2.5, "b"]]).mixed[0, 0] == 1.5

    def test_a_row_without_list_is_missing(self):
        np.testing.assert_array_equal(Views(a=[[1.0, 2.0], None]).a, [[1.0, 2.0], [np.nan, np.nan]])

    def test_arrays_are_not_copied(self):
        array = np.ones((3, 2))
        assert Views(a=array).a is array

    @pytest.mark.parametrize(
        ("block", "text"),
        [
            (np.ones((2, 2, 2)), r"view 'a': a block has one or two dimensions.*\(2, 2, 2\)"),
            (None, "view 'a': a block has one or two dimensions, got NoneType"),
            ([[1.0], [2.0, 3.0]], "view 'a': its rows do not make a matrix"),
            (sparse.coo_array(np.ones(3)), "view 'a': a sparse block has two dimensions"),
        ],
    )
    def test_wrong_blocks(self, block, text):
        with pytest.raises(ValueError, match=text):
            Views(a=block)

    def test_no_view_at_all(self):
        with pytest.raises(ValueError, match="at least one view"):
            Views()


class TestMissing:
    def test_masks_add_up_and_leave_the_first_alone(self):
        views = Views(a=np.ones((3, 1)))
        once = views.missing(a=[True, False, False])
        twice = once.missing(a=[False, True, False])
        assert views.present("a") is None
        assert once.present("a").tolist() == [False, True, True]
        assert twice.present("a").tolist() == [False, False, True]
        assert twice.a is views.a

    @pytest.mark.parametrize("mask", [[True], [0, 1, 0], [[True, False, True]]])
    def test_wrong_masks(self, mask):
        with pytest.raises(ValueError, match=r"view 'a': a mask of missing rows is a bool array"):
            Views(a=np.ones((3, 1))).missing(a=mask)

    def test_unknown_view(self):
        with pytest.raises(KeyError, match="no view 'b'"):
            Views(a=np.ones((3, 1))).missing(b=[True, True, True])


class TestPython:
    @pytest.mark.parametrize(
        "again", [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))]
    )
    def test_copies(self, again):
        views = everything().missing(flat=np.arange(N) == 1)
        twin = again(views)
        assert twin.names == views.names
        assert twin.present("flat").tolist() == views.present("flat").tolist()
        np.testing.assert_array_equal(row_numbers(twin.csr), np.arange(N))

    def test_it_is_no_matrix(self):
        with pytest.raises(TypeError, match=r"several views, not one matrix.*\(a, b\)"):
            np.asarray(Views(a=[1.0], b=[2.0]))

    def test_repr(self):
        views = Views(**{"a<b>": np.ones((2, 3))}).missing(**{"a<b>": [True, False]})
        assert repr(views) == "Views(2 rows, a<b>: ndarray (2, 3) missing in 1)"
        assert "a&lt;b&gt;" in views._repr_html_()
        assert "<b>" not in views._repr_html_()


class TestAsViews:
    def test_a_dict(self):
        assert as_views({"b": np.ones((2, 1)), "a": ["x", "y"]}).names == ("b", "a")

    @pytest.mark.parametrize(
        "make", [np.ones, sparse.csr_matrix, lambda s: pd.DataFrame(np.ones(s))]
    )
    def test_a_list_of_matrices(self, make):
        views = as_views([make((2, 3)), make((2, 1))])
        assert views.names == ("view0", "view1")
        assert views.view0.shape == (2, 3)

    @pytest.mark.parametrize(
        "X",
        [
            [[1.0, 2.0], [3.0, 4.0]],
            ["anna", "otto"],
            [np.ones(2), np.ones(2)],
            [],
            np.ones((2, 2)),
            pd.DataFrame({"a": [1.0]}),
        ],
        ids=lambda X: type(X).__name__,
    )
    def test_anything_else_is_one_x(self, X):
        assert as_views(X) is X

    def test_keys_are_names(self):
        with pytest.raises(TypeError, match="keys of a dict of views are their names, got 3"):
            as_views({3: np.ones((2, 1))})


class TestScikitLearn:
    def test_split_shuffle_resample(self):
        views = everything()
        train, test, y, _ = train_test_split(views, LABELS, stratify=LABELS, random_state=0)
        both = np.concatenate([row_numbers(train.strings), row_numbers(test.arrow)])
        assert sorted(both) == list(range(N))
        np.testing.assert_array_equal(LABELS[row_numbers(train.csr).astype(int)], y)
        mixed, number = shuffle(views, np.arange(N), random_state=0)
        np.testing.assert_array_equal(row_numbers(mixed.polars), number)
        assert len(resample(views, n_samples=5, random_state=0)) == 5

    def test_cross_validate(self):
        scores = cross_validate(Prior(), everything(), LABELS, cv=2, error_score="raise")
        assert scores["test_score"].tolist() == [4 / 6] * 2

    def test_grid_search(self):
        views = Views(a=np.ones((N, 2)), b=["x"] * N)
        search = GridSearchCV(Prior(), {"tilt": [0, 1]}, cv=2, error_score="raise")
        assert search.fit(views, LABELS).predict(views).tolist() == [1] * N

    def test_learning_curve(self):
        sizes, *_ = learning_curve(
            Prior(), everything(), LABELS, cv=2, train_sizes=[3, 6], error_score="raise"
        )
        assert sizes.tolist() == [3, 6]

    def test_pipeline_and_clone(self):
        pipeline = clone(make_pipeline(FunctionTransformer(), Prior()))
        assert cross_val_score(pipeline, everything(), LABELS, cv=3, error_score="raise").all()

    def test_calibration_and_stacking(self):
        views = everything()
        calibrated = CalibratedClassifierCV(Prior(), cv=2).fit(views, LABELS)
        assert calibrated.predict_proba(views).shape == (N, 2)
        stack = StackingClassifier([("a", Prior()), ("b", Prior())], cv=2).fit(views, LABELS)
        assert stack.predict(views).shape == (N,)

    @pytest.mark.parametrize("X", [{"a": np.ones((N, 2))}, [np.ones((N, 2)), np.ones((N, 1))]])
    def test_a_plain_dict_or_list_does_not_get_through(self, X):
        # scikit-learn counts the views as rows before an estimator sees them.
        with pytest.raises(ValueError, match="inconsistent numbers of samples"):
            cross_val_score(Prior(), X, LABELS, cv=2)
        assert cross_val_score(Prior(), as_views(X), LABELS, cv=2, error_score="raise").all()
