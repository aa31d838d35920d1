"""Who follows the rounds of a fit: rows for validation, lines on the screen, callbacks."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import Any, NamedTuple

from numpy.typing import NDArray
from sklearn.metrics import check_scoring

from viewboost.rounds.checkpoints import Checkpoint
from viewboost.rounds.loop import Loop
from viewboost.rounds.progress import Callbacks, Narrator
from viewboost.rounds.records import History
from viewboost.rounds.stopping import ScoredRows, Validation
from viewboost.views.blocks import Block

# Rows held out for validation, and their labels.
Held = tuple[list[Block], NDArray[Any]]


class Watch(NamedTuple):
    """What a fit has for its rounds to be followed; None: it has not."""

    held: Held | None
    checkpoint: Checkpoint | None
    callbacks: Callbacks | None

    def validation(self, estimator: Any, loop: Loop) -> Validation | None:
        """Scores the rows for validation."""
        if self.held is None:
            return None
        model = ScoredRows(estimator.classes_, estimator._link)
        scorer = check_scoring(model, scoring=estimator.scoring)
        patience = estimator.n_iter_no_change, estimator.tol
        return Validation(loop.votes, *self.held, model, scorer, *patience, loop.rule.standing)

    def narrator(self, estimator: Any) -> Narrator | None:
        """Writes lines, if they are wanted."""
        if not estimator.verbose:
            return None
        scoring = estimator.scoring
        metric = scoring if isinstance(scoring, str) else "score" if scoring else "accuracy"
        rounds = estimator.n_rounds, int(estimator.verbose)
        return Narrator(type(estimator).__name__, *rounds, estimator.view_names_, metric)

    def told(self, loop: Loop, blocks: list[Block]) -> Callbacks | None:
        """The callbacks, which may from now on ask for a model of the rounds so far."""
        if self.callbacks is not None:
            self.callbacks.so_far = lambda: _so_far(loop, blocks)
        return self.callbacks


def _so_far(loop: Loop, blocks: list[Block]) -> dict[str, Any]:
    """Attributes of a fitted model, which later rounds leave as they are."""
    votes = loop.votes
    votes = replace(votes, entries=list(votes.entries), competence=copy(votes.competence))
    model, history = loop.rule.finish(votes, loop.state, blocks), History(loop.state.records)
    return {"_votes": model, "history_": history, "n_rounds_": model.n_rounds, "stop_reason_": ""}
