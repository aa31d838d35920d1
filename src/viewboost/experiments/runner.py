"""The runner: tasks in any order, on several processes, each result stored as it comes."""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import sklearn
from threadpoolctl import threadpool_limits

import viewboost
from viewboost.experiments.experiment import (
    Estimate,
    Experiment,
    Group,
    Result,
    Settings,
    Summary,
    Values,
    grouped,
    key,
)
from viewboost.io.atomic import write_atomically

# Told the number of tasks done and of all.
Progress = Callable[[int, int], None]


def run(
    experiment: Experiment,
    scale: str = "default",
    out: Any = "viewboost-results",
    jobs: int = 1,
    progress: Progress | None = None,
    fresh: bool = False,
) -> Summary:
    """Run what is not stored yet, store it, and sum it up.

    Parameters
    ----------
    experiment : Experiment
    scale : {"tiny", "quick", "default", "full"}
    out : path
        The folder of results: ``<name>/<scale>.jsonl`` holds one line for each task done, and
        ``<name>.json`` (``<name>-<scale>.json`` for other scales than the default) the summary.
    jobs : int
        Number of processes.
    progress : callable, optional
        Called with the number of tasks done and of all, at the start and after each.
    fresh : bool
        Forget what is stored and begin again.

    Returns
    -------
    Summary
    """
    tasks = experiment.tasks(scale)
    store = Store(Path(out) / experiment.name / f"{scale}.jsonl", fresh)
    done = {result.key: result for result in store.read()}
    wanted = [key(settings) for settings in tasks]
    left = [settings for settings, name in zip(tasks, wanted) if name not in done]
    tell = progress or (lambda *_: None)
    tell(len(tasks) - len(left), len(tasks))
    for count, result in enumerate(_perform(experiment, left, jobs), start=1):
        store.append(result)
        done[result.key] = result
        tell(len(tasks) - len(left) + count, len(tasks))
    summary = summed_up(experiment, scale, [done[name] for name in wanted])
    write_summary(summary, out)
    return summary


def _perform(experiment: Experiment, tasks: Sequence[Settings], jobs: int) -> Iterator[Result]:
    """The results, in the order in which they come."""
    if jobs == 1 or len(tasks) < 2:
        for settings in tasks:
            with _naming(experiment, settings):
                result = _timed(experiment.run, settings)
            yield result
        return
    # Spawned: a forked process inherits locks of threads that it does not have.
    pool = ProcessPoolExecutor(min(jobs, len(tasks)), mp_context=get_context("spawn"))
    try:
        futures = {pool.submit(_timed, experiment.run, s): s for s in tasks}
        for future in as_completed(futures):
            with _naming(experiment, futures[future]):
                result = future.result()
            yield result
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _naming(experiment: Experiment, settings: Settings) -> Iterator[None]:
    """Say of an exception in which task it happened."""
    try:
        yield
    except Exception as error:
        error.add_note(f"in the experiment {experiment.name}, task {key(settings)}")
        raise


def _timed(work: Callable[[Settings], Values], settings: Settings) -> Result:
    start = time.process_time()
    with threadpool_limits(1):
        values = work(settings)
    plain = {name: _plain(value) for name, value in values.items()}
    return Result(dict(settings), plain, round(time.process_time() - start, 3))


def _plain(value: Any) -> Any:
    """A number or a list of numbers, as JSON has them; NaN is None."""
    if np.ndim(value):
        return [_plain(item) for item in value]
    number = float(value)
    return number if np.isfinite(number) else None


class Store:
    """Results in a file, one line of JSON each; a line is there as a whole or not at all."""

    def __init__(self, path: Path, fresh: bool = False):
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        if fresh or not path.exists():
            write_atomically(path, [])
            return
        stored = path.read_bytes()
        whole = stored[: stored.rfind(b"\n") + 1]
        if whole != stored:  # the last run ended while it wrote
            write_atomically(path, [whole])

    def read(self) -> list[Result]:
        """What is stored."""
        found = []
        for number, line in enumerate(self.path.read_text("utf-8").splitlines(), start=1):
            try:
                found.append(Result(**json.loads(line)))
            except (ValueError, TypeError) as error:
                raise ValueError(
                    f"{self.path}, line {number}: not a result ({error}); run with --fresh to "
                    "begin again"
                ) from error
        return found

    def append(self, result: Result) -> None:
        """Add a result, and see it on the disk."""
        line = json.dumps(asdict(result), allow_nan=False) + "\n"
        with open(self.path, "ab") as file:
            file.write(line.encode())
            file.flush()
            os.fsync(file.fileno())


def summed_up(experiment: Experiment, scale: str, results: Sequence[Result]) -> Summary:
    """The results as means and standard errors."""
    seconds = round(sum(result.seconds for result in results), 1)
    groups = grouped(results, experiment.over)
    repeats = {
        name: sorted({r.settings[name] for r in results if name in r.settings})
        for name in experiment.over
    }
    return Summary(experiment.name, scale, groups, len(results), seconds, environment(), repeats)


def environment() -> dict[str, str]:
    """What the figures were made with."""
    return {
        "viewboost": viewboost.__version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "scikit-learn": sklearn.__version__,
        "machine": platform.machine(),
    }


def summary_path(out: Any, name: str, scale: str = "default") -> Path:
    """Where the summary of an experiment is."""
    return Path(out) / (f"{name}.json" if scale == "default" else f"{name}-{scale}.json")


def write_summary(summary: Summary, out: Any) -> None:
    """Keep a summary, rounded to what is ever shown."""
    held = asdict(summary)
    held["groups"] = [
        {
            "settings": group.settings,
            "values": {name: _held(value) for name, value in group.values.items()},
        }
        for group in summary.groups
    ]
    text = json.dumps(held, indent=1, allow_nan=False) + "\n"
    write_atomically(summary_path(out, summary.name, summary.scale), [text.encode()])


def _held(value: Estimate) -> dict[str, Any]:
    return {"mean": _short(value.mean), "se": _short(value.se), "n": value.n}


def _short(value: Any) -> Any:
    if isinstance(value, list):
        return [_short(item) for item in value]
    return float(f"{value:.6g}") if np.isfinite(value) else None


def read_summary(path: Any) -> Summary:
    """A summary as it was kept."""
    held = json.loads(Path(path).read_text("utf-8"))
    groups = [
        Group(g["settings"], {name: _estimate(v) for name, v in g["values"].items()})
        for g in held["groups"]
    ]
    return Summary(**{**held, "groups": groups})


def _estimate(held: Mapping[str, Any]) -> Estimate:
    mean, se = (np.array(held[name], dtype=np.float64).tolist() for name in ("mean", "se"))
    return Estimate(mean, se, held["n"])
