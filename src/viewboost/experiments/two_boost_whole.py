"""Table 2 of Janodet, Sebban and Suchier: two learners on all features."""

from __future__ import annotations

from viewboost.experiments import _two_boost
from viewboost.experiments.experiment import Experiment, Settings, Summary, Values
from viewboost.experiments.pages import Report

PAPER = _two_boost.figures("""
Austral    87.26 87.84 87.45
Balance    98.10 97.14 97.46
Bigpole    68.04 67.53 67.48
Breast     97.39 96.10 96.45
German     73.10 73.30 73.60
Glass      81.65 79.95 81.03
Heart      81.02 81.02 78.81
Horse      85.35 76.63 84.60
Ionosphere 92.26 91.03 91.03
Pima       73.01 72.62 72.62
TicTacToe  91.95 90.19 92.41
WhiteHouse 98.30 97.12 97.41
xd6        75.82 75.49 75.49
""")


def run(settings: Settings) -> Values:
    """One repeat of cross-validation."""
    return _two_boost.run(settings, _two_boost.whole)


def report(summary: Summary) -> Report:
    """Table 2, and the claims of section 5.3."""
    title = "Table 2: accuracy in %, both learners on all features"
    return _two_boost.report(summary, title, PAPER, NOTES)


NOTES = (
    *_two_boost.NOTES,
    "No number of rounds in the second table brings 2-Boost ahead, nor did Gaussian naive Bayes in "
    "a trial on the numeric sets. Where both learners see the same features, each alone can learn "
    "what the other knows, and the joint coefficients fit the training rows closer; what little "
    "the paper finds here is of the size by which single runs scatter.",
)

EXPERIMENT = Experiment(
    name="two-boost-whole",
    title="stump and naive Bayes on all features",
    paper="Janodet, Sebban, Suchier 2009, table 2",
    tasks=_two_boost.tasks,
    run=run,
    report=report,
)
