"""What a view is once it has passed the gate: a block of rows, and what a learner accepts of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost.views.frames import shape, stack_rows, take_rows

KINDS = ("dense", "sparse", "strings", "raw")


@dataclass(frozen=True)
class Accepts:
    """What a learner needs and can; the gate makes each view's block accordingly.

    Attributes
    ----------
    kinds : frozenset of {"dense", "sparse", "strings", "raw"}
        The forms of block it reads. "raw" means the columns as the user gave them (a
        frame, a series, an array), for learners that bring their own preprocessing.
    missing : bool
        Whether it reads missing cells (NaN in a dense block).
    costs : bool
        Whether it minimises a cost matrix itself; otherwise it is given labels and weights.
    """

    kinds: frozenset[str]
    missing: bool = False
    costs: bool = True


@dataclass(frozen=True)
class Block:
    """The rows of one view, as its learner reads them.

    Attributes
    ----------
    kind : {"dense", "sparse", "strings", "raw"}
        dense: float64 array (n, d) in any memory order, possibly read-only, NaN is a missing
        cell. sparse: float64 CSR matrix, sorted, without duplicates. strings: object array
        (n,) of str. raw: the columns as given, a scalar column spec without second dimension.
    data : array, sparse matrix or frame
    present : bool array of shape (n,), or None
        Which rows have this view at all; None says all of them. The data of an absent
        row means nothing and must not be read.
    levels : tuple of int
        For each column of a dense block, the number of levels of a nominal column (whose
        cells are the codes 0, 1, …), or 0 for a numeric one. Empty: all are numeric.
    """

    kind: str
    data: Any
    present: NDArray[np.bool_] | None = None
    levels: tuple[int, ...] = ()

    def __len__(self) -> int:
        return shape(self.data)[0]

    def present_part(self) -> tuple[NDArray[np.intp], Block]:
        """The places of the rows that have the view, and the block of these rows."""
        if self.present is None:
            return np.arange(len(self)), self
        rows = np.flatnonzero(self.present)
        return rows, replace(self.take(rows), present=None)

    def take(self, rows: NDArray[np.intp]) -> Block:
        """The block of the given rows, in their order."""
        present = None if self.present is None else self.present[rows]
        return replace(self, data=take_rows(self.data, rows), present=present)


def stack(above: Block, below: Block) -> Block:
    """The rows of two blocks of one view, one below the other."""
    present = None
    if above.present is not None or below.present is not None:
        masks = [
            np.ones(len(block), dtype=bool) if block.present is None else block.present
            for block in (above, below)
        ]
        present = np.concatenate(masks)
    return replace(above, data=stack_rows(above.data, below.data), present=present)
