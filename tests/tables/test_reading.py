"""Files of cells and Parquet files."""

import csv
import datetime
import io
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from viewboost.tables import TableError, read_table


def written(tmp_path, text, name="t.csv"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    "text", ['a;"b,c"\n1;x\n2;y\n', 'a\t"b,c"\n1\tx\n2\ty\n', '\ufeffa,"b,c"\r\n1,x\r\n\r\n2,y']
)
def test_separators_marks_and_line_ends(tmp_path, text):
    table = read_table(written(tmp_path, text))
    assert table.columns == ["a", "b,c"]
    assert table.column("a").data.tolist() == [1, 2]
    assert table.column("b,c").data.tolist() == ["x", "y"]


def test_a_separator_may_be_named(tmp_path):
    assert read_table(written(tmp_path, "a|b\n1|2\n"), separator="|").columns == ["a", "b"]
    assert read_table(written(tmp_path, "a|b\n1|2\n")).columns == ["a|b"]
    assert read_table(written(tmp_path, "a,b\tc\n1\t2\n", "t.tsv")).columns == ["a,b", "c"]


def test_line_numbers_count_lines_inside_quotes(tmp_path):
    text = 'a,b\n"one\ntwo",1\n3\n'
    with pytest.raises(TableError, match="line 4 has 1 cells, the header 2"):
        read_table(written(tmp_path, text))


def test_a_very_long_cell_is_told(tmp_path):
    long = "x" * (csv.field_size_limit() + 1)
    with pytest.raises(TableError, match="line 2: field larger than field limit"):
        read_table(written(tmp_path, f"a,b\n{long},1\n"))


@settings(
    deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    rows=st.lists(
        st.lists(
            st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])),
            min_size=2,
            max_size=2,
        ),
        min_size=1,
        max_size=8,
    ),
    separator=st.sampled_from(",;\t"),
)
def test_what_a_writer_writes_comes_back(tmp_path, rows, separator):
    text = io.StringIO()
    csv.writer(text, delimiter=separator, quoting=csv.QUOTE_ALL).writerows([["a", "b"], *rows])
    path = written(tmp_path, text.getvalue())
    table = read_table(path, sorts={"a": "string", "b": "string"}, missing=())
    assert [list(row) for row in zip(*(table.column(c).data for c in "ab"))] == rows


def test_parquet_types(tmp_path):
    columns = {
        "int": pa.array([1, None], pa.int32()),
        "big": pa.array([2**62 + 1, 3], pa.int64()),
        "bool": pa.array([True, None]),
        "text": pa.array(["a", None]),
        "level": pa.array(["a", "b"]).dictionary_encode(),
        "decimal": pa.array(["1.5", None]).cast(pa.decimal128(4, 2)),
        "none": pa.nulls(2),
        "empty": pa.array([None, None], pa.string()),
        "when": pa.array([datetime.date(2020, 1, 1)] * 2),
        "list": pa.array([[1], [2]]),
    }
    pa.parquet.write_table(pa.table(columns), tmp_path / "t.parquet")
    table = read_table(tmp_path / "t.parquet")
    sorts = {name: table.column(name).sort for name in table.columns}
    assert sorts.pop("list").startswith("list<")  # whose words differ between versions
    assert sorts == {
        "int": "numeric",
        "big": "numeric",
        "bool": "bool",
        "text": "string",
        "level": "nominal",
        "decimal": "numeric",
        "none": "empty",
        "empty": "empty",
        "when": "date32[day]",
    }
    np.testing.assert_array_equal(table.column("int").data, [1, np.nan])
    np.testing.assert_array_equal(table.column("decimal").data, [1.5, np.nan])
    assert table.column("big").data.tolist() == [2**62 + 1, 3]
    assert table.column("level").data.tolist() == ["a", "b"]


def test_parquet_without_rows_or_with_names_twice(tmp_path):
    path = tmp_path / "t.parquet"
    pa.parquet.write_table(pa.table({"a": pa.array([], pa.int64())}), path)
    with pytest.raises(TableError, match="0 rows of 1 columns"):
        read_table(path)
    pa.parquet.write_table(pa.table([[1], [2]], names=["a", "a"]), path)
    with pytest.raises(ValueError, match=r"columns of one name: \['a'\]"):
        read_table(path)


def test_without_pyarrow_the_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r'pip install "viewboost\[parquet\]"'):
        read_table(written(tmp_path, b"PAR1", "t.parquet"))
