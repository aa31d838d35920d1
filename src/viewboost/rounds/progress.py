"""Telling how far a fit is."""

from __future__ import annotations

import math
from collections.abc import Sequence

from viewboost.rounds.records import Record
from viewboost.vote.votes import Vote


class Narrator:
    """Monitor that writes a line every few rounds.

    Parameters
    ----------
    name : str
    n_rounds : int
    every : int
    """

    def __init__(self, name: str, n_rounds: int, every: int):
        from rich.console import Console

        self.name, self.n_rounds, self.every = name, n_rounds, every
        self.console = Console(highlight=False, markup=False)

    def __call__(self, record: Record, cast: Sequence[Vote]) -> str:
        """Write the line of this round, if it is its turn."""
        if (record.round + 1) % self.every == 0:
            line = f"[{self.name}] round {record.round + 1}/{self.n_rounds}"
            line += f"  edge {record.edges.max():.4f}"
            if not math.isnan(record.validation):
                line += f"  validation {record.validation:.4f}"
            self.console.print(line)
        return ""
