"""Data in several blocks: each format of the real files, in samples of a few rows."""

import io
import tarfile

import numpy as np
import pytest
from scipy import sparse
from scipy.io import savemat

from viewboost.datasets._blocks import parse_csvs, parse_mat, parse_names, parse_pages
from viewboost.datasets._several import arrhythmia_groups


def _mat(tmp_path):
    cells = np.empty((2, 1), dtype=object)
    cells[0, 0], cells[1, 0] = np.eye(3), np.arange(6, dtype=np.uint16).reshape(3, 2)
    path = tmp_path / "toy.mat"
    savemat(path, {"X": cells, "y": np.array([[1], [2], [2]], dtype=np.uint8)})
    return path


def test_matrices_of_a_mat_file(tmp_path):
    views, y = parse_mat([_mat(tmp_path)], ("one", "two"))
    np.testing.assert_array_equal(views.one, np.eye(3))
    np.testing.assert_array_equal(views.two, [[0, 1], [2, 3], [4, 5]])
    assert views.two.dtype == np.float64
    assert y.tolist() == [1, 2, 2]


def test_bags_of_a_mat_file_are_sparse(tmp_path):
    views, _ = parse_mat([_mat(tmp_path)], ("one", "two"), is_sparse=True)
    assert sparse.issparse(views.one)
    assert views.one.nnz == 3


def test_one_csv_per_view(tmp_path):
    paths = [tmp_path / "a.csv", tmp_path / "b.csv"]
    paths[0].write_text("0,1,0\n1.5,2,0\n3,4,1\n")
    paths[1].write_text("0,0\n7,0\n8,1\n")
    views, y = parse_csvs(paths, ("a", "b"))
    np.testing.assert_array_equal(views.a, [[1.5, 2], [3, 4]])
    np.testing.assert_array_equal(views.b, [[7], [8]])
    assert y.tolist() == [0, 1]
    paths[1].write_text("0,0\n7,1\n8,1\n")
    with pytest.raises(ValueError, match=r"b\.csv: its classes differ"):
        parse_csvs(paths, ("a", "b"))


def _archive(tmp_path, texts):
    path = tmp_path / "pages.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name, text in texts.items():
            content = text.encode("latin-1")
            member = tarfile.TarInfo(f"course-cotrain-data/{name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return path


def test_pages_and_the_links_to_them(tmp_path):
    texts = {
        "inlinks/non-course/http:^^a^b": "his home",
        "fulltext/course/http:^^c^": "<b>Exámen</b>",
        "fulltext/non-course/http:^^a^b": "a dog",
        "inlinks/course/http:^^c^": "",
    }
    views, y = parse_pages([_archive(tmp_path, texts)])
    assert views.page.tolist() == ["<b>Exámen</b>", "a dog"]
    assert views.inlinks.tolist() == ["", "his home"]
    assert y.tolist() == ["course", "non-course"]
    del texts["inlinks/course/http:^^c^"]
    with pytest.raises(ValueError, match="do not match"):
        parse_pages([_archive(tmp_path, texts)])


def test_names_of_both_genders(tmp_path):
    paths = [tmp_path / "f.txt", tmp_path / "m.txt"]
    paths[0].write_text("1 2 2 2\nZoé,Anna,\n", encoding="utf-8")
    paths[1].write_text("1 1 1 1\nOtto,\n", encoding="utf-8")
    views, y = parse_names(paths)
    assert views.name.tolist() == ["Zoé", "Anna", "Otto"]
    assert y.tolist() == ["female", "female", "male"]


@pytest.mark.parametrize("n_views", [3, 13, 25])
def test_views_of_arrhythmia_share_out_all_columns(n_views):
    groups = arrhythmia_groups(n_views)
    assert len(groups) == n_views
    assert sorted(column for group in groups.values() for column in group) == list(range(279))
