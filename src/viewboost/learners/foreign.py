"""Any scikit-learn classifier or Pipeline as a weak learner, by weights or by resampling."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, clone, is_classifier
from sklearn.pipeline import Pipeline
from sklearn.utils import get_tags
from sklearn.utils.validation import has_fit_parameter

from viewboost.learners.base import (
    BoundLearner,
    Change,
    Hypothesis,
    Learner,
    Seed,
    weighted_labels,
)
from viewboost.learners.transformers import Transformers
from viewboost.views._sklearn import Interval
from viewboost.views.blocks import Accepts, Block
from viewboost.views.rows import Rows


class Weighted(Learner):
    """A scikit-learn classifier, or a Pipeline ending in a learner, as a weak learner.

    In every round a fresh clone is fitted to the label argmin_c D(i,c) and the weight
    mean_c D(i,c) - min_c D(i,c) of each row: for the costs of boosting, the true label and
    the weight boosting gives the row. Classifiers whose ``fit`` takes no ``sample_weight``
    are fitted to as many rows drawn with replacement in proportion to the weights. Rows of
    weight zero are left out.

    The transformers of a Pipeline are fitted once per fit, to the unweighted rows; only its
    last step learns in every round. It may be a classifier or one of viewboost's learners.

    A classifier or Pipeline written in place of a learner is wrapped by itself; the class is
    needed only for its options.

    Parameters
    ----------
    estimator : classifier or Pipeline
        Cloned, never fitted itself. Its ``random_state`` parameters are set anew in every
        round. It sees classes as the numbers 0, 1, … (in a ``class_weight``, say).
    resample : bool, default=False
        Draw rows even though the classifier takes weights.
    redraws : int, default=10
        How often a round draws again when the hypothesis of the drawn rows is no better
        than chance.

    Notes
    -----
    Nominal columns reach a bare classifier as the codes of their levels; put a Pipeline with
    an encoder around it where their order means nothing. The hypotheses of a classifier that
    remembers rows (nearest neighbours) remember them too.

    Examples
    --------
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> from viewboost import Weighted
    >>> learner = Weighted(KNeighborsClassifier(n_neighbors=1), redraws=3)
    >>> learner.set_params(estimator__n_neighbors=2).estimator
    KNeighborsClassifier(n_neighbors=2)
    """

    _parameter_constraints = {
        "estimator": "no_validation",
        "resample": ["boolean"],
        "redraws": [Interval(Integral, 0, None, closed="left")],
    }

    def __init__(self, estimator: BaseEstimator, resample: bool = False, redraws: int = 10):
        self.estimator = estimator
        self.resample = resample
        self.redraws = redraws

    @property
    def accepts(self) -> Accepts:  # type: ignore[override]
        """What the classifier reads by its tags; a Pipeline's transformers read anything."""
        _checked(self.estimator)
        if isinstance(self.estimator, Pipeline):
            last = self._last()
            raw = Accepts(frozenset({"raw"}), missing=True, costs=last.accepts.costs)
            return raw if _transforms(self.estimator) else last.accepts
        tags = get_tags(self.estimator).input_tags
        kinds = {"dense", "sparse"} if tags.sparse else {"dense"}
        return Accepts(frozenset(kinds), missing=tags.allow_nan, costs=False)

    def bind(self, block: Block, rows: Rows, n_threads: int = 1) -> BoundLearner:
        """Bind to a view; a Pipeline's transformers are fitted here."""
        self._validate_params()
        _checked(self.estimator)
        if not isinstance(self.estimator, Pipeline):
            return BoundClassifier(self, block, rows)
        last = self._last()
        if not _transforms(self.estimator):
            return last.bind(block, rows, n_threads)
        # A scikit-learn classifier reads whatever the transformers make; ours say what they read.
        kinds = frozenset({"raw"}) if isinstance(last, Weighted) else last.accepts.kinds
        encoder = Transformers(self.estimator[:-1], kinds)
        return last.bind(encoder.fit(block, rows), rows, n_threads).encoded_by(encoder)

    def _last(self) -> Learner:
        """The last step of the Pipeline, with these options."""
        last = self.estimator.steps[-1][1]
        while isinstance(last, Pipeline) and not _transforms(last):
            last = last.steps[-1][1]
        if not isinstance(last, Learner):
            return Weighted(last, self.resample, self.redraws)
        if self.resample:
            raise ValueError(
                f"resample=True: {type(last).__name__} ends the Pipeline and reads costs, not "
                "drawn rows; drop resample, or end the Pipeline in a scikit-learn classifier"
            )
        return last


