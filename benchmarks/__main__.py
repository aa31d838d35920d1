"""``python -m benchmarks WORKLOAD …``: measure, and print ratios, memory and accuracy."""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.cases import WORKLOADS, Case
from benchmarks.environment import describe
from benchmarks.measure import run
from benchmarks.peers import PEERS
from benchmarks.table import record, text


def parser() -> argparse.ArgumentParser:
    """The command line."""
    command = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    command.add_argument("workloads", nargs="+", choices=[*WORKLOADS, "all"], metavar="WORKLOAD")
    command.add_argument(
        "--peers", nargs="*", choices=[*PEERS, "none"], default=list(PEERS), metavar="PEER"
    )
    command.add_argument("--only", default="", help="cases whose title contains this")
    command.add_argument("--repeats", type=int, default=5)
    command.add_argument("--quick", action="store_true", help="tiny sizes: does it run?")
    command.add_argument("--json", type=Path, help="write every number to this file")
    return command


def chosen(options: argparse.Namespace) -> list[Case]:
    """The cases asked for."""
    names = list(WORKLOADS) if "all" in options.workloads else options.workloads
    cases = [case for name in names for case in WORKLOADS[name]() if options.only in case.title]
    cases = [case.among(options.peers) for case in cases]
    return [case.quick() for case in cases] if options.quick else cases


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the cases and show them as they come."""
    options = parser().parse_args(arguments)
    report: dict[str, Any] = {"environment": describe(), "cases": []}
    print("\n".join(f"{key}: {value}" for key, value in report["environment"].items()), end="\n\n")
    for case in chosen(options):
        with tempfile.TemporaryDirectory() as folder:
            repeats = 1 if options.quick else options.repeats
            results = run(case.entries, case.unit, repeats, Path(folder))
        print(text(case, results), flush=True)
        report["cases"].append(record(case, results))
        if options.json is not None:
            options.json.write_text(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
