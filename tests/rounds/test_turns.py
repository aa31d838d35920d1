"""Rules whose views take turns, complete their records, or let only some votes stand."""

import numpy as np
import pytest

from viewboost.learners.base import BoundLearner, Hypothesis
from viewboost.rounds.costs import Scores
from viewboost.rounds.loop import Loop
from viewboost.rounds.records import Record
from viewboost.rounds.rule import Rule, State, Step, Stop, Update
from viewboost.rounds.stopping import ScoredRows, Validation
from viewboost.views.blocks import Block
from viewboost.views.rows import Rows
from viewboost.vote.votes import Running, Vote, Votes

Y = np.array([0, 1, 1, 0])
BLOCKS = [Block("dense", np.zeros((4, 1)))] * 2


class Fixed(Hypothesis):
    def __init__(self, predictions):
        self.predictions = np.asarray(predictions)

    def classes(self, block):
        return self.predictions


class Constant(BoundLearner):
    """The first view says class 0, the second one the truth."""

    def __init__(self, view):
        self.fixed = Fixed(Y if view else np.zeros(4, dtype=int))

    def hypothesis(self, D, changes, seed):
        return self.fixed, self.fixed.predictions


class Turns(Rule):
    """One view after the other; only the votes of view round % 2 stand."""

    shared = False

    def __init__(self, end=99):
        self.end = end

    def start(self, state):
        state.tables = [Scores(state.rows) for _ in state.present]

    def turns(self, n_views):
        return [(j,) for j in range(n_views)]

    def costs(self, state, view):
        return np.zeros((4, 2)), None

    def step(self, state, turn):
        (j,) = turn.views
        if (state.round, j) == (self.end, 1):
            return Stop("the end")
        edges = np.where(np.arange(2) == j, 0.5, np.nan)
        vector = np.ones(2)
        return Step(
            Record(state.round, edges, edges, details={f"view{j}": True}),
            updates=[Update(j, turn.predictions[0], vector)],
            votes=[Vote(state.round, (j,), tuple(turn.hypotheses), vector)],
        )

    def settle(self, state, record):
        record.chosen = record.round % 2
        record.details = {**record.details, "scores": [t.F.sum() for t in state.tables]}

    def standing(self, votes, record):
        return [vote for vote in votes if vote.views == (record.chosen,)]


def make_loop(**params):
    state = State(Rows(Y, np.ones(4), 2), [None, None])
    votes = Votes(2, np.zeros(2), [None, None])
    rule = Turns(**params)
    rule.start(state)
    return Loop(rule, state, [Constant(0), Constant(1)], votes)


def test_a_round_of_turns_is_one_record_completed_after_its_updates():
    loop = make_loop()
    loop.run(3)
    assert [record.round for record in loop.state.records] == [0, 1, 2]
    for t, record in enumerate(loop.state.records, start=1):
        np.testing.assert_array_equal(record.edges, [0.5, 0.5])
        assert record.details == {"view0": True, "view1": True, "scores": [4 * t, 4 * t]}


def test_a_round_given_up_halfway_leaves_no_record():
    loop = make_loop(end=2)
    assert loop.run(5) == "the end"
    assert [record.round for record in loop.state.records] == [0, 1]
    assert loop.votes.n_rounds == 2


def test_validation_scores_the_votes_that_stand():
    loop = make_loop()
    model = ScoredRows(np.array([0, 1]), lambda G: G)
    accuracy = Validation(
        loop.votes,
        BLOCKS,
        Y,
        model,
        lambda model, X, y: np.mean(model.predict(X) == y),
        standing=loop.rule.standing,
    )
    loop.run(4, [accuracy])
    assert [record.validation for record in loop.state.records] == [0.5, 1, 0.5, 1]
    scores = accuracy.running.scores()
    np.testing.assert_array_equal(scores, 4 * np.eye(2)[Y])


@pytest.mark.parametrize(("n_rounds", "view"), [(4, 1), (3, 0)])
def test_the_model_is_made_of_the_votes_that_stand_after_its_last_round(n_rounds, view):
    loop = make_loop()
    loop.run(4)
    model = loop.rule.finish(loop.votes.upto(n_rounds), loop.state, BLOCKS)
    assert {vote.views for vote in model.entries} == {(view,)}
    assert len(model.entries) == n_rounds


def test_running_scores_start_over_only_when_a_vote_is_gone():
    votes = [Vote(t, (0,), (Fixed(Y),), np.array([1.0, 2.0**t])) for t in range(4)]
    running = Running(Votes(2, np.zeros(2), [None, None]), BLOCKS)
    for stand in ([0, 1], [0, 1, 3], [1], [], [2, 3], [2]):
        chosen = [votes[t] for t in stand]
        running.become(chosen)
        expected = np.zeros((4, 2))
        for vote in chosen:
            expected[np.arange(4), Y] += vote.vector[Y]
        np.testing.assert_array_equal(running.scores(), expected)
        assert running.added == chosen
