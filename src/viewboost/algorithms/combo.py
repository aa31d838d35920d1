"""CoMBo: boosting that bounds the norm of the confusion matrix, for imbalanced classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from viewboost.algorithms._base import STEPS, BoostClassifier
from viewboost.algorithms.adaboost_mm import BestEdge
from viewboost.rounds.costs import Costs
from viewboost.rounds.rule import Rule, State
from viewboost.views._sklearn import StrOptions
from viewboost.vote.links import Link, Softmax


def balanced_weights(state: State) -> NDArray[np.float64]:
    """w_i / m_{y_i}: every class has the same total weight, whatever its number of rows."""
    rows = state.rows
    return rows.weights / rows.class_weights()[rows.y]


def class_cost_matrix(
    given: Any, classes: Sequence[Any] | NDArray[Any]
) -> NDArray[np.float64] | None:
    """c(y,l) as an array in the order of the classes; a dict names (true, predicted) pairs."""
    K = len(classes)
    if given is None:
        return None
    if isinstance(given, Mapping):
        costs = np.ones((K, K))
        place = {label: k for k, label in enumerate(np.asarray(classes).tolist())}
        for pair, cost in given.items():
            costs[_places(pair, place)] = cost
    else:
        costs = np.array(given, dtype=np.float64)
    if costs.shape != (K, K):
        raise ValueError(f"class_costs has shape {costs.shape}, but there are {K} classes")
    np.fill_diagonal(costs, 1.0)
    if not (np.isfinite(costs) & (costs > 0)).all():
        raise ValueError(
            "class_costs must be finite and positive off the diagonal;"
            f" got {costs.min():g} to {costs.max():g}"
        )
    return costs


def _places(pair: Any, place: Mapping[Any, int]) -> tuple[int, int]:
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise ValueError(f"class_costs: keys are pairs (true, predicted), got {pair!r}")
    unknown = [label for label in pair if label not in place]
    if unknown:
        raise ValueError(f"class_costs: {unknown[0]!r} is not a class (classes: {list(place)})")
    return place[pair[0]], place[pair[1]]


@dataclass
class Balanced(BestEdge):
    """The best edge, on costs in which every class weighs the same."""

    class_costs: NDArray[np.float64] | None = None

    def weights(self, state: State) -> NDArray[np.float64]:
        """w_i / m_{y_i}."""
        return balanced_weights(state)

    def start(self, state: State) -> None:
        """Make the one table, with the class costs."""
        state.tables = [Costs(state.rows, self.weights(state), self.class_costs)]


@dataclass(eq=False, repr=False, kw_only=True)
class ComboClassifier(BoostClassifier):
    """CoMBo: boosting that bounds the norm of the confusion matrix.

    AdaBoost.MM in which every class has the same total weight, m_c being that of class c:

    - costs: D(i,l) = (w_i / m_{y_i}) c(y_i,l) exp(F(i,l) - F(i,y_i)) for l != y_i, and
      D(i,y_i) = - their sum;
    - hypothesis: every view's learner minimises sum_i D(i,h(i)), and the one with the largest
      edge delta = - sum_i D(i,h(i)) / L is kept, L = sum of the off-label costs;
    - vote: alpha = 1/2 ln((1 + delta) / (1 - delta)), F(i,h(i)) += alpha.

    The loss L bounds the sum of the entries of the confusion matrix (rows divided by the size
    of their class, without the diagonal), hence its norm, and falls by sqrt(1 - delta^2) in
    every round.

    Use it where classes are imbalanced and each counts the same: it trades some accuracy,
    which the large classes decide, for the recall of the small ones (G-mean). With balanced
    classes it is AdaBoost.MM. Where views differ in the classes that they know,
    :class:`MuComboClassifier` makes them cooperate.

    Parameters
    ----------
    {parameters}
    class_costs : array of shape (K, K) or dict, optional
        Cost c(y,l) > 0 of taking class y for class l: rows and columns in the order of
        ``classes_``, or ``{(true, predicted): cost}``, 1 for the pairs not named. The diagonal
        is not read.
    prior : {"train", None}, default=None
        Class frequencies that ``predict_proba`` assumes: those of the training rows, or all
        the same. ``predict`` takes them as all the same.
    {step}

    Attributes
    ----------
    {attributes}

    Notes
    -----
    ``predict_proba`` is softmax(2 G), the posterior of classes that are equally frequent; with
    ``prior="train"`` it is multiplied by the class frequencies. Rows that lack all views have
    the class frequencies in both cases. With ``class_costs`` these are no posteriors.

    References
    ----------
    S. Koço, C. Capponi, "On multi-class classification through the minimization of the
    confusion matrix norm", ACML 2013.
    S. Koço, "Tackling the uneven views problem with cooperation based ensemble learning
    methods", thesis, Aix-Marseille, 2013, chapter 3.

    Examples
    --------
    >>> import numpy as np
    >>> from viewboost import ComboClassifier
    >>> X = np.arange(100.0)[:, None]
    >>> y = np.where(np.arange(100) % 10 == 9, "rare", "common")
    >>> model = ComboClassifier(n_rounds=10).fit(X, y)
    >>> model.classes_
    array(['common', 'rare'], dtype='<U6')
    >>> dear = ComboClassifier(n_rounds=10, class_costs={("rare", "common"): 5}).fit(X, y)
    >>> int((dear.predict(X) == "rare").sum()) >= int((model.predict(X) == "rare").sum())
    True
    """

    class_costs: Any = None
    prior: str | None = None
    step: str = "paper"

    _parameter_constraints: ClassVar[dict] = {
        **BoostClassifier._parameter_constraints,
        "class_costs": ["array-like", dict, None],
        "prior": [StrOptions({"train"}), None],
        "step": [STEPS],
    }

    def _rule(self) -> Rule:
        return Balanced(self.step, class_cost_matrix(self.class_costs, self.classes_))

    @property
    def _link(self) -> Link:
        """The balanced posterior; with ``prior="train"`` times the class frequencies."""
        # 1/2 ln of the frequencies is G of rows without views.
        return Softmax(2.0, self._votes.silent if self.prior == "train" else None)
