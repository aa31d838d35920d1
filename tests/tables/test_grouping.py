"""Columns become views by the rule that the help states."""

import numpy as np
import pytest

from viewboost.tables import TableError
from viewboost.tables.grouping import TextRule, declared_views, grouped_views
from viewboost.views.table import Table, TableColumn

N = 40


def text(values):
    data = np.empty(N, dtype=object)
    data[:] = [values[i % len(values)] for i in range(N)]
    return TableColumn(data, "string")


NUMBER = TableColumn(np.arange(float(N)), "numeric")
NAMES = text([f"name{i}" for i in range(N)])
LEVELS = text(["red", "dark blue", None])
WORDS = text(["good old wine", "a dry red port from the sea"])


def views(table, rule=None, **more):
    chosen = grouped_views(table, rule or TextRule(), **more)
    return {view.name: (view.columns, view.ways) for view in chosen.views}


def test_ways_of_text():
    found = views(Table({"who": NAMES, "hue": LEVELS, "note": WORDS, "age": NUMBER}))
    assert found == {
        "table": (("hue", "age"), ("levels", "numbers")),
        "who": (("who",), ("letters",)),
        "note": (("note",), ("words",)),
    }


@pytest.mark.parametrize(
    ("values", "way"),
    [
        ([f"v{i}" for i in range(8)], "levels"),  # 40 / 8 = 5 times each
        ([f"v{i}" for i in range(9)], "letters"),
        (["one two three", "a b c"], "words"),
        (["one two three", "a b"], "levels"),
    ],
)
def test_limits_of_the_rule(values, way):
    assert TextRule().way("c", text(values)) == way


def test_more_than_twenty_values_are_no_levels():
    many = np.array([f"v{i % 21}" for i in range(500)], dtype=object)
    assert TextRule().way("c", TableColumn(many, "string")) == "letters"
    few = np.array([f"v{i % 20}" for i in range(500)], dtype=object)
    assert TextRule().way("c", TableColumn(few, "string")) == "levels"


def test_the_user_decides_whatever_the_rule_says():
    rule = TextRule(words=["hue"], letters=["note"], levels=["age"])
    found = views(Table({"hue": LEVELS, "note": WORDS, "age": NUMBER}), rule)
    assert found["hue"][1] == ("words",)
    assert found["note"][1] == ("letters",)
    assert found["table"][1] == ("levels",)


def test_names_that_begin_alike_are_a_view():
    names = ["sepal_length", "sepal width", "x1", "x2", "x10", "petal.length", "age", "_odd", "1st"]
    found = views(Table(dict.fromkeys(names, NUMBER)))
    assert {name: columns for name, (columns, _) in found.items()} == {
        "sepal": ("sepal_length", "sepal width"),
        "x": ("x1", "x2", "x10"),
        "table": ("petal.length", "age", "_odd", "1st"),
    }


def test_names_of_views_are_allowed_and_different():
    found = views(Table({"step": NAMES, "a__b": WORDS}), taken=["step"])
    assert list(found) == ["step view", "a_b"]
    found = views(Table({"x1": NUMBER, "x2": NUMBER, "x": NAMES, "table": NAMES, "n": NUMBER}))
    assert list(found) == ["x", "table", "x text", "table text"]


def test_columns_of_no_use_are_told():
    empty = TableColumn(np.full(N, None, dtype=object), "empty")
    date = TableColumn(np.full(N, None, dtype=object), "timestamp[us]")
    constant = TableColumn(np.where(np.arange(N) % 2, 7.0, np.nan), "numeric")
    table = Table({"a": NUMBER, "e": empty, "d": date, "c": constant})
    assert grouped_views(table, TextRule()).unused == {
        "e": "has no values",
        "d": "is of type timestamp[us]",
        "c": "has one value only",
    }
    with pytest.raises(TableError, match="no column is left"):
        grouped_views(table.select(["e", "c"]), TextRule())


def test_text_beside_other_columns_is_levels():
    table = Table({"who": NAMES, "age": NUMBER})
    chosen = declared_views(table, {"both": ["who", "age"]}, TextRule())
    assert chosen.views[0].ways == ("levels", "numbers")
    X = chosen.apply(table)
    assert X.column("who").sort == "nominal"
    assert X.column("age") is NUMBER


def test_the_table_of_the_views_keeps_the_order_of_the_file():
    table = Table({"a": NUMBER, "b": NUMBER, "c": NUMBER})
    chosen = declared_views(table, {"one": ["c", "a"]}, TextRule())
    assert chosen.apply(table).columns == ["a", "c"]
    assert chosen.unused == {"b": "in no view"}
