"""The views a user declares: triples of a name, a learner and columns."""

from __future__ import annotations

from typing import Any

from viewboost.views._sklearn import BaseComposition, VisualBlock
from viewboost.views.container import Views, as_views

# The name of the only view of an X without views.
WHOLE = "X"

_FORM = 'views=[("words", learner, "comment"), ("body", learner, ["height", "weight"])]'


class WithViews(BaseComposition):
    """An estimator with the parameter ``views``: its triples' learners are reached by name."""

    views: Any

    @property
    def _views(self) -> list[tuple[str, Any]]:
        try:
            return [(name, learner) for name, learner, _ in self.views or ()]
        except (TypeError, ValueError):  # no triples: the gate says so at fit
            return []

    @_views.setter
    def _views(self, pairs: list[tuple[str, Any]]) -> None:
        columns = [triple[2] for triple in self.views]
        self.views = [(name, learner, c) for (name, learner), c in zip(pairs, columns)]

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Parameters, with those of the views' learners as ``view__parameter``."""
        return self._get_params("_views", deep=deep)

    def set_params(self, **params: Any) -> WithViews:
        """Set parameters; ``words__max_depth=2`` reaches the learner of the view words."""
        return self._set_params("_views", **params)


def diagram(estimator: WithViews, learner: Any) -> VisualBlock:
    """What a notebook shows of an estimator: its views side by side, each with its learner.

    Parameters
    ----------
    estimator : estimator
    learner : learner
        Of the views that name none.
    """
    pairs = estimator._views or [(name, None) for name in getattr(estimator, "view_names_", ())]
    if not pairs:
        label = type(estimator).__name__
        return VisualBlock("single", estimator, names=label, name_details=str(estimator))
    columns = [triple[2] for triple in estimator.views or ()] or [None] * len(pairs)
    return VisualBlock(
        "parallel",
        [learner if own is None else own for _, own in pairs],
        names=[name for name, _ in pairs],
        name_details=["all columns" if c is None else f"columns: {c!r:.300}" for c in columns],
    )


def declared(estimator: Any, X: Any, views: Any, learner: Any) -> list[tuple[str, Any, Any]]:
    """The triples (name, learner, columns) a fit works with.

    Parameters
    ----------
    estimator : estimator
        Its parameters' names are no names for views.
    X : any X
    views : list of triples, or None
        None gives every view of a container the learner, or makes one view "X" of all columns.
    learner : learner
        For the views that name none (None in the triple).

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.base import BaseEstimator
    >>> X = {"words": np.ones((2, 3)), "image": np.ones((2, 4))}
    >>> declared(BaseEstimator(), X, None, "stump")
    [('words', 'stump', 'words'), ('image', 'stump', 'image')]
    >>> declared(BaseEstimator(), np.ones((2, 3)), None, "stump")
    [('X', 'stump', None)]
    """
    X = as_views(X)
    if views is None:
        names = X.names if isinstance(X, Views) else (WHOLE,)
        triples = [(n, learner, n if isinstance(X, Views) else None) for n in names]
    else:
        triples = [_triple(item, learner) for item in _items(views)]
    _check_names(estimator, [name for name, _, _ in triples])
    if isinstance(X, Views):
        _check_blocks(X, triples)
    return triples


def _items(views: Any) -> list[Any]:
    if not isinstance(views, (list, tuple)):
        raise TypeError(f"views is a list of triples, got {type(views).__name__}; write {_FORM}")
    if not views:
        raise ValueError(f"views is empty; write {_FORM}, or views=None for one view of all of X")
    return list(views)


def _triple(item: Any, learner: Any) -> tuple[str, Any, Any]:
    if not isinstance(item, (list, tuple)) or len(item) != 3:
        raise ValueError(
            f"a view is a triple (name, learner, columns), got {item!r}; write {_FORM}"
        )
    name, own, columns = item
    if not isinstance(name, str):
        raise TypeError(f"the name of a view is a string, got {name!r}; write {_FORM}")
    return name, learner if own is None else own, columns


def _check_names(estimator: Any, names: list[str]) -> None:
    parameters = estimator.get_params(deep=False)
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"view {name!r} is declared twice; names of views are unique")
        if "__" in name or not name:
            raise ValueError(f"view {name!r}: a name is not empty and has no '__' in it")
        if name in parameters:
            raise ValueError(
                f"view {name!r} has the name of a parameter of {type(estimator).__name__}; "
                "choose another name"
            )


def _check_blocks(X: Views, triples: list[tuple[str, Any, Any]]) -> None:
    for name, _, block in triples:
        if not isinstance(block, str) or block not in X.names:
            raise ValueError(
                f"view {name!r}: {block!r} is not a block of X (blocks: {', '.join(X.names)}); "
                "with a container the third item of a triple names the block"
            )
