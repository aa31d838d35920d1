"""muCoMBo: views that share the classes among themselves, for imbalanced classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from viewboost.algorithms._base import STEPS, BoostClassifier
from viewboost.algorithms._beta import optimal_shares, simplified_shares
from viewboost.algorithms.combo import balanced_weights
from viewboost.rounds.edges import NO_EDGE, PERFECT, Tally, is_perfect, useful_step
from viewboost.rounds.records import Record
from viewboost.rounds.rule import Rule, State, Step, Stop, Turn, Update
from viewboost.views._sklearn import StrOptions
from viewboost.views.rows import Rows
from viewboost.vote.links import Link, Softmax
from viewboost.vote.votes import Vote


@dataclass
class ShareClasses(Rule):
    """A table of scores for each view; every view votes, by class as far as it knows it."""

    beta: str = "optimal"
    step_kind: str = "paper"

    shared = False

    def weights(self, state: State) -> NDArray[np.float64]:
        """w_i / m_{y_i}."""
        return balanced_weights(state)

    def step(self, state: State, turn: Turn) -> Step | Stop:
        """F_j(i,c) += alpha_j beta_jc 1[h_j(i)=c];  G the sum of all views."""
        tallies = [table.tally(said) for table, said in zip(state.tables, turn.predictions)]
        edges = np.array([tally.edge for tally in tallies])
        alpha = np.array([useful_step(self.step_kind, tally) for tally in tallies])
        if not alpha.any():
            return Stop(NO_EDGE, redraw=True)
        beta = self._shares(state, tallies, alpha)
        vectors = alpha[:, None] * beta
        voters = np.flatnonzero(vectors.any(axis=1)).tolist()
        perfect = all(is_perfect(tally.edge) for tally in tallies if tally.loss > 0)
        return Step(
            Record(state.round, edges, alpha, details={"beta": beta}),
            updates=[Update(j, turn.predictions[j], vectors[j]) for j in voters],
            votes=[Vote(state.round, (j,), (turn.hypotheses[j],), vectors[j]) for j in voters],
            stop=PERFECT if perfect else "",
        )

    def _shares(
        self, state: State, tallies: list[Tally], alpha: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """beta_jc from A_jc and B_jc, which its votes for c lower and raise."""
        A = np.array([tally.right for tally in tallies])
        B = np.array([tally.wrong for tally in tallies])
        sum_to_one = self.beta.endswith("_sum1")
        if self.beta.startswith("simplified"):
            W, K = state.rows.count(), state.rows.n_classes
            smoothing = np.array([tally.loss for tally in tallies]) / (W * K)
            return simplified_shares(A, B, alpha, smoothing, sum_to_one=sum_to_one)
        # The losses of all views are added up, so that their costs need one scale.
        logs = np.array([table.log_scale for table in state.tables])
        scale = np.exp(np.where(alpha > 0, logs - logs[alpha > 0].max(), -np.inf))[:, None]
        return optimal_shares(scale * A, scale * B, alpha, sum_to_one=sum_to_one)


@dataclass(eq=False, repr=False, kw_only=True)
class MuComboClassifier(BoostClassifier):
    """muCoMBo: boosting on views that know different classes, some of them rare.

    Every view j keeps its own scores F_j and costs, in which every class has the same total
    weight (m_c is that of class c):
    D_j(i,l) = (w_i / m_{y_i}) exp(F_j(i,l) - F_j(i,y_i)) for l != y_i. In each round

    - every view's learner brings a hypothesis h_j for D_j; delta_j is its edge on D_j and
      alpha_j = 1/2 ln((1 + delta_j) / (1 - delta_j)), 0 without an edge;
    - cooperation: for each class c the views share one vote. With A_jc the loss of the rows
      of class c that h_j knows, and B_jc the cost entries of those that it wrongly takes for
      c, the shares beta_jc >= 0, sum_j beta_jc <= 1, minimise the sum of the views' losses,
      sum_j [A_jc exp(-alpha_j beta_jc) + B_jc exp(alpha_j beta_jc)];
    - votes: all of them, F_j(i,h_j(i)) += alpha_j beta_jc with c = h_j(i), and G = sum_j F_j.

    The mean of the views' losses bounds the sum of the entries of the confusion matrix (rows
    divided by the size of their class, without the diagonal), hence its norm.

    Made for imbalanced classes of which no view knows all: a view gets the votes for the
    classes that it knows. Its lead is in the first rounds; with many views, which share each
    round's vote, or many rounds, :class:`ComboClassifier` on the same views is often as good or
    better: compare both. Where large classes matter more than small ones, take
    :class:`MumboClassifier`.

    Training stops when no view has an edge, or when all are perfect. A row that lacks a view
    has no cost in it.

    Parameters
    ----------
    {parameters}
    beta : {"optimal", "simplified", "optimal_sum1", "simplified_sum1"}, default="optimal"
        How the views share the classes: by the exact minimiser, or each view by its own,
        max(0, ln(A_jc / B_jc) / (2 alpha_j)), divided by the sum over the views where that
        exceeds one. With ``_sum1`` the shares of every class sum to exactly one, as in the
        thesis: a class that no view knows is then voted for as well.
    {step}

    Attributes
    ----------
    {attributes}

    Notes
    -----
    In a record of ``history_``, ``steps`` are the alpha_j, ``log_losses`` those of the views,
    and ``beta`` among the details has the shares, of shape (views, classes).

    ``predict_proba`` is softmax(2 G / v) for v views: it ranks the classes, but it is not
    calibrated. It takes the classes as equally frequent, except in rows that lack all views,
    which have the class frequencies.

    References
    ----------
    S. Koço, "Tackling the uneven views problem with cooperation based ensemble learning
    methods", thesis, Aix-Marseille, 2013, chapter 4.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from viewboost import MuComboClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> model = MuComboClassifier(
    ...     views=[("sepal", None, [0, 1]), ("petal", None, [2, 3])], n_rounds=20
    ... ).fit(X, y)
    >>> bool(model.score(X, y) > 0.95)
    True
    >>> model.history_.column("beta").shape
    (20, 2, 3)
    """

    beta: str = "optimal"
    step: str = "paper"

    _parameter_constraints: ClassVar[dict] = {
        **BoostClassifier._parameter_constraints,
        "beta": [StrOptions({"optimal", "simplified", "optimal_sum1", "simplified_sum1"})],
        "step": [STEPS],
    }

    def _rule(self) -> Rule:
        return ShareClasses(self.beta, self.step)

    @property
    def _link(self) -> Link:
        """softmax(2 G / v)."""
        return Softmax(2 / len(self.view_names_))

    def _silent(self, rows: Rows) -> NDArray[np.float64]:
        """v/2 ln of the class prior, which the link makes the class prior."""
        return len(self.view_names_) * super()._silent(rows)
