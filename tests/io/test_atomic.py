"""Files are written as a whole or not at all."""

import errno
import os

import pytest

from viewboost.io.atomic import write_atomically


def failing(*pieces, error):
    yield from pieces
    raise error


def test_a_new_file_takes_the_place_of_the_old(tmp_path):
    path = tmp_path / "a.vb"
    write_atomically(path, [b"old"])
    write_atomically(str(path), [b"n", b"ew"])
    assert path.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["a.vb"]


@pytest.mark.parametrize(
    "error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt(), ValueError()]
)
def test_what_was_there_stays_when_writing_fails(tmp_path, error):
    path = tmp_path / "a.vb"
    path.write_bytes(b"old")
    with pytest.raises(type(error)) as caught:
        write_atomically(path, failing(b"new", error=error))
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.vb"]
    if isinstance(error, OSError):
        assert caught.value.errno == errno.ENOSPC
        assert caught.value.filename == str(path)


def test_nothing_is_seen_of_a_file_that_is_being_written(tmp_path):
    path = tmp_path / "a.vb"

    def pieces():
        yield b"half"
        assert not path.exists()

    write_atomically(path, pieces())
    assert path.read_bytes() == b"half"


def test_a_folder_that_is_missing_is_named(tmp_path):
    path = tmp_path / "no" / "a.vb"
    with pytest.raises(FileNotFoundError) as caught:
        write_atomically(path, [b""])
    assert caught.value.filename == str(path)


def test_the_bytes_are_on_the_disk_before_the_name_is(tmp_path, monkeypatch):
    calls = []
    for name in ("fsync", "replace"):
        real = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *a, n=name, f=real: (calls.append(n), f(*a))[1])
    write_atomically(tmp_path / "a.vb", [b"x"])
    assert calls == ["fsync", "replace", "fsync"]


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real.vb").write_bytes(b"old")
    (tmp_path / "link.vb").symlink_to(tmp_path / "real.vb")
    write_atomically(tmp_path / "link.vb", [b"new"])
    assert (tmp_path / "real.vb").read_bytes() == b"new"
    assert (tmp_path / "link.vb").is_symlink()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are POSIX's")
def test_only_plain_files_are_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="a plain file cannot take the place") as caught:
        write_atomically(pipe, [b"new"])
    assert caught.value.filename == str(pipe)
    assert pipe.is_fifo()
    with pytest.raises(IsADirectoryError):
        write_atomically(tmp_path, [b"new"])
