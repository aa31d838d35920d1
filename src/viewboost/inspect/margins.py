"""Margins: how clearly the votes speak for the right class, and what bounds the small ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from viewboost.inspect._evidence import checked, evidence, votes_only
from viewboost.inspect._tables import Tabular
from viewboost.inspect._theory import margin_bound
from viewboost.vote.votes import Votes

# Margins at which errors are counted unless others are asked for.
THETAS = tuple(np.linspace(-1, 1, 101))


@dataclass(frozen=True, eq=False)
class Margins(Tabular):
    """Margins of some rows, and the share of them up to each of some margins.

    Attributes
    ----------
    margins : float64 array of shape (n,)
        (G(y) - max_{l != y} G(l)) / scale, in [-1, 1]; 0 or less where the row is misclassified
        or nothing is said about it.
    weights : float64 array of shape (n,)
        Of the rows; their sum is 1.
    y : array of shape (n,)
        The label of each row.
    rows : intp array of shape (n,)
        Which of the rows given these are: those with a label and weight.
    scale : float
        The sum of the largest entries of all votes.
    thetas : float64 array of shape (q,)
    errors : float64 array of shape (q,)
        Share of the rows with a margin of at most theta: the margin error.
    bounds : float64 array of shape (q,)
        What bounds it on the training rows, at most 1; NaN where the theory has no bound.
    """

    margins: NDArray[np.float64]
    weights: NDArray[np.float64]
    y: NDArray[Any]
    rows: NDArray[np.intp]
    scale: float
    thetas: NDArray[np.float64]
    errors: NDArray[np.float64]
    bounds: NDArray[np.float64]

    def columns(self) -> dict[str, NDArray[Any]]:
        """A row for each theta."""
        return {"theta": self.thetas, "error": self.errors, "bound": self.bounds}


def margins(
    model: Any,
    X: Any,
    y: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    thetas: ArrayLike = THETAS,
) -> Margins:
    """The margins of rows under the votes of a model, and the bound on small ones.

    For AdaBoost.MM, k-Boost and MuMBo (000, Lemma 4.1; the thesis, Lemma 1) ::

        P[margin <= theta] <= (K - 1) prod_t Z_t exp(theta scale)

    with Z_t = sqrt(1 - delta_t^2), or k-Boost's own; for CoMBo K times as much, whatever the
    class frequencies, for muCoMBo and Carako what follows from their objectives.

    Parameters
    ----------
    model : fitted boosting model
    X, y : rows and their labels
        The bounds speak of the rows of the fit.
    sample_weight : array of shape (n,), optional
    thetas : array of shape (q,), default=101 margins from -1 to 1

    Returns
    -------
    Margins

    Examples
    --------
    >>> from viewboost import KBoostClassifier
    >>> from viewboost.datasets import make_agreeing_views
    >>> from viewboost.inspect import margins
    >>> X, y = make_agreeing_views(200, random_state=0)
    >>> found = margins(KBoostClassifier(n_rounds=10).fit(X, y), X, y, thetas=[0.0, 0.1])
    >>> bool((found.errors <= found.bounds).all())
    True
    """
    checked(model, what="margins")
    at = np.asarray(thetas, dtype=np.float64)
    rows = evidence(model, X, y, sample_weight)
    votes, weights = rows.votes, rows.weights / rows.weights.sum()
    scale = vote_scale(votes)
    G = next(votes_only(votes).scores(rows.blocks, [votes.n_rounds]))
    values = margins_of(G, rows.y) / (scale or 1.0)
    log_bound, slope = margin_bound(model)
    return Margins(
        margins=values,
        weights=weights,
        y=model.classes_[rows.y],
        rows=rows.places,
        scale=scale,
        thetas=at,
        errors=np.array([weights[values <= theta].sum() for theta in at]),
        bounds=np.exp(np.minimum(log_bound + slope * at * scale, 0.0)),
    )


def vote_scale(votes: Votes) -> float:
    """The most that all votes together can add to a class."""
    return float(sum(np.abs(vote.vector).max() for vote in votes.entries))


def margins_of(G: NDArray[np.float64], y: NDArray[np.intp]) -> NDArray[np.float64]:
    """G(y) - max_{l != y} G(l) of each row."""
    places = np.arange(len(y))
    if G.shape[1] == 1:
        return np.zeros(len(y))
    others = G.copy()
    others[places, y] = -np.inf
    return G[places, y] - others.max(axis=1)
