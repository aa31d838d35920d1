"""Table 2 of Janodet, Sebban and Suchier: two learners on all features."""

from __future__ import annotations

from viewboost.experiments.experiment import Experiment, Settings, Summary, Values
from viewboost.experiments.janodet import _two_boost
from viewboost.experiments.janodet._two_boost_paper import WHOLE
from viewboost.experiments.pages import Report

TRIALS = ("stop", "drawn rows", "Gaussian", "fifth")


def tasks(scale: str) -> list[Settings]:
    """Repeats of cross-validation, and trials."""
    return _two_boost.tasks(scale, TRIALS)


def run(settings: Settings) -> Values:
    """One repeat of cross-validation."""
    return _two_boost.run(settings, _two_boost.whole)


def report(summary: Summary) -> Report:
    """Table 2, and the claims of section 5.3."""
    title = "Table 2: accuracy in %, both learners on all features"
    return _two_boost.report(summary, title, WHOLE, _two_boost.NOTES)


EXPERIMENT = Experiment(
    name="two-boost-whole",
    title="stump and naive Bayes on all features",
    paper="Janodet, Sebban, Suchier 2009, table 2",
    tasks=tasks,
    run=run,
    report=report,
)
