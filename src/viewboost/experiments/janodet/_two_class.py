"""The two-class data sets of Janodet, Sebban and Suchier's tables, and their figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost.datasets import make_xd6
from viewboost.experiments._data import table

# Name in the paper: |LS| in the paper, name of the data here ("" if they cannot be had).
SETS = {
    "Austral": (2756, "australian"),
    "Balance": (2496, "balance"),
    "Bigpole": (1996, ""),
    "Breast": (2792, "breast-cancer-wisconsin"),
    "German": (1004, "german-numeric"),
    "Glass": (167, "glass"),
    "Heart": (274, "heart-statlog"),
    "Horse": (1468, "horse-colic"),
    "Ionosphere": (736, "ionosphere"),
    "Pima": (3068, "pima"),
    "TicTacToe": (2396, "tic-tac-toe"),
    "WhiteHouse": (439, "house-votes-84"),
    "xd6": (604, "xd6"),
}
# Which of more than two classes are the two of the paper, as far as that can be told.
TWO = {"Balance": ({"L"}, {"B", "R"}), "Glass": ({1, 3}, {2})}


@dataclass(frozen=True, eq=False)
class TwoClass:
    """One table, its nominal columns, and a class of two."""

    X: NDArray[np.float64]
    y: NDArray[np.intp]
    nominal: tuple[int, ...] = ()


def two_class(name: str, seed: int) -> TwoClass:
    """A data set by its name in the paper; xd6 is drawn anew for each seed."""
    if name == "xd6":
        X, y = make_xd6(600, random_state=seed)
        return TwoClass(X.astype(np.float64), y)
    X, target, nominal = table(SETS[name][1] if name in SETS else name)
    y = _classes(name, target)
    return TwoClass(X[y >= 0], y[y >= 0], nominal)


def _classes(name: str, target: NDArray[Any]) -> NDArray[np.intp]:
    """0 or 1, and -1 for rows that the paper seems to have left out."""
    if name not in TWO:
        return np.unique(target, return_inverse=True)[1]
    y = np.full(len(target), -1)
    for label, members in enumerate(TWO[name]):
        y[np.isin(target, list(members))] = label
    return y
