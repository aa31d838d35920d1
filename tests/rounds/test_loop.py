"""The loop: seeds, redraws, refreshes, turns, what survives an exception."""

import numpy as np
import pytest

from viewboost.algorithms.adaboost_mm import BestEdge
from viewboost.learners.base import BoundLearner, Hypothesis
from viewboost.rounds.edges import NO_EDGE, PERFECT
from viewboost.rounds.loop import ALL_ROUNDS, REFRESH_EVERY, Loop
from viewboost.rounds.rule import State
from viewboost.views.rows import Rows
from viewboost.vote.votes import Votes


class Fixed(Hypothesis):
    def __init__(self, predictions):
        self.predictions = predictions

    def classes(self, block):
        return self.predictions


class Scripted(BoundLearner):
    """Draws predictions that are right with a given chance; remembers what it was told."""

    def __init__(self, y, right=0.7, redraws=0):
        self.y, self.right, self.redraws, self.calls = y, right, redraws, []

    def hypothesis(self, D, changes, seed):
        rng = seed.generator()
        self.calls.append((seed, changes, D.copy()))
        wrong = rng.random(len(self.y)) > self.right
        predictions = np.where(wrong, (self.y + 1) % 3, self.y)
        return Fixed(predictions), predictions


def make_loop(*learners, m=60, entropy=0, **params):
    rng = np.random.default_rng(0)
    rows = Rows(rng.integers(3, size=m), rng.uniform(0.5, 2, m), 3)
    state = State(rows, [None] * len(learners), entropy=entropy)
    votes = Votes(3, np.zeros(3), [None] * len(learners))
    rule = BestEdge()
    rule.start(state)
    bound = [make(rows.y) for make in learners]
    return Loop(rule, state, bound, votes, **params), bound


def test_runs_all_rounds_and_records_each():
    loop, _ = make_loop(Scripted, Scripted)
    assert loop.run(7) == ALL_ROUNDS
    assert [r.round for r in loop.state.records] == list(range(7))
    assert [v.round for v in loop.votes.entries] == list(range(7))
    assert loop.votes.n_rounds == 7
    for record in loop.state.records:
        assert record.chosen == record.edges.argmax()
        assert record.steps[record.chosen] > 0


def test_costs_are_told_as_changes_and_made_anew_on_a_fixed_schedule():
    loop, (learner,) = make_loop(lambda y: Scripted(y, 0.6))
    loop.run(REFRESH_EVERY + 2)
    for t, (_, changes, D) in enumerate(learner.calls):
        if t % REFRESH_EVERY == 0:
            assert changes is None
            assert D.max() == pytest.approx(1.0)
        else:
            assert len(changes) == 1


def test_every_round_and_view_has_its_own_seed():
    loop, (one, two) = make_loop(Scripted, Scripted, entropy=5)
    loop.run(3)
    seeds = [call[0] for call in one.calls + two.calls]
    assert len({(s.round, s.view) for s in seeds}) == 6
    assert {s.entropy for s in seeds} == {5}


def test_a_learner_that_cannot_draw_again_stops_at_chance():
    loop, (learner,) = make_loop(lambda y: Scripted(y, 0.0))
    assert loop.run(10) == NO_EDGE
    assert len(learner.calls) == 1
    assert loop.votes.entries == []


def test_a_resampling_learner_draws_again_before_the_loop_stops():
    loop, (learner,) = make_loop(lambda y: Scripted(y, 0.0, redraws=4))
    assert loop.run(10) == NO_EDGE
    assert [seed.draw for seed, _, _ in learner.calls] == [0, 1, 2, 3, 4]


def test_a_perfect_hypothesis_is_kept_and_stops():
    loop, _ = make_loop(lambda y: Scripted(y, 1.0))
    assert loop.run(10) == PERFECT
    assert len(loop.votes.entries) == 1
    np.testing.assert_allclose(loop.votes.entries[0].vector, 11.859, atol=1e-3)


def test_learning_rate_scales_scores_and_votes_alike():
    loop, _ = make_loop(Scripted, learning_rate=0.5)
    loop.run(1)
    (vote,), (record,) = loop.votes.entries, loop.state.records
    np.testing.assert_allclose(vote.vector, record.steps[0] / 2, atol=1e-12)
    F = loop.state.tables[0].F
    np.testing.assert_array_equal(np.unique(F), [0, vote.vector[0]])


def test_a_monitor_may_stop_the_loop_and_its_exception_passes():
    loop, _ = make_loop(Scripted)
    assert loop.run(10, [lambda record, cast: "enough" if record.round == 2 else ""]) == "enough"
    assert loop.votes.n_rounds == 3

    def fail(record, cast):
        raise RuntimeError("from a monitor")

    with pytest.raises(RuntimeError, match="from a monitor"):
        loop.run(10, [fail])
    assert loop.votes.n_rounds == len(loop.state.records) == 4
