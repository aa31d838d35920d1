"""All numbers of a report, asked once of inspection and metrics; the page only words them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.utils.validation import check_is_fitted, column_or_1d

from viewboost import inspect
from viewboost.algorithms._base import BoostClassifier
from viewboost.inspect.alone import Alone, views_alone
from viewboost.inspect.evaluation import Evaluation, evaluate
from viewboost.reports.names import quoted
from viewboost.views import frames
from viewboost.views.container import Views, as_array, as_views

# Where every view is asked about every row and class after every round: so many numbers, rows.
MOST_NUMBERS, MOST_ROWS = 200_000_000, 5_000
# Where every view is tried alone: so many numbers (rows times classes), rows, views.
MOST_ALONE, MOST_ROWS_ALONE, MOST_VIEWS_ALONE = 200_000, 2_000, 30


@dataclass(frozen=True)
class Rows:
    """Rows and labels, and which of those given they are."""

    X: Any
    y: NDArray[Any]
    places: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.y)

    def some(self, most: int, random_state: int = 0) -> Rows:
        """All of them, or so many drawn at random, in their order."""
        if len(self) <= most:
            return self
        rng = np.random.default_rng(random_state)
        kept = np.sort(rng.choice(len(self), size=most, replace=False))
        return self.take(kept)

    def take(self, kept: NDArray[np.intp]) -> Rows:
        """The rows at these places."""
        X = self.X[kept] if isinstance(self.X, Views) else frames.take_rows(self.X, kept)
        return Rows(X, self.y[kept], self.places[kept])


@dataclass(frozen=True)
class Findings:
    """What is known about a model and the rows of its report.

    Attributes
    ----------
    model : fitted boosting model
    rows : Rows
        What all numbers speak of, unless said otherwise.
    few : Rows
        The rows on which every view is asked by itself, and every round.
    n_given : int
        Labelled rows handed in.
    trained : Rows or None
        Training rows, if they were given.
    baseline : str
        The baseline in words.
    """

    model: Any
    rows: Rows
    few: Rows
    n_given: int
    trained: Rows | None
    baseline: str
    predicted: NDArray[Any]
    confusion: inspect.Confusion
    cooperation: inspect.Cooperation
    complementarity: inspect.Complementarity
    competence: inspect.Competence
    convergence: inspect.Convergence
    margins: inspect.Margins
    alone: Alone
    evaluation: Evaluation

    @property
    def compared(self) -> inspect.Confusion:
        """The confusion matrix of the baseline."""
        assert self.confusion.baseline is not None
        return self.confusion.baseline

    @property
    def staged(self) -> inspect.Staged:
        """The model on some of the rows, after each round."""
        assert self.convergence.held_out is not None
        return self.convergence.held_out

    @property
    def n_views(self) -> int:
        """The number of views."""
        return len(self.model.view_names_)

    def by_votes(self) -> NDArray[np.intp]:
        """The places of the views, the one with most votes first."""
        shares = np.array(list(self.model.view_importances_.values()))
        return np.argsort(-shares, kind="stable")

    def mostly_by(self, view: str, most: int) -> list[tuple[str, float]]:
        """The columns, or words, that carry most of a view's votes, with their shares."""
        j = self.model.view_names_.index(view)
        n_columns = len(self.model._gate.layouts[j].labels)
        shares = self.model._votes.feature_importances(j, n_columns)
        names = self.feature_names(view)
        if shares is None or len(shares) != len(names):
            return []
        order = np.argsort(-shares, kind="stable")[:most]
        return [(names[k], float(shares[k])) for k in order if shares[k] > 0]

    def feature_names(self, view: str) -> list[str]:
        """The names of what a view's hypotheses read; none where they are not known."""
        names = self.model._gate.feature_names(view)
        encoder = self.model._votes.encoders[self.model.view_names_.index(view)]
        return names if encoder is None else encoder.get_feature_names(names) or []


def find(
    model: Any,
    X: Any,
    y: ArrayLike,
    *,
    X_train: Any = None,
    y_train: ArrayLike | None = None,
    baseline: Any = None,
    max_rows: int = 20_000,
) -> Findings:
    """Ask inspection and metrics everything that a report tells."""
    if not isinstance(model, BoostClassifier):
        raise TypeError(
            "a report tells of one of viewboost's boosting classifiers, such as "
            f"MumboClassifier; got {type(model).__name__}"
        )
    check_is_fitted(model)
    given = _labelled(model, X, y)
    rows = given.some(max_rows)
    few = rows.some(_affordable(model))
    trained = None if y_train is None else _labelled(model, X_train, y_train).some(len(few))
    words, told = _baseline(model, baseline, rows)
    predicted = model.predict(rows.X)
    return Findings(
        model=model,
        rows=rows,
        few=few,
        n_given=len(given),
        trained=trained,
        baseline=words,
        predicted=predicted,
        confusion=inspect.confusion(model, rows.X, rows.y, baseline=told),
        cooperation=inspect.cooperation(model),
        complementarity=inspect.complementarity(model, few.X, few.y),
        competence=inspect.competence(model, few.X, few.y),
        convergence=_convergence(model, few, trained),
        margins=inspect.margins(model, rows.X, rows.y),
        alone=_alone(model, few),
        evaluation=evaluate(model, rows.X, rows.y),
    )


def _labelled(model: Any, X: Any, y: ArrayLike) -> Rows:
    """The rows that have a label; -1 is none where it is no class."""
    X, labels = as_views(X), column_or_1d(y)
    if isinstance(X, (list, tuple)):
        X = as_array(X)
    if sparse.issparse(X):
        X = X.tocsr()
    if len(labels) != frames.shape(X)[0]:
        raise ValueError(f"X has {frames.shape(X)[0]} rows, y has {len(labels)}")
    rows = Rows(X, labels, np.arange(len(labels)))
    hidden = labels.dtype.kind in "iuf" and -1 not in model.classes_
    return rows.take(np.flatnonzero(labels != -1)) if hidden and -1 in labels else rows


def _affordable(model: Any) -> int:
    """How many rows can be asked of every view and class after every round."""
    each = len(model.classes_) * len(model.view_names_) * max(model.n_rounds_, 1)
    return min(max(MOST_NUMBERS // each, 20), MOST_ROWS)


def _baseline(model: Any, baseline: Any, rows: Rows) -> tuple[str, NDArray[Any]]:
    """The baseline in words, and what it predicts."""
    if baseline is not None:
        return type(baseline).__name__, baseline.predict(rows.X)
    values, counts = np.unique(rows.y, return_counts=True)
    most = values[counts.argmax()]
    return f"always answering {quoted(most)}", np.full(len(rows), most)


def _convergence(model: Any, rows: Rows, trained: Rows | None) -> inspect.Convergence:
    train = {} if trained is None else {"X": trained.X, "y": trained.y}
    return inspect.convergence(model, **train, X_val=rows.X, y_val=rows.y)


def _alone(model: Any, rows: Rows) -> Alone:
    """Each view alone; of many the ones with most votes, and on few rows."""
    shares = model.view_importances_
    strongest = sorted(shares, key=lambda name: -shares[name])[:MOST_VIEWS_ALONE]
    part = rows.some(min(MOST_ALONE // len(model.classes_), MOST_ROWS_ALONE))
    return views_alone(model, part.X, part.y, strongest if len(shares) > 1 else [])
