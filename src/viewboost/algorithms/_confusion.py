"""Carako's bounds on the norm of the confusion matrix: values, better classifiers, best shares."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewboost.algorithms._beta import optimal_shares
from viewboost.algorithms.combo import balanced_weights
from viewboost.learners.base import Hypothesis
from viewboost.rounds.costs import Costs
from viewboost.rounds.edges import Tally
from viewboost.rounds.rule import State, Turn

# What lowers the joint objective by less than this part of it counts for nothing.
JOINT_TOL = 1e-10
JOINT_PASSES = 500
# A share b of v views weighs exp(v b): that of more views would leave the range of numbers.
JOINT_VIEWS = 300


class Model(NamedTuple):
    """A classifier of each view, what it says of the training rows, and its shares (v, K)."""

    hypotheses: tuple[Hypothesis, ...]
    predictions: tuple[NDArray[np.intp], ...]
    beta: NDArray[np.float64]

    def swapped(self, turn: Turn, better: Sequence[Any]) -> Model:
        """The model with the new classifiers of those views where they are better."""
        new = Model(tuple(turn.hypotheses), tuple(turn.predictions), self.beta)
        pick = [new if one else self for one in better]
        hypotheses = tuple(model.hypotheses[j] for j, model in enumerate(pick))
        predictions = tuple(model.predictions[j] for j, model in enumerate(pick))
        return Model(hypotheses, predictions, self.beta)


# -- Eq. 4.8, version 2: every view votes alone, and the losses are added up ---------------


def tallies(state: State, model: Model) -> list[Tally]:
    """What the classifiers meet on the costs at F = 0, whatever their scale."""
    return [
        Tally(np.exp(costs.log_scale) * met.table, np.exp(costs.log_loss))
        for costs, said in zip(state.tables, model.predictions)
        for met in [costs.tally(said)]
    ]


def separate_parts(state: State, model: Model) -> NDArray[np.float64]:
    """sum_i sum_{l != y} (w_i/m_y) exp(b_jl 1[h_j=l] - b_jy 1[h_j=y]) of each view j."""
    K, b = state.rows.n_classes, model.beta
    met = tallies(state, model)
    A, B = np.array([t.right for t in met]), np.array([t.wrong for t in met])
    # A view that says nothing of a row, or nothing with a share, costs exp(0) per label.
    return K * (K - 1) + (A * np.expm1(-b) + B * np.expm1(b)).sum(axis=1)


def separate_bound(state: State, model: Model) -> float:
    """The sum of the parts of all views."""
    return float(separate_parts(state, model).sum())


def separate_swap(state: State, model: Model, turn: Turn) -> Model:
    """The model with those new classifiers that lower their view's part."""
    every = model.swapped(turn, [True] * state.n_views)
    return model.swapped(turn, separate_parts(state, every) < separate_parts(state, model))


def separate_shares(state: State, model: Model) -> NDArray[np.float64]:
    """The minimiser over beta, class by class: muCoMBo's at F = 0 and alpha = 1."""
    met = tallies(state, model)
    A, B = np.array([t.right for t in met]), np.array([t.wrong for t in met])
    return optimal_shares(A, B, np.ones(len(A)), sum_to_one=True)


# -- Eq. 4.5, version 1: all views vote together -------------------------------------------


def joint_costs(state: State, model: Model) -> Costs:
    """Costs of the common vote F = sum_j b_{j,h_j}; their loss is Eq. 4.5."""
    costs = Costs(state.rows, balanced_weights(state))
    for said, b in zip(model.predictions, model.beta):
        costs.add(said, b)
    return costs


def joint_bound(state: State, model: Model) -> float:
    """sum_i sum_{l != y} (w_i/m_y) exp(sum_j [b_jl 1[h_j=l] - b_jy 1[h_j=y]])."""
    return math.exp(joint_costs(state, model).log_loss)


def joint_swap(state: State, model: Model, turn: Turn) -> Model:
    """The model with those new classifiers that, one after the other, lower the objective."""
    costs, better = joint_costs(state, model), []
    for b, old, new in zip(model.beta, model.predictions, turn.predictions):
        last = costs.log_loss
        costs.add(old, -b)
        costs.add(new, b)
        better.append(last - costs.log_loss > JOINT_TOL)
        if not better[-1]:
            costs.add(new, -b)
            costs.add(old, b)
    return model.swapped(turn, better)


def joint_shares(state: State, model: Model) -> NDArray[np.float64]:
    """The minimiser over beta of the convex Eq. 4.5, by separable bounds from above.

    By Jensen exp(sum_j d_j) <= 1/v sum_j exp(v d_j), with equality at d = 0: minimising that
    over d = beta - current beta is the step of version 2 with alpha = v, and never rises.
    """
    v, last = state.n_views, math.inf
    for _ in range(JOINT_PASSES):
        costs = joint_costs(state, model)
        if not last - costs.log_loss > JOINT_TOL:
            break
        last, b = costs.log_loss, model.beta
        met = [costs.tally(said) for said in model.predictions]
        A = np.array([t.right for t in met]) * np.exp(v * b)
        B = np.array([t.wrong for t in met]) * np.exp(-v * b)
        model = model._replace(beta=optimal_shares(A, B, np.full(v, float(v)), sum_to_one=True))
    return model.beta


OBJECTIVES = {
    1: (joint_bound, joint_swap, joint_shares),
    2: (separate_bound, separate_swap, separate_shares),
}
