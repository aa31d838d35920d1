"""Keys that name rows, as scikit-learn and users write them."""

from __future__ import annotations

from typing import Any

import numpy as np


def as_rows(key: Any, size: int) -> Any:
    """A row key as an int array or a slice."""
    if isinstance(key, tuple) and len(key) == 2 and key[1] is Ellipsis:
        key = key[0]  # scikit-learn indexes with (rows, ...)
    if isinstance(key, slice):
        start, stop, step = key.indices(size)
        return slice(start, stop) if step == 1 else np.arange(start, stop, step)
    rows = np.asarray(key)
    if rows.dtype == bool:
        if rows.shape != (size,):
            raise IndexError(f"a mask of shape {rows.shape} for {size} rows")
        return np.flatnonzero(rows)
    if rows.size and (rows.dtype.kind not in "iu" or rows.ndim > 1):
        raise TypeError(f"one is indexed by rows: integers, a mask or a slice; got {key!r}")
    rows = np.atleast_1d(rows).astype(np.intp)
    outside = rows[(rows < -size) | (rows >= size)]
    if len(outside):
        raise IndexError(f"row {outside[0]} is not among {size} rows")
    return np.where(rows < 0, rows + size, rows)
