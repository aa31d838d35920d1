"""The n-gram learner for strings: one weighted model of character sequences per class."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from viewboost.learners.base import (
    BoundLearner,
    Change,
    Encoder,
    Hypothesis,
    Learner,
    Seed,
    weighted_labels,
)
from viewboost.views._sklearn import Interval
from viewboost.views.blocks import Accepts, Block
from viewboost.views.rows import Rows

# Symbols: what stands before and after a string, then the characters of the alphabet.
BOUNDARY, FIRST = 0, 1


class NGram(Learner):
    """One model of character sequences per class; the likeliest class is predicted.

    In every round the model of class k is estimated from the weighted strings of that class:
    p_k(character | the n - 1 before it) = (count + s) / (count of the n - 1 + s V), where V
    counts the characters seen at all, the end of a string and one unseen character. Strings
    are read with their boundaries, so that their first and last letters and their length
    count; any unicode, and the empty string, is a string.

    Parameters
    ----------
    n : int, default=2
        Length of the n-grams: a character is predicted from the n - 1 before it.
    smoothing : float, default=1.0
        The s added to every count; weights are scaled so that rows count one on average.
    prior : bool, default=False
        Whether the share of a class in the weights counts too.

    References
    ----------
    .. [1] J.-C. Janodet, M. Sebban, H.-M. Suchier. Boosting Classifiers built from Different
       Subsets of Features. Fundamenta Informaticae 94, 2009: the bigram learner of first names.

    Examples
    --------
    >>> import numpy as np
    >>> from viewboost import NGram
    >>> from viewboost.learners.base import Seed
    >>> from viewboost.views.blocks import Block
    >>> from viewboost.views.rows import Rows
    >>> names = np.array(["anna", "hannah", "otto", "ottokar"], dtype=object)
    >>> rows = Rows(np.array([0, 0, 1, 1]), np.ones(4), n_classes=2)
    >>> bound = NGram().bind(Block("strings", names), rows)
    >>> D = np.array([[-1, 1], [-1, 1], [1, -1], [1, -1.0]])
    >>> hypothesis, predictions = bound.hypothesis(D, None, Seed(0, 0, 0))
    >>> new = Block("strings", np.array(["johanna", "lotto"], dtype=object))
    >>> hypothesis.predict(bound.encoder.encode(new))
    array([0, 1])
    """

    accepts = Accepts(frozenset({"strings"}), costs=False)
    _parameter_constraints = {
        "n": [Interval(Integral, 1, None, closed="left")],
        "smoothing": [Interval(Real, 0, None, closed="neither")],
        "prior": ["boolean"],
    }

    def __init__(self, n: int = 2, smoothing: float = 1.0, prior: bool = False):
        self.n = n
        self.smoothing = smoothing
        self.prior = prior

    def bind(self, block: Block, rows: Rows, n_threads: int = 1) -> BoundLearner:
        """Bind to a view of strings, whose n-grams are counted here."""
        self._validate_params()
        return BoundNGram(self, block, rows)


class BoundNGram(BoundLearner):
    """The n-gram learner bound to strings: a round is two products with their counts."""

    def __init__(self, learner: NGram, block: Block, rows: Rows):
        self.smoothing = learner.smoothing
        self.prior = learner.prior
        self.rows = rows
        self.encoder = encoder = NGramEncoder.learn(block.data, learner.n)
        self.block = encoder.encode(block)
        self.transposed = self.block.data.T.tocsr()
        self.contexts = encoder.contexts
        self.unseen = learner.smoothing * encoder.n_symbols

    def hypothesis(
        self, D: NDArray[np.float64], changes: Sequence[Change] | None, seed: Seed
    ) -> tuple[Hypothesis, NDArray[np.intp]]:
        """The models of all classes from this round's labels and weights."""
        labels, weights = weighted_labels(D, self.rows)
        by_class = np.where(labels[:, None] == np.arange(D.shape[1]), weights[:, None], 0.0)
        totals = self.rows.sum(lambda part: part.sum(axis=0), by_class)
        counts = self.rows.sum(lambda ngrams, part: ngrams @ part, self.transposed, by_class)
        # A class without weight has no model; its bias keeps it from being predicted.
        with np.errstate(divide="ignore"):
            bias = np.log(totals) if self.prior else np.where(totals > 0, 0.0, -np.inf)
        hypothesis = NGramHypothesis(self._log_probabilities(counts), bias)
        return hypothesis, hypothesis.predict(self.block)

    def _log_probabilities(self, counts: NDArray[np.float64]) -> NDArray[np.float64]:
        """ln p_k of every n-gram, and of an unseen character after every context."""
        counts = counts[: len(self.contexts)]
        # n-grams are sorted, so those of one context stand together.
        first = np.flatnonzero(np.diff(self.contexts, prepend=-1))
        norm = np.log(np.add.reduceat(counts, first) + self.unseen)
        seen = np.log(counts + self.smoothing) - norm[self.contexts]
        return np.concatenate([seen, np.log(self.smoothing) - norm])


