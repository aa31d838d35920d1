"""Votes as arrays: they score alike, and no index is taken on trust."""

import copy
from itertools import pairwise

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from tools import zoo

from viewboost import ModelFileError
from viewboost.io.container import Contents
from viewboost.io.gates import forms
from viewboost.io.hypotheses import Form, Place, pack_hypotheses, unpack_hypotheses
from viewboost.io.tables import Reader, Writer
from viewboost.io.votes import pack_votes, unpack_votes
from viewboost.learners.base import Silent
from viewboost.learners.foreign import ClassifierHypothesis, Constant
from viewboost.learners.trees import TreeHypothesis


@pytest.fixture(scope="module")
def committee():
    """A model with committees of all native kinds of hypotheses."""
    return zoo.fitted("mumbo")


@pytest.fixture
def packed(committee):
    writer = Writer()
    pack_votes(writer, committee[0]._votes)
    contents = writer.contents
    arrays = {name: array.copy() for name, array in contents.arrays.items()}
    return Contents(copy.deepcopy(contents.document), arrays)


def unpacked(contents, model):
    reader = Reader(contents)
    votes = unpack_votes(reader, forms(model._gate))
    reader.done()
    return votes


def test_votes_come_back_and_score_alike(committee, packed):
    model, X = committee
    votes, blocks = unpacked(packed, model), model._gate.read(model, X)
    stages = range(1, model.n_rounds_ + 1)
    pairs = zip(votes.scores(blocks, stages), model._votes.scores(blocks, stages))
    assert all((mine == theirs).all() for mine, theirs in pairs)
    assert (votes.view_importances() == model._votes.view_importances()).all()
    again = Writer()
    pack_votes(again, votes)
    assert again.contents.document == packed.document
    assert all((again.contents.arrays[n] == packed.arrays[n]).all() for n in packed.arrays)


def test_one_member_for_a_column_whatever_the_number_of_hypotheses(packed):
    assert len(packed.arrays) < 40
    assert len(packed.arrays["votes/tree/start"]) > 3


def inner(arrays):
    """A node that splits."""
    return int(np.flatnonzero(arrays["votes/tree/feature"] >= 0)[0])


def leaf(arrays):
    return int(np.flatnonzero(arrays["votes/tree/feature"] < 0)[0])


def nominal(arrays):
    return int(np.flatnonzero(arrays["votes/tree/nominal"])[0])


def first(arrays):
    return 0


FAULTS = [
    ("tree/feature", inner, 99, "not one of"),
    ("tree/feature", inner, -2, "not a later node|not a feature"),
    ("tree/feature", leaf, -2, "not a feature"),
    ("tree/feature", leaf, 0, "not a later node"),
    ("tree/left", inner, 0, "not a later node of its tree"),
    ("tree/right", inner, 1000, "not a later node of its tree"),
    ("tree/left", inner, -1, "not a later node of its tree"),
    ("tree/left", leaf, 1, "not a later node of its tree"),
    ("tree/right", inner, 1, "a node that is not the child of one"),
    ("tree/threshold", inner, np.nan, "not a finite number"),
    ("tree/threshold", inner, np.inf, "not a finite number"),
    ("tree/gain", inner, -1.0, "below zero"),
    ("tree/label", leaf, 3, "not a class"),
    ("tree/label", leaf, -1, "not a class"),
    ("tree/nominal", nominal, False, "level sets where there are no levels"),
    ("tree/nominal", leaf, True, "a leaf with a level set"),
    ("tree/start", first, 1, "does not rise from 0"),
    ("tree/start", lambda a: 1, 0, "a tree without nodes"),
    ("ngram/bias", first, np.nan, "not a number"),
    ("ngram/bias", first, np.inf, "not a number"),
    ("ngram/log_probabilities", first, np.nan, "not a finite number"),
    ("ngram/log_probabilities_start", lambda a: 1, 10**6, "does not rise from 0"),
    ("ngram/log_probabilities_start", lambda a: 1, 1, "1 n-grams, 29 in its view"),
    ("kind", first, 200, "an unknown kind of hypothesis"),
    ("round", first, -1, "a round before the first"),
    ("round", first, 2, "not in their order"),
    ("round", lambda a: -1, 99, "a vote after the last of"),
    ("vector", first, np.nan, "not a finite number"),
    ("vector", first, np.inf, "not a finite number"),
    ("start", lambda a: 1, 0, "a vote without members"),
    ("start", lambda a: 1, 10**9, "does not rise from 0"),
    ("view", first, 4, "not a view"),
    ("view", first, -1, "not a view"),
    ("weight", first, 0.0, "not a positive number"),
    ("weight", first, np.nan, "not a positive number"),
]


