"""Writing a file as a whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterable
from typing import Any


def write_atomically(path: Any, pieces: Iterable[bytes]) -> None:
    """Write the pieces to a file; until all are on the disk, what was there before stays.

    They go to a new file in the same folder, which takes the place of the old one at the end.
    An ``OSError`` names the path; only a plain file is ever replaced.
    """
    target = os.path.realpath(os.fspath(path))
    _refuse_special(target, path)
    # A leading dot and an ending of its own: nobody takes a half-written file for a model.
    folder, name = os.path.split(target)
    draft = os.path.join(folder, f".{name}.{secrets.token_hex(8)}.tmp")
    try:
        _write(draft, pieces)
        os.replace(draft, target)
    except BaseException as error:
        _remove(draft)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, os.fspath(path)) from error
        raise
    _sync_folder(folder)


def _refuse_special(target: str, path: Any) -> None:
    # Replacing /dev/null or a pipe would take it from every other program.
    if os.path.exists(target) and not os.path.isfile(target):
        code = errno.EISDIR if os.path.isdir(target) else errno.EINVAL
        raise OSError(code, "a plain file cannot take the place of what is here", os.fspath(path))


def _write(path: str, pieces: Iterable[bytes]) -> None:
    with open(path, "xb") as file:
        for piece in pieces:
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())


def _remove(path: str) -> None:
    try:
        os.remove(path)
    except OSError:  # it was never made, or has taken its place already
        return


def _sync_folder(folder: str) -> None:
    """Make the new name last through a loss of power, where folders can be synced."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
