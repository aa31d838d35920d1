"""How a fit converged: losses, what the theory promised of them, and errors round by round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import logsumexp

from viewboost.inspect._evidence import Evidence, check_pair, checked, evidence, ratio, view_stages
from viewboost.inspect._tables import Tabular, spread
from viewboost.inspect._theory import promise


@dataclass(frozen=True, eq=False)
class Staged(Tabular):
    """A model on some rows, after each of its rounds.

    Attributes
    ----------
    rounds : int array of shape (S,)
        From 1: those of the model, or those asked for.
    view_names : tuple of str
    errors : float64 array of shape (S,)
        Share of the rows that are misclassified.
    view_errors : float64 array of shape (S, v)
        The same if a view's votes were alone, over the rows that it speaks of; NaN before its
        first vote. The votes of one view of MuMBo are no boosted classifier: they leave to
        other views what these know.
    log_losses : float64 array of shape (S,)
        ln of the mean over the rows of sum_{l != y} exp(G(l) - G(y)).
    """

    rounds: NDArray[np.intp]
    view_names: tuple[str, ...]
    errors: NDArray[np.float64]
    view_errors: NDArray[np.float64]
    log_losses: NDArray[np.float64]

    def columns(self) -> dict[str, NDArray[Any]]:
        """A row for each round."""
        table = {"round": self.rounds, "error": self.errors, "log loss": self.log_losses}
        return table | spread("error", self.view_names, self.view_errors)


@dataclass(frozen=True, eq=False)
class Convergence(Tabular):
    """How a fit went, round by round.

    Attributes
    ----------
    rounds : int array of shape (T,)
        1, 2, …, T: all rounds of the fit, also those that early stopping took back.
    n_rounds : int
        The rounds that the model speaks for.
    stop_reason : str
    view_names : tuple of str
    edges, steps : float64 arrays of shape (T, v)
        Of each view's hypothesis, as recorded.
    loss_names : tuple of str
        What the losses belong to: views; "vote", "all views", or Carako's two objectives.
    log_losses : float64 array of shape (T, n_losses)
        ln of each loss on the training rows, as recorded.
    log_bounds : float64 array of shape (T, n_losses)
        The loss after the first round, times what the theory promises of every later one; NaN
        where it promises nothing (a learning rate other than 1, for example).
    error_bounds : float64 array of shape (T,)
        Bound on the training error after each round, from the records; NaN where there is none.
    validation : float64 array of shape (T,)
        Score of the validation rows of the fit after each round, as recorded; NaN without them.
    train, held_out : Staged or None
        On the rows given as ``X, y`` and as ``X_val, y_val``.
    """

    rounds: NDArray[np.intp]
    n_rounds: int
    stop_reason: str
    view_names: tuple[str, ...]
    edges: NDArray[np.float64]
    steps: NDArray[np.float64]
    loss_names: tuple[str, ...]
    log_losses: NDArray[np.float64]
    log_bounds: NDArray[np.float64]
    error_bounds: NDArray[np.float64]
    validation: NDArray[np.float64]
    train: Staged | None = None
    held_out: Staged | None = None

    def columns(self) -> dict[str, NDArray[Any]]:
        """A row for each round."""
        table = {"round": self.rounds, "error bound": self.error_bounds}
        table |= {"validation": self.validation}
        table |= spread("log loss", self.loss_names, self.log_losses)
        table |= spread("log bound", self.loss_names, self.log_bounds)
        return table | spread("edge", self.view_names, self.edges)


def convergence(
    model: Any,
    X: Any = None,
    y: ArrayLike | None = None,
    *,
    X_val: Any = None,
    y_val: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    rounds: ArrayLike | None = None,
) -> Convergence:
    """Losses and their bounds from the records; errors round by round on rows, where given.

    Parameters
    ----------
    model : fitted boosting model
    X, y : optional
        Rows for ``train``, by custom those of the fit.
    X_val, y_val : optional
        Rows for ``held_out``.
    sample_weight : array of shape (n,), optional
        Of the rows of X.
    rounds : array of int, optional
        The rounds after which rows are scored; all of the model's by default.

    Returns
    -------
    Convergence

    Examples
    --------
    >>> from viewboost import MumboClassifier
    >>> from viewboost.datasets import make_uneven_views
    >>> from viewboost.inspect import convergence
    >>> X, y = make_uneven_views(200, random_state=0)
    >>> model = MumboClassifier(n_rounds=5).fit(X, y)
    >>> found = convergence(model, X, y)
    >>> found.loss_names
    ('major', 'minor_1', 'minor_2', 'vote')
    >>> bool((found.train.errors <= found.error_bounds).all())
    True
    """
    checked(model, what="convergence")
    check_pair(X, y)
    check_pair(X_val, y_val, "X_val and y_val")
    history, told = model.history_, promise(model)
    v, T = len(model.view_names_), len(history)
    return Convergence(
        rounds=np.arange(1, T + 1),
        n_rounds=model.n_rounds_,
        stop_reason=history.stop_reason,
        view_names=tuple(model.view_names_),
        edges=np.array([r.edges for r in history]).reshape(T, v),
        steps=np.array([r.steps for r in history]).reshape(T, v),
        loss_names=told.names,
        log_losses=told.log_losses,
        log_bounds=_chained(told.log_losses, told.log_factors),
        error_bounds=np.exp(told.log_error_bounds),
        validation=np.array([r.validation for r in history]),
        train=None if y is None else staged(model, X, y, sample_weight, rounds),
        held_out=None if y_val is None else staged(model, X_val, y_val, rounds=rounds),
    )


def _chained(
    log_losses: NDArray[np.float64], log_factors: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The first loss, times the factors of the rounds after it."""
    later = np.cumsum(log_factors[1:], axis=0)
    return np.concatenate([log_losses[:1] + 0 * log_factors[:1], log_losses[:1] + later])


