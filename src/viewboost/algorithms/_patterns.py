"""Rows summed up by how the views judge them: all that a joint step needs to know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewboost.rounds.edges import CHANCE
from viewboost.rounds.rule import State

# Up to so many views the 3^k patterns fit a table that the kernel fills row by row.
TABLE_VIEWS = 10
# Tuples are told apart by numbers in a range up to this; a larger one is made compact first.
RANGE = 2**16


@dataclass(frozen=True)
class Patterns:
    """Distinct margins x_p of k views, with the costs W_p of the (row, label) pairs behind them.

    Of a row i and a label l != y_i, x_j = 1[h_j(i)=y_i] - 1[h_j(i)=l]: 1 where view j is
    right, -1 where it says l, 0 where it is silent or wrong in another way. With two classes
    x_j = y_i h_j(i).

    Attributes
    ----------
    margins : float64 array of shape (P, k)
    weights : float64 array of shape (P,)
        All positive.
    """

    margins: NDArray[np.float64]
    weights: NDArray[np.float64]

    def __add__(self, other: Patterns) -> Patterns:
        return merged(
            np.concatenate([self.margins, other.margins]),
            np.concatenate([self.weights, other.weights]),
        )

    @property
    def edges(self) -> NDArray[np.float64]:
        """gamma_j = E[x_j] under the weights: the edge of each view."""
        return self.weights @ self.margins / self.weights.sum()

    @property
    def covariance(self) -> NDArray[np.float64]:
        """E[x_i x_j] - gamma_i gamma_j for each pair of views."""
        apart = self.margins - self.edges
        return (self.weights * apart.T) @ apart / self.weights.sum()

    @property
    def correlation(self) -> NDArray[np.float64]:
        """The covariance over both deviations; NaN where a view is always as right."""
        covariance = self.covariance
        variances = np.diag(covariance)
        spread = np.sqrt(np.where(variances > CHANCE, variances, np.nan))
        return covariance / np.outer(spread, spread)

    def factor(self, u: NDArray[np.float64]) -> float:
        """Z(u) = sum_p W_p exp(-x_p . u) over Z(0): what the votes u make of the loss."""
        return float(self.weights @ np.exp(-self.margins @ u) / self.weights.sum())


def patterns(state: State, predictions: Sequence[NDArray]) -> Patterns:
    """The patterns of all views' predictions on the shared costs."""
    part = tabled if len(predictions) <= TABLE_VIEWS else grouped
    rows, costs = state.rows, state.tables[0]
    return rows.sum(part, costs.D, rows.y, *predictions)


def tabled(D: NDArray[np.float64], y: NDArray[np.intp], *predictions: NDArray) -> Patterns:
    """Patterns from a table of all 3^k, filled in one pass over the rows."""
    from viewboost.rounds import _kernels

    k = len(predictions)
    table = _kernels.margins(D, y, np.stack(predictions))
    codes = np.flatnonzero(table)
    digits = codes[:, None] // 3 ** np.arange(k) % 3
    return Patterns((digits - 1).astype(np.float64), table[codes])


def grouped(D: NDArray[np.float64], y: NDArray[np.intp], *predictions: NDArray) -> Patterns:
    """The same for any number of views: rows with the same label and predictions at once."""
    n_classes = D.shape[1]
    numbers, members = numbered([y, *(said + 1 for said in predictions)], n_classes + 1)
    costs = np.stack([sums(numbers, column) for column in D.T], axis=1)
    true, said = y[members], np.stack(predictions)[:, members]
    group, label = np.nonzero(np.arange(n_classes) != true[:, None])
    margins = (said[:, group] == true[group]) * 1.0 - (said[:, group] == label)
    return merged(margins.T, costs[group, label])


def merged(margins: NDArray[np.float64], weights: NDArray[np.float64]) -> Patterns:
    """Each pattern once, with the sum of its weights; those without weight are left out."""
    numbers, members = numbered(margins.T.astype(np.int64) + 1, 3)
    totals = sums(numbers, weights)
    kept = totals > 0
    return Patterns(margins[members[kept]], totals[kept])


def sums(numbers: NDArray[np.intp], weights: NDArray) -> NDArray[np.float64]:
    """Sum of the weights of each number."""
    return np.bincount(numbers, weights).astype(np.float64, copy=False)


def numbered(
    columns: Sequence[NDArray] | NDArray, base: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Number the distinct tuples of some columns with entries below base.

    Returns the number of each tuple, and of each number the place of a tuple that has it.
    """
    numbers, size = np.zeros(len(columns[0]), dtype=np.int64), 1
    for column in columns:
        numbers, size = numbers * base + column, size * base
        if size > RANGE:
            values, numbers = np.unique(numbers, return_inverse=True)
            size = len(values)
    occurs = np.bincount(numbers, minlength=size) > 0
    numbers = (np.cumsum(occurs) - 1)[numbers]
    members = np.empty(np.count_nonzero(occurs), dtype=np.intp)
    members[numbers] = np.arange(len(numbers))
    return numbers, members
