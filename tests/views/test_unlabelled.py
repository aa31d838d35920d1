"""Rows without labels: blocks stacked, and labels that are none."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp

from viewboost.views.blocks import Block, stack
from viewboost.views.target import learn_target
from viewboost.views.unlabelled import hide_minus_one, join_unlabelled

ABOVE, BELOW = np.arange(6.0).reshape(3, 2), np.arange(6.0, 10.0).reshape(2, 2)
TEXTS = np.array(["a", "", "b", "c", "d"], dtype=object)


def frame(make):
    return lambda rows: make({"p": rows[:, 0], "q": rows[:, 1]})


KINDS = {
    "dense": ("dense", lambda rows: rows),
    "sparse": ("sparse", sp.csr_matrix),
    "raw array": ("raw", lambda rows: rows.astype(int)),
    "raw sparse": ("raw", sp.csc_array),
    "pandas": ("raw", frame(pd.DataFrame)),
    "pandas, columns by number": ("raw", pd.DataFrame),
    "polars": ("raw", frame(pl.DataFrame)),
    "arrow": ("raw", frame(pa.table)),
}


def cells(data):
    if isinstance(data, pa.Table):
        data = data.to_pandas()
    return data.toarray() if sp.issparse(data) else np.asarray(data)


@pytest.mark.parametrize("name", KINDS)
def test_blocks_of_every_kind_are_stacked(name):
    kind, make = KINDS[name]
    whole = stack(Block(kind, make(ABOVE)), Block(kind, make(BELOW)))
    assert whole.kind == kind
    assert whole.present is None
    assert len(whole) == 5
    np.testing.assert_array_equal(cells(whole.data), np.vstack([ABOVE, BELOW]))
    np.testing.assert_array_equal(cells(whole.take(np.array([4, 0])).data), [[8, 9], [0, 1]])


@pytest.mark.parametrize(
    ("kind", "make"),
    [
        ("strings", lambda texts: texts),
        ("raw", lambda texts: pd.Series(texts, index=range(7, 7 + len(texts)))),
        ("raw", lambda texts: pl.Series(texts.tolist())),
        ("raw", lambda texts: pa.chunked_array([texts.tolist()])),
    ],
)
def test_columns_of_strings_are_stacked(kind, make):
    whole = stack(Block(kind, make(TEXTS[:3])), Block(kind, make(TEXTS[3:])))
    assert type(whole.data) is type(make(TEXTS))
    assert [str(text) for text in whole.data] == TEXTS.tolist()


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table])
def test_integers_below_floats_and_categories(make):
    above = Block("raw", make({"p": [1, 2], "q": [0.5, 1.5]}))
    below = Block("raw", make({"p": [2.5], "q": [3]}))
    np.testing.assert_array_equal(cells(stack(above, below).data), [[1, 0.5], [2, 1.5], [2.5, 3]])
    levels = [pd.DataFrame({"c": pd.Categorical(list(text))}) for text in ("ab", "c")]
    joined = stack(Block("raw", levels[0]), Block("raw", levels[1]))
    assert joined.data["c"].tolist() == ["a", "b", "c"]


def test_masks_and_levels_are_kept():
    mask = np.array([True, False, True])
    whole = stack(Block("dense", ABOVE, mask, (0, 3)), Block("dense", BELOW, None, (0, 3)))
    np.testing.assert_array_equal(whole.present, [True, False, True, True, True])
    assert whole.levels == (0, 3)
    whole = stack(Block("dense", BELOW), Block("dense", ABOVE, mask))
    np.testing.assert_array_equal(whole.present, [True, True, True, False, True])


def test_minus_one_hides_a_label_only_where_it_is_a_number():
    target = hide_minus_one(learn_target(None, [3, -1, -5, 3], [1, 2, 3, 0], 4))
    np.testing.assert_array_equal(target.classes, [-5, 3])
    np.testing.assert_array_equal(target.rows.y, [1, -1, 0])
    np.testing.assert_array_equal(target.rows.weights, [1, 2, 3])
    np.testing.assert_array_equal(target.kept, [0, 1, 2])
    assert target.rows.n_classes == 2
    named = learn_target(None, ["-1", "1"], None, 2)
    assert hide_minus_one(named) is named
    plain = learn_target(None, [0, 1, 2], None, 3)
    assert hide_minus_one(plain) is plain


def test_rows_joined_below_have_no_label_and_the_mean_weight():
    target = learn_target(None, ["x", "y", "x"], [1.0, 0.0, 2.0], 3)
    blocks, joined = join_unlabelled([Block("dense", ABOVE)], target, [Block("dense", BELOW)])
    assert len(blocks[0]) == 5
    np.testing.assert_array_equal(joined.kept, [0, 2, 3, 4])
    np.testing.assert_array_equal(joined.rows.y, [0, 0, -1, -1])
    np.testing.assert_array_equal(joined.rows.weights, [1, 2, 1.5, 1.5])
    np.testing.assert_array_equal(joined.classes, ["x"])
