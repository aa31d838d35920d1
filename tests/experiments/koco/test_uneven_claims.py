"""The claims on uneven views and classes: stated as the thesis has them."""

import numpy as np
import pytest

from viewboost.experiments.experiment import Estimate, Group, Summary
from viewboost.experiments.koco import _uneven_classes_claims as classes
from viewboost.experiments.koco import _uneven_views_claims as views
from viewboost.experiments.koco._thesis import ADA_LATE, COMBO_LATE
from viewboost.experiments.koco._uneven_classes_trials import PLAIN, carako_reason


def _shares(mean, se=(0.02, 0.02, 0.02), noise=0.25):
    return Group({"size": 80, "noise": noise}, {"shares": Estimate(list(mean), list(se), 5)})


def test_the_error_of_a_lead_follows_from_shares_that_add_up_to_one():
    shares = np.random.default_rng(0).dirichlet((5, 4, 3), 20)
    found = views._lead(Group({}, {"shares": Estimate.of(shares)}))
    expected = Estimate.of((shares[:, 0] - shares[:, 1]).tolist())
    assert (found.mean, found.se) == pytest.approx((expected.mean, expected.se))


@pytest.mark.parametrize(("minor", "explained"), [(0.34, True), (0.6, False)])
def test_a_minor_view_ahead_is_chance_only_within_two_standard_errors(minor, explained):
    first = _shares((0.5, 0.3, 0.2))
    assert views.most_often([first]).holds
    verdict = views.most_often([first, _shares((0.33, minor, 0.67 - minor))])
    assert not verdict.holds
    assert verdict.why == "in 1 of 2 cells"
    assert bool(verdict.reason) == explained


def test_the_major_view_need_not_lead_where_all_are_equally_noisy():
    verdict = views.most_often([_shares((0.5, 0.3, 0.2)), _shares((0.2, 0.5, 0.3), noise=0.5)])
    assert verdict.holds
    assert verdict.why.endswith("in 0 of 1")


@pytest.mark.parametrize("last", [0.2, 0.3])
def test_overfitting_is_a_rise_after_fifty_rounds(last):
    course = [0.4, 0.4, 0.3, 0.3, 0.3, 0.25, 0.27, last]
    cells = [Group({}, {"Early+AdaBoost test": Estimate(course, [0.0] * 8, 5)})] * 2
    (verdict,) = views.overfitting(cells)
    assert verdict.holds == (last > 0.25)
    short = Group({}, {"Early+AdaBoost test": Estimate(course[:5], [0.0] * 5, 5)})
    assert views.overfitting([short]) == []


def _views(ada, combo):
    named = {ADA_LATE: ada, COMBO_LATE: combo}
    values = {f"{m} MAUC by view": Estimate(list(v), [0.01] * len(v), 6) for m, v in named.items()}
    return [Group({"data": "a set"}, values)]


@pytest.mark.parametrize(
    ("ada", "combo", "reason"),
    [
        ((0.5, 0.0), (0.6, 0.0), "in the 1 ties both have 0"),
        ((0.5, 0.5), (0.6, 0.49), "is it so by two standard errors (at most 0.7;"),
        ((0.5, 0.5), (0.6, 0.5), ""),  # a tie, but not at zero
        ((0.5, 0.5), (0.6, 0.4), ""),  # surely behind
    ],
)
def test_better_in_every_view_allows_no_tie(ada, combo, reason):
    verdict = classes._in_every_view(_views(ada, combo), "MAUC")
    assert not verdict.holds
    assert reason in verdict.reason
    assert bool(verdict.reason) == bool(reason)
    assert classes._in_every_view(_views(ada, (0.7, 0.7)), "MAUC").holds


@pytest.mark.parametrize(("carako", "explained"), [(0.9, True), (0.8, False)])
def test_plain_stumps_explain_carako_only_where_it_leads_with_them(carako, explained):
    def group(score, **settings):
        values = {f"{m} accuracy": Estimate(0.8, 0.0, 3) for m in classes.FUSIONS}
        values["Carako accuracy"] = Estimate(score, 0.0, 3)
        values[f"{COMBO_LATE} MAUC by view"] = Estimate([0.8, 0.7], [0.0, 0.0], 3)
        return Group({"data": "few views", **settings}, values)

    groups = [group(0.7), group(carako, trial=PLAIN)]
    reason = carako_reason(Summary("n", "default", groups, 2, 0.0), (*classes.FUSIONS, "Carako"))
    assert bool(reason) == explained
