"""Telling how far a fit is: lines, and scikit-learn's callbacks."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from viewboost.rounds.records import Record
from viewboost.views._sklearn import ProgressBar
from viewboost.vote.votes import Vote

__all__ = ["Callbacks", "Narrator", "ProgressBar"]

ASKED = "a callback asked to stop"


class Callbacks:
    """Monitor that tells an estimator's callbacks of the fit and of each of its rounds.

    Parameters
    ----------
    estimator : estimator
        With callbacks.
    n_rounds : int
        The rounds at most.
    X, y, sample_weight
        What the fit was given: callbacks may ask for it.
    """

    def __init__(self, estimator: Any, n_rounds: int, X: Any, y: Any, sample_weight: Any):
        metadata = None if sample_weight is None else {"sample_weight": sample_weight}
        self.given = {"estimator": estimator, "X": X, "y": y, "metadata": metadata}
        self.context = estimator._init_callback_context(max_subtasks=n_rounds)
        self.context.call_on_fit_task_begin(**self.given)
        # Attributes with which a copy of the estimator predicts as after the rounds so far.
        self.so_far: Callable[[], dict[str, Any]] = dict

    def __call__(self, record: Record, cast: Sequence[Vote]) -> str:
        """Tell of a round that is done; a reason to stop, if a callback wants that."""
        task = self.context.subcontext(task_name="round")
        task.call_on_fit_task_begin(**self.given)
        told = {**self.given, "reconstruction_attributes": self.so_far}
        return ASKED if task.call_on_fit_task_end(**told) else ""

    def end(self) -> None:
        """Tell that the fit is done."""
        self.context.call_on_fit_task_end(**self.given, reconstruction_attributes=dict)


class Narrator:
    """Monitor that writes a line every few rounds, and one at the end.

    Parameters
    ----------
    name : str
        Of the estimator.
    n_rounds : int
        The rounds at most.
    every : int
        Rounds from one line to the next.
    views : list of str
        Their names.
    metric : str
        What validation rows are scored by.
    """

    def __init__(self, name: str, n_rounds: int, every: int, views: Sequence[str], metric: str):
        from rich.console import Console

        self.name, self.n_rounds, self.every = name, n_rounds, every
        self.views, self.metric = views, metric
        self.console = Console(highlight=False, markup=False, soft_wrap=True)

    def __call__(self, record: Record, cast: Sequence[Vote]) -> str:
        """Write the line of this round, if it is its turn."""
        if (record.round + 1) % self.every == 0:
            place = f"{record.round + 1:>{len(str(self.n_rounds))}}/{self.n_rounds}"
            said = [f"round {place}", f"edge {np.nanmax(record.edges):.4f}"]
            if record.chosen >= 0 and len(self.views) > 1:
                said.append(f"view {self.views[record.chosen]}")
            self._say("  ".join([*said, *self._score(record)]))
        return ""

    def end(self, history: Sequence[Record], reason: str, kept: int) -> None:
        """Say how many rounds there were, why they ended, and which of them the model keeps."""
        said = [f"{len(history)} rounds, stopped: {reason}"]
        if kept < len(history):
            said += [f"the model keeps the first {kept}", *self._score(history[kept - 1])]
        self._say("; ".join(said))

    def _score(self, record: Record) -> list[str]:
        if math.isnan(record.validation):
            return []
        return [f"validation {self.metric} {record.validation:.4f}"]

    def _say(self, text: str) -> None:
        self.console.print(f"[{self.name}] {text}")
