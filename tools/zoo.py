"""Small fitted models of every algorithm, with every native learner, and rows to try them on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import sparse

from viewboost import (
    AdaBoostMMClassifier,
    AgreementBoostClassifier,
    BagOfWords,
    CarakoClassifier,
    ComboClassifier,
    KBoostClassifier,
    MuComboClassifier,
    MumboClassifier,
    NGram,
    RegionBoostClassifier,
    Stump,
    Tree,
    Views,
)

NAMES = ["Anna", "Otto", "Ida", "Zoë", ""]
TEXTS = ["good wine", "stale bread", "good bread and wine", "no wine", "bread bread"]


def rows(n: int = 60) -> tuple[Views, np.ndarray]:
    """Rows made without randomness: numbers with gaps, levels, a sparse view, names, texts."""
    i = np.arange(n)
    numbers = np.column_stack([np.sin(1.7 * i), (7 * i % 11) / 3, i % 4])
    numbers[::9, 1] = np.nan
    counts = sparse.csr_matrix(np.maximum(np.cos(np.outer(i, [1.1, 2.3, 0.4])), 0))
    names = [NAMES[k] for k in (5 * i % 17) % len(NAMES)]
    texts = [TEXTS[k] for k in (3 * i % 13) % len(TEXTS)]
    X = Views(numbers=numbers, counts=counts, name=names, text=texts)
    y = ((np.sin(1.7 * i) > 0).astype(int) + (7 * i % 11 > 6) + (i % 4 == 1)) % 3
    return X.missing(name=i % 10 == 3), y


VIEWS: list[tuple[str, Any, str]] = [
    ("measured", Tree(max_depth=3), "numbers"),
    ("counted", Stump(), "counts"),
    ("called", NGram(), "name"),
    ("said", BagOfWords(), "text"),
]
COMMON: dict[str, Any] = {
    "views": VIEWS,
    "n_rounds": 2,
    "optional": ("called",),
    "categorical_features": {"measured": [2]},
    "random_state": 0,
}


def _agreement(X: Views, y: np.ndarray) -> Any:
    y = np.where(np.arange(len(y)) % 3 == 0, -1, y + 1)
    return AgreementBoostClassifier(**COMMON, output="joint").fit(X, y)


def _regional(X: Views, y: np.ndarray) -> Any:
    """Votes of dense and of sparse views, and few training rows, since the model keeps them."""
    views = [("counted", Stump(), "counts"), ("measured", Stump(), "numbers"), VIEWS[3]]
    common = {**COMMON, "views": views, "optional": (), "n_rounds": 4}
    return RegionBoostClassifier(**common).fit(X[:24], y[:24])


def _plain(X: Views, y: np.ndarray) -> Any:
    """One X without names, columns by position, labels that are strings, early stopping."""
    labels = np.array(["low", "middle", "high"], dtype=object)[y]
    views = [("first", None, [0]), ("others", Tree(), slice(1, 3))]
    model = AdaBoostMMClassifier(views, n_rounds=5, random_state=0, n_iter_no_change=2)
    return model.fit(X.numbers, labels)


MAKERS: dict[str, Callable[[Views, np.ndarray], Any]] = {
    "adaboost_mm": lambda X, y: AdaBoostMMClassifier(**COMMON).fit(X, y),
    "agreement": _agreement,
    "carako": lambda X, y: CarakoClassifier(**COMMON).fit(X, y),
    "combo": lambda X, y: ComboClassifier(**COMMON, class_costs={(0, 1): 2.0}).fit(X, y),
    "kboost": lambda X, y: KBoostClassifier(**COMMON).fit(X, y),
    "mucombo": lambda X, y: MuComboClassifier(**COMMON).fit(X, y),
    "mumbo": lambda X, y: MumboClassifier(**COMMON, vote="vote").fit(X, y),
    "regionboost": _regional,
    "one_x": _plain,
}


def fitted(kind: str) -> tuple[Any, Any]:
    """A model of this kind, and rows that it has not seen (more of them lack views)."""
    X, y = rows()
    new, _ = rows(40)
    new = new.missing(name=np.arange(40) % 3 == 0)
    return MAKERS[kind](X, y), new.numbers if kind == "one_x" else new
