"""Where the files of a data set are found: a folder, the cache, a package, or the net."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from viewboost.io.atomic import write_atomically

FOLDER = "VIEWBOOST_DATA"
_CHUNK = 1 << 20
_TIMEOUT = 30  # seconds


class DatasetNotFoundError(OSError):
    """No file of that data set here, and none could be fetched."""


@dataclass(frozen=True)
class File:
    """One raw file: its name below a data folder, its checksum, and where else it can be had.

    ``package`` is the installed package that holds it and the path inside; ``url`` its public
    address.
    """

    path: str
    sha256: str
    package: tuple[str, str] | None = None
    url: str | None = None


def cache_folder() -> Path:
    """The folder for fetched files: what the system has for caches, below the user's home."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "viewboost" / "data"


def find(file: File, name: str, *, download: bool) -> Path:
    """The path of a file, fetched into the cache if it is nowhere else.

    Wherever it was found, its checksum is verified: a corrupted copy is no data set.
    """
    for path in _places(file):
        if path.is_file():
            return _verified(path, file, name)
    if not download:
        raise DatasetNotFoundError(f"{_nowhere(file, name)}; download=True would try the net")
    return _fetched(file, name)


def _places(file: File) -> Iterator[Path]:
    folder = os.environ.get(FOLDER)
    if folder:
        yield Path(folder).expanduser() / file.path
    yield cache_folder() / file.path
    if file.package:
        package, inside = file.package
        spec = importlib.util.find_spec(package)  # finds it, and runs none of its code
        for place in (spec and spec.submodule_search_locations) or ():
            yield Path(place) / inside


def _fetched(file: File, name: str) -> Path:
    if file.url is None:
        raise DatasetNotFoundError(
            f"{_nowhere(file, name)}, and it has no public address to fetch it from"
        )
    try:
        with urlopen(file.url, timeout=_TIMEOUT) as reply:
            content = reply.read()
    except (URLError, OSError) as error:
        reason = getattr(error, "reason", error)
        raise DatasetNotFoundError(
            f"{_nowhere(file, name)}, and {file.url} could not be fetched ({reason})"
        ) from error
    if hashlib.sha256(content).hexdigest() != file.sha256:
        raise DatasetNotFoundError(
            f"data set {name!r}: {file.url} no longer holds the file that the papers' figures "
            f"stand on (its checksum differs); put a right copy into {cache_folder() / file.path}"
        )
    path = cache_folder() / file.path
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, [content])
    return path


def _verified(path: Path, file: File, name: str) -> Path:
    with open(path, "rb") as opened:
        found = hashlib.file_digest(opened, "sha256").hexdigest()
    if found != file.sha256:
        raise ValueError(
            f"data set {name!r}: {path} is not the file expected (sha256 {found[:12]}…, expected "
            f"{file.sha256[:12]}…): it is damaged or another version; remove it"
        )
    return path


def _nowhere(file: File, name: str) -> str:
    folder = os.environ.get(FOLDER)
    looked = [f"{FOLDER}={folder}" if folder else f"{FOLDER} (not set)", str(cache_folder())]
    if file.package:
        looked.append(f"the package {file.package[0]!r} (pip install 'viewboost[data]')")
    return f"data set {name!r}: {file.path} is in none of {', '.join(looked)}"
