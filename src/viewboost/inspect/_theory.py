"""What the theory of each algorithm promises of its losses, from the records alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import logsumexp

from viewboost.algorithms.adaboost_mm import AdaBoostMMClassifier
from viewboost.algorithms.agreement import AgreementBoostClassifier
from viewboost.algorithms.carako import CarakoClassifier
from viewboost.algorithms.combo import ComboClassifier
from viewboost.algorithms.kboost import KBoostClassifier
from viewboost.algorithms.mucombo import MuComboClassifier
from viewboost.algorithms.mumbo import MumboClassifier
from viewboost.algorithms.regionboost import RegionBoostClassifier
from viewboost.rounds.edges import CHANCE
from viewboost.rounds.records import History

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Promise:
    """The losses of a fit, and what is promised of them.

    Attributes
    ----------
    names : tuple of str
        What each column of losses belongs to: views, or what they have in common.
    log_losses : float64 array of shape (T, n)
    log_factors : float64 array of shape (T, n)
        ln of the factor by which a round lowers each loss at least; NaN: nothing is promised.
    log_error_bounds : float64 array of shape (T,)
        ln of a bound on the training error after each round; NaN: none.
    slope : float
        The bound on errors up to a margin theta is exp(slope theta scale) times as large.
    """

    names: tuple[str, ...]
    log_losses: Array
    log_factors: Array
    log_error_bounds: Array
    slope: float = 1.0


def promise(model: Any) -> Promise:
    """What the theory says about a fitted model; with a learning rate other than 1 nothing."""
    history = model.history_
    kind = next(base for base in type(model).__mro__ if base in _PROMISES)
    if not len(history):
        return Promise((), np.empty((0, 0)), np.empty((0, 0)), np.empty(0))
    names, losses = _losses(model, history)
    factors, bounds, slope = _PROMISES[kind](model, history, losses)
    if model.learning_rate != 1:
        factors, bounds = np.full_like(factors, np.nan), np.full_like(bounds, np.nan)
    return Promise(names, losses, factors, bounds, slope)


def margin_bound(model: Any) -> tuple[float, float]:
    """ln b and s: the errors of the model up to a margin theta are at most b exp(s theta scale)."""
    record, told = _standing(model), promise(model)
    return (np.nan if record is None else told.log_error_bounds[record]), told.slope


def confusion_bound(model: Any) -> float:
    """What bounds the sum of the mistaken rates of the training rows, if no view is missing."""
    record, losses = _standing(model), promise(model).log_losses
    if record is None or not isinstance(
        model, (ComboClassifier, MuComboClassifier, CarakoClassifier)
    ):
        return np.nan
    if isinstance(model, MuComboClassifier):
        return float(np.exp(losses[record, -1]) / len(model.view_names_))
    costs = isinstance(model, ComboClassifier) and model.class_costs is not None
    return np.nan if costs else float(np.exp(losses[record, 0]))


def _standing(model: Any) -> int | None:
    """The place of the record after which the model stands; None where that is not known."""
    if not model._votes.entries:
        return None
    if isinstance(model, CarakoClassifier):
        # Each alternation replaces the votes before; early stopping may have taken some back.
        return len(model.history_) - 1 if model.n_iter_no_change is None else None
    return model.n_rounds_ - 1


def _losses(model: Any, history: History) -> tuple[tuple[str, ...], Array]:
    """The names and ln of the losses of each round."""
    views, own = tuple(model.view_names_), np.array([r.log_losses for r in history])
    if isinstance(model, CarakoClassifier):
        both = [history.column("joint"), history.column("separate")]
        return ("joint", "separate"), np.log(both).T
    if isinstance(model, MumboClassifier):
        return (*views, "vote"), own
    if isinstance(model, MuComboClassifier):
        common = logsumexp(own, axis=1)
    elif isinstance(model, AgreementBoostClassifier):
        common = np.log(history.column("objective"))
    else:
        return ("all views",), own
    return (*views, "all views"), np.column_stack([own, common])


Promised = tuple[Array, Array, float]


def _root(edges: Array) -> Array:
    """1/2 ln(1 - delta^2), the edge clipped as the step is."""
    clipped = np.minimum(edges, 1 - CHANCE)
    return 0.5 * np.log1p(-(clipped**2))


def _sinh(edges: Array, steps: Array) -> Array:
    """ln(cosh(a) - delta sinh(a)): no step a lowers a loss by less, if the edge is delta."""
    return np.log(np.cosh(steps) - edges * np.sinh(steps))


def _best_edge(model: Any, history: History, losses: Array) -> Promised:
    """L_t <= L_{t-1} sqrt(1 - delta^2), and the error is at most L / W, L_0 = W (K - 1)."""
    edges = np.array([r.edges[r.chosen] for r in history])
    factors = _root(edges)[:, None]
    return factors, np.log(model._votes.n_classes - 1) + np.cumsum(factors[:, 0]), 1.0


def _combo(model: Any, history: History, losses: Array) -> Promised:
    """The same on balanced classes, where L_0 = K (K - 1); class costs have no such bound."""
    factors, bounds, slope = _best_edge(model, history, losses)
    if model.class_costs is not None:
        return factors, np.full_like(bounds, np.nan), slope
    return factors, bounds + np.log(model._votes.n_classes), slope


def _regional(model: Any, history: History, losses: Array) -> Promised:
    """Trained as AdaBoost.MM, but its votes are weighed anew: no bound on the error."""
    factors, bounds, slope = _best_edge(model, history, losses)
    return factors, np.full_like(bounds, np.nan), slope


def _kboost(model: Any, history: History, losses: Array) -> Promised:
    """Z_t <= sqrt(1 - max gamma_j^2), 1 if smoothed; the error is at most (K - 1) prod Z_t."""
    best = np.abs(history.column("edges")).max(axis=1)
    factors = np.where(history.column("smoothed"), 0.0, _root(best))
    bounds = np.log(model._votes.n_classes - 1) + np.cumsum(np.log(history.column("Z")))
    return factors[:, None], bounds, 1.0


def _mumbo(model: Any, history: History, losses: Array) -> Promised:
    """Views: Theorem 1. The vote: sqrt(1 - delta^2), delta the voter's edge; "all": not above 1."""
    own = _sinh(history.column("edges"), history.column("steps"))
    edges = np.nan_to_num(history.column("vote_edge"))  # no vote, nothing gained
    vote = np.zeros(len(history)) if model.vote == "all" else _root(edges)
    bounds = np.log(model._votes.n_classes - 1) + np.cumsum(vote)
    return np.column_stack([own, vote]), bounds, 1.0


