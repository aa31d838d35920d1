"""Column specs as in scikit-learn's ColumnTransformer: resolved to positions, once, at fit."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import Any

import numpy as np
from scipy import sparse

from viewboost.views import frames


def resolve(where: str, X: Any, spec: Any) -> int | tuple[int, ...]:
    """The positions a column spec names: an int for a scalar spec, else a tuple.

    Parameters
    ----------
    where : str
        How an error names the place of the spec, such as ``"view 'image'"``.
    X : array, sparse matrix or frame of shape (n, d)
    spec : str, int, slice, list of names, positions or bools, or a callable on X

    Returns
    -------
    int or tuple of int
        Positions in 0 … d - 1.

    Examples
    --------
    >>> import numpy as np
    >>> resolve("view 'a'", np.zeros((4, 3)), [-1, 0])
    (2, 0)
    >>> resolve("view 'a'", np.zeros((4, 3)), slice(1, None))
    (1, 2)
    """
    if callable(spec):
        spec = spec(X)
    known, named = labels(X, where)
    names, size = ({name: i for i, name in enumerate(known)} if named else None), len(known)
    if isinstance(spec, slice):
        return _resolve_slice(where, names, size, spec)
    if isinstance(spec, (str, Integral)) and not _is_bool(spec):
        return _position(where, names, size, spec)
    return _resolve_list(where, names, size, spec)


def labels(X: Any, where: str) -> tuple[Sequence[Any], bool]:
    """What columns are called: their names, else their positions; and whether it is names."""
    if frames.is_frame(X):
        return tuple(frames.column_names(X, where)), True
    shape = frames.shape(X)
    return range(shape[1] if len(shape) > 1 else 1), False


def pick_labels(labels: Sequence[Any], positions: int | Sequence[int] | None) -> Sequence[Any]:
    """The labels of the columns that `pick` gives."""
    if positions is None:
        return labels
    return tuple(labels[i] for i in ([positions] if isinstance(positions, int) else positions))


def pick(X: Any, positions: int | Sequence[int] | None) -> Any:
    """The columns at the given positions; one position gives one dimension, None all of X."""
    if positions is None:
        return X
    if frames.is_frame(X):
        return frames.pick(X, positions if isinstance(positions, int) else list(positions))
    if isinstance(positions, int):
        # A sparse column stays a matrix: there is no one-dimensional CSR matrix.
        return X[:, [positions]] if sparse.issparse(X) else X[:, positions]
    positions = list(positions)
    if positions and positions == list(range(positions[0], positions[-1] + 1)):
        return X[:, positions[0] : positions[-1] + 1]  # neighbours: a view, not a copy
    return X[:, positions]


def _is_bool(item: Any) -> bool:
    return isinstance(item, (bool, np.bool_))


def _position(where: str, names: dict[Any, int] | None, size: int, item: Any) -> int:
    if isinstance(item, str):
        if names is None:
            raise ValueError(
                f"{where}: column {item!r} is asked for by name, but X has no column names; "
                f"give positions in 0 … {size - 1}, or a frame."
            )
        if item not in names:
            raise ValueError(f"{where}: column {item!r} is not in X (columns: {_listed(names)})")
        return names[item]
    if not -size <= item < size:
        raise ValueError(f"{where}: column {item} is not in X, which has {size} columns")
    return int(item) % size


def _resolve_slice(
    where: str, names: dict[Any, int] | None, size: int, spec: slice
) -> tuple[int, ...]:
    """A slice of positions, or of names with both ends included."""
    if not any(isinstance(end, str) for end in (spec.start, spec.stop)):
        return tuple(range(size)[spec])
    start = 0 if spec.start is None else _position(where, names, size, spec.start)
    stop = size if spec.stop is None else _position(where, names, size, spec.stop) + 1
    return tuple(range(start, stop, spec.step or 1))


def _resolve_list(
    where: str, names: dict[Any, int] | None, size: int, spec: Any
) -> tuple[int, ...]:
    try:
        items = list(spec)
    except TypeError:
        items = [spec]
    if items and all(_is_bool(item) for item in items):
        if len(items) != size:
            raise ValueError(f"{where}: a mask of {len(items)} columns for an X of {size} columns")
        return tuple(i for i, keep in enumerate(items) if keep)
    if not all(isinstance(item, (str, Integral)) and not _is_bool(item) for item in items):
        raise TypeError(
            f"{where}: columns are a name, a position, a list of either, a slice, a mask, or a "
            f"callable that returns one of these; got {spec!r}"
        )
    positions = tuple(_position(where, names, size, item) for item in items)
    if len(set(positions)) < len(positions):
        twice = next(item for item, i in zip(items, positions) if positions.count(i) > 1)
        raise ValueError(f"{where}: column {twice!r} is named twice")
    return positions


def _listed(names: dict[Any, int]) -> str:
    shown = ", ".join(repr(name) for name in list(names)[:20])
    return shown + ", …" if len(names) > 20 else shown
