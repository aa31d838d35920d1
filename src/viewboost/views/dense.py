"""Columns as a float64 matrix: levels become codes; infinite and missing cells are found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewboost.views import cells, frames

MAX_LEVELS = 255
_CHUNK = 1 << 17  # cells looked at together: temporaries stay small whatever the size of X

# The levels of a nominal column, or None for a numeric one.
Levels = tuple[Any, ...] | None


def columns_of(selection: Any) -> list[cells.Column]:
    """The columns of an array, a frame or a series, one by one."""
    if frames.is_series(selection) or frames.is_frame(selection):
        return frames.series(selection)
    return [selection] if selection.ndim == 1 else list(selection.T)


def learn_levels(
    where: str, selection: Any, labels: Sequence[Any], nominal: set[Any]
) -> tuple[Levels, ...]:
    """The levels of each column, nominal by its type or by its label being in ``nominal``.

    Only levels that occur are learned, so that one never seen in training is missing. They
    are sorted, or in the order of an ordered Categorical.

    Returns
    -------
    tuple
        One entry per column; empty if every column is numeric.
    """
    selection = frames.plain(selection)
    if isinstance(selection, np.ndarray) and selection.dtype.kind in "fiu" and not nominal:
        return ()
    levels = tuple(
        _column_levels(f"{where}: column {label!r}", column, label in nominal)
        for label, column in zip(labels, columns_of(selection))
    )
    return levels if any(one is not None for one in levels) else ()


def matrix(
    where: str, selection: Any, labels: Sequence[Any], levels: tuple[Levels, ...]
) -> NDArray[np.float64]:
    """The selection as float64; nominal cells as codes, unseen levels as NaN.

    A float64 array comes back as it is, without a copy.
    """
    selection = frames.plain(selection)
    if isinstance(selection, np.ndarray):
        if selection.dtype.kind in "fiu" and not levels:
            # Aligned, because the kernels are compiled for aligned arrays.
            numbers = np.asarray(np.require(selection, np.float64, "A"))
            return numbers.reshape(len(selection), -1)
        if selection.dtype == bool and set(levels) <= {None, (False, True)}:
            return selection.astype(np.float64).reshape(len(selection), -1)
    columns = columns_of(selection)
    out = np.empty((len(columns[0]), len(columns)), order="F")
    for j, (label, column) in enumerate(zip(labels, columns)):
        known = levels[j] if levels else None
        out[:, j] = _numbers(where, label, column) if known is None else _codes(column, known)
    return out


def one_hot(data: NDArray[np.float64], levels: tuple[int, ...]) -> NDArray[np.float64]:
    """A column for each level of the nominal columns with more than two; the rest as it is."""
    if not any(n > 2 for n in levels):
        return data
    columns = [
        data[:, [j]] == np.arange(n) if n > 2 else data[:, [j]] for j, n in enumerate(levels)
    ]
    return np.hstack(columns).astype(np.float64)


class Scan(NamedTuple):
    """What is not finite in a matrix, among the rows that have the view."""

    infinite: int | None  # a column with an infinite cell
    some: NDArray[np.bool_]  # columns with a missing cell
    full: NDArray[np.bool_]  # columns with nothing but missing cells
    present: NDArray[np.bool_] | None  # the rows that have the view


def scan(
    data: NDArray[np.float64], present: NDArray[np.bool_] | None, optional: bool
) -> Scan | None:
    """Look for infinite and missing cells; None if there are none.

    Parameters
    ----------
    data : float64 array of shape (n, d)
    present : bool array or None
        Which rows have the view, as far as is known.
    optional : bool
        Whether a row of nothing but missing cells lacks the view.
    """
    if is_finite(data):
        return None
    n, d = data.shape
    there = np.ones(n, dtype=bool) if present is None else present.copy()
    infinite, some, full = np.zeros(d, bool), np.zeros(d, bool), np.ones(d, bool)
    step = max(1, _CHUNK // d)
    for start in range(0, n, step):
        chunk, keep = data[start : start + step], there[start : start + step]
        if keep.any() and is_finite(chunk):
            full[:] = False
            continue
        nan = np.isnan(chunk)
        if optional:
            keep[nan[:, 0]] &= ~nan[nan[:, 0]].all(axis=1)
        if not keep.all():
            chunk, nan = chunk[keep], nan[keep]
        infinite |= np.isinf(chunk).any(axis=0)
        some |= nan.any(axis=0)
        full &= nan.all(axis=0)
    nowhere = None if there.all() else there
    return Scan(int(infinite.argmax()) if infinite.any() else None, some, full, nowhere)


def is_finite(data: NDArray[np.float64]) -> bool:
    """Whether all cells are finite; False, too, if only their sum overflows."""
    with np.errstate(over="ignore", invalid="ignore"):
        return bool(np.isfinite(data.sum()))


def refuse(place: str, sort: str) -> ValueError:
    """The error for a column that is no number and no level."""
    if sort == "string":
        return ValueError(
            f"{place} holds strings, which this view's learner does not read. Make it Categorical "
            "(or list it in categorical_features), or give it a view of its own with NGram(), "
            "BagOfWords() or a Pipeline."
        )
    if sort == "complex":
        return ValueError(f"{place}: Complex data not supported.")
    if sort == "nominal":
        return ValueError(f"{place} is Categorical, but was numeric at fit.")
    if sort == "mixed":
        return ValueError(f"{place} mixes strings with other values; make it one type.")
    return ValueError(f"{place} is {sort}; turn it into numbers first.")


def _column_levels(place: str, column: cells.Column, nominal: bool) -> Levels:
    sort = cells.sort(column)
    if sort == "bool":
        return (False, True)
    if not nominal and sort in ("numeric", "empty"):
        return None
    if sort not in ("nominal", "numeric", "empty") and not (nominal and sort == "string"):
        raise refuse(place, sort)
    seen = {cell for cell in cells.values(column) if cell is not None}
    order = cells.ordered_levels(column)
    try:
        levels = tuple(sorted(seen) if order is None else (x for x in order if x in seen))
    except TypeError as error:
        raise ValueError(f"{place} has levels of several types: {error}") from error
    if len(levels) > MAX_LEVELS:
        raise ValueError(
            f"{place} has {len(levels)} levels, more than {MAX_LEVELS}; merge rare levels, or "
            "encode it as numbers."
        )
    return levels


def _codes(column: cells.Column, levels: tuple[Any, ...]) -> list[float]:
    code = {level: float(i) for i, level in enumerate(levels)}
    return [code.get(cell, np.nan) for cell in cells.values(column)]


def _numbers(where: str, label: Any, column: cells.Column) -> NDArray[np.float64]:
    place = f"{where}: column {label!r}"
    sort = cells.sort(column)
    if sort not in ("numeric", "bool", "empty"):
        raise refuse(place, sort)
    try:
        return cells.numbers(column)
    except TypeError as error:
        raise TypeError(f"{place}: {error}") from error
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{place}: {error}") from error
