"""AgreementBoost: views that learn from few labels by agreeing where there are none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from viewboost.algorithms._base import BoostClassifier
from viewboost.algorithms._objective import CAP, LOSSES, Loss, Objective, checked_pair
from viewboost.learners.base import Change
from viewboost.rounds.costs import Scores
from viewboost.rounds.edges import CHANCE, NO_EDGE, PERFECT, best_view
from viewboost.rounds.records import Record
from viewboost.rounds.rule import Rule, State, Step, Stop, Turn, Update
from viewboost.views._sklearn import Interval, StrOptions, fit_context
from viewboost.views.rows import Rows
from viewboost.views.target import learn_target
from viewboost.views.unlabelled import hide_minus_one, join_unlabelled
from viewboost.vote.links import Link, Softmax
from viewboost.vote.votes import Vote


@dataclass
class Agree(Rule):
    """A table of scores for each view; the views train one after the other."""

    loss: Loss
    eta: float = 1.0
    output: str = "best"

    shared = False

    def start(self, state: State) -> None:
        """Make the tables F_j, and the objective of these rows."""
        state.tables = [Scores(state.rows) for _ in state.present]
        state.memory["perfect"] = np.zeros(state.n_views, dtype=bool)
        self.objective = Objective.of(self.loss, self.eta, state.rows, state.present)

    def turns(self, n_views: int) -> Sequence[tuple[int, ...]]:
        """One view after the other, each seeing the others' newest scores."""
        return [(j,) for j in range(n_views)]

    def costs(self, state: State, view: int) -> tuple[NDArray[np.float64], Sequence[Change] | None]:
        """The gradient of the objective by the view's scores, made anew for each turn."""
        if view == 0:  # anew for each round, so that a fit that goes on meets the same bits
            self.spread = self.objective.spread(_scores(state))
        else:
            self.objective.move(self.spread, view - 1, state.tables[view - 1].F)
        self.D = self.objective.gradient(state.tables[view].F, view, self.spread)
        return self.D, None

    def step(self, state: State, turn: Turn) -> Step | Stop:
        """F_j(i,c) += alpha 1[h_j(i)=c], alpha >= 0 the minimiser of the objective."""
        (j,), (said,) = turn.views, turn.predictions
        perfect = state.memory["perfect"].copy()
        edges, steps = np.full((2, state.n_views), np.nan)
        edges[j] = _edge(state.rows, self.D, said)
        chance, steps[j] = edges[j] <= CHANCE, 0.0
        # A view at the cap has nothing left to learn: it rests, as AdaBoost would stop.
        if not chance and not perfect[j]:
            steps[j] = self.objective.minimiser(state.tables[j].F, j, said, self.spread)
            perfect[j] = steps[j] >= CAP
        if j == state.n_views - 1 and not _taken(state, steps).any():
            return Stop(PERFECT if perfect.any() else NO_EDGE, redraw=chance)
        step = Step(Record(state.round, edges, steps), redraw=chance, memory={"perfect": perfect})
        step.stop = PERFECT if j == state.n_views - 1 and perfect.all() else ""
        if steps[j] > 0:
            vector = np.full(state.rows.n_classes, steps[j])
            share = state.n_views if self.output == "joint" else 1
            step.updates = [Update(j, said, vector)]
            step.votes = [Vote(state.round, (j,), tuple(turn.hypotheses), vector / share)]
        return step

    def settle(self, state: State, record: Record) -> None:
        """Tell the objective, the disagreement, the views' errors, and which view is best."""
        F = _scores(state)
        logs = self.objective.log_losses(F)
        disagreement, cost = self.objective.disagreement(F)
        errors = self.objective.errors(F)
        record.chosen = best_view(-errors) if self.output == "best" else -1
        record.log_losses = tuple(logs.tolist())
        record.details = {
            "objective": float(np.exp(logs).sum() + cost),
            "disagreement": disagreement,
            "errors": errors,
        }

    def standing(self, votes: list[Vote], record: Record) -> list[Vote]:
        """The votes of the best view, or of all."""
        if self.output == "joint":
            return votes
        return [vote for vote in votes if vote.views == (record.chosen,)]


