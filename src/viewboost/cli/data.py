"""The command ``datasets``: what there is, and one of it as a file."""

from __future__ import annotations

from pathlib import Path

from viewboost.cli.output import emit, line, table
from viewboost.cli.source import check_places
from viewboost.datasets.catalogue import entries, make
from viewboost.tables.writing import flat_columns, save_csv


def show(*, as_json: bool) -> None:
    """List generators and real data."""
    found = entries()
    if as_json:
        emit({"datasets": [vars(entry) for entry in found]})
        return
    made = [(entry.name, entry.description) for entry in found if entry.kind == "generated"]
    table("Generated", ["name", "what"], made)
    real = [
        (entry.name, f"{entry.n_rows}, {entry.n_classes}", entry.description)
        for entry in found
        if entry.kind == "real"
    ]
    table("Real, fetched when first used", ["name", "rows, classes", "what"], real)
    line("viewboost datasets NAME --out FILE.csv writes one to a file")


def write(name: str, out: Path | None, *, n_rows: int | None, seed: int, as_json: bool) -> None:
    """Make or load one, and write it as a table."""
    if out is None:
        raise ValueError(f"where to write {name}? give --out FILE.csv")
    check_places(out)
    views, y, names = make(name, n_rows=n_rows, random_state=seed)
    columns = flat_columns(views, y, names)
    save_csv(out, columns)
    if as_json:
        emit({"name": name, "n_rows": len(y), "columns": list(columns), "out": str(out)})
    else:
        line(f"{len(y)} rows, {len(columns)} columns in {out}; the classes are in 'class'")
