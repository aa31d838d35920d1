"""An ONNX graph while it is built, and the scores of a model in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost.io.onnx_trees import TENSORS, LevelSets, ensemble
from viewboost.learners.base import Silent
from viewboost.learners.trees import TreeHypothesis
from viewboost.vote.links import Link, Softmax
from viewboost.vote.votes import Vote, Votes

ML_DOMAIN = "ai.onnx.ml"
F64 = np.dtype(np.float64)


class Graph:
    """Nodes and constants; every node has one output, named by the graph.

    Its own names hold "__", which no view's name does.
    """

    def __init__(self, onnx: Any):
        self.onnx = onnx
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, array: Any) -> str:
        """The name of a constant."""
        name = f"constant__{len(self.constants)}"
        self.constants.append(self.tensor(np.asarray(array), name))
        return name

    def add(self, operator: str, *inputs: str, **attributes: Any) -> str:
        """The name of what an operator makes of its inputs."""
        name = f"{operator}__{len(self.nodes)}"
        self.nodes.append(self.onnx.helper.make_node(operator, inputs, [name], **attributes))
        return name

    def rename(self, value: str, name: str) -> None:
        """Let a value be known by this name as well."""
        self.nodes.append(self.onnx.helper.make_node("Identity", [value], [name]))

    def cast(self, value: str, dtype: Any) -> str:
        """The value as another type."""
        return self.add("Cast", value, to=self.type_of(dtype))

    def trees(self, columns: str, n_targets: int, attributes: dict[str, NDArray[Any]]) -> str:
        """What a TreeEnsemble gives to each target, as float64."""
        forms = {
            name: self.tensor(value) if name in TENSORS else np.asarray(value, np.int64).tolist()
            for name, value in attributes.items()
        }
        said = self.add("TreeEnsemble", columns, domain=ML_DOMAIN, n_targets=n_targets, **forms)
        return said if attributes["nodes_splits"].dtype == F64 else self.cast(said, F64)

    def any_of(self, value: str, axis: int, keepdims: bool) -> str:
        """Whether any of the booleans along an axis is true."""
        axes = self.constant(np.array([axis]))
        number = self.add("ReduceMax", self.cast(value, np.int32), axes, keepdims=int(keepdims))
        return self.cast(number, np.bool_)

    def either(self, a: str | None, b: str) -> str:
        """a or b, where None is nothing yet."""
        return b if a is None else self.add("Or", a, b)

    def sum(self, a: str | None, b: str) -> str:
        """a + b, where None is nothing yet."""
        return b if a is None else self.add("Add", a, b)

    def tensor(self, array: NDArray[Any], name: str | None = None) -> Any:
        """The array as ONNX keeps it."""
        return self.onnx.numpy_helper.from_array(array, name)

    def type_of(self, dtype: Any) -> int:
        """ONNX's number of a type."""
        return self.onnx.helper.np_dtype_to_tensor_dtype(np.dtype(dtype))


@dataclass(frozen=True)
class ViewInput:
    """A view in the graph.

    Attributes
    ----------
    columns : str
        Of shape (n, width); the cells of a nominal column are codes of its levels, or NaN.
    width : int
    levels : tuple of int
        Number of levels of each column, 0 for a numeric one; empty if all are numeric.
    present : str or None
        Which rows have the view, of shape (n, 1); None: all.
    """

    columns: str
    width: int
    levels: tuple[int, ...]
    present: str | None


