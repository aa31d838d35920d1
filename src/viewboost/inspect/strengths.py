"""How strong each view is by itself, and how views agree: measured on rows left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import clone
from sklearn.model_selection import StratifiedKFold

from viewboost.algorithms.adaboost_mm import AdaBoostMMClassifier
from viewboost.inspect._evidence import ratio
from viewboost.views.frames import take_rows


@dataclass(frozen=True, eq=False)
class Measured:
    """What each view says about rows that it was not fitted to.

    Attributes
    ----------
    view_names : tuple of str
    classes : array of shape (K,)
    class_sizes : intp array of shape (K,)
    n_unlabelled : int
    accuracy : float64 array of shape (v,)
    mean_recall : float64 array of shape (v,)
        Each class counts the same; chance is 1/K.
    standard_error : float64 array of shape (v,)
        Of the mean recall, over the folds.
    recalls : float64 array of shape (v, K)
    agreement : float64 array of shape (v, v)
        Share of the rows on which two views say the same.
    correlation : float64 array of shape (v, v)
        Of being right; NaN for a view that is always or never right.
    alone : float64 array of shape (v,)
        Share of the rows on which this view is right and no other is.
    together : float
        Accuracy of all views boosted together.
    """

    view_names: tuple[str, ...]
    classes: NDArray[Any]
    class_sizes: NDArray[np.intp]
    n_unlabelled: int
    accuracy: NDArray[np.float64]
    mean_recall: NDArray[np.float64]
    standard_error: NDArray[np.float64]
    recalls: NDArray[np.float64]
    agreement: NDArray[np.float64]
    correlation: NDArray[np.float64]
    alone: NDArray[np.float64]
    together: float

    @property
    def strengths(self) -> NDArray[np.float64]:
        """Mean recall on a scale on which chance is 0 and perfection 1."""
        chance = 1 / len(self.classes)
        return (self.mean_recall - chance) / (1 - chance)

    @property
    def n_labelled(self) -> int:
        """Number of rows that have a label."""
        return int(self.class_sizes.sum())

    @property
    def imbalance(self) -> float:
        """Rows of the largest class for one of the smallest."""
        return float(self.class_sizes.max() / self.class_sizes.min())

    @property
    def completed(self) -> float:
        """Accuracy that all views together have above the best one alone."""
        return float(self.together - self.accuracy.max())

    @property
    def divided(self) -> float:
        """Mean recall gained if each class went to the view that knows it best."""
        return float(self.recalls.max(axis=0).mean() - self.mean_recall.max())


def measure_views(
    X: Any,
    y: ArrayLike,
    views: Sequence[tuple[str, Any, Any]],
    *,
    optional: Sequence[str] = (),
    n_unlabelled: int = 0,
    n_rounds: int = 50,
    n_folds: int = 5,
    random_state: int = 0,
) -> Measured:
    """Boost every view alone, and all together (AdaBoost.MM), and judge them on folds left out.

    Parameters
    ----------
    X, y : rows and their labels
    views : list of (name, learner, columns)
    optional : sequence of str
        Views that rows may lack.
    n_unlabelled : int
        Number of further rows without labels, to be told.
    n_rounds, n_folds, random_state : int

    Returns
    -------
    Measured

    Examples
    --------
    >>> from viewboost.datasets import make_uneven_views
    >>> from viewboost.inspect.strengths import measure_views
    >>> X, y = make_uneven_views(200, random_state=0)
    >>> found = measure_views(X, y, [(name, None, name) for name in X.names], n_rounds=10)
    >>> bool(found.together > found.accuracy.max())
    True
    """
    model = AdaBoostMMClassifier(n_rounds=n_rounds, random_state=random_state)
    y = np.asarray(y)
    folds = list(StratifiedKFold(n_folds, shuffle=True, random_state=random_state).split(y, y))
    groups = [[view] for view in views] + [list(views)]
    said = [_left_out(model, group, optional, X, y, folds) for group in groups]
    names = tuple(name for name, _, _ in views)
    return _measure(names, np.array(said), y, folds, n_unlabelled)


def _left_out(
    model: Any, views: Any, optional: Sequence[str], X: Any, y: NDArray[Any], folds: Sequence[Any]
) -> NDArray[Any]:
    """What some views say about each row, by a model that has not seen it."""
    said = np.empty_like(y)
    names = [name for name, _, _ in views]
    own = tuple(name for name in optional if name in names)
    some = clone(model).set_params(views=views, optional=own)
    for train, test in folds:
        fitted = clone(some).fit(take_rows(X, train), y[train])
        said[test] = fitted.predict(take_rows(X, test))
    return said


def _measure(
    names: tuple[str, ...],
    said: NDArray[Any],
    y: NDArray[Any],
    folds: Sequence[Any],
    n_unlabelled: int,
) -> Measured:
    """From what each view says, and last what all say together."""
    classes, sizes = np.unique(y, return_counts=True)
    said, together = said[:-1], said[-1]
    right = said == y
    count = right.sum(axis=0)
    by_fold = np.array([_recalls(right[:, test], y[test], classes) for _, test in folds])
    means = np.nanmean(by_fold, axis=2)
    with np.errstate(invalid="ignore", divide="ignore"):
        correlation = np.atleast_2d(np.corrcoef(right))
    return Measured(
        view_names=names,
        classes=classes,
        class_sizes=sizes,
        n_unlabelled=n_unlabelled,
        accuracy=right.mean(axis=1),
        mean_recall=_recalls(right, y, classes).mean(axis=1),
        standard_error=means.std(axis=0, ddof=1) / np.sqrt(len(folds)),
        recalls=_recalls(right, y, classes),
        agreement=(said[:, None] == said[None]).mean(axis=2),
        correlation=correlation,
        alone=(right & (count == 1)).mean(axis=1),
        together=float((together == y).mean()),
    )


def _recalls(
    right: NDArray[np.bool_], y: NDArray[Any], classes: NDArray[Any]
) -> NDArray[np.float64]:
    """The recall of each class in each view, NaN for a class without a row."""
    own = (y[:, None] == classes).astype(np.float64)
    return ratio(right @ own, own.sum(axis=0))
