"""A file with a target and views, and new rows for a model."""

import numpy as np
import pytest

from viewboost import AdaBoostMMClassifier
from viewboost.tables import TableError, read_task
from viewboost.tables.grouping import TextRule
from viewboost.tables.task import read_rows


def write(tmp_path, lines, name="t.csv"):
    path = tmp_path / name
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


ROWS = [f"{i},{'ann' if i % 2 else 'otto'}{i},{'u' if i % 2 else 'v'}" for i in range(20)]


def test_labels_and_rows_without(tmp_path):
    path = write(tmp_path, ["a,name,y", "1,x,u", "2,y,", "3,z,v", "4,w,u"])
    task = read_task(path, "y")
    assert task.y.tolist() == ["u", "v", "u"]
    assert task.labelled.tolist() == [True, False, True, True]
    assert (len(task.X_labelled), len(task.X_unlabelled)) == (3, 1)
    assert task.optional == ("name",)


@pytest.mark.parametrize(
    ("cells", "labels"),
    [
        (["0", "1", "0"], [0, 1, 0]),
        (["0", "", "0", "1.0"], [0, 0, 1]),
        (["9007199254740993", "9007199254740992", "9007199254740993"], None),
        (["true", "false", "true"], [True, False, True]),
        (["1", "one", "1"], ["1", "one", "1"]),
    ],
)
def test_labels_keep_their_type(tmp_path, cells, labels):
    path = write(tmp_path, ["a,y", *(f"{i},{cell}" for i, cell in enumerate(cells))])
    y = read_task(path, "y").y
    assert y.tolist() == (labels or [int(cell) for cell in cells])


def test_numbers_that_are_no_classes(tmp_path):
    path = write(tmp_path, ["a,y", "1,0.5", "2,1", "3,0.5"])
    with pytest.raises(TableError, match=r"holds numbers such as 0.5; classes are needed"):
        read_task(path, "y")
    path = write(tmp_path, ["a,y", "1,inf", "2,1", "3,1"])
    with pytest.raises(TableError, match="classes are needed"):
        read_task(path, "y")


def test_a_column_to_be_read_as_text_may_hold_numbers(tmp_path):
    path = write(tmp_path, ["zip,y", "04103,u", "10115,v", "04103,u"])
    task = read_task(path, "y", rule=TextRule(letters=["zip"]))
    assert task.X.column("zip").data.tolist() == ["04103", "10115", "04103"]


def test_new_rows_are_read_as_the_training_rows_were(tmp_path):
    task = read_task(write(tmp_path, ["a,name,y", *ROWS]), "y")
    model = AdaBoostMMClassifier(task.triples(), optional=task.optional, n_rounds=3)
    model.fit(task.X, task.y)
    path = write(tmp_path, ["more,name,a,y", "x,7,1.5,1", ",8,,2"], "new.csv")
    X, whole = read_rows(path, model, target="y")
    assert X.columns == ["a", "name"]
    assert X.column("name").data.tolist() == ["7", "8"]
    assert whole.column("y").data.tolist() == ["1", "2"]
    assert model.predict(X).shape == (2,)
    np.testing.assert_array_equal(X.column("a").data, [1.5, np.nan])


def test_levels_stay_levels_so_that_a_model_can_be_fitted_to_new_rows(tmp_path):
    rows = [f"{i % 3},{'red' if i % 2 else 'blue'},{i % 2}" for i in range(20)]
    path = write(tmp_path, ["n,hue,y", *rows])
    task = read_task(path, "y", rule=TextRule(levels=["n"]))
    model = AdaBoostMMClassifier(task.triples(), n_rounds=3).fit(task.X, task.y)
    X, _ = read_rows(path, model)
    assert {name: X.column(name).sort for name in X.columns} == {"n": "nominal", "hue": "nominal"}
    again = AdaBoostMMClassifier(task.triples(), n_rounds=3).fit(X, task.y)
    np.testing.assert_array_equal(again.decision_function(X), model.decision_function(task.X))
