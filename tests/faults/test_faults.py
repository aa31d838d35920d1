"""Bad input, row by row of the list of faults, on every algorithm: what it gets, in words.

``conftest.py`` has them run in a process for each algorithm.
"""

import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse
from sklearn.exceptions import DataConversionWarning, NotFittedError
from sklearn.model_selection import cross_val_score
from sklearn.utils._param_validation import InvalidParameterError

import viewboost
from viewboost import AgreementBoostClassifier, BagOfWords, NGram, Views

ALGORITHMS = [getattr(viewboost, name) for name in viewboost.__all__ if name.endswith("Classifier")]
FEW = {"n_rounds": 4}


def rows(n=40, d=3, seed=0):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    return rng.normal(size=(n, d)) + y[:, None], y


@pytest.fixture(params=ALGORITHMS, ids=lambda a: a.__name__)
def make(request):
    """Makes a model of the algorithm with a few rounds."""
    return lambda *args, **params: request.param(*args, **{**FEW, **params})


def test_the_process_ends_well(make):
    """Its exit status, which ``conftest.py`` looks at; here there is nothing to do."""


def refused(model, X, y, text, error=ValueError, **fit):
    with pytest.raises(error, match=text):
        model.fit(X, y, **fit)


class TestDataIn:
    def test_01_nan_is_a_missing_value_with_a_learned_direction(self, make):
        X, y = rows(200, 1)
        X[::4] = np.nan
        y = np.where(np.isnan(X[:, 0]), 1, y)
        model = make(n_rounds=10).fit(X, y)
        assert model.predict([[np.nan]])[0] == 1

    def test_02_infinity(self, make):
        X, y = rows()
        X[3, 1] = -np.inf
        refused(make(), X, y, r"view 'X': column .*1.* inf")
        views = Views(body=X)
        refused(make(), views, y, r"view 'body': column .*1.* inf")

    def test_03_a_column_or_a_view_all_nan(self, make):
        X, y = rows()
        X[:, 1] = np.nan
        with pytest.warns(UserWarning, match="view 'X': 1 columns have no values"):
            model = make().fit(X, y)
        assert model.score(X, y) > 0.6
        with pytest.warns(UserWarning, match="view 'two'.*no values"):
            model = make().fit(Views(one=X[:, [0, 2]], two=X[:, [1]]), y)
        assert model.score(Views(one=X[:, [0, 2]], two=X[:, [1]]), y) > 0.6

    def test_04_nan_only_at_prediction_goes_the_heavier_way(self, make):
        X = np.r_[np.zeros((30, 1)), np.ones((10, 1))]
        y = np.r_[np.zeros(30), np.ones(10)].astype(int)
        assert make().fit(X, y).predict([[np.nan]])[0] == 0
        assert make().fit(1 - X, y).predict([[np.nan]])[0] == 0

    def test_05_huge_numbers(self, make):
        X, y = rows()
        assert make().fit(X * 1e300, y).score(X * 1e300, y) > 0.6
        big = (X * 100).astype(np.int64) + 2**55
        assert make().fit(big, y).score(big, y) > 0.6

    def test_06_every_column_constant(self, make):
        y = np.array([0] * 30 + [1] * 10)
        with pytest.warns(UserWarning, match="the model is the class prior"):
            model = make().fit(np.ones((40, 2)), y)
        assert (model.predict(np.ones((3, 2))) == 0).all()

    @pytest.mark.parametrize(
        ("X", "y", "text"),
        [
            (np.empty((0, 3)), [], "0 sample"),
            (np.ones((1, 3)), [0], "1 sample.* minimum of 2"),
            (np.empty((4, 0)), [0, 1, 0, 1], "0 feature"),
            (np.ones(4), [0, 1, 0, 1], "Expected 2D array"),
            (np.ones((4, 2, 2)), [0, 1, 0, 1], "dim 3|3-D|3 dimensions|shape"),
            (np.ones((4, 2)), [0, 1, 0], r"inconsistent numbers of samples: \[4, 3\]"),
            (np.ones((4, 2)), None, "requires y to be passed"),
        ],
    )
    def test_07_to_13_shapes(self, make, X, y, text):
        refused(make(), X, y, text)

    def test_07_to_13_views_of_different_lengths(self, make):
        with pytest.raises(ValueError, match="one.*4.*two.*5"):
            Views(one=np.ones((4, 2)), two=np.ones((5, 2)))
        empty = Views(one=np.ones((4, 2)), two=np.ones((4, 0)))
        refused(make(), empty, [0, 1, 0, 1], "two")

    @pytest.mark.parametrize(
        ("y", "text"),
        [
            ([0.0, np.nan, 1, 0], "NaN"),
            ([0.5, 1.2, 3.1, 2.2], "Unknown label type|continuous"),
            ([[0, 1], [1, 0], [0, 1], [1, 1]], "shape|multilabel|1d"),
            (np.array([0, "a", 1, "b"], dtype=object), "mix|string|label"),
        ],
    )
    def test_14_to_23_bad_labels(self, make, y, text):
        refused(make(), rows(4)[0], y, text, error=(ValueError, TypeError))

    @pytest.mark.parametrize(
        "labels",
        [["no", "yes"], [3, 70], [False, True], [0.0, 2.0], np.array(["a", "b"], dtype=object)],
        ids=str,
    )
    def test_14_to_23_labels_come_back_in_their_dtype(self, make, labels):
        X, y = rows()
        given = np.asarray(labels)[y]
        model = make().fit(X, given)
        assert model.predict(X).dtype == given.dtype
        assert set(model.classes_) == set(given)

    def test_14_to_23_one_class_one_row_of_a_class_and_a_column(self, make):
        X, y = rows()
        assert (make().fit(X, np.full(40, 7)).predict(X) == 7).all()
        lonely = np.r_[y[:-1], 2]
        assert make().fit(X, lonely).classes_.tolist() == [0, 1, 2]
        with pytest.warns(DataConversionWarning):
            make().fit(X, y[:, None])

    @pytest.mark.parametrize(
        ("weights", "text"),
        [
            (np.r_[-1.0, np.ones(39)], "[Nn]egative"),
            (np.zeros(40), "non-zero|zero"),
            (np.r_[np.nan, np.ones(39)], "NaN"),
            (np.r_[np.inf, np.ones(39)], "infinity"),
            (np.ones(39), r"sample_weight.shape == \(39,\)"),
        ],
    )
    def test_24_to_28_bad_weights(self, make, weights, text):
        refused(make(), *rows(), text, sample_weight=weights)

    def test_29_30_tiny_weights_and_a_zeroed_class(self, make):
        X, y = rows()
        assert make().fit(X, y, np.full(40, 1e-300)).score(X, y) > 0.6
        assert make().fit(X, y, (y == 1).astype(float)).classes_.tolist() == [1]

    def test_31_predict_before_fit(self, make):
        for method in ("predict", "predict_proba", "decision_function"):
            with pytest.raises(NotFittedError):
                getattr(make(), method)(rows()[0])

    def test_32_to_38_columns_at_prediction(self, make):
        X, y = rows()
        frame = pd.DataFrame(X, columns=["a", "b", "c"])
        model = make().fit(frame, y)
        with pytest.raises(ValueError, match="expecting 3 features"):
            make().fit(X, y).predict(X[:, :2])
        with pytest.raises(ValueError, match="feature names should match"):
            model.predict(frame[["c", "b", "a"]])
        with pytest.raises(ValueError, match="feature names should match"):
            model.predict(frame.assign(d=1))
        with pytest.raises(ValueError, match="'d' is not in X .*columns: .*a"):
            make([("v", None, ["a", "d"])]).fit(frame, y)
        with pytest.raises(ValueError, match="expecting 3 features"):
            make().fit(X, y).predict(np.c_[X, X])
        twice = frame.set_axis(["a", "b", "a"], axis=1)
        refused(make(), twice, y, r"several columns of one name: \['a'\]")
        numbered = frame.set_axis([0, 1, 2], axis=1)
        assert make().fit(numbered, y).predict(numbered).shape == (40,)
        mixed = frame.set_axis([0, "b", 2], axis=1)
        refused(make(), mixed, y, "string names", error=TypeError)
        strings = frame.assign(b="text")
        refused(make(), strings, y, "view 'X'.*column 'b'")

    def test_39_to_41_sparse_formats(self, make):
        X, y = rows()
        X[X < 0.5] = 0
        expected = make().fit(sparse.csr_matrix(X), y).decision_function(X)
        for form in (sparse.csc_matrix, sparse.coo_matrix, sparse.csr_array):
            S = form(X)
            np.testing.assert_array_equal(make().fit(S, y).decision_function(S), expected)
        wide = sparse.csr_matrix(X)
        wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
        np.testing.assert_array_equal(make().fit(wide, y).decision_function(X), expected)

    def test_42_an_index_out_of_range(self, make):
        X, y = rows()
        S = sparse.csr_matrix(X)
        S.indices[0] = 10**6
        refused(make(), S, y, "index|indices")

    def test_43_unsorted_and_duplicate_entries(self, make):
        _, y = rows()
        entries = np.repeat(np.arange(40), 2), np.tile([1, 0], 40)
        values = np.repeat(y, 2) + 1.0
        S = sparse.coo_matrix(
            (np.r_[values, values], (np.r_[entries[0], entries[0]], np.r_[entries[1], entries[1]])),
            shape=(40, 2),
        )
        before = S.nnz
        expected = make().fit(S.toarray(), y).decision_function(S.toarray())
        np.testing.assert_allclose(make().fit(S, y).decision_function(S), expected)
        assert S.nnz == before

    def test_44_45_complex_and_dates(self, make):
        X, y = rows()
        refused(make(), X.astype(complex), y, "Complex data not supported")
        dates = pd.DataFrame({"day": pd.date_range("2020-01-01", periods=40), "a": X[:, 0]})
        refused(make(), dates, y, "column 'day'.*date")

    def test_46_47_memory_layouts(self, make, tmp_path):
        X, y = rows()
        expected = make().fit(X, y).decision_function(X)
        np.save(tmp_path / "x.npy", X)
        strided = np.repeat(np.repeat(X, 2, axis=0), 2, axis=1)[::2, ::2]
        for other in (np.load(tmp_path / "x.npy", mmap_mode="r"), np.asfortranarray(X), strided):
            np.testing.assert_array_equal(make().fit(other, y).decision_function(other), expected)

    @pytest.mark.parametrize(
        "params",
        [
            {"n_rounds": 0},
            {"n_rounds": 2.5},
            {"learning_rate": 0},
            {"learning_rate": "fast"},
            {"random_state": -1},
            {"n_jobs": "all"},
            {"verbose": -1},
            {"validation_fraction": 1.5},
            {"learner": "stump"},
            {"views": "a,b"},
        ],
        ids=str,
    )
    def test_48_to_51_bad_parameters(self, make, params):
        (name,) = params
        refused(make(**params), *rows(), f"'{name}' parameter of", error=InvalidParameterError)

    def test_52_53_misspelt_parameters(self, make):
        with pytest.raises(TypeError, match="n_round"):
            make(n_round=3)
        with pytest.raises(ValueError, match="Invalid parameter 'n_round'"):
            make().set_params(n_round=3)

    def test_54_input_is_untouched(self, make):
        X, y = rows()
        w = np.ones(40)
        S = sparse.csr_matrix(X)
        copies = X.copy(), y.copy(), w.copy(), S.copy()
        make().fit(X, y, w)
        make().fit(S, y, w)
        for now, then in zip((X, y, w), copies):
            np.testing.assert_array_equal(now, then)
        assert (copies[3] != S).nnz == 0

    def test_55_56_seed_and_threads(self, make):
        X, y = rows()
        one, two = (make(random_state=3, n_jobs=n).fit(X, y) for n in (1, 2))
        np.testing.assert_array_equal(one.decision_function(X), two.decision_function(X))


