"""k-Boost, and 2-Boost: every view votes in every round, with coefficients found jointly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from viewboost.algorithms._base import BoostClassifier
from viewboost.algorithms._joint import directions, has_minimiser, minimiser, newton
from viewboost.algorithms._patterns import Patterns, patterns
from viewboost.rounds.edges import CHANCE, NO_EDGE, PERFECT, alpha, is_perfect
from viewboost.rounds.records import Record
from viewboost.rounds.rule import Rule, State, Step, Stop, Turn, Update
from viewboost.views._sklearn import StrOptions
from viewboost.vote.votes import Vote, on_grid

NO_MINIMISER = "no coefficients minimise the joint loss"


@dataclass
class Jointly(Rule):
    """One table of scores for all views; every hypothesis votes, with a joint coefficient."""

    degenerate: str = "smooth"

    def step(self, state: State, turn: Turn) -> Step | Stop:
        """u = argmin Z(u);  F(i,c) += u_j 1[h_j(i)=c] for every view j;  G likewise."""
        seen = patterns(state, turn.predictions)
        edges = seen.edges
        if np.abs(edges).max() <= CHANCE:
            return Stop(NO_EDGE, redraw=True)
        heard = seen.margins.any(axis=0)
        if all(is_perfect(edge) for edge in edges[heard]):
            # Nothing is left to weigh up: AdaBoost's clipped step, shared by the views.
            return self._cast(state, turn, seen, alpha(1.0) * heard / heard.sum(), stop=PERFECT)
        lines = directions(seen)
        if has_minimiser(lines):
            return self._cast(state, turn, seen, minimiser(seen, lines))
        if self.degenerate == "stop":
            return Stop(NO_MINIMISER)
        # eps prod_j 2cosh(u_j) with eps = L / (W 2^k), as a share of L.
        u = newton(seen, smoothing=1 / state.rows.count())
        return self._cast(state, turn, seen, u, smoothed=True)

    def _cast(
        self,
        state: State,
        turn: Turn,
        seen: Patterns,
        u: NDArray[np.float64],
        smoothed: bool = False,
        stop: str = "",
    ) -> Step:
        """The votes u_j, with what they mean for the loss."""
        steps = on_grid(u)
        details = {
            "covariance": seen.covariance,
            "correlation": seen.correlation,
            "Z": seen.factor(steps),
            "smoothed": smoothed,
        }
        # A view without a coefficient says nothing, so that rows with no other get the prior.
        vectors = {j: np.full(state.rows.n_classes, steps[j]) for j in np.flatnonzero(steps)}
        return Step(
            Record(state.round, seen.edges, steps, details=details),
            updates=[Update(0, turn.predictions[j], vector) for j, vector in vectors.items()],
            votes=[
                Vote(state.round, (int(j),), (turn.hypotheses[j],), vector)
                for j, vector in vectors.items()
            ],
            stop=stop,
        )


@dataclass(eq=False, repr=False, kw_only=True)
class KBoostClassifier(BoostClassifier):
    """k-Boost: several learners boosted together, with coefficients that suit each other.

    All k views learn from one distribution, and all of them vote in every round. With two
    classes y, h in {-1, +1} a round is

    - hypotheses: h_j minimises the weighted error of view j under the weights w;
    - votes: the coefficients u minimise Z(u) = sum_i w_i exp(-sum_j u_j y_i h_j(i)) jointly;
    - weights: w_i is multiplied by exp(-sum_j u_j y_i h_j(i)).

    For two views (2-Boost), W+- being the weight of the rows on which h_1 is right and h_2
    wrong,

        u_1 = 1/4 ln(W++ W+- / (W-- W-+)),   u_2 = 1/4 ln(W++ W-+ / (W-- W+-)),

    and Z = 2 sqrt(W++ W--) + 2 sqrt(W+- W-+); for more views u is found by Newton's method.
    A hypothesis that is only right where others are too may get a negative coefficient. Of
    several minimisers the one of smallest norm is taken: a view given twice gets half the
    coefficient each time. Z_t <= sqrt(1 - max_j gamma_j^2), gamma_j the edges, and the product
    of all Z_t bounds the training error.

    With more classes (not in the paper) u minimises the loss of AdaBoost.MM along all
    hypotheses, sum_i sum_{l != y_i} D(i,l) exp(sum_j u_j (1[h_j(i)=l] - 1[h_j(i)=y_i])), which
    is the same thing where there are two. Where a row lacks a view, its h_j(i) is 0.

    Use it for learners of different kinds, or for views that need each other: a row is weighed
    by what all views say about it, and a view that tells nothing by itself may correct another.
    Where views tell the class independently of each other, adding models learned apart
    (:class:`viewboost.LateFusion`) is as good; where they mostly agree, one of them is. Where
    classes are imbalanced it favours the large ones, as AdaBoost does.

    Parameters
    ----------
    {parameters}
    degenerate : {"smooth", "stop"}, default="smooth"
        What to do in a round in which Z has no minimiser, because some coefficients are right
        or undecided on every row: happens often where rows are few. ``"smooth"`` minimises
        Z + eps prod_j 2cosh(u_j) in that round, eps = L / (W 2^k) for a loss L and a total
        weight W, and Z_t <= 1 still holds. ``"stop"`` ends the training, as in the paper.

    Attributes
    ----------
    {attributes}

    Notes
    -----
    Each record of ``history_`` has, among its details, ``Z``, ``smoothed``, and for each pair
    of views ``covariance`` and ``correlation`` of their being right (+1) or wrong (-1; 0 where
    silent, or wrong with another label) under the weights of the round. Its ``edges`` are the
    gamma_j, its ``steps`` the coefficients u_j before ``learning_rate``.

    A round in which every view is perfect is the last one: the views share AdaBoost's
    largest coefficient.

    References
    ----------
    J.-C. Janodet, M. Sebban, H.-M. Suchier, "Boosting classifiers built from different subsets
    of features", Fundamenta Informaticae 94, 2009.

    Examples
    --------
    Names are read by their letters, sports and marks by a stump; both vote in every round.

    >>> from viewboost import KBoostClassifier, NGram
    >>> from viewboost.datasets import make_students
    >>> X, y = make_students(300, names="builtin", random_state=0)
    >>> model = KBoostClassifier(
    ...     views=[("name", NGram(), "name"), ("record", None, "record")], n_rounds=10
    ... ).fit(X, y)
    >>> bool(model.score(X, y) > 0.95)
    True
    >>> {name: round(share, 1) for name, share in model.view_importances_.items()}
    {'name': 0.7, 'record': 0.3}
    """

    degenerate: str = "smooth"

    _parameter_constraints: ClassVar[dict] = {
        **BoostClassifier._parameter_constraints,
        "degenerate": [StrOptions({"smooth", "stop"})],
    }

    def _rule(self) -> Rule:
        return Jointly(self.degenerate)
