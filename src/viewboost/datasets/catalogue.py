"""All data by name: what there is, made or loaded alike."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost.datasets.gaussians import make_agreeing_views, make_uneven_views
from viewboost.datasets.loading import SPECS, load
from viewboost.datasets.students import make_students
from viewboost.datasets.triangle import make_triangle
from viewboost.datasets.waterhole import make_waterhole
from viewboost.datasets.xd6 import make_xd6
from viewboost.views.container import Views
from viewboost.views.hints import unknown
from viewboost.views.table import Table

GENERATORS: dict[str, Callable[..., tuple[Any, ...]]] = {
    "agreeing-views": make_agreeing_views,
    "students": make_students,
    "triangle": make_triangle,
    "uneven-views": make_uneven_views,
    "waterhole": make_waterhole,
    "xd6": make_xd6,
}


@dataclass(frozen=True)
class Entry:
    """What is known of one: a generator has no numbers until it runs."""

    name: str
    kind: str
    description: str
    n_rows: int | None = None
    n_classes: int | None = None
    licence: str | None = None


def entries() -> list[Entry]:
    """All generators, then all real data.

    Examples
    --------
    >>> [entry.name for entry in entries()][:2]
    ['agreeing-views', 'students']
    """
    made = [
        Entry(name, "generated", (inspect.getdoc(maker) or "").split("\n")[0])
        for name, maker in GENERATORS.items()
    ]
    return made + [
        Entry(name, "real", spec.description, sum(spec.counts), len(spec.counts), spec.licence)
        for name, spec in SPECS.items()
        if name not in GENERATORS
    ]


def make(
    name: str, *, n_rows: int | None = None, random_state: int = 0
) -> tuple[Views, NDArray[Any], dict[str, list[str]]]:
    """The views, the classes, and the names of columns where they have some.

    Parameters
    ----------
    name : str
        One of `entries`.
    n_rows, random_state : int
        Of a generator; real data are as they are.

    Examples
    --------
    >>> views, y, names = make("waterhole", n_rows=10)
    >>> views.shape, names["photo"]
    ((10, 5), ['shoulder_height', 'body_length', 'stripes'])
    """
    if name in GENERATORS:
        given = {} if n_rows is None else {"n_samples": n_rows}
        X, y = GENERATORS[name](**given, random_state=random_state)
        views, names = _without_tables(_as_views(X))
        return views, y, names
    if name not in SPECS:
        known = [entry.name for entry in entries()]
        raise ValueError(unknown(f"no data are called {name!r}", name, known, "there are"))
    data = load(name)
    return data.views, data.target, {view: list(names) for view, names in data.columns.items()}


def _as_views(X: Any) -> Views:
    return X if isinstance(X, Views) else Views(x=X)


def _without_tables(views: Views) -> tuple[Views, dict[str, list[str]]]:
    """The views with tables of numbers as arrays, and the names of their columns."""
    tables = {view: block for view, block in views.items() if isinstance(block, Table)}
    arrays = {
        view: np.column_stack([table.column(name).data for name in table.columns])
        for view, table in tables.items()
    }
    blocks = {view: arrays.get(view, block) for view, block in views.items()}
    return Views(**blocks), {view: table.columns for view, table in tables.items()}
