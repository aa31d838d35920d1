"""Late fusion: one classifier per view, and Methods A and B."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.utils.metaestimators import available_if

from viewboost.algorithms._base import BoostClassifier
from viewboost.fusion._base import Fusion, fitted
from viewboost.learners.foreign import as_learner
from viewboost.rounds.stopping import as_decision
from viewboost.views._sklearn import StrOptions, fit_context
from viewboost.views.blocks import Accepts, Block
from viewboost.views.container import Views
from viewboost.views.declared import declared
from viewboost.views.dense import one_hot
from viewboost.views.gate import ViewSpec
from viewboost.views.rows import Rows

# What a classifier must have for each way of combining.
_NEEDS = {
    "votes": "predict",
    "margins": "decision_function",
    "probabilities": "predict_proba",
    "A": "decision_function",
    "B": "decision_function",
}


@dataclass(eq=False, repr=False)
class LateFusion(Fusion):
    """One classifier per view, each on its own; what they say is added.

    Each classifier is fitted to the rows that have its view, and says nothing about the others;
    a row about which none says anything gets the class prior. Pipelines and viewboost's
    algorithms read the columns as they are; for other classifiers nominal columns with more
    than two levels become one column per level.

    Parameters
    ----------
    estimator : classifier or Pipeline
        Cloned for each view.
    views : list of (name, learner or classifier, columns), optional
        As in the algorithms; by default the blocks of a container, or all of X. The second
        item is the view's learner if ``estimator`` is one of viewboost's algorithms, otherwise
        a classifier in its place.
    combine : {"votes", "margins", "probabilities", "A", "B"}, default="votes"
        What is added: one vote for the predicted class (ties go to the first class), values of
        ``decision_function``, or probabilities. "A" and "B" are for viewboost's algorithms:
        the sums of votes, in "A" each divided by the sum of its coefficients
        (f_j = sum_t c_t h_t / sum_t c_t), in "B" as they are.
    optional : sequence of str, default=()
        Views that rows may lack: None, or a row all NaN, is then a missing view.

    Attributes
    ----------
    classes_ : array
    estimators_ : dict
        The fitted classifier of each view; None where its rows had fewer than two classes.

    References
    ----------
    J.-C. Janodet, M. Sebban, H.-M. Suchier, "Boosting classifiers built from different subsets
    of features", Fundamenta Informaticae 94, 2009: Methods A and B.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from viewboost import AdaBoostMMClassifier, LateFusion
    >>> X, y = load_iris(return_X_y=True)
    >>> views = [("sepal", None, [0, 1]), ("petal", None, [2, 3])]
    >>> model = LateFusion(AdaBoostMMClassifier(n_rounds=20), views, combine="A").fit(X, y)
    >>> bool(model.score(X, y) > 0.9)
    True
    """

    combine: str = "votes"

    _parameter_constraints: ClassVar[dict] = {
        **Fusion._parameter_constraints,
        "combine": [StrOptions(set(_NEEDS))],
    }

    @fit_context
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> LateFusion:
        """Fit one classifier to each view."""
        triples = declared(self, X, self.views, None)
        parts = [self._classifier(own) for _, own, _ in triples]
        specs = [
            ViewSpec(name, _reads(part), columns)
            for (name, _, columns), part in zip(triples, parts)
        ]
        blocks, target = self._learn_blocks(X, y, sample_weight, specs)
        weighted = sample_weight is not None
        fitted = [
            self._fit_view(*each, target.rows, weighted) for each in zip(self._names, parts, blocks)
        ]
        self.estimators_ = dict(zip(self._names, fitted))
        mass = target.rows.class_weights()
        self._prior = mass / mass.sum()
        return self

    @property
    def _names(self) -> tuple[str, ...]:
        return self._gate.names

    def _classifier(self, own: Any) -> Any:
        """The classifier of a view, not fitted, once it is known to say what is combined."""
        part = view_classifier(self.estimator, own)
        name = type(part).__name__
        if self.combine in ("A", "B") and not isinstance(part, BoostClassifier):
            raise ValueError(
                f"combine={self.combine!r} adds the votes of viewboost's algorithms; for "
                f"{name} take 'votes', 'margins' or 'probabilities'"
            )
        if not hasattr(part, _NEEDS[self.combine]):
            raise ValueError(
                f"combine={self.combine!r} needs {_NEEDS[self.combine]}, which {name} has not; "
                "combine='votes' needs predict only"
            )
        return part

    def _fit_view(self, name: str, part: Any, block: Block, rows: Rows, weighted: bool) -> Any:
        places, block = block.present_part()
        seen = rows.take(places)
        if len(np.unique(seen.y)) < min(2, rows.n_classes):
            return None  # nothing tells classes apart where there is one, or no row at all
        weights = seen.weights if weighted else None
        return fitted(part, _given(part, name, block), self.classes_[seen.y], weights)

    def _scores(self, X: Any) -> NDArray[np.float64]:
        """What the views say about each row, added (probabilities and votes: averaged)."""
        blocks = self._read_blocks(X)
        total = np.zeros((len(blocks[0]), len(self.classes_)))
        spoke = np.zeros(len(total), dtype=np.intp)
        for (name, model), block in zip(self.estimators_.items(), blocks):
            rows, seen = block.present_part()
            if model is not None and len(rows):
                said = _SAYS[self.combine](model, _given(model, name, seen))
                if said is not None:
                    total[rows] += _over_all(said, model.classes_, self.classes_)
                    spoke[rows] += 1
        if self.combine in ("votes", "probabilities"):
            return np.where(spoke[:, None], total / np.maximum(spoke, 1)[:, None], self._prior)
        return np.where(spoke[:, None], total, 0.5 * np.log(self._prior))

    def predict(self, X: Any) -> NDArray[Any]:
        """The class for which the views say most."""
        scores = self._scores(X)
        return self.classes_[scores.argmax(axis=1)]

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """What is said for each class, shape (n, K); for two classes the difference, (n,)."""
        return as_decision(self._scores(X))

    @available_if(lambda self: self.combine in ("votes", "probabilities"))
    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Means of the views' probabilities, or shares of their votes."""
        return self._scores(X)


