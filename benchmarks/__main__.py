"""``python -m benchmarks WORKLOAD …``: measure, and print ratios, memory and accuracy."""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.cases import WORKLOADS, Case
from benchmarks.environment import describe
from benchmarks.measure import run
from benchmarks.peers import PEERS
from benchmarks.table import Record, record, text


def parser() -> argparse.ArgumentParser:
    """The command line."""
    command = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    command.add_argument("workloads", nargs="+", choices=[*WORKLOADS, "all"], metavar="WORKLOAD")
    command.add_argument(
        "--peers", nargs="*", choices=[*PEERS, "none"], default=list(PEERS), metavar="PEER"
    )
    command.add_argument("--only", default="", help="cases whose title contains this")
    command.add_argument("--repeats", type=int, default=5, help="at most; long ones have 3")
    command.add_argument("--quick", action="store_true", help="tiny sizes: does it run?")
    command.add_argument(
        "--json",
        type=Path,
        help="keep the numbers in this file; those of other cases in it stay",
    )
    return command


def chosen(options: argparse.Namespace) -> list[Case]:
    """The cases asked for."""
    names = list(WORKLOADS) if "all" in options.workloads else options.workloads
    cases = [case for name in names for case in WORKLOADS[name]() if options.only in case.title]
    cases = [case.among(options.peers) for case in cases]
    return [case.quick() for case in cases] if options.quick else cases


def with_case(cases: list[Record], new: Record) -> list[Record]:
    """The cases with a new one, which takes the place of an older one of its title."""
    titles = [case["title"] for case in cases]
    if new["title"] not in titles:
        return [*cases, new]
    return [new if case["title"] == new["title"] else case for case in cases]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the cases and show them as they come."""
    options = parser().parse_args(arguments)
    print("\n".join(f"{key}: {value}" for key, value in describe().items()), end="\n\n")
    known: list[Record] = []
    if options.json is not None and options.json.exists():
        known = json.loads(options.json.read_text())["cases"]
    for case in chosen(options):
        with tempfile.TemporaryDirectory() as folder:
            environment, repeats = describe(), 1 if options.quick else options.repeats
            results = run(case.entries, case.unit, repeats, Path(folder))
        found = record(case, results, environment)
        print(text(found), flush=True)
        known = with_case(known, found)
        if options.json is not None:
            options.json.write_text(json.dumps({"cases": known}, indent=1) + "\n")


if __name__ == "__main__":
    main()
