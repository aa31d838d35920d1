"""Measures for imbalanced classes: G-mean, MAUC and the confusion norm; their bounds and scorers.

Two rules hold for every measure here. The classes are ``labels``, or those that occur when it
is None; a label that occurs outside ``labels`` is refused. A class without a row (or without
weight) in ``y_true`` has no recall and no pairs, and takes no part.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import xlogy
from sklearn import metrics as _sklearn_metrics
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.utils.multiclass import unique_labels
from sklearn.utils.validation import check_consistent_length, column_or_1d

__all__ = [
    "confusion_norm",
    "confusion_norm_bound",
    "g_mean_score",
    "get_scorer",
    "mauc_score",
    "pac_bayes_confusion_bound",
    "scorers",
]


def g_mean_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    labels: ArrayLike | None = None,
) -> float:
    """G-mean: the geometric mean of the recalls of the classes.

    It is 1 for a perfect classifier and 0 as soon as one class is never recognised, however
    rare that class is.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        The true classes.
    y_pred : array-like of shape (n,)
        The predicted classes.
    sample_weight : array-like of shape (n,), default=None
        Weights of the rows.
    labels : array-like of shape (K,), default=None
        The classes; None: those that occur. Those without a row in ``y_true`` take no part,
        so that one class alone gives its recall.

    Returns
    -------
    float
        Between 0 and 1.

    See Also
    --------
    confusion_norm : Also sees where the mistakes go.

    Examples
    --------
    >>> from viewboost.metrics import g_mean_score
    >>> g_mean_score(["cat", "cat", "cat", "cat", "owl"], ["cat", "owl", "owl", "owl", "owl"])
    0.5
    """
    confusion = _confusion(y_true, y_pred, sample_weight, labels)
    totals = confusion.sum(axis=1)
    recalls = np.diag(confusion)[totals > 0] / totals[totals > 0]
    return float(np.prod(recalls ** (1 / len(recalls))))


def mauc_score(y_true: ArrayLike, y_score: ArrayLike, *, labels: ArrayLike | None = None) -> float:
    """MAUC of Hand and Till: the area under the ROC curve, averaged over pairs of classes.

    ::

        A(l, c) = P(score_l of a row of class l > score_l of a row of class c), ties half
        MAUC    = mean of A(l, c) over the ordered pairs l != c

    Only the order within each column counts: unlike scikit-learn's one-vs-one AUC, with which
    it agrees on probabilities, it takes any scores, such as a decision function.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        The true classes.
    y_score : array-like of shape (n, K), or (n,) for two classes
        The score of each class, in the order of ``labels``; with two classes, the score of the
        second alone will do. NaN is refused, infinite scores are ordered like any other.
    labels : array-like of shape (K,), default=None
        The classes in the order of the columns (``classes_`` of a classifier); None: the
        sorted classes of ``y_true``. Those without a row in ``y_true`` take no part.

    Returns
    -------
    float
        Between 0 and 1; 0.5 for scores that say nothing. NaN, with an
        ``UndefinedMetricWarning``, if ``y_true`` has one class only.

    Notes
    -----
    Scores are compared between rows, so what is added to a whole row changes MAUC, though it
    changes no prediction. With more than two classes compare votes with votes and
    probabilities with probabilities: the log odds of a logistic regression and its
    probabilities may rank rows very differently.

    References
    ----------
    D. J. Hand, R. J. Till (2001), A simple generalisation of the area under the ROC curve for
    multiple class classification problems, Machine Learning 45.

    Examples
    --------
    >>> from viewboost.metrics import mauc_score
    >>> mauc_score([0, 0, 1, 1], [-2.0, 0.5, 0.1, 3.0])
    0.75
    >>> mauc_score([0, 1, 2], [[3, 0, 0], [1, 2, 0], [0, 2, 1]])
    0.916...
    """
    true = column_or_1d(y_true)
    classes = _classes(labels, true)
    scores = _scores(y_score, true, classes)
    present, y = np.unique(_codes(true, classes, "y_true"), return_inverse=True)
    n_present = len(present)
    if n_present < 2:
        warnings.warn(
            f"MAUC is not defined on the one class {true.tolist()[0]!r}: it compares pairs",
            UndefinedMetricWarning,
            stacklevel=2,
        )
        return float("nan")
    counts = np.bincount(y)
    total = sum(_areas(scores[:, code], y, place, counts) for place, code in enumerate(present))
    return float(total / (n_present * (n_present - 1)))


def confusion_norm(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    labels: ArrayLike | None = None,
) -> float:
    """Norm of the confusion matrix: the largest singular value of the matrix C of mistakes.

    C(l, c) is the share of class l that is predicted c, and 0 where l = c. With two classes
    the norm is the larger of the two error rates. For K classes it is at most sqrt(K - 1), and
    it bounds the error under any class proportions p::

        error = ||p C||_1 <= largest row sum of C <= sqrt(K) ||C||

    Parameters
    ----------
    y_true : array-like of shape (n,)
        The true classes.
    y_pred : array-like of shape (n,)
        The predicted classes.
    sample_weight : array-like of shape (n,), default=None
        Weights of the rows.
    labels : array-like of shape (K,), default=None
        The classes; None: those that occur. One without a row in ``y_true`` makes no mistakes:
        its row of C is zero.

    Returns
    -------
    float
        0 for a perfect classifier.

    References
    ----------
    S. Koço (2013), Tackling the uneven views problem with cooperation based ensemble learning
    methods, thesis, section 3.1.2.

    Examples
    --------
    >>> from viewboost.metrics import confusion_norm
    >>> confusion_norm([0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 0])
    0.5
    """
    return _norm(_mistakes(_confusion(y_true, y_pred, sample_weight, labels)))


def confusion_norm_bound(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    delta: float = 0.05,
    labels: ArrayLike | None = None,
) -> float:
    """Upper bound on the confusion norm of a classifier, from rows it was not trained on.

    With probability 1 - delta over the draw of the rows (Corollary 2 of the thesis)::

        ||C|| <= ||C_S|| + sqrt(2 K ln(K / delta) sum_k 1 / m_k)

    where C_S is the confusion matrix on the given rows and m_k the number of rows of class k.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        The true classes of held-out rows.
    y_pred : array-like of shape (n,)
        The classes predicted for them.
    delta : float, default=0.05
        The risk that the bound is wrong, in (0, 1].
    labels : array-like of shape (K,), default=None
        All classes of the problem; None: those that occur.

    Returns
    -------
    float
        Infinite if a class has no row. A value above sqrt(K - 1) says nothing, since no
        confusion norm is larger.

    Notes
    -----
    The rows must be drawn independently, and independently of the classifier: on training rows
    the bound is void. There are no sample weights, because m_k counts rows.

    The statement follows from bounded differences: given the labels, another row of class k
    moves C_S by at most sqrt(2) / m_k, and the expected distance between C_S and C is at most
    sqrt(sum_k 1 / m_k).

    References
    ----------
    S. Koço (2013), Tackling the uneven views problem with cooperation based ensemble learning
    methods, thesis, section 3.2.1, after L. Ralaivola (2012), Confusion-based online learning
    and a passive-aggressive scheme.

    Examples
    --------
    >>> import numpy as np
    >>> from viewboost.metrics import confusion_norm_bound
    >>> y = np.repeat([0, 1], 1000)
    >>> confusion_norm_bound(y, y)
    0.171...
    """
    _check_delta(delta)
    confusion = _confusion(y_true, y_pred, None, labels)
    counts, n_classes = confusion.sum(axis=1), len(confusion)
    if not counts.all():
        return float("inf")
    slack = np.sqrt(2 * n_classes * np.log(n_classes / delta) * np.sum(1 / counts))
    return _norm(_mistakes(confusion)) + float(slack)


def pac_bayes_confusion_bound(
    y_true: ArrayLike,
    predictions: ArrayLike,
    posterior: ArrayLike,
    *,
    prior: float | ArrayLike,
    delta: float = 0.05,
    labels: ArrayLike | None = None,
    vote: bool = True,
) -> float:
    """PAC-Bayes upper bound on the confusion norm of a weighted vote, from its training rows.

    With probability 1 - delta over the draw of the rows, for all posteriors Q at once
    (Theorem 5 of the thesis, and Proposition 1 for the vote)::

        ||C_Gibbs|| <= ||C_S,Gibbs|| + sqrt(8K / (m - 8K) (KL(Q || P) + ln(m / (4 delta))))
        ||C_vote||  <= K ||C_Gibbs||

    where m is the number of rows of the smallest class, and C_Gibbs the confusion matrix of
    one hypothesis drawn from Q: the mean of theirs.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        The true classes.
    predictions : array-like of shape (n, T)
        The class that each of T hypotheses predicts for each row; none may be silent.
    posterior : array-like of shape (T,)
        The vote of each hypothesis, not negative; divided by its sum.
    prior : float or array-like of shape (T,)
        The prior probability P of each hypothesis, the same for all if a float: 1 / N for a
        uniform prior over N hypotheses. It must be fixed before any label is seen, over
        everything the learner could have returned, not only over what it did return.
    delta : float, default=0.05
        The risk that the bound is wrong, in (0, 1].
    labels : array-like of shape (K,), default=None
        All classes of the problem; None: those that occur.
    vote : bool, default=True
        Bound the vote; False: the Gibbs classifier.

    Returns
    -------
    float
        Infinite unless every class has more than 8K rows. A value above sqrt(K - 1) says
        nothing, since no confusion norm is larger.

    Notes
    -----
    The rows must be drawn independently. Hypotheses that predict alike on every row count as
    one, with their votes added and the least of their priors: boosting may return a hypothesis
    twice, and counting it twice would make KL too small. For different hypotheses this can
    only raise the bound.

    The vote is the plain weighted one: a single vote per hypothesis, the same for all classes.

    The proof in the thesis allows a row 1 / m_y where sqrt(2) / m_y is right; the concentration
    inequality it draws from that (A.21) holds all the same, by bounded differences.

    References
    ----------
    S. Koço (2013), Tackling the uneven views problem with cooperation based ensemble learning
    methods, thesis, section 3.3 and appendix A; E. Morvant, S. Koço, L. Ralaivola (2012),
    PAC-Bayesian generalization bound on confusion matrix for multi-class classification.

    Examples
    --------
    Three of a hundred rules that were written down before seeing the data:

    >>> import numpy as np
    >>> from viewboost.metrics import pac_bayes_confusion_bound
    >>> y = np.repeat([0, 1], 5000)
    >>> rules = np.column_stack([y, np.roll(y, 50), np.roll(y, -50)])
    >>> pac_bayes_confusion_bound(y, rules, [2.0, 1.0, 1.0], prior=1 / 100)
    0.429...
    """
    _check_delta(delta)
    y, columns, n_classes = _hypotheses(y_true, predictions, labels)
    shares, priors = _posterior_and_prior(posterior, prior, columns.shape[1])
    columns, shares, priors = _merged(columns, shares, priors)
    counts = np.bincount(y, minlength=n_classes)
    smallest = counts.min()
    if smallest <= 8 * n_classes:
        return float("inf")
    divergence = np.sum(xlogy(shares, shares) - xlogy(shares, priors))
    scale = 8 * n_classes / (smallest - 8 * n_classes)
    slack = np.sqrt(scale * (divergence + np.log(smallest / (4 * delta))))
    bound = _norm(_gibbs_mistakes(y, columns, shares, counts)) + float(slack)
    return n_classes * bound if vote else bound


def get_scorer(name: str) -> Callable[..., float]:
    """The scorer of that name: one of ours, or one of scikit-learn's.

    Ours are ``"g_mean"``, ``"mauc"`` and ``"neg_confusion_norm"``; for each, larger is better.

    Parameters
    ----------
    name : str

    Returns
    -------
    callable
        ``scorer(estimator, X, y)``, for the ``scoring`` parameter of ``cross_val_score``,
        ``GridSearchCV`` and the like.

    See Also
    --------
    scorers : Several at once, for ``cross_validate``.

    Notes
    -----
    scikit-learn fixes the names that ``scoring`` takes as plain strings when it is imported,
    so no other library can add one. ``"mauc"`` reads ``decision_function``, or
    ``predict_proba`` where there is none, and the columns' classes from ``classes_``: a class
    that is missing from a test fold does no harm. To compare probabilities instead, use
    scikit-learn's ``"roc_auc_ovo"``.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import cross_val_score
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from viewboost.metrics import get_scorer
    >>> X, y = load_iris(return_X_y=True)
    >>> cross_val_score(GaussianNB(), X, y, cv=3, scoring=get_scorer("mauc")).round(2)
    array([0.99, 0.99, 1.  ])
    """
    if name in _SCORERS:
        return _SCORERS[name]
    if name in _sklearn_metrics.get_scorer_names():
        return _sklearn_metrics.get_scorer(name)
    raise ValueError(
        f"there is no scorer {name!r}: use one of {', '.join(map(repr, _SCORERS))}, or a name "
        "of sklearn.metrics.get_scorer_names()"
    )


def scorers(*names: str) -> dict[str, Callable[..., float]]:
    """Scorers by name, as ``cross_validate`` and ``GridSearchCV`` take several of them.

    Parameters
    ----------
    *names : str
        Names of our scorers or of scikit-learn's; none: all of ours.

    Returns
    -------
    dict of str to callable
        For the ``scoring`` parameter; the results carry the same names.

    See Also
    --------
    get_scorer : One scorer; says what ours are.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import cross_validate
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from viewboost.metrics import scorers
    >>> X, y = load_iris(return_X_y=True)
    >>> scoring = scorers("g_mean", "mauc", "accuracy")
    >>> found = cross_validate(GaussianNB(), X, y, cv=3, scoring=scoring)
    >>> found["test_g_mean"].round(2)
    array([0.92, 0.94, 0.96])
    """
    return {name: get_scorer(name) for name in names or _SCORERS}


def _mauc_scorer(estimator: Any, X: Any, y: ArrayLike) -> float:
    """MAUC on the scores of a fitted classifier.

    Not made by ``make_scorer``, which would not hand on ``classes_``.
    """
    by_scores = hasattr(estimator, "decision_function")
    scores = estimator.decision_function(X) if by_scores else estimator.predict_proba(X)
    return mauc_score(y, scores, labels=estimator.classes_)


_SCORERS: dict[str, Callable[..., float]] = {
    "g_mean": _sklearn_metrics.make_scorer(g_mean_score),
    "mauc": _mauc_scorer,
    "neg_confusion_norm": _sklearn_metrics.make_scorer(confusion_norm, greater_is_better=False),
}


def _classes(labels: ArrayLike | None, *observed: NDArray[Any]) -> NDArray[Any]:
    """The classes: ``labels`` in their order, or the sorted ones that occur."""
    if not len(observed[0]):
        raise ValueError("there are no rows: y_true is empty")
    if labels is None:
        return unique_labels(*observed)
    classes = column_or_1d(labels)
    if len(np.unique(classes)) < len(classes) or not len(classes):
        raise ValueError(f"labels must be the distinct classes, got {classes.tolist()}")
    unique_labels(classes, *observed)  # refuses what is no label, and strings beside numbers
    return classes


def _codes(y: NDArray[Any], classes: NDArray[Any], name: str) -> NDArray[np.intp]:
    """The index of each label in ``classes``."""
    order = np.argsort(classes)
    place = np.searchsorted(classes, y, sorter=order)
    codes = order[np.minimum(place, len(classes) - 1)]
    unknown = np.unique(y[classes[codes] != y])
    if len(unknown):
        raise ValueError(
            f"{name} contains {unknown.tolist()}, not among the labels {classes.tolist()}"
        )
    return codes


def _weights(sample_weight: ArrayLike | None, n_rows: int) -> NDArray[np.float64] | None:
    if sample_weight is None:
        return None
    weights = np.asarray(sample_weight, dtype=np.float64)
    if weights.shape != (n_rows,):
        raise ValueError(f"sample_weight has shape {weights.shape}, expected ({n_rows},)")
    if not np.isfinite(weights).all() or (weights < 0).any() or not weights.any():
        raise ValueError("sample_weight must be finite, not negative and not all zero")
    return weights


def _confusion(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    sample_weight: ArrayLike | None,
    labels: ArrayLike | None,
) -> NDArray[np.float64]:
    """Weight of each pair (true class, predicted class)."""
    true, predicted = column_or_1d(y_true), column_or_1d(y_pred)
    check_consistent_length(true, predicted)
    classes = _classes(labels, true, predicted)
    weights = _weights(sample_weight, len(true))
    rows, columns = _codes(true, classes, "y_true"), _codes(predicted, classes, "y_pred")
    totals = np.zeros((len(classes), len(classes)))
    np.add.at(totals, (rows, columns), 1.0 if weights is None else weights)
    return totals


def _mistakes(confusion: NDArray[np.float64]) -> NDArray[np.float64]:
    """The matrix C: each row a share of its class, the diagonal zero."""
    totals = confusion.sum(axis=1, keepdims=True)
    shares = np.divide(confusion, totals, out=np.zeros_like(confusion), where=totals > 0)
    np.fill_diagonal(shares, 0.0)
    return shares


def _norm(matrix: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(matrix, ord=2))


def _check_delta(delta: float) -> None:
    if not 0 < delta <= 1:
        raise ValueError(f"delta is a probability in (0, 1], got {delta!r}")


def _scores(y_score: ArrayLike, y: NDArray[Any], classes: NDArray[Any]) -> NDArray[np.float64]:
    """The scores as one column per class."""
    scores = np.asarray(y_score, dtype=np.float64)
    check_consistent_length(y, scores)
    if scores.ndim == 1 and len(classes) == 2:
        scores = np.column_stack([-scores, scores])
    if scores.ndim != 2 or scores.shape[1] != len(classes):
        raise ValueError(
            f"y_score has shape {scores.shape}, expected one column for each of the "
            f"{len(classes)} classes {classes.tolist()}; give labels= if y_true lacks some"
        )
    if np.isnan(scores).any():
        raise ValueError("y_score contains NaN")
    return scores


def _areas(
    score: NDArray[np.float64], y: NDArray[np.intp], label: int, counts: NDArray[np.intp]
) -> float:
    """Sum of A(label, c) over the other classes c.

    Each row is ranked among the label's own rows, so that one search serves all classes.
    """
    order = np.argsort(score)  # sorted keys make the searches several times faster
    score, y = score[order], y[order]
    own = score[y == label]
    not_above = np.searchsorted(own, score, "left") + np.searchsorted(own, score, "right")
    won = np.bincount(y, weights=len(own) - not_above / 2, minlength=len(counts))
    areas = won / (len(own) * counts)
    return float(np.delete(areas, label).sum())


def _hypotheses(
    y_true: ArrayLike, predictions: ArrayLike, labels: ArrayLike | None
) -> tuple[NDArray[np.intp], NDArray[np.intp], int]:
    """Codes of the true classes and of each hypothesis's predictions, and K."""
    y, columns = column_or_1d(y_true), np.asarray(predictions)
    check_consistent_length(y, columns)
    if columns.ndim != 2 or not columns.shape[1]:
        raise ValueError(f"predictions has shape {columns.shape}, expected (n_rows, n_hypotheses)")
    classes = _classes(labels, y, columns.ravel())
    codes = _codes(columns.ravel(), classes, "predictions").reshape(columns.shape)
    return _codes(y, classes, "y_true"), codes, len(classes)


