"""Votes: one scoring path for final, staged and weighed scores."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewboost.learners.base import Hypothesis
from viewboost.views.blocks import Block
from viewboost.vote.votes import Vote, Votes, committee, on_grid


class Column(Hypothesis):
    """Predicts the class written in a column of the view."""

    def __init__(self, column):
        self.column = column

    def classes(self, block):
        return block.data[:, self.column].astype(np.intp)


def model(seed, n_views=2, T=6, K=3, n=20):
    rng = np.random.default_rng(seed)
    blocks = []
    for j in range(n_views):
        present = None if j == 0 and seed % 2 else rng.random(n) < 0.6
        blocks.append(Block("dense", rng.integers(K, size=(n, T)).astype(float), present))
    votes = Votes(K, np.log(np.arange(1, K + 1)), [None] * n_views, n_rounds=T)
    for t in range(T):
        vector = on_grid(rng.normal(size=K))
        members = (t % n_views,) if t % 3 else tuple(range(n_views))
        weights = tuple(rng.uniform(0.1, 1, len(members)))
        votes.entries.append(Vote(t, members, tuple(Column(t) for _ in members), vector, weights))
    return votes, blocks


def plain_scores(votes, blocks, n_rounds):
    """Vote by vote, row by row."""
    n = len(blocks[0])
    G, spoken = np.zeros((n, votes.n_classes)), np.zeros(n, dtype=bool)
    for vote in votes.entries[:n_rounds]:
        for i in range(n):
            ballots = np.zeros(votes.n_classes)
            members = [
                (j, h, w)
                for j, h, w in zip(vote.views, vote.hypotheses, vote.weights)
                if blocks[j].present is None or blocks[j].present[i]
            ]
            for j, h, w in members:
                ballots[int(blocks[j].data[i, h.column])] += w
            if members:
                G[i, ballots.argmax()] += vote.vector[ballots.argmax()]
                spoken[i] = True
    return np.where(spoken[:, None], G, votes.silent)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**6), st.integers(1, 3))
def test_final_and_staged_scores_equal_the_plain_sum_of_votes_to_the_bit(seed, n_views):
    votes, blocks = model(seed, n_views)
    staged = list(votes.scores(blocks, range(1, 7)))
    for t, scores in enumerate(staged, start=1):
        np.testing.assert_array_equal(scores, plain_scores(votes, blocks, t))
    np.testing.assert_array_equal(next(votes.scores(blocks, [6])), staged[-1])
    np.testing.assert_array_equal(next(votes.upto(4).scores(blocks, [6])), staged[3])


def test_rows_about_which_nothing_is_said_have_the_silent_scores():
    votes, blocks = model(0)
    nothing = [Block("dense", b.data, np.zeros(len(b), dtype=bool)) for b in blocks]
    np.testing.assert_array_equal(next(votes.scores(nothing, [6])), np.tile(votes.silent, (20, 1)))


def test_competence_weighs_each_vote_on_each_row():
    votes, blocks = model(1)

    class Halves:
        def at(self, blocks):
            return lambda place: np.full(len(blocks[0]), 0.5**place)

    plain = Votes(3, votes.silent, [None, None], n_rounds=6)
    for t, vote in enumerate(votes.entries):
        plain.entries.append(
            Vote(t, vote.views, vote.hypotheses, vote.vector * 0.5**t, vote.weights)
        )
    votes.competence = Halves()
    for ours, theirs in zip(votes.scores(blocks, [2, 5, 6]), plain.scores(blocks, [2, 5, 6])):
        np.testing.assert_allclose(ours, theirs, atol=1e-12)


def test_committee_sums_weights_and_is_silent_where_all_members_are():
    said = [np.array([0, 1, -1, -1]), np.array([1, 1, 2, -1]), np.array([1, 0, -1, -1])]
    np.testing.assert_array_equal(committee(said, [1.0, 0.4, 0.4], 3), [0, 1, 2, -1])


def test_importances_are_shares_of_the_vote():
    votes = Votes(2, np.zeros(2), [None, None])
    votes.entries = [
        Vote(0, (0,), (Column(0),), np.array([1.0, 1.0])),
        Vote(1, (0, 1), (Column(0), Column(0)), np.array([2.0, 2.0]), (1.0, 3.0)),
    ]
    np.testing.assert_allclose(votes.view_importances(), [0.5, 0.5])
    assert votes.feature_importances(0, 2) is None


def test_grid_keeps_sums_exact_in_any_order():
    rng = np.random.default_rng(0)
    votes = on_grid(rng.normal(size=5000))
    assert votes.sum() == votes[::-1].cumsum()[-1] == sum(sorted(votes))
    np.testing.assert_allclose(votes, np.round(votes, 11), atol=1e-11)
    assert on_grid(np.array([0.1]))[0] == pytest.approx(0.1, abs=2**-41)


def test_a_vote_that_weighs_nothing_on_a_row_says_nothing_about_it():
    votes, blocks = model(1)

    class Half:
        def at(self, blocks):
            return lambda place: (np.arange(len(blocks[0])) % 2).astype(float)

    plain = next(votes.scores(blocks, [6]))
    votes.competence = Half()
    scores = next(votes.scores(blocks, [6]))
    np.testing.assert_array_equal(scores[::2], np.tile(votes.silent, (10, 1)))
    np.testing.assert_array_equal(scores[1::2], plain[1::2])
