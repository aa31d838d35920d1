"""The container: contents come back, and nothing else is taken for them."""

import json

import numpy as np
import pytest

from viewboost import ModelFileError
from viewboost.io import container, zips
from viewboost.io.container import Contents


def contents():
    arrays = {"x/y": np.arange(3), "w": np.zeros((0, 2))}
    return Contents({"a": [1, 0.1, "\ud800"]}, arrays, {"z.bin": b"\x00"})


def rewritten(path, change):
    """Change the manifest and the members, with all checksums right again."""
    with open(path, "rb") as file:
        size = path.stat().st_size
        parts = {n: bytes(zips.read(file, m)) for n, m in zips.directory(file, size).items()}
    manifest = json.loads(parts.pop(container.MANIFEST))
    del parts[container.SEAL]
    text = change(manifest, parts) or json.dumps(manifest).encode()
    head = {container.SEAL: container.seal(text), container.MANIFEST: text}
    path.write_bytes(b"".join(zips.pack({**head, **parts})))


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "x.vb"
    container.write(path, "thing", 2, contents())
    return path


def test_contents_come_back(path):
    back = container.read(path, "thing", 2)
    assert back.document == contents().document
    assert back.arrays["x/y"].tolist() == [0, 1, 2]
    assert back.blobs == contents().blobs


def test_same_contents_same_bytes(path):
    before = path.read_bytes()
    turned = dict(reversed(contents().arrays.items()))
    container.write(path, "thing", 2, Contents(contents().document, turned, contents().blobs))
    assert path.read_bytes() == before


def test_older_versions_are_read(path):
    assert container.read(path, "thing", 3).blobs == contents().blobs


@pytest.mark.parametrize(
    ("kind", "version", "text"),
    [
        ("other", 2, "a 'viewboost thing', not a 'viewboost other'"),
        ("thing", 1, "its format version is 2, .*reads versions up to 1: install a newer one"),
    ],
)
def test_other_kinds_and_newer_versions_are_refused(path, kind, version, text):
    with pytest.raises(ModelFileError, match=text):
        container.read(path, kind, version)


def edit(key, value):
    def change(manifest, parts):
        manifest[key] = value

    return change


def listed(name, **entry):
    def change(manifest, parts):
        manifest["members"][name] |= entry

    return change


def drop(manifest, parts):
    del parts["z.bin"]


def add(manifest, parts):
    parts["zz.bin"] = b"more"


def turn(manifest, parts):
    parts["x/y.npy"] = parts.pop("x/y.npy")


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (drop, "not those of its manifest .*lacking: \\['z.bin'\\]"),
        (add, "not those of its manifest \\(extra: \\['zz.bin'\\]"),
        (turn, "not in their order"),
        (listed("z.bin", sha256="0"), "z.bin: its bytes are damaged"),
        (listed("z.bin", more=1), "z.bin: its entry in the manifest is damaged"),
        (listed("x/y.npy", shape=[4]), "x/y.npy: its form is not that of the manifest"),
        (edit("members", []), "its members are no object"),
        (
            edit("members", {"z.bin": 1, "x/y.npy": 1, "w.npy": 1}),
            "its entry in the manifest is no object",
        ),
        (edit("content", []), "not one of viewboost"),
        (edit("more", 1), "not one of viewboost"),
        (edit("format_version", "2"), "its version is no number"),
        (edit("format_version", True), "its version is no number"),
        (lambda m, p: b"[" * 100_000, "not JSON as it should be"),
        (lambda m, p: b'{"a": 1, "a": 1}', "a key occurs twice"),
        (lambda m, p: b'{"a": NaN}', "NaN is no JSON number"),
        (lambda m, p: b"1" * 5000, "not JSON as it should be"),
        (lambda m, p: b"\xff", "not JSON as it should be"),
        (lambda m, p: '{"a": 1}'.encode("utf-16"), "not JSON as it should be"),
        (lambda m, p: b"null", "not one of viewboost"),
    ],
)
def test_a_manifest_that_does_not_fit_is_refused(path, change, text):
    rewritten(path, change)
    with pytest.raises(ModelFileError, match=f"x.vb: .*{text}"):
        container.read(path, "thing", 2)


def test_a_manifest_with_another_checksum_is_refused(path):
    with open(path, "rb") as file:
        found = zips.directory(file, path.stat().st_size)
        parts = {n: bytes(zips.read(file, m)) for n, m in found.items()}
    parts[container.MANIFEST] += b" "
    path.write_bytes(b"".join(zips.pack(parts)))
    with pytest.raises(ModelFileError, match="manifest.json: its checksum differs"):
        container.read(path, "thing", 2)


def test_a_manifest_of_unusual_size_is_refused_unread(path, monkeypatch):
    monkeypatch.setattr(container, "MAX_MANIFEST", 10)
    with pytest.raises(ModelFileError, match="a manifest of .* bytes, more than 10"):
        container.read(path, "thing", 2)


@pytest.mark.parametrize("name", ["Upper", "../x", "a//b", "", "a b"])
def test_names_of_arrays_are_plain(tmp_path, name):
    with pytest.raises(ModelFileError, match="a member"):
        container.write(tmp_path / "x.vb", "thing", 1, Contents({}, {name: np.zeros(1)}))
    assert not (tmp_path / "x.vb").exists()


def test_a_manifest_of_unusual_size_is_not_written(tmp_path, monkeypatch):
    monkeypatch.setattr(container, "MAX_MANIFEST", 10)
    with pytest.raises(ModelFileError, match="a manifest of .* bytes; names may be too many"):
        container.write(tmp_path / "x.vb", "thing", 1, contents())


@pytest.mark.parametrize(
    ("members", "text"),
    [
        ({"x.npy": b""}, "it has no manifest"),
        ({container.MANIFEST: b"{}", container.SEAL: b""}, "it has no manifest"),
        ({container.SEAL: bytes(300), container.MANIFEST: b"{}"}, "its seal is too large"),
    ],
)
def test_an_archive_without_a_manifest_is_refused(path, members, text):
    path.write_bytes(b"".join(zips.pack(members)))
    with pytest.raises(ModelFileError, match=text):
        container.read(path, "thing", 2)
