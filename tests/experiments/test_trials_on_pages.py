"""The trials of the experiments on pages: what they change, and reasons that figures must bear."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.naive_bayes import BernoulliNB, MultinomialNB

from viewboost import AdaBoostMMClassifier, LateFusion, Views
from viewboost.experiments._bayes import WordBayes
from viewboost.experiments.experiment import Estimate, Group, Summary
from viewboost.experiments.koco import _decoda_trials as decoda
from viewboost.experiments.koco._decoda import DECODA, HARD, evenness
from viewboost.experiments.koco._thesis import ADA_EARLY, ADA_LATE, COMBO_EARLY, COMBO_LATE
from viewboost.experiments.leskes import _agreement_claims
from viewboost.experiments.leskes._agreement_trials import LETTERS, REPEATED
from viewboost.experiments.leskes._webkb import known
from viewboost.experiments.pages import Verdict

METHODS = tuple(DECODA)


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix])
@pytest.mark.parametrize(("counts", "theirs"), [(False, BernoulliNB()), (True, MultinomialNB())])
def test_bayes_on_words_is_scikit_learns(form, counts, theirs):
    rng = np.random.default_rng(0)
    X, new = rng.poisson(0.3, (80, 40)).astype(float), rng.poisson(0.3, (500, 40)).astype(float)
    y, weights = rng.integers(0, 2, 80), rng.random(80)
    ours = WordBayes(counts).fit(form(X), y, weights).predict(form(new))
    np.testing.assert_array_equal(ours, theirs.fit(X, y, weights).predict(new))


def test_known_words_are_those_of_the_given_rows():
    words = sparse.csr_matrix([[1.0, 0, 0, 2], [0, 0, 3, 0], [0, 4, 0, 0]])
    seen = known(Views(page=words), np.array([0, 1]))
    np.testing.assert_array_equal(seen.page.toarray(), words.toarray()[:, [0, 2, 3]])


def test_weakened_views_lose_words_and_main_ones_none():
    X = Views(main=np.eye(40), spared=np.eye(40), shape=np.eye(40)[:, :5])
    weak = decoda.weakened(X, ("main",), 0.9, np.random.default_rng(0))
    assert weak.main.shape == (40, 40)
    assert weak.block("shape").shape == (40, 5)
    assert 1 <= weak.spared.shape[1] < 15


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("late", [False, True])
def test_errors_by_round_end_with_those_of_the_model(n_classes, late):
    rng = np.random.default_rng(1)
    X = Views(a=rng.normal(size=(120, 3)), b=rng.normal(size=(120, 3)))
    y = (np.digitize(X.a[:, 0] + X.b[:, 1], [0.0, 1.0][: n_classes - 1])).astype(str)
    model = AdaBoostMMClassifier(n_rounds=8)
    model = (LateFusion(model, combine="B") if late else model).fit(X[:60], y[:60])
    errors = decoda.errors_by_round(model, X[60:], y[60:], 12)
    assert len(errors) == 12
    assert errors[-1] == errors[8] == np.mean(model.predict(X[60:]) != y[60:])
    assert len(set(errors)) > 1
    assert decoda.at_parts(errors) == [*errors[[0, 1, 5, 11]], errors.min()]


def test_orders_alike_are_told_by_rank_correlation():
    theirs = {m: row["ASR"] for m, row in DECODA.items()}
    assert decoda.alike(theirs) == pytest.approx(1)
    assert decoda.alike({m: -e for m, e in theirs.items()}) == pytest.approx(-1)
    assert decoda.alike(dict.fromkeys(theirs, 0.2)) == 0


def _run(**changed):
    """A group in which nothing is told apart, with some of its values changed."""
    values = {
        "order of halves": Estimate(0.2, 0.05, 10),
        "rows of a half": Estimate(100, 0, 10),
        "lead of MuMBo": Estimate(-0.005, 0.01, 10),
        "MuMBo's extra share of the main views": Estimate(0.001, 0.01, 10),
    }
    for method, row in DECODA.items():
        # The order of the thesis turned round, whatever the rounds.
        values[f"{method} by rounds"] = Estimate([1 - row["ASR"] / 100] * 5, [0.01] * 5, 10)
        values[f"{method} accuracy {HARD}"] = Estimate(row["ASR"] / 100, 0.001, 10)
    return Group({"data": "pages", "rounds": 10}, {**values, **changed})


def test_a_reason_for_the_order_needs_the_best_rounds_or_pairs_that_are_level():
    level = {
        f"{m} accuracy {HARD}": Estimate(row["ASR"] / 100, 1.0, 10) for m, row in DECODA.items()
    }
    assert "14 pairs" in decoda.order_reason(_run(**level), METHODS)
    at_best = {
        f"{m} by rounds": Estimate([0.5] * 4 + [row["ASR"] / 100], [0.01] * 5, 10)
        for m, row in DECODA.items()
    }
    assert "1.00" in decoda.order_reason(_run(**at_best), METHODS)
    assert decoda.order_reason(_run(), METHODS) == ""


def test_a_lead_is_explained_only_where_none_is_seen():
    assert "-0.5 ± 1.0 points" in decoda.lead_reason(_run())
    assert decoda.lead_reason(_run(**{"lead of MuMBo": Estimate(-0.03, 0.01, 10)})) == ""


def test_the_thesis_order_is_uncertain():
    remark = decoda.thesis_by_chance()
    assert "38 and 49 errors, are 1.4 standard errors apart" in remark
    assert "5 calls, is 0.7" in remark


def test_shares_are_explained_only_where_no_difference_is_seen():
    assert "-3.8 points" in decoda.shares_reason(_run())
    firm = {"MuMBo's extra share of the main views": Estimate(0.05, 0.01, 10)}
    assert decoda.shares_reason(_run(**firm)) == ""


@pytest.mark.parametrize("holds", [False, True])
def test_weak_spared_views_are_a_reason_only_if_the_claim_then_holds(holds):
    assert ("(b)" in decoda.spared_reason(Verdict("c", holds, "b"))) == holds


def test_weakened_views_are_tabled_beside_the_others_and_the_best_view():
    values = {f"{m} accuracy {HARD}": Estimate(0.7, 0.01, 4) for m in METHODS}
    values[f"{ADA_LATE} accuracy {HARD} by view"] = Estimate([0.4, 0.6], [0.01, 0.01], 4)
    main = Group({"data": "pages", "rounds": 9}, values)
    weak = Group({**main.settings, "trial": decoda.SPARED}, values)
    summary = Summary("n", "default", [main, weak], 4, 1.0)
    (table,) = decoda.spared_tables(summary, main, METHODS)
    assert table.ours["best single view"]["97% dropped"].mean == pytest.approx(40)
    assert decoda.spared_tables(summary.main(), main, METHODS) == []


@pytest.mark.parametrize(("best", "explained"), [(0.72, True), (0.8, False)])
def test_fusions_that_come_near_the_best_view_are_a_reason_only_if_most_of_the_gap_goes(
    best, explained
):
    values = {f"{m} accuracy {HARD}": Estimate(0.71, 0.01, 4) for m in METHODS}
    by_view = f"{ADA_LATE} accuracy {HARD} by view"
    strong, weak = (
        Group({}, {**values, by_view: Estimate([0.4, view], [0.01, 0.01], 4)})
        for view in (0.9, best)
    )
    reason = decoda.narrowed_reason(strong, weak, METHODS)
    assert ("0 of 6 fusions" in reason) == explained


@pytest.mark.parametrize(("recall", "explained"), [(0.905, True), (0.92, False)])
def test_classes_that_err_alike_are_a_reason_and_those_that_do_not_are_none(recall, explained):
    values = {"shares of classes": Estimate([0.2, 0.8], [0.0, 0.0], 4)}
    for rate in (0.0, HARD):
        values[f"{ADA_LATE} recalls {rate}"] = Estimate([0.5, 0.9], [0.01, 0.01], 4)
        values[f"{COMBO_LATE} recalls {rate}"] = Estimate([0.7, recall], [0.01, 0.01], 4)
    for verdict in evenness(Group({"data": "pages"}, values)):
        assert not verdict.holds
        assert bool(verdict.reason) == explained


@pytest.mark.parametrize(("stumps", "explained"), [(0.03, True), (0.06, False)])
def test_a_trial_is_a_reason_only_if_the_claim_holds_in_it(stumps, explained):
    names = {"AdaBoost bayes": 0.06, "AdaBoost stumps": 0.05, "Agreement bayes": 0.04}
    errors = {**names, "Agreement stumps": stumps, "Agreement joint": 0.04}
    values = {name: Estimate(error, 0.01, 4) for name, error in errors.items()}
    settings = {"trial": LETTERS, "bayes": "occurrence", "figure": "2", "labels": 264}
    summary = Summary("n", "default", [Group(settings, values)], 4, 1.0)
    usual = {**values, "AdaBoost stumps": Estimate(0.02, 0.01, 4)}
    failing = _agreement_claims.second_figure({"264": usual})[0]
    assert not failing.holds
    (verdict,) = _agreement_claims.explained([failing], summary, "occurrence")
    assert bool(verdict.reason) == explained


def test_single_runs_tell_the_lead_and_how_alike_their_halves_are():
    wrong = {m: np.arange(100) < 20 + i for i, m in enumerate(METHODS)}
    wrong["MuMBo"] = np.arange(100) < 10
    said = decoda.by_chance(wrong, np.random.default_rng(0))
    early = min(wrong[ADA_EARLY].sum(), wrong[COMBO_EARLY].sum())
    assert said["lead of MuMBo"] == pytest.approx((early - 10) / 100)
    assert said["rows of a half"] == 50
    assert -1 <= said["order of halves"] <= 1


@pytest.mark.parametrize(("links", "explained"), [(0.07, True), (0.12, False)])
def test_a_gap_is_explained_by_what_pages_repeat_only_if_most_of_it_goes(links, explained):
    def row(links):
        errors = {"AdaBoost content": 0.05, "AdaBoost links": 0.2, "Agreement content": 0.05}
        errors |= {"Agreement links": links}
        return {name: Estimate(error, 0.001, 4) for name, error in errors.items()}

    settings = {"bayes": "counts", "figure": "1", "labels": 264}
    groups = [Group(settings, row(0.2)), Group({**settings, "trial": REPEATED}, row(links))]
    summary = Summary("n", "default", groups, 4, 1.0)
    first = _agreement_claims.first_figure({"264": row(0.2)})
    _, verdict = _agreement_claims.explained(first, summary, "counts")
    assert not verdict.holds
    assert bool(verdict.reason) == explained


@pytest.mark.parametrize(("few", "explained"), [(0.055, True), (0.08, False)])
def test_a_saving_is_explained_only_where_few_labels_come_near_the_goal(few, explained):
    names = ("AdaBoost bayes", "AdaBoost stumps", "Agreement bayes", "Agreement stumps")
    groups = [
        Group(
            {"trial": LETTERS, "bayes": "occurrence", "figure": "2", "labels": labels},
            {n: Estimate(error, 0.005, 4) for n in (*names, "Agreement joint")},
        )
        for labels, error in ((158, few), (264, 0.05))
    ]
    summary = Summary("n", "default", groups, 4, 1.0)
    claim = Verdict(_agreement_claims.SAVES, False)
    (verdict,) = _agreement_claims.explained([claim], summary, "occurrence")
    assert bool(verdict.reason) == explained
