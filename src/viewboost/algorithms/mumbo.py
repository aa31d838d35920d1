"""MuMBo: views of uneven strength, each learning the rows that it knows best."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import takewhile
from numbers import Real
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewboost.algorithms._base import STEPS, BoostClassifier
from viewboost.algorithms._cooperation import (
    Cooperation,
    Select,
    binary,
    checked_choice,
    coefficients,
    cooperation_named,
    left_to_others,
    select_named,
)
from viewboost.rounds.costs import Costs
from viewboost.rounds.edges import CHANCE, NO_EDGE, PERFECT, Tally, is_perfect, useful_step
from viewboost.rounds.records import Record
from viewboost.rounds.rule import Rule, State, Step, Turn, Update
from viewboost.views._sklearn import Interval, StrOptions
from viewboost.vote.votes import Vote, committee

# Rounds in a row in which no view has an edge on the global costs, before training stops.
IDLE_ROUNDS = 10
IDLE = f"{NO_EDGE} in {IDLE_ROUNDS} rounds"


class Voter(NamedTuple):
    """A hypothesis or a committee, with what it meets on the global costs."""

    views: tuple[int, ...]
    weights: tuple[float, ...]
    predictions: NDArray[np.intp]
    tally: Tally


@dataclass
class Cooperate(Rule):
    """A table of scores for each view, and one (the last) for the votes."""

    cooperation: Cooperation
    select: Select
    vote: str = "best"
    step_kind: str = "paper"

    shared = False

    def start(self, state: State) -> None:
        """Make the tables F_j and G; in G a row weighs the same whatever views it lacks."""
        super().start(state)
        state.tables.append(Costs(state.rows, self.weights(state)))

    def step(self, state: State, turn: Turn) -> Step:
        """F_j(i,c) += alpha_j d_j(i) 1[h_j(i)=c];  G(i,c) += alpha 1[h(i)=c], h the voter."""
        own = [table.tally(said) for table, said in zip(state.tables, turn.predictions)]
        steps = np.array([self._alpha(tally) for tally in own])
        record = Record(state.round, np.array([tally.edge for tally in own]), steps)
        return self._cast(state, turn, Step(record, self._own_updates(state, turn, steps)))

    def _own_updates(self, state: State, turn: Turn, steps: NDArray[np.float64]) -> list[Update]:
        """What the views with an edge add to their scores."""
        said, able = np.stack(turn.predictions), np.flatnonzero(steps).tolist()
        if self.cooperation is binary:
            # Rows left to other views are as if nothing was said: a vote like any other,
            # which a learner can follow without summing all rows anew.
            kept = left_to_others(said, state.tables[-1].y)
            return [Update(j, kept[j], np.full(state.rows.n_classes, steps[j])) for j in able]
        d = coefficients(self.cooperation, said, state.rows.y)
        return [Update(j, said[j], steps[j] * d[j], per_row=True) for j in able]

    def _alpha(self, tally: Tally) -> float:
        """The coefficient of a hypothesis, 0 if it is no better than chance."""
        return useful_step(self.step_kind, tally)

    def _cast(self, state: State, turn: Turn, step: Step) -> Step:
        """Add the votes of the round, with what they do to G."""
        tallies = [state.tables[-1].tally(said) for said in turn.predictions]
        choose = {"best": self._best, "vote": self._committee, "all": self._all}[self.vote]
        voters = [v for v in choose(state, turn, tallies) if v.tally.edge > CHANCE]
        share = len(tallies) if self.vote == "all" else 1
        amounts = [self._alpha(voter.tally) / share for voter in voters]
        for voter, amount in zip(voters, amounts):
            vector = np.full(state.rows.n_classes, amount)
            hypotheses = tuple(turn.hypotheses[j] for j in voter.views)
            step.votes.append(Vote(state.round, voter.views, hypotheses, vector, voter.weights))
            step.updates.append(Update(len(tallies), voter.predictions, vector))
        if len(voters) == 1 and len(voters[0].views) == 1:
            step.record.chosen = voters[0].views[0]
        step.record.details = {
            "global_edges": np.array([tally.edge for tally in tallies]),
            "vote_edge": max((voter.tally.edge for voter in voters), default=math.nan),
            "vote_step": sum(amounts),
        }
        step.redraw = not voters
        step.stop = self._end(state, voters)
        return step

    def _end(self, state: State, voters: list[Voter]) -> str:
        if voters:
            return PERFECT if any(is_perfect(voter.tally.edge) for voter in voters) else ""
        idle = takewhile(lambda r: r.details["vote_step"] == 0, reversed(state.records))
        return IDLE if 1 + sum(1 for _ in idle) >= IDLE_ROUNDS else ""

    # -- who votes (2.6.2) -----------------------------------------------------------------

    def _best(self, state: State, turn: Turn, tallies: list[Tally]) -> list[Voter]:
        """One hypothesis, by default that with the largest edge on the global costs."""
        edges = np.array([tally.edge for tally in tallies])
        j = checked_choice(self.select(edges, state.records), len(edges))
        return [Voter((j,), (1.0,), turn.predictions[j], tallies[j])] if j >= 0 else []

    def _committee(self, state: State, turn: Turn, tallies: list[Tally]) -> list[Voter]:
        """A committee: argmax_c sum_j alpha_j 1[h_j(x)=c] over the views with an edge."""
        weights = [self._alpha(tally) for tally in tallies]
        views = tuple(j for j, weight in enumerate(weights) if weight)
        if not views:
            return []
        members = tuple(weights[j] for j in views)
        said = [turn.predictions[j] for j in views]
        predictions = committee(said, members, state.rows.n_classes)
        return [Voter(views, members, predictions, state.tables[-1].tally(predictions))]

    def _all(self, state: State, turn: Turn, tallies: list[Tally]) -> list[Voter]:
        """Every hypothesis for itself."""
        pairs = enumerate(zip(turn.predictions, tallies))
        return [Voter((j,), (1.0,), said, tally) for j, (said, tally) in pairs]


@dataclass(eq=False, repr=False, kw_only=True)
class MumboClassifier(BoostClassifier):
    """MuMBo: boosting on views of uneven strength that share the rows among themselves.

    Every view j keeps its own scores F_j and costs D_j, and the votes keep scores G and costs
    D_G; both costs follow from the scores as D(i,l) = w_i exp(F(i,l) - F(i,y_i)), l != y_i.
    In each round

    - every view's learner brings a hypothesis h_j for D_j; delta_j is its edge on D_j and
      alpha_j = 1/2 ln((1 + delta_j) / (1 - delta_j));
    - cooperation: F_j(i,h_j(i)) += alpha_j d_j(i), where d_j(i) = 1 if h_j is right on row i
      or if every view is wrong on it, else 0. A view thus leaves to the others the rows that
      they know, and all of them turn to the rows that none knows;
    - vote: of the hypotheses the one with the largest edge delta on D_G, with
      alpha = 1/2 ln((1 + delta) / (1 - delta)): G(x,h(x)) += alpha.

    The loss of G bounds the training error and falls by sqrt(1 - delta^2) in every vote. The
    loss of each F_j falls as well, but F_j knows the labels through d_j: the votes of one
    view alone are not a boosted classifier.

    Use it where one view is strong and others know only some of the rows, each its own. Where
    all views are of equal worth, or where features of several views must be weighed together
    in each round, :class:`AdaBoostMMClassifier` on all of them is simpler and as good.

    A round without any edge on D_G casts no vote, the views go on learning; after 10 such
    rounds in a row training stops. A row that lacks views is judged by those that it has.

    Parameters
    ----------
    {parameters}
    cooperation : {"binary", "fraction", "gaussian", "centered"} or callable, default="binary"
        d_j(i) where h_j is wrong on a row and another view is right, p of the row's v views
        being wrong: 0, (v - p)/v, exp(-(mu - p/v)^2) or abs(1/2 - p/v). A callable takes two
        bool arrays of shape (v, m), which views are wrong on which rows and which rows have
        which views, and returns numbers in [0, 1] of that shape, or of shape (m,).
    vote : {"best", "vote", "all"}, default="best"
        Who votes: one hypothesis; a committee, whose members weigh alpha on D_G and which is
        itself weighed by its own edge; or every hypothesis, with its alpha divided by the
        number of views.
    select : {"edge", "diversity"}, dict or callable, default="edge"
        Which hypothesis votes if only one does: that with the largest edge; with the largest
        edge times the share of the votes so far that other views cast; or, given shares such
        as ``{"image": 0.7, "words": 0.3}``, of the views with an edge the one whose votes lag
        most behind its share (a view without a share never votes). A callable takes the edges
        on D_G and the list of records, and returns the place of a view, or -1 for no vote.
    mu : float, default=0.5
        The share of wrong views at which the gaussian cooperation is 1.
    {step}

    Attributes
    ----------
    {attributes}

    Notes
    -----
    In a record of ``history_``, ``edges`` and ``steps`` are those of the views on their own
    costs, ``chosen`` is the view that voted, and ``log_losses`` are those of the views, then
    that of the vote. Its details: ``global_edges`` on D_G, the ``vote_edge`` of the voter (the
    largest, if several) and the ``vote_step``, the sum of the round's votes.

    References
    ----------
    S. Koço, C. Capponi, "A boosting approach to multiview classification with cooperation",
    ECML PKDD 2011.
    S. Koço, "Tackling the uneven views problem with cooperation based ensemble learning
    methods", thesis, Aix-Marseille, 2013, chapter 2.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from viewboost import MumboClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> model = MumboClassifier(
    ...     views=[("sepal", None, [0, 1]), ("petal", None, [2, 3])], n_rounds=20
    ... ).fit(X, y)
    >>> bool(model.score(X, y) > 0.95)
    True
    >>> [model.view_names_[j] for j in model.history_.column("chosen")[:3]]
    ['petal', 'petal', 'petal']
    """

    cooperation: Any = "binary"
    vote: str = "best"
    select: Any = "edge"
    mu: float = 0.5
    step: str = "paper"

    _parameter_constraints: ClassVar[dict] = {
        **BoostClassifier._parameter_constraints,
        "cooperation": [StrOptions({"binary", "fraction", "gaussian", "centered"}), callable],
        "vote": [StrOptions({"best", "vote", "all"})],
        "select": [StrOptions({"edge", "diversity"}), dict, callable],
        "mu": [Interval(Real, 0, 1, closed="both")],
        "step": [STEPS],
    }

    def _rule(self) -> Rule:
        return Cooperate(
            cooperation_named(self.cooperation, self.mu),
            select_named(self.select, self.view_names_),
            self.vote,
            self.step,
        )
