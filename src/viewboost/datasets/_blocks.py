"""Parsers of data that come in several blocks: matrices, web pages, names."""

from __future__ import annotations

import tarfile
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.io import loadmat

from viewboost.datasets._tables import TableFormat
from viewboost.views.container import Views

_CSV = TableFormat(header=True)


def parse_mat(
    paths: Sequence[Path], names: Sequence[str], *, is_sparse: bool = False
) -> tuple[Views, NDArray[Any]]:
    """A MATLAB file with a cell array ``X`` of matrices and a column ``y`` of classes."""
    content = loadmat(paths[0])
    blocks = [np.asarray(block, dtype=np.float64) for block in content["X"].ravel()]
    if is_sparse:
        blocks = [sparse.csr_matrix(block) for block in blocks]
    return Views(**dict(zip(names, blocks, strict=True))), content["y"].ravel().astype(np.int64)


def parse_csvs(paths: Sequence[Path], names: Sequence[str]) -> tuple[Views, NDArray[Any]]:
    """One file with a header per view, each with the class in its last column."""
    tables = [_CSV.parse([path]) for path in paths]
    for path, table in zip(paths, tables):
        if not np.array_equal(table.target, tables[0].target):
            raise ValueError(f"{path}: its classes differ from those of {paths[0]}")
    blocks = {name: table.values for name, table in zip(names, tables, strict=True)}
    return Views(**blocks), tables[0].target


def parse_pages(paths: Sequence[Path]) -> tuple[Views, NDArray[Any]]:
    """The archive of WebKB: ``…/fulltext/<class>/<page>`` and ``…/inlinks/<class>/<page>``."""
    texts: dict[str, dict[tuple[str, str], str]] = {"fulltext": {}, "inlinks": {}}
    with tarfile.open(paths[0]) as archive:
        for member in archive:
            if member.isfile():
                view, label, page = PurePosixPath(member.name).parts[-3:]
                content = archive.extractfile(member).read()  # type: ignore[union-attr]
                # The pages are of 1997: an encoding without invalid bytes.
                texts[view][label, page] = content.decode("latin-1")
    keys = sorted(texts["fulltext"])
    if keys != sorted(texts["inlinks"]):
        raise ValueError(f"{paths[0]}: the pages and their links do not match")
    views = Views(
        page=[texts["fulltext"][key] for key in keys],
        inlinks=[texts["inlinks"][key] for key in keys],
    )
    return views, np.array([label for label, _ in keys])


def parse_names(paths: Sequence[Path]) -> tuple[Views, NDArray[Any]]:
    """Two files of first names, female and male: a line of counts, a line of names."""
    lists = [path.read_text(encoding="utf-8").splitlines()[1].split(",") for path in paths]
    lists = [[name for name in names if name] for names in lists]
    genders = np.repeat(["female", "male"], [len(names) for names in lists])
    return Views(name=lists[0] + lists[1]), genders
