"""Hypotheses as arrays: those of one kind side by side in one table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewboost.io.errors import ModelFileError, demand
from viewboost.io.tables import Reader, Writer, demand_all, parts
from viewboost.learners.base import Hypothesis, Silent
from viewboost.learners.foreign import ClassifierHypothesis, Constant
from viewboost.learners.ngram import NGramHypothesis
from viewboost.learners.trees import TreeHypothesis


class Form(NamedTuple):
    """What the hypotheses of a view read.

    Attributes
    ----------
    kind : {"dense", "sparse", "strings", "raw", "made"}
        Of the block; "made" by the transformers of a Pipeline.
    width : int or None
        Number of columns, None where it has none.
    levels : tuple of int
        Number of levels of each column, 0 for a numeric one; empty if all are numeric.
    """

    kind: str
    width: int | None
    levels: tuple[int, ...] = ()


class Place(NamedTuple):
    """Where a hypothesis stands: the number of classes, and what it reads."""

    n_classes: int
    form: Form


class SilentTable:
    """Hypotheses that say nothing: there is nothing to keep."""

    type = Silent

    def pack(self, writer: Writer, name: str, items: Sequence[Any]) -> None:
        """Nothing."""

    def unpack(self, reader: Reader, name: str, places: Sequence[Place]) -> list[Hypothesis]:
        """As many as there are places."""
        return [Silent() for _ in places]


class ConstantTable:
    """Hypotheses of one class."""

    type = Constant

    def pack(self, writer: Writer, name: str, items: Sequence[Constant]) -> None:
        """Their classes."""
        writer.put(f"{name}/label", [h.label for h in items], np.int64)

    def unpack(self, reader: Reader, name: str, places: Sequence[Place]) -> list[Hypothesis]:
        """The hypotheses, once their labels are classes."""
        labels = reader.take(f"{name}/label", np.int64, len(places))
        _check_labels(f"{name}/label", labels, places)
        return [Constant(int(label)) for label in labels]


class TreeTable:
    """Trees: the nodes of all of them, one after the other; children count from their root."""

    type = TreeHypothesis

    def pack(self, writer: Writer, name: str, items: Sequence[TreeHypothesis]) -> None:
        """The nodes, column by column."""
        empty = TreeHypothesis.leaves([])
        sizes = [len(tree.feature) for tree in items]
        writer.put(f"{name}/start", np.cumsum([0, *sizes]), np.int64)
        for column in fields(TreeHypothesis):
            nodes = [getattr(tree, column.name) for tree in (empty, *items)]
            writer.put(f"{name}/{column.name}", np.concatenate(nodes), nodes[0].dtype)

    def unpack(self, reader: Reader, name: str, places: Sequence[Place]) -> list[Hypothesis]:
        """The trees, once every node of every tree has its place."""
        empty = TreeHypothesis.leaves([])
        total, nodes = None, {}
        for column in fields(TreeHypothesis):
            form = getattr(empty, column.name)
            array = reader.take(f"{name}/{column.name}", form.dtype, total, *form.shape[1:])
            nodes[column.name], total = array, len(array)
        assert total is not None
        start = reader.take_start(f"{name}/start", len(places), total)
        Nodes(name, nodes, start).check(places)
        return [
            TreeHypothesis(**{key: column[part] for key, column in nodes.items()})
            for part in parts(start)
        ]


class Nodes:
    """The nodes of many trees, to be checked together."""

    def __init__(self, name: str, columns: dict[str, NDArray[Any]], start: NDArray[np.int64]):
        self.name, self.columns, self.start = name, columns, start
        self.sizes = np.diff(start)
        self.root = np.repeat(start[:-1], self.sizes)
        self.inner = columns["feature"] >= 0

    def check(self, places: Sequence[Place]) -> None:
        """Refuse nodes that no walk from a root could pass, or that read what is not there."""
        demand_all(f"{self.name}/start", self.sizes > 0, "a tree without nodes")
        for column in ("threshold", "gain"):
            self._demand(column, np.isfinite(self.columns[column]), "not a finite number")
        self._demand("gain", self.columns["gain"] >= 0, "below zero")
        self._check_children()
        self._check_features(places)
        labels = self.columns["label"]
        K = np.repeat([place.n_classes for place in places], self.sizes)
        self._demand("label", (labels >= 0) & (labels < K), "not a class")

    def _check_children(self) -> None:
        """Children come after their parents, and each node but the root is the child of one."""
        here = np.arange(len(self.root)) - self.root
        size = np.repeat(self.sizes, self.sizes)
        for side in ("left", "right"):
            child = self.columns[side]
            fits = np.where(self.inner, (child > here) & (child < size), child == 0)
            self._demand(side, fits, "not a later node of its tree")
        children = [(self.columns[side] + self.root)[self.inner] for side in ("left", "right")]
        times = np.bincount(np.concatenate(children), minlength=len(here))
        self._demand("left", times == (here > 0), "a node that is not the child of one")

    def _check_features(self, places: Sequence[Place]) -> None:
        """Features exist, and level sets stand at nominal ones."""
        feature, nominal = self.columns["feature"], self.columns["nominal"]
        self._demand("feature", feature >= -1, "not a feature")
        views: dict[Form, list[int]] = {}
        for tree, place in enumerate(places):
            views.setdefault(place.form, []).append(tree)
        for form, trees in views.items():
            demand(form.kind in ("dense", "sparse", "made"), f"a tree that reads {form.kind}")
            mine = np.zeros(len(self.sizes), dtype=bool)
            mine[trees] = True
            split = self.inner & np.repeat(mine, self.sizes)
            known = ~split | (feature < (form.width or 0))
            self._demand("feature", known, f"not one of {form.width} features")
            levels = np.zeros(form.width or 0, dtype=bool)
            levels[: len(form.levels)] = np.array(form.levels, dtype=np.int64) > 0
            fits = nominal[split] == levels[feature[split]]
            self._demand("nominal", fits, "level sets where there are no levels, or none where are")
        self._demand("nominal", self.inner | ~nominal, "a leaf with a level set")

    def _demand(self, column: str, holds: Any, text: str) -> None:
        demand_all(f"{self.name}/{column}", holds, text)


class NGramTable:
    """Models of n-grams: the log-probabilities of all, one after the other."""

    type = NGramHypothesis

    def pack(self, writer: Writer, name: str, items: Sequence[NGramHypothesis]) -> None:
        """Log-probabilities and biases."""
        K = len(items[0].bias)
        models = [h.log_probabilities for h in items]
        writer.put_ragged(f"{name}/log_probabilities", models, np.empty((0, K)))
        writer.put(f"{name}/bias", [h.bias for h in items], np.float64)

    def unpack(self, reader: Reader, name: str, places: Sequence[Place]) -> list[Hypothesis]:
        """The hypotheses, once they have a row for each n-gram."""
        column, K = f"{name}/log_probabilities", places[0].n_classes
        models = reader.take_ragged(column, len(places), np.float64, K)
        bias = reader.take(f"{name}/bias", np.float64, len(places), K)
        # A class that had no weight is never predicted: its bias is -inf.
        demand_all(f"{name}/bias", np.isfinite(bias) | (bias == -np.inf), "not a number")
        for model, place in zip(models, places):
            demand(place.form.kind == "sparse", f"{column}: a view that is not counted")
            rows = f"{column}: {len(model)} n-grams, {place.form.width} in its view"
            demand(len(model) == place.form.width, rows)
            demand_all(column, np.isfinite(model), "not a finite number")
        return [NGramHypothesis(model, bias[k]) for k, model in enumerate(models)]


class ClassifierTable:
    """Classifiers of scikit-learn: their places among the file's estimators, and their labels."""

    type = ClassifierHypothesis

    def pack(self, writer: Writer, name: str, items: Sequence[ClassifierHypothesis]) -> None:
        """Keep the classifiers apart, and here where they are."""
        places = [writer.keep(h.estimator) for h in items]
        writer.put(f"{name}/estimator", places, np.int64)
        labels = [np.asarray(h.labels, dtype=np.int64) for h in items]
        writer.put_ragged(f"{name}/labels", labels, np.empty(0, dtype=np.int64))

    def unpack(self, reader: Reader, name: str, places: Sequence[Place]) -> list[Hypothesis]:
        """The hypotheses, once each has its classifier."""
        which = reader.take(f"{name}/estimator", np.int64, len(places))
        known = (which >= 0) & (which < len(reader.estimators))
        demand_all(f"{name}/estimator", known, "not one of the file's estimators")
        labels = reader.take_ragged(f"{name}/labels", len(places), np.int64)
        for item, place in zip(labels, places):
            _check_labels(f"{name}/labels", item, [place] * len(item))
        return [
            ClassifierHypothesis(reader.estimators[k], item.astype(np.intp))
            for k, item in zip(which, labels)
        ]


