"""What the experiments on views and classes compute besides fitting models."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from scipy import sparse

from viewboost import AdaBoostMMClassifier, LateFusion, Views
from viewboost.experiments import arena
from viewboost.experiments._data import loaded
from viewboost.experiments._measures import mean_ranks, measured
from viewboost.experiments.drawing import Curves, Ranks, drawn
from viewboost.experiments.experiment import Estimate, Group
from viewboost.experiments.koco import _combo_claims, _decoda, noisy_views, uneven_classes
from viewboost.experiments.koco._thesis import ADA_LATE, COMBO_LATE, chosen_shares, view_measures
from viewboost.experiments.leskes import _agreement_claims
from viewboost.experiments.pages import Table


def test_ranks_are_averaged_and_ties_share():
    scores = np.array([[0.9, 0.8, 0.7], [0.5, 0.5, 0.1]])
    np.testing.assert_allclose(mean_ranks(scores), [1.25, 1.75, 3])


@pytest.mark.parametrize(("n_methods", "n_sets", "published"), [(4, 14, 1.25), (10, 10, 4.28)])
def test_critical_difference_is_nemenyis(n_methods, n_sets, published):
    # Demšar (2006): q is 2.569 for four methods and 3.164 for ten.
    assert arena.critical_difference(n_methods, n_sets) == pytest.approx(published, abs=0.01)


def test_bars_join_what_cannot_be_told_apart():
    figure = Ranks("r", "t", {"c": 3.0, "a": 1.0, "b": 1.9, "d": 5.0}, reach=1.2)
    assert figure.order == ["a", "b", "c", "d"]
    assert figure.bars() == [("a", "b"), ("b", "c")]


def test_a_drawing_has_every_curve_and_the_papers_figures():
    points = {"t = 1": Estimate(0.3, 0.01, 4), "t = 9": Estimate(0.1, 0.02, 4)}
    table = Table("A & B", {"a": points, "b": points | {"in the end": points["t = 1"]}})
    figure = drawn(table, "n", "x", "y")
    assert figure.x == [1, 9]
    assert figure.curves["b"] == Estimate([0.3, 0.1], [0.01, 0.02], 4)
    rows = Table("T", {"1": {"a": points["t = 1"]}, "9": {"b": points["t = 9"]}}, {"9": {"b": 0.2}})
    turned = drawn(rows, "n", "x", "y")
    assert np.isnan(turned.curves["a"].mean[1])
    assert turned.paper == {"b": {9.0: 0.2}}
    for one in (figure, turned):
        root = ElementTree.fromstring(one.svg())
        said = ["".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")]
        assert {"a", "b", "x", "y", one.title} <= set(said)
    assert "<circle" in turned.svg()
    assert "<circle" not in figure.svg()


def test_a_higher_value_is_drawn_higher():
    flat, rising = Estimate([1.0, 1.0], [0, 0], 2), Estimate([1.0, 3.0], [0, 0], 2)
    svg = Curves("n", "t", [0, 1], {"flat": flat, "rising": rising}, "x", "y").svg()
    ends = re.findall(r'class="curve"[^>]*d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)"', svg)
    (x0, y0, x1, y1), (_, z0, _, z1) = (map(float, end) for end in ends)
    assert x0 < x1
    assert y0 == y1 == z0 > z1


@pytest.mark.parametrize("form", [sparse.csr_matrix, np.asarray])
def test_noise_moves_words_and_loses_none(form):
    rng = np.random.default_rng(0)
    words = (rng.random((200, 30)) < 0.3).astype(float)
    same = noisy_views._misheard(form(words), 0.0, rng)
    noisy = noisy_views._misheard(form(words), 0.5, rng)
    assert sparse.issparse(noisy) == sparse.issparse(form(words))
    same, noisy = (x.toarray() if sparse.issparse(x) else x for x in (same, noisy))
    np.testing.assert_array_equal(same, words)
    np.testing.assert_allclose(noisy.sum(axis=1), words.sum(axis=1))
    stayed = np.minimum(noisy, words).sum() / words.sum()
    assert 0.5 < stayed < 0.75  # a wrong word may be one that is there
    assert noisy.sum(axis=0).max() < 2 * words.sum(axis=0).max()  # and any word may be heard


def test_only_main_views_are_corrupted():
    X = Views(main=np.eye(40), spared=np.eye(40))
    noisy = noisy_views._noisy(X, ("main",), 0.9, np.random.default_rng(0))
    np.testing.assert_array_equal(noisy.spared, X.spared)
    assert (noisy.main != X.main).any()


def test_labels_needed_are_read_off_straight_lines():
    curve = {
        n: {"it": Estimate(e, 0.0, 2)} for n, e in (("50", 0.10), ("100", 0.06), ("200", 0.05))
    }
    assert _agreement_claims.labels_for(0.08, curve, "it") == pytest.approx(75)
    assert _agreement_claims.labels_for(0.2, curve, "it") == 50
    assert _agreement_claims.labels_for(0.01, curve, "it") is None


@pytest.mark.parametrize(
    ("gain", "side"),
    [
        (Estimate(0.1, 0.01, 50), 1),
        (Estimate(-0.1, 0.01, 50), -1),
        (Estimate(0.1, 0.06, 50), 0),
        (Estimate(0.0, 0.0, 50), 0),
    ],
)
def test_a_gain_counts_where_the_t_test_sees_it(gain, side):
    assert _combo_claims._side(gain) == side


def test_paper_figures_are_told_apart_by_welch():
    assert _combo_claims._told_apart((0.5, 0.6, 0.1, 0.1))
    assert not _combo_claims._told_apart((0.5, 0.53, 0.1, 0.1))


def test_rare_classes_are_left_out():
    data = uneven_classes._uneven("digits", 0)
    counts = np.unique(data.target, return_counts=True)[1]
    assert counts.min() >= uneven_classes.FEWEST
    assert len(counts) == 4


def test_measures_of_views_and_their_shares():
    data = loaded("digits")
    model = AdaBoostMMClassifier(n_rounds=10).fit(data.views, data.target)
    shares = chosen_shares(model)
    assert shares.sum() == pytest.approx(1)
    assert shares[0] == np.mean([record.chosen == 0 for record in model.history_])
    late = LateFusion(AdaBoostMMClassifier(n_rounds=10)).fit(data.views, data.target)
    alone = AdaBoostMMClassifier([("ink", None, "ink")], n_rounds=10).fit(data.views, data.target)
    expected = measured(alone, data.views, data.target)
    assert view_measures(late, data.views, data.target)["ink"] == expected
    assert expected["accuracy"] == alone.score(data.views, data.target)


@pytest.mark.parametrize(("combo", "holds"), [([0.9, 0.5], True), ([0.6, 0.9], False)])
def test_combo_should_err_less_on_rare_classes_alone(combo, holds):
    recalls = {ADA_LATE: [0.7, 0.8], COMBO_LATE: combo}
    values = {
        f"{m} recalls {r}": Estimate(v, v, 2) for m, v in recalls.items() for r in (0.0, 0.56)
    }
    values["shares of classes"] = Estimate([0.2, 0.8], [0, 0], 2)
    verdicts = _decoda.evenness(Group({"data": "some"}, values))
    assert [verdict.holds for verdict in verdicts] == [holds, holds]
    assert (": -20.0 points on the minority classes, +30.0 on" in verdicts[0].why) == holds
    rows = _decoda.class_errors(Group({"data": "some"}, values)).ours
    assert list(rows) == ["1 (20%)", "2 (80%)"]
    assert rows["1 (20%)"]["CoMBo, 56%"].mean == pytest.approx(100 * (1 - combo[0]))


def test_recalls_of_the_first_view_are_those_of_its_classifier():
    data = loaded("digits")
    late = LateFusion(AdaBoostMMClassifier(n_rounds=5)).fit(data.views, data.target)
    recalls = _decoda.first_recalls(late, data.views, data.target)
    alone = AdaBoostMMClassifier([("left", None, "left")], n_rounds=5).fit(data.views, data.target)
    right = alone.predict(data.views) == data.target
    expected = [right[data.target == label].mean() for label in alone.classes_]
    np.testing.assert_allclose(recalls, expected)


def test_counts_of_table_3_7_add_up():
    assert sum(_decoda.DECODA_COUNTS) == 152  # 46 errors are its 30.3 %
    rows = zip(_decoda.DECODA_COUNTS, _decoda.DECODA_CLASSES.values())
    assert round(sum(n * row["CoMBo, gold"] / 100 for n, row in rows)) == 46
