"""An experiment: independent tasks, the figures each gives, and what they say together."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from viewboost.experiments.pages import Report

# tiny: does it run, on data that is always there; quick: minutes for all; full: the paper's counts.
SCALES = ("tiny", "quick", "default", "full")

# What a task is told, its seed among it: a plain mapping that JSON can hold.
Settings = Mapping[str, Any]
# What a task finds: numbers, and curves as lists of numbers.
Values = Mapping[str, Any]


@dataclass(frozen=True)
class Experiment:
    """A table or a figure of a paper, to be run again, or a comparison of our own.

    Attributes
    ----------
    name, title : str
    paper : str
        Where the figures stand that ours are compared with; empty where there are none.
    tasks : callable from a scale to settings
        The tasks of one of the ``SCALES``; what is random in them depends on ``"seed"`` alone.
        Those with a setting ``"trial"`` are no part of the paper's: they look for the reason where
        ours differ from it.
    run : callable from settings to values
        One task; a function of a module, so that other processes find it.
    report : callable from a summary to a report
        The tables beside the paper's, and whether its claims hold.
    over : tuple of str
        Settings over which values are averaged: tasks that differ in no other are repeats.
    """

    name: str
    title: str
    paper: str
    tasks: Callable[[str], Sequence[Settings]]
    run: Callable[[Settings], Values]
    report: Callable[[Summary], Report]
    over: tuple[str, ...] = ("seed",)


@dataclass(frozen=True)
class Result:
    """What one task found, and its seconds of CPU time."""

    settings: Settings
    values: Values
    seconds: float

    @property
    def key(self) -> str:
        """What tells tasks of one experiment apart."""
        return key(self.settings)


def splits(names: Iterable[str], n_repeats: int, n_rounds: int) -> list[Settings]:
    """One task for each set and split of its rows."""
    return [
        {"data": name, "rounds": n_rounds, "seed": seed}
        for name in names
        for seed in range(n_repeats)
    ]


def key(settings: Settings) -> str:
    """The settings as one string, whatever their order."""
    return json.dumps(settings, sort_keys=True)


@dataclass(frozen=True)
class Estimate:
    """A mean over n repeats and its standard error, or a curve of them.

    Examples
    --------
    >>> from viewboost.experiments.experiment import Estimate
    >>> Estimate.of([1.0, 2.0, 3.0])
    Estimate(mean=2.0, se=0.577..., n=3)
    """

    mean: Any
    se: Any
    n: int

    @classmethod
    def of(cls, values: Sequence[Any]) -> Estimate:
        """From one number, or one list of numbers, for each repeat."""
        table = np.array(values, dtype=np.float64)  # None is NaN
        n = len(table)
        spread = table.std(axis=0, ddof=1) if n > 1 else np.full(table.shape[1:], np.nan)
        return cls(table.mean(axis=0).tolist(), (spread / np.sqrt(n)).tolist(), n)

    @property
    def spread(self) -> float:
        """Standard deviation of a single repeat."""
        return self.se * np.sqrt(self.n)

    def at(self, place: int) -> Estimate:
        """One point of a curve."""
        return Estimate(self.mean[place], self.se[place], self.n)

    def scaled(self, factor: float) -> Estimate:
        """The same in another unit."""
        mean, se = np.multiply(self.mean, factor), np.multiply(self.se, abs(factor))
        return Estimate(mean.tolist(), se.tolist(), self.n)


@dataclass(frozen=True)
class Group:
    """Repeats of one task, taken together."""

    settings: Settings
    values: Mapping[str, Estimate]


@dataclass(frozen=True)
class Summary:
    """All that is kept of an experiment: small, and enough to write its page.

    Attributes
    ----------
    name, scale : str
    groups : sequence of Group
    n_tasks : int
    seconds : float
        Of CPU time, all tasks together.
    environment : mapping of str to str
        What the figures were made with.
    repeats : mapping of settings to their values
        What was averaged over: the seeds.
    """

    name: str
    scale: str
    groups: Sequence[Group]
    n_tasks: int
    seconds: float
    environment: Mapping[str, str] = field(default_factory=dict)
    repeats: Mapping[str, Sequence[Any]] = field(default_factory=dict)

    def at(self, **settings: Any) -> Mapping[str, Estimate]:
        """The values of the one group with these settings (it may have others besides)."""
        found = self.where(**settings)
        if len(found) != 1:
            raise KeyError(f"{len(found)} groups of {self.name} have the settings {settings}")
        return found[0].values

    def where(self, **settings: Any) -> list[Group]:
        """The groups with these settings."""
        return [
            group
            for group in self.groups
            if all(
                name in group.settings and group.settings[name] == value
                for name, value in settings.items()
            )
        ]

    def main(self) -> Summary:
        """The paper's tasks alone."""
        return replace(self, groups=[g for g in self.groups if "trial" not in g.settings])

    def trial(self, name: str) -> Summary:
        """The tasks of one trial."""
        return replace(self, groups=self.where(trial=name))

    def seen(self, name: str) -> list[Any]:
        """The values of a setting, in order of appearance."""
        return list(dict.fromkeys(g.settings[name] for g in self.groups if name in g.settings))


def grouped(results: Iterable[Result], over: Sequence[str]) -> list[Group]:
    """Means and standard errors of tasks that differ only in the settings ``over``."""
    repeats: dict[str, list[Result]] = {}
    for result in results:
        rest = {name: value for name, value in result.settings.items() if name not in over}
        repeats.setdefault(key(rest), []).append(result)
    return [
        Group(
            {name: value for name, value in same[0].settings.items() if name not in over},
            {name: Estimate.of([r.values[name] for r in same]) for name in same[0].values},
        )
        for same in repeats.values()
    ]
