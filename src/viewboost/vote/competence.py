"""Competence: how far each vote is to be trusted near a row, by what it did on training rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, clone
from sklearn.utils.validation import has_fit_parameter

from viewboost.learners.base import Encoder, Hypothesis, Seed
from viewboost.learners.foreign import seeded
from viewboost.views.blocks import Block
from viewboost.views.rows import Rows
from viewboost.vote.points import Metric, Space, nearest
from viewboost.vote.votes import Votes

# From the place of a vote to its weight on each row.
Weigh = Callable[[int], NDArray[np.float64]]

# The rows that have a view, and the indices of the neighbours of each.
Near = tuple[NDArray[np.intp], NDArray[np.intp]]


@dataclass
class Neighbours:
    """A vote weighs, on a row, the share of the row's nearest training rows it is right on.

    Neighbours are sought in the view of the vote's hypothesis, among the training rows that
    have it.

    Attributes
    ----------
    y : intp array of shape (m,)
        Class index of each training row.
    n_neighbors, metric, standardize, n_jobs
        How neighbours are found.
    grounds : dict from view to Ground
        The training rows of each view that votes.
    views : list of int
        The view of each vote.
    said : list of uint arrays
        What each vote's hypothesis says about the training rows of its view.
    own : dict from view to intp array
        The neighbours of the training rows themselves, once they were asked for.
    """

    y: NDArray[np.intp]
    n_neighbors: int = 5
    metric: Metric = "auto"
    standardize: bool = True
    n_jobs: int | None = None
    grounds: dict[int, Ground] = field(default_factory=dict)
    views: list[int] = field(default_factory=list)
    said: list[NDArray[Any]] = field(default_factory=list)
    own: dict[int, NDArray[np.intp]] = field(default_factory=dict)

    def learn(self, view: int, block: Block, predictions: NDArray[np.intp]) -> None:
        """Take in a vote: what its hypothesis says about the training rows of its view."""
        if view not in self.grounds:
            self.grounds[view] = ground = Ground.learn(block, self.standardize)
            # A metric that cannot serve is refused now, not when predicting.
            nearest(ground.points[:1], ground.points[:1], 1, self.metric)
        said = predictions[self.grounds[view].rows]
        self.views.append(view)
        self.said.append(said.astype(np.min_scalar_type(self.y.max())))

    def keep(self, n_votes: int) -> None:
        """Forget later votes, and the rows of views that no vote is left of."""
        del self.views[n_votes:], self.said[n_votes:]
        self.grounds = {view: self.grounds[view] for view in sorted(set(self.views))}

    def hits(self, place: int) -> NDArray[np.bool_]:
        """On which training rows of its view a vote is right."""
        return self.said[place] == self.y[self.grounds[self.views[place]].rows]

    def at(self, blocks: Sequence[Block]) -> Weigh:
        """Weights on new rows."""

        def near(view: int) -> Near:
            rows, seen = blocks[view].present_part()
            return rows, self.near(view, seen) if len(rows) else np.empty((0, 1), dtype=np.intp)

        return self.weigh(len(blocks[0]), near)

    def near(self, view: int, block: Block) -> NDArray[np.intp]:
        """The neighbours of each row of a block, all present, among the view's training rows."""
        ground = self.grounds[view]
        queries = ground.space.points(block)
        return nearest(ground.points, queries, self.n_neighbors, self.metric, self.n_jobs)

    def near_training(self, view: int) -> NDArray[np.intp]:
        """The neighbours of each training row of a view; none is its own neighbour."""
        if view not in self.own:
            points = self.grounds[view].points
            self.own[view] = nearest(points, None, self.n_neighbors, self.metric, self.n_jobs)
        return self.own[view]

    def weigh(self, n_rows: int, near: Callable[[int], Near]) -> Weigh:
        """Weights from neighbours: ``near`` finds, for a view, the rows that have it and theirs."""
        found: dict[int, Near] = {}

        def weight(place: int) -> NDArray[np.float64]:
            view = self.views[place]
            if view not in found:
                found[view] = near(view)
            rows, neighbours = found[view]
            weights = np.zeros(n_rows)
            if neighbours.size:
                weights[rows] = self.hits(place)[neighbours].mean(axis=1)
            return weights

        return weight

    def on_training_rows(self, votes: Votes) -> tuple[Votes, list[Block]]:
        """The votes as they judge the training rows, each without itself, and these rows."""
        entries = [
            replace(vote, hypotheses=(Remembered(self._everywhere(place)),))
            for place, vote in enumerate(votes.entries)
        ]
        encoders: list[Encoder | None] = [None for _ in votes.encoders]
        rows = [Block("raw", np.empty((len(self.y), 0)))] * len(encoders)
        competence = WithoutItself(self)
        return replace(votes, entries=entries, encoders=encoders, competence=competence), rows

    def _everywhere(self, place: int) -> NDArray[np.intp]:
        """What a vote says about all training rows, -1 where its view is missing."""
        said = np.full(len(self.y), -1, dtype=np.intp)
        said[self.grounds[self.views[place]].rows] = self.said[place]
        return said


