"""Threads for the work of one round."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

LARGE = 10_000_000  # cells; below, starting threads costs more than they save


class Team:
    """Splits work into consecutive parts, one for each thread."""

    def __init__(self, n_threads: int, n_cells: int):
        self.size = n_threads if n_cells >= LARGE else 1
        self.pool = ThreadPoolExecutor(self.size) if self.size > 1 else None

    def each(self, n: int, work: Callable[[int, int], object]) -> None:
        """Call ``work(low, high)`` for parts of range(n), and wait for all of them."""
        if self.pool is None or n == 1:
            work(0, n)
            return
        ends = [n * k // self.size for k in range(self.size + 1)]
        for done in [self.pool.submit(work, *part) for part in pairwise(ends)]:
            done.result()
