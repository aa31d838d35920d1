"""The paper's words on figure 2 are judged by every stored round where it speaks of all."""

import pytest

from viewboost.experiments.experiment import Estimate, Group, Summary
from viewboost.experiments.zhang import _independence_claims as claims

ROUNDS = [2, 5, 100]
# C(t) and R(t) as the paper has them.
PAPER = {
    "tree": ([-0.2, -0.1, 0.0], [0.97, 0.93, 0.85]),
    "naive Bayes": ([0.3, 0.1, 0.01], [1.01, 1.02, 1.03]),
    "network": ([0.2, 0.1, 0.0], [1.01, 1.02, 1.0]),
}


def holds(**changed):
    """Which claims hold if some curves on crx, or on pima by naive Bayes, are others."""
    curves = {(name, w): PAPER[w] for name in ("crx", "heart", "pima") for w in PAPER}
    curves["pima", "naive Bayes"] = [0.4, 0.2, 0.12], [1.1, 1.1, 1.09]
    for learner, curve in changed.items():
        curves["crx", learner] = curve
    groups = [
        Group(
            {"data": name, "learner": w, "rounds": ROUNDS},
            {letter: Estimate(c, [0.01] * 3, 6) for letter, c in zip("CR", pair)},
        )
        for (name, w), pair in curves.items()
    ]
    found = claims.verdicts(Summary("independence", "default", groups, 9, 0.0))
    return [verdict.holds for verdict in found]


def test_the_papers_figures_hold():
    assert holds() == [True] * 6


@pytest.mark.parametrize(
    ("learner", "C", "R", "failed"),
    [
        ("tree", [-0.2, -0.1, 0.2], PAPER["tree"][1], [0]),
        ("network", [0.2, -0.1, 0.0], PAPER["network"][1], [1]),
        ("naive Bayes", PAPER["naive Bayes"][0], [1.0, 1.0, 0.99], [2]),
        ("tree", PAPER["tree"][0], [0.97, 0.95, 0.91], [3]),
        ("network", PAPER["network"][0], [1.01, 1.12, 1.0], [4]),
        ("naive Bayes", PAPER["naive Bayes"][0], [1.01, 1.16, 1.03], [5]),
    ],
)
def test_one_curve_off_is_told(learner, C, R, failed):
    found = holds(**{learner: (C, R)})
    assert [place for place, held in enumerate(found) if not held] == failed
