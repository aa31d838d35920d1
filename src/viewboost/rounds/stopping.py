"""Validation rows scored after each round, and stopping when they no longer improve."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin

from viewboost.rounds.records import Record
from viewboost.views.blocks import Block
from viewboost.vote.votes import Running, Vote, Votes

NO_IMPROVEMENT = "no improvement on the validation rows"


class ScoredRows(ClassifierMixin, BaseEstimator):
    """Rows already scored, dressed as a classifier so that any scikit-learn scorer reads them."""

    def __init__(self, classes: NDArray[Any], link: Callable[[NDArray], NDArray]):
        self.classes = classes
        self.link = link

    @property
    def classes_(self) -> NDArray[Any]:
        """The class labels."""
        return self.classes

    def hold(self, scores: NDArray[np.float64]) -> ScoredRows:
        """Answer with these scores from now on."""
        self.scores_ = scores
        return self

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """The scores; for two classes their difference."""
        return as_decision(self.scores_)

    def predict(self, X: Any) -> NDArray[Any]:
        """The class with the largest score."""
        return self.classes[self.scores_.argmax(axis=1)]

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Probabilities by the link of the algorithm."""
        return self.link(self.scores_)


def as_decision(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scores in scikit-learn's form: one column less for two classes, none for one."""
    if scores.shape[1] == 2:
        return scores[:, 1] - scores[:, 0]
    return scores[:, 0] if scores.shape[1] == 1 else scores


class Validation:
    """Monitor that scores the validation rows incrementally and remembers the best round.

    Parameters
    ----------
    votes : Votes
        The model in training.
    blocks : list of Block
        The validation rows.
    y : array
        Their labels.
    model : ScoredRows
    scorer : callable
        A scikit-learn scorer: (model, X, y) -> float, larger is better.
    n_iter_no_change : int or None
        Rounds without improvement before stopping; None never stops.
    tol : float
        An improvement must exceed it.
    standing : callable, optional
        Rule.standing: which of the votes make the model after a round; None: all.
    """

    def __init__(
        self,
        votes: Votes,
        blocks: Sequence[Block],
        y: NDArray[Any],
        model: ScoredRows,
        scorer: Callable[[Any, Any, Any], float],
        n_iter_no_change: int | None = None,
        tol: float = 0.0,
        standing: Callable[[list[Vote], Record], list[Vote]] | None = None,
    ):
        self.votes, self.standing = votes, standing
        self.running = Running(votes, blocks)
        self.y, self.model, self.scorer = y, model, scorer
        self.n_iter_no_change, self.tol = n_iter_no_change, tol
        self.best_score, self.best_round = -math.inf, 0

    def __call__(self, record: Record, cast: Sequence[Vote]) -> str:
        """Score the round; a reason to stop, or nothing."""
        self._follow(record, cast)
        # The scores travel inside the model; the rows themselves are not needed again.
        places = np.empty((len(self.y), 0))
        model = self.model.hold(self.running.scores())
        record.validation = float(self.scorer(model, places, self.y))
        self._judge(record)
        if self.n_iter_no_change is None:
            return ""
        waited = record.round + 1 - self.best_round
        return NO_IMPROVEMENT if waited >= self.n_iter_no_change else ""

    def _judge(self, record: Record) -> None:
        if record.validation > self.best_score + self.tol:
            self.best_score, self.best_round = record.validation, record.round + 1

    def catch_up(
        self,
        records: Sequence[Record],
        scores: NDArray[np.float64],
        spoken: NDArray[np.bool_],
    ) -> None:
        """Take up rounds that are done already, with the scores of the rows after them."""
        for record in records:
            self._judge(record)
        stand = self.votes.entries
        if records and self.standing is not None:
            stand = self.standing(stand, records[-1])
        self.running.G[:], self.running.spoken[:] = scores, spoken
        self.running.added = list(stand)

    def _follow(self, record: Record, cast: Sequence[Vote]) -> None:
        """Bring the scores to the votes that stand after this round."""
        entries = self.votes.entries
        stand = entries if self.standing is None else self.standing(entries, record)
        if stand is entries:
            self.running.add(cast)
        else:
            self.running.become(stand)
