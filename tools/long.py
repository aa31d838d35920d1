"""Runs at the limits of size, finite and correct or refused: python -m tools.long NAME [CASE …]"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from sklearn.tree import DecisionTreeClassifier

import viewboost
from viewboost import Stump, Views

NAMES = [name for name in viewboost.__all__ if name.endswith("Classifier")]
HANG_S = 900  # for each case; the machine may be busy with other things


def _noisy(n: int = 40, d: int = 3) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    y = np.arange(n) % 2
    return rng.normal(size=(n, d)) + 0.5 * y[:, None], rng.permuted(y)


def rounds(name: str, n: int) -> float:
    """So many rounds on labels that are noise; the first are those of a short fit."""
    X, y = _noisy()
    model = _make(name, n_rounds=n).fit(X, y)
    short = _make(name, n_rounds=30).fit(X, y)
    told = [np.concatenate([_told(r) for r in m.history_[:30]]) for m in (model, short)]
    _demand(np.array_equal(*told), name, "the first rounds differ from those of a short fit")
    return _checked(model, X, y)


def classes(name: str, n: int) -> float:
    """So many classes, one row of each: some right by stumps, all by a tree."""
    X, y = np.arange(n, dtype=float)[:, None], np.arange(n)
    right = _checked(_make(name, n_rounds=3).fit(X, y), X, y)
    _demand(right > 0, name, "stumps are right on no row")
    tree = DecisionTreeClassifier(random_state=0)
    return _checked(_make(name, n_rounds=3).set_params(learner=tree).fit(X, y), X, y)


def views(name: str, n: int) -> float:
    """So many views, of which one tells the classes apart."""
    X, y = _noisy(20, n)
    X[:, n // 2] = y
    several = Views(**{f"view{j}": X[:, [j]] for j in range(n)})
    return _checked(_make(name, n_rounds=3).fit(several, y), several, y)


def weights(name: str, n: int) -> float:
    """Weights from 1e-n to 1e+n: the accuracy on the one row that weighs more than all others."""
    X, y = _noisy()
    X[:, 0], X[-1, 0] = y, 1 - y[-1]  # the heaviest row is an exception to all others
    model = _make(name, n_rounds=2).fit(X, y, 10.0 ** np.linspace(-n, n, len(y)))
    _checked(model, X, y)
    return float(model.predict(X)[-1] == y[-1])


def missing(name: str, n: int) -> float:
    """So many views that no row has, besides one that all have: their number changes nothing."""
    X, y = _noisy()
    many, one = (
        Views(seen=X, **{f"view{j}": X for j in range(k)}).missing(
            **{f"view{j}": np.ones(len(y), dtype=bool) for j in range(k)}
        )
        for k in (n, 1)
    )
    model, other = (_make(name, n_rounds=20).fit(X_, y) for X_ in (many, one))
    same = np.array_equal(model.decision_function(many), other.decision_function(one))
    _demand(same, name, "the scores depend on the number of views that no row has")
    return _checked(model, many, y)


def _make(name: str, **params: Any) -> Any:
    return getattr(viewboost, name)(learner=Stump(), random_state=0, **params)


def _checked(model: Any, X: Any, y: np.ndarray) -> float:
    """The model's accuracy, once all that it tells is finite."""
    proba = model.predict_proba(X)
    told = [model.decision_function(X), proba, proba.sum(axis=1) - 1]
    told += [_told(record) for record in model.history_]
    finite = all(np.isfinite(one).all() for one in told)
    name = type(model).__name__
    _demand(finite and np.abs(told[2]).max() <= 1e-9, name, "not finite, or no probabilities")
    return float((model.predict(X) == y).mean())


def _told(record: Any) -> np.ndarray:
    return np.concatenate([record.edges, record.steps])


def _demand(holds: bool, name: str, wrong: str) -> None:
    if not holds:
        raise SystemExit(f"{name}: {wrong}")


class Case(NamedTuple):
    """A limit: what is fitted, its full size, and the accuracy that is demanded."""

    fit: Callable[[str, int], float]
    size: int
    least: float = 0.0


CASES = {
    "rounds": Case(rounds, 10_000, 0.6),
    "classes": Case(classes, 1_000, 1.0),
    "views": Case(views, 1_000, 1.0),
    "weights": Case(weights, 300, 1.0),
    "missing": Case(missing, 20, 0.6),
}


def run(case: str, name: str, size: int | None = None) -> tuple[str, bool]:
    """The accuracy, or the words of the refusal; and whether that is good."""
    fit, usual, least = CASES[case]
    try:
        accuracy = fit(name, size or usual)
    except (ValueError, MemoryError) as error:
        return f"refused: {error}", True
    return f"finite, accuracy {accuracy:.2f}", accuracy >= least


def run_apart(name: str) -> dict[str, tuple[str, bool, float]]:
    """All cases of an algorithm in a process of its own: what came of each, and the seconds."""
    command = [sys.executable, "-W", "ignore", "-m", "tools.long", name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    told = {case: tuple(said) for case, *said in map(json.loads, done.stdout.splitlines())}
    end = f"exit {done.returncode}: {done.stderr[-200:]}"
    if done.returncode == -signal.SIGALRM:
        end = f"not done in {HANG_S} s"
    return {case: told.get(case, (end, False, 0.0)) for case in CASES}


def main() -> None:
    """Run cases of one algorithm in this process, a line for each."""
    name, *cases = sys.argv[1:]
    for case in cases or CASES:
        signal.alarm(HANG_S)
        start = time.perf_counter()
        said, good = run(case, name)
        print(json.dumps([case, said, good, time.perf_counter() - start]), flush=True)


if __name__ == "__main__":
    main()
