"""The report of the 2-Boost tables: averages, counts and tests from the figures."""

import numpy as np
import pytest
from scipy.stats import ttest_rel

from viewboost.experiments import _two_boost
from viewboost.experiments._two_class import SETS, two_class
from viewboost.experiments.experiment import Estimate, Group, Summary
from viewboost.experiments.two_boost_split import PAPER


def as_in_the_paper(shift=0.0):
    """A summary whose figures are the paper's, 2-Boost's raised by a shift."""
    groups = []
    for name, (_, at) in SETS.items():
        if at:
            means = PAPER[name] | {"2-Boost": PAPER[name]["2-Boost"] + shift}
            values = {m: Estimate([v] * 5, [0.1] * 5, 5) for m, v in means.items()}
            leads = {
                f"lead over {m}": Estimate(means["2-Boost"] - means[m], 0.1, 5)
                for m in ("Method A", "Method B")
            }
            groups.append(Group({"data": name, "rounds": _two_boost.ROUNDS}, values | leads))
    return Summary("two-boost-split", "default", groups, 60, 1.0)


def test_the_papers_figures_bear_out_the_papers_claims():
    report = _two_boost.report(as_in_the_paper(), "Table 1", PAPER, ())
    assert [v.holds for v in report.verdicts] == [True] * 6
    table = report.tables[0]
    assert all(ours.mean == pytest.approx(paper) for ours, paper in table.pairs())
    assert "2-Boost 8 times, Method A 0 times, Method B 4 times" in table.sentence


def test_a_worse_2_boost_bears_out_none_but_the_last():
    report = _two_boost.report(as_in_the_paper(-9.0), "Table 1", PAPER, ())
    assert [v.holds for v in report.verdicts] == [False] * 5 + [True]


def test_the_test_over_sets_is_paired():
    report = _two_boost.report(as_in_the_paper(), "Table 1", PAPER, ())
    names = [name for name, (_, at) in SETS.items() if at]
    found = ttest_rel(*([PAPER[n][m] for n in names] for m in ("2-Boost", "Method B")))
    assert f"ours t = {found.statistic:.2f}, p = {found.pvalue:.3f}" in report.verdicts[4].why


def test_halves_share_no_column_and_leave_none():
    one, other = _two_boost.halves(9, np.random.default_rng(0))
    assert sorted([*one, *other]) == list(range(9))
    assert len(one) == 4


def test_generated_and_embedded_sets_have_two_classes():
    for name in ("xd6", "embedded"):
        data = two_class(name, 3)
        assert set(data.y) == {0, 1}
        assert len(data.X) == len(data.y)
