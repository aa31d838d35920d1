"""Independence: how far the hypotheses of a model are unrelated in where they are right (001)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from viewboost.inspect._evidence import Evidence, checked, evidence, ratio, said
from viewboost.inspect._tables import Tabular
from viewboost.rounds.rule import State
from viewboost.views.rows import Rows
from viewboost.vote.votes import Vote


@dataclass(frozen=True, eq=False)
class Independence(Tabular):
    """Correlations between hypotheses, in the order in which they voted.

    phi_t is 1 on the rows that h_t classifies rightly, else 0; D_t are the weights of the rows
    that the votes before h_t leave, D_1 those at the start.

    Attributes
    ----------
    views : intp array of shape (T,)
        The view of each hypothesis; -1 for a committee.
    rounds : intp array of shape (T,)
        The round of each, from 1.
    view_names : tuple of str
    correlation : float64 array of shape (T, T)
        rho(h_i, h_j, D_1); NaN where one of them is right, or wrong, everywhere.
    mean_correlation : float64 array of shape (T,)
        C(t): the mean of rho over the pairs of the first t hypotheses; 0 if independent.
    accuracies : float64 array of shape (T,)
        c_t: of h_t on the weights D_t that it met.
    first_accuracies : float64 array of shape (T,)
        c(h_t, D_1).
    accuracy_ratio : float64 array of shape (T,)
        R(t): the sum of the first t of ``first_accuracies`` over that of ``accuracies``; 1 if
        independent.
    contributions : float64 array of shape (T, T)
        Corollary 4: entry (t, i), i < t, is what h_i brought to c(h_t, D_1) - c_t, so that a
        row sums to it. Two classes and no missing views; otherwise NaN.
    """

    views: NDArray[np.intp]
    rounds: NDArray[np.intp]
    view_names: tuple[str, ...]
    correlation: NDArray[np.float64]
    mean_correlation: NDArray[np.float64]
    accuracies: NDArray[np.float64]
    first_accuracies: NDArray[np.float64]
    accuracy_ratio: NDArray[np.float64]
    contributions: NDArray[np.float64]

    def columns(self) -> dict[str, NDArray[Any]]:
        """A row for each hypothesis."""
        return {
            "round": self.rounds,
            "C": self.mean_correlation,
            "R": self.accuracy_ratio,
            "accuracy": self.accuracies,
            "first accuracy": self.first_accuracies,
        }


def independence(
    model: Any,
    X: Any,
    y: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    max_votes: int = 200,
) -> Independence:
    """How independent the hypotheses are: rho, C(t), R(t) and the terms of Corollary 4.

    With two classes accuracies on the first weights follow from correlations ::

        c(h_t,D_1) - c_t = sum_{i<t} rho(h_i,h_t,D_{i+1}) s_i sqrt(Var(phi_t,D_{i+1}))

    where s_i = 2 c_i - 1 for AdaBoost, after whose update h_i is right on half of the weight;
    for any other step s_i = (c_i - c(h_i,D_{i+1})) / sqrt(Var(phi_i,D_{i+1})).

    Parameters
    ----------
    model : fitted boosting model
    X, y : rows and their labels, by custom those of the fit
    sample_weight : array of shape (n,), optional
        That of the fit.
    max_votes : int, default=200
        Only the first votes are read: their pairs cost time that grows with the square.

    Returns
    -------
    Independence

    Examples
    --------
    >>> from viewboost import AdaBoostMMClassifier
    >>> from viewboost.datasets import make_triangle
    >>> from viewboost.inspect import independence
    >>> X, y = make_triangle(300, random_state=0)
    >>> found = independence(AdaBoostMMClassifier(n_rounds=20).fit(X, y), X, y)
    >>> gained = found.first_accuracies - found.accuracies
    >>> bool(abs(found.contributions.sum(axis=1) - gained).max() < 1e-12)
    True
    """
    checked(model, what="independence")
    rows = evidence(model, X, y, sample_weight)
    entries = _trained(model)[:max_votes]
    predictions = said(rows, len(entries))
    right = (predictions == rows.y).astype(np.float64)
    D = _weights(model, rows, entries, predictions)
    before, after = np.einsum("tn,tn->t", right, D[:-1]), np.einsum("tn,tn->t", right, D[1:])
    first = right @ D[0]
    correlation = _correlations(right, D[0])
    exact = model._votes.n_classes == 2 and bool((predictions >= 0).all())
    return Independence(
        views=np.array([v.views[0] if len(v.views) == 1 else -1 for v in entries], dtype=np.intp),
        rounds=np.array([vote.round + 1 for vote in entries], dtype=np.intp),
        view_names=tuple(model.view_names_),
        correlation=correlation,
        mean_correlation=_running_mean(correlation),
        accuracies=before,
        first_accuracies=first,
        accuracy_ratio=np.cumsum(first) / np.cumsum(before),
        contributions=_contributions(right, D, before, after, exact),
    )


def _trained(model: Any) -> list[Vote]:
    """The votes with their weights in training, which competence replaces at prediction."""
    entries = model._votes.entries
    if model._votes.competence is None:
        return entries
    steps = [model.history_[v.round].steps[v.views[0]] for v in entries]
    return [
        Vote(v.round, v.views, v.hypotheses, np.full_like(v.vector, model.learning_rate * step))
        for v, step in zip(entries, steps)
    ]


def _weights(
    model: Any, rows: Evidence, entries: list[Vote], predictions: NDArray[np.intp]
) -> NDArray[np.float64]:
    """D_1, …, D_{T+1}, each summing to one: w sum_{l != y} exp(G(l) - G(y)) after each vote."""
    state = State(
        Rows(rows.y, rows.weights, model._votes.n_classes), [b.present for b in rows.blocks]
    )
    w, n = model._rule().weights(state), np.arange(len(rows))
    if not entries:
        return (w / w.sum())[None]
    log_w, D = np.log(w), []
    G = np.zeros((len(rows), state.rows.n_classes))
    for t in range(len(entries) + 1):
        apart = G - G[n, rows.y][:, None]
        apart[n, rows.y] = -np.inf
        logs = log_w + np.logaddexp.reduce(apart, axis=1)
        weights = np.exp(logs - logs.max())
        D.append(weights / weights.sum())
        if t < len(entries):
            spoken = np.flatnonzero(predictions[t] >= 0)
            heard = predictions[t][spoken]
            G[spoken, heard] += entries[t].vector[heard]
    return np.array(D)


def _correlations(right: NDArray[np.float64], D: NDArray[np.float64]) -> NDArray[np.float64]:
    """rho of all pairs on the weights D."""
    apart = right - (right @ D)[:, None]
    covariance = (apart * D) @ apart.T
    variances = np.diag(covariance)
    spread = np.sqrt(np.where(variances > 0, variances, np.nan))
    return covariance / np.outer(spread, spread)


def _running_mean(correlation: NDArray[np.float64]) -> NDArray[np.float64]:
    """C(t) over those pairs that have a correlation; NaN for the first hypothesis."""
    earlier = np.tril(np.ones_like(correlation, dtype=bool), -1) & ~np.isnan(correlation)
    sums = np.where(earlier, correlation, 0.0).sum(axis=1).cumsum()
    counts = earlier.sum(axis=1).cumsum()
    return ratio(sums, counts)


def _contributions(
    right: NDArray[np.float64],
    D: NDArray[np.float64],
    before: NDArray[np.float64],
    after: NDArray[np.float64],
    exact: bool,
) -> NDArray[np.float64]:
    """rho(h_i,h_t,D_{i+1}) (c_i - c(h_i,D_{i+1})) / sd(phi_i) sd(phi_t), for i < t."""
    T = len(right)
    table = np.zeros((T, T)) if exact else np.full((T, T), np.nan)
    for i in range(T if exact else 0):
        variance = after[i] * (1 - after[i])
        if variance > 0:
            # rho sd(phi_t) is the covariance over sd(phi_i).
            covariance = right[i + 1 :] @ (D[i + 1] * (right[i] - after[i]))
            table[i + 1 :, i] = covariance / variance * (before[i] - after[i])
    return table
