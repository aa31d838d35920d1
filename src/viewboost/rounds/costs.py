"""Scores kept while training, and the cost matrix that follows from them."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from viewboost.learners.base import Change
from viewboost.rounds.edges import Tally
from viewboost.views.rows import Rows

# Between two refreshes the costs are scaled, not recomputed; leaving this range of L
# recomputes them early, long before anything could overflow.
SAFE_LOSS = 1e-120, 1e120
# Votes that wait together take no more memory than the scores of two classes.
MOST_PENDING = 16


class Scores:
    """Scores F of shape (m, K) kept by a view, or shared by all views.

    Attributes
    ----------
    F : float64 array of shape (m, K)
    changes : list of Change, or None
        How the last round changed the costs; None: they were made anew.
    """

    log_loss = math.nan

    def __init__(self, rows: Rows):
        self.rows = rows
        self._F = np.zeros((len(rows), rows.n_classes))
        self.changes: list[Change] | None = None

    @property
    def F(self) -> NDArray[np.float64]:
        """The scores, to be read or to be written to."""
        return self._F

    def add(self, predictions: NDArray[np.intp], vector: NDArray[np.float64]) -> None:
        """F(i,c) += vector[c] 1[predictions(i)=c]."""
        rows = np.flatnonzero(predictions >= 0)
        said = predictions[rows]
        self._F[rows, said] += vector[said]

    def refresh(self) -> None:
        """Recompute what follows from F."""
        self.changes = None


class Pending:
    """Votes that wait to be added to the scores, several in one pass over the rows.

    Sums of votes are exact (they are multiples of one small number), so it does not matter
    when that happens.
    """

    def __init__(self, rows: Rows):
        m, K = len(rows), rows.n_classes
        self.said = np.empty((MOST_PENDING, m), dtype=np.min_scalar_type(-K))
        self.vectors = np.empty((MOST_PENDING, K))
        self.n = 0

    def append(self, predictions: NDArray[np.intp], vector: NDArray[np.float64]) -> bool:
        """Keep a vote; whether there is room for another."""
        self.said[self.n] = predictions
        self.vectors[self.n] = vector
        self.n += 1
        return self.n < MOST_PENDING

    def add_to(self, F: NDArray[np.float64]) -> None:
        """Add all votes to the scores."""
        if self.n:
            from viewboost.rounds import _kernels

            _kernels.add_votes(F, self.said[: self.n], self.vectors[: self.n])
            self.n = 0


class Costs(Scores):
    """Scores with their costs D(i,l) = w_i c(y_i,l) exp(F(i,l) - F(i,y_i)).

    ``D`` holds exp(-log_scale) times the costs: one common factor keeps them in range.

    Parameters
    ----------
    rows : Rows
    weights : float64 array of shape (m,)
        w_i; zero where the row does not take part.
    class_costs : float64 array of shape (K, K), optional
        c(y,l), positive off the diagonal.
    """

    def __init__(
        self,
        rows: Rows,
        weights: NDArray[np.float64],
        class_costs: NDArray[np.float64] | None = None,
    ):
        from viewboost.rounds import _kernels  # numba is loaded where costs are made, not before

        super().__init__(rows)
        self.kernels, K = _kernels, rows.n_classes
        with np.errstate(divide="ignore"):
            self.log_weights = np.log(weights)
        self.log_costs = np.zeros((K, K)) if class_costs is None else np.log(class_costs)
        self.pending = Pending(rows)
        self.D = np.empty_like(self._F)
        self.y = rows.y.astype(np.int8 if K <= 127 else np.int32)  # read in every round
        self.refresh()

    @property
    def F(self) -> NDArray[np.float64]:
        """The scores, with all votes, to be read or to be written to."""
        self.pending.add_to(self._F)
        return self._F

    def refresh(self) -> None:
        """Recompute D from F."""
        self.changes = None
        terms = self.F, self.y, self.log_weights, self.log_costs
        peak = self.rows.max(self.kernels.peak, *terms)
        self.log_scale = peak if math.isfinite(peak) else 0.0
        self.loss = self.rows.sum(self.kernels.fill, *terms, self.log_scale, self.D)

    def add(self, predictions: NDArray[np.intp], vector: NDArray[np.float64]) -> None:
        """Add to F and scale D by what was added, remembering the change."""
        if not self.pending.append(predictions, vector):
            self.pending.add_to(self._F)
        self.loss = self.rows.sum(self.kernels.vote, self.D, self.y, predictions, vector)
        if self.changes is not None:
            self.changes.append(Change(predictions, vector))
        self._keep_safe()

    def add_rows(self, predictions: NDArray[np.intp], amounts: NDArray[np.float64]) -> None:
        """F(i,c) += amounts[i] 1[predictions(i)=c]: no change of D that a histogram can follow."""
        terms = self.F, self.D, self.y, predictions, amounts
        self.loss = self.rows.sum(self.kernels.vote_rows, *terms)
        self.changes = None
        self._keep_safe()

    def _keep_safe(self) -> None:
        if not SAFE_LOSS[0] < self.loss < SAFE_LOSS[1]:
            self.refresh()

    def tally(self, predictions: NDArray[np.intp]) -> Tally:
        """The costs that the predictions meet, by predicted and true class."""
        table = self.rows.sum(self.kernels.tally, self.D, self.y, predictions)
        return Tally(table, self.loss)

    @property
    def log_loss(self) -> float:  # type: ignore[override]
        """ln L, whatever the scale of D."""
        return math.log(self.loss) + self.log_scale if self.loss > 0 else -math.inf
