"""Regions: where RegionBoost's hypotheses split neighbourhoods, and neighbours decide (003)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost.algorithms.regionboost import RegionBoostClassifier
from viewboost.inspect._evidence import checked, ratio
from viewboost.inspect._tables import Tabular
from viewboost.vote.competence import Neighbours, WithoutItself


@dataclass(frozen=True, eq=False)
class Regions(Tabular):
    """The training rows of RegionBoost, and the hypotheses around them.

    A hypothesis splits a row's neighbourhood (the row and its neighbours, in the hypothesis's
    view) if it does not say the same about all of it. "Neighbours" say the most frequent class
    among a row's neighbours, the first one of several.

    Attributes
    ----------
    view_names : tuple of str
    classes : array of shape (K,)
    views : intp array of shape (T,)
        The view of each hypothesis.
    y : intp array of shape (m,)
        Class index of each training row.
    split : bool array of shape (T, m)
        False also where a row lacks the view.
    p : float64 array of shape (m,)
        Share of the hypotheses that do not split the row's neighbourhood, of those that speak
        of the row; NaN if none does.
    D : float64 array of shape (m,)
        Of these, the share that say what the neighbours say, minus the rest; NaN without any.
    threshold : float
        -1/k: above it, with two classes, one view and k odd, the hypotheses that do not split
        decide together as the neighbours do.
    neighbours : intp array of shape (v, m)
        What the neighbours in each view say; -1 where there are none.
    predicted : intp array of shape (m,)
        What the model says, no row being its own neighbour.
    predicted_unsplit : intp array of shape (m,)
        What the hypotheses that do not split say together; -1 without any.
    agreement : float64 array of shape (v,)
        Share of the rows on which the model says what the neighbours say.
    agreement_unsplit : float
        Share of the rows on which the model says what the unsplit hypotheses say.
    error : float
        Share of the rows that the model gets wrong.
    neighbour_errors : float64 array of shape (v,)
        Share that the neighbours get wrong.
    """

    view_names: tuple[str, ...]
    classes: NDArray[Any]
    views: NDArray[np.intp]
    y: NDArray[np.intp]
    split: NDArray[np.bool_]
    p: NDArray[np.float64]
    D: NDArray[np.float64]
    threshold: float
    neighbours: NDArray[np.intp]
    predicted: NDArray[np.intp]
    predicted_unsplit: NDArray[np.intp]
    agreement: NDArray[np.float64]
    agreement_unsplit: float
    error: float
    neighbour_errors: NDArray[np.float64]

    def columns(self) -> dict[str, NDArray[Any]]:
        """A row for each training row."""
        return {
            "class": self.classes[self.y],
            "predicted": self.classes[self.predicted],
            "p": self.p,
            "D": self.D,
        }


def regions(model: Any) -> Regions:
    """Split and unsplit neighbourhoods of the training rows, p(i), D(i), and the neighbours.

    Parameters
    ----------
    model : fitted RegionBoostClassifier
        With ``competence="knn"``, which keeps what is needed of the training rows.

    Returns
    -------
    Regions

    Examples
    --------
    >>> from viewboost import RegionBoostClassifier
    >>> from viewboost.datasets import make_triangle
    >>> from viewboost.inspect import regions
    >>> X, y = make_triangle(300, random_state=0)
    >>> found = regions(RegionBoostClassifier(n_rounds=50).fit(X, y))
    >>> bool((found.p > 0.5).mean() > 0.9), bool(found.agreement[0] > 0.95)
    (True, True)
    """
    known = _known(model)
    near = {view: known.near_training(view) for view in known.grounds}
    said = np.stack([known._everywhere(t) for t in range(len(known.views))])
    split = np.stack([_splits(known, near, t) for t in range(len(known.views))])
    neighbours = np.stack(
        [_majority(known, near, j, model._votes.n_classes) for j in range(len(model.view_names_))]
    )
    unsplit = (said >= 0) & ~split
    agree = unsplit & (said == neighbours[known.views])
    NS = unsplit.sum(axis=0)
    predicted = model.training_scores_.argmax(axis=1)
    alone = _decided(model, known, said, unsplit)
    present = neighbours >= 0
    return Regions(
        view_names=tuple(model.view_names_),
        classes=model.classes_,
        views=np.array(known.views, dtype=np.intp),
        y=known.y,
        split=split,
        p=ratio(NS, (said >= 0).sum(axis=0)),
        D=ratio(2 * agree.sum(axis=0) - NS, NS),
        threshold=-1 / known.n_neighbors,
        neighbours=neighbours,
        predicted=predicted,
        predicted_unsplit=alone,
        agreement=ratio((present & (neighbours == predicted)).sum(axis=1), present.sum(axis=1)),
        agreement_unsplit=float(np.mean(alone == predicted)),
        error=float(np.mean(predicted != known.y)),
        neighbour_errors=ratio(
            (present & (neighbours != known.y)).sum(axis=1), present.sum(axis=1)
        ),
    )


def _known(model: Any) -> Neighbours:
    known = checked(model, RegionBoostClassifier, what="regions")._votes.competence
    if not isinstance(known, Neighbours) or not known.views:
        raise ValueError(
            "regions reads the neighbours that competence='knn' keeps; this model has "
            f"competence={model.competence!r} and {len(model._votes.entries)} votes"
        )
    return known


def _splits(known: Neighbours, near: dict[int, NDArray[np.intp]], place: int) -> NDArray[np.bool_]:
    """Whose neighbourhood a hypothesis splits."""
    view = known.views[place]
    rows, heard = known.grounds[view].rows, known.said[place]
    split = np.zeros(len(known.y), dtype=bool)
    split[rows] = (heard[near[view]] != heard[:, None]).any(axis=1)
    return split


def _majority(
    known: Neighbours, near: dict[int, NDArray[np.intp]], view: int, n_classes: int
) -> NDArray[np.intp]:
    """The most frequent class among each row's neighbours in a view; -1 where there are none."""
    found = np.full(len(known.y), -1, dtype=np.intp)
    if view in near and near[view].shape[1]:
        rows = known.grounds[view].rows
        classes = known.y[rows][near[view]]
        counts = (classes[:, :, None] == np.arange(n_classes)).sum(axis=1)
        found[rows] = counts.argmax(axis=1)
    return found


def _decided(
    model: Any, known: Neighbours, said: NDArray[np.intp], heard: NDArray[np.bool_]
) -> NDArray[np.intp]:
    """The class for which the hypotheses that are heard on a row vote most; -1 without any."""
    weigh = WithoutItself(known).at([])
    G = np.zeros((len(known.y), model._votes.n_classes))
    for t, vote in enumerate(model._votes.entries):
        rows = np.flatnonzero(heard[t])
        G[rows, said[t, rows]] += vote.vector[said[t, rows]] * weigh(t)[rows]
    return np.where(heard.any(axis=0), G.argmax(axis=1), -1)
