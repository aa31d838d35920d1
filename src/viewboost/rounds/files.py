"""Records of rounds as arrays, for files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from viewboost.io.errors import ModelFileError, demand
from viewboost.io.tables import Reader, Writer, checked, demand_all
from viewboost.rounds.records import Record


def pack_records(writer: Writer, name: str, records: Sequence[Record], n_views: int) -> None:
    """Keep records under ``name/…``, a column for each of their numbers."""
    shape = len(records), n_views
    writer.put(f"{name}/round", [r.round for r in records], np.int64)
    writer.put(f"{name}/edges", np.reshape([r.edges for r in records], shape), np.float64)
    writer.put(f"{name}/steps", np.reshape([r.steps for r in records], shape), np.float64)
    writer.put(f"{name}/chosen", [r.chosen for r in records], np.int64)
    writer.put(f"{name}/validation", [r.validation for r in records], np.float64)
    losses = [np.array(r.log_losses, dtype=np.float64) for r in records]
    writer.put_ragged(f"{name}/log_losses", losses, np.empty(0))
    _pack_details(writer, name, records)


def _pack_details(writer: Writer, name: str, records: Sequence[Record]) -> None:
    keys = list(dict.fromkeys(key for record in records for key in record.details))
    # A round that was interrupted has not all of them.
    has = [[key in record.details for key in keys] for record in records]
    writer.put(f"{name}/has_detail", np.reshape(has, (len(records), len(keys))), np.bool_)
    told = []
    for k, key in enumerate(keys):
        values = [record.details[key] for record in records if key in record.details]
        try:
            column = np.array(values)
        except ValueError as error:
            raise ModelFileError(
                f"history: {key!r} differs in shape from round to round"
            ) from error
        writer.put(f"{name}/detail{k}", column)
        plain = not isinstance(values[0], (np.ndarray, np.generic))
        told.append({"name": key, "scalar": plain})
    writer.contents.document[name] = {"details": told}


def unpack_records(reader: Reader, name: str, n_views: int, first: int = 0) -> list[Record]:
    """The records kept under ``name/…``, of the rounds from the first one on."""
    rounds = reader.take(f"{name}/round", np.int64, None)
    n = len(rounds)
    demand_all(f"{name}/round", rounds == first + np.arange(n), "not in their order")
    edges = reader.take(f"{name}/edges", np.float64, n, n_views)
    steps = reader.take(f"{name}/steps", np.float64, n, n_views)
    chosen = reader.take(f"{name}/chosen", np.int64, n)
    demand_all(f"{name}/chosen", (chosen >= -1) & (chosen < n_views), "not a view")
    validation = reader.take(f"{name}/validation", np.float64, n)
    losses = reader.take_ragged(f"{name}/log_losses", n, np.float64)
    details = _unpack_details(reader, name, n)
    return [
        Record(
            int(rounds[t]),
            edges[t],
            steps[t],
            int(chosen[t]),
            tuple(losses[t].tolist()),
            float(validation[t]),
            details[t],
        )
        for t in range(n)
    ]


def _unpack_details(reader: Reader, name: str, n: int) -> list[dict[str, Any]]:
    told = checked(reader.entry(name, dict), "details", list)
    has = reader.take(f"{name}/has_detail", np.bool_, n, len(told))
    details: list[dict[str, Any]] = [{} for _ in range(n)]
    for k, one in enumerate(told):
        key, scalar = checked(one, "name", str), checked(one, "scalar", bool)
        at = np.flatnonzero(has[:, k])
        column = reader.take_any(f"{name}/detail{k}")
        fits = len(column.shape) and len(column) == len(at) and (column.ndim == 1 or not scalar)
        demand(fits, f"{name}/detail{k}: not one for each of {len(at)} rounds")
        for t, value in zip(at, column):
            details[t][key] = value.item() if scalar else value
    return details
