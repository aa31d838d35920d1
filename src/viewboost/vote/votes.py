"""The fitted model: a list of votes, the same structure for every algorithm."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from viewboost.learners.base import Encoder, Hypothesis
from viewboost.views.blocks import Block

# Vote vectors are multiples of 2^-40, so sums of votes below 2^13 are exact in float64:
# staged, collapsed and exported scores are the same bits, whatever the order of summing.
GRID = 2.0**-40


def on_grid(vector: NDArray[np.float64]) -> NDArray[np.float64]:
    """The nearest multiples of the grid."""
    return np.rint(vector / GRID) * GRID


@dataclass(frozen=True)
class Vote:
    """One vote: ``vector[c]`` for the class c that its hypothesis (or committee) predicts.

    Attributes
    ----------
    round : int
    views : tuple of int
        The view of each hypothesis; several make a committee, whose prediction is the class
        with the largest sum of ``weights``.
    hypotheses : tuple of Hypothesis
    vector : float64 array of shape (K,)
    weights : tuple of float
        Of the committee's members; (1,) for a single hypothesis.
    """

    round: int
    views: tuple[int, ...]
    hypotheses: tuple[Hypothesis, ...]
    vector: NDArray[np.float64]
    weights: tuple[float, ...] = (1.0,)

    def predict(self, blocks: Sequence[Block]) -> NDArray[np.intp]:
        """Class index of every row, -1 where all members are silent."""
        said = [h.predict(blocks[j]) for j, h in zip(self.views, self.hypotheses)]
        if len(said) == 1:
            return said[0]
        return committee(said, self.weights, len(self.vector))


def committee(
    said: Sequence[NDArray[np.intp]], weights: Sequence[float], n_classes: int
) -> NDArray[np.intp]:
    """The class with the largest sum of weights among the members' predictions."""
    ballots = np.zeros((len(said[0]), n_classes))
    spoke = np.zeros(len(said[0]), dtype=bool)
    for predictions, weight in zip(said, weights):
        rows = np.flatnonzero(predictions >= 0)
        ballots[rows, predictions[rows]] += weight
        spoke[rows] = True
    return np.where(spoke, ballots.argmax(axis=1), -1)


class Competence(Protocol):
    """Weights of the votes that depend on the row (RegionBoost)."""

    def at(self, blocks: Sequence[Block]) -> Callable[[int], NDArray[np.float64]]:
        """For rows as the hypotheses read them: from a vote's place to its weight on each row.

        What serves several votes, such as the rows' neighbours, is found once.
        """
        ...


@dataclass
class Votes:
    """All votes of a model, with what is needed to score new rows.

    Attributes
    ----------
    n_classes : int
    silent : float64 array of shape (K,)
        Scores of a row about which no vote says anything: 1/2 ln of the class prior.
    encoders : list of Encoder or None
        One per view: what the hypotheses of a view read.
    entries : list of Vote
    n_rounds : int
        Rounds that the model speaks for.
    competence : Competence or None
    """

    n_classes: int
    silent: NDArray[np.float64]
    encoders: list[Encoder | None]
    entries: list[Vote] = field(default_factory=list)
    n_rounds: int = 0
    competence: Competence | None = None

    def encode(self, blocks: Sequence[Block]) -> list[Block]:
        """The blocks as the hypotheses read them."""
        return [
            block if encoder is None else encoder.encode(block)
            for block, encoder in zip(blocks, self.encoders)
        ]

    def upto(self, n_rounds: int) -> Votes:
        """The model of the first rounds."""
        entries = [vote for vote in self.entries if vote.round < n_rounds]
        return replace(self, entries=entries, n_rounds=min(n_rounds, self.n_rounds))

    def scores(self, blocks: Sequence[Block], stages: Iterable[int]) -> Iterator[NDArray]:
        """Scores G of shape (n, K) after the given numbers of rounds, which must ascend."""
        running = Running(self, blocks)
        place = 0
        for stage in stages:
            upto = place
            while upto < len(self.entries) and self.entries[upto].round < stage:
                upto += 1
            running.add(self.entries[place:upto])
            place = upto
            yield running.scores()

    def view_importances(self) -> NDArray[np.float64]:
        """Share of each view in the sum of all votes; zeros for a model without votes."""
        total = np.zeros(len(self.encoders))
        for vote in self.entries:
            share = np.asarray(vote.weights) / np.sum(vote.weights)
            np.add.at(total, list(vote.views), share * np.abs(vote.vector).mean())
        return total / total.sum() if total.any() else total

    def feature_importances(self, view: int, n_features: int) -> NDArray[np.float64] | None:
        """Share of each feature of one view in its votes; None where the learner has none.

        ``n_features`` is that of the view; behind an encoder, shares are of what that makes.
        """
        encoder = self.encoders[view]
        read = n_features if encoder is None else encoder.n_features()
        if read is None:
            return None
        total = np.zeros(read)
        for vote in self.entries:
            for j, hypothesis, weight in zip(vote.views, vote.hypotheses, vote.weights):
                if j != view:
                    continue
                shares = hypothesis.importances(read)
                if shares is None:
                    return None
                total += weight / np.sum(vote.weights) * np.abs(vote.vector).mean() * shares
        return total / total.sum() if total.any() else total


