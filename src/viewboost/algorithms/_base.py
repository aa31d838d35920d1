"""What all algorithms share: parameters, the way from X and y to a model, and predictions."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from joblib import effective_n_jobs
from numpy.typing import NDArray
from sklearn.base import ClassifierMixin, clone
from sklearn.model_selection import train_test_split
from sklearn.utils import check_random_state

from viewboost.algorithms._answers import Answers
from viewboost.algorithms._docs import with_common
from viewboost.algorithms._signature import data, encoded, parameters
from viewboost.algorithms._watch import Held, Watch
from viewboost.learners.base import Learner, bind
from viewboost.learners.foreign import as_learner
from viewboost.rounds.checkpoints import opened
from viewboost.rounds.loop import Loop
from viewboost.rounds.progress import Callbacks
from viewboost.rounds.records import History
from viewboost.rounds.rule import Rule, State
from viewboost.views._sklearn import (
    CallbackSupportMixin,
    HasMethods,
    Interval,
    StrOptions,
    fit_context,
)
from viewboost.views.blocks import Block
from viewboost.views.declared import WithViews, declared, diagram
from viewboost.views.gate import Gate, ViewSpec
from viewboost.views.rows import Rows
from viewboost.views.target import Target, learn_target
from viewboost.vote.links import Link, Softmax
from viewboost.vote.votes import Votes

ONE_CLASS = "only one class"
INTERRUPTED = "interrupted"

STEPS = StrOptions({"paper", "exact"})


@dataclass(eq=False, repr=False)
class BoostClassifier(CallbackSupportMixin, Answers, ClassifierMixin, WithViews):
    """Base of all algorithms; a subclass names its rule and its own parameters.

    The fields are the constructor's parameters: the dataclass writes ``__init__``, so that no
    algorithm repeats those of all.
    """

    views: Any = None
    learner: Any = None
    _: KW_ONLY
    n_rounds: int = 200
    learning_rate: float = 1.0
    optional: Any = ()
    categorical_features: Any = None
    n_iter_no_change: int | None = None
    validation_fraction: float = 0.1
    tol: float = 0.0
    scoring: Any = None
    random_state: Any = None
    n_jobs: int | None = None
    verbose: int = 0
    checkpoint: Any = None
    resume: bool = False

    _parameter_constraints: ClassVar[dict] = {
        "views": [list, tuple, None],
        "learner": [Learner, HasMethods("fit"), None],
        "n_rounds": [Interval(Integral, 1, None, closed="left")],
        "learning_rate": [Interval(Real, 0, None, closed="neither")],
        "optional": [list, tuple, set, frozenset],
        "categorical_features": ["array-like", dict, slice, callable, str, None],
        "n_iter_no_change": [Interval(Integral, 1, None, closed="left"), None],
        "validation_fraction": [Interval(Real, 0, 1, closed="neither")],
        "tol": [Interval(Real, 0, None, closed="left")],
        "scoring": [str, callable, None],
        "random_state": ["random_state"],
        "n_jobs": [Integral, None],
        "verbose": ["verbose"],
        "checkpoint": [str, os.PathLike, None],
        "resume": ["boolean"],
    }

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.__doc__ = with_common(cls.__doc__)

    # -- what an algorithm adds ------------------------------------------------------------

    def _rule(self) -> Rule:
        """The rule of the paper, from the parameters."""
        raise NotImplementedError

    @property
    def _link(self) -> Link:
        """Probabilities from scores: where the loss is least, p_l is proportional to exp(2 G_l)."""
        return Softmax(2.0)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = "sparse" in self._learner(None).accepts.kinds
        tags.input_tags.allow_nan = self._learner(None).accepts.missing
        return tags

    def _learner(self, given: Any) -> Learner:
        """The learner of a view: its own, else the common one, else a stump."""
        from viewboost.learners.native import Stump

        return as_learner(next(x for x in (given, self.learner, Stump()) if x is not None))

    def _sk_visual_block_(self):
        return diagram(self, self._learner(None) if self.learner is None else self.learner)

    # -- fit -------------------------------------------------------------------------------

    @fit_context
    def fit(
        self,
        X: Any,
        y: Any,
        sample_weight: Any = None,
        *,
        X_val: Any = None,
        y_val: Any = None,
    ) -> BoostClassifier:
        """Boost on rows X with labels y.

        Parameters
        ----------
        X : array, sparse matrix, frame, Views, or dict or list of arrays
        y : array of shape (n,)
            Class labels.
        sample_weight : array of shape (n,), optional
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
        return self._learn(blocks, target, learners, (X_val, y_val), callbacks)

    def _callbacks(self, X: Any, y: Any, sample_weight: Any) -> Callbacks | None:
        """Tell callbacks, if any are set, that a fit begins."""
        if not hasattr(self, "_skl_callbacks"):
            return None
        return Callbacks(self, self.n_rounds, X, y, sample_weight)

    def _learn(
        self,
        blocks: list[Block],
        target: Target,
        learners: list[Learner],
        validation: tuple[Any, Any],
        callbacks: Callbacks | None,
    ) -> BoostClassifier:
        """Boost on blocks and target, once the rows for validation are set apart."""
        self.classes_ = target.classes
        if target.kept is not None:
            blocks = [block.take(target.kept) for block in blocks]
        held = self._validation_rows(*validation)
        rows, random_state = target.rows, self.random_state
        with opened(self.checkpoint, self.resume, self.n_rounds) as checkpoint:
            if checkpoint is not None:
                random_state = checkpoint.begin(parameters(self), random_state)
            if held is None and self.n_iter_no_change is not None and rows.n_classes > 1:
                blocks, rows, held = self._split(blocks, rows, random_state)
            entropy = int(check_random_state(random_state).randint(np.iinfo(np.int32).max))
            self._boost(blocks, rows, learners, entropy, Watch(held, checkpoint, callbacks))
        if callbacks is not None:
            callbacks.end()
        return self

    def _read(self, X: Any) -> tuple[list[Block], list[Learner]]:
        """Pass X through the gate; its blocks, and a learner for each."""
        triples = declared(self, X, self.views, self.learner)
        learners = [clone(self._learner(learner)) for _, learner, _ in triples]
        specs = [
            ViewSpec(name, learner.accepts, columns)
            for (name, _, columns), learner in zip(triples, learners)
        ]
        self._gate, blocks = Gate.learn(
            self,
            X,
            specs,
            optional=self.optional,
            categorical_features=self.categorical_features,
        )
        self.view_names_ = list(self._gate.names)
        return blocks, learners

    def _validation_rows(self, X_val: Any, y_val: Any) -> Held | None:
        if X_val is None and y_val is None:
            return None
        if X_val is None or y_val is None:
            raise ValueError("X_val and y_val go together: one of them is missing")
        blocks, labels = self._gate.read(self, X_val), np.asarray(y_val).ravel()
        if len(labels) != len(blocks[0]):
            raise ValueError(f"X_val has {len(blocks[0])} rows, y_val has {len(labels)}")
        unknown = np.setdiff1d(labels, self.classes_)
        if len(unknown):
            raise ValueError(
                f"y_val has labels that y has not: {unknown.tolist()}"
                f" (classes: {self.classes_.tolist()})"
            )
        return blocks, labels

    def _split(
        self, blocks: list[Block], rows: Rows, random_state: Any
    ) -> tuple[list[Block], Rows, Held]:
        """Hold a stratified share of the labelled rows out for validation."""
        labelled = np.flatnonzero(rows.y >= 0)
        _, held = train_test_split(
            labelled,
            test_size=self.validation_fraction,
            stratify=rows.y[labelled],
            random_state=check_random_state(random_state),
        )
        held = np.sort(held)
        train = np.setdiff1d(np.arange(len(rows)), held)
        labels = self.classes_[rows.y[held]]
        apart = [block.take(held) for block in blocks], labels
        return [block.take(train) for block in blocks], rows.take(train), apart

    def _boost(
        self,
        blocks: list[Block],
        rows: Rows,
        learners: Sequence[Learner],
        entropy: int,
        watch: Watch,
    ) -> None:
        """Bind the learners, run the loop, keep the model; what is done survives an exception."""
        if rows.n_classes == 1:
            self._keep(Votes(1, np.zeros(1), [None] * len(blocks)), History([], ONE_CLASS))
            return
        n_threads = effective_n_jobs(self.n_jobs)
        bound = [bind(lr, block, rows, n_threads) for lr, block in zip(learners, blocks)]
        votes = Votes(rows.n_classes, self._silent(rows), [b.encoder for b in bound])
        self._votes = votes  # the link may read it when it scores validation rows
        state = State(rows, [block.present for block in blocks], entropy=entropy)
        loop = Loop(self._rule(), state, bound, votes, self.learning_rate)
        if watch.checkpoint is not None:
            told = data(self.view_names_, self.classes_, blocks, rows, watch.held)
            made, forms = encoded(self.view_names_, votes, blocks)
            watch.checkpoint.belongs(told | made, forms, loop)
        self._run(loop, blocks, watch)

    def _silent(self, rows: Rows) -> NDArray[np.float64]:
        """Scores of a row about which nothing is said: 1/2 ln of the class prior."""
        weights = rows.class_weights()
        return 0.5 * np.log(weights / weights.sum())

    def _run(self, loop: Loop, blocks: list[Block], watch: Watch) -> None:
        """Run the rounds; keep what they made, also when an exception ends them."""
        validation, narrator = watch.validation(self, loop), watch.narrator(self)
        callbacks = watch.told(loop, blocks)
        monitors = [each for each in (validation, narrator, callbacks) if each is not None]
        votes, reason = loop.votes, INTERRUPTED
        try:
            loop.rule.start(loop.state)
            loop.rule.prepare(votes, loop.state, blocks)
            if watch.checkpoint is None:
                reason = loop.run(self.n_rounds, monitors)
            else:
                reason = watch.checkpoint.run(loop, validation, monitors)
        finally:
            if validation is not None and self.n_iter_no_change is not None:
                votes = votes.upto(max(validation.best_round, 1))
            if narrator is not None:
                narrator.end(loop.state.records, reason, votes.n_rounds)
            model = loop.rule.finish(votes, loop.state, blocks)
            self._keep(model, History(loop.state.records, reason))

    def _keep(self, votes: Votes, history: History) -> None:
        """Set the fitted attributes."""
        useful = any(not h.is_constant for vote in votes.entries for h in vote.hypotheses)
        if votes.n_classes > 1 and not useful and history.stop_reason != INTERRUPTED:
            warnings.warn(
                f"{type(self).__name__}: no view tells the classes apart"
                f" ({history.stop_reason}); the model is the class prior",
                UserWarning,
                stacklevel=5,
            )
            votes.entries = []
        self._votes = votes
        self.history_ = history
        self.n_rounds_ = votes.n_rounds
        self.stop_reason_ = history.stop_reason
