"""Columns of many items laid end to end: how parts of a model go into arrays and come back."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost.io.container import Contents
from viewboost.io.errors import demand, within


class Writer:
    """Collects the contents of a file.

    Attributes
    ----------
    contents : Contents
    estimators : list
        scikit-learn objects, which the contents name by their place.
    """

    def __init__(self) -> None:
        self.contents = Contents()
        self.estimators: list[Any] = []

    def put(self, name: str, array: Any, dtype: Any = None) -> None:
        """Keep an array."""
        assert name not in self.contents.arrays, name
        self.contents.arrays[name] = np.asarray(array, dtype=dtype)

    def put_ragged(self, name: str, items: Sequence[NDArray[Any]], empty: NDArray[Any]) -> None:
        """Keep arrays end to end; ``empty`` has the form of all, and stands where there are none.

        Item k is ``name[start[k]:start[k + 1]]``, with ``start`` the array ``name_start``.
        """
        self.put(f"{name}_start", np.cumsum([0, *map(len, items)]), np.int64)
        self.put(name, np.concatenate([empty, *items]), empty.dtype)

    def keep(self, estimator: Any) -> int:
        """Keep a scikit-learn object; its place."""
        self.estimators.append(estimator)
        return len(self.estimators) - 1


class Reader:
    """Hands out the contents of a file, each part once and only in the form expected.

    Parameters
    ----------
    contents : Contents
    estimators : sequence
        scikit-learn objects, as `Writer.estimators` had them.
    """

    def __init__(self, contents: Contents, estimators: Sequence[Any] = ()):
        self.contents = contents
        self.estimators = estimators
        self._left = dict(contents.arrays)

    def take(self, name: str, dtype: Any, *shape: int | None) -> NDArray[Any]:
        """An array of this type and shape, in which None is any size."""
        array = self.take_any(name)
        fits = len(shape) == array.ndim and all(
            size is None or size == found for size, found in zip(shape, array.shape)
        )
        wanted = f"{np.dtype(dtype)} of shape {shape}".replace("None", "any")
        demand(
            fits and array.dtype == dtype,
            f"{name}: {array.dtype} of shape {array.shape}, not {wanted}",
        )
        return array

    def take_any(self, name: str) -> NDArray[Any]:
        """An array of any type and shape."""
        demand(name in self._left, f"the array {name!r} is missing")
        return self._left.pop(name)

    def take_start(self, name: str, count: int | None, total: int) -> NDArray[np.int64]:
        """Where the items of a ragged column begin and end: from 0 to total, never falling."""
        start = self.take(name, np.int64, None if count is None else count + 1)
        rises = len(start) and start[0] == 0 and start[-1] == total and (np.diff(start) >= 0).all()
        demand(rises, f"{name}: does not rise from 0 to {total}")
        return start

    def take_ragged(
        self, name: str, count: int | None, dtype: Any, *shape: int | None
    ) -> list[NDArray[Any]]:
        """The items of a ragged column; shape is that of one entry."""
        values = self.take(name, dtype, None, *shape)
        start = self.take_start(f"{name}_start", count, len(values))
        return [values[part] for part in parts(start)]

    def entry(self, name: str, kind: type | tuple[type, ...]) -> Any:
        """A value of the document, of this type."""
        return checked(self.contents.document, name, kind)

    def done(self) -> None:
        """Refuse arrays that nothing has asked for."""
        demand(not self._left, f"arrays that no part of the model needs: {sorted(self._left)}")


def parts(start: NDArray[np.int64]) -> list[slice]:
    """The places of the items that begin and end there."""
    return [slice(low, high) for low, high in pairwise(start.tolist())]


def checked(document: Any, name: str, kind: type | tuple[type, ...]) -> Any:
    """A value of a JSON object, of this type; True is no number here."""
    demand(isinstance(document, dict) and name in document, f"{name!r} is missing")
    value, kinds = document[name], kind if isinstance(kind, tuple) else (kind,)
    demand(type(value) in kinds, f"{name!r} is {value!r:.80}")
    return value


def demand_all(name: str, holds: Any, text: str) -> None:
    """Refuse an array in which something does not hold, naming the first place."""
    holds = np.atleast_1d(holds)
    if not holds.all():
        with within(name):
            demand(False, f"{text} (entry {np.argwhere(~holds)[0].tolist()})")
