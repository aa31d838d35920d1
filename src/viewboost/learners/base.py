"""The learner protocol: a learner is bound to a view once per fit, then asked once per round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from viewboost.views.blocks import Accepts, Block
from viewboost.views.rows import Rows


class Seed(NamedTuple):
    """The randomness of one view in one round: the same whatever the order or the threads."""

    entropy: int
    round: int
    view: int

    def generator(self) -> np.random.Generator:
        """A generator of its own for this round and view."""
        sequence = np.random.SeedSequence(self.entropy, spawn_key=(self.round, self.view))
        return np.random.default_rng(sequence)


@dataclass(frozen=True)
class Change:
    """How one vote scaled the costs: D(i,l) *= factor[predictions(i), y_i, l] for l != y_i.

    The label entry D(i,y_i) follows as minus the sum of the others (with more than two
    classes it is not scaled by one factor; factor[., y, y] means nothing). Rows predicted -1
    (silent) are unchanged. A native learner updates its histograms from it instead of
    rebuilding them.
    """

    predictions: NDArray[np.intp]
    factor: NDArray[np.float64]  # (K, K, K): predicted class, true class, label


class Hypothesis:
    """A weak hypothesis: small, picklable, maps the rows of a view to class indices."""

    def classes(self, block: Block) -> NDArray[np.intp]:
        """Class index of every row of a block in which all rows are present."""
        raise NotImplementedError

    def predict(self, block: Block) -> NDArray[np.intp]:
        """Class index of every row, -1 where the view is missing (silent)."""
        if block.present is None:
            return self.classes(block)
        predictions = np.full(len(block), -1, dtype=np.intp)
        rows = np.flatnonzero(block.present)
        if len(rows):
            predictions[rows] = self.classes(block.take(rows))
        return predictions

    def importances(self, n_features: int) -> NDArray[np.float64] | None:
        """Share of each feature in this hypothesis (sums to one), or None where unknown."""
        return None


class Encoder:
    """What a bound learner does to a view before its hypotheses read it; fitted at binding."""

    def encode(self, block: Block) -> Block:
        """The block as the hypotheses read it; ``present`` is kept."""
        raise NotImplementedError


class BoundLearner:
    """A learner bound to the training rows of one view."""

    encoder: Encoder | None = None

    def hypothesis(
        self, D: NDArray[np.float64], changes: Sequence[Change] | None, seed: Seed
    ) -> tuple[Hypothesis, NDArray[np.intp]]:
        """The hypothesis of this round and its predictions on the training rows.

        Parameters
        ----------
        D : float64 array of shape (m, K)
            Cost of giving row i the class l; rows sum to zero. Not to be written to.
        changes : sequence of Change, or None
            What happened to D since the last call, in order; None says rebuild.
        seed : Seed
        """
        raise NotImplementedError


class Learner(BaseEstimator):
    """A weak learner, as the user writes it; it is never fitted itself."""

    accepts: ClassVar[Accepts]

    def bind(self, block: Block, rows: Rows, n_threads: int = 1) -> BoundLearner:
        """Bind to the training rows of a view in which all rows are present."""
        raise NotImplementedError


class PresentRows(BoundLearner):
    """A bound learner that sees only the rows that have its view."""

    def __init__(self, learner: Learner, block: Block, rows: Rows, n_threads: int = 1):
        assert block.present is not None
        self.rows = np.flatnonzero(block.present)
        self.inner = learner.bind(
            Block(block.kind, block.take(self.rows).data, None, block.levels),
            rows.take(self.rows),
            n_threads,
        )
        self.encoder = self.inner.encoder

    def hypothesis(
        self, D: NDArray[np.float64], changes: Sequence[Change] | None, seed: Seed
    ) -> tuple[Hypothesis, NDArray[np.intp]]:
        """The inner learner's hypothesis; rows without the view are predicted -1."""
        if changes is not None:
            changes = [Change(c.predictions[self.rows], c.factor) for c in changes]
        hypothesis, seen = self.inner.hypothesis(D[self.rows], changes, seed)
        predictions = np.full(len(D), -1, dtype=np.intp)
        predictions[self.rows] = seen
        return hypothesis, predictions


def bind(learner: Learner, block: Block, rows: Rows, n_threads: int = 1) -> BoundLearner:
    """Bind a learner to a view, leaving out the rows that lack it."""
    if block.present is None:
        return learner.bind(block, rows, n_threads)
    return PresentRows(learner, block, rows, n_threads)
