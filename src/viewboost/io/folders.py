"""A folder of files that one fit at a time holds."""

from __future__ import annotations

import glob
import json
import os
import platform
from contextlib import suppress
from typing import Any

from viewboost.io import container

VERSION = 1
LOCK = "lock"


class Folder:
    """A folder of a checkpoint, made where it is missing, and locked until it is closed.

    The lock is the operating system's, so that it ends with its process, however that ends.

    Parameters
    ----------
    path : path-like

    Raises
    ------
    BlockingIOError
        If another fit holds it; the error says which.
    OSError
        If it cannot be made or written to.
    """

    def __init__(self, path: Any):
        self.path = os.fsdecode(path)
        os.makedirs(self.path, exist_ok=True)
        self._lock = _locked(self._place(LOCK))
        # A process that was killed while it wrote has left its draft.
        for draft in glob.glob(".*.vb.*.tmp", root_dir=self.path, include_hidden=True):
            os.remove(self._place(draft))

    def _place(self, name: str) -> str:
        return os.path.join(self.path, name)

    def write(self, name: str, contents: container.Contents) -> None:
        """Write a file as a whole or not at all."""
        container.write(self._place(name), "checkpoint", VERSION, contents)

    def read(self, name: str) -> container.Contents | None:
        """What a file holds, every byte checked; None where there is no such file."""
        try:
            return container.read(self._place(name), "checkpoint", VERSION)
        except FileNotFoundError:
            return None

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        with suppress(FileNotFoundError):
            os.remove(self._place(name))

    def close(self) -> None:
        """Let others have the folder."""
        os.close(self._lock)


def _locked(path: str) -> int:
    """A handle of the file, locked, with who holds it written inside."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _lock(handle)
    except OSError as error:
        holder = _holder(path)
        os.close(handle)
        raise BlockingIOError(
            error.errno,
            f"another fit holds this checkpoint ({holder}); give each fit its own",
            path,
        ) from error
    os.ftruncate(handle, 0)
    os.write(handle, json.dumps({"process": os.getpid(), "host": platform.node()}).encode())
    return handle


def _holder(path: str) -> str:
    try:
        with open(path) as file:
            told = json.load(file)
        return f"process {told['process']} on {told['host']}"
    except (OSError, ValueError, KeyError, TypeError):  # it is about to write its name
        return "unknown"


def _lock(handle: int) -> None:
    if os.name == "nt":
        import msvcrt

        os.lseek(handle, 2**30, os.SEEK_SET)  # beyond the text, which others read
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        os.lseek(handle, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
