"""The long tests: python -m tools.torture [faults fuzz kill crowd long], one table at the end."""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import platform
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from typing import NamedTuple

from rich.console import Console
from rich.table import Table
from tools import crowd, faults, fuzz, kill, long, zoo

KILLS = 56  # in all kinds of fits together


class Line(NamedTuple):
    """One line of the table: what was tried how often, what came of it, and whether it is good."""

    part: str
    what: str
    times: int
    outcomes: dict[str, int]
    good: bool
    seconds: float


def fuzz_lines(times: int, jobs: int) -> list[Line]:
    """Mutated files of every kind of model."""
    with ThreadPoolExecutor(jobs) as pool:  # each thread waits for a process
        return list(pool.map(lambda kind: _fuzz_line(kind, times), zoo.MAKERS))


def _fuzz_line(kind: str, times: int) -> Line:
    start = time.perf_counter()
    counts = fuzz.run_apart(kind, times)
    good = sum(counts[name] for name in fuzz.GOOD) == times
    return Line("fuzz", kind, times, _grouped(counts), good, time.perf_counter() - start)


def _grouped(counts: Counter) -> dict[str, int]:
    """Every outcome with its number, also those that did not occur; texts only where they did."""
    shown = {name: counts[name] for name in (*fuzz.GOOD, *fuzz.BAD)}
    return shown | {name: n for name, n in counts.items() if name not in shown}


def kill_lines(times: int, jobs: int) -> list[Line]:
    """Fits killed at random moments and taken up again."""
    share = -(-KILLS // len(kill.MAKERS))
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(lambda kind: _kill_line(kind, share), kill.MAKERS))


def _kill_line(kind: str, times: int) -> Line:
    start = time.perf_counter()
    counts = dict(kill.run_apart(kind, times))
    good = counts.get("kills", 0) >= times and not counts[kill.OTHER] + counts[kill.FAILED]
    return Line("kill", kind, times, counts, good, time.perf_counter() - start)


def crowd_lines(times: int, jobs: int) -> list[Line]:
    """Many threads and processes at once."""
    return [_crowd_line(way) for way in crowd.WAYS]


def _crowd_line(way: str) -> Line:
    start = time.perf_counter()
    said = crowd.run_apart(way)
    outcomes = {said or "same": 1}
    return Line("crowd", way, 1, outcomes, not said, time.perf_counter() - start)


def long_lines(times: int, jobs: int) -> list[Line]:
    """Runs at the limits of size."""
    with ThreadPoolExecutor(jobs) as pool:
        told = dict(zip(long.NAMES, pool.map(long.run_apart, long.NAMES)))
    return [_long_line(case, name, *told[name][case]) for case in long.CASES for name in long.NAMES]


def _long_line(case: str, name: str, said: str, good: bool, seconds: float) -> Line:
    what = f"{case}: {long.CASES[case].size:,}, {name}"
    return Line("long", what, 1, {said: 1}, good, seconds)


def fault_lines(times: int, jobs: int) -> list[Line]:
    """Bad input, row by row of the list of faults."""
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(_fault_line, faults.NAMES))


def _fault_line(name: str) -> Line:
    start = time.perf_counter()
    told = faults.run_apart([name])[name]
    wrong = [row for row, said in told.items() if said]
    outcomes = {"as told": len(told) - len(wrong)} | dict.fromkeys(wrong, 1)
    return Line("faults", name, len(told), outcomes, not wrong, time.perf_counter() - start)


PARTS = {
    "faults": fault_lines,
    "fuzz": fuzz_lines,
    "kill": kill_lines,
    "crowd": crowd_lines,
    "long": long_lines,
}


def show(lines: list[Line]) -> None:
    """Print the table."""
    table = Table(title="viewboost torture")
    for column in ("part", "what", "times", "outcomes", "", "s"):
        table.add_column(column)
    for line in lines:
        told = ", ".join(f"{name} {n}" for name, n in line.outcomes.items())
        verdict = "good" if line.good else "BAD"
        table.add_row(line.part, line.what, f"{line.times:,}", told, verdict, f"{line.seconds:.0f}")
    Console(width=160).print(table)


def keep(path: str | os.PathLike[str], part: str, lines: list[Line]) -> None:
    """Put the lines of a part into a file beside those of other parts, with where they are from."""
    file = pathlib.Path(path)
    kept = json.loads(file.read_text()) if file.exists() else {}
    kept[part] = {
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "versions": {name: version(name) for name in ("viewboost", "numpy", "scikit-learn")},
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "lines": [line._asdict() for line in lines],
    }
    file.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")


def main() -> None:
    """Run the parts asked for, all by default; the exit status says whether all is good."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="default: all")
    parser.add_argument("--times", type=int, default=10_000, help="mutations of each kind of model")
    parser.add_argument("--jobs", type=int, default=2, help="processes at once")
    parser.add_argument("--keep", metavar="FILE", help="put the figures into a JSON file, too")
    asked = parser.parse_args()
    lines = []
    for part in asked.parts or PARTS:
        found = PARTS[part](asked.times, asked.jobs)
        lines += found
        if asked.keep:
            keep(asked.keep, part, found)
    show(lines)
    sys.exit(not all(line.good for line in lines))


if __name__ == "__main__":
    main()
