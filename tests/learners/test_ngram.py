"""The n-gram learner of strings, against a plain dictionary of counts."""

import math
import pickle
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewboost import NGram
from viewboost.learners.base import Seed, bind, weighted_labels
from viewboost.views.blocks import Accepts, Block
from viewboost.views.rows import Rows

SEED = Seed(entropy=0, round=0, view=0)
GIRLS = ["anna", "hanna", "maria", "julia", "lea", "clara", "emma", "sophia"]
BOYS = ["otto", "hugo", "theo", "marko", "leo", "bruno", "arno", "timo"]
NAMES = GIRLS + BOYS
GENDER = np.repeat([0, 1], 8)


def block_of(strings):
    return Block("strings", np.array([*strings, ""], dtype=object)[:-1])


def rows_of(y, n_classes=None, weights=None):
    y = np.asarray(y, dtype=np.intp)
    weights = np.ones(len(y)) if weights is None else np.asarray(weights, dtype=float)
    return Rows(y, weights, n_classes or int(y.max()) + 1)


def costs_of(rows, weights=None):
    weights = rows.weights if weights is None else weights
    D = np.repeat(weights[:, None], rows.n_classes, axis=1)
    D[np.arange(len(rows)), rows.y] = -(rows.n_classes - 1) * weights
    return D


class Plain:
    """The same model as a dictionary: one per class, filled string by string."""

    def __init__(self, strings, labels, weights, n_classes, n, smoothing):
        self.n, self.smoothing = n, smoothing
        self.size = len(set("".join(strings))) + 2
        self.ngrams = [Counter() for _ in range(n_classes)]
        self.contexts = [Counter() for _ in range(n_classes)]
        for string, label, weight in zip(strings, labels, weights):
            for ngram in self.cut(string):
                self.ngrams[label][ngram] += weight
                self.contexts[label][ngram[:-1]] += weight

    def cut(self, string):
        symbols = ["<s>"] * (self.n - 1) + list(string) + ["</s>"]
        return [tuple(symbols[i : i + self.n]) for i in range(len(string) + 1)]

    def log_likelihood(self, string, label):
        return sum(
            math.log(self.ngrams[label][g] + self.smoothing)
            - math.log(self.contexts[label][g[:-1]] + self.smoothing * self.size)
            for g in self.cut(string)
        )


# Few characters, so that n-grams meet; with a lone surrogate (and the ? it must not become).
strings = st.lists(st.text("ab?\ud800😀\x00", max_size=6), min_size=1, max_size=12)


@settings(deadline=None, max_examples=60)
@given(strings, strings, st.integers(1, 4), st.sampled_from([0.01, 1.0, 3.0]), st.integers(0, 999))
def test_likelihoods_equal_those_of_a_dictionary(known, new, n, smoothing, seed):
    generator = np.random.default_rng(seed)
    rows = rows_of(generator.integers(0, 3, len(known)), n_classes=3)
    D = costs_of(rows, generator.random(len(known)) + 0.1)
    bound = NGram(n, smoothing).bind(block_of(known), rows)
    hypothesis, predictions = bound.hypothesis(D, None, SEED)
    plain = Plain(known, *weighted_labels(D, rows), 3, n, smoothing)
    there = np.flatnonzero(np.isfinite(hypothesis.bias))
    np.testing.assert_array_equal(there, np.unique(rows.y))
    for texts in (known, new):
        encoded = bound.encoder.encode(block_of(texts))
        ours = (encoded.data @ hypothesis.log_probabilities)[:, there]
        theirs = np.array([[plain.log_likelihood(s, k) for k in there] for s in texts])
        # An n-gram in a new context has the same probability everywhere: ours leaves it out.
        np.testing.assert_allclose(
            ours - ours[:, :1], theirs - theirs[:, :1], rtol=1e-10, atol=1e-10
        )
        best = ours.argmax(axis=1)
        np.testing.assert_array_equal(hypothesis.predict(encoded), there[best])
    np.testing.assert_array_equal(
        hypothesis.predict(bound.encoder.encode(block_of(known))), predictions
    )


@settings(deadline=None, max_examples=25)
@given(strings, st.integers(1, 3))
def test_probabilities_of_what_may_follow_sum_to_one(known, n):
    rows = rows_of(np.zeros(len(known)), n_classes=1)
    bound = NGram(n, 0.5).bind(block_of(known), rows)
    log_probabilities = bound._log_probabilities(
        np.asarray(bound.block.data.sum(axis=0)).reshape(-1, 1)
    )
    encoder = bound.encoder
    n_ngrams = len(encoder.contexts)
    seen = np.bincount(encoder.contexts, np.exp(log_probabilities[:n_ngrams, 0]))
    unseen = encoder.n_symbols - np.bincount(encoder.contexts)
    total = seen + unseen * np.exp(log_probabilities[n_ngrams:, 0])
    np.testing.assert_allclose(total, 1, rtol=1e-12)


def test_names_are_told_apart():
    rows = rows_of(GENDER)
    bound = NGram().bind(block_of(NAMES), rows)
    hypothesis, predictions = bound.hypothesis(costs_of(rows), None, SEED)
    np.testing.assert_array_equal(predictions, GENDER)
    new = bound.encoder.encode(block_of(["johanna", "rocco", "ÆON Øyvindo", "x" * 100_000]))
    np.testing.assert_array_equal(hypothesis.predict(new)[:3], [0, 1, 1])


