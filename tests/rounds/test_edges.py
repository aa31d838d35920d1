"""What the predictions of a hypothesis meet, and the steps that follow."""

import numpy as np
import pytest

from viewboost.rounds.edges import Tally, alpha, useful_step


def test_a_class_never_taken_for_another_costs_exactly_nothing():
    table = np.array([[-0.1 - 0.2, 0.0, 0.0], [0.0, -0.7, 1e-20], [0.3, 0.0, -0.1]])
    tally = Tally(table, 2.0)
    assert tally.wrong.tolist() == [0.0, 1e-20, 0.3]
    assert tally.right.tolist() == pytest.approx([0.3, 0.7, 0.1])


def test_a_hypothesis_no_better_than_chance_has_no_step():
    chance = Tally(np.array([[-0.5, 0.5], [0.5, -0.5]]), 2.0)
    good = Tally(np.array([[-1.0, 0.25], [0.25, -0.5]]), 2.0)
    assert useful_step("paper", chance) == useful_step("exact", chance) == 0
    assert useful_step("paper", good) == alpha(0.5)
    assert useful_step("exact", good) == pytest.approx(0.5 * np.log(3))
