"""Models as files: what a fitted classifier is, written down and read back."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable
from typing import Any

import numpy as np
from sklearn import config_context

from viewboost.algorithms._base import BoostClassifier
from viewboost.io import container
from viewboost.io.errors import ModelFileError, demand, within
from viewboost.io.foreign import pack_estimators, unpack_estimators
from viewboost.io.gates import forms, pack_gate, unpack_gate
from viewboost.io.tables import Reader, Writer
from viewboost.io.values import MAX_RANGE, build, decode, encode
from viewboost.io.votes import pack_votes, unpack_votes
from viewboost.rounds.files import pack_records, unpack_records
from viewboost.rounds.records import History

FORMAT, VERSION = "model", 1
ALGORITHMS = {
    "AdaBoostMMClassifier": "adaboost_mm",
    "AgreementBoostClassifier": "agreement",
    "CarakoClassifier": "carako",
    "ComboClassifier": "combo",
    "KBoostClassifier": "kboost",
    "MuComboClassifier": "mucombo",
    "MumboClassifier": "mumbo",
    "RegionBoostClassifier": "regionboost",
}
FITTED = {
    *("_gate", "_votes", "classes_", "feature_names_in_", "history_", "n_features_in_"),
    *("n_rounds_", "stop_reason_", "view_names_", "_metadata_request"),
    "_skl_callbacks",  # whoever watches the next fit is no part of the model
}


def load(path: str | os.PathLike[str], *, trusted: Iterable[str] | None = None) -> Any:
    """Read a model that ``save`` has written.

    Nothing in the file is run. Every byte is checked against its checksum and every number
    against what it stands for, so that a damaged file is refused, never read as another model.

    Parameters
    ----------
    path : path-like
    trusted : list of str, optional
        Types of scikit-learn objects that may be made, by their full names: only for models
        with learners or transformers of scikit-learn, which are read through skops. Without
        it such a file is refused with the list that it needs. Trust only what comes from
        where you trust.

    Returns
    -------
    classifier
        Fitted, with the same parameters, scores and records to the last bit.

    Raises
    ------
    ModelFileError
        If the file is no model, is damaged, or was written by a newer version.
    OSError
        If it cannot be opened.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import viewboost
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "iris.vb"
    >>> model = viewboost.AdaBoostMMClassifier(n_rounds=5).fit(X, y)
    >>> model.save(path)
    >>> bool((viewboost.load(path).predict_proba(X) == model.predict_proba(X)).all())
    True
    """
    contents = container.read(path, FORMAT, VERSION)
    with within(os.fsdecode(path)):
        reader = Reader(contents)
        reader.estimators = unpack_estimators(reader, trusted)
        model = _model(reader)
        reader.done()
        return model


def save(model: BoostClassifier, path: str | os.PathLike[str]) -> None:
    """Write a fitted model; what was there before stays until all of the new file is written."""
    name = type(model).__name__
    with within(name):
        container.write(path, FORMAT, VERSION, _contents(model, name))


def _contents(model: BoostClassifier, name: str) -> container.Contents:
    known = name in ALGORITHMS and type(model) is _class(name)
    demand(known, f"only the algorithms of viewboost can be stored ({', '.join(ALGORITHMS)})")
    parameters = model.get_params(deep=False)
    extra = sorted(set(vars(model)) - FITTED - set(parameters))
    demand(not extra, f"attributes that a model file does not know: {extra}; delete them first")
    _check_parameters(model)
    writer = Writer()
    names = getattr(model, "feature_names_in_", None)
    writer.contents.document |= {
        "algorithm": name,
        "parameters": {
            key: encode(writer, f"parameter {key}", value) for key, value in parameters.items()
        },
        "classes": encode(writer, "classes", model.classes_),
        "n_features_in": getattr(model, "n_features_in_", None),
        "feature_names_in": None if names is None else list(names),
        "stop_reason": model.stop_reason_,
        "requests": _requests(model),
    }
    pack_gate(writer, model._gate)
    pack_votes(writer, model._votes)
    pack_records(writer, "history", model.history_.records, len(model.view_names_))
    pack_estimators(writer)
    return writer.contents


def _check_parameters(model: BoostClassifier) -> None:
    """What a later set_params has spoilt would be refused only when the file is read."""
    try:
        model._validate_params()
    except ValueError as error:
        raise ModelFileError(str(error)) from error


def _model(reader: Reader) -> BoostClassifier:
    name = reader.entry("algorithm", str)
    demand(name in ALGORITHMS, f"the algorithm {name!r} is not known ({', '.join(ALGORITHMS)})")
    model = build(reader, _class(name), "parameters", reader.entry("parameters", dict))
    _read_columns(reader, model)
    model._gate = unpack_gate(reader, getattr(model, "n_features_in_", None))
    model.view_names_ = list(model._gate.names)
    model._votes = unpack_votes(reader, forms(model._gate))
    model.classes_ = _classes(reader, model._votes.n_classes)
    records = unpack_records(reader, "history", len(model.view_names_))
    demand(model._votes.n_rounds <= len(records), "more rounds than records of them")
    model.history_ = History(records, reader.entry("stop_reason", str))
    model.n_rounds_, model.stop_reason_ = model._votes.n_rounds, model.history_.stop_reason
    _read_requests(reader, model)
    return model


def _class(name: str) -> type[BoostClassifier]:
    return getattr(importlib.import_module(f"viewboost.algorithms.{ALGORITHMS[name]}"), name)


def _read_columns(reader: Reader, model: BoostClassifier) -> None:
    """Set what scikit-learn compares an X with."""
    n, names = (reader.entry(key, (kind, type(None))) for key, kind in _COLUMNS.items())
    if n is None:
        demand(names is None, "names of columns, but no X of columns")
        return
    demand(1 <= n <= MAX_RANGE, f"{n} features")
    model.n_features_in_ = n
    if names is not None:
        plain = len(names) == n and all(isinstance(name, str) for name in names)
        demand(plain, f"{len(names)} names of {n} features")
        model.feature_names_in_ = np.array(names, dtype=object)


_COLUMNS = {"n_features_in": int, "feature_names_in": list}


def _classes(reader: Reader, n_classes: int) -> Any:
    classes = decode(reader, "classes", reader.entry("classes", dict))
    fits = isinstance(classes, np.ndarray) and classes.shape == (n_classes,)
    demand(fits, f"classes: not an array of {n_classes}, as the votes are for")
    try:
        rises = bool((classes[1:] > classes[:-1]).all())
    except TypeError as error:
        raise ModelFileError(f"classes: {error}") from error
    demand(rises, "classes: not sorted, or a label twice")
    return classes


def _requests(model: BoostClassifier) -> dict[str, Any]:
    """What the user asked scikit-learn to route to the model's methods."""
    asked = getattr(model, "_metadata_request", None)
    if asked is None:
        return {}
    methods = {"fit": asked.fit.requests, "score": asked.score.requests}
    return {method: dict(told) for method, told in methods.items() if told}


def _read_requests(reader: Reader, model: BoostClassifier) -> None:
    asked = reader.entry("requests", dict)
    for method, told in asked.items():
        known = method in ("fit", "score") and isinstance(told, dict)
        plain = known and all(isinstance(v, (bool, str, type(None))) for v in told.values())
        demand(plain, f"requests: {method!r:.40}")
        try:
            with config_context(enable_metadata_routing=True):
                getattr(model, f"set_{method}_request")(**told)
        except (TypeError, ValueError, AttributeError) as error:
            raise ModelFileError(f"requests: {error}") from error
