"""The one loop: every algorithm runs through it, none is named in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from viewboost.learners.base import BoundLearner, Seed
from viewboost.rounds.records import Record
from viewboost.rounds.rule import Rule, State, Step, Stop, Turn, Update
from viewboost.vote.votes import Vote, Votes, on_grid

# Costs are recomputed from the scores on this fixed schedule, whatever happened before:
# a resumed fit then meets the same bits as an uninterrupted one.
REFRESH_EVERY = 50

ALL_ROUNDS = "all rounds done"

# Called after each round with its record and its votes; returns a reason to stop, or "".
Monitor = Callable[[Record, Sequence[Vote]], str]


class Loop:
    """Boosting rounds of a rule over bound learners.

    Parameters
    ----------
    rule : Rule
    state : State
    learners : list of BoundLearner
        One per view.
    votes : Votes
        Grows with the rounds; what is done survives an interruption.
    learning_rate : float
    """

    def __init__(
        self,
        rule: Rule,
        state: State,
        learners: Sequence[BoundLearner],
        votes: Votes,
        learning_rate: float = 1.0,
    ):
        self.rule, self.state, self.learners, self.votes = rule, state, learners, votes
        self.learning_rate = learning_rate
        self._last = np.empty(0), np.empty(0)

    def run(
        self,
        n_rounds: int,
        monitors: Sequence[Monitor] = (),
        at_refresh: Callable[[], None] | None = None,
    ) -> str:
        """Run rounds until the rule, a monitor or the number of rounds ends it; say why.

        ``at_refresh`` is called where a later fit may go on: before a refresh, and if the last
        round comes before one.
        """
        state, stop = self.state, ""
        while not stop:
            refreshes = state.round % REFRESH_EVERY == 0
            if refreshes and at_refresh is not None:
                at_refresh()
            if state.round >= n_rounds:
                return ALL_ROUNDS
            if refreshes:
                for table in state.tables:
                    table.refresh()
            stop = self._round(monitors)
        return stop

    def _round(self, monitors: Sequence[Monitor]) -> str:
        first, stop = len(self.votes.entries), ""
        for views in self.rule.turns(self.state.n_views):
            step = self._decide(views)
            if isinstance(step, Stop):
                # The round is given up: what its earlier turns recorded does not count.
                del self.state.records[self.state.round :]
                return step.reason
            self._apply(step)
            stop = stop or step.stop
        record, cast = self.state.records[-1], self.votes.entries[first:]
        self.rule.settle(self.state, record)
        self.state.round += 1
        self.votes.n_rounds = self.state.round
        for monitor in monitors:
            stop = monitor(record, cast) or stop
        return stop

    def _decide(self, views: tuple[int, ...]) -> Step | Stop:
        """Train the views of a turn and ask the rule; draw again where that may help."""
        redraws = [self.learners[j].redraws for j in views]
        for draw in range(max(redraws) + 1):
            step = self.rule.step(self.state, self._train(views, draw))
            if not step.redraw:
                break
        return step

    def _train(self, views: tuple[int, ...], draw: int) -> Turn:
        brought = []
        for j in views:
            D, changes = self.rule.costs(self.state, j)
            seed = Seed(self.state.entropy, self.state.round, j, draw)
            # A second call within a round finds the costs as the first one left them.
            brought.append(self.learners[j].hypothesis(D, [] if draw else changes, seed))
        return Turn(views, [h for h, _ in brought], [p for _, p in brought])

    def _apply(self, step: Step) -> None:
        state = self.state
        for table in state.tables:
            table.changes = []
        for update in step.updates:
            self._update(update)
        state.memory.update(step.memory)
        for vote in step.votes:
            vector = self._scaled(vote.vector)
            cast = Vote(vote.round, vote.views, vote.hypotheses, vector, vote.weights)
            self.votes.entries.append(cast)
        step.record.log_losses = tuple(table.log_loss for table in state.tables)
        if state.records and state.records[-1].round == step.record.round:
            state.records[-1] = _joined(state.records[-1], step.record)
        else:
            state.records.append(step.record)

    def _update(self, update: Update) -> None:
        table = self.state.tables[update.table]
        if update.per_row:
            table.add_rows(update.predictions, self.learning_rate * update.amounts)
        else:
            table.add(update.predictions, self._scaled(update.amounts))

    def _scaled(self, vector: NDArray[np.float64]) -> NDArray[np.float64]:
        """The vector times the learning rate, on the grid; updates and votes often share it."""
        if self._last[0] is not vector:
            self._last = vector, on_grid(self.learning_rate * vector)
        return self._last[1]


def _joined(earlier: Record, later: Record) -> Record:
    """One record of a round whose views trained one after the other (NaN: not in this turn)."""
    return replace(
        later,
        edges=np.where(np.isnan(later.edges), earlier.edges, later.edges),
        steps=np.where(np.isnan(later.steps), earlier.steps, later.steps),
        details={**earlier.details, **later.details},
    )