@pytest.mark.parametrize(("name", "where", "value", "text"), FAULTS)
def test_every_index_is_checked(committee, packed, name, where, value, text):
    array = packed.arrays[f"votes/{name}"]
    place = where(packed.arrays)
    array[place if array.ndim == 1 else (place, 0)] = value
    with pytest.raises(ModelFileError, match=text):
        unpacked(packed, committee[0])


MORE = [
    ("silent", np.array([0.0, np.nan, 0.0]), "silent: not a number"),
    ("silent", np.zeros(4), "silent: float64 of shape \\(4,\\), not float64 of shape \\(3,\\)"),
    ("silent", np.zeros(3, "<f4"), "silent: float32"),
    ("votes/extra", np.zeros(3), "arrays that no part of the model needs"),
    ("ngrams/alphabet", None, "the array 'ngrams/alphabet' is missing"),
    ("words/text", None, "the array 'words/text' is missing"),
]


@pytest.mark.parametrize(("name", "array", "text"), MORE)
def test_arrays_have_their_form(committee, packed, name, array, text):
    if array is None:
        del packed.arrays[name]
    else:
        packed.arrays[name] = array
    with pytest.raises(ModelFileError, match=text):
        unpacked(packed, committee[0])


ENCODERS = [
    ("ngrams/alphabet", 0, 10**6, "not sorted"),
    ("ngrams/alphabet", -1, 2**32 - 1, "not a character"),
    ("ngrams/level", 0, -1, "goes on from no shorter n-gram"),
    ("ngrams/level", -1, 10**9, "goes on from no shorter n-gram"),
    ("ngrams/level", 1, 0, "not sorted"),
    ("words/text", 0, 255, "can't decode"),
    ("words/offset", 1, 0, "a word without letters"),
    ("words/offset", -1, 1, "does not begin at 0"),
]


@pytest.mark.parametrize(("name", "place", "value", "text"), ENCODERS)
def test_encoders_are_checked(committee, packed, name, place, value, text):
    packed.arrays[name][place] = value
    with pytest.raises(ModelFileError, match=text):
        unpacked(packed, committee[0])


def test_a_word_twice_is_refused(committee, packed):
    text, offset = packed.arrays["words/text"], packed.arrays["words/offset"]
    words = [bytes(text[a:b]) for a, b in pairwise(offset)]
    one, two = next(
        (a, b) for a in range(len(words)) for b in range(a) if len(words[a]) == len(words[b])
    )
    text[offset[one] : offset[one + 1]] = text[offset[two] : offset[two + 1]]
    with pytest.raises(ModelFileError, match="a word occurs twice"):
        unpacked(packed, committee[0])


SETTINGS = [
    ("ngram_range", [2, 1], "ngram_range is none"),
    ("ngram_range", [0, 1], "ngram_range is none"),
    ("ngram_range", [1.0, 2], "ngram_range is none"),
    ("analyzer", "eval", "analyzer"),
    ("lowercase", 1, "'lowercase' is 1"),
    ("token_pattern", "(", "missing \\)"),
    ("token_pattern", "(a)(b)", "several groups"),
    ("token_pattern", "a" * 5000, "too long"),
    ("kind", "pickle", "unknown encoders"),
    ("kind", "ngrams", "ngrams/alphabet_start: int64 of shape"),
]


