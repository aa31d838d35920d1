"""Fits killed at random moments and taken up again: python -m tools.kill KIND TIMES."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from sklearn.tree import DecisionTreeClassifier
from tools.digests import digest

from viewboost import (
    AdaBoostMMClassifier,
    AgreementBoostClassifier,
    CarakoClassifier,
    KBoostClassifier,
    MuComboClassifier,
    MumboClassifier,
    RegionBoostClassifier,
    Tree,
    Views,
    Weighted,
)

SAME, OTHER, FAILED = "same", "different", "failed"
DEATHS = 3  # a fit is killed so often at most, before it may end
RESAMPLED = Weighted(DecisionTreeClassifier(max_depth=1), resample=True)
MAKERS: dict[str, Callable[..., Any]] = {
    "stumps": lambda **p: AdaBoostMMClassifier(n_rounds=320, **p),
    "stopping": lambda **p: MumboClassifier(
        n_rounds=400, n_iter_no_change=120, random_state=1, **p
    ),
    "trees": lambda **p: MuComboClassifier(n_rounds=200, learner=Tree(max_depth=2), **p),
    "turns": lambda **p: AgreementBoostClassifier(n_rounds=120, output="joint", **p),
    "joint": lambda **p: KBoostClassifier(n_rounds=150, **p),
    "regions": lambda **p: RegionBoostClassifier(n_rounds=200, **p),
    "resampled": lambda **p: AdaBoostMMClassifier(
        n_rounds=120, learner=RESAMPLED, random_state=2, **p
    ),
    "alternating": lambda **p: CarakoClassifier(
        n_rounds=60, learner=RESAMPLED, random_state=3, tol=0.0, **p
    ),
}


def rows() -> tuple[Views, np.ndarray]:
    """Rows of three classes in two views, some of which lack one."""
    rng = np.random.default_rng(0)
    y = np.arange(240) % 3
    one = rng.normal(size=(240, 4)) + 0.4 * y[:, None]
    two = rng.normal(size=(240, 3)) + 0.4 * (y == 1)[:, None]
    return Views(one=one, two=two).missing(two=np.arange(240) % 9 == 0), y


def run(kind: str, times: int, seed: int = 0) -> Counter[str]:
    """Kill fits of this kind; count those that went on to the same model, and the kills."""
    X, y = rows()
    make, draw, counts = MAKERS[kind], random.Random(seed), Counter[str]()
    whole = digest(make().fit(X, y), X)
    with tempfile.TemporaryDirectory() as folder:
        begin = time.perf_counter()
        make(checkpoint=os.path.join(folder, "timed")).fit(X, y)
        lasts = time.perf_counter() - begin
        while counts["kills"] < times:
            place = os.path.join(folder, str(counts.total()))
            fit = partial(make, checkpoint=place, resume=True)
            told = _mortal_fit(fit, draw, lasts, counts)
            counts[SAME if told == whole else OTHER if len(told) == 64 else FAILED] += 1
    return counts


def _mortal_fit(
    make: Callable[[], Any], draw: random.Random, lasts: float, counts: Counter[str]
) -> str:
    """The digest of a fit that was killed up to DEATHS times on its way, or its error."""
    for _ in range(DEATHS):
        child, pipe = _forked(make)
        time.sleep(draw.uniform(0, lasts / 2))  # a fit that goes on has less to do
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        counts["kills"] += os.WIFSIGNALED(status)
        os.close(pipe)
    child, pipe = _forked(make)
    with open(pipe) as told:
        text = told.read()
    os.waitpid(child, 0)
    return text


def _forked(make: Callable[[], Any]) -> tuple[int, int]:
    """A process of its own that fits, and where it tells what came of it."""
    X, y = rows()
    read, write = os.pipe()
    child = os.fork()
    if child:
        os.close(write)
        return child, read
    try:
        told = digest(make().fit(X, y), X)
    except BaseException as error:
        told = repr(error)
    os.write(write, told.encode())
    os._exit(0)  # nothing of the parent's is to be ended here


def run_apart(kind: str, times: int, timeout: float = 600.0) -> Counter[str]:
    """As ``run``, in a process without threads, which alone can be forked safely."""
    command = [sys.executable, "-m", "tools.kill", kind, str(times)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    if done.returncode:
        return Counter({f"exit {done.returncode}: {done.stderr[-200:]}": 1})
    return Counter(dict(zip(("kills", SAME, OTHER, FAILED), map(int, done.stdout.split()))))


if __name__ == "__main__":
    found = run(sys.argv[1], int(sys.argv[2]))
    print(*(found[name] for name in ("kills", SAME, OTHER, FAILED)))
