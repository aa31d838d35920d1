"""The paper's words on the triangle, and reasons that other corners must bear out."""

import pytest

from viewboost.experiments.experiment import Estimate, Group, Summary
from viewboost.experiments.yang import _triangle_claims as claims

# Errors by AdaBoost and RegionBoost after 1, 2, 5, 10, … 200 rounds.
FALLS = [0.30, 0.33, 0.20, 0.10, 0.05, 0.03, 0.01, 0.005]
ENDS = [*FALLS[:-1], 0.0]
FLAT = [0.27, 0.06, 0.04, 0.023, 0.018, 0.017, 0.018, 0.017]


def group(ada, below, share, **settings):
    values = {"AdaBoost": ada[-1], "RegionBoost": FLAT[-1], "p above 0.9": 0.9}
    values |= {"D above -1/k": share, "as the unsplit": share, "below kNN": below}
    found = {name: Estimate(value, 0.001, 4) for name, value in values.items()}
    for name, curve in (("AdaBoost", ada), ("RegionBoost", FLAT)):
        found[f"{name}, by rounds"] = Estimate(curve, [0.001] * 8, 4)
    return Group({"rounds": 200} | settings, found)


def verdicts(ours, half=()):
    """Those on zero, on kNN, on D and on the unsplit stumps."""
    groups = [group(*ours, k=k) for k in (3, 5, 7, 9)]
    if half:
        more = {"trial": claims.CORNERS, "corners": claims.HALF}
        groups += [group(*half, k=k, **more) for k in (3, 5, 7, 9)]
    found = claims.verdicts(Summary("region-triangle", "default", groups, 8, 0.0))
    return [found[place] for place in (2, 3, 5, 6)]


def test_what_is_as_in_the_paper_holds():
    assert all(v.holds for v in verdicts((ENDS, 0.001, 1.0)))


def test_what_is_weaker_than_in_the_paper_does_not_hold():
    assert not any(v.holds for v in verdicts((FALLS, 0.0045, 0.99)))
    assert not verdicts((ENDS, -0.001, 1.0))[1].holds  # above kNN


@pytest.mark.parametrize(
    ("half", "given"),
    [
        ((ENDS, 0.0015, 1.0), [True] * 4),
        ((FALLS, 0.0045, 0.99), [False] * 4),
        ((ENDS, 0.004, 0.997), [True, False, False, True]),
        ((), [False] * 4),
    ],
)
def test_a_reason_needs_corners_with_which_the_claim_comes_out(half, given):
    found = verdicts((FALLS, 0.004, 0.99), half)
    assert [bool(v.reason) for v in found] == given


def test_a_curve_has_to_go_on_falling():
    rises = [*ENDS[:4], 0.2, *ENDS[5:]]
    assert not verdicts((rises, 0.001, 1.0))[0].holds
