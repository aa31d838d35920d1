"""The learner protocol: a learner is bound to a view once per fit, then asked once per round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
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
    draw: int = 0  # above 0 where a round asks again, because the first draw was of no use

    def generator(self) -> np.random.Generator:
        """A generator of its own for this round, view and draw."""
        key = (self.round, self.view, self.draw) if self.draw else (self.round, self.view)
        return np.random.default_rng(np.random.SeedSequence(self.entropy, spawn_key=key))


@dataclass(frozen=True)
class Change:
    """How one vote, ``vector[p]`` for the class p that it predicts, scaled the costs.

    For l != y, a row of class y with the prediction p: D(i,l) *= exp(vector[p]) if l = p, all
    of them *= exp(-vector[p]) if y = p. The label entry D(i,y) follows as minus the sum of the
    others (with more than two classes it is not scaled by one factor). Rows predicted -1
    (silent) are unchanged. A native learner updates its histograms from it instead of
    rebuilding them.
    """

    predictions: NDArray[np.intp]
    vector: NDArray[np.float64]


class Hypothesis:
    """A weak hypothesis: small, picklable, maps the rows of a view to class indices.

    Attributes
    ----------
    is_constant : bool
        Whether it predicts one class whatever the row, because nothing told rows apart.
    """

    is_constant: bool = False

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

    @classmethod
    def score_many(
        cls,
        hypotheses: Sequence[Hypothesis],
        vectors: Sequence[NDArray[np.float64]],
        block: Block,
    ) -> NDArray[np.float64]:
        """Sum of vectors[t][c] 1[h_t(x)=c] over hypotheses of this kind: (n, K)."""
        scores = np.zeros((len(block), len(vectors[0])))
        for hypothesis, vector in zip(hypotheses, vectors):
            predictions = hypothesis.predict(block)
            rows = np.flatnonzero(predictions >= 0)
            said = predictions[rows]
            scores[rows, said] += vector[said]
        return scores

    def importances(self, n_features: int) -> NDArray[np.float64] | None:
        """Share of each feature in this hypothesis (sums to one), or None where unknown."""
        return None


class Encoder:
    """What a bound learner does to a view before its hypotheses read it; fitted at binding."""

    def encode_rows(self, block: Block) -> Block:
        """The block as the hypotheses read it; all its rows are present."""
        raise NotImplementedError

    def encode(self, block: Block) -> Block:
        """The block as the hypotheses read it; ``present`` is kept."""
        if block.present is None:
            return self.encode_rows(block)
        rows = np.flatnonzero(block.present)
        if not len(rows):
            return block
        encoded = self.encode_rows(replace(block.take(rows), present=None))
        # Absent rows are never read, so that any row may stand in their place.
        places = np.maximum(np.cumsum(block.present) - 1, 0)
        return replace(encoded.take(places), present=block.present)

    def n_features(self) -> int | None:
        """Number of the features the hypotheses read; None if they are no columns."""
        return None

    def get_feature_names(self, names: Sequence[str] | None = None) -> list[str] | None:
        """Names of the features the hypotheses read, from those of the view; None if unknown."""
        return None


class Chain(Encoder):
    """Two encoders, one after the other."""

    def __init__(self, first: Encoder, then: Encoder):
        self.first = first
        self.then = then

    def encode_rows(self, block: Block) -> Block:
        """The block after both encoders."""
        return self.then.encode_rows(self.first.encode_rows(block))

    def n_features(self) -> int | None:
        """Number of features after both encoders."""
        return self.then.n_features()

    def get_feature_names(self, names: Sequence[str] | None = None) -> list[str] | None:
        """Names after both encoders."""
        return self.then.get_feature_names(self.first.get_feature_names(names))


class BoundLearner:
    """A learner bound to the training rows of one view.

    Attributes
    ----------
    encoder : Encoder or None
        What a view must pass before the hypotheses read it.
    redraws : int
        How often one round may ask again, ``seed._replace(draw=1)`` and so on, when a
        hypothesis was no better than chance; 0 where the learner does not draw rows.
    estimator : classifier or None
        The scikit-learn classifier whose clones are the hypotheses, if they are such.
    """

    encoder: Encoder | None = None
    redraws: int = 0
    estimator: BaseEstimator | None = None

    @property
    def random(self) -> bool:
        """Whether another seed gives another hypothesis."""
        return self.redraws > 0

    def encoded_by(self, encoder: Encoder) -> BoundLearner:
        """This learner, behind the encoder that made the block it was bound to."""
        self.encoder = encoder if self.encoder is None else Chain(encoder, self.encoder)
        return self

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
        self.redraws = self.inner.redraws
        self.estimator = self.inner.estimator

    def hypothesis(
        self, D: NDArray[np.float64], changes: Sequence[Change] | None, seed: Seed
    ) -> tuple[Hypothesis, NDArray[np.intp]]:
        """The inner learner's hypothesis; rows without the view are predicted -1."""
        if changes is not None:
            changes = [Change(c.predictions[self.rows], c.vector) for c in changes]
        hypothesis, seen = self.inner.hypothesis(D[self.rows], changes, seed)
        predictions = np.full(len(D), -1, dtype=np.intp)
        predictions[self.rows] = seen
        return hypothesis, predictions


class Silent(Hypothesis):
    """Says nothing about any row."""

    is_constant = True

    def classes(self, block: Block) -> NDArray[np.intp]:
        """-1 for every row."""
        return np.full(len(block), -1, dtype=np.intp)


class NoRows(BoundLearner):
    """Bound to a view that no training row has: there is nothing to learn from it."""

    def hypothesis(
        self, D: NDArray[np.float64], changes: Sequence[Change] | None, seed: Seed
    ) -> tuple[Hypothesis, NDArray[np.intp]]:
        """A silent hypothesis."""
        return Silent(), np.full(len(D), -1, dtype=np.intp)


def weighted_labels(
    D: NDArray[np.float64], rows: Rows
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """The costs as a learner without costs sees them: one label and one weight per row.

    The label is argmin_c D(i,c) and the weight mean_c D(i,c) - min_c D(i,c). Weights are
    scaled to ordinary numbers, for learners that smooth or regularise: their sum is the
    number of rows, or the user's total weight where that is larger, so that integer weights
    equal repeated rows and tiny ones still teach.
    """
    labels = D.argmin(axis=1)
    weights = np.maximum(D.mean(axis=1) - D.min(axis=1), 0.0)
    total = rows.sum(np.sum, weights)
    if total > 0:
        weights = weights / total * rows.count()
    return labels, weights


def bind(learner: Learner, block: Block, rows: Rows, n_threads: int = 1) -> BoundLearner:
    """Bind a learner to a view, leaving out the rows that lack it."""
    if block.present is None:
        return learner.bind(block, rows, n_threads)
    if not block.present.any():
        return NoRows()
    return PresentRows(learner, block, rows, n_threads)