@dataclass
class WithoutItself:
    """The competence of neighbours on the training rows: no row is its own neighbour."""

    known: Neighbours

    def at(self, blocks: Sequence[Block]) -> Weigh:
        """Weights on the training rows, whatever the blocks hold."""
        known = self.known
        return known.weigh(
            len(known.y), lambda view: (known.grounds[view].rows, known.near_training(view))
        )


@dataclass(frozen=True)
class Ground:
    """The training rows of one view: which of all rows they are, and where they lie."""

    rows: NDArray[np.intp]
    space: Space
    points: Any

    @classmethod
    def learn(cls, block: Block, standardize: bool) -> Ground:
        """From the block of all training rows."""
        rows, seen = block.present_part()
        space = Space.learn(seen, standardize)
        return cls(rows, space, space.points(seen))


class Remembered(Hypothesis):
    """What a hypothesis said about the training rows."""

    def __init__(self, predictions: NDArray[np.intp]):
        self.predictions = predictions

    def predict(self, block: Block) -> NDArray[np.intp]:
        """The same for every block."""
        return self.predictions


@dataclass
class Judges:
    """A vote weighs what a model says about it, fitted to the rows it is right and wrong on.

    Attributes
    ----------
    estimator : classifier or regressor
        Cloned for each vote, and fitted to 1 (right) and 0 (wrong); the probability of 1, or
        else the prediction, cut to [0, 1], is the weight.
    rows : Rows or None
        The training rows; None once training is done.
    standardize : bool
    entropy : int
        Seed of the estimators.
    spaces : dict from view to Space
    views : list of int
        The view of each vote.
    models : list of estimators
        One for each vote; a number where a vote is right everywhere, or nowhere.
    """

    estimator: BaseEstimator
    rows: Rows | None
    standardize: bool = True
    entropy: int = 0
    spaces: dict[int, Space] = field(default_factory=dict)
    views: list[int] = field(default_factory=list)
    models: list[Any] = field(default_factory=list)

    def learn(self, view: int, block: Block, predictions: NDArray[np.intp]) -> None:
        """Take in a vote: fit a model to the rows that its hypothesis is right and wrong on."""
        assert self.rows is not None
        places, seen = block.present_part()
        if view not in self.spaces:
            self.spaces[view] = Space.learn(seen, self.standardize)
        rows = self.rows.take(places)
        hits = (predictions[places] == rows.y).astype(np.intp)
        self.views.append(view)
        if hits.min() == hits.max():
            self.models.append(float(hits[0]))
            return
        generator = Seed(self.entropy, len(self.models), view).generator()
        model = seeded(clone(self.estimator), generator)
        weights = has_fit_parameter(model, "sample_weight")
        params = {"sample_weight": rows.weights} if weights else {}
        self.models.append(model.fit(self.spaces[view].points(seen), hits, **params))

    def keep(self, n_votes: int) -> None:
        """Forget later votes, and what only learning needs."""
        del self.views[n_votes:], self.models[n_votes:]
        self.spaces = {view: self.spaces[view] for view in sorted(set(self.views))}
        self.rows = None

    def at(self, blocks: Sequence[Block]) -> Weigh:
        """Weights on new rows."""
        found: dict[int, tuple[NDArray[np.intp], Any]] = {}

        def weigh(place: int) -> NDArray[np.float64]:
            view, model = self.views[place], self.models[place]
            if view not in found:
                rows, seen = blocks[view].present_part()
                found[view] = rows, self.spaces[view].points(seen) if len(rows) else None
            rows, points = found[view]
            weights = np.zeros(len(blocks[0]))
            if len(rows):
                weights[rows] = model if isinstance(model, float) else _share(model, points)
            return weights

        return weigh


def _share(model: Any, points: Any) -> NDArray[np.float64]:
    """How sure a model is, between 0 and 1, that a hypothesis is right."""
    if hasattr(model, "predict_proba"):
        return model.predict_proba(points)[:, list(model.classes_).index(1)]
    return np.clip(model.predict(points), 0.0, 1.0)