class Running:
    """Scores of some rows, growing as votes are added: the one path by which rows are scored."""

    def __init__(self, votes: Votes, blocks: Sequence[Block]):
        self.votes = votes
        self.blocks = votes.encode(blocks)
        self._weigh: Callable[[int], NDArray[np.float64]] | None = None
        self._clear()

    def _clear(self) -> None:
        self.G = np.zeros((len(self.blocks[0]), self.votes.n_classes))
        self.spoken = np.zeros(len(self.blocks[0]), dtype=bool)
        self.added: list[Vote] = []

    def become(self, entries: Sequence[Vote]) -> None:
        """Score these votes and no others; starts over only if one added before is gone."""
        n = len(self.added)
        if n > len(entries) or any(new is not old for new, old in zip(entries, self.added)):
            self._clear()
            n = 0
        self.add(entries[n:])

    def add(self, entries: Sequence[Vote]) -> None:
        """Add votes, which follow in the model's list those added before."""
        if self.votes.competence is not None:
            self._add_weighed(entries)
        else:
            # Sums on the grid are exact, so votes may be grouped by view in any order.
            families: defaultdict[tuple[int, type[Hypothesis]], list[Vote]] = defaultdict(list)
            for vote in entries:
                families[_family(vote)].append(vote)
            for (view, kind), group in families.items():
                self._add_family(view, kind, group)
        self.added.extend(entries)

    def _add_family(self, view: int, kind: type[Hypothesis], group: list[Vote]) -> None:
        if view < 0:
            for vote in group:
                self._add_predicted(vote, 1.0)
            return
        block = self.blocks[view]
        if block.present is not None and not block.present.any():
            return  # nobody encoded it either
        hypotheses = [vote.hypotheses[0] for vote in group]
        self.G += kind.score_many(hypotheses, [v.vector for v in group], block)
        self.spoken |= True if block.present is None else block.present

    def _add_weighed(self, entries: Sequence[Vote]) -> None:
        assert self.votes.competence is not None
        if self._weigh is None:
            self._weigh = self.votes.competence.at(self.blocks)
        for place, vote in enumerate(entries, start=len(self.added)):
            self._add_predicted(vote, self._weigh(place))

    def _add_predicted(self, vote: Vote, weight: float | NDArray[np.float64]) -> None:
        predictions = vote.predict(self.blocks)
        factor = np.broadcast_to(weight, len(predictions))
        # A vote that weighs nothing on a row says nothing about it.
        rows = np.flatnonzero((predictions >= 0) & (factor != 0))
        said = predictions[rows]
        self.G[rows, said] += vote.vector[said] * factor[rows]
        self.spoken[rows] = True

    def scores(self) -> NDArray[np.float64]:
        """Scores so far, a copy; the prior where nothing was said."""
        if self.spoken.all():
            return self.G.copy()
        return np.where(self.spoken[:, None], self.G, self.votes.silent)


def _family(vote: Vote) -> tuple[int, type[Hypothesis]]:
    # Hypotheses of one view and one kind are scored together; committees one by one.
    view = -1 if len(vote.views) > 1 else vote.views[0]
    return view, type(vote.hypotheses[0])
