"""What Janodet, Sebban and Suchier print in tables 1 and 2, and what its last digits tell."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from scipy.stats import binom

from viewboost.experiments.janodet._methods import METHODS
from viewboost.experiments.janodet._two_class import SETS


def figures(text: str) -> dict[str, dict[str, float]]:
    """A printed table: a set in each line, then the accuracies of the three methods."""
    lines = [line.split() for line in text.strip().splitlines()]
    return {name: dict(zip(METHODS, map(float, numbers))) for name, *numbers in lines}


SPLIT = figures("""
Austral    86.97 73.00 86.39
Balance    92.05 71.39 89.51
Bigpole    67.59 62.32 63.48
Breast     96.24 95.88 96.67
German     73.10 73.30 73.60
Glass      74.40 72.81 72.61
Heart      79.19 79.17 79.91
Horse      79.90 73.50 78.68
Ionosphere 98.91 92.67 93.08
Pima       73.01 72.62 72.62
TicTacToe  78.96 71.62 74.96
WhiteHouse 96.89 95.80 95.05
xd6        74.83 70.86 75.33
""")
WHOLE = figures("""
Austral    87.26 87.84 87.45
Balance    98.10 97.14 97.46
Bigpole    68.04 67.53 67.48
Breast     97.39 96.10 96.45
German     73.10 73.30 73.60
Glass      81.65 79.95 81.03
Heart      81.02 81.02 78.81
Horse      85.35 76.63 84.60
Ionosphere 92.26 91.03 91.03
Pima       73.01 72.62 72.62
TicTacToe  91.95 90.19 92.41
WhiteHouse 98.30 97.12 97.41
xd6        75.82 75.49 75.49
""")
# Sets of n rows whose printed size is n + 4. The printed size of the others is 4 (n - 1). With five
# parts of n rows of which neighbours share the row at their border, n + 4 is the number of rows in
# the five parts, and 4 (n - 1) in what each leaves.
PARTS = ("German", "Glass", "Heart", "WhiteHouse", "xd6")
REST = tuple(name for name in SETS if name not in PARTS)


def n_rows(name: str) -> int:
    """The number of rows behind a printed size."""
    size = SETS[name][0]
    return size - 4 if name in PARTS else size // 4 + 1


@dataclass(frozen=True)
class Counts:
    """How many printed accuracies are whole counts, to the last digit, and how likely that is."""

    found: dict[str, int]
    of: dict[str, int]
    expected: float
    p: float

    @property
    def fitting(self) -> list[str]:
        """Sets most of whose accuracies are whole counts."""
        return [name for name, count in self.found.items() if 2 * count > self.of[name]]

    @property
    def total(self) -> str:
        """How many of how many."""
        return f"{sum(self.found.values())} of {sum(self.of.values())}"


def counts(sizes: dict[str, int]) -> Counts:
    """Are the accuracies of both tables whole counts out of so many rows of each set?"""
    printed = {name: {*SPLIT[name].values(), *WHOLE[name].values()} for name in sizes}
    found = {name: whole_counts(printed[name], size) for name, size in sizes.items()}
    of = {name: len(values) for name, values in printed.items()}
    law = np.ones(1)  # of the number that is found by chance, over all sets
    for name, size in sizes.items():
        chance = min(1.0, size / 10_000)  # as many of the accuracies 0.01 %, …, 100.00 %
        law = np.convolve(law, binom.pmf(np.arange(of[name] + 1), of[name], chance))
    expected = float(law @ np.arange(len(law)))
    return Counts(found, of, expected, float(law[sum(found.values()) :].sum()))


def whole_counts(accuracies: Iterable[float], size: int) -> int:
    """How many accuracies, in % with two digits, are those of a whole number out of ``size``."""
    return sum(
        abs(100 * round(value * size / 100) / size - value) <= 0.005 + 1e-9 for value in accuracies
    )
