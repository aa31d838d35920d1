"""Carako: one strong classifier per view, and a share in the vote for each class."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from viewboost.algorithms._base import BoostClassifier
from viewboost.algorithms._confusion import (
    JOINT_VIEWS,
    OBJECTIVES,
    Model,
    joint_bound,
    separate_bound,
    tallies,
)
from viewboost.algorithms._shares import SharedVote
from viewboost.algorithms.combo import balanced_weights
from viewboost.io.hypotheses import Form, Place, pack_hypotheses, unpack_hypotheses
from viewboost.io.tables import Reader, Writer, demand_all
from viewboost.learners.base import Learner
from viewboost.rounds.records import Record
from viewboost.rounds.rule import Rule, State, Step, Turn
from viewboost.views._sklearn import Options
from viewboost.views.blocks import Block
from viewboost.vote.votes import Vote, Votes

SETTLED = "the objective has settled"

# A class of which a view has no share costs it as much as this share would: a view goes on
# telling all classes apart, since what it knows may earn it a share later.
LEAST_SHARE = 1e-6


@dataclass
class Alternate(Rule):
    """Learn the classifiers with fixed shares, then the shares, until the objective settles.

    The tables stay at F = 0; what is learned is the model in ``state.memory``.
    """

    version: int = 2
    tol: float = 0.0

    shared = False

    def weights(self, state: State) -> NDArray[np.float64]:
        """w_i / m_{y_i}."""
        return balanced_weights(state)

    def start(self, state: State) -> None:
        """beta_jc = 1/v."""
        if self.version == 1 and state.n_views > JOINT_VIEWS:
            raise ValueError(
                f"version=1 weighs at most {JOINT_VIEWS} views against each other, and X has "
                f"{state.n_views}; take version=2"
            )
        super().start(state)
        beta = np.full((state.n_views, state.rows.n_classes), 1 / state.n_views)
        state.memory = {"model": Model((), (), beta), "objective": math.inf}

    def costs(self, state: State, view: int) -> tuple[NDArray[np.float64], None]:
        """Right (K-1) exp(-b_jy), wrongly c: K-2 + exp(b_jc), times w_i/m_y."""
        b = np.maximum(state.memory["model"].beta[view], LEAST_SHARE)
        D = state.tables[view].D  # at F = 0, in units of w_i/m_y: -(K-1) if right, else 1
        D = D * np.where(D < 0, -np.expm1(-b), np.expm1(b))  # less the constant K-1
        return D - D.mean(axis=1, keepdims=True), None

    def step(self, state: State, turn: Turn) -> Step:
        """Keep the classifiers that lower the objective, then minimise it over the shares."""
        model = self._learned(state, turn)
        bound = OBJECTIVES[self.version][0]
        before, after = state.memory["objective"], bound(state, model)
        record = Record(
            state.round,
            edges=np.array([met.edge for met in tallies(state, model)]),
            steps=np.ones(state.n_views),
            details={
                "beta": model.beta,
                "joint": joint_bound(state, model),
                "separate": separate_bound(state, model),
            },
        )
        voters = np.flatnonzero(model.beta.any(axis=1)).tolist()
        return Step(
            record,
            votes=[Vote(state.round, (j,), (model.hypotheses[j],), model.beta[j]) for j in voters],
            stop=SETTLED if before - after <= self.tol * after else "",
            redraw=not after < before,
            memory={"model": model, "objective": after},
        )

    def _learned(self, state: State, turn: Turn) -> Model:
        _, swap, shares = OBJECTIVES[self.version]
        model = state.memory["model"]
        if model.hypotheses:
            model = swap(state, model, turn)
        else:
            model = Model(tuple(turn.hypotheses), tuple(turn.predictions), model.beta)
        return model._replace(beta=shares(state, model))

    def standing(self, votes: list[Vote], record: Record) -> list[Vote]:
        """The votes of the round: they replace those before."""
        return [vote for vote in votes if vote.round == record.round]

    def pack_memory(self, writer: Writer, state: State) -> None:
        """The model and its objective."""
        model, m = state.memory["model"], len(state.rows)
        writer.put("memory/objective", state.memory["objective"], np.float64)
        writer.put("memory/beta", model.beta, np.float64)
        said = np.reshape(model.predictions, (len(model.predictions), m))
        writer.put("memory/predictions", said, np.int64)
        pack_hypotheses(writer, "memory", model.hypotheses)

    def unpack_memory(self, reader: Reader, state: State, forms: Sequence[Form]) -> None:
        """The model, with its predictions."""
        v, m, K = state.n_views, len(state.rows), state.rows.n_classes
        objective = reader.take("memory/objective", np.float64)
        beta = reader.take("memory/beta", np.float64, v, K)
        said = reader.take("memory/predictions", np.int64, None, m)
        demand_all("memory/predictions", (said >= -1) & (said < K), "not a class")
        places = [Place(K, form) for form in forms[: len(said)]]  # none before the first round
        hypotheses = unpack_hypotheses(reader, "memory", places)
        model = Model(tuple(hypotheses), tuple(said.astype(np.intp)), beta)
        state.memory = {"model": model, "objective": float(objective)}

    def finish(self, votes: Votes, state: State, blocks: Sequence[Block]) -> Votes:
        """A model of one round, since the last alternation replaced those before."""
        votes = super().finish(votes, state, blocks)
        entries = [replace(vote, round=0) for vote in votes.entries]
        return replace(votes, entries=entries, n_rounds=min(votes.n_rounds, 1))


@dataclass(eq=False, repr=False, kw_only=True)
class CarakoClassifier(SharedVote):
    """Carako: late fusion of strong classifiers, one per view, with shares for each class.

    The vote for class c at x is sum_j beta_jc 1[h_j(x)=c]: the share beta_jc >= 0 of view j
    says how far it is to be trusted when it says c, and sum_j beta_jc = 1. Classifiers and
    shares minimise a bound on the norm of the confusion matrix, in which every class has the
    same total weight (m_c is that of class c):

    - version 1, Eq. 4.5: sum_i sum_{l != y} (w_i / m_y) exp(G(i,l) - G(i,y)), G the vote;
    - version 2, Eq. 4.8: sum_j sum_i sum_{l != y} (w_i / m_y) exp(G_j(i,l) - G_j(i,y)), G_j
      the part of view j in the vote. It bounds the first from above.

    Both start from beta_jc = 1/v and alternate, one alternation being a round:

    1. every view's learner is fitted to the costs of its part in Eq. 4.8: predicting rightly
       costs (K-1) exp(-beta_jy) / m_y, predicting c wrongly (K-2 + exp(beta_jc)) / m_y. The
       new classifier replaces the old one if that lowers the objective;
    2. the shares that minimise the objective for these classifiers, exactly.

    Use it where good classifiers for each view exist and only their fusion is to be learned:
    a kernel machine here, a forest there. The objective is that of the training rows: a
    classifier that knows them by heart gets all the trust, whatever it is worth on others,
    so limit the depth of trees. For weak learners take :class:`MuComboClassifier`.

    Parameters
    ----------
    {parameters}
    learner : learner, scikit-learn classifier or Pipeline, optional
        Used for every view that names none; ``Tree(max_depth=8)`` by default. Native
        learners minimise the costs, others are given labels and weights, or a resample.
    n_rounds : int, default=200
        Number of alternations at most; a few are usual.
    learning_rate : float, default=1.0
        Only 1: the votes of a round replace those before, so that no step could be shorter.
    tol : float, default=1e-4
        Stop when an alternation lowers the objective by no more than this part of it. An
        improvement on the validation rows must exceed it as well.
    version : {1, 2}, default=2
        The objective, Eq. 4.5 or Eq. 4.8. Version 1 lets the views correct each other, and
        takes longer: its shares are found jointly for all classes. It is for 300 views at most.

    Attributes
    ----------
    {attributes}

    Notes
    -----
    The model is that of the last alternation alone, so that ``n_rounds_`` is 1 and there is
    one stage of predictions; ``history_`` has a record for each alternation. Its ``edges``
    are those of the classifiers on the balanced costs, its details the shares ``beta`` of
    shape (views, classes) and both objectives, ``joint`` (4.5) and ``separate`` (4.8).

    ``predict_proba`` is the shares of the vote, not calibrated. Rows that lack all views have
    the class frequencies.

    References
    ----------
    S. Koço, "Tackling the uneven views problem with cooperation based ensemble learning
    methods", thesis, Aix-Marseille, 2013, chapter 4 (Eq. 4.10 has sign errors there).

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.svm import SVC
    >>> from viewboost import CarakoClassifier, Tree
    >>> X, y = load_iris(return_X_y=True)
    >>> model = CarakoClassifier(
    ...     views=[("sepal", SVC(), [0, 1]), ("petal", Tree(max_depth=2), [2, 3])]
    ... ).fit(X, y)
    >>> bool(model.score(X, y) > 0.95)
    True
    >>> model.stop_reason_
    'the objective has settled'
    """

    tol: float = 1e-4
    version: int = 2

    _parameter_constraints: ClassVar[dict] = {
        **BoostClassifier._parameter_constraints,
        "learning_rate": [Options(Real, {1.0})],
        "version": [Options(Integral, {1, 2})],
    }

    def _rule(self) -> Rule:
        return Alternate(self.version, self.tol)

    def _learner(self, given: Any) -> Learner:
        """The learner of a view: its own, else the common one, else a deep tree."""
        from viewboost.learners.native import Tree

        unnamed = given is None and self.learner is None
        return super()._learner(Tree(max_depth=8) if unnamed else given)
