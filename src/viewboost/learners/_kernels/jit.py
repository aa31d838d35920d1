"""How kernels are compiled: for declared types, without the GIL, cached where that is possible."""

from __future__ import annotations

from collections.abc import Callable

import numba
from numba import types

f8, i8, i4, i2, i1, u8, u1, b1 = (
    types.float64,
    types.int64,
    types.int32,
    types.int16,
    types.int8,
    types.uint64,
    types.uint8,
    types.boolean,
)


def read(dtype: types.Type, ndim: int, layout: str = "C") -> types.Array:
    """The type of an input array; users may pass read-only memory, so it is never written."""
    return types.Array(dtype, ndim, layout, readonly=True)


def write(dtype: types.Type, ndim: int, layout: str = "C") -> types.Array:
    """The type of an array that a kernel fills."""
    return types.Array(dtype, ndim, layout)


def kernel(*signatures: types.Type) -> Callable:
    """Compile a function for the given signatures when its module is imported.

    Without signatures it is compiled for the types of its first calls, when they come.
    The result is kept on disk beside the module or in the user's cache folder; where
    neither can be written (read-only installation, no HOME, full disk) it is compiled
    anew in every process.
    """
    given = list(signatures) or None

    def decorate(function: Callable) -> Callable:
        try:
            return numba.njit(given, nogil=True, cache=True)(function)
        except (RuntimeError, OSError):  # "cannot cache function …: no locator available"
            return numba.njit(given, nogil=True)(function)

    return decorate


# A function that kernels of the same file call.
part = numba.njit(nogil=True)
