"""The bag of words, against scikit-learn's CountVectorizer."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.naive_bayes import GaussianNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

from viewboost import AdaBoostMMClassifier, BagOfWords
from viewboost.learners.base import Seed, bind
from viewboost.views.blocks import Accepts, Block
from viewboost.views.rows import Rows

SEED = Seed(entropy=0, round=0, view=0)
TEXTS = ["Good wine", "good BREAD", "stale bread", "stale beer", "good, good beer", "stale wine"]
TASTE = np.array([1, 1, 0, 0, 1, 0])
ROWS = Rows(TASTE, np.ones(6), 2)
ODD = st.text("aB \x00éßİ中😀\ud800\U0010ffff", max_size=12)
COSTS = np.where(np.arange(2) == TASTE[:, None], -1.0, 1.0)


def block_of(texts, present=None):
    return Block("strings", np.array([*texts, ""], dtype=object)[:-1], present)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"ngram_range": (1, 2)},
        {"analyzer": "char", "ngram_range": (2, 3)},
        {"analyzer": "char_wb", "ngram_range": (3, 3)},
        {"lowercase": False, "binary": True},
        {"min_df": 2},
        {"min_df": 0.3, "max_features": 3},
        {"token_pattern": r"\w"},
    ],
)
def test_counts_equal_those_of_scikit_learn(settings):
    new = ["good wine, GOOD cheese", "", "😀 \ud800 bread bread", "beer" * 1000]
    theirs = CountVectorizer(**settings).fit(TEXTS)
    encoder = BagOfWords(MultinomialNB(), **settings).bind(block_of(TEXTS), ROWS).encoder
    assert encoder.get_feature_names() == list(theirs.get_feature_names_out())
    for texts in (TEXTS, new):
        encoded = encoder.encode(block_of(texts))
        assert (encoded.kind, encoded.data.dtype) == ("sparse", np.float64)
        np.testing.assert_array_equal(encoded.data.toarray(), theirs.transform(texts).toarray())


@settings(deadline=None, max_examples=40)
@given(st.lists(ODD, min_size=1, max_size=6), ODD)
def test_any_unicode_survives_the_arrays(texts, new):
    texts = [*texts, "at least one word \ud800"]
    rows = Rows(np.arange(len(texts)) % 2, np.ones(len(texts)), 2)
    theirs = CountVectorizer(analyzer="char").fit(texts)
    bound = BagOfWords(MultinomialNB(), analyzer="char").bind(block_of(texts), rows)
    encoder = pickle.loads(pickle.dumps(bound.encoder))
    assert encoder.get_feature_names() == list(theirs.get_feature_names_out())
    np.testing.assert_array_equal(
        encoder.encode(block_of([new])).data.toarray(), theirs.transform([new]).toarray()
    )


@pytest.mark.parametrize(
    "learner",
    [
        None,
        MultinomialNB(),
        DecisionTreeClassifier(random_state=0),
        make_pipeline(TfidfTransformer(), MultinomialNB()),
    ],
)
def test_learners_of_the_counts(learner):
    bound = BagOfWords(learner).bind(block_of(TEXTS), ROWS)
    hypothesis, predictions = bound.hypothesis(COSTS, None, SEED)
    np.testing.assert_array_equal(predictions, TASTE)
    new = bound.encoder.encode(block_of(["stale cheese stale", "good"]))
    np.testing.assert_array_equal(hypothesis.predict(new), [0, 1])
    assert bound.encoder.get_feature_names() == ["beer", "bread", "good", "stale", "wine"]


def test_importances_follow_the_vocabulary():
    bound = BagOfWords(DecisionTreeClassifier(max_depth=1)).bind(block_of(TEXTS), ROWS)
    hypothesis, _ = bound.hypothesis(COSTS, None, SEED)
    names = bound.encoder.get_feature_names()
    assert names[hypothesis.importances(len(names)).argmax()] in ("good", "stale")


def test_accepts_strings_and_what_its_learner_takes():
    assert BagOfWords().accepts == Accepts(frozenset({"strings"}), missing=False, costs=True)
    assert not BagOfWords(MultinomialNB()).accepts.costs


def test_drawing_learners_draw_again_through_the_words():
    assert BagOfWords(KNeighborsClassifier(1)).bind(block_of(TEXTS), ROWS).redraws == 10


def test_absent_texts_are_not_read():
    texts = np.array([*TEXTS, None], dtype=object)
    rows = Rows(np.append(TASTE, 1), np.ones(7), 2)
    D = np.where(np.arange(2) == rows.y[:, None], -1.0, 1.0)
    bound = bind(BagOfWords(MultinomialNB()), Block("strings", texts, np.arange(7) < 6), rows)
    hypothesis, predictions = bound.hypothesis(D, None, SEED)
    np.testing.assert_array_equal(predictions, [*TASTE, -1])
    new = block_of([None, "stale", "good"], np.array([False, True, True]))
    np.testing.assert_array_equal(hypothesis.predict(bound.encoder.encode(new)), [-1, 0, 1])


def test_texts_without_a_word():
    with pytest.raises(ValueError, match=r"BagOfWords\(\) on 2 texts: .*empty vocabulary"):
        BagOfWords().bind(block_of(["a", ""]), Rows(np.array([0, 1]), np.ones(2), 2))
    with pytest.raises(ValueError, match=r"min_df=7\) on 6 texts"):
        BagOfWords(min_df=7).bind(block_of(TEXTS), ROWS)


def test_a_learner_without_sparse_input_is_named():
    with pytest.raises(ValueError, match=r"GaussianNB\(\)\) reads no sparse counts"):
        BagOfWords(GaussianNB()).bind(block_of(TEXTS), ROWS)


@pytest.mark.parametrize(
    "parameter",
    [{"analyzer": "byte"}, {"min_df": 0}, {"max_features": 0}, {"binary": 2}, {"ngram_range": 1}],
)
def test_bad_parameters(parameter):
    (name,) = parameter
    with pytest.raises(ValueError, match=f"'{name}' parameter of BagOfWords"):
        BagOfWords(**parameter).bind(block_of(TEXTS), ROWS)


def test_parameters_of_the_learner_are_reached():
    learner = BagOfWords(MultinomialNB()).set_params(learner__alpha=0.5, min_df=2)
    assert learner.learner.alpha == 0.5


def test_the_vocabulary_is_kept_as_arrays():
    encoder = BagOfWords(MultinomialNB()).bind(block_of(TEXTS), ROWS).encoder
    assert set(vars(encoder)) == {"text", "offsets", "settings"}
    assert (encoder.text.dtype, encoder.offsets.dtype) == (np.uint8, np.int64)


def test_importances_are_shares_of_the_words():
    texts = ["good wine", "good bread", "stale bread", "stale wine"] * 3
    model = AdaBoostMMClassifier(learner=BagOfWords(), n_rounds=1).fit(texts, [1, 1, 0, 0] * 3)
    assert model.feature_importances_.tolist() == [0, 1, 0, 0]  # bread, good, stale, wine