class ScoreBuilder:
    """The scores of votes: trees of a view together, committees member by member."""

    def __init__(self, graph: Graph, views: Sequence[ViewInput], votes: Votes, dtype: Any):
        self.graph, self.views, self.votes, self.dtype = graph, views, votes, np.dtype(dtype)
        self.K = votes.n_classes
        self.sum: str | None = None

    def build(self) -> tuple[str, str]:
        """Scores (n, K) as float64, and whether anything was said about a row (n, 1)."""
        spoken = self.graph.constant([[False]])
        entries = self.votes.entries
        for view in sorted({vote.views[0] for vote in entries if len(vote.views) == 1}):
            group = [vote for vote in entries if vote.views == (view,)]
            self._add_single(view, group)
            spoken = self.graph.add("Or", spoken, self._present(view))
        committees = [vote for vote in entries if len(vote.views) > 1]
        if committees:
            spoken = self.graph.add("Or", spoken, self._add_committees(committees))
        total = self.sum or self._zero()
        # Where all is silent there may be nothing else that knows the number of rows.
        shape = self.graph.add("Shape", self.views[0].columns, end=1)
        shape = self.graph.add("Concat", shape, self.graph.constant([self.K]), axis=0)
        silent = self.graph.add("Expand", self.graph.constant(self.votes.silent[None]), shape)
        return self.graph.add("Where", spoken, total, silent), spoken

    def _present(self, view: int) -> str:
        return self.views[view].present or self.graph.constant([[True]])

    def _zero(self) -> str:
        return self.graph.constant(0.0)

    def _ensemble(self, view: int, trees: Sequence[Any], vectors: Any, targets: Any, n: int) -> str:
        made = ensemble(trees, vectors, targets, self.views[view].width, self.dtype)
        return self.graph.trees(self._with_sets(self.views[view], made.sets), n, made.attributes)

    def _with_sets(self, view: ViewInput, sets: LevelSets) -> str:
        """The view's columns, and for each level set one: 0 in it, 1 outside, NaN if missing."""
        parts, add, constant = [view.columns], self.graph.add, self.graph.constant
        for feature in np.unique(sets.feature):
            n = view.levels[feature]
            outside = ~sets.levels[sets.feature == feature, :n].T
            table = np.vstack([outside, np.full((1, outside.shape[1]), np.nan)])
            code = add("Gather", view.columns, constant(feature), axis=1)
            code = add("Where", add("IsNaN", code), constant(self.dtype.type(n)), code)
            code = self.graph.cast(code, np.int64)
            parts.append(add("Gather", constant(table.astype(self.dtype)), code, axis=0))
        return add("Concat", *parts, axis=1) if len(parts) > 1 else view.columns

    def _add_single(self, view: int, group: Sequence[Vote]) -> None:
        """Add the votes of hypotheses that stand alone."""
        group = [vote for vote in group if not isinstance(vote.hypotheses[0], Silent)]
        if not group:
            return
        vectors = [vote.vector for vote in group]
        trees = [vote.hypotheses[0] for vote in group]
        said = self._ensemble(view, trees, vectors, [0] * len(group), self.K)
        if self.views[view].present is not None:
            said = self.graph.add("Where", self._present(view), said, self._zero())
        self.sum = self.graph.sum(self.sum, said)

    def _add_committees(self, group: Sequence[Vote]) -> str:
        """Add the votes of committees, and tell on which rows any of them speaks (n, 1)."""
        ballots, spoke = self._ballots(group)
        add, constant = self.graph.add, self.graph.constant
        winner = add("ArgMax", ballots, axis=2, keepdims=1)
        won = add("Equal", winner, constant(np.arange(self.K)))
        won = add("And", won, add("Unsqueeze", spoke, constant([2])))
        votes = constant([vote.vector for vote in group])
        cast = add("Where", won, votes, self._zero())
        self.sum = self.graph.sum(self.sum, add("ReduceSum", cast, constant([1]), keepdims=0))
        return self.graph.any_of(spoke, 1, keepdims=True)

    def _ballots(self, group: Sequence[Vote]) -> tuple[str, str]:
        """Sums of weights (n, T, K) of T committees, and which of them speak on a row (n, T).

        Members are added by their place in the committee, in the order of `committee`, so that
        the sums are the same to the last bit.
        """
        ballots = spoke = None
        for place in range(max(len(vote.views) for vote in group)):
            for view in range(len(self.views)):
                members = [_member(vote, place, view) for vote in group]
                if not any(members):
                    continue
                ballots = self.graph.sum(ballots, self._member_ballots(view, members))
                speaks = self.graph.constant([[member is not None for member in members]])
                speaks = self.graph.add("And", speaks, self._present(view))
                spoke = self.graph.either(spoke, speaks)
        assert ballots is not None
        assert spoke is not None
        return ballots, spoke

    def _member_ballots(
        self, view: int, members: Sequence[tuple[TreeHypothesis, float] | None]
    ) -> str:
        """Ballots (n, T, K) of one member of each committee that has one in this place."""
        n = len(members) * self.K
        which = [t for t, member in enumerate(members) if member is not None]
        trees = [member[0] for member in members if member is not None]
        targets = [t * self.K for t in which]
        # Ones are exact in any type; the weights follow in float64, for ties are close calls.
        said = self._ensemble(view, trees, np.ones((len(trees), self.K)), targets, n)
        said = self.graph.add("Reshape", said, self.graph.constant([0, len(members), self.K]))
        weights = [[0.0 if member is None else member[1]] for member in members]
        said = self.graph.add("Mul", said, self.graph.constant(weights))
        if self.views[view].present is None:
            return said
        present = self.graph.add("Unsqueeze", self._present(view), self.graph.constant([2]))
        return self.graph.add("Where", present, said, self._zero())


def _member(vote: Vote, place: int, view: int) -> tuple[Any, float] | None:
    """The member at a place of a committee with its weight, if it is of this view and speaks."""
    if place >= len(vote.views) or vote.views[place] != view:
        return None
    hypothesis = vote.hypotheses[place]
    return None if isinstance(hypothesis, Silent) else (hypothesis, vote.weights[place])


def add_link(graph: Graph, link: Link, scores: str, spoken: str, n_classes: int) -> str:
    """Probabilities from scores."""
    if isinstance(link, Softmax):
        if link.prior is not None:
            prior = graph.constant(link.prior[None])
            more = graph.add("Where", spoken, prior, graph.constant(0.0))
            scores = graph.add("Add", scores, more)
        scaled = graph.add("Mul", scores, graph.constant(float(link.temperature)))
        return graph.add("Softmax", scaled, axis=1)
    total = graph.add("ReduceSum", scores, graph.constant([1]), keepdims=1)
    some = graph.add("Greater", total, graph.constant(0.0))
    shares = graph.add("Div", scores, total)
    return graph.add("Where", some, shares, graph.constant(1 / n_classes))
