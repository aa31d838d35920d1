"""Arrays as .npy bytes: numpy's own, and nothing else."""

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from viewboost import ModelFileError
from viewboost.io import npy

TYPES = ["<f8", "<f4", "<f2", "<i8", "<i4", "<i2", "|i1", "|u1", "<u8", "<u4", "|b1", "<U3"]


def saved(array, **options):
    """The bytes that numpy writes."""
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, array, **options)
    return bytearray(buffer.getvalue())


@given(
    hnp.arrays(
        st.sampled_from(TYPES).map(np.dtype),
        hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=5),
    )
)
@settings(deadline=None, max_examples=60)
def test_bytes_are_those_of_numpy_and_come_back(array):
    data = npy.dump(array)
    assert data == saved(array)
    back = npy.load(bytearray(data))
    assert back.dtype == array.dtype
    assert back.shape == array.shape
    assert back.tobytes() == array.tobytes()
    assert back.flags.aligned
    assert back.flags.writeable


def test_other_orders_of_bytes_and_memory_are_brought_into_the_one_form():
    array = np.asfortranarray(np.arange(6, dtype=">i4").reshape(2, 3))
    back = npy.load(bytearray(npy.dump(array)))
    assert back.dtype.str == "<i4"
    assert back.tolist() == array.tolist()


def with_header(text, data=b""):
    """An array with this header."""
    text = text.ljust(117) + "\n"
    return bytearray(b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode() + data)


PLAIN = "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }"


def test_the_plain_header_is_read():
    assert npy.load(with_header(PLAIN, bytes(8))).tolist() == [0.0]


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (with_header(PLAIN, bytes(16)), "16 bytes of data, 8 claimed"),
        (with_header(PLAIN.replace("1,", "1000000000000,"), bytes(8)), "8000000000000 claimed"),
        (with_header(PLAIN.replace("1,", "9" * 30 + ","), bytes(8)), "not one of a plain array"),
        (with_header(PLAIN.replace("False", "True"), bytes(8)), "not one of a plain array"),
        (with_header(PLAIN.replace("<f8", "|O"), bytes(8)), "not one of a plain array"),
        (with_header(PLAIN.replace("'<f8'", "[('a', '<f8')]"), bytes(8)), "not one of a plain"),
        (with_header(PLAIN.replace("1,", "__import__('os'),"), bytes(8)), "not one of a plain"),
        (with_header(PLAIN.replace("(1,)", "(1)"), bytes(8)), "not in the one form"),
        (with_header(PLAIN.replace("(1,)", "(01,)"), bytes(8)), "not in the one form"),
        (with_header(" " + PLAIN, bytes(8)), "not one of a plain array"),
        (saved(np.zeros(1), version=(2, 0)), "not an array in .npy format 1.0"),
        (bytearray(b"\x93NUMPY\x01\x00\xff\xff" + PLAIN.encode()), "claims 65535 bytes"),
        (bytearray(b"\x93NUMPY\x01\x00"), "claims 0 bytes"),
        (bytearray(), "not an array"),
        (bytearray(npy.dump(np.zeros(1, bool))[:-1] + b"\x02"), "neither 0 nor 1"),
        (bytearray(npy.dump(np.array(["x"]))[:-4] + b"\xff" * 4), "beyond the last code point"),
    ],
)
def test_anything_else_is_refused(data, text):
    with pytest.raises(ModelFileError, match=text):
        npy.load(data)


@pytest.mark.parametrize("array", [np.array([None]), np.zeros(1, "M8[s]"), np.zeros(1, "c16")])
def test_what_is_no_plain_number_is_not_written(array):
    with pytest.raises(ModelFileError, match="cannot be stored"):
        npy.dump(array)
