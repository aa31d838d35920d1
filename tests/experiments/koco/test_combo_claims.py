"""The claims on imbalanced tables: strict where the thesis is, reasons only where borne out."""

import pytest

from viewboost.experiments._measures import MEASURES
from viewboost.experiments.experiment import Estimate
from viewboost.experiments.koco import _combo_claims as claims
from viewboost.experiments.koco._combo_tables import IMBALANCE, TABLE_3_2, TABLE_3_3


def _row(combo, plain, se=0.001):
    values = {f"CoMBo {m}": Estimate(combo, se, 50) for m in MEASURES}
    values |= {f"AdaBoost.MM {m}": Estimate(plain, se, 50) for m in MEASURES}
    return values | {f"gain {m}": Estimate(combo - plain, se, 50) for m in MEASURES}


def _theirs():
    """The thesis's own gains in G-mean."""
    return {
        name: {"gain G-mean": Estimate(row[0] - row[1], 1e-5, 50)}
        for name, row in TABLE_3_3["G-mean"].items()
    }


def test_one_set_that_is_not_told_apart_breaks_a_claim():
    found = _theirs()
    assert claims._better("G-mean", found).holds
    found["Nursery-s"] = _row(0.9, 0.9)
    verdict = claims._better("G-mean", found)
    assert not verdict.holds
    assert verdict.reason == ""
    assert verdict.why.endswith("not told apart on Nursery-s")


@pytest.mark.parametrize(("others", "explained"), [({}, True), ({"Yeast": (0.5, 0.6)}, False)])
def test_nothing_is_better_than_the_best(others, explained):
    found = _theirs() | {"Nursery-s": _row(1.0, 1.0, 0.0)}
    found |= {name: _row(*row) for name, row in others.items()}  # the other way
    verdict = claims._better("G-mean", found)
    assert not verdict.holds
    assert ("both of ours reach 1" in verdict.reason) == explained


@pytest.mark.parametrize(("gain", "explained"), [(0.001, True), (0.01, False)])
def test_a_larger_norm_is_explained_only_where_it_may_be_chance(gain, explained):
    verdict = claims._smaller_norm({"Car": _row(0.1, 0.2), "Ecoli": _row(0.2 + gain, 0.2)})
    assert not verdict.holds
    assert ("New-Thyroid (0.194 and 0.186)" in verdict.reason) == explained
    assert claims._smaller_norm({"Car": _row(0.1, 0.2)}).holds


def test_methods_are_equivalent_where_no_measure_tells_them_apart():
    assert claims._equivalent({"Glass": _row(0.7, 0.7)}, ["Glass"]).holds
    apart = claims._equivalent({"Glass": _row(0.71, 0.7)}, ["Glass"])
    assert not apart.holds
    assert "Glass: norm +0.010" in apart.why


@pytest.mark.parametrize(("score", "holds"), [(0.85, True), (0.8805, False), (0.99, False)])
def test_worse_is_worse_than_both_by_two_standard_errors(score, holds):
    assert claims._worst(_row(score, 0.8)).holds == holds


def test_a_tie_is_no_lead():
    ahead = {n: _row(1.001, 0.5) for n in TABLE_3_2["MAUC"]}
    assert claims._ahead("MAUC", ahead).holds
    tied = claims._ahead("MAUC", ahead | {"Nursery-s": _row(0.999, 0.5)})
    assert not tied.holds
    assert tied.why.endswith("at three digits on Nursery-s")


@pytest.mark.parametrize("sign", [1, -1])
def test_leads_that_grow_with_the_imbalance_ratio(sign):
    rows = TABLE_3_2["MAUC"]
    found = {
        n: _row(max(rows[n][q] for q in claims.QUOTED) + sign * IMBALANCE[n], 0.5) for n in rows
    }
    assert claims._grows("MAUC", found).holds == (sign > 0)


def test_deviations_of_runs_tell_less_apart():
    row = TABLE_3_3["norm"]["Car"]
    assert claims._told_apart(row)
    assert not claims._told_apart(row, claims.N_RUNS)
    assert "Car (norm)" in claims.deviations_note()
