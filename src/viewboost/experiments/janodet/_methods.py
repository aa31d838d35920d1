"""2-Boost, and two AdaBoosts added by Methods A and B: what the experiments of 2-Boost compare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost.algorithms._base import BoostClassifier
from viewboost.algorithms.adaboost_mm import AdaBoostMMClassifier
from viewboost.algorithms.kboost import KBoostClassifier
from viewboost.views.container import Views

METHODS = ("2-Boost", "Method A", "Method B")


def scores(
    X: Views,
    y: NDArray[Any],
    train: NDArray[np.intp],
    learners: Mapping[str, Any],
    rounds: Sequence[int],
    nominal: Mapping[str, Sequence[int]] | None = None,
    degenerate: str = "smooth",
) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """The scores of all rows after some rounds, (rounds, rows), by method and by view alone.

    ``learners`` gives the learner of each of the two views, ``nominal`` its nominal columns,
    ``degenerate`` what 2-Boost does where no joint coefficients are best.
    """
    models = {
        names: _model(names, learners, rounds[-1], nominal or {})
        for names in (tuple(learners), *((name,) for name in learners))
    }
    models[tuple(learners)].set_params(degenerate=degenerate)
    for model in models.values():
        model.fit(X[train], y[train])
    said = {names: _staged(model, X, rounds) for names, model in models.items()}
    both, one, other = said
    yield "2-Boost", said[both]
    yield "Method A", sum(said[name] / _sums(models[name], rounds) for name in (one, other))
    yield "Method B", said[one] + said[other]
    yield one[0], said[one]
    yield other[0], said[other]


def _model(
    names: tuple[str, ...],
    learners: Mapping[str, Any],
    n_rounds: int,
    nominal: Mapping[str, Sequence[int]],
) -> BoostClassifier:
    kind = AdaBoostMMClassifier if len(names) == 1 else KBoostClassifier
    columns = {name: list(nominal[name]) for name in names if nominal.get(name)}
    views = [(name, learners[name], name) for name in names]
    return kind(views, n_rounds=n_rounds, categorical_features=columns or None, random_state=0)


def _staged(model: BoostClassifier, X: Views, rounds: Sequence[int]) -> NDArray[np.float64]:
    """Scores after some rounds; those after the last one stay, or the prior where there is none."""
    found = np.array(list(model.staged_decision_function(X)) or [model.decision_function(X)])
    return found[np.minimum(rounds, len(found)) - 1]


def _sums(model: BoostClassifier, rounds: Sequence[int]) -> NDArray[np.float64]:
    """Sums of coefficients after some rounds, which Method A divides by."""
    sums = np.abs(model.history_.column("steps")[:, 0]).cumsum()
    return sums[np.minimum(rounds, len(sums)) - 1][:, None]
