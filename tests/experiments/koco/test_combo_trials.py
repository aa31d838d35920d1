"""How far the trials are from the thesis, and how far the thesis is from itself."""

from viewboost.experiments.experiment import Estimate
from viewboost.experiments.koco import _combo_trials as trials
from viewboost.experiments.koco._combo_tables import TABLE_3_3


def figures(shift):
    """Those of the thesis for Balance, so many of its standard deviations off."""
    return {
        f"{method} {measure}": Estimate(row[place] + shift * row[place + 2], 0.0, 5)
        for measure, rows in TABLE_3_3.items()
        for row in [rows["Balance"]]
        for place, method in enumerate(trials.METHODS)
    }


def test_distances_are_in_standard_deviations_of_the_thesis():
    found = {("Balance", d): figures(0.5 * d) for d in trials.DEPTHS}
    told = "0.50 at depth 1, 1.00 at depth 2, 1.50 at depth 3, 2.50 at depth 5"
    assert trials._distances(found) == told


def test_recalls_of_the_thesis_against_its_means():
    text = trials.against_itself()
    assert "accuracy of CoMBo 0.765 (0.728, +2.4 standard deviations)" in text
    assert "G-mean of AdaBoost.MM 0.478 (0.497, -0.5 standard deviations)" in text
