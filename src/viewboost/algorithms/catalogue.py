"""The algorithms by the short names that people type."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from viewboost.algorithms._base import BoostClassifier
from viewboost.algorithms.files import ALGORITHMS
from viewboost.views.hints import unknown

# "mumbo": "MumboClassifier", …
NAMES = {module: name for name, module in ALGORITHMS.items()}


def algorithm(name: str) -> type[BoostClassifier]:
    """The class of an algorithm.

    Examples
    --------
    >>> algorithm("mumbo").__name__
    'MumboClassifier'
    >>> algorithm("mumbbo")
    Traceback (most recent call last):
        ...
    ValueError: no algorithm is called 'mumbbo'; did you mean 'mumbo'? (algorithms: ...)
    """
    if name not in NAMES:
        what = f"no algorithm is called {name!r}"
        raise ValueError(unknown(what, name, NAMES, "algorithms"))
    module = importlib.import_module(f"viewboost.algorithms.{name}")
    return getattr(module, NAMES[name])


def configured(name: str, parameters: Mapping[str, Any]) -> BoostClassifier:
    """The algorithm with parameters, each of which it must have.

    Examples
    --------
    >>> configured("mumbo", {"n_rounds": 50, "vote": "all"})
    MumboClassifier(n_rounds=50, vote='all')
    """
    kind = algorithm(name)
    known = kind().get_params(deep=False)
    for key in parameters:
        if key not in known:
            what = f"{kind.__name__} has no parameter {key!r}"
            raise ValueError(unknown(what, key, known, "parameters"))
    return kind(**parameters)