# The code of a kind is its place here: part of the format, to be added to at the end only.
TABLES: dict[str, Any] = {
    "silent": SilentTable(),
    "constant": ConstantTable(),
    "tree": TreeTable(),
    "ngram": NGramTable(),
    "classifier": ClassifierTable(),
}


def pack_hypotheses(writer: Writer, name: str, hypotheses: Sequence[Hypothesis]) -> None:
    """Keep hypotheses of any kinds under ``name/…``."""
    codes = [_code(hypothesis) for hypothesis in hypotheses]
    writer.put(f"{name}/kind", codes, np.uint8)
    for code, (kind, table) in enumerate(TABLES.items()):
        items = [h for h, own in zip(hypotheses, codes) if own == code]
        if items:
            table.pack(writer, f"{name}/{kind}", items)


def unpack_hypotheses(reader: Reader, name: str, places: Sequence[Place]) -> list[Hypothesis]:
    """The hypotheses kept under ``name/…``, one for each place, all indices checked."""
    codes = reader.take(f"{name}/kind", np.uint8, len(places))
    demand_all(f"{name}/kind", codes < len(TABLES), "an unknown kind of hypothesis")
    found: dict[int, Hypothesis] = {}
    for code, (kind, table) in enumerate(TABLES.items()):
        mine = np.flatnonzero(codes == code).tolist()
        if mine:
            items = table.unpack(reader, f"{name}/{kind}", [places[k] for k in mine])
            found.update(zip(mine, items))
    return [found[k] for k in range(len(places))]


def _code(hypothesis: Hypothesis) -> int:
    for code, table in enumerate(TABLES.values()):
        if type(hypothesis) is table.type:
            return code
    raise ModelFileError(f"hypotheses of type {type(hypothesis).__name__} cannot be stored")


def _check_labels(name: str, labels: NDArray[np.int64], places: Sequence[Place]) -> None:
    K = np.array([place.n_classes for place in places], dtype=np.int64)
    demand_all(name, (labels >= 0) & (labels < K), "not a class")
