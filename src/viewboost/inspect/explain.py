"""Explanations: what each view and feature brought to each class's score of a row, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from viewboost.inspect._evidence import checked, encoded
from viewboost.inspect._tables import Tabular, spread
from viewboost.learners.base import Hypothesis
from viewboost.learners.trees import TreeHypothesis
from viewboost.views.blocks import Block
from viewboost.views.frames import shape
from viewboost.vote.votes import GRID, Votes

# What no feature accounts for: constant hypotheses, and learners that do not tell.
REST = -1


@dataclass(frozen=True, eq=False)
class Explanation(Tabular):
    """The scores of one row, taken apart.

    Sums are exact: ``base`` and the rows of ``views`` add up to ``scores``, and the rows of
    ``features`` of a view, with its row of ``rest``, to its row of ``views``, in any order and
    to the last bit.

    Attributes
    ----------
    row : int
        The place of the row in X.
    classes : array of shape (K,)
    scores : float64 array of shape (K,)
        G; ``decision_function`` is this, or for two classes the second less the first.
    predicted : label
    base : float64 array of shape (K,)
        The scores of a row about which nothing is said (the prior); else zeros.
    view_names : tuple of str
    views : float64 array of shape (v, K)
        What each view's votes add to each class. A committee's vote is shared among the members
        that voted for its decision, by their weights.
    feature_views : intp array of shape (F,)
        The view of each feature.
    feature_names : tuple of str
    feature_values : tuple
        What the row has there: a number, a level, a count; None if it cannot be told.
    features : float64 array of shape (F, K)
        What votes through a feature add to each class: those of stumps on it, and of a tree its
        part in the splits on the row's path, by their gain; of other learners their
        ``feature_importances_``. Features that add nothing are left out; those that move the
        predicted class most come first.
    rest : float64 array of shape (v, K)
        What no feature accounts for.
    """

    row: int
    classes: NDArray[Any]
    scores: NDArray[np.float64]
    predicted: Any
    base: NDArray[np.float64]
    view_names: tuple[str, ...]
    views: NDArray[np.float64]
    feature_views: NDArray[np.intp]
    feature_names: tuple[str, ...]
    feature_values: tuple[Any, ...]
    features: NDArray[np.float64]
    rest: NDArray[np.float64]

    def columns(self) -> dict[str, NDArray[Any]]:
        """A row for each feature, then one for what no feature of a view accounts for."""
        v = len(self.view_names)
        views = np.array(self.view_names, dtype=object)
        table: dict[str, NDArray[Any]] = {
            "view": np.concatenate([views[self.feature_views], views]),
            "feature": np.array([*self.feature_names, *[""] * v], dtype=object),
            "value": np.array([*map(str, self.feature_values), *[""] * v], dtype=object),
        }
        names = tuple(map(str, self.classes))
        return table | spread("score", names, np.concatenate([self.features, self.rest]))


def explain(model: Any, X: Any, rows: ArrayLike | None = None) -> list[Explanation]:
    """Why a model says what it says about some rows.

    Parameters
    ----------
    model : fitted boosting model
    X : rows
    rows : array of int, optional
        Which rows of X to explain; all of them by default.

    Returns
    -------
    list of Explanation
        One for each row.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from viewboost import AdaBoostMMClassifier
    >>> from viewboost.inspect import explain
    >>> data = load_iris(as_frame=True)
    >>> views = [("sepal", None, [0, 1]), ("petal", None, [2, 3])]
    >>> model = AdaBoostMMClassifier(views, n_rounds=20).fit(data.data, data.target)
    >>> [found] = explain(model, data.data, rows=[60])
    >>> found.feature_names[:2], found.feature_values[:2]
    (('petal length (cm)', 'petal width (cm)'), (3.5, 1.0))
    >>> bool((found.views.sum(axis=0) == model.decision_function(data.data[60:61])).all())
    True
    """
    checked(model, what="explain")
    blocks = model._gate.read(model, X)
    places = np.arange(len(blocks[0])) if rows is None else np.atleast_1d(np.asarray(rows))
    places = np.arange(len(blocks[0]))[places]  # masks and negative places mean what they do
    blocks = [block.take(places) for block in blocks]
    votes, blocks = encoded(model._votes, blocks)
    scores, parts = next(votes.scores(blocks, [model.n_rounds_])), _parts(votes, blocks)
    return [
        _explanation(model, blocks, i, int(place), scores[i], parts[i])
        for i, place in enumerate(places)
    ]


# -- loose parts: what each feature of each view adds, up to rounding -----------------------

# Of one row: from a view and a feature to what it adds to each class.
Parts = dict[tuple[int, int], NDArray[np.float64]]


def _parts(votes: Votes, blocks: Sequence[Block]) -> list[Parts]:
    """The parts of each row."""
    found: list[Parts] = [{} for _ in range(len(blocks[0]))]
    weigh = None if votes.competence is None else votes.competence.at(blocks)
    for place, vote in enumerate(votes.entries):
        decided = vote.predict(blocks)
        members = np.stack([h.predict(blocks[j]) for j, h in zip(vote.views, vote.hypotheses)])
        voted = (members == decided) * np.array(vote.weights)[:, None]
        shares = voted / np.maximum(voted.sum(axis=0), np.finfo(float).tiny)
        amounts = vote.vector[decided] * (1.0 if weigh is None else weigh(place))
        for j, hypothesis, share in zip(vote.views, vote.hypotheses, shares):
            heard = np.flatnonzero((decided >= 0) & (share * amounts != 0))
            for i, used in zip(heard, _used(hypothesis, blocks[j], heard)):
                for feature, weight in used:
                    part = found[i].setdefault((j, feature), np.zeros(votes.n_classes))
                    part[decided[i]] += amounts[i] * share[i] * weight
    return found


def _used(
    hypothesis: Hypothesis, block: Block, rows: NDArray[np.intp]
) -> list[list[tuple[int, float]]]:
    """For each row the features that decided, with weights that sum to one."""
    if not len(rows):
        return []
    if isinstance(hypothesis, TreeHypothesis):
        return _paths(hypothesis, block.take(rows))
    size = shape(block.data)
    shares = hypothesis.importances(size[1]) if len(size) > 1 else None
    if shares is None or not shares.any():
        return [[(REST, 1.0)]] * len(rows)
    known = [(int(f), float(shares[f])) for f in np.flatnonzero(shares)]
    return [known] * len(rows)


def _paths(tree: TreeHypothesis, block: Block) -> list[list[tuple[int, float]]]:
    """The features of the splits on each row's path, by their gain."""
    from viewboost.learners._scores import forest, leaves

    inner = np.flatnonzero(tree.feature >= 0)
    parent = np.full(len(tree.feature), -1)
    parent[tree.left[inner]] = parent[tree.right[inner]] = inner
    ends = leaves(forest([tree]), block)[:, 0]
    known = {int(leaf): _path(tree, parent, int(leaf)) for leaf in np.unique(ends)}
    return [known[int(leaf)] for leaf in ends]


