"""The container of all files: a manifest, arrays and blobs, with checksums."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO, NoReturn

from numpy.typing import NDArray

from viewboost import __version__
from viewboost.io import npy, zips
from viewboost.io.atomic import write_atomically
from viewboost.io.errors import ModelFileError, demand, within

MANIFEST, SEAL = "manifest.json", "manifest.sha256"
MAX_MANIFEST = 64 * 2**20


@dataclass
class Contents:
    """What a file holds.

    Attributes
    ----------
    document : dict
        Plain JSON values.
    arrays : dict
        Arrays by their name, such as ``votes/vector``: letters, digits, "_" and "/".
    blobs : dict
        Bytes by their name, which has an ending of its own, such as ``foreign.skops``.
    """

    document: dict[str, Any] = field(default_factory=dict)
    arrays: dict[str, NDArray[Any]] = field(default_factory=dict)
    blobs: dict[str, bytes] = field(default_factory=dict)


def write(path: Any, kind: str, version: int, contents: Contents) -> None:
    """Write a file as a whole or not at all; the same contents give the same bytes.

    Parameters
    ----------
    path : path-like
    kind : str
        What the file is, such as ``"model"``: another kind is refused in its place.
    version : int
        Of the form of the contents.
    contents : Contents
    """
    write_atomically(path, pack(kind, version, contents))


def pack(kind: str, version: int, contents: Contents) -> list[bytes]:
    """The bytes of a file, in pieces."""
    members = {f"{name}.npy": npy.dump(array) for name, array in contents.arrays.items()}
    members |= contents.blobs
    members = dict(sorted(members.items()))
    for name in members:
        demand(zips.NAME.fullmatch(name) and name not in (MANIFEST, SEAL), f"a member {name!r}")
    manifest = {
        "format": f"viewboost {kind}",
        "format_version": version,
        "library_version": __version__,
        "members": {name: _entry(name, data, contents) for name, data in members.items()},
        "content": contents.document,
    }
    text = _dumps(manifest)
    demand(len(text) <= MAX_MANIFEST, f"a manifest of {len(text):,} bytes; names may be too many")
    return zips.pack({SEAL: seal(text), MANIFEST: text, **members})


def _entry(name: str, data: bytes, contents: Contents) -> dict[str, Any]:
    digest = {"sha256": sha256(data)}
    if name in contents.blobs:
        return digest
    array = contents.arrays[name.removesuffix(".npy")]
    return {**digest, **_form(array)}


def _form(array: NDArray[Any]) -> dict[str, Any]:
    return {"dtype": array.dtype.newbyteorder("<").str, "shape": list(array.shape)}


def seal(manifest: bytes | bytearray) -> bytes:
    """The checksum of the manifest, in the form that sha256sum reads."""
    return f"{sha256(manifest)}  {MANIFEST}\n".encode()


def sha256(data: bytes | bytearray) -> str:
    """A checksum, in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def _dumps(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, allow_nan=False).encode()


def read(path: Any, kind: str, version: int) -> Contents:
    """Read a file of this kind and of no later version; everything in it is checked.

    Raises
    ------
    ModelFileError
        If a single byte is not as it was written, or the file is of another kind.
    OSError
        If the file cannot be opened or read.
    """
    with open(path, "rb") as file, within(os.fsdecode(path)):
        members = zips.directory(file, os.fstat(file.fileno()).st_size)
        manifest = _manifest(file, members)
        _check_kind(manifest, kind, version)
        listed = manifest["members"]
        expected = [SEAL, MANIFEST, *sorted(listed)]
        demand(list(members) == expected, _unlike(list(members), expected))
        contents = Contents(manifest["content"])
        for name in sorted(listed):
            _read_member(file, members[name], listed[name], contents)
        return contents


def _manifest(file: BinaryIO, members: Mapping[str, zips.Member]) -> dict[str, Any]:
    demand(list(members)[:2] == [SEAL, MANIFEST], "not a viewboost file (it has no manifest)")
    demand(members[SEAL].size <= 256, "its seal is too large")
    size = members[MANIFEST].size
    demand(size <= MAX_MANIFEST, f"a manifest of {size:,} bytes, more than {MAX_MANIFEST:,}")
    text = zips.read(file, members[MANIFEST])
    demand(zips.read(file, members[SEAL]) == seal(text), f"{MANIFEST}: its checksum differs")
    manifest = loads(text)
    keys = {"format", "format_version", "library_version", "members", "content"}
    plain = isinstance(manifest, dict) and set(manifest) == keys
    demand(plain and isinstance(manifest["content"], dict), f"{MANIFEST}: not one of viewboost")
    demand(isinstance(manifest["members"], dict), f"{MANIFEST}: its members are no object")
    return manifest


def loads(text: bytes | bytearray) -> Any:
    """The value of a JSON text; numbers are finite, and no key occurs twice."""
    try:
        return json.loads(text.decode(), object_pairs_hook=_unique, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise ModelFileError(f"{MANIFEST}: not JSON as it should be: {error}") from error


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    demand(len(found) == len(pairs), "a key occurs twice")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ModelFileError(f"{name} is no JSON number")


def _check_kind(manifest: Mapping[str, Any], kind: str, version: int) -> None:
    found, by = manifest["format_version"], manifest["library_version"]
    wanted = f"viewboost {kind}"
    demand(manifest["format"] == wanted, f"a {manifest['format']!r}, not a {wanted!r}")
    demand(type(found) is int and found >= 1 and isinstance(by, str), "its version is no number")
    demand(
        found <= version,
        f"its format version is {found}, written by viewboost {by}; this is viewboost "
        f"{__version__}, which reads versions up to {version}: install a newer one",
    )


def _unlike(found: list[str], expected: list[str]) -> str:
    extra, lacking = sorted(set(found) - set(expected)), sorted(set(expected) - set(found))
    if not extra and not lacking:
        return "its members are not in their order"
    return f"its members are not those of its manifest (extra: {extra}, lacking: {lacking})"


def _read_member(file: BinaryIO, member: zips.Member, listed: Any, contents: Contents) -> None:
    """Read one member into the contents, once its checksum and its form are as listed."""
    data = zips.read(file, member)
    name, ending = member.name.rsplit(".", 1)
    with within(member.name):
        demand(isinstance(listed, dict), "its entry in the manifest is no object")
        digest = sha256(data)
        demand(listed.get("sha256") == digest, "its bytes are damaged (SHA-256)")
        if ending != "npy":
            demand(set(listed) == {"sha256"}, "its entry in the manifest is damaged")
            contents.blobs[member.name] = bytes(data)
            return
        array = npy.load(data)
        demand(listed == {"sha256": digest, **_form(array)}, "its form is not that of the manifest")
        contents.arrays[name] = array
