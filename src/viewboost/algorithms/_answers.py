"""What a fitted model answers: predictions by one path, and what carries them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from viewboost.rounds.stopping import as_decision
from viewboost.views.gate import Gate
from viewboost.vote.links import Link
from viewboost.vote.votes import Votes


class Answers:
    """Predictions of a fitted model: the final ones are the last of the staged ones."""

    _gate: Gate
    _votes: Votes
    classes_: NDArray[Any]
    view_names_: list[str]
    n_rounds_: int

    @property
    def _link(self) -> Link:
        """Probabilities from scores."""
        raise NotImplementedError

    def _scores(self, X: Any, stages: Sequence[int]) -> Iterator[NDArray[np.float64]]:
        check_is_fitted(self)
        blocks = self._gate.read(self, X)
        return self._votes.scores(blocks, stages)

    def _final_scores(self, X: Any) -> NDArray[np.float64]:
        check_is_fitted(self)
        return next(self._scores(X, [self.n_rounds_]))

    def _stages(self) -> range:
        check_is_fitted(self)
        return range(1, self.n_rounds_ + 1)

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Scores G of shape (n, K); for two classes G_1 - G_0 of shape (n,)."""
        return as_decision(self._final_scores(X))

    def predict(self, X: Any) -> NDArray[Any]:
        """The class with the largest score."""
        scores = self._final_scores(X)
        return self.classes_[scores.argmax(axis=1)]

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Probabilities of the classes."""
        scores = self._final_scores(X)
        return self._link(scores)

    def staged_decision_function(self, X: Any) -> Iterator[NDArray[np.float64]]:
        """Scores after each round."""
        for scores in self._scores(X, self._stages()):
            yield as_decision(scores)

    def staged_predict(self, X: Any) -> Iterator[NDArray[Any]]:
        """Predictions after each round."""
        for scores in self._scores(X, self._stages()):
            yield self.classes_[scores.argmax(axis=1)]

    def staged_predict_proba(self, X: Any) -> Iterator[NDArray[np.float64]]:
        """Probabilities after each round."""
        for scores in self._scores(X, self._stages()):
            yield self._link(scores)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model to a file, by custom ``name.vb``; `viewboost.load` reads it back.

        Nothing in the file is code. What was at the path before stays until all of the new
        file is written. Learners and transformers of scikit-learn are stored through skops.

        Raises
        ------
        ModelFileError
            If a parameter or learner cannot be stored, such as a callable.
        OSError
            If the file cannot be written.
        """
        check_is_fitted(self)
        from viewboost.algorithms.files import save  # which knows all algorithms

        save(self, path)

    @property
    def view_importances_(self) -> dict[str, float]:
        """Share of each view in the sum of all votes."""
        check_is_fitted(self)
        return dict(zip(self.view_names_, self._votes.view_importances().tolist()))

    @property
    def feature_importances_(self) -> Mapping[str, NDArray | None] | NDArray | None:
        """Shares of the features in the votes: an array for one X, a dict by view otherwise.

        None stands for a view whose learner does not tell.
        """
        check_is_fitted(self)
        shares = {
            name: self._votes.feature_importances(j, self._gate.n_features(name))
            for j, name in enumerate(self.view_names_)
        }
        return shares if self._gate.several else shares[self.view_names_[0]]
