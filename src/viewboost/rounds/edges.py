"""Edges of hypotheses on costs, and the steps that follow from them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

# An edge up to CHANCE is no better than chance; one from 1 - CHANCE on is perfect.
CHANCE = 1e-10

NO_EDGE = "no hypothesis better than chance"
PERFECT = "a perfect hypothesis"


@dataclass
class Tally:
    """What the predictions of a hypothesis meet on costs D with loss L.

    ``table[p, y]`` is the sum of D(i, p) over the rows of class y that are predicted p.
    """

    table: NDArray[np.float64]
    loss: float

    @cached_property
    def edge(self) -> float:
        """delta = - sum_i D(i, h(i)) / L, in [-1, 1]; 0 where nothing is left to learn."""
        return -float(self.table.sum()) / self.loss if self.loss > 0 else 0.0

    @property
    def right(self) -> NDArray[np.float64]:
        """A_c: loss of the rows of class c that are predicted c."""
        return -np.diag(self.table)

    @property
    def wrong(self) -> NDArray[np.float64]:
        """B_c: cost entries of the rows that are wrongly predicted c."""
        # Not by subtracting the diagonal: what is exactly zero must stay so.
        return np.where(np.eye(len(self.table), dtype=bool), 0.0, self.table).sum(axis=1)


def is_perfect(edge: float) -> bool:
    """Whether the edge is one, up to CHANCE."""
    return edge >= 1 - CHANCE


def alpha(edge: float) -> float:
    """1/2 ln((1 + delta) / (1 - delta)), the edge clipped to 1 - CHANCE on both sides."""
    clipped = min(max(edge, CHANCE - 1), 1 - CHANCE)
    return 0.5 * math.log((1 + clipped) / (1 - clipped))


def exact_alpha(tally: Tally) -> float:
    """1/2 ln(A+/A-): the exact minimiser of the loss along the hypothesis."""
    floor = 0.5 * CHANCE * tally.loss
    right, wrong = float(tally.right.sum()), float(tally.wrong.sum())
    return 0.5 * math.log(max(right, floor) / max(wrong, floor))


def step_size(step: str, tally: Tally) -> float:
    """Coefficient of a hypothesis: ``step="paper"`` from its edge, ``"exact"`` along it."""
    return alpha(tally.edge) if step == "paper" else exact_alpha(tally)


def useful_step(step: str, tally: Tally) -> float:
    """Coefficient of a hypothesis, 0 if it is no better than chance."""
    return step_size(step, tally) if tally.edge > CHANCE else 0.0


def best_view(edges: NDArray[np.float64]) -> int:
    """The view with the largest edge; the first of those that tie.

    A later one must be better by 2e-10, so that rounding does not choose.
    """
    best = 0
    for j in range(1, len(edges)):
        if edges[j] > edges[best] + 2 * CHANCE:
            best = j
    return best
