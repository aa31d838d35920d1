"""The report of the 2-Boost tables: averages, counts, tests and reasons from the figures."""

import numpy as np
import pytest
from scipy.stats import ttest_rel

from viewboost.experiments.experiment import Estimate, Group, Summary
from viewboost.experiments.janodet import _two_boost, _two_boost_claims
from viewboost.experiments.janodet._two_boost_claims import LEARNED
from viewboost.experiments.janodet._two_boost_paper import (
    REST,
    SPLIT,
    WHOLE,
    Counts,
    counts,
    n_rows,
    whole_counts,
)
from viewboost.experiments.janodet._two_class import SETS, two_class


def as_in_the_paper(shift=0.0, learned=0.0):
    """A summary whose figures are the paper's, 2-Boost's raised on new rows and on learned ones."""
    groups = []
    for name, (_, at) in SETS.items():
        if at:
            means = SPLIT[name] | {
                "2-Boost": SPLIT[name]["2-Boost"] + shift * (1 + len(groups) / 1e5)
            }
            means |= {m + LEARNED: v for m, v in SPLIT[name].items()}
            means["2-Boost" + LEARNED] += learned
            values = {m: Estimate([v] * 5, [0.1] * 5, 5) for m, v in means.items()}
            leads = {
                f"lead over {m}": Estimate(means["2-Boost"] - means[m], 0.1, 5)
                for m in ("Method A", "Method B")
            }
            groups.append(Group({"data": name, "rounds": [2, 5, 10, 20, 50]}, values | leads))
    return Summary("two-boost-split", "default", groups, 60, 1.0)


def verdicts(summary):
    return _two_boost.report(summary, "Table 1", SPLIT, ()).verdicts


def test_the_papers_figures_bear_out_the_papers_claims():
    report = _two_boost.report(as_in_the_paper(), "Table 1", SPLIT, ())
    assert [v.holds for v in report.verdicts] == [True] * 6
    table = report.tables[0]
    assert all(ours.mean == pytest.approx(paper) for ours, paper in table.pairs())
    assert "2-Boost on 8, Method A on 0, Method B on 4 of 12 sets" in table.sentence


def test_a_worse_2_boost_bears_out_none_but_the_last():
    assert [v.holds for v in verdicts(as_in_the_paper(-9.0))] == [False] * 5 + [True]


def reasons(summary, paper=SPLIT):
    """Of claims about the methods that fail."""
    found = _two_boost.report(summary, "Table 1", paper, ()).verdicts[:5]
    return [verdict.reason for verdict in found if not verdict.holds]


def test_the_rows_learned_from_are_a_reason_only_where_2_boost_leads_on_them():
    ahead = reasons(as_in_the_paper(-1.5, learned=5.0))
    assert len(ahead) == 4
    assert all("seem to be counted on rows learned from" in reason for reason in ahead)
    assert reasons(as_in_the_paper(-1.5, learned=-9.0)) == [""] * 4


def test_the_rows_learned_from_are_no_reason_where_the_last_digits_tell_nothing(monkeypatch):
    by_chance = Counts(dict.fromkeys(REST, 6), dict.fromkeys(REST, 6), 47.0, 0.6)
    monkeypatch.setattr(_two_boost_claims, "counts", lambda sizes: by_chance)
    assert reasons(as_in_the_paper(-1.5, learned=5.0)) == [""] * 4


def test_a_test_that_the_papers_figures_do_not_pass_need_not_be_passed():
    leads = np.resize([3.0, -2.0], len(SPLIT))
    unsure = {
        name: {**cells, "2-Boost": cells["Method B"] + lead}
        for (name, cells), lead in zip(SPLIT.items(), leads)
    }
    assert "nor are the figures that the paper prints" in reasons(as_in_the_paper(-9), unsure)[-1]


def test_a_test_that_rests_on_sets_counted_otherwise_need_not_be_passed():
    rng = np.random.default_rng(0)
    learned = set(_two_boost_claims.counted_as_learned())
    lead = {name: 2.0 + rng.random() if name in learned else rng.normal() / 9 for name in SPLIT}
    paper = {
        name: {**cells, "2-Boost": cells["Method B"] + lead[name]} for name, cells in SPLIT.items()
    }
    apart = {name: rng.normal() - 3.0 * (name in learned) for name in SPLIT}
    groups = as_in_the_paper().groups
    for group in groups:
        name = group.settings["data"]
        for rows, shift in (("", apart[name]), (LEARNED, 0.1 + 0.01 * rng.random())):
            mean = SPLIT[name]["Method B"] + shift
            group.values["2-Boost" + rows] = Estimate([mean] * 5, [0.1] * 5, 5)
        group.values["lead over Method B"] = Estimate(apart[name], 0.1, 5)
    found = _two_boost_claims._not_in_the_rest(groups, paper, "Method B")
    assert found.startswith("it rests on sets")
    for group in groups:  # ours are now far from the paper's on the other sets, too
        group.values["2-Boost"] = Estimate([0.0] * 5, [0.1] * 5, 5)
    assert _two_boost_claims._not_in_the_rest(groups, paper, "Method B") == ""


