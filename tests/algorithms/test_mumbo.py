"""MuMBo: its bounds, its rounds against a plain reading of the paper, its degenerate cases."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewboost import AdaBoostMMClassifier, MumboClassifier, Stump, Views
from viewboost.algorithms._cooperation import (
    ByShares,
    by_diversity,
    by_edge,
    coefficients,
    cooperation_named,
)
from viewboost.algorithms.mumbo import IDLE, Cooperate
from viewboost.learners.base import BoundLearner, Hypothesis
from viewboost.rounds.edges import PERFECT
from viewboost.rounds.loop import ALL_ROUNDS, Loop
from viewboost.rounds.records import Record
from viewboost.rounds.rule import State
from viewboost.views.blocks import Block
from viewboost.views.rows import Rows
from viewboost.vote.votes import Votes

SETTINGS = settings(deadline=None, max_examples=20)
SEEDS = st.integers(0, 10**6)
CLASSES = st.integers(2, 4)
COOPERATIONS = st.sampled_from(["binary", "fraction", "gaussian", "centered"])
STEPS = st.sampled_from(["paper", "exact"])


def problem(seed, K=3, m=60, v=3, missing=True):
    """Views that know some rows each, with continuous weights; rows may lack views."""
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.repeat(np.arange(K), 2), rng.integers(K, size=m - 2 * K)])
    blocks = {
        f"view{j}": rng.normal(size=(m, 2)) + np.where(rng.random((m, 1)) < 0.5, y[:, None], 0)
        for j in range(v)
    }
    X = Views(**blocks)
    if missing:
        X = X.missing(**{name: rng.random(m) < 0.2 for name in blocks})
    return X, y, rng.uniform(0.2, 3, m)


def lacking(X, name):
    present = X.present(name)
    return np.zeros(len(X), bool) if present is None else ~present


def scores(model, X):
    """G of shape (n, K) after each round, whatever the number of classes."""
    for decision in model.staged_decision_function(X):
        yield np.c_[-decision / 2, decision / 2] if decision.ndim == 1 else decision


def plain_costs(F, y, w):
    i = np.arange(len(y))
    D = w[:, None] * np.exp(F - F[i, y][:, None])
    D[i, y] = 0
    D[i, y] = -D.sum(axis=1)
    return D


def plain_edge(D, said):
    rows = np.flatnonzero(said >= 0)
    return -D[rows, said[rows]].sum() / D.clip(0).sum()


class Recording(Stump):
    """A stump that keeps the costs it was given and what it answered."""

    def bind(self, block, rows, n_threads=1):
        bound = super().bind(block, rows, n_threads)
        plain = bound.hypothesis

        def hypothesis(D, changes, seed):
            answer = plain(D, changes, seed)
            TOLD.append((seed.round, seed.view, D.copy(), answer[1]))
            return answer

        bound.hypothesis = hypothesis
        return bound


TOLD = []  # learners are cloned, so that what they saw is kept outside of them


class TestTheory:
    @SETTINGS
    @given(SEEDS, CLASSES, COOPERATIONS, STEPS, st.sampled_from([1.0, 0.3]))
    def test_the_loss_of_each_view_falls_as_theorem_1_says(self, seed, K, cooperation, step, rate):
        X, y, w = problem(seed, K)
        model = MumboClassifier(
            n_rounds=10, cooperation=cooperation, step=step, learning_rate=rate
        ).fit(X, y, w)
        before = [np.log(w[~lacking(X, name)].sum() * (K - 1)) for name in X.names]
        for record in model.history_:
            assert (record.steps >= 0).all()
            a, edges = rate * record.steps, record.edges
            # tau = 1 - (e^a - e^-a)/2 delta + (e^a + e^-a - 2)/2
            bound = before + np.log(np.cosh(a) - edges * np.sinh(a))
            assert (record.log_losses[:3] <= bound + 1e-9).all()
            before = record.log_losses[:3]

    @SETTINGS
    @given(SEEDS, CLASSES, st.sampled_from(["best", "vote", "all"]), STEPS, COOPERATIONS)
    def test_the_loss_of_the_vote_falls_as_its_edge_says(self, seed, K, vote, step, cooperation):
        X, y, w = problem(seed, K)
        model = MumboClassifier(n_rounds=10, vote=vote, step=step, cooperation=cooperation)
        model.fit(X, y, w)
        before = np.log(w.sum() * (K - 1))
        for record, G in zip(model.history_, scores(model, X), strict=True):
            after = record.log_losses[-1]
            edge = record.details["vote_edge"]
            bound = 0.0 if vote == "all" or np.isnan(edge) else np.log(1 - edge**2) / 2
            assert after <= before + bound + 1e-9
            # A row about which nothing is said scores its prior, and has no vote.
            G = np.where(self.silent(model, X, record.round)[:, None], 0, G)
            assert np.log(plain_costs(G, y, w).clip(0).sum()) == pytest.approx(after, abs=1e-8)
            before = after

    def silent(self, model, X, upto):
        """Rows about which no vote so far said anything."""
        blocks = model._gate.read(model, X)
        said = [v.predict(blocks) >= 0 for v in model._votes.entries if v.round <= upto]
        return ~np.any(said, axis=0)

    @SETTINGS
    @given(SEEDS, CLASSES)
    def test_the_margin_error_is_bounded_by_lemma_1(self, seed, K):
        X, y, w = problem(seed, K, missing=False)
        model = MumboClassifier(n_rounds=8).fit(X, y, w)
        edges = model.history_.column("vote_edge")
        edges = edges[~np.isnan(edges)]
        *_, G = scores(model, X)
        right = G[np.arange(len(y)), y].copy()
        G[np.arange(len(y)), y] = -np.inf
        margins = (right - G.max(axis=1)) / model.history_.column("vote_step").sum()
        for theta in (0.0, 0.05, 0.2):
            factors = (1 + edges) ** ((1 + theta) / 2) * (1 - edges) ** ((1 - theta) / 2)
            error = w[margins <= theta].sum() / w.sum()
            assert error <= (K - 1) * factors.prod() * (1 + 1e-9)

    @SETTINGS
    @given(SEEDS, CLASSES, st.sampled_from(["best", "vote", "all"]), STEPS)
    def test_with_one_view_it_is_adaboost_mm(self, seed, K, vote, step):
        X, y, w = problem(seed, K, v=1, missing=False)
        mumbo = MumboClassifier(n_rounds=10, vote=vote, step=step).fit(X, y, w)
        plain = AdaBoostMMClassifier(n_rounds=10, step=step).fit(X, y, w)
        np.testing.assert_allclose(
            mumbo.decision_function(X), plain.decision_function(X), atol=1e-9
        )

    @SETTINGS
    @given(SEEDS, st.sampled_from([("paper", 2), ("exact", 2), ("exact", 3), ("exact", 4)]))
    def test_a_hypothesis_has_no_edge_left_after_its_vote(self, seed, case):
        step, K = case
        X, y, w = problem(seed, K, missing=False)
        model = MumboClassifier(n_rounds=6, step=step).fit(X, y, w)
        blocks = model._gate.read(model, X)
        stages = list(scores(model, X))
        for vote in model._votes.entries:
            edge = plain_edge(plain_costs(stages[vote.round], y, w), vote.predict(blocks))
            assert edge == pytest.approx(0, abs=1e-9)


def plain_mumbo(told, y, w, present, v, cooperation):
    """Algorithm 3 of the thesis, as it stands, on hypotheses already found.

    Yields in each round the costs of the views, then the edges and the view that votes.
    """
    m, K = len(y), y.max() + 1
    F, G = np.zeros((v, m, K)), np.zeros((m, K))
    for _, group in itertools.groupby(told, key=lambda call: call[0]):
        H = np.array([said for *_, said in group])
        D = [plain_costs(F[j], y, w * present[j]) for j in range(v)]
        edges = [plain_edge(D[j], H[j]) for j in range(v)]
        on_vote = [plain_edge(plain_costs(G, y, w), H[j]) for j in range(v)]
        yield D, edges, on_vote
        for i in range(m):
            mine = [j for j in range(v) if present[j][i]]
            p = sum(H[j][i] != y[i] for j in mine)
            for j in mine:
                free = H[j][i] == y[i] or p == len(mine)
                d = 1.0 if free else cooperation(p, len(mine))
                delta = max(edges[j], 0)
                F[j, i, H[j][i]] += d * np.log((1 + delta) / (1 - delta)) / 2
        best = int(np.argmax(on_vote))
        if on_vote[best] > 1e-10:
            rows = np.flatnonzero(H[best] >= 0)
            amount = np.log((1 + on_vote[best]) / (1 - on_vote[best])) / 2
            G[rows, H[best][rows]] += amount


PAPER = {
    "binary": lambda p, v: 0,
    "fraction": lambda p, v: (v - p) / v,
    "gaussian": lambda p, v: np.exp(-((0.3 - p / v) ** 2)),
    "centered": lambda p, v: abs(0.5 - p / v),
}


@settings(deadline=None, max_examples=10)
@given(SEEDS, CLASSES, st.sampled_from(sorted(PAPER)))
def test_every_round_is_the_papers(seed, K, cooperation):
    X, y, w = problem(seed, K)
    present = [~lacking(X, name) for name in X.names]
    TOLD.clear()
    model = MumboClassifier(learner=Recording(), n_rounds=8, cooperation=cooperation, mu=0.3)
    model.fit(X, y, w)
    told = []
    for t, j, D, said in TOLD:  # learners see only the rows that have their view
        full, answer = np.zeros((len(y), K)), np.full(len(y), -1)
        full[present[j]], answer[present[j]] = D, said
        told.append((t, j, full, answer))
    rounds = plain_mumbo(told, y, w, present, 3, PAPER[cooperation])
    for t, (D, edges, on_vote) in enumerate(rounds):
        record = model.history_[t]
        for j in range(3):
            given = told[3 * t + j][2]
            np.testing.assert_allclose(given / given.max(), D[j] / D[j].max(), atol=1e-8)
        np.testing.assert_allclose(record.edges, edges, atol=1e-9)
        np.testing.assert_allclose(record.details["global_edges"], on_vote, atol=1e-9)
        best = max(on_vote)
        if best <= 1e-10:
            assert (record.chosen, record.details["vote_step"]) == (-1, 0)
            continue
        assert record.chosen == np.argmax(on_vote)
        assert record.details["vote_edge"] == pytest.approx(best, abs=1e-9)
        expected = np.log((1 + best) / (1 - best)) / 2
        assert record.details["vote_step"] == pytest.approx(expected, abs=1e-9)


class TestCooperation:
    # Rows: all right; one of three wrong; two wrong; all wrong; one wrong, one absent; no view.
    y = np.zeros(6, dtype=np.intp)
    said = np.array([[0, 1, 1, 1, 1, -1], [0, 0, 1, 1, 0, -1], [0, 0, 0, 1, -1, -1]])

    @pytest.mark.parametrize(
        ("name", "one_of_three", "two_of_three", "one_of_two"),
        [
            ("binary", 0, 0, 0),
            ("fraction", 2 / 3, 1 / 3, 1 / 2),
            (
                "gaussian",
                np.exp(-((0.2 - 1 / 3) ** 2)),
                np.exp(-((0.2 - 2 / 3) ** 2)),
                np.exp(-0.09),
            ),
            ("centered", 1 / 6, 1 / 6, 0),
        ],
    )
    def test_coefficients(self, name, one_of_three, two_of_three, one_of_two):
        d = coefficients(cooperation_named(name, mu=0.2), self.said, self.y)
        np.testing.assert_allclose(d[0, :5], [1, one_of_three, two_of_three, 1, one_of_two])
        np.testing.assert_allclose(d[1, :5], [1, 1, two_of_three, 1, 1])
        np.testing.assert_allclose(d[2, :4], [1, 1, 1, 1])

    def test_a_callable_is_told_who_is_wrong_and_who_is_there(self):
        seen = {}

        def cooperation(wrong, present):
            seen.update(wrong=wrong, present=present)
            return np.full(wrong.shape, 0.25)

        d = coefficients(cooperation, self.said, self.y)
        np.testing.assert_array_equal(seen["present"], self.said >= 0)
        np.testing.assert_array_equal(seen["wrong"], self.said == 1)
        np.testing.assert_allclose(d[0, :5], [1, 0.25, 0.25, 1, 0.25])
        X, y, w = problem(0)
        ours = MumboClassifier(n_rounds=5, cooperation=lambda wrong, present: 0.0).fit(X, y, w)
        ready = MumboClassifier(n_rounds=5).fit(X, y, w)
        np.testing.assert_array_equal(ours.decision_function(X), ready.decision_function(X))

    @pytest.mark.parametrize("value", [-0.1, 1.5, np.nan])
    def test_coefficients_out_of_range_are_refused(self, value):
        X, y, _ = problem(0)
        with pytest.raises(ValueError, match=r"cooperation must give coefficients in \[0, 1\]"):
            MumboClassifier(cooperation=lambda wrong, present: value).fit(X, y)


def records(*chosen):
    return [Record(t, np.zeros(2), np.zeros(2), chosen=j) for t, j in enumerate(chosen)]


class TestSelect:
    def test_by_edge(self):
        assert by_edge(np.array([0.1, 0.3, 0.3]), records(1, 1, 1)) == 1

    def test_diversity_prefers_views_that_voted_less(self):
        edges = np.array([0.3, 0.2])
        assert by_diversity(edges, []) == 0
        assert by_diversity(edges, records(0, 0, 1)) == 1  # 0.3 * 1/3 < 0.2 * 2/3
        assert by_diversity(edges, records(0, -1, 1)) == 0  # an idle round counts for none
        assert by_diversity(np.array([0.0, 0.2]), records(1, 1)) == 1  # never one without an edge

    def test_shares_are_kept(self):
        select = ByShares(np.array([0.7, 0.3, 0.0]))
        past = []
        for _ in range(50):
            past += records(select(np.array([0.1, 0.1, 0.9]), past))
            wins = np.bincount([r.chosen for r in past], minlength=3)
            assert np.abs(wins - len(past) * select.shares).max() <= 1
        assert select(np.array([-0.1, 0.1, 0.9]), []) == 1
        assert select(np.array([-0.1, 0.0, 0.9]), []) == -1

    def test_shares_by_name(self):
        X, y, w = problem(1, missing=False)
        model = MumboClassifier(n_rounds=20, select={"view1": 3, "view2": 1}).fit(X, y, w)
        wins = np.bincount(model.history_.column("chosen"), minlength=3)
        assert wins[0] == 0
        np.testing.assert_allclose(wins[1:] / wins.sum(), [0.75, 0.25], atol=0.1)

    def test_a_callable_is_told_the_edges_and_the_records(self):
        X, y, w = problem(2, missing=False)
        told = []

        def second(edges, records):
            told.append((edges, len(records)))
            return 1

        model = MumboClassifier(n_rounds=5, select=second).fit(X, y, w)
        assert [n for _, n in told] == [0, 1, 2, 3, 4]
        for (edges, _), record in zip(told, model.history_, strict=True):
            np.testing.assert_array_equal(edges, record.details["global_edges"])
            assert record.chosen == (1 if edges[1] > 1e-10 else -1)
        assert model.view_importances_["view1"] == 1

    @pytest.mark.parametrize("choice", [3, -2, None, 0.5, "view0"])
    def test_a_choice_that_is_no_view_is_refused(self, choice):
        X, y, _ = problem(0)
        with pytest.raises(ValueError, match="select must return the place of a view, 0 to 2"):
            MumboClassifier(select=lambda edges, records: choice).fit(X, y)

    @pytest.mark.parametrize(
        ("shares", "text"),
        [
            ({"view9": 1}, r"select: \['view9'\] are not views \(views: \['view0', 'view1'"),
            ({"view0": -1}, "shares must be numbers >= 0"),
            ({"view0": 0}, "not all 0"),
            ({"view0": np.inf}, "shares must be numbers >= 0"),
        ],
    )
    def test_bad_shares(self, shares, text):
        X, y, _ = problem(0)
        with pytest.raises(ValueError, match=text):
            MumboClassifier(select=shares).fit(X, y)


class Fixed(Hypothesis):
    def __init__(self, predictions):
        self.predictions = predictions

    def classes(self, block):
        return self.predictions


class Scripted(BoundLearner):
    """Answers with the given predictions, round after round."""

    def __init__(self, *answers, redraws=0):
        self.answers, self.redraws, self.seeds = answers, redraws, []

    def hypothesis(self, D, changes, seed):
        self.seeds.append(seed)
        said = np.asarray(self.answers[min(seed.round, len(self.answers) - 1)], dtype=np.intp)
        return Fixed(said), said


def play(y, *learners, vote="best", n_rounds=30, n_classes=2, select=by_edge):
    """Run the rule on learners that say what the test wants."""
    rows = Rows(np.asarray(y, dtype=np.intp), np.ones(len(y)), n_classes)
    state = State(rows, [None] * len(learners))
    rule = Cooperate(cooperation_named("binary", 0.5), select, vote)
    rule.start(state)
    votes = Votes(n_classes, np.zeros(n_classes), [None] * len(learners))
    loop = Loop(rule, state, learners, votes)
    return loop.run(n_rounds), state, votes


class TestDegenerateRounds:
    y = [0, 0, 0, 1, 1, 1]
    good = [0, 0, 1, 1, 1, 1]  # one mistake
    other = [0, 1, 0, 1, 1, 1]  # another one
    bad = [0, 1, 1, 1, 0, 0]  # an edge below 0 while all rows weigh the same

    def test_idle_rounds_cast_no_vote_and_ten_in_a_row_stop(self):
        reason, state, votes = play(self.y, Scripted(self.good))
        # After its vote a hypothesis has no edge left: all rounds but the first are idle.
        assert reason == IDLE
        assert len(votes.entries) == 1
        assert len(state.records) == votes.n_rounds == 1 + 10
        for record in state.records[1:]:
            assert record.chosen == -1
            assert record.details["vote_step"] == 0
            assert np.isnan(record.details["vote_edge"])

    def test_a_vote_in_between_counts_anew(self):
        script = [self.good] * 9 + [self.other] + [self.good] * 30
        reason, state, _ = play(self.y, Scripted(*script))
        useful = [r.round for r in state.records if r.details["vote_step"]]
        assert reason == IDLE
        assert useful[:2] == [0, 9]
        assert len(state.records) == useful[-1] + 1 + 10

    def test_views_go_on_learning_in_idle_rounds(self):
        y, K = [0, 1, 2, 0, 1, 2], 3
        none = lambda edges, records: -1  # noqa: E731
        reason, state, votes = play(
            y, Scripted([0, 1, 1, 0, 1, 0]), n_classes=K, select=none, n_rounds=3
        )
        assert reason == ALL_ROUNDS
        assert votes.entries == []
        losses = np.array([record.log_losses for record in state.records])
        assert (np.diff(losses[:, 0]) < 0).any()
        np.testing.assert_allclose(losses[:, 1], np.log(12))

    def test_a_view_without_an_edge_of_its_own_stands_still(self):
        _, state, _ = play(self.y, Scripted(self.good), Scripted(self.bad), n_rounds=1)
        assert state.records[0].edges[1] == pytest.approx(-1 / 3)
        assert state.records[0].steps[1] == 0
        assert not state.tables[1].F.any()
        assert state.tables[0].F.any()

    def test_resampling_learners_draw_again_before_a_round_is_idle(self):
        learner = Scripted(self.good, redraws=3)
        play(self.y, learner, n_rounds=2)
        assert [(s.round, s.draw) for s in learner.seeds] == [(0, 0), *((1, d) for d in range(4))]

    def test_a_perfect_voter_is_kept_and_stops(self):
        reason, _, votes = play(self.y, Scripted(self.good), Scripted(self.y))
        assert reason == PERFECT
        assert [vote.views for vote in votes.entries] == [(1,)]
        np.testing.assert_allclose(votes.entries[0].vector, 11.859, atol=1e-3)

    def test_what_was_learned_before_a_perfect_round_stays(self):
        reason, _, votes = play(self.y, Scripted(self.good, self.y))
        assert reason == PERFECT
        assert len(votes.entries) == 2

    def test_a_committee_may_be_perfect_where_no_member_is(self):
        third = [0, 0, 0, 0, 1, 1]
        learners = [Scripted(said) for said in (self.good, self.other, third)]
        reason, state, votes = play(self.y, *learners, vote="vote")
        assert reason == PERFECT
        (vote,) = votes.entries
        assert vote.views == (0, 1, 2)
        assert state.records[0].chosen == -1
        np.testing.assert_array_equal(vote.predict([Block("dense", np.zeros((6, 1)))] * 3), self.y)

    def test_views_without_an_edge_are_left_out_of_the_committee(self):
        learners = [Scripted(self.good), Scripted(self.bad), Scripted(self.other)]
        _, state, votes = play(self.y, *learners, vote="vote", n_rounds=1)
        assert votes.entries[0].views == (0, 2)
        alphas = np.arctanh(state.records[0].details["global_edges"])
        np.testing.assert_allclose(votes.entries[0].weights, alphas[[0, 2]])

    def test_all_votes_are_divided_by_the_number_of_views(self):
        learners = [Scripted(self.good), Scripted(self.bad), Scripted(self.other)]
        _, state, votes = play(self.y, *learners, vote="all", n_rounds=1)
        assert [vote.views for vote in votes.entries] == [(0,), (2,)]
        alphas = np.arctanh(state.records[0].details["global_edges"])
        for vote, j in zip(votes.entries, (0, 2), strict=True):
            np.testing.assert_allclose(vote.vector, alphas[j] / 3)
        assert state.records[0].details["vote_step"] == pytest.approx(alphas[[0, 2]].sum() / 3)


class TestMissingViews:
    def test_on_the_vote_an_edge_divides_by_the_loss_of_all_rows(self):
        y = np.tile([0, 1], 50)
        half = np.arange(100) < 50
        X = Views(one=y[:, None] * 1.0, two=y[:, None] * 1.0).missing(one=half, two=~half)
        model = MumboClassifier().fit(X, y)
        first = model.history_[0]
        np.testing.assert_allclose(first.edges, 1)
        np.testing.assert_allclose(first.details["global_edges"], 0.5)
        assert first.chosen == 0
        assert model.history_[1].chosen == 1  # the rows that nobody voted on weigh more now
        assert model.score(X, y) == 1

    def test_a_view_that_no_row_has_is_never_heard(self):
        X, y, w = problem(3, missing=False)
        without = Views(view0=X.view0, view1=X.view1)
        lone = X.missing(view2=np.ones(len(y), bool))
        model = MumboClassifier(n_rounds=8).fit(lone, y, w)
        plain = MumboClassifier(n_rounds=8).fit(without, y, w)
        np.testing.assert_array_equal(
            model.decision_function(lone), plain.decision_function(without)
        )
        assert model.view_importances_["view2"] == 0

    @pytest.mark.parametrize("vote", ["best", "vote", "all"])
    def test_rows_without_any_view_get_the_prior(self, vote):
        X, y, _ = problem(4, K=2)
        model = MumboClassifier(n_rounds=5, vote=vote).fit(X, y)
        nothing = X.missing(**{name: np.ones(len(y), bool) for name in X.names})
        prior = np.bincount(y) / len(y)
        np.testing.assert_allclose(model.predict_proba(nothing), np.tile(prior, (len(y), 1)))


def test_early_stopping_keeps_the_best_round():
    X, y, _ = problem(5, m=300)
    model = MumboClassifier(n_rounds=60, n_iter_no_change=4)
    model.fit(X[:200], y[:200], X_val=X[200:], y_val=y[200:])
    validation = model.history_.column("validation")
    assert model.n_rounds_ == validation.argmax() + 1
    assert len(validation) == model.n_rounds_ + 4
    assert model.score(X[200:], y[200:]) == pytest.approx(validation.max())


@pytest.mark.parametrize(
    "params",
    [
        {"cooperation": "all"},
        {"vote": "most"},
        {"select": "views"},
        {"mu": 1.5},
        {"step": "newton"},
    ],
)
def test_bad_parameters(params):
    X, y, _ = problem(0)
    with pytest.raises(ValueError, match=f"The '{next(iter(params))}' parameter"):
        MumboClassifier(**params).fit(X, y)
