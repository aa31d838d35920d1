"""Agreement: how views come to agree, and what agreement says about errors (004)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import check_random_state
from sklearn.utils.validation import column_or_1d

from viewboost.algorithms.agreement import AgreementBoostClassifier
from viewboost.inspect._evidence import checked, class_indices, encoded, of_view
from viewboost.inspect._tables import Tabular, spread
from viewboost.inspect.complexity import complexities, learners
from viewboost.inspect.margins import vote_scale
from viewboost.views.blocks import Block, stack


@dataclass(frozen=True, eq=False)
class Disagreement(Tabular):
    """The rounds of AgreementBoost, as recorded.

    Attributes
    ----------
    rounds : int array of shape (T,)
    view_names : tuple of str
    objective : float64 array of shape (T,)
        What is minimised; it never rises.
    disagreement : float64 array of shape (T,)
        Mean variance of the views' scores on the rows without labels.
    errors : float64 array of shape (T, v)
        Of each view on the labelled rows.
    chosen : intp array of shape (T,)
        The best view so far; -1 where all views are the model.
    """

    rounds: NDArray[np.intp]
    view_names: tuple[str, ...]
    objective: NDArray[np.float64]
    disagreement: NDArray[np.float64]
    errors: NDArray[np.float64]
    chosen: NDArray[np.intp]

    def columns(self) -> dict[str, NDArray[Any]]:
        """A row for each round."""
        table = {"round": self.rounds, "objective": self.objective}
        table |= {"disagreement": self.disagreement}
        return table | spread("error", self.view_names, self.errors)


def disagreement(model: Any) -> Disagreement:
    """How the views of a fitted AgreementBoost came to agree, from its records.

    Parameters
    ----------
    model : fitted AgreementBoostClassifier

    Returns
    -------
    Disagreement

    Examples
    --------
    >>> import numpy as np
    >>> from viewboost import AgreementBoostClassifier
    >>> from viewboost.datasets import make_agreeing_views
    >>> from viewboost.inspect import disagreement
    >>> X, y = make_agreeing_views(300, random_state=0)
    >>> labels = np.where(np.arange(300) < 30, y, -1)
    >>> found = disagreement(AgreementBoostClassifier(n_rounds=5).fit(X, labels))
    >>> bool((np.diff(found.objective) <= 1e-9).all())
    True
    """
    history = checked(model, AgreementBoostClassifier, what="disagreement").history_
    T, v = len(history), len(model.view_names_)
    return Disagreement(
        rounds=np.arange(1, T + 1),
        view_names=tuple(model.view_names_),
        objective=np.array([r.details["objective"] for r in history]),
        disagreement=np.array([r.details["disagreement"] for r in history]),
        errors=np.array([r.details["errors"] for r in history]).reshape(T, v),
        chosen=np.array([r.chosen for r in history], dtype=np.intp),
    )


@dataclass(frozen=True, eq=False)
class AgreementBounds(Tabular):
    """Theorems 1, 3 and 4 of 004 for a fitted AgreementBoost of two classes.

    f_j is view j's score divided by the sum of its steps, in [-1, 1]. A bound on an error that
    is above 1, or one on a disagreement above 1, says nothing.

    Attributes
    ----------
    view_names : tuple of str
    n_labelled, n_unlabelled : int
    delta : float
        The risk that a bound is wrong.
    thetas : float64 array of shape (q,)
    margin_errors : float64 array of shape (v, q)
        Share of the labelled rows with y f_j <= theta; NaN for views that are not in the model.
    complexities, complexities_unlabelled : float64 arrays of shape (v,)
        Empirical Rademacher complexity of each view's learner on either kind of rows.
    error_bounds : float64 array of shape (v, q)
        Theorem 1: margin error + 2 R / theta + sqrt(ln(2/delta) / (2 n_s)).
    disagreement : float
        Mean variance of f_1, …, f_v on the unlabelled rows; NaN if not all are in the model.
    disagreement_bound : float
        Theorem 3: with 8 max_j R_j + sqrt(8 ln(2/delta) / n_u) added.
    intersection : float
        Theorem 4's v: the least for which its conditions hold. From 1 on agreement shuts out
        no hypotheses.
    agreement_bounds : float64 array of shape (v, q)
        Theorem 4, with the complexity of the views that agree up to v replaced by that of view
        j, which is not less.
    """

    view_names: tuple[str, ...]
    n_labelled: int
    n_unlabelled: int
    delta: float
    thetas: NDArray[np.float64]
    margin_errors: NDArray[np.float64]
    complexities: NDArray[np.float64]
    complexities_unlabelled: NDArray[np.float64]
    error_bounds: NDArray[np.float64]
    disagreement: float
    disagreement_bound: float
    intersection: float
    agreement_bounds: NDArray[np.float64]

    def columns(self) -> dict[str, NDArray[Any]]:
        """A row for each theta."""
        table = {"theta": self.thetas}
        table |= spread("margin error", self.view_names, self.margin_errors.T)
        table |= spread("Theorem 1", self.view_names, self.error_bounds.T)
        return table | spread("Theorem 4", self.view_names, self.agreement_bounds.T)


def agreement_bounds(
    model: Any,
    X: Any,
    y: ArrayLike,
    *,
    X_unlabeled: Any = None,
    delta: float = 0.05,
    thetas: ArrayLike = (0.1, 0.2, 0.3, 0.5, 0.8),
    n_draws: int = 20,
    random_state: Any = 0,
) -> AgreementBounds:
    """What margins on labelled rows and agreement on the others say about new rows.

    The complexity, an expectation over rows and labels, is replaced by a mean over random
    labels of these rows; for stumps that is twice the mean best edge. A learner that does not
    find its best hypothesis makes it too small: the bounds are then guesses.

    Parameters
    ----------
    model : fitted AgreementBoostClassifier
        Of two classes.
    X, y : the rows of the fit and their labels, -1 for none
    X_unlabeled : the rows without labels of the fit, optional
    delta : float, default=0.05
    thetas : array of shape (q,)
        Margins in (0, 1].
    n_draws : int, default=20
        Random labels for the complexities.
    random_state : int, RandomState or None, default=0

    Returns
    -------
    AgreementBounds

    References
    ----------
    B. Leskes, "The value of agreement, a new boosting algorithm", COLT 2005, section 2.

    Examples
    --------
    >>> import numpy as np
    >>> from viewboost import AgreementBoostClassifier
    >>> from viewboost.datasets import make_agreeing_views
    >>> from viewboost.inspect import agreement_bounds
    >>> X, y = make_agreeing_views(400, random_state=0)
    >>> labels = np.where(np.arange(400) < 100, y, -1)
    >>> model = AgreementBoostClassifier(n_rounds=10, output="joint").fit(X, labels)
    >>> found = agreement_bounds(model, X, labels, thetas=[0.2], n_draws=5)
    >>> bool((found.margin_errors < found.error_bounds).all())
    True
    """
    at = _checked(model, thetas)
    blocks, codes = _joined(model, X, y, X_unlabeled)
    labelled, unlabelled = np.flatnonzero(codes >= 0), np.flatnonzero(codes < 0)
    n_s, n_u = len(labelled), len(unlabelled)
    f, rng = _normalised(model, blocks), check_random_state(random_state)
    R, R_u = (
        complexities(learners(model, X), [b.take(rows) for b in blocks], n_draws, rng)
        for rows in (labelled, unlabelled)
    )
    errors = _margin_errors(f[:, labelled], codes[labelled], at)
    V = _variance(f[:, unlabelled])
    return AgreementBounds(
        view_names=tuple(model.view_names_),
        n_labelled=n_s,
        n_unlabelled=n_u,
        delta=delta,
        thetas=at,
        margin_errors=errors,
        complexities=R,
        complexities_unlabelled=R_u,
        error_bounds=errors + 2 * R[:, None] / at + np.sqrt(np.log(2 / delta) / (2 * n_s)),
        disagreement=V,
        disagreement_bound=V + _slack(R_u, 2 / delta, n_u),
        intersection=2 * float(np.maximum(V, _slack(R_u, 4 / delta, n_u))),
        agreement_bounds=errors + 2 * R[:, None] / at + np.sqrt(np.log(4 / delta) / (2 * n_s)),
    )


def _checked(model: Any, thetas: ArrayLike) -> NDArray[np.float64]:
    """The margins, once they and the model are known to have such bounds."""
    checked(model, AgreementBoostClassifier, what="agreement_bounds")
    if model._votes.n_classes != 2:
        raise ValueError(
            f"the bounds are for two classes; the model has {model._votes.n_classes}"
            f" ({model.classes_.tolist()})"
        )
    at = np.asarray(thetas, dtype=np.float64)
    if not ((at > 0) & (at <= 1)).all():
        raise ValueError(f"thetas must lie in (0, 1], got {at.tolist()}")
    return at


def _joined(
    model: Any, X: Any, y: ArrayLike, X_unlabeled: Any
) -> tuple[list[Block], NDArray[np.intp]]:
    """All rows, with class indices, -1 where there is no label."""
    blocks, codes = model._gate.read(model, X), class_indices(model, column_or_1d(y))
    if len(codes) != len(blocks[0]):
        raise ValueError(f"X has {len(blocks[0])} rows, y has {len(codes)}")
    if X_unlabeled is None:
        return blocks, codes
    more = model._gate.read(model, X_unlabeled)
    codes = np.concatenate([codes, np.full(len(more[0]), -1)])
    return [stack(above, below) for above, below in zip(blocks, more)], codes


def _normalised(model: Any, blocks: list[Block]) -> NDArray[np.float64]:
    """f_j = g_j / sum of steps, shape (v, n); NaN where view j says nothing."""
    f = np.full((len(blocks), len(blocks[0])), np.nan)
    whole, blocks = encoded(model._votes, blocks)
    for j in range(len(blocks)):
        votes = of_view(whole, j)
        if votes.entries:
            F = next(votes.scores(blocks, [model.n_rounds_]))
            f[j] = (F[:, 1] - F[:, 0]) / vote_scale(votes)
    return f


def _margin_errors(
    f: NDArray[np.float64], y: NDArray[np.intp], thetas: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Share of rows with y f_j <= theta, shape (v, q); a row without the view has f_j = 0."""
    margins = (2 * y - 1) * np.nan_to_num(f)
    errors = (margins[:, :, None] <= thetas).mean(axis=1)
    return np.where(np.isnan(f).all(axis=1, keepdims=True), np.nan, errors)


def _variance(f: NDArray[np.float64]) -> float:
    """Mean over the rows that have two views at least of the variance of their scores."""
    seen = ~np.isnan(f)
    rows = seen.sum(axis=0) >= 2
    if not seen.any(axis=1).all() or not rows.any():
        return float("nan")
    return float(np.nanvar(f[:, rows], axis=0).mean())


def _slack(R: NDArray[np.float64], inverse_risk: float, n: int) -> float:
    """8 max_j R_j + sqrt(8 ln(1/risk) / n)."""
    return float(8 * R.max() + np.sqrt(8 * np.log(inverse_risk) / n)) if n else float("nan")
