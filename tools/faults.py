"""Every row of the list of faults, a process for each algorithm: python -m tools.faults [NAME …]"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import viewboost

NAMES = [name for name in viewboost.__all__ if name.endswith("Classifier")]
ROWS = Path(__file__).parent.parent / "tests/faults/test_faults.py"
INSIDE = "faults-inside"  # the plugin's name, by which the tests know that they are to run
HANG_S = 600  # generous: the machine may be busy with other things
END = "the process"  # the row of a report that tells how the process ended


class Reporter:
    """Plugin that keeps to one algorithm, and writes down what came of each row."""

    __name__ = INSIDE

    def __init__(self, name: str, path: str):
        self.name, self.path = name, path

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Leave the other algorithms out."""
        items[:] = [item for item in items if algorithm(item) == self.name]

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Write the first thing that fails, or else that the row was called."""
        if report.failed or report.when == "call":
            row = report.nodeid.rpartition("::")[2]
            said = str(report.longrepr) if report.failed else ""
            with open(self.path, "a") as file:  # closed at once: a crash loses nothing
                file.write(json.dumps([row, said]) + "\n")


def algorithm(item: Any) -> str:
    """The name of the algorithm that a test is for."""
    return item.callspec.params["make"].__name__


def run(name: str) -> dict[str, str]:
    """What is wrong in each row ("": nothing), and how the process of this algorithm ended."""
    with tempfile.NamedTemporaryFile("r") as told:
        sys.stdout.flush()
        child = os.fork()
        if not child:
            signal.alarm(HANG_S)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            code = pytest.main(
                [str(ROWS), "-q", "-p", "no:cacheprovider"], [Reporter(name, told.name)]
            )
            os._exit(int(code))
        _, status = os.waitpid(child, 0)
        found = dict(json.loads(line) for line in told)
    code = os.waitstatus_to_exitcode(status)
    return found | {END: _ending(code, any(found.values()))}


def _ending(code: int, failed: bool) -> str:
    if code == -signal.SIGALRM:
        return f"hangs for {HANG_S} s"
    if code < 0:
        return f"crash: {signal.Signals(-code).name}"
    return "" if code == failed else f"exit {code}"  # pytest's 1: a test failed


def run_apart(names: list[str]) -> dict[str, dict[str, str]]:
    """As ``run`` for several algorithms, from a process that can be forked safely."""
    command = [sys.executable, "-m", "tools.faults", *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = f"exit {done.returncode}: {done.stderr[-500:]}"
        return {name: {END: said} for name in names}
    return json.loads(done.stdout)


def _warm() -> None:
    """Import and compile what all algorithms share, once for all of the processes."""
    import pandas  # noqa: F401
    import polars  # noqa: F401
    import pyarrow  # noqa: F401

    viewboost.AdaBoostMMClassifier(n_rounds=1).fit(np.eye(4), [0, 1, 0, 1])


if __name__ == "__main__":
    _warm()
    print(json.dumps({name: run(name) for name in sys.argv[1:] or NAMES}))
