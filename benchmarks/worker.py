"""One contestant in a process of its own: loads the data, warms up, and fits when asked.

A process each keeps the peak of memory apart, and lets a peer live in another environment.
It reads numbers of rounds, one a line, and answers each with a line of JSON.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.peers import MAKERS, PEERS, Task, rounds_made
from benchmarks.workloads import cells, load, size

# Some of our kernels are for large data alone, or for what happens every 50 rounds, and are
# loaded when these come.
WARM_ROUNDS, OUR_WARM_ROUNDS = 10, 60
WARM_ROWS, OUR_WARM_ROWS = 500, 60_000
LEAST_SECONDS = 0.2  # a prediction is repeated until it took that long


class Contestant:
    """A maker of models, the data, and what is measured of it: "fit" or "predict"."""

    def __init__(self, maker: str, home: str, depth: int, action: str):
        self.maker, self.depth, self.action = MAKERS[maker], depth, action
        self.is_peer = maker in PEERS
        self.bounds = tuple(json.loads((Path(home) / "bounds.json").read_text()))
        self.X, self.y = load(Path(home), "train")
        self.X_test, self.y_test = load(Path(home), "test")

    def model(self, rounds: int) -> Any:
        """A new model."""
        return self.maker(Task(rounds, self.depth, self.bounds))

    def warm_up(self) -> None:
        """Import, compile and touch everything once, on some of the rows."""
        rows = slice(WARM_ROWS if self.is_peer else OUR_WARM_ROWS)
        rounds = WARM_ROUNDS if self.is_peer else OUR_WARM_ROUNDS
        model = self.model(rounds).fit(self.X[rows], self.y[rows])
        if hasattr(model, "predict"):
            model.predict(self.X_test[rows])

    def measure(self, rounds: int) -> dict[str, Any]:
        """Fit once, and say what it took and what came of it."""
        model = self.model(rounds)
        reset_peak()
        before, start = memory("VmRSS"), time.process_time()
        model.fit(self.X, self.y)
        seconds, peak = time.process_time() - start, memory("VmHWM")
        if self.action == "predict":
            seconds = self._prediction(model)
        return {
            "seconds": seconds,
            "extra": None if before is None or peak is None else max(peak - before, 0),
            "input": size(self.X),
            "cells": cells(self.X),
            "rounds": rounds_made(model),
            "accuracy": self._accuracy(model),
        }

    def _prediction(self, model: Any) -> float:
        """Mean CPU time of a prediction."""
        calls, start = 0, time.process_time()
        while (spent := time.process_time() - start) < LEAST_SECONDS:
            model.predict(self.X_test)
            calls += 1
        return spent / calls

    def _accuracy(self, model: Any) -> float | None:
        if not hasattr(model, "predict"):
            return None
        return float(np.mean(model.predict(self.X_test) == self.y_test))


def memory(field: str) -> int | None:
    """Bytes of resident memory, now (VmRSS) or at its peak (VmHWM); None where not told."""
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return None
    return next(
        (int(s.split()[1]) * 1024 for s in status.splitlines() if s.startswith(field)), None
    )


def reset_peak() -> None:
    """Let the peak of memory start again from what is resident now, where the system can."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def serve(spec: str) -> None:
    """Answer requests until the input ends."""
    # What libraries print must not get between the answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    contestant = Contestant(**json.loads(spec))
    contestant.warm_up()
    print(json.dumps("ready"), file=answers, flush=True)
    for line in sys.stdin:
        print(json.dumps(contestant.measure(int(line))), file=answers, flush=True)


if __name__ == "__main__":
    serve(sys.argv[1])
