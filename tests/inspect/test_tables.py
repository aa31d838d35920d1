"""Tables: what inspection finds, also of loaded models and without pandas."""

import builtins
from dataclasses import fields, is_dataclass

import numpy as np
import pytest
from tests.inspect.problems import problem
from tools.zoo import MAKERS, rows

from viewboost import AdaBoostMMClassifier, inspect, load


def assert_same(one, other):
    """Equal to the last bit, field by field."""
    if is_dataclass(one):
        for field in fields(one):
            assert_same(getattr(one, field.name), getattr(other, field.name))
    else:
        np.testing.assert_array_equal(np.asarray(one), np.asarray(other))


@pytest.mark.parametrize("kind", ["kboost", "mumbo", "regionboost"])
def test_a_loaded_model_is_seen_as_the_one_that_was_saved(kind, tmp_path):
    X, y = rows()
    model = MAKERS[kind](X, y)
    model.save(tmp_path / "model.vb")
    again = load(tmp_path / "model.vb")
    for function in (inspect.convergence, inspect.complementarity, inspect.independence):
        assert_same(function(model, X, y), function(again, X, y))
    assert_same(inspect.cooperation(model), inspect.cooperation(again))
    assert_same(inspect.explain(model, X, [3])[0], inspect.explain(again, X, [3])[0])


def test_columns_have_one_length_and_need_no_pandas(monkeypatch):
    X, y, _ = problem(0)
    found = inspect.convergence(AdaBoostMMClassifier(n_rounds=3).fit(X, y), X, y)
    assert {len(column) for column in found.columns().values()} == {3}
    assert list(found.train.to_frame()) == list(found.train.columns())
    plain = builtins.__import__

    def fail(name, *args, **kwargs):
        if name == "pandas":
            raise ImportError(name)
        return plain(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", fail)
    with pytest.raises(ImportError, match="to_frame needs pandas"):
        found.to_frame()
