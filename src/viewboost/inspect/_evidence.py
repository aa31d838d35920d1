"""A fitted model and labelled rows as inspection reads them: checked once, in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted, column_or_1d

from viewboost.algorithms._base import BoostClassifier
from viewboost.views._sklearn import check_sample_weight
from viewboost.views.blocks import Block
from viewboost.vote.votes import Competence, Vote, Votes


def checked(model: Any, *kinds: type, what: str = "inspect") -> Any:
    """The model, if it is fitted and of one of these kinds (none: of any)."""
    kinds = kinds or (BoostClassifier,)
    if not isinstance(model, kinds):
        names = " or ".join(
            "a boosting model of viewboost" if kind is BoostClassifier else kind.__name__
            for kind in kinds
        )
        raise TypeError(f"{what} reads {names}, got {type(model).__name__}")
    check_is_fitted(model)
    return model


@dataclass(frozen=True)
class Evidence:
    """Labelled rows, read by a model, and the model's votes for them.

    Attributes
    ----------
    votes : Votes
        Those of the model, without encoders.
    blocks : list of Block
        As the hypotheses read them: encoded once, for all that is asked.
    y : intp array of shape (n,)
        Class index of each row.
    weights : float64 array of shape (n,)
    places : intp array of shape (n,)
        Which of the rows given these are.
    """

    votes: Votes
    blocks: list[Block]
    y: NDArray[np.intp]
    weights: NDArray[np.float64]
    places: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.y)

    def mean(self, values: NDArray[Any]) -> float:
        """The weighted mean over the rows of numbers, one per row."""
        return float(self.weights @ values / self.weights.sum())


def evidence(model: Any, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Evidence:
    """Rows and labels; rows without a label (-1, where that is no class) are left out."""
    blocks = model._gate.read(model, X)
    labels = column_or_1d(y)
    if len(labels) != len(blocks[0]):
        raise ValueError(f"X has {len(blocks[0])} rows, y has {len(labels)}")
    weights = check_sample_weight(sample_weight, labels, dtype=np.float64, ensure_non_negative=True)
    codes = class_indices(model, labels)
    kept = np.flatnonzero((codes >= 0) & (weights > 0))
    if not len(kept):
        raise ValueError(f"of {len(labels)} rows none has a label and weight")
    if len(kept) < len(codes):
        blocks = [block.take(kept) for block in blocks]
    votes, blocks = encoded(model._votes, blocks)
    return Evidence(votes, blocks, codes[kept], weights[kept], kept)


def check_pair(X: Any, y: Any, names: str = "X and y") -> None:
    """Refuse rows without labels, and labels without rows."""
    if (X is None) != (y is None):
        raise ValueError(f"{names} go together: one of them is missing")


def encoded(votes: Votes, blocks: Sequence[Block]) -> tuple[Votes, list[Block]]:
    """The blocks as the hypotheses read them, and the votes for blocks that are so already."""
    return replace(votes, encoders=[None for _ in votes.encoders]), votes.encode(blocks)


def class_indices(model: Any, labels: NDArray[Any]) -> NDArray[np.intp]:
    """The index of each label among the model's classes; -1 where it says "no label"."""
    classes = model.classes_
    hidden = np.zeros(len(labels), dtype=bool)
    if labels.dtype.kind in "iuf" and -1 not in classes:
        hidden = labels == -1
    places = np.minimum(np.searchsorted(classes, labels), len(classes) - 1)
    unknown = np.unique(labels[(classes[places] != labels) & ~hidden])
    if len(unknown):
        raise ValueError(
            f"y has labels that the model has not: {unknown.tolist()} (classes: {classes.tolist()})"
        )
    return np.where(hidden, -1, places)


def ratio(part: NDArray[Any], whole: NDArray[Any], empty: float = np.nan) -> NDArray[np.float64]:
    """part / whole, and what is said where the whole is nothing."""
    whole = np.broadcast_to(whole, part.shape)
    return np.divide(part, whole, out=np.full(part.shape, empty), where=whole > 0)


# -- votes, all together and view by view --------------------------------------------------


def said(rows: Evidence, n_votes: int) -> NDArray[np.signedinteger]:
    """What each of the first votes says about each row, shape (T, n); -1 where it is silent."""
    kind = np.min_scalar_type(-rows.votes.n_classes)
    heard = np.empty((min(n_votes, len(rows.votes.entries)), len(rows)), dtype=kind)
    for t, vote in enumerate(rows.votes.entries[:n_votes]):
        heard[t] = vote.predict(rows.blocks)
    return heard


def votes_only(votes: Votes) -> Votes:
    """The model with scores of zero, not the prior, where nothing was said."""
    return replace(votes, silent=np.zeros(votes.n_classes))


def of_view(votes: Votes, view: int) -> Votes:
    """The votes that a view casts, with its part in those of committees; NaN where it is silent."""
    places, entries = [], []
    for place, vote in enumerate(votes.entries):
        for j, hypothesis, weight in zip(vote.views, vote.hypotheses, vote.weights):
            if j == view:
                part = vote.vector * (weight / np.sum(vote.weights))
                places.append(place)
                entries.append(Vote(vote.round, (j,), (hypothesis,), part))
    competence = None if votes.competence is None else _Part(votes.competence, places)
    silent = np.full(votes.n_classes, np.nan)
    return replace(votes, entries=entries, silent=silent, competence=competence)


@dataclass(frozen=True)
class _Part:
    """The competence of some of the votes."""

    whole: Competence
    places: list[int]

    def at(self, blocks: Sequence[Block]) -> Callable[[int], NDArray[np.float64]]:
        weigh = self.whole.at(blocks)
        return lambda place: weigh(self.places[place])


def view_stages(
    rows: Evidence, view: int, stages: Sequence[int]
) -> Iterator[NDArray[np.signedinteger]]:
    """What a view's votes say about each row after each stage; -1 where they say nothing."""
    for scores in of_view(rows.votes, view).scores(rows.blocks, stages):
        yield _largest(scores)


def view_says(rows: Evidence) -> NDArray[np.signedinteger]:
    """What each view's votes say in the end, shape (v, n); -1 where they say nothing."""
    n_views = len(rows.blocks)
    heard = np.full((n_views, len(rows)), -1, dtype=np.min_scalar_type(-rows.votes.n_classes))
    for view in sorted({view for vote in rows.votes.entries for view in vote.views}):
        (heard[view],) = view_stages(rows, view, [rows.votes.n_rounds])
    return heard


def _largest(scores: NDArray[np.float64]) -> NDArray[np.intp]:
    silent = np.isnan(scores).any(axis=1)
    return np.where(silent, -1, np.where(silent[:, None], 0.0, scores).argmax(axis=1))