def _scores(state: State) -> list[NDArray[np.float64]]:
    return [table.F for table in state.tables]


def _edge(rows: Rows, D: NDArray[np.float64], said: NDArray[np.intp]) -> float:
    """delta = - sum_i D(i,h(i)) / sum of the positive costs, in [-1, 1]."""
    met, loss = rows.sum(
        lambda D, said: np.array([D[said >= 0, said[said >= 0]].sum(), D.clip(0).sum()]), D, said
    )
    return -met / loss if loss > 0 else 0.0


def _taken(state: State, steps: NDArray[np.float64]) -> NDArray[np.float64]:
    """The steps of the round, those of its earlier turns included."""
    if not state.records or state.records[-1].round < state.round:
        return steps
    return np.where(np.isnan(steps), state.records[-1].steps, steps)


@dataclass(eq=False, repr=False, kw_only=True)
class AgreementBoostClassifier(BoostClassifier):
    """AgreementBoost: boosting of views that must agree on rows without labels.

    Every view j boosts scores F_j of its own. With L views, g = F(1) - F(0) for two classes,
    y = +-1 and weights w, together they minimise

        sum_j sum_labelled w er(-y g_j)  +  eta' L sum_unlabelled w er(V),

    where V is the variance of g_1, ..., g_L on a row, and eta' = eta W_s / W_u, W_s and W_u
    being the total weights of the labelled and of the unlabelled rows. In each round the views
    take turns, each seeing the others' newest scores:

    - weights: w er'(-y g_j) on labelled rows; on unlabelled ones 2 eta' w abs(m - g_j) er'(V)
      with the pseudo-label sign(m - g_j), m the mean of the views;
    - hypothesis: the view's learner minimises the costs that these weights make;
    - vote: g_j += alpha h, alpha >= 0 the exact minimiser of the objective (at most 11.86).

    With more than two classes a labelled row costs the sum of er(F_j(l) - F_j(y)) over
    l != y, V is K/(K-1) sum_c Var_j F_j(c) on scores centred over the K classes, and an
    unlabelled row has the costs 2 eta' w K/(K-1) er'(V) (F_j(c) - mean of the views).

    The objective never rises (with ``learning_rate`` up to 1). Without unlabelled rows, or
    with one view, this is AdaBoost on every view for itself.

    Use it where labels are few, rows without labels are many, and each of several views could
    do alone: that they agree elsewhere then says something about both. It does not help if
    the views see the same thing, or if one of them is too weak to be agreed with. Learners
    should be smooth or coarse: those that can single out a labelled row (deep trees, or many
    rounds of stumps on continuous columns) let the views agree by saying nothing where there
    are no labels. Naive Bayes, ``Stump(max_bins=10)``, few rounds or early stopping help.

    Parameters
    ----------
    {parameters}
    loss : {"exp", "logistic"} or pair of callables, default="exp"
        er: exp(z), ln(1 + exp(z)), or your own as ``(er, derivative)``, two functions of an
        array; er must be convex and increasing.
    eta : float, default=1.0
        Weight of the agreement against the labels, whatever the numbers of rows: the
        constant c of the paper's eta = c W_s / W_u.
    output : {"best", "joint"}, default="best"
        The model: the view with the lowest error on the labelled rows (the paper; the first
        of those that tie), or the mean of the views' scores, which is usually better. Rows
        that lack the best view get the class prior: choose "joint" where views may be missing.

    Attributes
    ----------
    {attributes}

    Notes
    -----
    In a record of ``history_`` the ``edges`` are those on the costs above, ``chosen`` is the
    best view so far (-1 for "joint") and ``log_losses`` are those of the labelled rows in each
    view. Its details: the ``objective``, the ``disagreement`` (the mean of V on the unlabelled
    rows) and the labelled ``errors`` of the views, all after the round. Validation rows are
    scored by the model that would be made after each round, "best" by the view then best;
    the ``staged_`` methods show the early rounds of the final model.

    A view without an edge rests for the round, a view with a perfect hypothesis for good;
    training stops when all of them rest. A row that lacks views counts in those it has: its V
    is over these, and without a label it counts only if it has two. L is then their number.

    Probabilities are softmax(2 G) for the exponential loss and softmax(G) for the logistic
    one; for your own, softmax(tau G) with tau = 2 ln(er'(1/2) / er'(-1/2)).

    References
    ----------
    B. Leskes, "The value of agreement, a new boosting algorithm", COLT 2005.

    Examples
    --------
    Twenty rows with labels, five hundred without:

    >>> import numpy as np
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from viewboost import AgreementBoostClassifier
    >>> from viewboost.datasets import make_agreeing_views
    >>> X, y = make_agreeing_views(520, random_state=1)
    >>> labels = np.where(np.arange(520) < 20, y, -1)
    >>> model = AgreementBoostClassifier(learner=GaussianNB(), n_rounds=20, output="joint")
    >>> bool(model.fit(X, labels).score(X[20:], y[20:]) > 0.9)
    True
    """

    loss: Any = "exp"
    eta: float = 1.0
    output: str = "best"

    _parameter_constraints: ClassVar[dict] = {
        **BoostClassifier._parameter_constraints,
        "loss": [StrOptions(set(LOSSES)), tuple],
        "eta": [Interval(Real, 0, None, closed="left")],
        "output": [StrOptions({"best", "joint"})],
    }

    @fit_context
    def fit(
        self,
        X: Any,
        y: Any,
        sample_weight: Any = None,
        *,
        X_unlabeled: Any = None,
        X_val: Any = None,
        y_val: Any = None,
    ) -> AgreementBoostClassifier:
        """Boost on rows X with labels y, and on rows without.

        Parameters
        ----------
        X : array, sparse matrix, frame, Views, or dict or list of arrays
        y : array of shape (n,)
            Class labels; the number -1 says that the row has none, unless ``X_unlabeled`` is
            given. Classes {-1, 1} without ``X_unlabeled`` are refused.
        sample_weight : array of shape (n,), optional
            Of all rows of X, labelled or not. Only the weights of labelled rows relative to
            each other matter, and those of unlabelled rows relative to each other.
        X_unlabeled : like X, optional
            Rows without labels, of equal weight. All rows of X are then labelled, and -1 is a
            class like any other. In a cross-validation scikit-learn leaves it whole, unless it
            happens to be as long as X: then it is cut like X.
        X_val, y_val : optional
            Validation rows, scored after each round; with ``n_iter_no_change`` they decide
            when to stop.

        Returns
        -------
        self
        """
        callbacks = self._callbacks(X, y, sample_weight)
        blocks, learners = self._read(X)
        target = learn_target(self, y, sample_weight, len(blocks[0]))
        if X_unlabeled is None:
            target = hide_minus_one(target)
        else:
            blocks, target = join_unlabelled(blocks, target, self._gate.read(self, X_unlabeled))
        return self._learn(blocks, target, learners, (X_val, y_val), callbacks)

    def _rule(self) -> Rule:
        return Agree(self._loss, self.eta, self.output)

    @property
    def _loss(self) -> Loss:
        return LOSSES[self.loss] if isinstance(self.loss, str) else checked_pair(self.loss)

    @property
    def _link(self) -> Link:
        """p_l ~ exp(tau G_l), where tau is 2 for the exponential and 1 for the logistic loss."""
        return Softmax(self._loss.temperature)

    def _silent(self, rows: Rows) -> NDArray[np.float64]:
        """Scores of a row about which nothing is said: those whose link is the class prior."""
        weights = rows.class_weights()
        return np.log(weights / weights.sum()) / self._loss.temperature
