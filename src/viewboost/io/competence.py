"""Competence as arrays: where the training rows lie, and what each vote said about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from viewboost.io.errors import ModelFileError, demand
from viewboost.io.hypotheses import Form
from viewboost.io.tables import Reader, Writer, checked, demand_all
from viewboost.io.values import encode
from viewboost.vote.competence import Ground, Judges, Neighbours
from viewboost.vote.points import METRICS, Space
from viewboost.vote.votes import Competence, Vote

MAX_JOBS = 4096


def pack_competence(writer: Writer, competence: Competence) -> None:
    """Keep the competence of a model under ``competence/…``."""
    if isinstance(competence, Neighbours):
        told = _pack_neighbours(writer, competence)
    elif isinstance(competence, Judges):
        told = _pack_judges(writer, competence)
    else:
        raise ModelFileError(f"a competence of type {type(competence).__name__} cannot be stored")
    writer.put("competence/view", competence.views, np.int64)
    writer.contents.document["competence"] = told


def unpack_competence(
    reader: Reader, entries: Sequence[Vote], forms: Sequence[Form], n_classes: int
) -> Competence:
    """The competence of these votes; forms are those that the hypotheses of each view read."""
    told = reader.entry("competence", dict)
    kind = checked(told, "kind", str)
    demand(kind in ("neighbours", "judges"), f"a competence of kind {kind!r:.40}")
    views = reader.take("competence/view", np.int64, len(entries))
    same = [vote.views == (j,) for vote, j in zip(entries, views.tolist())]
    demand_all("competence/view", np.array(same, dtype=bool), "not the view of its vote")
    spaces = _unpack_spaces(reader, told, forms, views)
    if kind == "judges":
        return _unpack_judges(reader, told, spaces, views.tolist())
    known = _unpack_neighbours(reader, told, views.tolist(), n_classes)
    known.grounds = _unpack_grounds(reader, spaces, forms, len(known.y))
    _unpack_said(reader, known, n_classes)
    return known


# -- spaces ------------------------------------------------------------------------------------


def _pack_spaces(writer: Writer, spaces: dict[int, Space]) -> list[dict[str, Any]]:
    none, every = np.empty(0), list(spaces.values())
    fills = [none if space.fill is None else space.fill for space in every]
    scales = [none if space.scale is None else space.scale for space in every]
    writer.put_ragged("competence/fill", fills, none)
    writer.put_ragged("competence/scale", scales, none)
    return [
        {"view": view, "dense": space.fill is not None, "scaled": space.scale is not None}
        for view, space in spaces.items()
    ]


def _unpack_spaces(
    reader: Reader, told: Any, forms: Sequence[Form], voting: NDArray[np.int64]
) -> dict[int, Space]:
    listed = checked(told, "spaces", list)
    views = [checked(one, "view", int) for one in listed]
    demand(views == np.unique(voting).tolist(), "the spaces are not those of the views that vote")
    fills = reader.take_ragged("competence/fill", len(views), np.float64)
    scales = reader.take_ragged("competence/scale", len(views), np.float64)
    spaces = {}
    for view, one, fill, scale in zip(views, listed, fills, scales):
        dense, scaled = checked(one, "dense", bool), checked(one, "scaled", bool)
        wanted = _dimensions(forms[view], dense), _dimensions(forms[view], dense and scaled)
        demand((len(fill), len(scale)) == wanted, f"view {view} has another number of dimensions")
        demand_all("competence/fill", np.isfinite(fill), "not a finite number")
        demand_all("competence/scale", np.isfinite(scale) & (scale > 0), "not a positive number")
        spaces[view] = Space(fill if dense else None, scale if dense and scaled else None)
    return spaces


def _dimensions(form: Form, dense: bool) -> int:
    """Columns of a view once its nominal ones are spread; none where nothing is kept of them."""
    demand(form.width is not None, f"distances in a view of {form.kind}")
    assert form.width is not None
    spread = sum(n - 1 for n in form.levels if n > 2)
    return form.width + spread if dense else 0


# -- neighbours --------------------------------------------------------------------------------


def _pack_neighbours(writer: Writer, known: Neighbours) -> dict[str, Any]:
    grounds = list(known.grounds.values())
    label_type = np.min_scalar_type(known.y.max())
    writer.put("competence/y", known.y, np.int64)
    rows = [ground.rows.astype(np.int64) for ground in grounds]
    writer.put_ragged("competence/rows", rows, np.empty(0, dtype=np.int64))
    writer.put_ragged("competence/said", known.said, np.empty(0, dtype=label_type))
    flat = [g.points.reshape(-1) for g in grounds if not sparse.issparse(g.points)]
    writer.put_ragged("competence/points", flat, np.empty(0))
    _pack_sparse(writer, [g.points for g in grounds if sparse.issparse(g.points)])
    return {
        "kind": "neighbours",
        "n_neighbors": int(known.n_neighbors),
        "metric": encode(writer, "parameter metric", known.metric),
        "standardize": bool(known.standardize),
        "n_jobs": None if known.n_jobs is None else int(known.n_jobs),
        "spaces": _pack_spaces(writer, {view: g.space for view, g in known.grounds.items()}),
    }


def _pack_sparse(writer: Writer, matrices: Sequence[sparse.csr_matrix]) -> None:
    for name, dtype in (("indptr", np.int64), ("indices", np.int64), ("data", np.float64)):
        parts = [getattr(matrix, name).astype(dtype) for matrix in matrices]
        writer.put_ragged(f"competence/sparse_{name}", parts, np.empty(0, dtype=dtype))


def _unpack_neighbours(reader: Reader, told: Any, views: list[int], n_classes: int) -> Neighbours:
    """How neighbours are found, and the classes of the training rows."""
    y = reader.take("competence/y", np.int64, None)
    demand(len(y), "competence/y: no training rows")
    demand_all("competence/y", (y >= 0) & (y < n_classes), "not a class")
    k, metric = checked(told, "n_neighbors", int), checked(told, "metric", str)
    demand(k >= 1, f"{k} neighbours")
    demand(metric == "auto" or metric in METRICS, f"the metric {metric!r:.40} is not known")
    n_jobs = checked(told, "n_jobs", (int, type(None)))
    demand(n_jobs is None or abs(n_jobs) <= MAX_JOBS, f"n_jobs of {n_jobs}")
    standardize = checked(told, "standardize", bool)
    return Neighbours(y.astype(np.intp), k, metric, standardize, n_jobs, views=views)


def _unpack_said(reader: Reader, known: Neighbours, n_classes: int) -> None:
    """What each vote said about the training rows of its view."""
    label_type = np.min_scalar_type(known.y.max())
    known.said = reader.take_ragged("competence/said", len(known.views), label_type)
    for one, view in zip(known.said, known.views):
        demand(len(one) == len(known.grounds[view].rows), "competence/said: not one for each row")
        demand_all("competence/said", one < n_classes, "not a class")


def _unpack_grounds(
    reader: Reader, spaces: dict[int, Space], forms: Sequence[Form], n_rows: int
) -> dict[int, Ground]:
    """The training rows of each view, dense ones in one array and sparse ones in another."""
    every = reader.take_ragged("competence/rows", len(spaces), np.int64)
    widths = [forms[view].width for view, space in spaces.items() if space.fill is None]
    flat = iter(reader.take_ragged("competence/points", len(spaces) - len(widths), np.float64))
    thin = iter(_unpack_sparse(reader, widths))
    grounds = {}
    for (view, space), rows in zip(spaces.items(), every):
        known = (rows >= 0) & (rows < n_rows)
        demand_all("competence/rows", known, "not a training row")
        demand_all("competence/rows", rows[1:] > rows[:-1], "not in their order")
        points = next(thin) if space.fill is None else _shaped(next(flat), len(rows), space)
        fits = len(rows) and points.shape[0] == len(rows)
        demand(fits, f"view {view}: {points.shape[0]} points of {len(rows)} rows")
        grounds[view] = Ground(rows.astype(np.intp), space, points)
    return grounds


def _shaped(flat: NDArray[np.float64], n: int, space: Space) -> NDArray[np.float64]:
    assert space.fill is not None
    demand_all("competence/points", np.isfinite(flat), "not a finite number")
    demand(len(flat) == n * len(space.fill), "competence/points: not one for each row")
    return flat.reshape(n, len(space.fill))


def _unpack_sparse(reader: Reader, widths: Sequence[int | None]) -> list[sparse.csr_matrix]:
    types = {"data": np.float64, "indices": np.int64, "indptr": np.int64}
    columns = [
        reader.take_ragged(f"competence/sparse_{name}", len(widths), dtype)
        for name, dtype in types.items()
    ]
    made = []
    for width, data, indices, indptr in zip(widths, *columns):
        demand_all("competence/sparse_data", np.isfinite(data), "not a finite number")
        try:
            matrix = sparse.csr_matrix((data, indices, indptr), (max(len(indptr) - 1, 0), width))
            matrix.check_format(full_check=True)
        except (ValueError, TypeError) as error:
            raise ModelFileError(f"competence/sparse_indices: {error}") from error
        demand(matrix.has_canonical_format, "competence/sparse_indices: not sorted")
        made.append(matrix)
    return made


# -- judges ------------------------------------------------------------------------------------


def _pack_judges(writer: Writer, judges: Judges) -> dict[str, Any]:
    numbers = [model if isinstance(model, float) else np.nan for model in judges.models]
    places = [-1 if isinstance(m, float) else writer.keep(m) for m in judges.models]
    writer.put("competence/number", numbers, np.float64)
    writer.put("competence/estimator", places, np.int64)
    return {
        "kind": "judges",
        "estimator": writer.keep(judges.estimator),
        "standardize": bool(judges.standardize),
        "entropy": judges.entropy,
        "spaces": _pack_spaces(writer, judges.spaces),
    }


def _unpack_judges(reader: Reader, told: Any, spaces: dict[int, Space], views: list[int]) -> Judges:
    numbers = reader.take("competence/number", np.float64, len(views))
    places = reader.take("competence/estimator", np.int64, len(views))
    plain = places == -1
    known = plain | ((places >= 0) & (places < len(reader.estimators)))
    demand_all("competence/estimator", known, "not one of the file's estimators")
    fits = np.where(plain, (numbers == 0) | (numbers == 1), np.isnan(numbers))
    demand_all("competence/number", fits, "neither 0 nor 1, or beside an estimator")
    judge = checked(told, "estimator", int)
    demand(0 <= judge < len(reader.estimators), "a judge that is not there")
    models = [
        float(number) if place < 0 else reader.estimators[place]
        for number, place in zip(numbers, places)
    ]
    standardize, entropy = checked(told, "standardize", bool), checked(told, "entropy", int)
    estimator = reader.estimators[judge]
    return Judges(estimator, None, standardize, entropy, spaces, views, models)