def as_learner(obj: Any) -> Learner:
    """The object as a learner: learners stay, classifiers and Pipelines are wrapped.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from viewboost.learners.foreign import as_learner
    >>> as_learner(DecisionTreeClassifier(max_depth=1))
    Weighted(estimator=DecisionTreeClassifier(max_depth=1))
    """
    return obj if isinstance(obj, Learner) else Weighted(_checked(obj))


def _checked(estimator: Any) -> BaseEstimator:
    """The estimator if it is a classifier or a Pipeline that ends in a learner."""
    hint = "expected a viewboost learner, a scikit-learn classifier, or a Pipeline ending in one"
    if isinstance(estimator, type):
        name = estimator.__name__
        raise TypeError(f"{hint}; got the class {name}: write {name}()")
    if isinstance(estimator, Pipeline) and estimator.steps:
        as_learner(estimator.steps[-1][1])
        return estimator
    if not hasattr(estimator, "__sklearn_tags__") or not is_classifier(estimator):
        raise TypeError(f"{hint}; got {estimator!r} of type {type(estimator).__name__}")
    return estimator


def _transforms(pipeline: Pipeline) -> bool:
    """Whether any step before the last one does something."""
    return any(step is not None and step != "passthrough" for _, step in pipeline.steps[:-1])


class BoundClassifier(BoundLearner):
    """A classifier bound to a view: one fitted clone per round."""

    def __init__(self, learner: Weighted, block: Block, rows: Rows):
        self.estimator = learner.estimator
        self.block = block
        self.rows = rows
        self.resample = learner.resample or not has_fit_parameter(self.estimator, "sample_weight")
        self.redraws = learner.redraws if self.resample else 0

    def hypothesis(
        self, D: NDArray[np.float64], changes: Sequence[Change] | None, seed: Seed
    ) -> tuple[Hypothesis, NDArray[np.intp]]:
        """Fit a clone to the labels and weights of the costs."""
        labels, weights = weighted_labels(D, self.rows)
        generator = seed.generator()
        if self.resample and weights.any():
            kept = generator.choice(len(D), size=len(D), p=weights / weights.sum())
            fit_params = {}
        else:
            kept = np.flatnonzero(weights)
            fit_params = {"sample_weight": weights[kept]}
        hypothesis = self._fitted(kept, labels[kept], fit_params, generator)
        return hypothesis, hypothesis.predict(self.block)

    def _fitted(
        self,
        kept: NDArray[np.intp],
        labels: NDArray[np.intp],
        fit_params: dict[str, NDArray[np.float64]],
        generator: np.random.Generator,
    ) -> Hypothesis:
        # Some classifiers insist on labels 0, 1, …, without a gap where a class has no row.
        classes, codes = np.unique(labels, return_inverse=True)
        if len(classes) < 2:
            return Constant(int(classes[0]) if len(classes) else 0)
        estimator = seeded(clone(self.estimator), generator)
        estimator.fit(self.block.take(kept).data, codes, **fit_params)
        return ClassifierHypothesis(estimator, classes)


def seeded(estimator: BaseEstimator, generator: np.random.Generator) -> BaseEstimator:
    """The estimator with every ``random_state`` it holds drawn from the generator."""
    names = sorted(estimator.get_params())
    states = [n for n in names if n == "random_state" or n.endswith("__random_state")]
    return estimator.set_params(**{n: int(generator.integers(2**31 - 1)) for n in states})


class Constant(Hypothesis):
    """The hypothesis of rows that all have one class."""

    def __init__(self, label: int):
        self.label = label

    def classes(self, block: Block) -> NDArray[np.intp]:
        """The one class, for every row."""
        return np.full(len(block), self.label, dtype=np.intp)

    def importances(self, n_features: int) -> NDArray[np.float64]:
        """No feature has a share."""
        return np.zeros(n_features)


class ClassifierHypothesis(Hypothesis):
    """A fitted classifier; ``labels`` gives the class index of each class it knows."""

    def __init__(self, estimator: BaseEstimator, labels: NDArray[np.intp]):
        self.estimator = estimator
        self.labels = labels

    def classes(self, block: Block) -> NDArray[np.intp]:
        """The classifier's predictions, as class indices."""
        return self.labels[np.asarray(self.estimator.predict(block.data), dtype=np.intp).ravel()]

    def importances(self, n_features: int) -> NDArray[np.float64] | None:
        """The classifier's ``feature_importances_``, if it has them."""
        shares = getattr(self.estimator, "feature_importances_", None)
        if shares is None or len(shares) != n_features:
            return None
        return shares / max(shares.sum(), np.finfo(float).tiny)
