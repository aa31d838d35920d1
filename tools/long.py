"""Runs at the limits of size, on every algorithm: finite and correct, or refused."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import viewboost
from viewboost import Stump, Views

NAMES = [name for name in viewboost.__all__ if name.endswith("Classifier")]


def _noisy(n: int = 40, d: int = 3) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    y = np.arange(n) % 2
    return rng.normal(size=(n, d)) + 0.5 * y[:, None], rng.permuted(y)


def rounds(name: str, n: int) -> float:
    """So many rounds on labels that are noise."""
    X, y = _noisy()
    return _checked(_make(name, n_rounds=n).fit(X, y), X, y)


def classes(name: str, n: int) -> float:
    """So many classes, one row of each."""
    X = np.arange(n, dtype=float)[:, None]
    return _checked(_make(name, n_rounds=3).fit(X, np.arange(n)), X, np.arange(n))


def views(name: str, n: int) -> float:
    """So many views, of which one tells the classes apart."""
    X, y = _noisy(20, n)
    X[:, n // 2] = y
    several = Views(**{f"view{j}": X[:, [j]] for j in range(n)})
    return _checked(_make(name, n_rounds=3).fit(several, y), several, y)


def weights(name: str, n: int) -> float:
    """Weights from 1e-n to 1e+n."""
    X, y = _noisy()
    model = _make(name, n_rounds=20).fit(X, y, 10.0 ** np.linspace(-n, n, len(y)))
    return _checked(model, X, y)


def missing(name: str, n: int) -> float:
    """So many views that no row has, besides one that all have."""
    X, y = _noisy()
    several = Views(seen=X, **{f"view{j}": X for j in range(n)})
    several = several.missing(**{f"view{j}": np.ones(len(y), dtype=bool) for j in range(n)})
    return _checked(_make(name, n_rounds=20).fit(several, y), several, y)


def _make(name: str, **params: Any) -> Any:
    return getattr(viewboost, name)(learner=Stump(), random_state=0, **params)


def _checked(model: Any, X: Any, y: np.ndarray) -> float:
    """The model's accuracy, once all that it tells is finite."""
    proba = model.predict_proba(X)
    told = [model.decision_function(X), proba, proba.sum(axis=1) - 1]
    told += [np.concatenate([r.edges, r.steps]) for r in model.history_]
    if not all(np.isfinite(one).all() for one in told) or np.abs(told[2]).max() > 1e-9:
        raise SystemExit(f"{type(model).__name__}: not finite, or no probabilities")
    return float((model.predict(X) == y).mean())


CASES: dict[str, tuple[Callable[[str, int], float], int]] = {
    "rounds": (rounds, 10_000),
    "classes": (classes, 1_000),
    "views": (views, 1_000),
    "weights": (weights, 300),
    "missing": (missing, 20),
}


def run(case: str, name: str, size: int | None = None) -> str:
    """The accuracy, or the words of the refusal."""
    fit, usual = CASES[case]
    try:
        return f"accuracy {fit(name, size or usual):.2f}"
    except (ValueError, MemoryError) as error:
        return f"refused: {error}"


def run_apart(case: str, name: str, timeout: float = 900.0) -> tuple[str, bool]:
    """As ``run``, in a process of its own; what came of it, and whether that is good."""
    command = [sys.executable, "-W", "ignore", "-m", "tools.long", case, name]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return f"not done in {timeout:.0f} s", False
    if done.returncode:
        return f"exit {done.returncode}: {done.stderr[-200:]}", False
    return done.stdout.split(maxsplit=2)[2].strip(), True


if __name__ == "__main__":
    for case in sys.argv[1:2] or CASES:
        for name in sys.argv[2:] or NAMES:
            start = time.perf_counter()
            said = run(case, name)
            print(f"{case:8} {name:26} {said} ({time.perf_counter() - start:.1f} s)", flush=True)
