"""Fits and predictions from many threads and processes at once: python -m tools.crowd WAY …"""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from sklearn.model_selection import cross_val_score
from tools.digests import digest

import viewboost
from viewboost import Tree, Views
from viewboost.learners import _team

N = 8
NAMES = [name for name in viewboost.__all__ if name.endswith("Classifier")]


def rows() -> tuple[Views, np.ndarray]:
    """Rows of three classes in two views."""
    rng = np.random.default_rng(0)
    y = np.arange(150) % 3
    one = rng.normal(size=(150, 40)) + 0.4 * y[:, None]
    return Views(one=one, two=rng.normal(size=(150, 3)) + 0.4 * (y == 1)[:, None]), y


def fitted(name: str, n_jobs: int | None = None) -> Any:
    """A model of this algorithm."""
    _team.LARGE = 0  # threads even for so few cells
    X, y = rows()
    model = getattr(viewboost, name)(
        views=[("one", None, "one"), ("two", Tree(max_depth=2), "two")], n_rounds=6, n_jobs=n_jobs
    )
    return model.fit(X, y)


def told(name: str, n_jobs: int | None = None) -> str:
    """The digest of such a model."""
    return digest(fitted(name, n_jobs), rows()[0])


def threads() -> None:
    """Fits in 8 threads, each with threads of its own, while others predict with one model."""
    alone, model, (X, _) = [told(name) for name in NAMES], fitted(NAMES[0]), rows()
    scores = model.decision_function(X)
    with ThreadPoolExecutor(N) as pool:
        fits = [pool.submit(told, name, 2) for name in NAMES]
        answers = [pool.submit(model.decision_function, X) for _ in range(4 * N)]
        _same([fit.result() for fit in fits], alone)
        _same([np.array_equal(answer.result(), scores) for answer in answers], [True] * 4 * N)


def fork() -> None:
    """Forked processes, after fits with threads."""
    _processes(lambda: ProcessPoolExecutor(2, multiprocessing.get_context("fork")))


def spawn() -> None:
    """Spawned processes, after fits with threads."""
    _processes(lambda: ProcessPoolExecutor(2, multiprocessing.get_context("spawn")))


def _processes(pool: Callable[[], Executor]) -> None:
    alone, model, (X, _) = [told(name, 2) for name in NAMES], fitted(NAMES[0], 2), rows()
    with pool() as workers:
        _same(list(workers.map(told, NAMES, [2] * len(NAMES))), alone)
        (answer,) = workers.map(model.decision_function, [X])
    _same(answer.tolist(), model.decision_function(X).tolist())


def loky() -> None:
    """joblib's processes, after a fit, and a cross-validation within them."""
    alone = [told(name, 2) for name in NAMES]
    _same(Parallel(2)(delayed(told)(name, 2) for name in NAMES), alone)
    X, y = rows()
    model = fitted(NAMES[0], 2)
    _same(
        cross_val_score(model, X, y, cv=3, n_jobs=2).tolist(),
        cross_val_score(model, X, y, cv=3).tolist(),
    )


def jobs() -> None:
    """The same model from 1 and 3 threads."""
    _same([told(name, 3) for name in NAMES], [told(name, 1) for name in NAMES])


def _same(found: list[Any], expected: list[Any]) -> None:
    if found != expected:
        raise SystemExit(f"not the same: {found} instead of {expected}")


WAYS = {way.__name__: way for way in (threads, fork, spawn, loky, jobs)}


def run_apart(*ways: str, timeout: float = 900.0) -> str:
    """Run ways in a process of their own; what it said when it failed, or nothing."""
    command = [sys.executable, "-m", "tools.crowd", *ways]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return f"hangs for {timeout:.0f} s"
    return f"exit {done.returncode}: {done.stderr[-500:]}" if done.returncode else ""


if __name__ == "__main__":
    for way in sys.argv[1:]:
        WAYS[way]()
