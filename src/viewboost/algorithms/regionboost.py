"""RegionBoost: hypotheses that vote as much as they are right near the row in question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from numbers import Integral
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.validation import check_is_fitted

from viewboost.algorithms._base import BoostClassifier
from viewboost.algorithms._shares import SharedVote
from viewboost.algorithms.adaboost_mm import BestEdge
from viewboost.io.hypotheses import Form
from viewboost.io.tables import Reader, Writer, demand_all
from viewboost.rounds.records import Record
from viewboost.rounds.rule import Rule, State, Step, Stop, Turn
from viewboost.views._sklearn import HasMethods, Interval, StrOptions
from viewboost.views.blocks import Block
from viewboost.views.rows import Rows
from viewboost.vote.competence import Judges, Neighbours
from viewboost.vote.points import METRICS
from viewboost.vote.votes import Votes


@dataclass
class Regional(BestEdge):
    """AdaBoost.MM in training; the competence learns where each hypothesis is right."""

    times_alpha: bool = False
    make: Callable[[Rows, int], Neighbours | Judges] | None = None
    names: Sequence[str] = ()

    def prepare(self, votes: Votes, state: State, blocks: Sequence[Block]) -> None:
        """Give the model its competence, which has seen no vote yet."""
        assert self.make is not None
        self.blocks = votes.encode(blocks)
        for name, block in zip(self.names, self.blocks):
            _refuse_strings(name, block)
        votes.competence = self.competence = self.make(state.rows, state.entropy)
        self.said: list[NDArray[np.signedinteger]] = []  # by each vote, about the training rows

    def step(self, state: State, turn: Turn) -> Step | Stop:
        """F(i,c) += alpha 1[h_t(i)=c], as in AdaBoost.MM; G(x,c) += w_t(x) 1[h_t(x)=c]."""
        step = super().step(state, turn)
        if isinstance(step, Step):
            if not self.times_alpha:
                step.votes = [replace(v, vector=np.ones_like(v.vector)) for v in step.votes]
            step.memory = {"said": turn.predictions[step.record.chosen]}
        return step

    def settle(self, state: State, record: Record) -> None:
        """Tell the competence what the chosen hypothesis says about the training rows."""
        self._learn(state, record.chosen, state.memory["said"])

    def _learn(self, state: State, view: int, said: NDArray[np.intp]) -> None:
        self.competence.learn(view, self.blocks[view], said)
        self.said.append(said.astype(np.min_scalar_type(-state.rows.n_classes)))

    def pack_memory(self, writer: Writer, state: State) -> None:
        """What the votes say about the training rows, from which the competence is learned."""
        shape = len(self.said), len(state.rows)
        writer.put("memory/said", np.reshape(self.said, shape), np.int64)

    def unpack_memory(self, reader: Reader, state: State, forms: Sequence[Form]) -> None:
        """Learn the competence of the votes again."""
        K, shape = state.rows.n_classes, (len(state.records), len(state.rows))
        said = reader.take("memory/said", np.int64, *shape)
        demand_all("memory/said", (said >= -1) & (said < K), "not a class")
        for record, one in zip(state.records, said):
            self._learn(state, record.chosen, one.astype(np.intp))

    def finish(self, votes: Votes, state: State, blocks: Sequence[Block]) -> Votes:
        """The competence of the votes that stand, without what only learning needs."""
        votes = super().finish(votes, state, blocks)
        if isinstance(votes.competence, (Neighbours, Judges)):
            votes.competence.keep(len(votes.entries))
        return votes


def _refuse_strings(name: str, block: Block) -> None:
    """Distances need numbers: what the learner makes of strings, if it makes any."""
    _, seen = block.present_part()
    first = seen.take(np.arange(min(len(seen), 1))).data
    try:
        if block.kind == "strings" and len(seen):
            raise ValueError("its learner reads strings as they are")
        if block.kind == "raw" and not sparse.issparse(first):
            np.asarray(first, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"view {name!r}: RegionBoost measures distances between rows, and this view has no "
            f"numbers ({error}); take a learner that makes some, such as BagOfWords(), NGram() "
            "or a Pipeline with a vectorizer"
        ) from error


@dataclass(eq=False, repr=False, kw_only=True)
class RegionBoostClassifier(SharedVote):
    """RegionBoost: on each row a hypothesis votes as much as it is right on rows nearby.

    Training is that of :class:`AdaBoostMMClassifier`: costs, edges and alpha are the same.
    In the vote the coefficient alpha_t gives way to a competence that depends on the row:

    - w_t(x) = share of the k training rows nearest to x on which h_t is right;
    - G(x,c) = sum_t w_t(x) 1[h_t(x)=c], and the prediction is argmax_c G(x,c).

    With several views, neighbours are sought in the view of h_t, among the rows that have it.

    Use it where hypotheses are good in some regions and bad in others, and where distances
    mean something. With stumps most hypotheses do not split a neighbourhood, and those alone
    decide nearly as the k nearest neighbours do: the training error falls fast, then stays at
    theirs instead of going to 0, and many rounds do not help. Stronger learners
    (``learner=Tree(max_depth=3)``) split more neighbourhoods and part from them. In many
    dimensions, where neighbours are far, :class:`AdaBoostMMClassifier` is the safer choice.

    Points: in a dense view, missing cells are filled with the column's mean, nominal columns
    of more than two levels spread over one column per level, and all columns standardised
    (``standardize``); of strings, what the view's learner makes of them (counts). Sample
    weights count in training; neighbours count one each.

    What the model keeps of the training rows: for ``competence="knn"`` the points of every
    view that votes, the class indices, and what each hypothesis said about each row, one byte
    each (n_rounds x n_rows). Otherwise nothing, except what the fitted judges keep.

    Parameters
    ----------
    {parameters}
    competence : {"knn", "tree"}, classifier or regressor, default="knn"
        How w_t(x) is found: from neighbours; or, for each hypothesis, by a model fitted to 1
        on the training rows it is right on and 0 on the others. "tree" is a decision tree of
        depth 6 at most, with ``n_neighbors`` rows in a leaf at least (as in iBoost). The
        weight is a classifier's probability of 1, or else a prediction cut to [0, 1].
    n_neighbors : int, default=5
        The k of the neighbours; an odd number avoids ties of two classes.
    metric : str or callable, default="auto"
        A metric of scikit-learn's; "auto" is euclidean for dense views, cosine for sparse.
    standardize : bool, default=True
        Whether the columns of dense views get mean 0 and deviation 1 before distances are
        measured, or before a model of competence is fitted.
    times_alpha : bool, default=False
        Vote with alpha_t w_t(x) instead of w_t(x).

    Attributes
    ----------
    {attributes}
    training_scores_ : array of shape (n_rows, n_classes)
        Scores of the training rows (those of positive weight that were not held out), where no
        row is its own neighbour. ``predict`` cannot know that a row was in training, and counts
        it among its neighbours. Only for ``competence="knn"``; computed when asked for.

    References
    ----------
    R. Maclin, "Boosting classifiers regionally", AAAI 1998.
    X. Yang, B. Yuan, W. Liu, "An empirical study of the convergence of RegionBoost", ICIC 2009.
    S. Kwek, C. Nguyen, "iBoost: boosting using an instance-based exponential weighting
    scheme", ECML 2002.

    Examples
    --------
    >>> from viewboost import RegionBoostClassifier
    >>> from viewboost.datasets import make_triangle
    >>> X, y = make_triangle(random_state=0)
    >>> model = RegionBoostClassifier(n_rounds=20).fit(X[:500], y[:500])
    >>> bool(model.score(X[500:], y[500:]) > 0.9)
    True
    >>> model.training_scores_.shape
    (500, 2)
    """

    competence: Any = "knn"
    n_neighbors: int = 5
    metric: Any = "auto"
    standardize: bool = True
    times_alpha: bool = False

    _parameter_constraints: ClassVar[dict] = {
        **BoostClassifier._parameter_constraints,
        "competence": [StrOptions({"knn", "tree"}), HasMethods(["fit", "predict"])],
        "n_neighbors": [Interval(Integral, 1, None, closed="left")],
        "metric": [StrOptions({"auto", *METRICS}), callable],
        "standardize": ["boolean"],
        "times_alpha": ["boolean"],
    }

    def _rule(self) -> Rule:
        return Regional(times_alpha=self.times_alpha, make=self._competence, names=self.view_names_)

    def _competence(self, rows: Rows, entropy: int) -> Neighbours | Judges:
        """The competence, before it has seen a vote."""
        if isinstance(self.competence, str) and self.competence == "knn":
            how = self.n_neighbors, self.metric, self.standardize, self.n_jobs
            return Neighbours(rows.y, *how)
        judge = self.competence
        if isinstance(judge, str):
            judge = DecisionTreeClassifier(max_depth=6, min_samples_leaf=self.n_neighbors)
        return Judges(judge, rows, self.standardize, entropy)

    @property
    def training_scores_(self) -> NDArray[np.float64]:
        """Scores of the training rows, none of which is its own neighbour."""
        check_is_fitted(self)
        return next(self._training_scores([self.n_rounds_]))

    def staged_training_scores(self) -> Iterator[NDArray[np.float64]]:
        """The ``training_scores_`` after each round."""
        return self._training_scores(self._stages())

    def _training_scores(self, stages: Sequence[int]) -> Iterator[NDArray[np.float64]]:
        if not isinstance(self._votes.competence, Neighbours):
            raise AttributeError(
                "training scores are for competence='knn' and two classes at least; otherwise "
                "decision_function scores training rows as any others"
            )
        votes, rows = self._votes.competence.on_training_rows(self._votes)
        return votes.scores(rows, stages)