def _posterior_and_prior(
    posterior: ArrayLike, prior: float | ArrayLike, n_hypotheses: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The posterior as shares, and the prior of each hypothesis."""
    votes = np.asarray(posterior, dtype=np.float64)
    priors = np.asarray(prior, dtype=np.float64)
    if votes.shape != (n_hypotheses,) or priors.shape not in ((), (n_hypotheses,)):
        raise ValueError(
            f"posterior of shape {votes.shape} and prior of shape {priors.shape} do not fit "
            f"{n_hypotheses} hypotheses"
        )
    if not np.isfinite(votes).all() or (votes < 0).any() or not votes.any():
        raise ValueError("posterior must be finite, not negative and not all zero")
    if not ((priors > 0) & (priors <= 1)).all():
        raise ValueError("prior must be a probability in (0, 1] for each hypothesis")
    return votes / votes.sum(), np.broadcast_to(priors, votes.shape)


def _merged(
    columns: NDArray[np.intp], shares: NDArray[np.float64], priors: NDArray[np.float64]
) -> tuple[NDArray[np.intp], NDArray[np.float64], NDArray[np.float64]]:
    """Hypotheses that predict alike as one: shares added, least prior."""
    distinct, place = np.unique(columns, axis=1, return_inverse=True)
    place = place.ravel()  # numpy 2.0 alone returns it as a row
    added, least = np.zeros(distinct.shape[1]), np.ones(distinct.shape[1])
    np.add.at(added, place, shares)
    np.minimum.at(least, place, priors)
    if least.sum() > 1 + 1e-9:
        raise ValueError(
            f"the priors of {len(least)} different hypotheses add up to {least.sum():g}: give "
            "the probability that each had among all possible ones"
        )
    return distinct, added, least


def _gibbs_mistakes(
    y: NDArray[np.intp],
    columns: NDArray[np.intp],
    shares: NDArray[np.float64],
    counts: NDArray[np.intp],
) -> NDArray[np.float64]:
    """The mean of the hypotheses' matrices C under their shares."""
    n_classes = len(counts)
    total = np.zeros(n_classes**2)
    for column, share in zip(columns.T, shares):
        total += share * np.bincount(y * n_classes + column, minlength=n_classes**2)
    return _mistakes(total.reshape(n_classes, n_classes))
