"""Complexity: how well the learners of a model would fit random labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.utils import check_random_state

from viewboost.inspect._evidence import checked
from viewboost.learners.base import Learner, Seed, bind
from viewboost.views.blocks import Block
from viewboost.views.declared import declared
from viewboost.views.rows import Rows


def rademacher_complexity(
    model: Any, X: Any, *, n_draws: int = 20, random_state: Any = 0
) -> NDArray[np.float64]:
    """Empirical Rademacher complexity of each view's learner on some rows.

    R = E sup_h abs(2/n sum_i s_i h(x_i)) over random signs s, estimated by the mean over some
    draws: for a learner that finds its best hypothesis, as stumps do, twice the mean edge on
    random labels of two classes. Any other learner gives a lower bound. That of weighted votes
    of such hypotheses is the same.

    Parameters
    ----------
    model : fitted boosting model
    X : rows
    n_draws : int, default=20
    random_state : int, RandomState or None, default=0

    Returns
    -------
    float64 array of shape (v,)
        Between 0 and 2; NaN for a view that no row has.

    Examples
    --------
    >>> from viewboost import AdaBoostMMClassifier
    >>> from viewboost.datasets import make_agreeing_views
    >>> from viewboost.inspect import rademacher_complexity
    >>> X, y = make_agreeing_views(400, random_state=0)
    >>> model = AdaBoostMMClassifier(n_rounds=2).fit(X, y)
    >>> few, many = (rademacher_complexity(model, X[:n], n_draws=5) for n in (50, 400))
    >>> bool((many < few).all())
    True
    """
    checked(model, what="rademacher_complexity")
    blocks = model._gate.read(model, X)
    return complexities(learners(model, X), blocks, n_draws, check_random_state(random_state))


def learners(model: Any, X: Any) -> list[Learner]:
    """The learner of each view of a model fitted to rows like X."""
    triples = declared(model, X, model.views, model.learner)
    return [clone(model._learner(given)) for _, given, _ in triples]


def complexities(
    learners: Sequence[Learner],
    blocks: Sequence[Block],
    n_draws: int,
    rng: np.random.RandomState,
) -> NDArray[np.float64]:
    """Twice the mean edge of each learner on random labels."""
    return np.array([_complexity(lr, block, n_draws, rng) for lr, block in zip(learners, blocks)])


def _complexity(learner: Learner, block: Block, n_draws: int, rng: np.random.RandomState) -> float:
    n = len(block)
    if not n or (block.present is not None and not block.present.any()):
        return np.nan
    edges = np.empty(n_draws)
    for draw in range(n_draws):
        y = rng.randint(2, size=n)
        D = np.where(np.arange(2) == y[:, None], -1.0, 1.0)
        bound = bind(learner, block, Rows(y.astype(np.intp), np.ones(n), 2))
        _, said = bound.hypothesis(D, None, Seed(draw, 0, 0))
        edges[draw] = abs(((said == y) * 1.0 - ((said >= 0) & (said != y))).mean())
    return float(2 * edges.mean())
