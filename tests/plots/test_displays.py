"""Displays: what is drawn equals what was found, and can be read with few and with many views."""

import builtins

import numpy as np
import pytest
from sklearn.base import clone

matplotlib = pytest.importorskip("matplotlib", reason='pip install "viewboost[report]"')
matplotlib.use("Agg")

import matplotlib.pyplot as plt  # noqa: E402
from tests.inspect.problems import ALGORITHMS, problem  # noqa: E402
from tests.plots.texts import drawn_texts, outside, overlaps  # noqa: E402

from viewboost import (  # noqa: E402
    AdaBoostMMClassifier,
    AgreementBoostClassifier,
    KBoostClassifier,
    MuComboClassifier,
    MumboClassifier,
    RegionBoostClassifier,
    Views,
    inspect,
    plots,
)
from viewboost.datasets import make_triangle  # noqa: E402


@pytest.fixture(autouse=True)
def _closed():
    yield
    plt.close("all")


def crowd(v=15, K=14, n=150):
    """Many views and classes, with names that are long, odd, or read as something else."""
    rng = np.random.default_rng(0)
    y = rng.integers(K, size=n)
    odd = ["$x_1$ & <b>", "_hidden", "100 % {braces}"]
    names = [*odd, *(f"a long name of view {j}" for j in range(v))][:v]
    known = [(rng.random((n, 1)) < 0.5) * y[:, None] for _ in names]
    X = {name: rng.normal(size=(n, 2)) + part for name, part in zip(names, known)}
    return Views(**X), np.array([f"class called {k} \\alpha $" for k in range(K)])[y]


@pytest.fixture(scope="module")
def few():
    """What inspection finds of few views and classes, by the display that draws it."""
    return everything(many=False)


@pytest.fixture(scope="module", params=["few", "many"])
def found(request):
    """The same of few, and of many."""
    few = request.getfixturevalue("few")
    return few if request.param == "few" else everything(many=True)


def everything(many):
    X, y = crowd() if many else problem(3, 3)[:2]
    two = (np.arange(len(y)) * 7 % 5 > 2).astype(int)
    mumbo = MumboClassifier(n_rounds=12).fit(X, y, X_val=X, y_val=y)
    combo = MuComboClassifier(n_rounds=6).fit(X, y)
    joint = KBoostClassifier(n_rounds=4).fit(X, two)
    agreement = AgreementBoostClassifier(n_rounds=3, output="joint")
    labels = np.where(np.arange(len(y)) % 2, two, -1)
    agreement.fit(X, labels)
    T, t = make_triangle(80, random_state=0)
    return {
        "ConvergenceDisplay": inspect.convergence(mumbo, X, y, X_val=X, y_val=y),
        "CooperationDisplay": inspect.cooperation(mumbo),
        "ComplementarityDisplay": inspect.complementarity(mumbo, X, y),
        "MarginsDisplay": inspect.margins(mumbo, X, y),
        "ExplanationDisplay": inspect.explain(mumbo, X, rows=[4])[0],
        "ConfusionDisplay": inspect.confusion(combo, X, y, baseline=y[::-1]),
        "CompetenceDisplay": inspect.competence(combo, X, y),
        "IndependenceDisplay": inspect.independence(
            AdaBoostMMClassifier(n_rounds=40 if many else 5).fit(X, two), X, two
        ),
        "JointStepsDisplay": inspect.joint_steps(joint),
        "ZCurveDisplay": inspect.z_curve(),
        "DisagreementDisplay": inspect.disagreement(agreement),
        "AgreementBoundsDisplay": inspect.agreement_bounds(agreement, X, labels, n_draws=2),
        "RegionsDisplay": inspect.regions(RegionBoostClassifier(n_rounds=10).fit(T, t)),
    }


KINDS = [(name, kind) for name in plots.__all__ for kind in getattr(plots, name).kinds]


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_texts_are_apart_and_axes_are_labelled(found, name, kind):
    display = getattr(plots, name).from_inspection(found[name], kind=kind)
    texts = drawn_texts(display.figure_)
    assert overlaps(texts) == []
    assert outside(display.figure_, texts) == []
    assert display.ax_.get_xlabel()
    assert display.ax_.get_ylabel() or len(display.ax_.get_yticklabels()) > 1


def test_the_check_of_overlaps_sees_them():
    figure, ax = plt.subplots()
    ax.text(0.5, 0.5, "one")
    ax.text(0.51, 0.5, "other")
    ax.text(2.0, 0.5, "far")
    texts = drawn_texts(figure)
    assert overlaps(texts) == [("other", "one")]
    assert outside(figure, texts) == ["far"]


