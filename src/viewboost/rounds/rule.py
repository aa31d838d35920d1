"""The seam between the loop and a paper: a rule says what to train on and how to combine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewboost.io.hypotheses import Form
from viewboost.io.tables import Reader, Writer
from viewboost.learners.base import Change, Hypothesis
from viewboost.rounds.costs import Costs
from viewboost.rounds.records import Record
from viewboost.views.blocks import Block
from viewboost.views.rows import Rows
from viewboost.vote.votes import Vote, Votes


class Turn(NamedTuple):
    """What the views that trained together brought, in the order of ``views``."""

    views: tuple[int, ...]
    hypotheses: list[Hypothesis]
    predictions: list[NDArray[np.intp]]


class Update(NamedTuple):
    """An addition to the scores of one table: per class, or (``per_row``) per row."""

    table: int
    predictions: NDArray[np.intp]
    amounts: NDArray[np.float64]
    per_row: bool = False


@dataclass
class Step:
    """What a turn does: updates while training, votes for new data, and its record.

    ``stop`` ends the training after this step, for the given reason. ``redraw`` says that
    another draw of a resampling learner may do better. ``memory`` is what the rule wants to
    find in ``state.memory`` from now on.
    """

    record: Record
    updates: list[Update] = field(default_factory=list)
    votes: list[Vote] = field(default_factory=list)
    stop: str = ""
    redraw: bool = False
    memory: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Stop:
    """The training ends before this step, for the given reason."""

    reason: str
    redraw: bool = False


@dataclass
class State:
    """What a fit knows between two turns.

    Attributes
    ----------
    rows : Rows
    present : list of bool array or None
        For each view, which rows have it; None: all.
    tables : list of Scores
        Kept by the rule: one per view, or one for all.
    round : int
    records : list of Record
    memory : dict
        What the rule keeps between its steps, besides the tables.
    entropy : int
        Seed of all randomness, with the round and the view.
    """

    rows: Rows
    present: list[NDArray[np.bool_] | None]
    tables: list[Any] = field(default_factory=list)
    round: int = 0
    records: list[Record] = field(default_factory=list)
    memory: dict[str, Any] = field(default_factory=dict)
    entropy: int = 0

    @property
    def n_views(self) -> int:
        """Number of views."""
        return len(self.present)


class Rule:
    """One paper's part of the loop.

    A rule is made anew for each fit. ``shared`` says that one table of scores serves all
    views (``state.tables[0]``); otherwise view j has ``state.tables[j]``.
    """

    shared = True

    def weights(self, state: State) -> NDArray[np.float64]:
        """w_i of the costs: the sample weights."""
        return state.rows.weights

    def start(self, state: State) -> None:
        """Make the tables of scores."""
        weights = self.weights(state)
        if self.shared:
            state.tables = [Costs(state.rows, weights)]
        else:
            state.tables = [
                Costs(state.rows, weights if seen is None else weights * seen)
                for seen in state.present
            ]

    def prepare(self, votes: Votes, state: State, blocks: Sequence[Block]) -> None:
        """Give the model what it needs of the training rows, before the first round."""

    def turns(self, n_views: int) -> Iterable[tuple[int, ...]]:
        """Groups of views that train together within a round: by default all at once."""
        return [tuple(range(n_views))]

    def costs(self, state: State, view: int) -> tuple[NDArray[np.float64], Sequence[Change] | None]:
        """The costs on which a view trains, and how they changed since it last trained."""
        table: Any = state.tables[0 if self.shared else view]
        return table.D, table.changes

    def step(self, state: State, turn: Turn) -> Step | Stop:
        """What the hypotheses of this turn do; must not change the state."""
        raise NotImplementedError

    def settle(self, state: State, record: Record) -> None:
        """Complete the record of a round with what can be told only after its updates."""

    def standing(self, votes: list[Vote], record: Record) -> list[Vote]:
        """Those of the votes up to a round, whose record is given, that make the model then.

        By default all of them; a rule that chooses or replaces votes says so here, and the
        validation rows are scored accordingly.
        """
        return votes

    def pack_memory(self, writer: Writer, state: State) -> None:
        """Keep what the rule remembers, for a fit that goes on later: by default numbers."""
        for name, value in state.memory.items():
            writer.put(f"memory/{name}", value)

    def unpack_memory(self, reader: Reader, state: State, forms: Sequence[Form]) -> None:
        """Remember it; forms are what the hypotheses of each view read."""
        for name in state.memory:
            state.memory[name] = reader.take_any(f"memory/{name}")

    def finish(self, votes: Votes, state: State, blocks: Sequence[Block]) -> Votes:
        """The model of the first ``votes.n_rounds`` rounds, once the rounds are done."""
        if not votes.n_rounds:
            return votes
        entries = self.standing(votes.entries, state.records[votes.n_rounds - 1])
        return replace(votes, entries=entries)
