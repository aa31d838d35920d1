"""Parameters, names and levels as JSON: plain values as they are, others with a tag."""

from __future__ import annotations

import math
import os
import pathlib
from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator

from viewboost.io import npy
from viewboost.io.errors import ModelFileError, demand, within
from viewboost.io.tables import Reader, Writer, checked
from viewboost.learners.base import Learner
from viewboost.learners.foreign import Weighted
from viewboost.learners.native import Stump, Tree
from viewboost.learners.ngram import NGram
from viewboost.learners.words import BagOfWords

LEARNERS: dict[str, type[Learner]] = {
    learner.__name__: learner for learner in (Stump, Tree, NGram, BagOfWords, Weighted)
}
PLAIN = (type(None), bool, int, str)
MAX_DEPTH = 32
MAX_RANGE = 2**31 - 1
MAX_ARRAY = 64 * 2**20  # bytes; strings may be declared longer than they are


def encode(writer: Writer, where: str, value: Any, depth: int = 0) -> Any:
    """The JSON form of a value; a ModelFileError names the place of one that has none."""
    demand(depth <= MAX_DEPTH, f"{where}: nested too deeply")
    if type(value) in PLAIN or (type(value) is float and math.isfinite(value)):
        return value

    def each(items: Any) -> list[Any]:
        return [encode(writer, f"{where}[{k}]", item, depth + 1) for k, item in enumerate(items)]

    if type(value) is list:
        return each(value)
    for kind, (tag, take_apart) in _TAKEN_APART.items():
        if type(value) is kind:
            return {tag: each(take_apart(value))}
    if isinstance(value, (np.generic, np.ndarray)):
        return _encode_numpy(where, value, each)
    if isinstance(value, BaseEstimator):
        return _encode_estimator(writer, where, value, depth)
    if isinstance(value, np.random.RandomState):
        state = value.get_state(legacy=False)
        demand(state["bit_generator"] == "MT19937", f"{where}: not the usual random state")
        return {"random_state": each(value.get_state())}
    if isinstance(value, os.PathLike):
        return {"path": os.fsdecode(value)}
    raise ModelFileError(_refusal(where, value))


_TAKEN_APART: dict[type, tuple[str, Callable[[Any], Any]]] = {
    float: ("float", lambda x: [str(x)]),
    tuple: ("tuple", list),
    set: ("set", lambda x: sorted(x, key=repr)),
    frozenset: ("frozenset", lambda x: sorted(x, key=repr)),
    dict: ("dict", lambda x: [list(pair) for pair in x.items()]),
    slice: ("slice", lambda x: [x.start, x.stop, x.step]),
    range: ("range", lambda x: [x.start, x.stop, x.step]),
}


def _encode_numpy(where: str, value: Any, each: Callable[[Any], list[Any]]) -> dict[str, Any]:
    dtype = value.dtype.newbyteorder("<")
    plain = npy.is_storable(dtype) or (dtype.kind == "O" and isinstance(value, np.ndarray))
    demand(plain, f"{where}: an array of {dtype} cannot be stored in a model file")
    array = np.asarray(value)
    form = {"dtype": dtype.str, "values": each(array.reshape(-1).tolist())}
    return {"array": {**form, "shape": list(array.shape)}} if array.ndim else {"scalar": form}


def _encode_estimator(writer: Writer, where: str, value: Any, depth: int) -> dict[str, Any]:
    """Our own learners by name and parameters; others are kept as they are, through skops."""
    name = type(value).__name__
    if LEARNERS.get(name) is not type(value):
        return {"estimator": writer.keep(value)}
    parameters = {
        key: encode(writer, f"{where}.{key}", own, depth + 1)
        for key, own in value.get_params(deep=False).items()
    }
    return {"learner": {"name": name, "parameters": parameters}}


def _refusal(where: str, value: Any) -> str:
    if callable(value):
        name = getattr(value, "__qualname__", type(value).__name__)
        return (
            f"{where}: the callable {name} cannot be stored, since loading a model file runs no "
            "code; give one of the named options, or the value that the callable returns"
        )
    return f"{where}: {type(value).__name__} cannot be stored in a model file; got {value!r:.80}"


