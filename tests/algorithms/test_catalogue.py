"""Algorithms by short names."""

import pytest

import viewboost
from viewboost.algorithms.catalogue import NAMES, algorithm, configured


def test_every_algorithm_has_a_name():
    classes = {name for name in viewboost.__all__ if name.endswith("Classifier")}
    assert set(NAMES.values()) == classes
    assert {algorithm(name) for name in NAMES} == {getattr(viewboost, name) for name in classes}


def test_parameters_are_checked_by_name():
    assert configured("kboost", {"n_rounds": 3}).n_rounds == 3
    with pytest.raises(ValueError, match="KBoostClassifier has no parameter 'n_round'; did you"):
        configured("kboost", {"n_round": 3})
