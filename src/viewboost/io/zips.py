"""Stored zip archives in one canonical form: same members, same bytes."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Mapping
from typing import BinaryIO, NamedTuple

from viewboost.io.errors import demand, within

MAX_SIZE = 2**32 - 1  # what the 32-bit fields of a zip hold
MAX_MEMBERS = 4096
MAX_NAME = 255
NAME = re.compile(rf"(?=.{{1,{MAX_NAME}}}$)[a-z0-9_]+(/[a-z0-9_]+)*\.[a-z0-9]+")

_LOCAL = struct.Struct("<4s5H3I2H")
_CENTRAL = struct.Struct("<4s6H3I5H2I")
_END = struct.Struct("<4s4H2IH")
_VERSION, _FLAGS, _STORED = 20, 0, 0
_TIME, _DATE = 0, 0x21  # 1980-01-01: the same model gives the same bytes at any hour


class Member(NamedTuple):
    """What the directory says of a member."""

    name: str
    crc: int
    size: int
    offset: int

    def local(self) -> bytes:
        """The header before its data."""
        sizes = self.crc, self.size, self.size, len(self.name), 0
        return (
            _LOCAL.pack(b"PK\3\4", _VERSION, _FLAGS, _STORED, _TIME, _DATE, *sizes)
            + self.name.encode()
        )

    def central(self) -> bytes:
        """Its entry in the directory."""
        fixed = _VERSION, _VERSION, _FLAGS, _STORED, _TIME, _DATE
        sizes = self.crc, self.size, self.size, len(self.name)
        return (
            _CENTRAL.pack(b"PK\1\2", *fixed, *sizes, 0, 0, 0, 0, 0, self.offset)
            + self.name.encode()
        )

    @property
    def end(self) -> int:
        """Where the next member begins."""
        return self.offset + _LOCAL.size + len(self.name) + self.size


def pack(members: Mapping[str, bytes]) -> list[bytes]:
    """The archive of these members in their order, in pieces."""
    pieces, directory, offset = [], [], 0
    for name, data in members.items():
        # Checked before it is packed, whose fields would overflow.
        demand(offset + len(data) <= MAX_SIZE, f"more than {MAX_SIZE:,} bytes in one file")
        member = Member(name, zlib.crc32(data), len(data), offset)
        pieces += [member.local(), data]
        directory.append(member.central())
        offset = member.end
    demand(len(directory) <= MAX_MEMBERS, f"{len(directory)} members in one file")
    entries = b"".join(directory)
    demand(offset + len(entries) + _END.size <= MAX_SIZE, f"more than {MAX_SIZE:,} bytes in a file")
    return [*pieces, entries, _end(len(directory), len(entries), offset)]


def _end(count: int, size: int, offset: int) -> bytes:
    return _END.pack(b"PK\5\6", 0, 0, count, count, size, offset, 0)


def directory(file: BinaryIO, size: int) -> dict[str, Member]:
    """The members of an archive of this size; the sizes are known to be those of the file."""
    demand(size <= MAX_SIZE, f"{size:,} bytes, more than the {MAX_SIZE:,} of a viewboost file")
    file.seek(0)
    begin = file.read(4)
    demand(
        begin == b"PK\3\4" and size >= _END.size, f"not a viewboost file (begins with {begin!r})"
    )
    file.seek(size - _END.size)
    end = file.read(_END.size)
    _, _, _, _, count, length, offset, _ = _END.unpack(end.ljust(_END.size))
    known = end == _end(count, length, offset) and offset + length + _END.size == size
    demand(known, "cut off, or not a viewboost file (no directory at its end)")
    longest = _CENTRAL.size + MAX_NAME
    demand(count <= MAX_MEMBERS and length <= count * longest, "its directory is too large")
    file.seek(offset)
    return _entries(file.read(length), count, offset)


def _entries(data: bytes, count: int, end: int) -> dict[str, Member]:
    """The entries of the directory, whose members fill the file up to its own place."""
    members: dict[str, Member] = {}
    place, offset = 0, 0
    for _ in range(count):
        fixed = _CENTRAL.unpack(data[place : place + _CENTRAL.size].ljust(_CENTRAL.size))
        crc, size, length = fixed[7], fixed[8], fixed[10]
        name = data[place + _CENTRAL.size : place + _CENTRAL.size + length].decode("latin-1")
        demand(NAME.fullmatch(name), f"its directory names a member {name!r}")
        demand(name not in members, f"its directory names {name!r} twice")
        member = members[name] = Member(name, crc, size, offset)
        entry = member.central()
        demand(data[place : place + len(entry)] == entry, f"its directory is damaged at {name!r}")
        place, offset = place + len(entry), member.end
    demand(place == len(data) and offset == end, "its members do not fill the file")
    return members


def read(file: BinaryIO, member: Member) -> bytearray:
    """The data of a member, checked."""
    with within(member.name):
        file.seek(member.offset)
        head = member.local()
        demand(file.read(len(head)) == head, "its header is damaged")
        data = bytearray(member.size)
        file.readinto(data)  # type: ignore[attr-defined]
        demand(zlib.crc32(data) == member.crc, "its bytes are damaged (CRC)")
        return data