@pytest.mark.parametrize("name", plots.__all__)
def test_the_axes_given_are_used(few, name):
    _, (left, right) = plt.subplots(1, 2, figsize=(14, 5), layout="constrained")
    display = getattr(plots, name)(few[name]).plot(ax=right)
    assert display.ax_ is right
    assert display.figure_ is right.figure
    assert not left.has_data()
    assert plt.get_fignums() == [display.figure_.number]


def lines(display):
    return {line.get_label(): line for line in display.ax_.lines}


def test_losses_and_bounds_are_those_found():
    X, y, _ = problem(1)
    model = MumboClassifier(n_rounds=7).fit(X, y)
    display = plots.ConvergenceDisplay.from_estimator(model)
    for k, name in enumerate(display.found.loss_names):
        drawn = lines(display)[name]
        np.testing.assert_array_equal(drawn.get_ydata(), display.found.log_losses[:, k])
        np.testing.assert_array_equal(drawn.get_xdata(), np.arange(1, 8))
    dotted = [line for line in display.ax_.lines if line.get_label().startswith("_")]
    for line, bounds in zip(dotted, display.found.log_bounds.T, strict=True):
        np.testing.assert_array_equal(line.get_ydata(), bounds)


def test_errors_are_those_found_on_both_kinds_of_rows():
    X, y, _ = problem(1)
    model = MumboClassifier(n_rounds=7).fit(X[:40], y[:40])
    options = {"X_val": X[40:], "y_val": y[40:], "kind": "error"}
    display = plots.ConvergenceDisplay.from_estimator(model, X[:40], y[:40], **options)
    drawn, found = lines(display), display.found
    np.testing.assert_array_equal(drawn["model, training rows"].get_ydata(), found.train.errors)
    np.testing.assert_array_equal(drawn["model, held-out rows"].get_ydata(), found.held_out.errors)
    for j, view in enumerate(found.view_names):
        errors = drawn[f"{view}'s votes alone"].get_ydata()
        np.testing.assert_array_equal(errors, found.held_out.view_errors[:, j])


def test_validation_scores_are_the_recorded_ones():
    X, y, _ = problem(1)
    model = MumboClassifier(n_rounds=7).fit(X[:40], y[:40], X_val=X[40:], y_val=y[40:])
    display = plots.ConvergenceDisplay.from_estimator(model, kind="validation")
    drawn = lines(display)["validation rows"].get_ydata()
    np.testing.assert_array_equal(drawn, model.history_.column("validation"))


def test_margins_and_their_bounds_are_those_found():
    X, y, _ = problem(1, 2)
    model = AdaBoostMMClassifier(n_rounds=7).fit(X, y)
    display = plots.MarginsDisplay.from_estimator(model, X, y, thetas=[-0.5, 0, 0.5])
    np.testing.assert_array_equal(lines(display)["rows"].get_ydata(), display.found.errors)
    bounds = lines(display)["bound, training rows"].get_ydata()
    np.testing.assert_array_equal(bounds, display.found.bounds)


def test_shares_are_stacked_areas_and_wins_are_ticks():
    X, y, _ = problem(1)
    model = MumboClassifier(n_rounds=9).fit(X, y)
    display = plots.CooperationDisplay.from_estimator(model)
    heights = [area.get_paths()[0].get_extents() for area in display.ax_.collections]
    assert heights[-1].y1 == pytest.approx(1)
    last = [area.get_paths()[0].vertices[:, 1] for area in display.ax_.collections]
    assert last[0].max() == pytest.approx(display.found.shares[:, 0].max())
    wins = plots.CooperationDisplay.from_estimator(model, kind="wins")
    drawn = sorted(len(one.get_offsets()) for one in wins.ax_.collections)
    assert drawn == sorted(display.found.wins)
    sums = lines(plots.CooperationDisplay.from_estimator(model, kind="weights"))
    for j, view in enumerate(display.found.view_names):
        expected = display.found.weights[:, j].cumsum()
        np.testing.assert_array_equal(sums[view].get_ydata(), expected)


@pytest.mark.parametrize(
    ("name", "kind", "field"),
    [
        ("ConfusionDisplay", "rates", "rates"),
        ("CompetenceDisplay", "shares", "shares"),
        ("CompetenceDisplay", "recall", "recall"),
        ("CompetenceDisplay", "precision", "precision"),
        ("IndependenceDisplay", "matrix", "correlation"),
    ],
)
def test_cells_are_those_found_and_say_so(found, name, kind, field):
    display = getattr(plots, name).from_inspection(found[name], kind=kind)
    table = getattr(found[name], field)
    shown = display.ax_.images[0].get_array()
    np.testing.assert_array_equal(np.ma.filled(shown, np.nan), table)
    written = [text.get_text() for text in display.ax_.texts]
    if max(table.shape) <= 12:
        expected = ["–" if np.isnan(v) else f"{v:.2f}".replace("-0.00", "0.00") for v in table.flat]
        assert written == expected
    else:
        assert written == []


