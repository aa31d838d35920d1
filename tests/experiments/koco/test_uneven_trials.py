"""Reasons are given where the figures of the trials bear them out, and only there."""

import numpy as np
import pytest

from viewboost import ComboClassifier, LateFusion, Views
from viewboost.experiments._data import loaded
from viewboost.experiments._measures import MEASURES, measured, ordered
from viewboost.experiments.experiment import Estimate, Group, Summary
from viewboost.experiments.koco import _uneven_classes_trials as classes
from viewboost.experiments.koco import _uneven_views_trials as views
from viewboost.experiments.koco._thesis import COMBO_LATE, thesis_methods


def _summary(*groups):
    return Summary("an experiment", "default", groups, len(groups), 0.0)


def _errors(early, late, boosted, **settings):
    named = zip(views.FUSIONS, (early, late, boosted))
    return Group(settings, {name: Estimate(error, 0.01, 5) for name, error in named})


def _main_cell(mumbo, gap, **settings):
    values = {f"{name} over MuMBo": Estimate(gap, 0.01, 5) for name in views.FUSIONS}
    return Group(settings, {**values, "MuMBo": Estimate(mumbo, 0.01, 5)})


@pytest.mark.parametrize(("late", "given"), [(0.2, True), (0.35, False)])
def test_kernels_explain_late_fusion_only_where_it_is_better(late, given):
    one = _errors(0.4, late, 0.3, trial=views.WIDTH, gamma=views.ONE)
    reason = views.late_fusion_reason(_summary(one))
    assert bool(reason) == given
    assert not given or "SVM+Late 0.200" in reason
    assert views.late_fusion_reason(_summary()) == ""


@pytest.mark.parametrize(("mumbo", "given"), [(0.1, "1 of 1"), (0.22, "0 of 1"), (0.25, "")])
def test_kernels_explain_the_cells_only_where_no_fusion_is_surely_ahead(mumbo, given):
    cell = {"size": 80, "noise": 0.5}
    one = _errors(0.4, 0.2, 0.3, trial=views.WIDTH, gamma=views.ONE, **cell)
    reason = views.every_cell_reason(_summary(_main_cell(mumbo, -0.03, **cell), one))
    assert bool(reason) == bool(given)
    assert given in reason
    assert not given or reason.startswith("of 3 leads of a fusion over MuMBo 3 exceed")
    assert views.every_cell_reason(_summary(_main_cell(mumbo, 0.1, **cell))) == ""


def _scores(trial=None, **scores):
    """One group: G-means by method, and a late CoMBo that is better than its views."""
    values = {f"{m.replace('_', ' ')} G-mean": Estimate(s, 0.0, 3) for m, s in scores.items()}
    values[f"{COMBO_LATE} G-mean"] = values.pop("late G-mean")
    values[f"{COMBO_LATE} MAUC"] = Estimate(0.9, 0.0, 3)
    values[f"{COMBO_LATE} MAUC by view"] = Estimate([0.8, 0.7], [0.0, 0.0], 3)
    return Group({"data": "few views"} | ({"trial": trial} if trial else {}), values)


def _best_reason(*groups):
    return classes.best_reason(_summary(*groups), "G-mean", ["MuMBo", COMBO_LATE, "muCoMBo"])


def test_plain_stumps_explain_an_order_only_where_they_give_it():
    main = _scores(MuMBo=0.9, late=0.95, muCoMBo=0.8)
    first = _scores(classes.PLAIN, MuMBo=0.7, late=0.8, muCoMBo=0.9)
    second = _scores(classes.PLAIN, MuMBo=0.7, late=0.9, muCoMBo=0.8)
    last = _scores(classes.PLAIN, MuMBo=0.9, late=0.8, muCoMBo=0.7)
    assert "muCoMBo is the best (mean ranks: muCoMBo 1.0, " in _best_reason(main, first)
    assert "muCoMBo is the best, late CoMBo aside" in _best_reason(main, second)
    assert _best_reason(main, last) == _best_reason(main) == ""
    tied = _scores(classes.PLAIN, MuMBo=0.9, late=0.8, muCoMBo=0.9)
    assert _best_reason(main, tied) == ""


def test_sets_of_many_views_are_no_counterpart_of_the_thesis():
    main = _scores(MuMBo=0.9, late=0.95, muCoMBo=0.8)
    main.values[f"{COMBO_LATE} MAUC by view"] = Estimate([0.8] * 9, [0.0] * 9, 3)
    first = _scores(classes.PLAIN, MuMBo=0.7, late=0.8, muCoMBo=0.9)
    assert _best_reason(main, first) == ""


def test_a_late_fusion_below_its_views_is_no_reason():
    main = _scores(MuMBo=0.9, late=0.95, muCoMBo=0.8)
    main.values[f"{COMBO_LATE} MAUC"] = Estimate(0.6, 0.0, 3)
    second = _scores(classes.PLAIN, MuMBo=0.7, late=0.9, muCoMBo=0.8)
    assert _best_reason(main, second) == ""


def test_measures_by_rounds_are_those_of_a_shorter_fit():
    data = loaded("digits")
    longer, short = (LateFusion(ComboClassifier(n_rounds=n), combine="B") for n in (30, 10))
    found = classes.by_rounds(longer.fit(data.views, data.target), data.views, data.target)
    expected = [
        measured(model.fit(data.views, data.target), data.views, data.target)
        for model in (short, longer)
    ]
    for measure in MEASURES:
        curve = found[f"{measure} by rounds"]
        np.testing.assert_allclose(curve[:2], [e[measure] for e in expected])
        assert curve[2] == curve[1]  # no round after the last


def test_a_low_norm_ranks_first():
    groups = [Group({}, {"a norm": Estimate(0.2, 0, 2), "b norm": Estimate(0.5, 0, 2)})]
    assert ordered(groups, "norm", ["b", "a"]) == (["a", "b"], "a 1.0, b 2.0")


def test_unknown_classes_are_mixed_among_each_other_only():
    y = np.repeat(np.arange(4), 20)
    X = Views(**{f"v{j}": np.arange(80.0)[:, None] for j in range(4)})
    mixed = classes.unknowing(X, y, 2, seed=0)
    known = np.zeros(4)
    for _, block in mixed.items():
        came_from = y[block[:, 0].astype(int)]
        stayed = [np.array_equal(came_from[y == c], y[y == c]) for c in range(4)]
        assert sum(stayed) == 2
        unknown = np.isin(y, np.flatnonzero(~np.array(stayed)))
        assert np.isin(came_from[unknown], y[unknown]).all()
        known += stayed
    np.testing.assert_array_equal(known, 2)


@pytest.mark.parametrize("learner", [None, classes.plain_stump()])
def test_nothing_in_the_methods_is_random(learner):
    # A plain stump draws the column among equals: without a seed no run can be repeated.
    for name, model in thesis_methods(5, learner).items():
        states = [v for k, v in model.get_params().items() if k.endswith("random_state")]
        assert None not in states, name