@pytest.mark.parametrize(("key", "value", "text"), SETTINGS)
def test_settings_are_checked(committee, packed, key, value, text):
    [told] = packed.document["encoders"][3]
    told[key] = value
    with pytest.raises(ModelFileError, match=text):
        unpacked(packed, committee[0])


def test_hypotheses_read_what_their_view_gives(committee, packed):
    views = packed.arrays["votes/view"]
    strings, numbers = np.flatnonzero(views == 2)[0], np.flatnonzero(views == 0)[0]
    views[strings], views[numbers] = 0, 2
    with pytest.raises(ModelFileError, match="not one of|is not counted|n-grams|level sets"):
        unpacked(packed, committee[0])


def test_encoders_of_strings_are_given_strings(committee, packed):
    told = packed.document["encoders"]
    told[0], told[2] = told[2], told[0]
    with pytest.raises(ModelFileError, match="an encoder of strings that is given dense"):
        unpacked(packed, committee[0])


DOCUMENTS = [
    (lambda d: d.update(n_rounds=-1), "3 classes and -1 rounds"),
    (lambda d: d.update(n_classes=0), "0 classes"),
    (lambda d: d["encoders"].pop(), "encoders of 3 views, but 4 views"),
    (lambda d: d["encoders"].__setitem__(0, {}), "the encoders of a view are a list"),
    (lambda d: d["encoders"][2][0].update(n=0), "n-grams without length"),
]


@pytest.mark.parametrize(("change", "text"), DOCUMENTS)
def test_what_is_told_is_checked(committee, packed, change, text):
    change(packed.document)
    with pytest.raises(ModelFileError, match=text):
        unpacked(packed, committee[0])


def test_an_encoder_without_ngrams_is_refused(committee, packed):
    packed.arrays["ngrams/level_start"][1] = 0
    with pytest.raises(ModelFileError, match="ngrams/level: no n-grams"):
        unpacked(packed, committee[0])


# -- kinds of hypotheses that the zoo has not ----------------------------------------------------

FORM = Form("dense", 2)


def few():
    """A hypothesis of each small kind, packed."""
    classifier = ClassifierHypothesis(GaussianNB(), np.array([0, 2]))
    writer = Writer()
    pack_hypotheses(writer, "x", [Constant(1), classifier, Silent(), Constant(2)])
    return writer


def back(writer, form=FORM):
    reader = Reader(writer.contents, writer.estimators)
    return unpack_hypotheses(reader, "x", [Place(3, form)] * 4)


def test_small_kinds_come_back_in_their_order():
    one, two, three, four = back(few())
    assert (one.label, four.label) == (1, 2)
    assert two.labels.tolist() == [0, 2]
    assert isinstance(two.estimator, GaussianNB)
    assert isinstance(three, Silent)


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("constant/label", 3, "x/constant/label: not a class"),
        ("constant/label", -1, "x/constant/label: not a class"),
        ("classifier/labels", 3, "x/classifier/labels: not a class"),
        ("classifier/estimator", 1, "not one of the file's estimators"),
        ("classifier/estimator", -1, "not one of the file's estimators"),
    ],
)
def test_small_kinds_are_checked(name, value, text):
    writer = few()
    writer.contents.arrays[f"x/{name}"][0] = value
    with pytest.raises(ModelFileError, match=text):
        back(writer)


def test_trees_read_columns():
    writer = Writer()
    pack_hypotheses(writer, "x", [TreeHypothesis.leaves([0])] * 4)
    assert len(back(writer)) == 4
    with pytest.raises(ModelFileError, match="a tree that reads strings"):
        back(writer, Form("strings", 1))


def test_other_kinds_are_refused_by_name():
    class Oracle(Silent):
        """A hypothesis that the library does not know."""

    with pytest.raises(ModelFileError, match="hypotheses of type Oracle cannot be stored"):
        pack_hypotheses(Writer(), "x", [Oracle()])
