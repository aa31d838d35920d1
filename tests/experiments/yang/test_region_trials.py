"""RegionBoost's reason is given only where stumps by impurity bear it out."""

import pytest

from viewboost.experiments.experiment import Estimate, Group, Summary
from viewboost.experiments.yang import _region_trials as trials


def summary(gap_by_gini, trial=True):
    """Two sets; RegionBoost ends three points below kNN with stumps by least error."""
    groups = [
        Group(
            {"data": name, "learner": learner} | more,
            {value: Estimate(share, 0.001, 5) for value in trials.COLUMNS},
        )
        for name in ("Pima", "Credit Aus")
        for learner, share, more in [
            ("stumps", 0.03, {}),
            (trials.GINI, gap_by_gini, {"trial": trials.CUTS}),
        ][: 1 + trial]
    ]
    return Summary("region-uci", "default", groups, len(groups), 0.0)


def test_the_reason_has_the_figures_that_show_it():
    text = trials.impurity(summary(0.007), ("Pima", "Credit Aus"))
    assert "0.70 ± 0.10 and 0.70 ± 0.10 points below kNN" in text
    assert "instead of 3.0 ± 0.1 and 3.0 ± 0.1 %" in text


@pytest.mark.parametrize("held", [summary(0.02), summary(0.007, trial=False)])
def test_without_such_figures_there_is_no_reason(held):
    assert trials.impurity(held, ("Pima", "Credit Aus")) == ""


def test_the_papers_split_is_placed_among_ours():
    ours = {"Pima": {trials.STANDARD: Estimate(18.0, 0.1, 100)}}
    assert "Pima +2.0" in trials._scatter(ours, {"Pima": 20.0, "Sonar": 1.0})
    assert trials._scatter(ours, {}) == ""


def shares(least, gini):
    """Shares of rows on which RegionBoost decides as its unsplit stumps; they scatter by 0.4 %."""
    groups = [
        Group(
            {"data": name, "learner": learner} | more,
            {"as the unsplit": Estimate(share, 0.001, 16)},
        )
        for name in trials.UNSPLIT
        for learner, share, more in [
            ("stumps", least, {}),
            (trials.GINI, gini, {"trial": trials.CUTS}),
        ]
    ]
    return Summary("region-uci", "default", groups, len(groups), 0.0)


def test_stumps_by_gini_are_a_reason_where_they_come_to_the_papers_share():
    text = trials.unsplit_by_gini(shares(0.980, 0.995))
    assert "99.50 ± 0.10 and 99.50 ± 0.10 %" in text
    assert "+0.6 and -0.9 standard deviations" in text
    assert trials.unsplit_by_gini(shares(0.980, 0.985)) == ""  # far below the paper's
    assert trials.unsplit_by_gini(shares(0.994, 0.995)) == ""  # hardly moved
    assert trials.unsplit_by_gini(shares(0.980, 0.995).main()) == ""
