"""Thinning out classes, in every form that X may have."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse

from viewboost import Views
from viewboost.datasets import make_imbalanced

Y = np.array(["a", "b", "c"] * 40)
ROWS = np.arange(120)
SHARES = {"a": 0.25, "b": 0.001}


def test_counts_order_and_pairs():
    X, y = make_imbalanced(ROWS[:, None], Y, SHARES, random_state=0)
    labels, counts = np.unique(y, return_counts=True)
    assert dict(zip(labels, counts)) == {"a": 10, "b": 1, "c": 40}
    assert (np.diff(X[:, 0]) > 0).all()
    np.testing.assert_array_equal(Y[X[:, 0]], y)


@pytest.mark.parametrize(
    ("X", "rows"),
    [
        (ROWS[:, None].tolist(), lambda X: X[:, 0]),
        (sparse.coo_matrix(ROWS[:, None]), lambda X: X.toarray()[:, 0]),
        (pd.DataFrame({"row": ROWS}, index=ROWS[::-1]), lambda X: X["row"].to_numpy()),
        (pl.DataFrame({"row": ROWS}), lambda X: X["row"].to_numpy()),
        (Views(one=ROWS[:, None], two=[str(row) for row in ROWS]), lambda X: X.one[:, 0]),
    ],
)
def test_every_form_keeps_the_same_rows(X, rows):
    expected, _ = make_imbalanced(ROWS, Y, SHARES, random_state=0)
    kept, _ = make_imbalanced(X, Y, SHARES, random_state=0)
    np.testing.assert_array_equal(rows(kept), expected)


def test_views_stay_together():
    views = Views(one=ROWS[:, None], two=[str(row) for row in ROWS])
    X, _ = make_imbalanced(views, pd.Series(Y), SHARES, random_state=1)
    assert X.two.tolist() == [str(row) for row in X.one[:, 0]]


def test_seed_decides():
    first, again, other = (
        make_imbalanced(ROWS, Y, SHARES, random_state=seed)[0] for seed in (0, 0, 1)
    )
    assert first.tolist() == again.tolist() != other.tolist()


@pytest.mark.parametrize(
    ("shares", "message"),
    [
        ({"d": 0.5}, r"class 'd', which is not in y \(classes: \['a', 'b', 'c'\]\)"),
        ({"a": 0}, "class 'a': a share is above 0 and at most 1, got 0"),
        ({"a": 1.5}, "got 1.5"),
    ],
)
def test_refuses(shares, message):
    with pytest.raises(ValueError, match=message):
        make_imbalanced(ROWS, Y, shares)


def test_refuses_other_lengths():
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        make_imbalanced(ROWS[:5], Y, SHARES)
