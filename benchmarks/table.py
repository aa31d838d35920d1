"""How it is shown: one table for each case, its demands below, and the same as JSON."""

from __future__ import annotations

from dataclasses import asdict
from statistics import median
from typing import Any

from benchmarks.cases import Case, Results
from benchmarks.measure import Measurement

HEADER = ("", "CPU s", "min – max", "times first", "min – max", "ns/cell", "extra MB", "x input")
HEADER += ("accuracy", "rounds")


def text(case: Case, results: Results) -> str:
    """The table of a case."""
    first = results[case.entries[0].label]
    rows = [HEADER, *(_row(results[entry.label], first) for entry in case.entries)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEADER))]
    lines = [f"{case.title} (CPU time of one {case.unit})"]
    lines += ["  " + _line(row, widths) for row in rows]
    if any(entry.extrapolated for entry in case.entries):
        lines.append("  * extrapolated from a few rounds")
    lines += [f"  {verdict['text']}: {_said(verdict)}" for verdict in verdicts(case, results)]
    return "\n".join(lines) + "\n"


def _row(result: Measurement, first: Measurement) -> tuple[str, ...]:
    times, ratios = result.times, result.ratios(first)
    extra = result.extra
    return (
        result.entry.label + " *" * result.entry.extrapolated,
        f"{result.seconds:.4g}",
        f"{min(times):.4g} – {max(times):.4g}",
        f"{median(ratios):.3g}",
        f"{min(ratios):.3g} – {max(ratios):.3g}",
        "–" if result.unit == "predict" else f"{result.ns_per_cell:.3f}",
        "–" if extra is None else f"{extra / 1e6:.1f}",
        "–" if extra is None else f"{extra / result.last['input']:.2f}",
        "–" if result.accuracy is None else f"{result.accuracy:.4f}",
        str(result.last["rounds"] or "–"),
    )


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    cells = [row[0].ljust(widths[0])]
    return "  ".join(cells + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])])


def verdicts(case: Case, results: Results) -> list[dict[str, Any]]:
    """What each demand came to; met is None where a side of it was not measured."""
    found = []
    for demand in case.demands:
        value = demand.value(results)
        met = None if value is None else demand.met(value)
        found.append({"text": demand.text, "value": value, "bound": demand.bound, "met": met})
    return found


def _said(verdict: dict[str, Any]) -> str:
    if verdict["met"] is None:
        return "not measured"
    return f"{verdict['value']:.3g}, {'met' if verdict['met'] else 'NOT MET'}"


def record(case: Case, results: Results) -> dict[str, Any]:
    """The case as JSON: every single answer too."""
    return {
        "title": case.title,
        "unit": case.unit,
        "entries": [
            asdict(result.entry)
            | {
                "seconds": result.seconds,
                "times": result.times,
                "ratios": result.ratios(results[case.entries[0].label]),
                "ns_per_cell": result.ns_per_cell,
                "extra": result.extra,
                "accuracy": result.accuracy,
                "extrapolated": result.entry.extrapolated,
                "answers": result.answers,
            }
            for result in results.values()
        ],
        "demands": verdicts(case, results),
    }
