"""The archive: what is read is what would have been written, to the last byte."""

import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewboost import ModelFileError
from viewboost.io import zips

MEMBERS = {"a.json": b"{}", "b/c_1.npy": b"\x93NUMPY", "empty.npy": b""}

NAMES = ["a.json", "a/b.npy", "a_1/b/c.npy", "0.skops", "a" * 200 + ".npy"]


def read(data):
    """All members of an archive."""
    file = io.BytesIO(data)
    return {
        name: bytes(zips.read(file, member))
        for name, member in zips.directory(file, len(data)).items()
    }


@given(st.dictionaries(st.sampled_from(NAMES), st.binary(), max_size=5))
@settings(deadline=None, max_examples=40)
def test_members_come_back_here_and_in_any_reader_of_zips(members):
    data = b"".join(zips.pack(members))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == members
        assert all(info.compress_type == zipfile.ZIP_STORED for info in archive.infolist())
    if members:
        assert read(data) == members


def test_every_flipped_bit_is_found():
    data = b"".join(zips.pack(MEMBERS))
    for place in range(8 * len(data)):
        damaged = bytearray(data)
        damaged[place // 8] ^= 1 << (place % 8)
        with pytest.raises(ModelFileError):
            read(bytes(damaged))


def test_every_cut_is_found():
    data = b"".join(zips.pack(MEMBERS))
    for place in range(len(data)):
        for part in (data[:place], data[place + 1 :], data[:place] + b"x" + data[place:]):
            with pytest.raises(ModelFileError):
                read(part)


def written(name="x.npy", data=b"data", how=zipfile.ZIP_STORED):
    """An archive as another program would write it."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(zipfile.ZipInfo(name), data, how)
    return buffer.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        written(how=zipfile.ZIP_DEFLATED),
        written(data=bytes(10**6), how=zipfile.ZIP_DEFLATED),
        written(name="../x.npy"),
        written(name="/x.npy"),
        written(name="X.npy"),
        b"before" + b"".join(zips.pack(MEMBERS)),
        b"".join(zips.pack(MEMBERS)) + b"after",
    ],
)
def test_other_archives_are_refused(data):
    with pytest.raises(ModelFileError):
        read(data)


def test_a_member_twice_is_refused():
    one = zips.Member("x.npy", 0, 0, 0)
    two = one._replace(offset=one.end)
    entries = one.central() + two.central()
    end = zips._end(2, len(entries), two.end)
    with pytest.raises(ModelFileError, match="names 'x.npy' twice"):
        read(one.local() + two.local() + entries + end)


def test_sizes_are_refused_before_anything_is_read():
    class Untouchable:
        def seek(self, *args):
            raise AssertionError("read before its size was known to be good")

    with pytest.raises(ModelFileError, match="more than the"):
        zips.directory(Untouchable(), 2**40)


@pytest.mark.parametrize(
    ("limit", "value"), [("MAX_SIZE", 50), ("MAX_SIZE", 250), ("MAX_MEMBERS", 2)]
)
def test_what_could_not_be_read_is_not_written(monkeypatch, limit, value):
    monkeypatch.setattr(zips, limit, value)
    with pytest.raises(ModelFileError, match="in one file|in a file"):
        zips.pack(MEMBERS)


def test_the_size_of_the_directory_is_limited(monkeypatch):
    data = b"".join(zips.pack(MEMBERS))
    monkeypatch.setattr(zips, "MAX_MEMBERS", 2)
    with pytest.raises(ModelFileError, match="its directory is too large"):
        read(data)


def test_names_have_an_end():
    assert not zips.NAME.fullmatch("a" * 252 + ".npy")
    assert zips.NAME.fullmatch("a" * 251 + ".npy")