def test_the_sizes_are_a_reason_only_while_the_papers_leads_do_not_follow_them():
    assert "no set has 2000 rows" in verdicts(as_in_the_paper())[5].reason
    follow = {
        name: {**cells, "2-Boost": cells["Method B"] + 1e3 / SETS[name][0] + 5 * (size < 2000)}
        for name, cells in SPLIT.items()
        for size in [SETS[name][0]]
    }
    report = _two_boost.report(as_in_the_paper(), "Table 1", follow, ())
    assert report.verdicts[5].reason == ""


def test_the_test_over_sets_is_paired():
    names = [name for name, (_, at) in SETS.items() if at]
    found = ttest_rel(*([SPLIT[n][m] for n in names] for m in ("2-Boost", "Method B")))
    expected = f"ours t = {found.statistic:.2f}, p = {found.pvalue:.3f}"
    assert expected in verdicts(as_in_the_paper())[4].why


def test_single_runs_scatter_as_the_repeats_do():
    sure = [Estimate(lead, 1e-6, 5) for lead in (1.0, 1.1, 0.9, 1.0)]
    assert _two_boost_claims._single_runs(sure) == 1
    noisy = [Estimate(0.0, 1.0, 5)] * 12
    assert _two_boost_claims._single_runs(noisy) == pytest.approx(0.025, abs=0.01)


def test_whole_counts_are_found_to_the_last_digit():
    thirds = [round(100 * k / 3, 2) for k in range(4)]
    assert whole_counts(thirds, 3) == 4
    assert whole_counts(thirds, 6) == 4
    assert whole_counts(thirds, 7) == 2
    assert whole_counts([33.32, 33.34], 3) == 0


def test_figures_at_random_are_whole_counts_as_often_as_expected(monkeypatch):
    rng = np.random.default_rng(0)
    sizes = {name: SETS[name][0] for name in REST}
    found = []
    for _ in range(200):
        drawn = {name: dict(enumerate(rng.integers(10_000, size=6) / 100)) for name in REST}
        monkeypatch.setattr("viewboost.experiments.janodet._two_boost_paper.SPLIT", drawn)
        monkeypatch.setattr("viewboost.experiments.janodet._two_boost_paper.WHOLE", drawn)
        found.append(counts(sizes))
    gap = np.mean([sum(one.found.values()) - one.expected for one in found])
    assert abs(gap) < 0.7  # its standard error is 0.2
    assert 0.3 < np.mean([one.p for one in found]) < 0.75


def test_printed_sizes_are_those_of_the_public_sets_counted_twice_over():
    rows = {"Austral": 690, "Horse": 368, "Pima": 768, "German": 1000, "WhiteHouse": 435}
    assert {name: n_rows(name) for name in rows} == rows
    assert SPLIT.keys() == WHOLE.keys() == SETS.keys()


def test_halves_share_no_column_and_leave_none():
    one, other = _two_boost.halves(9, np.random.default_rng(0))
    assert sorted([*one, *other]) == list(range(9))
    assert len(one) == 4


def test_generated_and_embedded_sets_have_two_classes():
    for name in ("xd6", "embedded"):
        data = two_class(name, 3)
        assert set(data.y) == {0, 1}
        assert len(data.X) == len(data.y)


@pytest.mark.parametrize(("trial", "most", "fewest"), [(None, LEARNED, ""), ("fifth", "", LEARNED)])
def test_learning_from_a_fifth_leaves_four_to_count(trial, most, fewest):
    settings = {"data": "embedded", "rounds": [2], "seed": 0}
    found = _two_boost.run({**settings, "trial": trial} if trial else settings, _two_boost.whole)
    # The five folds of 150 rows are equal, so that their mean accuracy is one of whole counts.
    counted = {rows: found["2-Boost" + rows][0] / 100 for rows in (most, fewest)}
    assert 150 * counted[fewest] == pytest.approx(round(150 * counted[fewest]))
    assert 600 * counted[most] == pytest.approx(round(600 * counted[most]))
    assert 150 * counted[most] != pytest.approx(round(150 * counted[most]))
