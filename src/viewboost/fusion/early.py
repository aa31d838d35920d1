"""Early fusion: one classifier on all views side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.pipeline import Pipeline
from sklearn.utils import get_tags
from sklearn.utils.metaestimators import available_if

from viewboost.fusion._base import Fusion, fitted, has
from viewboost.learners.base import Encoder
from viewboost.learners.foreign import as_learner
from viewboost.views._sklearn import fit_context
from viewboost.views.blocks import Accepts, Block
from viewboost.views.declared import declared
from viewboost.views.dense import one_hot
from viewboost.views.gate import ViewSpec
from viewboost.views.rows import Rows


@dataclass
class _Side:
    """The place of one view in the matrix of all: what makes its columns, and how many."""

    encoder: Encoder | None
    width: int
    sparse: bool

    @classmethod
    def learn(cls, learner: Any, block: Block, rows: Rows) -> _Side:
        """From the training rows of a view; one that no row has gets no columns."""
        places, seen = block.present_part()
        if not len(places):
            return cls(None, 0, False)
        encoder = None
        if block.kind in ("strings", "raw"):
            # What a learner makes of strings before it learns: words, n-grams, a Pipeline's steps.
            encoder = learner.bind(seen, rows.take(places)).encoder
        made = cls(encoder, 0, False)._numbers(seen)
        return cls(encoder, made.shape[1], sparse.issparse(made))

    def columns(self, block: Block) -> Any:
        """The view's columns; rows that lack it are NaN in dense ones, zeros in sparse ones."""
        rows, seen = block.present_part()
        shape = len(block), self.width
        if not (self.width and len(rows)):
            return sparse.csr_matrix(shape) if self.sparse else np.full(shape, np.nan)
        some = self._numbers(seen)
        if len(rows) == len(block):
            return some
        if self.sparse:
            ones = np.ones(len(rows)), (rows, np.arange(len(rows)))
            return sparse.csr_matrix(ones, (len(block), len(rows))) @ some
        data = np.full(shape, np.nan)
        data[rows] = some
        return data

    def _numbers(self, block: Block) -> Any:
        block = block if self.encoder is None else self.encoder.encode_rows(block)
        if sparse.issparse(block.data):
            return block.data
        return one_hot(np.asarray(block.data, dtype=np.float64), block.levels)


@dataclass(eq=False, repr=False)
class EarlyFusion(Fusion):
    """One classifier on all views side by side, as one matrix.

    The matrix is dense, or sparse as soon as one view is. Nominal columns with more than two
    levels become one column per level. Of strings it takes what the view's learner makes of
    them: the words of :class:`viewboost.BagOfWords`, the n-grams of :class:`viewboost.NGram`,
    what the transformers of a Pipeline put out; other learners in ``views`` are not used, since
    the one classifier learns. A row that lacks a dense view has NaN there, which the classifier
    must read; one that lacks a sparse view or its string has zeros.

    With stumps :class:`viewboost.AdaBoostMMClassifier` on several views is the same, without
    the matrix.

    Parameters
    ----------
    estimator : classifier or Pipeline
        Cloned, then fitted to the matrix.
    views : list of (name, learner, columns), optional
        As in the algorithms; by default the blocks of a container, or all of X.
    optional : sequence of str, default=()
        Views that rows may lack: None, or a row all NaN, is then a missing view.

    Attributes
    ----------
    classes_ : array
    estimator_ : classifier
        The fitted classifier.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.linear_model import LogisticRegression
    >>> from viewboost import EarlyFusion, Views
    >>> X = Views(size=[[1.0], [2.0], [8.0], [9.0]], hue=[[0, 1], [1, 0], [0, 1], [1, 0]])
    >>> model = EarlyFusion(LogisticRegression()).fit(X, ["small", "small", "big", "big"])
    >>> model.predict(X), model.estimator_.n_features_in_
    (array(['small', 'small', 'big', 'big'], dtype='<U5'), 3)
    """

    @fit_context
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> EarlyFusion:
        """Fit the classifier to the matrix of all views."""
        triples = declared(self, X, self.views, None)
        learners = [None if own is None else as_learner(own) for _, own, _ in triples]
        specs = [
            ViewSpec(name, self._accepts(learner), columns)
            for (name, _, columns), learner in zip(triples, learners)
        ]
        blocks, target = self._learn_blocks(X, y, sample_weight, specs)
        sides = zip(learners, blocks)
        self._sides = [_Side.learn(learner, block, target.rows) for learner, block in sides]
        labels = self.classes_[target.rows.y]
        weights = None if sample_weight is None else target.rows.weights
        self.estimator_ = fitted(self.estimator, self._matrix(blocks), labels, weights)
        return self

    def _accepts(self, learner: Any) -> Accepts:
        """What is read of a view: its numbers, or what its learner reads as strings."""
        if learner is not None and learner.accepts.kinds & {"strings", "raw"}:
            return learner.accepts
        tags = get_tags(self.estimator).input_tags
        kinds = {"dense", "sparse"} if tags.sparse else {"dense"}
        return Accepts(frozenset(kinds), missing=self._reads_nan)

    @property
    def _reads_nan(self) -> bool:
        # The tags of a Pipeline do not tell what its first steps can do.
        return isinstance(self.estimator, Pipeline) or (
            get_tags(self.estimator).input_tags.allow_nan
        )

    def _matrix(self, blocks: list[Block]) -> Any:
        for name, side, block in zip(self._gate.names, self._sides, blocks):
            lacks = block.present is not None and not side.sparse and not block.present.all()
            if lacks and not self._reads_nan:
                raise ValueError(
                    f"view {name!r} is missing in some rows, which is NaN in the matrix of all "
                    f"views, and {type(self.estimator).__name__} does not read NaN; put it in a "
                    "Pipeline after an imputer, or take LateFusion"
                )
        parts = [side.columns(block) for side, block in zip(self._sides, blocks)]
        if any(side.sparse for side in self._sides):
            # A view that was sparse may come dense now.
            return sparse.csr_matrix(sparse.hstack([sparse.csr_matrix(part) for part in parts]))
        return np.hstack(parts)

    def predict(self, X: Any) -> NDArray[Any]:
        """The classifier's labels."""
        blocks = self._read_blocks(X)
        return self.estimator_.predict(self._matrix(blocks))

    @available_if(has("predict_proba"))
    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """The classifier's probabilities."""
        blocks = self._read_blocks(X)
        return self.estimator_.predict_proba(self._matrix(blocks))

    @available_if(has("decision_function"))
    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """The classifier's scores."""
        blocks = self._read_blocks(X)
        return self.estimator_.decision_function(self._matrix(blocks))
