"""From the columns of a view to the block its learner reads, one function per kind."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from viewboost.views import cells, dense, frames
from viewboost.views.blocks import Block
from viewboost.views.layout import Layout, accepted

Mask = NDArray[np.bool_] | None


def read(layout: Layout, selection: Any, present: Mask, fitting: bool = False) -> Block:
    """The block of a selection whose columns are known to be the right ones.

    Parameters
    ----------
    layout : Layout
    selection : array, CSR matrix, frame or series
        The view's columns.
    present : bool array or None
        Which rows have the view, as far as is known from a mask.
    fitting : bool
        Whether these are the training rows: then columns without values are warned of.
    """
    if layout.kind == "raw":
        return _read_raw(layout, selection, present)
    if layout.kind == "strings":
        return _read_strings(layout, selection, present)
    # Dense rows may follow sparse ones, and the other way round, if the learner reads both.
    if sparse.issparse(selection):
        accepted(layout.where, layout.accepts, "sparse")
        return _read_sparse(layout, selection, present)
    accepted(layout.where, layout.accepts, "dense")
    return _read_dense(layout, selection, present, fitting)


def silent(layout: Layout, n_rows: int) -> Block:
    """The block of rows that all lack the view."""
    shape = (n_rows, len(layout.labels))
    data: Any = np.broadcast_to(np.nan, shape)
    if layout.kind == "sparse":
        data = sparse.csr_matrix(shape)
    elif layout.kind == "strings":
        data = np.full(n_rows, "", dtype=object)
    return Block(layout.kind, data, np.zeros(n_rows, dtype=bool), layout.level_counts)


def _read_dense(layout: Layout, selection: Any, present: Mask, fitting: bool) -> Block:
    data = dense.matrix(layout.where, selection, layout.labels, layout.levels)
    found = dense.scan(data, present, layout.optional)
    if found is not None:
        _judge(layout, found, fitting)
        present = found.present
    return Block("dense", data, present, layout.level_counts)


def _judge(layout: Layout, found: dense.Scan, fitting: bool) -> None:
    """Refuse infinite cells, and missing ones the learner does not read; warn of empty columns."""
    if found.infinite is not None:
        raise _infinite(layout, found.infinite)
    if found.some.any() and not layout.accepts.missing:
        raise _missing(layout, int(found.some.argmax()))
    if fitting:
        _warn_of_empty(layout, found.full)


def _read_sparse(layout: Layout, selection: Any, present: Mask) -> Block:
    if layout.levels:
        raise ValueError(f"{layout.where}: nominal columns at fit, a sparse matrix now.")
    if not selection.has_sorted_indices:  # columns picked in another order
        selection = selection.sorted_indices()
    if not dense.is_finite(selection.data):
        _judge_sparse(layout, selection, present)
    return Block("sparse", selection, present)


def _judge_sparse(layout: Layout, csr: sparse.csr_matrix, present: Mask) -> None:
    if present is not None:
        csr = csr[np.flatnonzero(present)]
    infinite = np.isinf(csr.data)
    if infinite.any():
        raise _infinite(layout, csr.indices[infinite.argmax()])
    nan = np.isnan(csr.data)
    if nan.any() and not layout.accepts.missing:
        raise _missing(layout, csr.indices[nan.argmax()])


def _read_strings(layout: Layout, selection: Any, present: Mask) -> Block:
    columns = [] if sparse.issparse(selection) else dense.columns_of(selection)
    if len(columns) != 1:
        raise ValueError(f"{layout.where}: one column of strings at fit, {selection.shape} now.")
    texts = cells.values(columns[0])
    absent = np.array([text is None for text in texts], dtype=bool)
    if absent.any():
        _refuse_none(layout, absent, present)
        present = _both(present, ~absent)
    data = np.full(len(texts), "", dtype=object)
    for row, text in enumerate(texts):
        if isinstance(text, str):
            data[row] = text
        elif text is not None:
            raise ValueError(f"{layout.where}: row {row} is {text!r}, not a string.")
    return Block("strings", data, present)


def _refuse_none(layout: Layout, absent: NDArray[np.bool_], present: Mask) -> None:
    unexplained = absent if present is None else absent & present
    if unexplained.any() and not layout.optional:
        raise ValueError(
            f"{layout.where}: row {unexplained.argmax()} has no string (None); fill it, or list "
            f"{layout.name!r} in optional."
        )


def _read_raw(layout: Layout, selection: Any, present: Mask) -> Block:
    if layout.optional and not sparse.issparse(selection):
        absent = _null_rows(selection)
        present = _both(present, ~absent) if absent.any() else present
    return Block("raw", selection, present)


def _null_rows(selection: Any) -> NDArray[np.bool_]:
    if not isinstance(selection, np.ndarray):
        return frames.null_rows(selection)
    if selection.dtype.kind == "f":
        return np.asarray(np.isnan(selection.reshape(len(selection), -1)).all(axis=1))
    if selection.dtype != object:
        return np.zeros(len(selection), dtype=bool)
    columns = [[cell is None for cell in cells.values(c)] for c in dense.columns_of(selection)]
    return np.asarray(np.all(columns, axis=0))


def _both(present: Mask, also: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return also if present is None else present & also


def _infinite(layout: Layout, column: int) -> ValueError:
    return ValueError(
        f"{layout.where}: column {layout.labels[column]!r} contains infinity; clip it, or make "
        "it missing."
    )


def _missing(layout: Layout, column: int) -> ValueError:
    unseen = " or a level unseen at fit" if layout.levels and layout.levels[column] else ""
    return ValueError(
        f"{layout.where}: column {layout.labels[column]!r} contains NaN{unseen}, which this view's "
        "learner does not read; impute it, or choose a learner that reads missing values."
    )


def _warn_of_empty(layout: Layout, empty: NDArray[np.bool_]) -> None:
    if empty.all():
        text = f"{layout.where} has no values; it is ignored."
    elif empty.any():
        some = ", ".join(repr(layout.labels[j]) for j in np.flatnonzero(empty)[:10])
        text = f"{layout.where}: {empty.sum()} columns have no values ({some}); ignored."
    else:
        return
    warnings.warn(text, UserWarning, stacklevel=2)