def decode(reader: Reader, where: str, value: Any, depth: int = 0) -> Any:
    """The value of a JSON form."""
    demand(depth <= MAX_DEPTH, f"{where}: nested too deeply")
    if type(value) in (*PLAIN, float):
        return value

    def each(items: Any) -> list[Any]:
        demand(isinstance(items, list), f"{where}: {items!r:.80} is no list")
        return [decode(reader, f"{where}[{k}]", item, depth + 1) for k, item in enumerate(items)]

    if type(value) is list:
        return each(value)
    demand(len(value) == 1, f"{where}: {value!r:.80} has not one tag")
    [(tag, told)] = value.items()
    with within(where):
        if tag in ("learner", "estimator"):
            return _decode_estimator(reader, where, tag, told, depth)
        if tag in ("array", "scalar"):
            return _decode_numpy(tag, told, each)
        demand(tag in _PUT_TOGETHER, f"the tag {tag!r} is not known")
        try:
            return _PUT_TOGETHER[tag](*([told] if tag == "path" else each(told)))
        except (TypeError, ValueError, OverflowError) as error:
            raise ModelFileError(f"{value!r:.80}: {error}") from error


def _float(text: str) -> float:
    demand(text in ("nan", "inf", "-inf"), f"{text!r} stands for no float")
    return float(text)


def _range(*ends: int) -> range:
    demand(all(type(end) is int for end in ends) and len(ends) == 3, "a range has three integers")
    made = range(*ends)
    demand(max(map(abs, ends)) <= MAX_RANGE, "a range beyond what a view can have")
    return made


def _slice(*ends: Any) -> slice:
    demand(len(ends) == 3, "a slice has three parts")
    return slice(*ends)


def _random_state(*state: Any) -> np.random.RandomState:
    demand(len(state) == 5 and state[0] == "MT19937", "a random state has five parts")
    _, keys, place, *_ = state
    # numpy trusts the place, and would read beyond the keys.
    fits = isinstance(keys, np.ndarray) and keys.shape == (624,) and keys.dtype == np.uint32
    demand(fits and type(place) is int and 0 <= place <= 624, "a random state without its keys")
    made = np.random.RandomState()
    made.set_state(state)
    return made


def _path(text: Any) -> pathlib.Path:
    demand(isinstance(text, str), f"{text!r:.80} is no path")
    return pathlib.Path(text)


_PUT_TOGETHER: dict[str, Callable[..., Any]] = {
    "float": _float,
    "tuple": lambda *items: items,
    "set": lambda *items: set(items),
    "frozenset": lambda *items: frozenset(items),
    "dict": lambda *pairs: dict(pairs),
    "slice": _slice,
    "range": _range,
    "random_state": _random_state,
    "path": _path,
}


def _decode_numpy(tag: str, told: Any, each: Callable[[Any], list[Any]]) -> Any:
    dtype = _dtype(checked(told, "dtype", str))
    values = each(checked(told, "values", list))
    demand(len(values) * dtype.itemsize <= MAX_ARRAY, f"{len(values)} values of {dtype}")
    shape = checked(told, "shape", list) if tag == "array" else [1]
    fits = all(type(n) is int and n >= 0 for n in shape) and math.prod(shape) == len(values)
    demand(fits, f"{len(values)} values for the shape {shape!r:.80}")
    array = np.empty(len(values), dtype)
    try:
        array[:] = values
        same = array.tolist() == values or dtype.kind == "f"
    except (TypeError, ValueError, OverflowError) as error:
        raise ModelFileError(f"values that are no {dtype}: {error}") from error
    demand(same, f"values that are no {dtype}")
    return array.reshape(shape) if tag == "array" else array[0]


def _dtype(name: str) -> np.dtype[Any]:
    if name == "|O":
        return np.dtype(object)
    demand(npy.is_type(name), f"arrays of {name!r:.40} are not known")
    return np.dtype(name)


def _decode_estimator(reader: Reader, where: str, tag: str, told: Any, depth: int) -> Any:
    if tag == "estimator":
        known = type(told) is int and 0 <= told < len(reader.estimators)
        demand(known, f"{told!r:.40} is not one of the file's estimators")
        return reader.estimators[told]
    name, parameters = checked(told, "name", str), checked(told, "parameters", dict)
    demand(name in LEARNERS, f"the learner {name!r} is not known (known: {', '.join(LEARNERS)})")
    return build(reader, LEARNERS[name], where, parameters, depth + 1)


def build(reader: Reader, kind: type[Any], where: str, parameters: Any, depth: int = 0) -> Any:
    """An estimator of ours from its parameters, once they are such as it accepts."""
    values = {
        name: decode(reader, f"{where}.{name}", value, depth) for name, value in parameters.items()
    }
    unknown = sorted(set(values) - set(kind._get_param_names()))
    demand(not unknown, f"{kind.__name__} has no parameters {unknown}")
    try:
        estimator = kind(**values)
        estimator._validate_params()
    except (TypeError, ValueError) as error:
        raise ModelFileError(f"{kind.__name__}: {error}") from error
    return estimator
