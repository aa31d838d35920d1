"""How it is measured: contestants in turn, several times, each in its process on one thread."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.environment import ROOT, peer_python
from benchmarks.workloads import Data, save

ONE_THREAD = {
    f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "NUMBA", "VECLIB")
}
# Who has taken so many seconds in all is not asked more than a few times.
LONG, LEAST_REPEATS = 20.0, 3


@dataclass(frozen=True)
class Entry:
    """A contestant on data.

    Fitted with each of ``counts`` rounds; two counts give a line, and from it the time of
    ``rounds`` rounds and of one round alone.
    """

    label: str
    maker: str
    data: Data
    counts: tuple[int, ...] = (200,)
    rounds: int = 200
    depth: int = 1

    @property
    def extrapolated(self) -> bool:
        """Whether the time of all rounds follows from that of fewer."""
        return max(self.counts) < self.rounds


class ContestantError(RuntimeError):
    """A contestant's process ended before it answered."""


class Worker:
    """The process of a contestant, seen from outside."""

    def __init__(self, entry: Entry, action: str, folder: Path):
        python = peer_python() if entry.maker == "multimodallearn" else sys.executable
        home = str(save(entry.data, folder))
        spec = {"maker": entry.maker, "home": home, "depth": entry.depth, "action": action}
        self.label, self.spent = entry.label, 0.0
        self.process = subprocess.Popen(
            [python, "-m", "benchmarks.worker", json.dumps(spec)],
            cwd=ROOT,
            env=os.environ | ONE_THREAD,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._answer()

    def measure(self, rounds: int) -> dict[str, Any]:
        """Let it fit once."""
        assert self.process.stdin is not None
        start = time.perf_counter()
        print(rounds, file=self.process.stdin, flush=True)
        answer = self._answer()
        self.spent += time.perf_counter() - start
        return answer

    def _answer(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise ContestantError(
                f"{self.label} ended with code {self.process.wait()}, its error is above;"
                " is its library installed (pip install viewboost[bench])? Else leave it out"
                " with --peers"
            )
        return json.loads(line)

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *exception: object) -> None:
        for stream in self.process.stdin, self.process.stdout:
            if stream is not None:
                stream.close()
        self.process.wait()


@dataclass
class Measurement:
    """The answers of one contestant: for every repeat one for each of the entry's counts."""

    entry: Entry
    unit: str
    answers: list[list[dict[str, Any]]] = field(default_factory=list)

    @property
    def times(self) -> list[float]:
        """CPU seconds of every repeat, in the unit: a fit, a round or a prediction."""
        return [self._in_unit([a["seconds"] for a in answers]) for answers in self.answers]

    def _in_unit(self, seconds: list[float]) -> float:
        if len(seconds) == 1:
            return seconds[0] / (self.entry.rounds if self.unit == "round" else 1)
        (few, many), (short, long) = self.entry.counts, seconds
        per_round = (long - short) / (many - few)
        return per_round if self.unit == "round" else short + per_round * (self.entry.rounds - few)

    @property
    def seconds(self) -> float:
        """Median of the times."""
        return statistics.median(self.times)

    @property
    def ns_per_cell(self) -> float:
        """Nanoseconds per cell and round; per stored cell, if sparse."""
        rounds = 1 if self.unit == "round" else self.entry.rounds
        return 1e9 * self.seconds / self.last["cells"] / rounds

    @property
    def last(self) -> dict[str, Any]:
        """The last answer, of the longest fit."""
        return self.answers[-1][-1]

    @property
    def extra(self) -> int | None:
        """Peak of memory over what was resident before the fit; a later fit reuses some."""
        known = [a["extra"] for answers in self.answers for a in answers if a["extra"] is not None]
        return max(known, default=None)

    @property
    def accuracy(self) -> float | None:
        """Share of right predictions on new rows; None if only a few rounds were made."""
        return None if self.entry.extrapolated else self.last["accuracy"]

    def ratios(self, to: Measurement) -> list[float]:
        """How many times the other's time this one takes, repeat by repeat."""
        return [a / b for a, b in zip(self.times, to.times)]


def run(entries: Sequence[Entry], unit: str, repeats: int, folder: Path) -> dict[str, Measurement]:
    """Measure all entries, taking turns, so that a busy minute of the machine meets all."""
    results = {entry.label: Measurement(entry, unit) for entry in entries}
    action = "predict" if unit == "predict" else "fit"
    with ExitStack() as stack:
        workers = [stack.enter_context(Worker(entry, action, folder)) for entry in entries]
        for repeat in range(repeats):
            for entry, worker in zip(entries, workers):
                if repeat < LEAST_REPEATS or worker.spent < LONG:
                    answers = [worker.measure(count) for count in entry.counts]
                    results[entry.label].answers.append(answers)
    return results
