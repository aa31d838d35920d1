"""AdaBoost as the paper writes it, its curves, and reasons that must be borne out."""

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

from viewboost.experiments.experiment import Estimate, Group, Summary
from viewboost.experiments.zhang import _independence_trials as trials


def test_a_hypothesis_worse_than_chance_votes_and_the_run_goes_on():
    y = np.repeat([0, 1], [30, 70])
    X = np.zeros((100, 1))
    right, accuracies = trials.every_draw(
        DummyClassifier(strategy="constant", constant=0), X, y, 3, 0
    )
    np.testing.assert_array_equal(right, np.tile(y == 0, (3, 1)))
    np.testing.assert_allclose(accuracies, [0.3, 0.5, 0.5])  # half the weight after each update


def test_curves_are_the_papers_equations():
    rng = np.random.RandomState(0)
    X, y = rng.normal(size=(200, 3)), rng.randint(2, size=200)
    right, accuracies = trials.every_draw(GaussianNB(), X, y, 4, 0)
    found = trials.curves(right, accuracies, [2, 4])
    rho = np.corrcoef(right)
    assert found["C"][0] == pytest.approx(rho[0, 1])
    assert found["C"][1] == pytest.approx(np.mean([rho[i, j] for j in range(4) for i in range(j)]))
    assert found["R"][1] == pytest.approx(right.mean(axis=1).sum() / accuracies.sum())


def test_left_out_columns_leave_the_nominal_ones_in_place():
    X, nominal = trials.without(np.arange(8.0).reshape(2, 4), (0, 3), [1])
    np.testing.assert_array_equal(X[0], [0.0, 2.0, 3.0])
    assert nominal == (0, 2)


def group(C, **settings):
    curve = Estimate([C, C], [0.002, 0.002], 6)
    return Group({"learner": "naive Bayes"} | settings, {"C": curve, "R": curve})


def summary(pima=0.08, crx=0.01, heart=0.03):
    every = {"trial": trials.EVERY}
    groups = [group(0.01, data="pima"), group(pima, data="pima", **every)]
    groups += [group(heart, data="heart", **every), group(0.5, data="crx", **every)]
    groups += [
        group(C, data="crx", left_out=columns, **every)
        for columns, C in zip(trials.HEAVY, (0.1, crx))
    ]
    return Summary("independence", "default", groups, len(groups), 0.0)


def test_votes_and_tails_are_told_where_pima_moves_and_crx_comes_home():
    text = trials.votes_and_tails(summary())
    assert "0.080 ± 0.002 on pima instead of 0.010 ± 0.002" in text
    assert "crx it then ends at 0.500 ± 0.002, without A15 at 0.100 ± 0.002" in text
    assert trials.votes_and_tails(summary(pima=0.012)) == ""
    assert trials.votes_and_tails(summary(crx=0.2)) == ""
    assert trials.votes_and_tails(summary(heart=0.09)) == ""
    assert trials.votes_and_tails(summary().main()) == ""


@pytest.mark.parametrize(("C", "given"), [(0.03, True), (0.003, False), (-0.03, False)])
def test_epochs_are_a_reason_where_fewer_turn_the_sign(C, given):
    groups = [group(C, trial=trials.EPOCHS, epochs=epochs) for epochs in (10, 20, 50)]
    groups.append(group(-0.02, data="crx", learner="network"))
    held = Summary("independence", "default", groups, 4, 0.0)
    assert bool(trials.fewer_epochs(held)) is given