def view_classifier(estimator: Any, own: Any) -> Any:
    """The classifier of a view that brings a learner, or a classifier, of its own (or None)."""
    if own is None:
        return estimator
    if isinstance(estimator, BoostClassifier):
        return clone(estimator).set_params(learner=own)
    return own


def _reads(part: Any) -> Accepts:
    """What the gate makes of a view for a classifier; viewboost's algorithms have their own."""
    if isinstance(part, BoostClassifier):
        return Accepts(frozenset({"raw"}), missing=True)
    return as_learner(part).accepts


def _given(part: Any, name: str, block: Block) -> Any:
    """The rows of a view, all present, as its classifier reads them."""
    if isinstance(part, BoostClassifier):
        return Views(**{name: block.data})
    return one_hot(block.data, block.levels) if block.kind == "dense" else block.data


def _votes(model: Any, X: Any) -> NDArray[np.float64]:
    return (model.predict(X)[:, None] == model.classes_).astype(np.float64)


def _margins(model: Any, X: Any) -> NDArray[np.float64]:
    scores = model.decision_function(X)
    # For two classes the one number is the difference of their scores.
    return scores if scores.ndim == 2 else np.outer(scores, [-0.5, 0.5])


def _sum_of_votes(model: Any, X: Any) -> NDArray[np.float64] | None:
    """G of a boosted model; a model without votes says nothing."""
    return _margins(model, X) if model._votes.entries else None


def _mean_of_votes(model: Any, X: Any) -> NDArray[np.float64] | None:
    G = _sum_of_votes(model, X)
    return G if G is None else G / sum(np.abs(v.vector).max() for v in model._votes.entries)


_SAYS: dict[str, Callable[[Any, Any], NDArray[np.float64] | None]] = {
    "votes": _votes,
    "margins": _margins,
    "probabilities": lambda model, X: model.predict_proba(X),
    "A": _mean_of_votes,
    "B": _sum_of_votes,
}


def _over_all(
    said: NDArray[np.float64], known: NDArray[Any], classes: NDArray[Any]
) -> NDArray[np.float64]:
    """Scores over all classes; one that a view has never met gets its lowest score."""
    if len(known) == len(classes):
        return said
    scores = np.repeat(np.minimum(said.min(axis=1, keepdims=True), 0.0), len(classes), axis=1)
    scores[:, np.searchsorted(classes, known)] = said
    return scores
