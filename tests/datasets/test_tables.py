"""Tables of text: each format of the real files, in samples of a few lines."""

import gzip

import numpy as np
import pytest

from viewboost.datasets._tables import TableFormat

KEEL = """@relation toy
@attribute Size real [0.0, 9.0]
@attribute Colour{red, blue}
@attribute 'the class' {yes, no}
@inputs Size, Colour
@outputs Class
@data
1.5, red, yes
2, blue, no
"""

ARFF = """% a comment
@relation 'toy'
@attribute 'pain' { 'no pain', severe}
@attribute 'pulse' real
@attribute 'lesion' { yes, no}
@data
'no pain',54,yes

severe,?,no
?,60,yes
"""


def _write(tmp_path, text, name="toy.data"):
    path = tmp_path / name
    path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    return path


def test_words_are_codes_and_gaps_are_nan(tmp_path):
    table = TableFormat().parse([_write(tmp_path, "b,1,+\na,?,-\n?,0.5,-\n")])
    np.testing.assert_array_equal(table.values, [[1, 1], [0, np.nan], [np.nan, 0.5]])
    assert table.nominal == (0,)
    assert table.columns == ("A1", "A2")
    assert table.target.tolist() == ["+", "-", "-"]


def test_class_first_and_identities_dropped(tmp_path):
    table = TableFormat(target=0, dropped=(1,)).parse([_write(tmp_path, "2,id1,7\n4,id2,8\n")])
    np.testing.assert_array_equal(table.values, [[7], [8]])
    assert table.columns == ("A3",)
    assert table.target.tolist() == [2, 4]


def test_blanks_of_any_width(tmp_path):
    path = _write(tmp_path, "  1   2 c\r\n 30  4   d \r\n")
    table = TableFormat(delimiter=" ").parse([path])
    np.testing.assert_array_equal(table.values, [[1, 2], [30, 4]])
    assert table.target.tolist() == ["c", "d"]


def test_header_and_compression(tmp_path):
    path = _write(tmp_path, "size\tweight\ttarget\n1\t2\t0\n3\t4\t1\n", "toy.tsv.gz")
    table = TableFormat(delimiter="\t", header=True).parse([path])
    assert table.columns == ("size", "weight")
    np.testing.assert_array_equal(table.values, [[1, 2], [3, 4]])


def test_files_follow_each_other_and_numbers_spelt_otherwise_are_one_level(tmp_path):
    first, second = _write(tmp_path, "1.0,0\n2.0,3\n", "a"), _write(tmp_path, "1,1\nNaN,0\n", "b")
    table = TableFormat(nominal=(0,), relabel={"3": "1"}).parse([first, second])
    np.testing.assert_array_equal(table.values.ravel(), [0, 1, 0, np.nan])
    assert table.target.tolist() == [0, 1, 1, 0]


def test_classes_left_out(tmp_path):
    table = TableFormat(without=("rare",)).parse([_write(tmp_path, "1,rare\n2,a\n3,b\n")])
    np.testing.assert_array_equal(table.values, [[2], [3]])
    assert table.target.tolist() == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "columns", "values"),
    [
        (KEEL, ("Size", "Colour"), [[1.5, 1], [2, 0]]),
        (ARFF, ("pain", "pulse"), [[0, 54], [1, np.nan], [np.nan, 60]]),
    ],
)
def test_files_that_name_their_attributes(tmp_path, text, columns, values):
    table = TableFormat().parse([_write(tmp_path, text)])
    assert table.columns == columns
    np.testing.assert_array_equal(table.values, values)