def _path(tree: TreeHypothesis, parent: NDArray[np.intp], leaf: int) -> list[tuple[int, float]]:
    gains: dict[int, float] = {}
    node = int(parent[leaf])
    while node >= 0:
        feature = int(tree.feature[node])
        gains[feature] = gains.get(feature, 0.0) + max(float(tree.gain[node]), 0.0)
        node = int(parent[node])
    if not gains:
        return [(REST, 1.0)]
    total = sum(gains.values())
    return [(f, gain / total if total > 0 else 1 / len(gains)) for f, gain in gains.items()]


# -- exact sums ----------------------------------------------------------------------------


def _explanation(
    model: Any,
    blocks: Sequence[Block],
    i: int,
    row: int,
    scores: NDArray[np.float64],
    parts: Parts,
) -> Explanation:
    votes, v, K = model._votes, len(model.view_names_), len(scores)
    keys = sorted(key for key in parts if key[1] != REST)
    features = np.array([parts[key] for key in keys]).reshape(len(keys), K)
    owner = np.array([j for j, _ in keys], dtype=np.intp)
    rest = np.array([parts.get((j, REST), np.zeros(K)) for j in range(v)]).reshape(v, K)
    views = rest + np.array([features[owner == j].sum(axis=0) for j in range(v)]).reshape(v, K)
    grid = votes.competence is None
    base = np.zeros(K) if parts else scores
    if parts:
        views = _exact(views, scores, grid)
        for j in range(v):
            own = np.flatnonzero(owner == j)
            whole = _exact(np.concatenate([features[own], rest[j : j + 1]]), views[j], grid)
            features[own], rest[j] = whole[:-1], whole[-1]
    predicted = int(scores.argmax())
    order = np.argsort(-np.abs(features[:, predicted]), kind="stable")
    named = [_feature(model, blocks, i, *keys[k]) for k in order]
    return Explanation(
        row=row,
        classes=model.classes_,
        scores=scores,
        predicted=model.classes_[predicted],
        base=base,
        view_names=tuple(model.view_names_),
        views=views,
        feature_views=owner[order],
        feature_names=tuple(name for name, _ in named),
        feature_values=tuple(value for _, value in named),
        features=features[order],
        rest=rest,
    )


def _exact(
    parts: NDArray[np.float64], totals: NDArray[np.float64], grid: bool
) -> NDArray[np.float64]:
    """The parts, column by column as whole numbers of a unit, so that they sum to the totals.

    Votes are whole numbers of the grid's unit; weighed by competence they are not, but none is
    negative, so that the last bit of the total serves. What rounding leaves goes to the
    largest part.
    """
    exact = np.zeros_like(parts)
    for c, total in enumerate(totals):
        unit = GRID if grid else float(np.spacing(total))
        counts = np.rint(parts[:, c] / unit).astype(np.int64)
        counts[np.abs(counts).argmax()] += int(total / unit) - counts.sum()
        exact[:, c] = counts * unit
    return exact


# -- names ---------------------------------------------------------------------------------


def _feature(
    model: Any, blocks: Sequence[Block], i: int, view: int, feature: int
) -> tuple[str, Any]:
    """The name of a feature, and what the row has there."""
    name, encoder = model.view_names_[view], model._votes.encoders[view]
    names = model._gate.feature_names(name)
    levels = model._gate.levels(name)
    if encoder is not None:
        names, levels = encoder.get_feature_names(names), ()
    label = f"x{feature}" if names is None else str(names[feature])
    return label, _value(blocks[view], i, feature, levels)


def _value(block: Block, i: int, feature: int, levels: tuple[Any, ...]) -> Any:
    if block.kind not in ("dense", "sparse"):
        return None
    value = float(block.data[i, feature])
    known = levels[feature] if levels else None
    if known is None or np.isnan(value):
        return value
    return known[int(value)] if value < len(known) else value