def test_norms_and_recalls_are_bars_of_what_was_found():
    X, y, _ = problem(1)
    model = clone(ALGORITHMS["combo"]).fit(X, y)
    options = {"baseline": np.zeros(60, dtype=int), "kind": "norms"}
    display = plots.ConfusionDisplay.from_estimator(model, X, y, **options)
    found = display.found
    widths = [bar.get_width() for bar in display.ax_.patches]
    told = [found.error, found.row_bound, found.norm, found.training_bound, found.held_out_bound]
    assert widths == [*told, found.baseline.norm]
    bars = plots.ConfusionDisplay.from_inspection(found, kind="recalls").ax_.patches
    widths = sorted(bar.get_width() for bar in bars)
    assert widths == sorted([*found.recalls, *found.baseline.recalls])


def test_an_explanation_draws_parts_that_add_up():
    X, y, _ = problem(1)
    model = KBoostClassifier(n_rounds=9).fit(X, y)
    display = plots.ExplanationDisplay.from_estimator(model, X, row=5)
    found = display.found
    assert found.row == 5
    widths = np.array([bar.get_width() for bar in display.ax_.patches]).reshape(2, 3)
    order = np.argsort(-found.scores, kind="stable")
    np.testing.assert_array_equal(widths, found.views[:, order])
    bars = plots.ExplanationDisplay.from_inspection(found, kind="features").ax_.patches
    first, second = np.sort(found.scores)[::-1][:2]
    assert sum(bar.get_width() for bar in bars) == pytest.approx(first - second)


def test_histograms_count_every_training_row(found):
    for kind in ("p", "D"):
        display = plots.RegionsDisplay.from_inspection(found["RegionsDisplay"], kind=kind)
        values = getattr(found["RegionsDisplay"], kind)
        assert sum(bar.get_height() for bar in display.ax_.patches) == np.isfinite(values).sum()


def test_rounds_of_joint_boosting_are_those_found(found):
    told = found["JointStepsDisplay"]
    drawn = lines(plots.JointStepsDisplay.from_inspection(told))
    np.testing.assert_array_equal(drawn["Z"].get_ydata(), told.Z)
    curve = plots.ZCurveDisplay.from_edges((0.1, 0.2), 0.05)
    expected = inspect.z_curve((0.1, 0.2), 0.05)
    np.testing.assert_array_equal(curve.ax_.lines[0].get_ydata(), expected.Z_theta)


def test_names_are_text_never_formulas_or_hidden():
    X, y = crowd(v=3, K=2)
    model = MumboClassifier(n_rounds=12).fit(X, y)
    display = plots.CooperationDisplay.from_estimator(model, kind="weights")
    texts = [text for text, _ in drawn_texts(display.figure_)]
    assert r"\$x_1\$ & <b>" in texts
    assert " _hidden" in texts


def test_lines_differ_without_colours():
    X, y = crowd()
    display = plots.CooperationDisplay.from_estimator(
        MumboClassifier(n_rounds=20).fit(X, y), kind="weights"
    )
    styles = [(line.get_linestyle(), line.get_marker()) for line in display.ax_.lines]
    assert len(set(styles)) == len(styles) == 8


def test_what_is_not_there_is_refused_with_a_hint():
    X, y, _ = problem(1)
    model = AdaBoostMMClassifier(n_rounds=2).fit(X, y)
    with pytest.raises(
        ValueError, match="kind must be one of loss, error, validation; got 'losses'"
    ):
        plots.ConvergenceDisplay.from_estimator(model, kind="losses")
    with pytest.raises(ValueError, match="no errors to draw: give X and y"):
        plots.ConvergenceDisplay.from_estimator(model, kind="error")
    with pytest.raises(ValueError, match="no validation scores"):
        plots.ConvergenceDisplay.from_estimator(model, kind="validation")
    with pytest.raises(ValueError, match="no beta to draw: muCoMBo and Carako"):
        plots.CompetenceDisplay.from_estimator(model, kind="beta")
    with pytest.raises(ValueError, match="no round to draw: only one class"):
        plots.ConvergenceDisplay.from_estimator(AdaBoostMMClassifier().fit(X, np.zeros(60)))


def test_without_matplotlib_the_extra_is_named(monkeypatch):
    plain = builtins.__import__

    def fail(name, *args, **kwargs):
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return plain(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", fail)
    with pytest.raises(ImportError, match=r'pip install "viewboost\[report\]"'):
        plots.ZCurveDisplay.from_edges()