def test_weights_move_the_decision():
    rows = rows_of([0, 0, 1])
    bound = NGram(n=1).bind(block_of(["bb", "cc", "bc"]), rows)
    tested = bound.encoder.encode(block_of(["bb"]))
    for weights, winner in [([9.0, 0.1, 5.0], 0), ([0.1, 9.0, 5.0], 1)]:
        hypothesis, _ = bound.hypothesis(costs_of(rows, np.array(weights)), None, SEED)
        assert hypothesis.predict(tested) == [winner]


def test_the_prior_counts_only_on_request():
    rows = rows_of([0, 1, 1, 1])
    block = block_of(["ab", "cd", "cd", "cd"])
    answers = []
    for prior in (False, True):
        bound = NGram(n=3, prior=prior).bind(block, rows)
        hypothesis, _ = bound.hypothesis(costs_of(rows), None, SEED)
        answers.append(hypothesis.bias)
    np.testing.assert_array_equal(answers[0], [0, 0])
    np.testing.assert_allclose(answers[1] - answers[1][0], [0, np.log(3)])


@pytest.mark.parametrize("prior", [False, True])
def test_a_class_without_weight_is_never_predicted(prior):
    rows = rows_of([0, 1, 2])
    D = costs_of(rows, np.array([0.0, 1.0, 1.0]))
    bound = NGram(prior=prior).bind(block_of(["a", "bbbb", "cccc"]), rows)
    hypothesis, predictions = bound.hypothesis(D, None, SEED)
    assert 0 not in predictions
    new = bound.encoder.encode(block_of(["zz", "", "a"]))
    assert 0 not in hypothesis.predict(new)
    _, predictions = bound.hypothesis(np.zeros((3, 3)), None, SEED)
    np.testing.assert_array_equal(predictions, [0, 0, 0])


def test_equal_likelihoods_give_the_lowest_class():
    rows = rows_of([1, 2, 0], n_classes=3)
    bound = NGram().bind(block_of(["ab", "ab", "ab"]), rows)
    hypothesis, predictions = bound.hypothesis(costs_of(rows), None, SEED)
    np.testing.assert_array_equal(predictions, [0, 0, 0])
    new = bound.encoder.encode(block_of(["zzz", "", "abab"]))
    np.testing.assert_array_equal(hypothesis.predict(new), [0, 0, 0])


def test_integer_weights_equal_repeated_strings():
    times = np.array([1, 2, 3, 1] * 4)
    repeated = np.repeat(np.arange(16), times)
    weighted = rows_of(GENDER, weights=times)
    plain = rows_of(GENDER[repeated])
    one, _ = NGram().bind(block_of(NAMES), weighted).hypothesis(costs_of(weighted), None, SEED)
    other, _ = (
        NGram()
        .bind(block_of([NAMES[i] for i in repeated]), plain)
        .hypothesis(costs_of(plain), None, SEED)
    )
    np.testing.assert_allclose(one.log_probabilities, other.log_probabilities, rtol=1e-12)


def test_strings_of_any_kind():
    odd = ["", "a", "\ud800", "👩‍👩‍👧", "\x00", "ß" * 200_000, "\U0010ffff"]
    rows = rows_of([0, 1, 0, 1, 0, 1, 0])
    for n in (1, 2, 5):
        bound = NGram(n).bind(block_of(odd), rows)
        hypothesis, predictions = bound.hypothesis(costs_of(rows), None, SEED)
        encoded = bound.encoder.encode(block_of(odd))
        np.testing.assert_array_equal(hypothesis.predict(encoded), predictions)
        np.testing.assert_array_equal(encoded.data.sum(axis=1).ravel(), [[len(s) + 1 for s in odd]])


def test_only_empty_strings():
    rows = rows_of([0, 1, 1])
    bound = NGram(3).bind(block_of(["", "", ""]), rows)
    hypothesis, predictions = bound.hypothesis(costs_of(rows), None, SEED)
    assert len(set(predictions)) == 1
    assert len(hypothesis.predict(bound.encoder.encode(block_of(["", "new"])))) == 2


def test_absent_strings_are_not_read():
    rows = rows_of([*GENDER, 1])
    names = np.array([*NAMES, None], dtype=object)
    bound = bind(NGram(), Block("strings", names, np.arange(17) < 16), rows)
    hypothesis, predictions = bound.hypothesis(costs_of(rows), None, SEED)
    np.testing.assert_array_equal(predictions, [*GENDER, -1])
    new = Block("strings", np.array([None, "otto"], dtype=object), np.array([False, True]))
    np.testing.assert_array_equal(hypothesis.predict(bound.encoder.encode(new)), [-1, 1])


def test_accepts_strings_and_weights():
    assert NGram().accepts == Accepts(frozenset({"strings"}), missing=False, costs=False)


@pytest.mark.parametrize("parameter", [{"n": 0}, {"smoothing": 0.0}, {"prior": "yes"}])
def test_bad_parameters(parameter):
    (name,) = parameter
    with pytest.raises(ValueError, match=f"'{name}' parameter of NGram"):
        NGram(**parameter).bind(block_of(NAMES), rows_of(GENDER))


def test_only_arrays_are_kept():
    rows = rows_of(GENDER)
    bound = NGram().bind(block_of(NAMES), rows)
    hypothesis, predictions = bound.hypothesis(costs_of(rows), None, SEED)
    kept = [*vars(hypothesis).values(), bound.encoder.alphabet, *bound.encoder.levels]
    assert set(vars(bound.encoder)) == {"alphabet", "levels"}
    assert all(isinstance(a, np.ndarray) and a.dtype.kind in "uif" for a in kept)
    encoder, hypothesis = pickle.loads(pickle.dumps((bound.encoder, hypothesis)))
    np.testing.assert_array_equal(hypothesis.predict(encoder.encode(block_of(NAMES))), predictions)
