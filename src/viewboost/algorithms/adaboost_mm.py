"""AdaBoost.MM, and AdaBoost, which it is when there are two classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from viewboost.algorithms._base import STEPS, BoostClassifier
from viewboost.rounds.edges import CHANCE, NO_EDGE, PERFECT, best_view, is_perfect, step_size
from viewboost.rounds.records import Record
from viewboost.rounds.rule import Rule, State, Step, Stop, Turn, Update
from viewboost.vote.votes import Vote


@dataclass
class BestEdge(Rule):
    """One table of scores for all views; the hypothesis with the largest edge votes."""

    step_kind: str = "paper"

    def step(self, state: State, turn: Turn) -> Step | Stop:
        """h_t = argmax_j delta_j;  F(i,c) += alpha 1[h_t(i)=c];  G likewise."""
        costs = state.tables[0]
        tallies = [costs.tally(predictions) for predictions in turn.predictions]
        edges = np.array([tally.edge for tally in tallies])
        best = best_view(edges)
        if edges[best] <= CHANCE:
            return Stop(NO_EDGE, redraw=True)
        steps = np.zeros(len(edges))
        steps[best] = step_size(self.step_kind, tallies[best])
        vector = np.array([steps[best]] * state.rows.n_classes)
        return Step(
            Record(state.round, edges, steps, chosen=best),
            updates=[Update(0, turn.predictions[best], vector)],
            votes=[Vote(state.round, (best,), (turn.hypotheses[best],), vector)],
            stop=PERFECT if is_perfect(edges[best]) else "",
        )


@dataclass(eq=False, repr=False, kw_only=True)
class AdaBoostMMClassifier(BoostClassifier):
    """AdaBoost.MM: boosting of weak hypotheses for any number of classes.

    With two classes it is AdaBoost. In each round

    - costs: D(i,l) = w_i exp(F(i,l) - F(i,y_i)) for l != y_i, and D(i,y_i) = - their sum;
    - hypothesis: every view's learner minimises sum_i D(i,h(i)), and the one with the largest
      edge delta = - sum_i D(i,h(i)) / L is kept, L = sum of the off-label costs;
    - vote: alpha = 1/2 ln((1 + delta) / (1 - delta)), F(i,h(i)) += alpha.

    The loss L bounds the training error, and falls by sqrt(1 - delta^2) in every round.

    With several views this is ShareBoost, and with stumps exactly early fusion: all views
    share one distribution and compete for each vote. Use it as the plain baseline, or where
    views are of equal worth; where views are uneven, views that cooperate do better.

    Parameters
    ----------
    {parameters}
    {step}

    Attributes
    ----------
    {attributes}

    References
    ----------
    I. Mukherjee, R. E. Schapire, "A theory of multiclass boosting", JMLR 14, 2013.
    S. Koço, "Tackling the uneven views problem with cooperation based ensemble learning
    methods", thesis, Aix-Marseille, 2013, chapter 3.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from viewboost import AdaBoostMMClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> model = AdaBoostMMClassifier(
    ...     views=[("sepal", None, [0, 1]), ("petal", None, [2, 3])], n_rounds=20
    ... ).fit(X, y)
    >>> bool(model.score(X, y) > 0.95)
    True
    >>> max(model.view_importances_, key=model.view_importances_.get)
    'petal'
    """

    step: str = "paper"

    _parameter_constraints: ClassVar[dict] = {
        **BoostClassifier._parameter_constraints,
        "step": [STEPS],
    }

    def _rule(self) -> Rule:
        return BestEdge(self.step)