def staged(
    model: Any,
    X: Any,
    y: ArrayLike,
    sample_weight: ArrayLike | None = None,
    rounds: ArrayLike | None = None,
) -> Staged:
    """Errors and losses of a model on some rows, after each of its rounds.

    Parameters
    ----------
    model : fitted boosting model
    X, y : rows and their labels
    sample_weight : array of shape (n,), optional
    rounds : array of int, optional
        The rounds, from 1, after which to look; all of the model's by default.

    Returns
    -------
    Staged

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from viewboost import AdaBoostMMClassifier
    >>> from viewboost.inspect import staged
    >>> X, y = load_iris(return_X_y=True)
    >>> staged(AdaBoostMMClassifier(n_rounds=4).fit(X, y), X, y).errors.round(2)
    array([0.33, 0.33, 0.04, 0.04])
    """
    checked(model, what="staged")
    rows = evidence(model, X, y, sample_weight)
    stages = _stages(model, rounds)
    errors, losses = np.full((2, len(stages)), np.nan)
    for t, scores in enumerate(rows.votes.scores(rows.blocks, stages)):
        errors[t] = rows.mean(scores.argmax(axis=1) != rows.y)
        losses[t] = _log_loss(scores, rows)
    names = tuple(model.view_names_)
    views = np.full((len(stages), len(names)), np.nan)
    for j in {view for vote in rows.votes.entries for view in vote.views}:
        views[:, j] = [_view_error(said, rows) for said in view_stages(rows, j, stages)]
    return Staged(np.array(stages, dtype=np.intp), names, errors, views, losses)


def _stages(model: Any, rounds: ArrayLike | None) -> list[int]:
    if rounds is None:
        return list(range(1, model.n_rounds_ + 1))
    asked = np.unique(np.asarray(rounds, dtype=np.intp))
    if len(asked) and not 1 <= asked[0] <= asked[-1] <= model.n_rounds_:
        raise ValueError(f"rounds lie between 1 and {model.n_rounds_}, got {asked.tolist()}")
    return asked.tolist()


def _log_loss(scores: NDArray[np.float64], rows: Evidence) -> float:
    """ln of the mean of sum_{l != y} exp(G(l) - G(y)), without overflow."""
    apart = scores - scores[np.arange(len(rows)), rows.y][:, None]
    apart[np.arange(len(rows)), rows.y] = -np.inf
    if scores.shape[1] == 1:
        return -np.inf
    return float(logsumexp(apart, b=rows.weights[:, None]) - np.log(rows.weights.sum()))


def _view_error(said: NDArray[np.signedinteger], rows: Evidence) -> float:
    """Share of wrong rows among those that a view speaks of; NaN where it speaks of none."""
    spoken = said >= 0
    return float(ratio((spoken & (said != rows.y)) @ rows.weights, spoken @ rows.weights))
