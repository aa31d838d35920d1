"""Which algorithm does best on some rows: cross-validation of all that fit, and of baselines."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import clone
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler

from viewboost.algorithms.adaboost_mm import AdaBoostMMClassifier
from viewboost.algorithms.agreement import AgreementBoostClassifier
from viewboost.algorithms.catalogue import NAMES, configured
from viewboost.fusion import BestView, EarlyFusion, LateFusion
from viewboost.inspect.evaluation import evaluate
from viewboost.views.declared import declared
from viewboost.views.frames import take_rows

# Not MAUC: scores of different kinds of models are not to be compared by it.
MEASURES = ("accuracy", "mean_recall", "g_mean")
SEVERAL = ("kboost", "mumbo", "mucombo", "carako", "agreement")  # what one view does not need
BASELINES = ("late fusion", "best view", "early forest", "early logistic", "class prior")


@dataclass(frozen=True)
class Compared:
    """One candidate in a cross-validation.

    Attributes
    ----------
    name : str
    measures : dict of str to float64 array of shape (n_folds,)
        Accuracy, mean recall and G-mean on the rows left out, fold by fold.
    fit_seconds, predict_seconds : float64 array of shape (n_folds,)
    failure : str or None
        Why it could not be fitted.
    """

    name: str
    measures: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    fit_seconds: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    predict_seconds: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    failure: str | None = None

    @property
    def is_baseline(self) -> bool:
        """Whether it is no algorithm of the papers."""
        return self.name in BASELINES

    def mean(self, measure: str) -> float:
        """The mean over the folds, NaN after a failure."""
        return float("nan") if self.failure else float(self.measures[measure].mean())

    def standard_error(self, measure: str) -> float:
        """The standard error of that mean, as if folds were independent."""
        if self.failure:
            return float("nan")
        scores = self.measures[measure]
        return float(scores.std(ddof=1) / np.sqrt(len(scores)))


def candidates(
    views: Sequence[tuple[str, Any, Any]],
    *,
    optional: Sequence[str] = (),
    n_rounds: int = 100,
    random_state: int = 0,
    unlabelled: bool = False,
) -> dict[str, Any]:
    """All algorithms that fit the data, and baselines, by name.

    With one view the algorithms for several are left out, which then are AdaBoost.MM or CoMBo;
    AgreementBoost is there if some rows have no label. AdaBoost.MM with stumps is early fusion.

    Parameters
    ----------
    views : list of (name, learner, columns)
    optional : sequence of str
        Views that rows may lack.
    n_rounds, random_state : int
    unlabelled : bool
        Whether there are rows without labels.

    Examples
    --------
    >>> list(candidates([("a", None, [0]), ("b", None, [1])]))[:4]
    ['adaboost_mm', 'carako', 'combo', 'kboost']
    >>> list(candidates([("a", None, [0])]))
    ['adaboost_mm', 'combo', 'regionboost', 'early forest', 'early logistic', 'class prior']
    """
    views = declared(AdaBoostMMClassifier(), None, list(views), None)  # names that all refuse
    several = len(views) > 1
    given = {"views": views, "optional": tuple(optional)}
    common: dict[str, Any] = {"n_rounds": n_rounds, "random_state": random_state}
    chosen = {
        name: configured(name, given | common)
        for name in NAMES
        if (several or name not in SEVERAL) and (unlabelled or name != "agreement")
    }
    boosted = AdaBoostMMClassifier(**common)
    if several:
        chosen["late fusion"] = LateFusion(boosted, combine="A", **given)
        chosen["best view"] = BestView(boosted, cv=3, **given)
    imputer = SimpleImputer(keep_empty_features=True)
    forest = RandomForestClassifier(random_state=random_state)
    chosen["early forest"] = EarlyFusion(make_pipeline(imputer, forest), **given)
    logistic = make_pipeline(imputer, MaxAbsScaler(), LogisticRegression(max_iter=2000))
    chosen["early logistic"] = EarlyFusion(logistic, **given)
    return chosen | {"class prior": DummyClassifier()}


def compare(
    models: Mapping[str, Any],
    X: Any,
    y: ArrayLike,
    *,
    X_unlabelled: Any = None,
    n_folds: int = 5,
    random_state: int = 0,
    by: str = "accuracy",
    told: Callable[[str], None] | None = None,
) -> list[Compared]:
    """Cross-validate classifiers on the same folds; the best first.

    Parameters
    ----------
    models : mapping of str to classifier
        Not fitted; `candidates` makes them.
    X, y : rows and their labels
    X_unlabelled : rows without labels, optional
        For AgreementBoost; they are in every training part.
    n_folds, random_state : int
        Of the stratified, shuffled folds.
    by : {"accuracy", "mean_recall", "g_mean"}, default="accuracy"
        What they are sorted by.
    told : callable, optional
        Called with each name before its turn.

    Returns
    -------
    list of Compared
        Those that could not be fitted last.

    Examples
    --------
    >>> from viewboost.datasets import make_uneven_views
    >>> from viewboost.inspect.comparison import candidates, compare
    >>> X, y = make_uneven_views(200, random_state=0)
    >>> models = candidates([(name, None, name) for name in X.names], n_rounds=10)
    >>> chosen = {name: models[name] for name in ("mumbo", "class prior")}
    >>> [one.name for one in compare(chosen, X, y, n_folds=3)]
    ['mumbo', 'class prior']
    """
    if by not in MEASURES:
        raise ValueError(f"by is one of {', '.join(MEASURES)}, got {by!r}")
    y = np.asarray(y)
    folds = list(StratifiedKFold(n_folds, shuffle=True, random_state=random_state).split(y, y))
    results = []
    for name, model in models.items():
        if told is not None:
            told(name)
        results.append(_cross_validated(name, model, X, y, folds, X_unlabelled))
    return sorted(results, key=lambda one: (one.failure is not None, -np.nan_to_num(one.mean(by))))


def _cross_validated(
    name: str, model: Any, X: Any, y: NDArray[Any], folds: Sequence[Any], X_unlabelled: Any
) -> Compared:
    try:
        found = list(_measured(model, X, y, folds, X_unlabelled))
    except (ValueError, MemoryError) as error:
        return Compared(name, failure=str(error) or type(error).__name__)
    measures = {
        measure: np.array([getattr(judged, measure) for judged, _, _ in found])
        for measure in MEASURES
    }
    fit, predict = (np.array([one[place] for one in found]) for place in (1, 2))
    return Compared(name, measures, fit, predict)


def _measured(
    model: Any, X: Any, y: NDArray[Any], folds: Sequence[Any], X_unlabelled: Any
) -> Iterator[tuple[Any, float, float]]:
    """For each fold the evaluation, and the seconds of fitting and of predicting."""
    more = {}
    if X_unlabelled is not None and isinstance(model, AgreementBoostClassifier):
        more = {"X_unlabeled": X_unlabelled}
    for train, test in folds:
        start = time.perf_counter()
        fitted = clone(model).fit(take_rows(X, train), y[train], **more)
        rows, middle = take_rows(X, test), time.perf_counter()
        fitted.predict(rows)
        end = time.perf_counter()
        yield evaluate(fitted, rows, y[test]), middle - start, end - middle