class TestViews:
    def views(self):
        X, y = rows()
        return Views(one=X, two=X[:, ::-1] + 0.1), y

    def test_57_58_an_optional_view_missing(self, make):
        views, y = self.views()
        lacking = views.missing(two=np.arange(40) < 20)
        model = make().fit(lacking, y)
        assert model.score(lacking, y) > 0.6
        nothing = views.missing(one=np.ones(40, bool), two=np.ones(40, bool))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            prior = make().fit(nothing, y)
        np.testing.assert_allclose(prior.predict_proba(views), 0.5)
        two = views.block("two").copy()
        two[5] = np.nan
        model = make(optional=["two"]).fit(Views(one=views.one, two=two), y)
        assert np.isfinite(model.decision_function(views)).all()

    def test_58_a_model_without_any_view_says_so(self, make):
        views, y = self.views()
        nothing = views.missing(one=np.ones(40, bool), two=np.ones(40, bool))
        with pytest.warns(UserWarning, match="the model is the class prior"):
            make().fit(nothing, y)

    def test_59_to_61_names_at_prediction(self, make):
        views, y = self.views()
        model = make().fit(views, y)
        with pytest.raises(ValueError, match="one.*two.*one.*three"):
            model.predict(Views(one=views.one, three=views.two))
        other = Views(two=views.two, one=views.one)
        np.testing.assert_array_equal(
            model.decision_function(other), model.decision_function(views)
        )

    def test_62_one_column_in_two_views(self, make):
        X, y = rows()
        model = make([("one", None, [0, 1]), ("two", None, [1, 2])]).fit(X, y)
        assert model.score(X, y) > 0.6

    def test_63_strings(self, make):
        y = np.arange(12) % 2
        odd = ["", "x" * 10_000, "\U0001f600", "\ud800", "é", "a b"]
        names = [odd[i % 6] + ("a" if label else "b") for i, label in enumerate(y)]
        for learner in (NGram(), BagOfWords(analyzer="char")):
            model = make([("name", learner, "name")]).fit(Views(name=names), y)
            assert model.predict(Views(name=["\ud83d", ""])).shape == (2,)
            lacking = [None, *names[1:]]
            refused(make([("name", learner, "name")]), Views(name=lacking), y, "view 'name'.*row 0")
            model = make([("name", learner, "name")], optional=["name"])
            assert model.fit(Views(name=lacking), y).predict(Views(name=[None])).shape == (1,)

    def test_63_strings_without_a_learner(self, make):
        refused(make(), Views(name=["a", "b"]), [0, 1], "view 'name'.*NGram")

    def test_64_a_plain_dict_or_list_in_cross_validation(self, make):
        """scikit-learn takes the views for rows, and refuses them before the model is asked."""
        X, y = rows()
        for views in ({"one": X, "two": X}, [X, X]):
            with pytest.raises(ValueError, match=r"inconsistent numbers of samples: \[2, 40\]"):
                cross_val_score(make(), views, y, cv=2, error_score="raise")
        assert len(cross_val_score(make(), Views(one=X, two=X), y, cv=2, error_score="raise")) == 2

    def test_65_66_minus_one(self, make):
        """A class like any other, except where it says that a row has no label."""
        X, y = rows()
        signs, none = np.where(y == 1, 1, -1), np.full(40, -1)
        if isinstance(make(), AgreementBoostClassifier):
            refused(make(), X, signs, "-1 in y means unlabelled.*X_unlabeled.*{0, 1}")
            refused(make(), X, none, "none is labelled; label some rows")
            assert make().fit(X, signs, X_unlabeled=X).classes_.tolist() == [-1, 1]
        else:
            assert make().fit(X, signs).classes_.tolist() == [-1, 1]
            assert (make().fit(X, none).predict(X) == -1).all()

    def test_67_dtypes_of_frames(self, make):
        rng = np.random.default_rng(0)
        color = rng.choice(["red", "green", "blue"], 60)
        y = (color == "green").astype(int)
        size = rng.integers(5, size=60)
        frame = pd.DataFrame(
            {
                "color": pd.Categorical(color),
                "size": pd.array(np.where(size == 0, None, size), dtype="Int64"),
                "flag": rng.random(60) < 0.5,
            }
        )
        model = make().fit(frame, y)
        assert model.score(frame, y) == 1.0
        unseen = frame.assign(color=pd.Categorical(["violet"] * 60))
        assert model.predict(unseen).shape == (60,)
        for other in (
            pl.DataFrame({"color": pl.Series(color, dtype=pl.Categorical), "size": size}),
            pa.table({"color": pa.array(color).dictionary_encode(), "size": size}),
        ):
            assert make().fit(other, y).score(other, y) == 1.0

    def test_68_69_perfect_and_useless_learners(self, make):
        X = np.arange(20.0)[:, None]
        model = make().fit(X, X[:, 0] > 9)
        assert model.score(X, X[:, 0] > 9) == 1.0
        useless = np.tile([[0.0], [0.0], [1.0], [1.0]], (10, 1))
        with pytest.warns(UserWarning, match="the model is the class prior"):
            make().fit(useless, np.arange(40) % 2)

    def test_70_many_rounds_stay_finite(self, make):
        """Here 200; ``make torture`` does 10,000."""
        X, _ = rows()
        y = np.random.default_rng(1).integers(2, size=40)  # nothing to learn but noise
        model = make(n_rounds=200).fit(X, y)
        assert np.isfinite(model.decision_function(X)).all()
        np.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1)

    def test_70a_names_of_views(self, make):
        X, y = rows()
        for name in ("n_rounds", "a__b"):
            refused(make([(name, None, [0, 1])]), X, y, name)
        refused(make([("v", None, [0]), ("v", None, [1])]), X, y, "'v'")

    def test_70b_lengths_of_validation_rows(self, make):
        X, y = rows()
        refused(make(), X, y, "X_val has 40 rows, y_val has 5", X_val=X, y_val=y[:5])
        refused(make(), X, y, "X_val and y_val go together", X_val=X)
        refused(make(), X, y, r"labels that y has not: \[7\]", X_val=X, y_val=np.full(40, 7))
        held = {"X_val": X, "y_val": y}  # as long as X: cut like it, both alike
        assert len(cross_val_score(make(), X, y, cv=2, params=held, error_score="raise")) == 2

    def test_lists_and_dicts_whose_lengths_differ_get_the_hint(self, make):
        X, y = rows()
        refused(make(), {"one": X, "two": X[:5]}, y, "two")
