"""What a model knows of its views, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from viewboost.io.errors import ModelFileError, demand, within
from viewboost.io.hypotheses import Form
from viewboost.io.tables import Reader, Writer, checked
from viewboost.io.values import MAX_RANGE, decode, encode
from viewboost.views.blocks import KINDS, Accepts
from viewboost.views.dense import MAX_LEVELS
from viewboost.views.gate import Gate
from viewboost.views.layout import Layout


def pack_gate(writer: Writer, gate: Gate) -> None:
    """Keep the layouts of all views."""
    blocks = None if gate.blocks is None else list(gate.blocks)
    writer.contents.document["blocks"] = blocks
    writer.contents.document["views"] = [_told(writer, layout) for layout in gate.layouts]


def _told(writer: Writer, layout: Layout) -> dict[str, Any]:
    where, positions = layout.where, layout.positions
    levels = [
        None if one is None else encode(writer, f"{where}: the levels of a column", list(one))
        for one in layout.levels
    ]
    labels = encode(writer, f"{where}: columns", list(layout.labels)) if layout.named else None
    return {
        "name": layout.name,
        "kind": layout.kind,
        "accepts": {
            "kinds": sorted(layout.accepts.kinds),
            "missing": layout.accepts.missing,
            "costs": layout.accepts.costs,
        },
        "block": layout.block,
        "positions": list(positions) if isinstance(positions, tuple) else positions,
        "n_columns": len(layout.labels),
        "labels": labels,
        "levels": levels,
        "optional": layout.optional,
    }


def unpack_gate(reader: Reader, n_features: int | None) -> Gate:
    """The gate, once its views fit together; n_features is that of one X, None for a container."""
    told = reader.entry("views", list)
    blocks = reader.entry("blocks", (list, type(None)))
    demand(told, "a model without views")
    layouts = [_layout(reader, k, one) for k, one in enumerate(told)]
    names = [layout.name for layout in layouts]
    demand(len(set(names)) == len(names), f"two views of one name among {names!r:.200}")
    demand((blocks is None) == (n_features is not None), "neither one X nor a container")
    plain = all(isinstance(name, str) for name in blocks or ())
    demand(plain and len(set(blocks or ())) == len(blocks or ()), f"the blocks {blocks!r:.200}")
    for layout in layouts:
        with within(layout.where):
            _check_place(layout, blocks, n_features)
    return Gate(tuple(layouts), None if blocks is None else tuple(blocks))


def forms(gate: Gate) -> list[Form]:
    """What the learner of each view is given."""
    return [Form(one.kind, len(one.labels), one.level_counts) for one in gate.layouts]


def _layout(reader: Reader, place: int, told: Any) -> Layout:
    with within(f"views[{place}]"):
        accepts = checked(told, "accepts", dict)
        kinds = checked(accepts, "kinds", list)
        demand(all(kind in KINDS for kind in kinds), f"kinds {kinds!r:.80}")
        positions = _positions(checked(told, "positions", (list, int, type(None))))
        labels = _labels(reader, told, positions)
        kind = checked(told, "kind", str)
        demand(kind in kinds, f"a view of kind {kind!r:.20}, which its learner does not read")
        return Layout(
            checked(told, "name", str),
            Accepts(
                frozenset(kinds), checked(accepts, "missing", bool), checked(accepts, "costs", bool)
            ),
            kind,
            checked(told, "block", (str, type(None))),
            positions,
            labels,
            checked(told, "labels", (list, type(None))) is not None,
            _levels(reader, kind, len(labels), checked(told, "levels", list)),
            checked(told, "optional", bool),
        )


def _positions(told: Any) -> int | tuple[int, ...] | None:
    if not isinstance(told, list):
        return told
    demand(all(type(place) is int for place in told), "positions that are no integers")
    return tuple(told)


def _labels(reader: Reader, told: Any, positions: int | tuple[int, ...] | None) -> Sequence[Any]:
    """The names of the columns, or their positions where they have none."""
    n, given = checked(told, "n_columns", int), checked(told, "labels", (list, type(None)))
    demand(1 <= n <= MAX_RANGE, f"{n} columns")
    if given is not None:
        labels: Sequence[Any] = _hashable(decode(reader, "labels", given))
    elif positions is None:
        labels = range(n)
    else:
        labels = (positions,) if isinstance(positions, int) else positions
    demand(len(labels) == n, f"{len(labels)} names of {n} columns")
    fits = positions is None or n == (1 if isinstance(positions, int) else len(positions))
    demand(fits, f"positions that are not those of {n} columns")
    return labels


def _levels(reader: Reader, kind: str, n: int, told: list[Any]) -> tuple[Any, ...]:
    demand(not told or (kind == "dense" and len(told) == n), "levels of columns that have none")
    demand(all(isinstance(one, (list, type(None))) for one in told), "levels that are no list")
    levels = tuple(
        None if one is None else _hashable(decode(reader, "levels", one)) for one in told
    )
    known = [one for one in levels if one is not None]
    demand(not told or known, "levels of no column")
    demand(all(len(one) <= MAX_LEVELS for one in known), f"more than {MAX_LEVELS} levels")
    return levels


def _hashable(values: list[Any]) -> tuple[Any, ...]:
    """Values that are all different, as names and levels must be."""
    try:
        different = len(set(values)) == len(values)
    except TypeError as error:
        raise ModelFileError(f"{values!r:.80}: {error}") from error
    demand(different, f"a value twice in {values!r:.80}")
    return tuple(values)


def _check_place(layout: Layout, blocks: Any, n_features: int | None) -> None:
    """The view reads a block of the container, or columns that one X has."""
    if blocks is not None:
        known = layout.block in blocks and layout.positions is None
        demand(known, f"the block {layout.block!r} is not among {blocks!r:.200}")
        return
    demand(layout.block is None, "a block of one X")
    assert n_features is not None
    if layout.positions is None:
        demand(len(layout.labels) == n_features, f"not all of the {n_features} columns of X")
        return
    positions = [layout.positions] if isinstance(layout.positions, int) else layout.positions
    inside = all(0 <= place < n_features for place in positions)
    demand(inside, f"columns beyond the {n_features} of X")
