"""How kernels are compiled: when they are first called, without the GIL, cached if possible."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import update_wrapper
from threading import Lock
from typing import Any

import numba
from numba import types
from numba.core import event

PATIENCE = 2.0  # seconds of compiling before the user is told

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


class Kernel:
    """A function that is compiled, or loaded from the cache, when it is first called.

    So a fit pays only for the kernels that its data need.
    """

    def __init__(self, function: Callable, signatures: tuple[types.Type, ...]):
        update_wrapper(self, function)
        self.function, self.signatures = function, signatures
        self.lock, self.compiled = Lock(), None

    def __call__(self, *args: Any) -> Any:
        try:
            return (self.compiled or self.compile())(*args)
        except OSError:  # types that come late are compiled within the call: the disk is full
            return self.compile()(*args)

    def compile(self) -> Callable:
        """The compiled function, made by the first thread that asks for it."""
        with self.lock:
            if self.compiled is None:
                self.compiled = compiled(self.function, self.signatures)
        return self.compiled


def compiled(function: Callable, signatures: tuple[types.Type, ...]) -> Callable:
    """Compile for the given signatures; for none, for whatever types come.

    The result is kept on disk beside the module or in the user's cache folder; where
    neither can be written (read-only installation, no HOME, full disk) it is compiled
    anew in every process.
    """
    types_known = list(signatures) or None
    try:
        return numba.njit(types_known, nogil=True, cache=True)(function)
    except (RuntimeError, OSError):  # "cannot cache function …: no locator available"
        return numba.njit(types_known, nogil=True)(function)


def kernel(*signatures: types.Type) -> Callable[[Callable], Kernel]:
    """Make a function a kernel, for the given signatures or for whatever types come."""
    return lambda function: Kernel(function, signatures)


# A function that kernels of the same file call.
part = numba.njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)


class Notice(event.Listener):
    """Says once, on the logger ``viewboost``, that kernels are being compiled.

    Only where that takes more than two seconds: what comes from the cache is not compiled.
    """

    def __init__(self) -> None:
        self.started: list[float] = []
        self.spent, self.said = 0.0, False

    def on_start(self, event: Any) -> None:
        """Note the time; a kernel's compilation holds those of the functions that it calls."""
        self.started.append(time.perf_counter())

    def on_end(self, event: Any) -> None:
        """Add up the time of our kernels, and speak when it is long enough."""
        waited = time.perf_counter() - self.started.pop()
        module = str(event.data["dispatcher"].py_func.__module__)
        if self.started or not module.startswith("viewboost."):
            return
        self.spent += waited
        if self.spent > PATIENCE and not self.said:
            self.said = True
            logging.getLogger("viewboost").warning(
                "compiling the kernels that these data need; where a cache can be written, "
                "later processes find them there"
            )


event.register("numba:compile", Notice())
