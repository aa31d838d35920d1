"""The claims on DECODA that count cases: what holds, and reasons that figures must bear."""

import pytest

from viewboost.experiments.experiment import Estimate, Group
from viewboost.experiments.koco import _noisy_claims as claims
from viewboost.experiments.koco._decoda import HARD, METHODS, evenness
from viewboost.experiments.koco._thesis import ADA_EARLY, ADA_LATE, COMBO_EARLY, COMBO_LATE


def _estimate(mean, se=0.01):
    return Estimate(mean, [se] * len(mean) if isinstance(mean, list) else se, 10)


def _group(values):
    both = {f"{name} {rate}": value for name, value in values.items() for rate in (0.0, HARD)}
    by_view = {name: value for name, value in both.items() if isinstance(value.mean, list)}
    return Group({"data": "bbcsport"}, both | {f"{n} by view": v for n, v in by_view.items()})


@pytest.mark.parametrize(
    ("gaps", "holds", "explained"),
    [
        ([1.0] * 9 + [-9.0], True, False),
        ([1.0] * 8 + [-0.4, 0.0], False, True),
        ([1.0] * 8 + [-0.6, 0.0], False, False),
        ([1.0] * 8 + [float("nan")] * 2, False, False),
    ],
)
def test_nearly_all_cases_are_nine_of_ten(gaps, holds, explained):
    verdict = claims.counted("c", {str(i): (gap, 1.0) for i, gap in enumerate(gaps)}, 0.9)
    assert verdict.holds == holds
    assert bool(verdict.reason) == explained
    assert verdict.why.startswith(f"in {9 if holds else 8} of 10 cases; not in ")


def test_claims_on_single_views_point_the_way_of_the_thesis():
    ada = {"accuracy": [0.8, 0.7], "G-mean": [0.5, 0.4], "norm": [0.6, 0.7], "MAUC": [0.8, 0.7]}
    combo = {"accuracy": [0.7, 0.6], "G-mean": [0.6, 0.5], "norm": [0.5, 0.6], "MAUC": [0.8, 0.71]}
    for first, second, expected in ((ada, combo, True), (combo, ada, False)):
        values = {f"{ADA_LATE} {m}": _estimate(v) for m, v in first.items()}
        values |= {f"{COMBO_LATE} {m}": _estimate(v) for m, v in second.items()}
        errs, even, close = claims.views_alone(_group(values))
        assert errs.holds == even.holds == expected
        assert close.holds
    values[f"{ADA_LATE} MAUC"] = _estimate([0.8, 0.74])
    assert not claims.views_alone(_group(values))[-1].holds


def test_methods_that_are_level_in_fusion_are_not_ahead():
    errs = {ADA_EARLY: 0.7, COMBO_EARLY: 0.8, ADA_LATE: 0.7, COMBO_LATE: 0.8}
    values = {f"{m} accuracy": _estimate(v) for m, v in errs.items()}
    assert claims.in_fusion(_group(values)).holds
    level = claims.in_fusion(_group(values | {f"{COMBO_EARLY} accuracy": _estimate(0.7)}))
    assert not level.holds
    assert "2 of 4 cases; not in early, 0% (level)" in level.why
    assert level.reason


@pytest.mark.parametrize(("norm", "held"), [(0.1, 6), (0.9, 4)])
def test_late_combo_is_ahead_where_its_norm_is_lower_and_the_rest_higher(norm, held):
    values = {
        f"{m} {measure}": _estimate(0.9 if m == COMBO_LATE else 0.5)
        for m in METHODS
        for measure in ("MAUC", "G-mean")
    }
    values |= {f"{m} norm": _estimate(norm if m == COMBO_LATE else 0.5) for m in METHODS}
    verdict = claims.late_combo_best(_group(values))
    assert verdict.why.startswith(f"in {held} of 6")
    assert verdict.holds == (held >= 5)
    assert verdict.reason == ""


@pytest.mark.parametrize(("changed", "holds"), [({}, True), ({"muCoMBo": 0.85}, False)])
def test_both_mumbo_and_late_combo_must_err_least(changed, holds):
    right = {m: 0.9 if m in ("MuMBo", COMBO_LATE) else 0.8 for m in METHODS} | changed
    right["MuMBo"] = 0.83
    values = {f"{m} accuracy {HARD}": _estimate(v) for m, v in right.items()}
    values |= {f"{m} shares": _estimate([0.5, 0.5]) for m in METHODS}
    values[f"{ADA_LATE} accuracy {HARD} by view"] = _estimate([0.5, 0.6])
    values["order of halves"] = _estimate(0.7)
    assert claims._fusions(Group({"data": "bbcsport"}, values))[0].holds == holds


def test_what_the_thesis_says_against_its_own_figures_is_said_to_be_so():
    recalls = {ADA_LATE: [0.5, 0.9], COMBO_LATE: [0.6, 0.8]}
    values = _group({f"{m} recalls": _estimate(v) for m, v in recalls.items()}).values
    shares = {"shares of classes": _estimate([0.2, 0.8])}
    gold, heard = evenness(Group({"data": "bbcsport"}, {**values, **shares}))
    assert "own" not in gold.claim
    assert "its own ASR figures, +3.4 and +0.2, do not" in heard.claim
