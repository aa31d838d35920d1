"""The bag of words: a column of text as sparse counts, and a learner on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import CountVectorizer

from viewboost.learners.base import BoundLearner, Encoder, Learner
from viewboost.learners.foreign import as_learner
from viewboost.views._sklearn import Interval, RealNotInt, StrOptions
from viewboost.views.blocks import Accepts, Block
from viewboost.views.rows import Rows
from viewboost.views.sparse import as_csr


class BagOfWords(Learner):
    r"""A learner on the words of a text: its vocabulary is fixed once, then counts are learned.

    The counts are those of scikit-learn's ``CountVectorizer``, whose parameters these are;
    what is kept of it is the vocabulary and the settings, so that a model file holds all that
    new rows need.

    Parameters
    ----------
    learner : learner, classifier or Pipeline, default=None
        What learns from the sparse counts; None is a ``Stump``.
    ngram_range : tuple of two int, default=(1, 1)
        Shortest and longest sequence of words (or characters) that is counted.
    analyzer : {"word", "char", "char_wb"}, default="word"
        Whether words or characters are counted; "char_wb" stays within words.
    lowercase : bool, default=True
    min_df : int or float, default=1
        Least number (or share) of texts a word must occur in.
    max_features : int or None, default=None
        Keep only the most frequent words.
    binary : bool, default=False
        Count a word once per text.
    token_pattern : str, default=r"(?u)\b\w\w+\b"
        What a word is.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.naive_bayes import MultinomialNB
    >>> from viewboost import BagOfWords
    >>> from viewboost.learners.base import Seed
    >>> from viewboost.views.blocks import Block
    >>> from viewboost.views.rows import Rows
    >>> texts = np.array(["good wine", "good bread", "stale bread"], dtype=object)
    >>> rows = Rows(np.array([1, 1, 0]), np.ones(3), n_classes=2)
    >>> bound = BagOfWords(MultinomialNB()).bind(Block("strings", texts), rows)
    >>> bound.encoder.get_feature_names()
    ['bread', 'good', 'stale', 'wine']
    >>> D = np.array([[1, -1], [1, -1], [-1, 1.0]])
    >>> hypothesis, predictions = bound.hypothesis(D, None, Seed(0, 0, 0))
    >>> new = Block("strings", np.array(["stale", "good"], dtype=object))
    >>> hypothesis.predict(bound.encoder.encode(new))
    array([0, 1])
    """

    _parameter_constraints = {
        "learner": "no_validation",
        "ngram_range": [tuple],
        "analyzer": [StrOptions({"word", "char", "char_wb"})],
        "lowercase": ["boolean"],
        "min_df": [
            Interval(Integral, 1, None, closed="left"),
            Interval(RealNotInt, 0.0, 1.0, closed="both"),
        ],
        "max_features": [Interval(Integral, 1, None, closed="left"), None],
        "binary": ["boolean"],
        "token_pattern": [str],
    }

    def __init__(
        self,
        learner: Any = None,
        ngram_range: tuple[int, int] = (1, 1),
        analyzer: str = "word",
        lowercase: bool = True,
        min_df: float = 1,
        max_features: int | None = None,
        binary: bool = False,
        token_pattern: str = r"(?u)\b\w\w+\b",
    ):
        self.learner = learner
        self.ngram_range = ngram_range
        self.analyzer = analyzer
        self.lowercase = lowercase
        self.min_df = min_df
        self.max_features = max_features
        self.binary = binary
        self.token_pattern = token_pattern

    @property
    def accepts(self) -> Accepts:  # type: ignore[override]
        """Strings; costs if the learner of the counts takes them."""
        return Accepts(frozenset({"strings"}), costs=self._inner().accepts.costs)

    def bind(self, block: Block, rows: Rows, n_threads: int = 1) -> BoundLearner:
        """Bind to a view of texts, whose words are counted here."""
        self._validate_params()
        inner = self._inner()
        if not inner.accepts.kinds & {"sparse", "raw"}:
            raise ValueError(
                f"BagOfWords: learner={inner!r} reads no sparse counts; take one that does, "
                "such as Stump() or MultinomialNB(), or a Pipeline that makes them dense"
            )
        encoder, counts = self._learned(block)
        return inner.bind(counts, rows, n_threads).encoded_by(encoder)

    def _inner(self) -> Learner:
        if self.learner is not None:
            return as_learner(self.learner)
        from viewboost.learners.native import Stump

        return Stump()

    def _learned(self, block: Block) -> tuple[WordEncoder, Block]:
        """The vocabulary of these texts, and their counts."""
        settings = {name: getattr(self, name) for name in WordEncoder.SETTINGS}
        limits = {"min_df": self.min_df, "max_features": self.max_features}
        vectorizer = CountVectorizer(**settings, **limits, dtype=np.float64)
        try:
            counts = vectorizer.fit_transform(block.data)
        except ValueError as error:
            raise ValueError(f"{self!r} on {len(block)} texts: {error}") from error
        encoder = WordEncoder(*_packed(vectorizer.get_feature_names_out()), settings)
        return encoder, Block("sparse", as_csr(counts, "BagOfWords"))


class WordEncoder(Encoder):
    """Texts as sparse counts of a fixed vocabulary, which is kept as arrays.

    Attributes
    ----------
    text : uint8 array
        The words in the order of their columns, as UTF-8 (lone surrogates passed through).
    offsets : int64 array
        Word j is ``text[offsets[j]:offsets[j + 1]]``.
    settings : dict
        How a text is cut into words; plain values by the names of BagOfWords' parameters.
    """

    SETTINGS = ("ngram_range", "analyzer", "lowercase", "binary", "token_pattern")

    def __init__(
        self, text: NDArray[np.uint8], offsets: NDArray[np.int64], settings: dict[str, Any]
    ):
        self.text = text
        self.offsets = offsets
        self.settings = settings

    def n_features(self) -> int:
        """Number of words."""
        return len(self.offsets) - 1

    def get_feature_names(self, names: Sequence[str] | None = None) -> list[str]:
        """The words, in the order of their columns."""
        text = self.text.tobytes()
        cuts = zip(self.offsets[:-1], self.offsets[1:])
        return [text[start:end].decode("utf-8", "surrogatepass") for start, end in cuts]

    def encode_rows(self, block: Block) -> Block:
        """The counts of the known words in these texts."""
        return Block("sparse", as_csr(self._vectorizer.transform(block.data), "BagOfWords"))

    @cached_property
    def _vectorizer(self) -> CountVectorizer:
        words = self.get_feature_names()
        return CountVectorizer(**self.settings, vocabulary=words, dtype=np.float64)


def _packed(words: Sequence[str]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Words as one array of bytes, and where each begins and ends."""
    parts = [word.encode("utf-8", "surrogatepass") for word in words]
    offsets = np.cumsum([0, *map(len, parts)], dtype=np.int64)
    return np.frombuffer(b"".join(parts), dtype=np.uint8), offsets
