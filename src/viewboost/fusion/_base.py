"""What the baselines share: parameters, the gate, and how a classifier is fitted."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, NoReturn

import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClassifierMixin, clone
from sklearn.pipeline import Pipeline
from sklearn.utils import get_tags
from sklearn.utils.validation import check_is_fitted, has_fit_parameter

from viewboost.io.errors import ModelFileError
from viewboost.views._sklearn import HasMethods
from viewboost.views.blocks import Block
from viewboost.views.declared import WithViews
from viewboost.views.gate import Gate, ViewSpec
from viewboost.views.target import Target, learn_target


@dataclass(eq=False, repr=False)
class Fusion(ClassifierMixin, WithViews):
    """What the baselines share: a classifier, views, and the way of X and y through the gate."""

    estimator: Any
    views: Any = None
    _: KW_ONLY
    optional: Any = ()

    _parameter_constraints: ClassVar[dict] = {
        "estimator": [HasMethods(["fit", "predict"])],
        "views": [list, tuple, None],
        "optional": [list, tuple, set, frozenset],
    }

    def __sklearn_tags__(self):
        tags, inner = super().__sklearn_tags__(), get_tags(self.estimator)
        tags.input_tags.sparse = inner.input_tags.sparse
        tags.input_tags.allow_nan = inner.input_tags.allow_nan
        return tags

    def save(self, path: str | os.PathLike[str]) -> NoReturn:
        """Not possible: a baseline's classifiers may be of any kind, which skops is made for.

        ``skops.io.dump(model, path)`` keeps it. ``skops.io.get_untrusted_types(file=path)`` lists
        the types that ``skops.io.load(path, trusted=...)`` asks you to trust.
        """
        raise ModelFileError(
            f"{type(self).__name__}: model files hold viewboost's algorithms, not baselines, whose "
            "classifiers may be of any kind; keep it with skops.io.dump(model, path), "
            'pip install "viewboost[skops]"'
        )

    def _learn_blocks(
        self, X: Any, y: Any, sample_weight: Any, specs: list[ViewSpec]
    ) -> tuple[list[Block], Target]:
        """The blocks and the target of the rows that have weight."""
        self._gate, blocks = Gate.learn(self, X, specs, optional=self.optional)
        target = learn_target(self, y, sample_weight, len(blocks[0]))
        self.classes_ = target.classes
        if target.kept is not None:
            blocks = [block.take(target.kept) for block in blocks]
        return blocks, target

    def _read_blocks(self, X: Any) -> list[Block]:
        check_is_fitted(self)
        return self._gate.read(self, X)


def has(method: str) -> Callable[[Any], bool]:
    """Whether the classifier, fitted if it is, has a method."""

    def check(self: Any) -> bool:
        getattr(getattr(self, "estimator_", self.estimator), method)
        return True

    return check


def fitted(estimator: Any, X: Any, y: NDArray[Any], weights: NDArray[np.float64] | None) -> Any:
    """A fitted clone."""
    model = clone(estimator)
    return model.fit(X, y, **({} if weights is None else _weight_params(model, weights)))


def _weight_params(model: Any, weights: NDArray[np.float64]) -> dict[str, Any]:
    """How a classifier, or the last step of a Pipeline, is told the weights."""
    if isinstance(model, Pipeline):
        name, last = model.steps[-1]
        return {f"{name}__{key}": value for key, value in _weight_params(last, weights).items()}
    if not has_fit_parameter(model, "sample_weight"):
        raise ValueError(
            f"{type(model).__name__} takes no sample_weight; leave it out, or take a classifier "
            "that takes it"
        )
    return {"sample_weight": weights}
