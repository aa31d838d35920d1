"""``python -m benchmarks.page FILE``: the numbers of a file as the page ``docs/speed.md``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path

from benchmarks.cases import WORKLOADS
from benchmarks.table import EXTRAPOLATED, Record, rows, said, spread

HEAD = """# Speed

Written by `python -m benchmarks.page docs/speed.json`; no figure is typed by hand. The file
comes from `python -m benchmarks all --json docs/speed.json`.

Every figure is CPU time on one thread of the public `fit` (or `predict`), validation and
binning included. Contestants take turns, each in a process of its own and warmed up, and
ratios pair what was measured in the same turn: the median, and the least and the largest.
Of a peer that would take an hour the time of all rounds follows from that of a few. Trees
of the peers have as many leaves as ours, and gradient boosters learn at the rate .3. In the
table below `a / b` is the time of a over that of b. `ns/cell` is nanoseconds per cell (stored
cell, if sparse) and round; `extra MB` the peak of memory over what was resident before the
fit; the load of the machine at the start of a case stands with its versions.
"""


def page(cases: Iterable[Record]) -> str:
    """The page: what is demanded, then every case, in the order of the workloads."""
    places = [case.title for workload in WORKLOADS.values() for case in workload()]
    cases = sorted(cases, key=lambda case: (*places, case["title"]).index(case["title"]))
    parts = [HEAD, _demands(cases), "## Every case\n", *(_case(case) for case in cases)]
    return "\n".join(parts)


def _demands(cases: list[Record]) -> str:
    table = [("work", "against", "demanded", "seen", "spread", "repeats", "")]
    for case in cases:
        for verdict in case["demands"]:
            value = verdict["value"]
            seen = "–" if value is None else f"{value:.3g}"
            compared = verdict["compared"], verdict["demanded"]
            values = spread(verdict["values"]), str(len(verdict["values"]))
            table.append((case["title"], *compared, seen, *values, said(verdict)))
    return "## What is demanded, and what was seen\n\n" + _markdown(table)


def _case(case: Record) -> str:
    lines = [f"### {case['title']}", "", f"CPU time of one {case['unit']}.", ""]
    lines.append(_markdown(rows(case)))
    if any(entry["extrapolated"] for entry in case["entries"]):
        lines += [f"\\{EXTRAPOLATED}", ""]
    where = (f"{key}: {value}" for key, value in case["environment"].items())
    lines += ["; ".join(where) + ".", ""]
    return "\n".join(lines)


def _markdown(table: list[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in table]
    ruler = "|" + "---|" * len(table[0])
    return "\n".join([lines[0], ruler, *lines[1:], ""])


if __name__ == "__main__":
    sys.stdout.write(page(json.loads(Path(sys.argv[1]).read_text())["cases"]))
