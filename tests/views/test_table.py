"""A table of ours passes the gate as a frame of any library does."""

import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.impute import SimpleImputer
from sklearn.model_selection import cross_val_score, train_test_split
from sklearn.pipeline import make_pipeline

from viewboost import (
    AdaBoostMMClassifier,
    AgreementBoostClassifier,
    BestView,
    EarlyFusion,
    LateFusion,
    NGram,
    RegionBoostClassifier,
    load,
)
from viewboost.io.signature import checksum
from viewboost.views import frames
from viewboost.views.table import Table, TableColumn

N = 60
FOREST = make_pipeline(SimpleImputer(), RandomForestClassifier(5, random_state=0))
VIEWS = [("body", None, ["age", "sport", "member"]), ("name", NGram(), "name")]


def objects(values):
    data = np.empty(len(values), dtype=object)
    data[:] = values
    return data


@pytest.fixture
def frame():
    rng = np.random.default_rng(0)
    y = np.arange(N) % 2
    return pd.DataFrame(
        {
            "age": np.where(rng.random(N) < 0.1, np.nan, rng.normal(size=N) + y),
            "name": [f"{'ann' if c else 'otto'}{'xyz'[i % 3]}" for i, c in enumerate(y)],
            "sport": rng.choice(["golf", "judo", "chess"], N),
            "member": rng.random(N) < 0.5,
        }
    )


@pytest.fixture
def table(frame):
    return Table(
        {
            "age": TableColumn(frame["age"].to_numpy(), "numeric"),
            "name": TableColumn(objects(frame["name"].tolist()), "string"),
            "sport": TableColumn(objects(frame["sport"].tolist()), "nominal"),
            "member": TableColumn(frame["member"].to_numpy(), "bool"),
        }
    )


@pytest.fixture
def y():
    return np.arange(N) % 2


def model(**parameters):
    return AdaBoostMMClassifier(VIEWS, n_rounds=10, optional=("name",), **parameters)


def test_a_table_gives_the_model_that_a_frame_gives(table, frame, y):
    ours = model().fit(table, y)
    categorical = frame.assign(sport=frame["sport"].astype("category"))
    theirs = model().fit(categorical, y)
    np.testing.assert_array_equal(
        ours.decision_function(table), theirs.decision_function(categorical)
    )


def test_a_model_fitted_on_a_table_predicts_frames(table, frame, y, tmp_path):
    ours = model().fit(table, y)
    ours.save(tmp_path / "m.vb")
    for fitted in (ours, load(tmp_path / "m.vb")):
        for other in (frame, table):
            np.testing.assert_array_equal(
                fitted.decision_function(other), ours.decision_function(table)
            )


def test_rows_are_cut_as_scikit_learn_cuts_them(table, y):
    part, rest, _, _ = train_test_split(table, y, random_state=0)
    assert isinstance(part, Table)
    assert (len(part), len(rest)) == (45, 15)
    assert table[np.array([3, 1])].column("name").data.tolist() == [
        table.column("name").data[3],
        table.column("name").data[1],
    ]
    assert cross_val_score(model(), table, y, cv=3, error_score="raise").mean() > 0.6


@pytest.mark.parametrize(
    "estimator",
    [
        EarlyFusion(FOREST, VIEWS, optional=("name",)),
        LateFusion(AdaBoostMMClassifier(n_rounds=5), VIEWS, combine="A", optional=("name",)),
        BestView(AdaBoostMMClassifier(n_rounds=5), VIEWS, cv=2, optional=("name",)),
        RegionBoostClassifier(VIEWS, n_rounds=5),
    ],
    ids=lambda e: type(e).__name__,
)
def test_baselines_take_tables(estimator, table, y):
    assert estimator.fit(table, y).score(table, y) > 0.6


def test_rows_without_labels_are_joined(table, y):
    agreement = AgreementBoostClassifier(VIEWS, n_rounds=5, optional=("name",))
    agreement.fit(table[:40], y[:40], X_unlabeled=table[40:])
    assert agreement.score(table, y) > 0.6


def test_other_columns_are_refused_by_name(table, y):
    fitted = model().fit(table, y)
    with pytest.raises(ValueError, match=r"X has the columns \['age'\], but \['age', 'name'"):
        fitted.predict(table.select(["age"]))
    nameless = AdaBoostMMClassifier(n_rounds=2).fit(
        np.ones((4, 2)) * [[0], [1], [0], [1]], [0, 1] * 2
    )
    with pytest.raises(ValueError, match="but 2 columns at fit"):
        nameless.predict(table)


def test_a_string_in_a_numeric_view_and_an_odd_type_are_refused(table, y):
    for sort, words in [("string", "holds strings"), ("date32[day]", r"is date32\[day\]")]:
        odd = Table(
            {"age": TableColumn(table.column("name").data, sort)} | {"b": table.column("age")}
        )
        with pytest.raises(ValueError, match=f"column 'age' {words}"):
            AdaBoostMMClassifier(n_rounds=2).fit(odd, y)


def test_missing_cells_and_stacking(table):
    column = TableColumn(objects(["a", None]), "string")
    assert frames.null_rows(Table({"c": column})).tolist() == [False, True]
    both = frames.stack_rows(table, table)
    assert len(both) == 2 * N
    assert len(frames.stack_rows(column, column)) == 4
    assert checksum(table) == checksum(both[:N]) != checksum(both)
