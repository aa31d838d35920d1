"""The best single view, chosen by cross-validation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import cross_val_score
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from viewboost.fusion._base import Fusion, has
from viewboost.fusion.late import LateFusion, view_classifier
from viewboost.views._sklearn import fit_context
from viewboost.views.container import as_views
from viewboost.views.declared import declared


@dataclass(eq=False, repr=False)
class BestView(Fusion):
    """The one view whose classifier does best in cross-validation.

    A row that lacks the view gets the class prior, in cross-validation too: a good view that
    few rows have is not the best one.

    Parameters
    ----------
    estimator : classifier or Pipeline
        Cloned for each view.
    views : list of (name, learner or classifier, columns), optional
        As in :class:`LateFusion`.
    cv : int, splitter or iterable, optional
        As in scikit-learn's ``cross_val_score``: five stratified folds by default.
    scoring : str or callable, optional
        As there; accuracy by default.
    optional : sequence of str, default=()
        Views that rows may lack: None, or a row all NaN, is then a missing view.

    Attributes
    ----------
    classes_ : array
    best_view_ : str
    scores_ : dict
        Mean score of each view (of the only view: NaN, since there is nothing to choose).
    estimator_ : LateFusion
        The fitted classifier of that view.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from viewboost import BestView
    >>> X, y = load_iris(return_X_y=True)
    >>> views = [("sepal", None, [0, 1]), ("petal", None, [2, 3])]
    >>> BestView(DecisionTreeClassifier(max_depth=2), views).fit(X, y).best_view_
    'petal'
    """

    cv: Any = None
    scoring: Any = None

    _parameter_constraints: ClassVar[dict] = {
        **Fusion._parameter_constraints,
        "cv": ["cv_object"],
        "scoring": [str, callable, None],
    }

    @fit_context
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> BestView:
        """Score each view's classifier by cross-validation, and fit the best to all rows."""
        X = as_views(X)
        candidates = {t[0]: self._one(t) for t in declared(self, X, self.views, None)}
        params = {} if sample_weight is None else {"sample_weight": sample_weight}
        self.scores_ = dict.fromkeys(candidates, np.nan)
        if len(candidates) > 1:
            how = {"cv": self.cv, "scoring": self.scoring, "params": params, "error_score": "raise"}
            self.scores_ = {
                name: float(cross_val_score(candidate, X, y, **how).mean())
                for name, candidate in candidates.items()
            }
        # The first one wins a tie, and is the only one that may have no score.
        self.best_view_ = max(candidates, key=lambda name: self.scores_[name])
        self.estimator_ = candidates[self.best_view_].fit(X, y, **params)
        self.classes_ = self.estimator_.classes_
        for name in ("n_features_in_", "feature_names_in_"):  # of one X; a container has none
            if hasattr(self.estimator_, name):
                setattr(self, name, getattr(self.estimator_, name))
        return self

    def _one(self, triple: tuple[str, Any, Any]) -> LateFusion:
        """The classifier of one view, which speaks as richly as it can."""
        part = view_classifier(self.estimator, triple[1])
        rich = [("predict_proba", "probabilities"), ("decision_function", "margins")]
        combine = next((way for method, way in rich if hasattr(part, method)), "votes")
        optional = [name for name in self.optional if name == triple[0]]
        return LateFusion(self.estimator, [triple], combine=combine, optional=optional)

    def predict(self, X: Any) -> NDArray[Any]:
        """The best view's labels."""
        check_is_fitted(self)
        return self.estimator_.predict(X)

    @available_if(has("predict_proba"))
    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """The best view's probabilities."""
        check_is_fitted(self)
        return self.estimator_.predict_proba(X)

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """The best view's scores."""
        check_is_fitted(self)
        return self.estimator_.decision_function(X)
