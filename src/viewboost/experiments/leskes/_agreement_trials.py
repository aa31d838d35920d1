"""What AgreementBoost's figures hang on: words, their repetitions, and the number of rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost import Views
from viewboost.experiments.experiment import Estimate, Settings, Summary
from viewboost.experiments.pages import Table

LETTERS, REPEATED, UNKNOWN, ROUNDS = "letters", "repeated words", "unknown words", "rounds"
# Least letters of a word, and how often it counts in a page at most.
_LETTERS, _MOST = (5,), (1,)
# Repeats of each, and rounds of AgreementBoost up to the paper's.
_REPEATS = {LETTERS: 8, REPEATED: 8, UNKNOWN: 4, ROUNDS: 3}
_STOPS = (150, 300, 1000)

Curves = Mapping[str, Mapping[str, Estimate]]


def trials(tasks: Sequence[Settings]) -> list[Settings]:
    """The tasks of the trials, each a task of the paper with one thing changed."""
    most = max(task["labels"] for task in tasks)
    enough = max((t["labels"] for t in tasks if t["labels"] <= 0.6 * most), default=most)
    found: list[Settings] = []
    for task in tasks:
        occurrence, figure, n = task["bayes"] == "occurrence", task["figure"], task["labels"]
        changes: dict[str, list[dict[str, Any]]] = {}
        if figure == "2" and n in (enough, most):
            once = {} if occurrence else {"most": 1}
            changes[LETTERS] = [{"letters": letters, **once} for letters in _LETTERS]
        if not occurrence and n == most:
            changes[REPEATED] = [{"most": times} for times in _MOST]
        if figure == "1" and n == most:
            changes[UNKNOWN] = [{}]
        if occurrence and figure == "2" and n == most:
            rounds = _STOPS[-1] if task["rounds"] >= _STOPS[0] else task["rounds"]
            changes[ROUNDS] = [{"rounds": rounds}]
        found += [
            {**task, **change, "trial": name}
            for name, each in changes.items()
            if task["seed"] < _REPEATS[name]
            for change in each
        ]
    return found


def by_rounds(model: Any, X: Views, y: NDArray[np.intp]) -> list[float]:
    """Test errors after some rounds."""
    errors = [float(np.mean(said != y)) for said in model.staged_predict(X)]
    return [errors[min(stop, len(errors)) - 1] for stop in _STOPS]


def curves(summary: Summary, **settings: Any) -> Curves:
    """Errors by the number of labels."""
    groups = summary.where(**settings)
    return {str(group.settings["labels"]): group.values for group in groups}


def trial_tables(summary: Summary) -> list[Table]:
    """The tables of the trials that were run."""
    main = summary.main()
    tables = [_letters(summary.trial(LETTERS), main, bayes) for bayes in main.seen("bayes")]
    tables += [_repeated(summary.trial(REPEATED), main, figure) for figure in ("1", "2")]
    tables += [_unknown(summary.trial(UNKNOWN), main), _rounds(summary.trial(ROUNDS))]
    return [table for table in tables if table.ours]


_LOOK: Any = {"digits": 3, "better": "lower"}
Rows = dict[str, Mapping[str, Estimate]]


def _letters(trial: Summary, main: Summary, bayes: str) -> Table:
    ours: Rows = {}
    for group in trial.where(bayes=bayes):
        labels, letters = group.settings["labels"], group.settings["letters"]
        ours[f"{labels} labels, 2 letters or more (above)"] = main.at(
            bayes=bayes, figure="2", labels=labels
        )
        once = ", each counted once" if "most" in group.settings else ""
        ours[f"{labels} labels, {letters} letters or more{once}"] = group.values
    title = f"Trial: figure 2 ({bayes}) by the least letters of a word, test error"
    return Table(title, ours, corner="words", **_LOOK)


def _repeated(trial: Summary, main: Summary, figure: str) -> Table:
    ours: Rows = {}
    for group in trial.where(figure=figure):
        labels, most = group.settings["labels"], group.settings["most"]
        ours[f"at most {most} of a word"] = group.values
        usual = main.at(bayes="counts", figure=figure, labels=labels)
    if ours:
        ours["all (above)"] = usual
    title = f"Trial: figure {figure} (counts) by what is counted in a page, test error"
    return Table(title, ours, corner="counted", **_LOOK)


def _unknown(trial: Summary, main: Summary) -> Table:
    ours: Rows = {}
    for group in trial.groups:
        bayes, labels = group.settings["bayes"], group.settings["labels"]
        ours[f"{bayes}, words of all pages"] = group.values
        usual = main.at(bayes=bayes, figure="1", labels=labels)
        ours[f"{bayes}, words of the pages learned from (above)"] = usual
    title = "Trial: figure 1 with words that no page learned from has, test error"
    return Table(title, ours, corner="words", **_LOOK)


def _rounds(trial: Summary) -> Table:
    ours: Rows = {}
    for group in trial.groups:
        for name, curve in group.values.items():
            if name.endswith(" by rounds"):
                points = {f"{stop} rounds": curve.at(i) for i, stop in enumerate(_STOPS)}
                ours[name.removesuffix(" by rounds")] = points
    title = "Trial: figure 2 (occurrence), all labels, up to the paper's 1000 rounds, test error"
    return Table(title, ours, corner="view", **_LOOK)
