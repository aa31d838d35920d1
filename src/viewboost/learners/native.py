"""The native learners: cost-aware stumps and trees on binned dense and sparse views."""

from __future__ import annotations

from numbers import Integral
from typing import Any, ClassVar

from viewboost.learners.base import BoundLearner, Learner
from viewboost.learners.trees import TreeHypothesis
from viewboost.views._sklearn import Interval
from viewboost.views.blocks import Accepts, Block
from viewboost.views.rows import Rows

__all__ = ["Stump", "Tree", "TreeHypothesis"]

NATIVE = Accepts(kinds=frozenset({"dense", "sparse"}), missing=True, costs=True)


class Stump(Learner):
    """The split of one feature that costs least.

    It minimises the cost ``sum_i D(i, h(i))`` itself, over all features, thresholds, level
    sets and pairs of classes. Missing cells go to the side where they cost less.

    Parameters
    ----------
    max_bins : int, default=255
        Bins per numeric column, at most 255. A column with no more distinct values is
        split exactly, others at quantiles.

    Notes
    -----
    The first fit on a machine compiles what its data need; where that takes more than two
    seconds the logger ``viewboost`` says so once, as a warning. The result is cached beside
    the library or in the user's cache folder, if one of them can be written.

    Examples
    --------
    >>> import numpy as np
    >>> from viewboost import AdaBoostMMClassifier, Stump
    >>> X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), ["a", "a", "b", "b"]
    >>> AdaBoostMMClassifier(learner=Stump()).fit(X, y).predict([[0.5], [2.5]])
    array(['a', 'b'], dtype='<U1')
    """

    accepts: ClassVar[Accepts] = NATIVE
    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "max_bins": [Interval(Integral, 2, 255, closed="both")],
    }

    def __init__(self, max_bins: int = 255):
        self.max_bins = max_bins

    def bind(self, block: Block, rows: Rows, n_threads: int = 1) -> BoundLearner:
        """Bin the view; the kernels are loaded here, not with the library."""
        self._validate_params()
        from viewboost.learners._stump import BoundStump

        return BoundStump(self, block, rows, n_threads)


class Tree(Learner):
    """A small tree of splits that lower the cost most.

    It grows greedily: the leaf whose split gains most is split first. Where several splits
    gain the same, or none gains at all, it prefers those whose sides agree most within
    themselves, so that it also finds what only two splits together show.

    Parameters
    ----------
    max_depth : int or None, default=3
        Splits between the root and a leaf. 1 is a :class:`Stump`.
    max_leaves : int or None, default=None
        Number of leaves; None sets no limit.
    max_bins : int, default=255
        Bins per numeric column, at most 255.

    Examples
    --------
    >>> import numpy as np
    >>> from viewboost import AdaBoostMMClassifier, Tree
    >>> X, y = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), [0, 1, 1, 0]
    >>> AdaBoostMMClassifier(learner=Tree(max_depth=2)).fit(X, y).predict(X)
    array([0, 1, 1, 0])
    """

    accepts: ClassVar[Accepts] = NATIVE
    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "max_depth": [Interval(Integral, 1, None, closed="left"), None],
        "max_leaves": [Interval(Integral, 2, None, closed="left"), None],
        "max_bins": [Interval(Integral, 2, 255, closed="both")],
    }

    def __init__(
        self, max_depth: int | None = 3, max_leaves: int | None = None, max_bins: int = 255
    ):
        self.max_depth = max_depth
        self.max_leaves = max_leaves
        self.max_bins = max_bins

    def bind(self, block: Block, rows: Rows, n_threads: int = 1) -> BoundLearner:
        """Bin the view; the kernels are loaded here, not with the library."""
        self._validate_params()
        from viewboost.learners._tree import BoundTree

        return BoundTree(self, block, rows, n_threads)
