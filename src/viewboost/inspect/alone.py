"""How strong each view is alone: a model of its own, scored by cross-validation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import StratifiedKFold, cross_val_score

from viewboost.algorithms.adaboost_mm import AdaBoostMMClassifier
from viewboost.views.container import Views
from viewboost.views.declared import declared

N_ROUNDS, N_FOLDS = 50, 3


@dataclass(frozen=True)
class Alone:
    """The accuracy of each view's own model.

    Attributes
    ----------
    scores : dict of str to float
        By view; NaN for a view that was not tried.
    n_rows : int
        Rows used; 0 if there were too few of some class.
    """

    scores: dict[str, float]
    n_rows: int


def views_alone(model: Any, X: Any, y: NDArray[Any], views: Sequence[str]) -> Alone:
    """Boost on each of the named views alone (AdaBoost.MM), in folds of these rows.

    Nothing is measured where a class has fewer rows than there are folds.

    Parameters
    ----------
    model : boosting model
        Says how the views are read, and by which learners.
    X : array, frame or Views
    y : array of shape (n,)
    views : sequence of str
        Which views to try.

    Returns
    -------
    Alone

    Examples
    --------
    >>> from viewboost import MumboClassifier
    >>> from viewboost.datasets import make_uneven_views
    >>> from viewboost.inspect.alone import views_alone
    >>> X, y = make_uneven_views(200, random_state=0)
    >>> found = views_alone(MumboClassifier(n_rounds=5).fit(X, y), X, y, ["major", "minor_1"])
    >>> found.scores["major"] > found.scores["minor_1"]
    True
    """
    scores = dict.fromkeys(model.view_names_, float("nan"))
    _, counts = np.unique(y, return_counts=True)
    if len(counts) < 2 or counts.min() < N_FOLDS:
        return Alone(scores, 0)
    folds = StratifiedKFold(N_FOLDS, shuffle=True, random_state=0)
    triples = {triple[0]: triple for triple in declared(model, X, model.views, model.learner)}
    for name in views:
        own = own_model(model, triples[name], isinstance(X, Views))
        seen = _block(X, triples[name][2]) if isinstance(X, Views) else X
        scores[name] = float(cross_val_score(own, seen, y, cv=folds, error_score="raise").mean())
    return Alone(scores, len(y))


def _block(X: Views, name: str) -> Views:
    """The container of one block: the others need not be split into folds."""
    one, present = Views(**{name: X.block(name)}), X.present(name)
    return one if present is None else one.missing(**{name: ~present})


def own_model(model: Any, triple: tuple[str, Any, Any], container: bool) -> AdaBoostMMClassifier:
    """The model of one view, which reads its columns as they were read before."""
    nominal = model.categorical_features
    if container and nominal is not None:
        nominal = {name: columns for name, columns in nominal.items() if name == triple[0]}
    return AdaBoostMMClassifier(
        [triple],
        n_rounds=N_ROUNDS,
        optional=[name for name in model.optional if name == triple[0]],
        categorical_features=nominal,
        random_state=0,
    )