def _mucombo(model: Any, history: History, losses: Array) -> Promised:
    """sum_j L_j falls by max_j cosh(a_j/v) - delta_j sinh(a_j/v); the error is at most its mean."""
    v = len(model.view_names_)
    own = _sinh(history.column("edges"), history.column("steps") / v)
    total = own.max(axis=1) if model.beta == "optimal" else np.full(len(history), np.nan)
    factors = np.column_stack([np.full_like(own, np.nan), total])
    return factors, losses[:, -1] - np.log(v), 1 / v


def _carako(model: Any, history: History, losses: Array) -> Promised:
    """The objective never rises, and the error is at most Eq. 4.5."""
    factors = np.full_like(losses, np.nan)
    factors[:, model.version - 1] = 0.0
    return factors, losses[:, 0], 1.0


def _agreement(model: Any, history: History, losses: Array) -> Promised:
    """The objective never rises."""
    factors = np.full_like(losses, np.nan)
    factors[:, -1] = 0.0
    return factors, np.full(len(history), np.nan), 1.0


_PROMISES: dict[type, Callable[[Any, History, Array], Promised]] = {
    AdaBoostMMClassifier: _best_edge,
    AgreementBoostClassifier: _agreement,
    CarakoClassifier: _carako,
    ComboClassifier: _combo,
    KBoostClassifier: _kboost,
    MuComboClassifier: _mucombo,
    MumboClassifier: _mumbo,
    RegionBoostClassifier: _regional,
}
