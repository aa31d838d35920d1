"""The container of several views of the same rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from viewboost.views import frames
from viewboost.views.keys import as_rows
from viewboost.views.sparse import as_csr


class Views:
    """Several views of the same rows, indexed by rows as scikit-learn does.

    Parameters
    ----------
    **blocks : array, sparse matrix, frame, series, list of str or list of lists
        One block per view, all of the same length. A one-dimensional block is one column.
        Lists become arrays and sparse matrices float64 CSR; the rest is kept as given.

    Attributes
    ----------
    shape : tuple of int
        Numbers of rows and of views.
    names : tuple of str
        The views, in the order given.

    Notes
    -----
    ``views[rows]`` with an int array, a boolean mask, a slice or one integer (which gives
    one row) is a container of these rows. A block is reached as ``views.words``, or as
    ``views.block("words")`` where the name is also that of a method.

    Examples
    --------
    >>> import numpy as np
    >>> from viewboost import Views
    >>> X = Views(image=np.eye(3), name=["Anna", "Otto", "Ida"])
    >>> X.shape
    (3, 2)
    >>> X[[0, 2]].name
    array(['Anna', 'Ida'], dtype=object)
    >>> X.missing(image=[False, True, False])
    Views(3 rows, image: ndarray (3, 3) missing in 1, name: ndarray (3,))
    """

    def __init__(self, /, **blocks: Any):
        if not blocks:
            raise ValueError("Views needs at least one view: Views(words=…, image=…)")
        self._blocks = {name: _as_block(name, block) for name, block in blocks.items()}
        self._missing: dict[str, NDArray[np.bool_]] = {}
        lengths = {name: frames.shape(block)[0] for name, block in self._blocks.items()}
        if len(set(lengths.values())) > 1:
            listed = ", ".join(f"{name}: {length}" for name, length in lengths.items())
            raise ValueError(f"the views have different numbers of rows ({listed})")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the views, in the order given."""
        return tuple(self._blocks)

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and of views."""
        return frames.shape(next(iter(self._blocks.values())))[0], len(self._blocks)

    def __len__(self) -> int:
        return self.shape[0]

    def block(self, name: str) -> Any:
        """The block of one view."""
        if name not in self._blocks:
            raise KeyError(f"no view {name!r} (views: {', '.join(self.names)})")
        return self._blocks[name]

    def items(self) -> Iterator[tuple[str, Any]]:
        """Pairs of a view's name and its block."""
        return iter(self._blocks.items())

    def missing(self, /, **masks: ArrayLike) -> Views:
        """A copy in which rows lack views: True says that the row has no such view.

        The rows a view already lacks stay without it. Blocks are shared, not copied.
        """
        marked = dict(self._missing)
        for name, mask in masks.items():
            self.block(name)
            mask = np.asarray(mask)
            if mask.dtype != bool or mask.shape != (len(self),):
                raise ValueError(
                    f"view {name!r}: a mask of missing rows is a bool array of shape "
                    f"({len(self)},), got {mask.dtype} of shape {mask.shape}"
                )
            marked[name] = mask | marked[name] if name in marked else mask.copy()
        return self._with(self._blocks, marked)

    def present(self, name: str) -> NDArray[np.bool_] | None:
        """Which rows have the view by its mask; None where it has no mask."""
        self.block(name)
        return ~self._missing[name] if name in self._missing else None

    def __getitem__(self, key: Any) -> Views:
        rows = as_rows(key, len(self))
        blocks = {name: frames.take_rows(block, rows) for name, block in self._blocks.items()}
        return self._with(blocks, {name: mask[rows] for name, mask in self._missing.items()})

    @classmethod
    def _with(cls, blocks: dict[str, Any], missing: dict[str, NDArray[np.bool_]]) -> Views:
        """A container of blocks that are known to fit together."""
        new = cls.__new__(cls)
        new._blocks, new._missing = dict(blocks), missing
        return new

    def __getattr__(self, name: str) -> Any:
        # Only names not found elsewhere come here; private ones never are views, which
        # keeps copy and pickle (that ask before __init__ has run) out of a recursion.
        if name.startswith("_") or name not in self._blocks:
            raise AttributeError(f"Views has no view or attribute {name!r}")
        return self._blocks[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.names]

    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:
        raise TypeError(
            "viewboost.Views holds several views, not one matrix: give it to a viewboost "
            f"estimator, or take one of its blocks ({', '.join(self.names)})"
        )

    def __repr__(self) -> str:
        parts = [f"{name}: {self._describe(name)}" for name in self.names]
        return f"Views({len(self)} rows, {', '.join(parts)})"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th>{escape(name)}</th><td>{escape(self._describe(name))}</td></tr>"
            for name in self.names
        )
        return f"<table><caption>Views, {len(self)} rows</caption>{rows}</table>"

    def _describe(self, name: str) -> str:
        block = self._blocks[name]
        lacking = int(self._missing[name].sum()) if name in self._missing else 0
        note = f" missing in {lacking}" if lacking else ""
        return f"{type(block).__name__} {frames.shape(block)}{note}"


def as_views(X: Any) -> Any:
    """A dict, or a list of matrices, as `Views`; any other X as it is.

    The matrices of a list are named "view0", "view1", …. A list of lists or of strings is
    one X, not a list of views.

    Examples
    --------
    >>> import numpy as np
    >>> as_views([np.ones((2, 3)), np.ones((2, 1))]).names
    ('view0', 'view1')
    >>> as_views([[1.0, 2.0], [3.0, 4.0]])
    [[1.0, 2.0], [3.0, 4.0]]
    """
    if isinstance(X, Mapping) and not sparse.issparse(X):  # a DOK matrix is both
        unnamed = [name for name in X if not isinstance(name, str)]
        if unnamed:
            raise TypeError(f"the keys of a dict of views are their names, got {unnamed[0]!r}")
        return Views(**X)
    if isinstance(X, (list, tuple)) and X and all(_is_matrix(block) for block in X):
        return Views(**{f"view{i}": block for i, block in enumerate(X)})
    return X


def as_array(rows: list[Any] | tuple[Any, ...]) -> NDArray[Any]:
    """A list as an array; strings, and numbers beside strings, stay the objects they are."""
    if any(row is None for row in rows):
        width = next((len(row) for row in rows if isinstance(row, (list, tuple))), None)
        if width is not None:
            rows = [[np.nan] * width if row is None else row for row in rows]
    array = np.asarray(rows)
    return np.array(rows, dtype=object) if array.dtype.kind == "U" else array


def _is_matrix(block: Any) -> bool:
    if isinstance(block, np.ndarray) or sparse.issparse(block):
        return block.ndim == 2
    return frames.is_frame(block)


def _as_block(name: str, block: Any) -> Any:
    block = frames.as_series(block)
    if frames.is_frame(block) or frames.is_series(block):
        return block
    if sparse.issparse(block):
        return as_csr(block, f"view {name!r}")
    try:
        array = as_array(block) if isinstance(block, (list, tuple)) else np.asarray(block)
    except ValueError as error:
        raise ValueError(f"view {name!r}: its rows do not make a matrix: {error}") from error
    if array.ndim not in (1, 2):
        raise ValueError(
            f"view {name!r}: a block has one or two dimensions, got {type(block).__name__} "
            f"of shape {array.shape}"
        )
    return array
