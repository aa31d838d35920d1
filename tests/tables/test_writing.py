"""Tables as CSV."""

import io

import numpy as np
import pytest
from scipy import sparse

from viewboost import Views
from viewboost.tables import TableError, read_table
from viewboost.tables.writing import flat_columns, save_csv, write_csv


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_no_text_begins_as_a_formula(start):
    file = io.StringIO()
    write_csv(file, {f"{start}name": [f"{start}cmd", "plain", -1.5]})
    name, formula, plain, number = file.getvalue().strip("\n").split("\n")
    assert name.lstrip('"').startswith("'" + start)
    assert formula.lstrip('"').startswith("'" + start)
    assert (plain, number) == ("plain", "-1.5")


def test_views_come_back_from_a_file(tmp_path):
    X = Views(a=np.array([[1.0, np.nan], [0.1, 3.0]]), s=["x, y", None])
    save_csv(tmp_path / "t.csv", flat_columns(X, ["u", "v"], {"a": ["one", "two"]}))
    table = read_table(tmp_path / "t.csv")
    assert table.columns == ["a_one", "a_two", "s", "class"]
    np.testing.assert_array_equal(table.column("a_two").data, [np.nan, 3.0])
    assert table.column("s").data.tolist() == ["x, y", None]


def test_sparse_blocks_make_no_table():
    with pytest.raises(TableError, match="view 'w' is sparse"):
        flat_columns(Views(w=sparse.eye(2, format="csr")), [0, 1], {})
