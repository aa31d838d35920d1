"""Arrays as .npy bytes, one form only: what is read must be what would have been written."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost.io.errors import demand

# Numbers of a fixed size, and strings of code points; no objects, no records, no dates.
_TYPE = r"(?:\|[biu]1|<[iu][248]|<f[248]|<U[1-9][0-9]{0,8})"
_HEADER = re.compile(
    rb"\{'descr': '(%b)', 'fortran_order': False, 'shape': \(((?:\d{1,18}(?:, \d{1,18})*,?)?)\), \}"
    % _TYPE.encode()
)
_PREFIX = b"\x93NUMPY\x01\x00"
_MAX_HEADER = 1024
_MAX_CODE_POINT = 0x10FFFF


def is_type(name: str) -> bool:
    """Whether this is the name of a type whose arrays can be stored."""
    return re.fullmatch(_TYPE, name) is not None


def is_storable(dtype: np.dtype[Any]) -> bool:
    """Whether arrays of this type can be stored."""
    return is_type(dtype.newbyteorder("<").str)


def header(dtype: np.dtype[Any], shape: tuple[int, ...]) -> bytes:
    """The bytes before the data: those that numpy writes, format 1.0."""
    text = f"{{'descr': '{dtype.str}', 'fortran_order': False, 'shape': {shape!r}, }}"
    length = -(-(len(_PREFIX) + 2 + len(text) + 1) // 64) * 64 - len(_PREFIX) - 2
    return _PREFIX + length.to_bytes(2, "little") + text.ljust(length - 1).encode() + b"\n"


def dump(array: NDArray[Any]) -> bytes:
    """The bytes of an array, little-endian and in C order."""
    array = np.asarray(array, order="C")
    array = array.astype(array.dtype.newbyteorder("<"), copy=False)
    demand(is_storable(array.dtype), f"arrays of {array.dtype} cannot be stored")
    return header(array.dtype, array.shape) + array.tobytes()


def load(data: bytearray) -> NDArray[Any]:
    """The array of these bytes, which it shares."""
    demand(data[: len(_PREFIX)] == _PREFIX, "not an array in .npy format 1.0")
    length = int.from_bytes(data[len(_PREFIX) : len(_PREFIX) + 2], "little")
    start = len(_PREFIX) + 2 + length
    demand(length <= _MAX_HEADER and start <= len(data), f"its header claims {length} bytes")
    found = _HEADER.match(data, len(_PREFIX) + 2)
    demand(found, "its header is not one of a plain array")
    assert found is not None
    dtype = np.dtype(found[1].decode())
    shape = tuple(int(size) for size in found[2].decode().split(",") if size.strip())
    demand(data[:start] == header(dtype, shape), "its header is not in the one form allowed")
    size = math.prod(shape) * dtype.itemsize
    demand(start + size == len(data), f"{len(data) - start} bytes of data, {size} claimed")
    array: NDArray[Any] = np.frombuffer(data, dtype, offset=start).reshape(shape)
    _check_cells(array)
    return array


def _check_cells(array: NDArray[Any]) -> None:
    """Refuse bytes that are no bool, or no character, though they have the size of one."""
    if array.dtype == bool:
        demand((array.view(np.uint8) <= 1).all(), "a bool that is neither 0 nor 1")
    if array.dtype.kind == "U" and array.size:
        points = array.reshape(-1).view(np.uint32)
        demand((points <= _MAX_CODE_POINT).all(), "a character beyond the last code point")
