"""How it is shown: the numbers of a case as a record, and its record as a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from statistics import median
from typing import Any

from benchmarks.cases import Case, Demand, Results
from benchmarks.measure import Measurement

Record = dict[str, Any]  # what is written to a file: text, numbers, and lists of them
HEADER = ("", "CPU s", "min – max", "times first", "min – max", "ns/cell", "extra MB", "x input")
HEADER += ("accuracy", "rounds")
EXTRAPOLATED = "* extrapolated from a few rounds"


def record(case: Case, results: Results, environment: Mapping[str, str]) -> Record:
    """All that was measured of a case, and where."""
    first = results[case.entries[0].label]
    return {
        "title": case.title,
        "unit": case.unit,
        "environment": dict(environment),
        "entries": [_entry(results[entry.label], first) for entry in case.entries],
        "demands": [_verdict(demand, results) for demand in case.demands],
    }


def _entry(result: Measurement, first: Measurement) -> Record:
    return asdict(result.entry) | {
        "seconds": result.seconds,
        "times": result.times,
        "ratios": result.ratios(first),
        "ns_per_cell": None if result.unit == "predict" else result.ns_per_cell,
        "extra": result.extra,
        "input": result.last["input"],
        "accuracy": result.accuracy,
        "rounds_made": result.last["rounds"],
        "extrapolated": result.entry.extrapolated,
    }


def _verdict(demand: Demand, results: Results) -> Record:
    """What a demand came to; met is None where a side of it was not measured."""
    values = demand.values(results)
    value = median(values) if values else None
    return {
        "compared": demand.compared,
        "demanded": demand.demanded,
        "values": values,
        "value": value,
        "met": None if value is None else demand.met(value),
    }


def rows(case: Record) -> list[tuple[str, ...]]:
    """The table of a case, its header first."""
    return [HEADER, *(_row(entry) for entry in case["entries"])]


def _row(entry: Record) -> tuple[str, ...]:
    extra, per_cell, accuracy = entry["extra"], entry["ns_per_cell"], entry["accuracy"]
    return (
        entry["label"] + " *" * entry["extrapolated"],
        f"{entry['seconds']:.4g}",
        spread(entry["times"]),
        f"{median(entry['ratios']):.3g}",
        spread(entry["ratios"]),
        "–" if per_cell is None else f"{per_cell:.3f}",
        "–" if extra is None else f"{extra / 1e6:.1f}",
        "–" if extra is None else f"{extra / entry['input']:.2f}",
        "–" if accuracy is None else f"{accuracy:.4f}",
        str(entry["rounds_made"] or "–"),
    )


def spread(values: list[float]) -> str:
    """The least and the largest."""
    return f"{min(values):.3g} – {max(values):.3g}" if values else "–"


def said(verdict: Record) -> str:
    """Whether a demand is met, in words."""
    return {None: "not measured", True: "met", False: "NOT MET"}[verdict["met"]]


def text(case: Record) -> str:
    """The table of a case for a terminal, its demands below."""
    table = rows(case)
    widths = [max(len(row[i]) for row in table) for i in range(len(HEADER))]
    lines = [f"{case['title']} (CPU time of one {case['unit']})"]
    lines += ["  " + _line(row, widths) for row in table]
    if any(entry["extrapolated"] for entry in case["entries"]):
        lines.append(f"  {EXTRAPOLATED}")
    for verdict in case["demands"]:
        value = "" if verdict["value"] is None else f" {verdict['value']:.3g},"
        lines.append(f"  {verdict['compared']} {verdict['demanded']}:{value} {said(verdict)}")
    return "\n".join(lines) + "\n"


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    cells = [row[0].ljust(widths[0])]
    return "  ".join(cells + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])])
