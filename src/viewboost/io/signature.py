"""What a fit is given, in short texts: equal for the same data and parameters, in any process."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.base import BaseEstimator

from viewboost.views.blocks import Block
from viewboost.views.frames import is_frame, is_series, series
from viewboost.views.table import TableColumn

ROWS_AT_ONCE = 65536  # bounds the memory of copies


def described(value: Any) -> str:
    """A value of a parameter as text; functions count by their names."""
    if isinstance(value, BaseEstimator):
        return f"{_name(type(value))}({_pairs(value.get_params(deep=False))})"
    if isinstance(value, Mapping):
        return f"{{{_pairs(value)}}}"
    if isinstance(value, (list, tuple)):
        return f"{type(value).__name__}({', '.join(map(described, value))})"
    if isinstance(value, (set, frozenset)):
        return f"{type(value).__name__}({', '.join(sorted(map(described, value)))})"
    if isinstance(value, np.random.RandomState):
        return f"RandomState({described(value.get_state())})"
    if isinstance(value, np.ndarray) or sparse.issparse(value) or is_frame(value):
        return f"{type(value).__name__} {checksum(value)}"
    if callable(value) and hasattr(value, "__qualname__"):
        return _name(value)
    # What an object is called by default has its address in it, which means nothing later.
    if type(value).__repr__ is object.__repr__:
        return f"{_name(type(value))}({_pairs(vars(value)) if hasattr(value, '__dict__') else ''})"
    return repr(value)


def _pairs(values: Mapping[Any, Any]) -> str:
    return ", ".join(f"{key!s}={described(value)}" for key, value in values.items())


def _name(thing: Any) -> str:
    return f"{thing.__module__}.{thing.__qualname__}"


def block_checksum(block: Block) -> str:
    """A checksum of the rows of a view; what stands where a row lacks it does not count."""
    rows, part = block.present_part()
    digest = hashlib.sha256(f"{block.kind} {block.levels} {len(block)}".encode())
    if block.present is not None:
        digest.update(rows.astype(np.int64).tobytes())
    _add(digest, part.data)
    return digest.hexdigest()


def checksum(data: Any) -> str:
    """A checksum of an array, sparse matrix, frame or series."""
    digest = hashlib.sha256()
    _add(digest, data)
    return digest.hexdigest()


def _add(digest: Any, data: Any) -> None:
    if sparse.issparse(data):
        data = data.tocsr()
        digest.update(f"sparse {data.shape}".encode())
        for part in (data.data, data.indices.astype(np.int64), data.indptr.astype(np.int64)):
            _add_array(digest, part)
    elif is_frame(data) or is_series(data):
        for column in series(data):
            if isinstance(column, TableColumn):
                digest.update(f"{column.sort} ".encode())
                _add_array(digest, column.data)
                continue
            digest.update(f"{column.name!r} {column.dtype} ".encode(errors="surrogatepass"))
            _add_array(digest, column.to_numpy())
    else:
        _add_array(digest, np.asarray(data))


def _add_array(digest: Any, array: NDArray[Any]) -> None:
    if array.dtype.kind in "OT":  # what these hold in memory are addresses
        digest.update(f"objects {array.shape}".encode())
        for value in array.ravel():
            text = repr(value).encode(errors="surrogatepass")
            digest.update(len(text).to_bytes(8, "little") + text)
        return
    digest.update(f"{array.dtype.str} {array.shape}".encode())
    array = np.atleast_1d(array)
    for start in range(0, len(array), ROWS_AT_ONCE):
        digest.update(array[start : start + ROWS_AT_ONCE].tobytes())
