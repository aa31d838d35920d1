"""The views= parameter: triples, defaults, and names that cannot be."""

import warnings

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

from viewboost import MumboClassifier, Tree
from viewboost.views import Views, declared

X = np.ones((2, 3))
BLOCKS = {"words": X, "image": X}


def test_without_views_there_is_one():
    assert declared(LogisticRegression(), X, None, "stump") == [("X", "stump", None)]


@pytest.mark.parametrize("container", [BLOCKS, Views(**BLOCKS)])
def test_a_container_names_its_own_views(container):
    triples = declared(LogisticRegression(), container, None, "stump")
    assert triples == [("words", "stump", "words"), ("image", "stump", "image")]


def test_a_list_of_matrices_is_numbered():
    assert [name for name, _, _ in declared(LogisticRegression(), [X, X], None, "stump")] == [
        "view0",
        "view1",
    ]


def test_a_view_without_learner_takes_the_common_one():
    views = [("a", None, [0]), ("b", "tree", 1)]
    assert declared(LogisticRegression(), X, views, "stump") == [
        ("a", "stump", [0]),
        ("b", "tree", 1),
    ]


def test_one_block_may_serve_two_views():
    views = [("one", "stump", "words"), ("two", "tree", "words")]
    assert declared(LogisticRegression(), BLOCKS, views, None) == views


@pytest.mark.parametrize(
    ("views", "error", "text"),
    [
        ([], ValueError, r"views is empty; write views=\[\("),
        ({"a": 1}, TypeError, "views is a list of triples, got dict"),
        ([("a", None)], ValueError, r"a triple \(name, learner, columns\), got \('a', None\)"),
        (["abc"], ValueError, "a triple .*, got 'abc'"),
        ([(3, None, [0])], TypeError, "the name of a view is a string, got 3"),
        ([("a", None, 0), ("a", None, 1)], ValueError, "view 'a' is declared twice"),
        ([("a__b", None, 0)], ValueError, "view 'a__b': .*no '__'"),
        ([("", None, 0)], ValueError, "view ''.*not empty"),
        (
            [("penalty", None, 0)],
            ValueError,
            "view 'penalty' has the name of a parameter of LogisticRegression",
        ),
    ],
)
def test_wrong_views(views, error, text):
    with pytest.raises(error, match=text):
        declared(LogisticRegression(), X, views, None)


def test_a_containers_names_are_checked_too():
    with pytest.raises(ValueError, match="view 'penalty' has the name of a parameter"):
        declared(LogisticRegression(), Views(penalty=X), None, None)


@pytest.mark.parametrize("columns", ["hue", None, [0], 0])
def test_with_a_container_the_third_item_is_a_block(columns):
    with pytest.raises(ValueError, match=r"view 'a': .* is not a block of X \(blocks: words, ima"):
        declared(LogisticRegression(), BLOCKS, [("a", None, columns)], None)


class TestDiagram:
    """What a notebook shows."""

    def test_views_stand_beside_each_other_with_their_learners(self):
        views = [("image", Tree(max_depth=2), ["a", "b"]), ("sound", GaussianNB(), [2])]
        block = MumboClassifier([*views, ("rest", None, slice(3, 5))])._sk_visual_block_()
        assert (block.kind, block.names) == ("parallel", ["image", "sound", "rest"])
        assert [type(one).__name__ for one in block.estimators] == ["Tree", "GaussianNB", "Stump"]
        assert block.name_details[0] == "columns: ['a', 'b']"

    def test_a_fitted_model_shows_the_views_it_met(self):
        X = Views(one=np.eye(4), two=np.eye(4))
        model = MumboClassifier(learner=Tree(), n_rounds=1)
        assert model._sk_visual_block_().kind == "single"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            block = model.fit(X, [0, 1, 0, 1])._sk_visual_block_()
        assert block.names == ["one", "two"]
        assert block.estimators == [model.learner] * 2
        assert block.name_details == ["all columns"] * 2

    def test_names_are_escaped_and_nonsense_is_shown_all_the_same(self):
        html = MumboClassifier([("<script>x", None, "<b>y")])._repr_html_()
        assert "&lt;script&gt;x" in html
        assert "<script>x" not in html
        assert "<b>y" not in html
        assert MumboClassifier(views="nonsense")._sk_visual_block_().kind == "single"
