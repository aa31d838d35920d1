"""Cooperation: which view decided each round, and where views make good what others miss."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from viewboost.inspect._evidence import checked, evidence, ratio, view_says
from viewboost.inspect._tables import Tabular, spread

ROWS_AT_ONCE = 8192  # bounds the memory of comparing all views with all


@dataclass(frozen=True, eq=False)
class Cooperation(Tabular):
    """Who decided what, round by round.

    Attributes
    ----------
    rounds : intp array of shape (T,)
        The rounds that the model speaks for.
    view_names : tuple of str
    chosen : intp array of shape (T,)
        The view that alone voted in each round; -1: none, or several.
    wins : intp array of shape (v,)
        In how many rounds each view alone voted.
    weights : float64 array of shape (T, v)
        What each view's votes of the round weigh; those of a committee are shared among its
        members by their weights.
    shares : float64 array of shape (T, v)
        Share of each view in all votes up to the round; the last row is the model's
        ``view_importances_``, zeros where nothing was voted.
    """

    rounds: NDArray[np.intp]
    view_names: tuple[str, ...]
    chosen: NDArray[np.intp]
    wins: NDArray[np.intp]
    weights: NDArray[np.float64]
    shares: NDArray[np.float64]

    def columns(self) -> dict[str, NDArray[Any]]:
        """A row for each round."""
        names = np.array([*self.view_names, ""], dtype=object)
        table: dict[str, NDArray[Any]] = {"round": self.rounds, "chosen": names[self.chosen]}
        table |= spread("weight", self.view_names, self.weights)
        return table | spread("share", self.view_names, self.shares)


def cooperation(model: Any) -> Cooperation:
    """Which view voted in each round, with what weight, and the views' shares over time.

    Parameters
    ----------
    model : fitted boosting model

    Returns
    -------
    Cooperation

    Examples
    --------
    >>> from viewboost import MumboClassifier
    >>> from viewboost.datasets import make_uneven_views
    >>> from viewboost.inspect import cooperation
    >>> X, y = make_uneven_views(200, random_state=0)
    >>> found = cooperation(MumboClassifier(n_rounds=10).fit(X, y))
    >>> found.wins.tolist(), found.shares[-1].round(2).tolist()
    ([6, 3, 1], [0.51, 0.33, 0.16])
    """
    votes, v = checked(model, what="cooperation")._votes, len(model.view_names_)
    weights = np.zeros((model.n_rounds_, v))
    voters: list[set[int]] = [set() for _ in range(model.n_rounds_)]
    for vote in votes.entries:
        share = np.asarray(vote.weights) / np.sum(vote.weights)
        np.add.at(weights[vote.round], list(vote.views), share * np.abs(vote.vector).mean())
        voters[vote.round] |= set(vote.views)
    chosen = np.array([min(one) if len(one) == 1 else -1 for one in voters], dtype=np.intp)
    total = weights.cumsum(axis=0)
    return Cooperation(
        rounds=np.arange(1, model.n_rounds_ + 1),
        view_names=tuple(model.view_names_),
        chosen=chosen,
        wins=np.bincount(chosen[chosen >= 0], minlength=v),
        weights=weights,
        shares=ratio(total, total.sum(axis=1, keepdims=True), empty=0.0),
    )


@dataclass(frozen=True, eq=False)
class Complementarity(Tabular):
    """Where views are right while others are wrong.

    A view is judged by what its votes alone say; it is neither right nor wrong on a row of
    which it says nothing.

    Attributes
    ----------
    view_names : tuple of str
    accuracy : float64 array of shape (v,)
        Share of right rows among those that a view speaks of; NaN if there are none.
    spoken : float64 array of shape (v,)
        Share of the rows that a view speaks of.
    alone : float64 array of shape (v,)
        Share of all rows on which this view is right and no other is.
    rescues : float64 array of shape (v, v)
        Entry (j, k): of the rows that view k gets wrong, the share that view j gets right; NaN
        where k gets none wrong.
    rescues_all : float64 array of shape (v,)
        Of the rows on which no other view is right, the share that view j gets right; NaN where
        there are none.
    n_right : float64 array of shape (v + 1,)
        Share of the rows on which exactly 0, 1, …, v views are right.
    model_accuracy : float
        Of all views' votes together.
    by_n_right : float64 array of shape (v + 1,)
        Accuracy of the model on these rows; NaN where there are none.
    """

    view_names: tuple[str, ...]
    accuracy: NDArray[np.float64]
    spoken: NDArray[np.float64]
    alone: NDArray[np.float64]
    rescues: NDArray[np.float64]
    rescues_all: NDArray[np.float64]
    n_right: NDArray[np.float64]
    model_accuracy: float
    by_n_right: NDArray[np.float64]

    def columns(self) -> dict[str, NDArray[Any]]:
        """A row for each view."""
        return {
            "view": np.array(self.view_names, dtype=object),
            "accuracy": self.accuracy,
            "spoken": self.spoken,
            "right alone": self.alone,
            "right where no other is": self.rescues_all,
        }


def complementarity(
    model: Any, X: Any, y: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> Complementarity:
    """How often a view is right where others are wrong, on some rows.

    Parameters
    ----------
    model : fitted boosting model
    X, y : rows and their labels
    sample_weight : array of shape (n,), optional

    Returns
    -------
    Complementarity

    Examples
    --------
    >>> from viewboost import MumboClassifier
    >>> from viewboost.datasets import make_uneven_views
    >>> from viewboost.inspect import complementarity
    >>> X, y = make_uneven_views(200, random_state=0)
    >>> found = complementarity(MumboClassifier(n_rounds=20).fit(X, y), X, y)
    >>> bool(found.model_accuracy > found.accuracy.max())
    True
    """
    checked(model, what="complementarity")
    rows = evidence(model, X, y, sample_weight)
    said = view_says(rows)
    scores = next(rows.votes.scores(rows.blocks, [rows.votes.n_rounds]))
    right, wrong = said == rows.y, (said >= 0) & (said != rows.y)
    w, count = rows.weights / rows.weights.sum(), right.sum(axis=0)
    known = scores.argmax(axis=1) == rows.y
    levels = np.arange(len(said) + 1)[:, None] == count
    alone, lost = (right & (count == 1)) @ w, ((count - right) == 0) @ w
    return Complementarity(
        view_names=tuple(model.view_names_),
        accuracy=ratio(right @ w, (said >= 0) @ w),
        spoken=(said >= 0) @ w,
        alone=alone,
        rescues=ratio(_together(right, wrong, w), wrong @ w),
        rescues_all=ratio(alone, lost),
        n_right=levels @ w,
        model_accuracy=float(known @ w),
        by_n_right=ratio((levels & known) @ w, levels @ w),
    )


def _together(
    right: NDArray[np.bool_], wrong: NDArray[np.bool_], w: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The weight of the rows on which view j is right and view k wrong, shape (v, v)."""
    table = np.zeros((len(right), len(right)))
    (heard,) = np.nonzero((right | wrong).any(axis=1))  # of many views few may ever vote
    for start in range(0, len(w), ROWS_AT_ONCE):
        part = np.s_[heard, start : start + ROWS_AT_ONCE]
        weighed = right[part] * w[start : start + ROWS_AT_ONCE]
        table[np.ix_(heard, heard)] += weighed @ wrong[part].T
    return table