class NGramHypothesis(Hypothesis):
    """Log-probabilities of n-grams, one column per class, and a bias for each class."""

    def __init__(self, log_probabilities: NDArray[np.float64], bias: NDArray[np.float64]):
        self.log_probabilities = log_probabilities
        self.bias = bias

    def classes(self, block: Block) -> NDArray[np.intp]:
        """The class under which each string is likeliest, the lowest of equals."""
        return (block.data @ self.log_probabilities + self.bias).argmax(axis=1)


class NGramEncoder(Encoder):
    """Strings as counts of the n-grams seen at binding.

    One column per n-gram, then one per context for the n-grams never seen after it. An
    n-gram whose context is new counts nowhere: it is equally likely under all classes.

    Attributes
    ----------
    alphabet : uint32 array
        Code points seen, sorted.
    levels : list of n int64 arrays
        The j-th holds, sorted, ``prefix * (symbols) + symbol`` of each j-gram seen, where
        prefix is the place of its first j - 1 symbols in the array before.
    """

    def __init__(self, alphabet: NDArray[np.uint32], levels: list[NDArray[np.int64]]):
        self.alphabet = alphabet
        self.levels = levels

    @property
    def n_symbols(self) -> int:
        """What may follow a context: a known character, an unseen one, or the end."""
        return len(self.alphabet) + 2

    @property
    def n_contexts(self) -> int:
        """Number of contexts seen; with n = 1 the empty one."""
        return len(self.levels[-2]) if len(self.levels) > 1 else 1

    @property
    def contexts(self) -> NDArray[np.int64]:
        """The context of each n-gram."""
        return self.levels[-1] // (FIRST + len(self.alphabet))

    def n_features(self) -> int:
        """Number of n-grams and of contexts."""
        return len(self.levels[-1]) + self.n_contexts

    @classmethod
    def learn(cls, strings: NDArray[Any], n: int) -> NGramEncoder:
        """The encoder of the n-grams in these strings."""
        points, lengths = _code_points(strings)
        encoder = cls(np.unique(points), [])
        windows = _windows(encoder._symbols(points), lengths, n)
        places = np.zeros(len(windows[0]), dtype=np.int64)
        for window in windows:
            keys = places * (FIRST + len(encoder.alphabet)) + window
            level, places = np.unique(keys, return_inverse=True)
            encoder.levels.append(level)
        return encoder

    def encode_rows(self, block: Block) -> Block:
        """The strings as a sparse block of counts."""
        points, lengths = _code_points(block.data)
        windows = _windows(self._symbols(points), lengths, len(self.levels))
        places = context = np.zeros(len(windows[0]), dtype=np.int64)
        for level, window in zip(self.levels, windows):
            context = places
            # What is new stays new: where places is -1, the key is negative too.
            keys = np.where(window < 0, -1, places * (FIRST + len(self.alphabet)) + window)
            places = _places(level, keys)
        columns = np.where(places < 0, len(self.levels[-1]) + context, places)
        known = context >= 0
        row = np.repeat(np.arange(len(block)), lengths + 1)[known]
        shape = (len(block), self.n_features())
        counts = sp.csr_matrix((np.ones(len(row)), (row, columns[known])), shape=shape)
        return Block("sparse", counts)

    def _symbols(self, points: NDArray[np.uint32]) -> NDArray[np.int64]:
        """The symbol of each code point, -1 for one that is not in the alphabet."""
        places = _places(self.alphabet, points)
        return np.where(places < 0, -1, places + FIRST)


def _code_points(strings: NDArray[Any]) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """All characters of the strings in one array, and the length of each string."""
    buffer = "".join(strings).encode("utf-32-le", "surrogatepass")
    lengths = np.fromiter(map(len, strings), dtype=np.int64, count=len(strings))
    return np.frombuffer(buffer, dtype="<u4"), lengths


def _places(known: NDArray[Any], wanted: NDArray[Any]) -> NDArray[np.int64]:
    """The place of each wanted value in the sorted known ones, -1 where it is not."""
    places = np.searchsorted(known, wanted)
    found = known[np.minimum(places, len(known) - 1)] == wanted if len(known) else False
    return np.where(found, places, -1)


def _windows(
    symbols: NDArray[np.int64], lengths: NDArray[np.int64], n: int
) -> list[NDArray[np.int64]]:
    """The n-grams of all strings, as n arrays: their first symbols, …, their last ones.

    A string of length l has l + 1 of them, one for each character and one for its end;
    n - 1 boundaries stand before it, and one behind.
    """
    ends = np.cumsum(lengths)
    padded = np.insert(symbols, ends, BOUNDARY)
    starts = ends - lengths + np.arange(len(lengths))
    padded = np.insert(padded, np.repeat(starts, n - 1), BOUNDARY)
    first = np.repeat((n - 1) * np.arange(len(lengths)), lengths + 1) + np.arange(
        len(symbols) + len(lengths)
    )
    return [padded[first + j] for j in range(n)]
