"""What a view is once it has passed the gate: a block of rows, and what a learner accepts of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
        dense: float64 array (n, d), NaN is a missing cell. sparse: float64 CSR matrix.
        strings: object array (n,) of str. raw: the columns as given.
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
        return self.data.shape[0] if hasattr(self.data, "shape") else len(self.data)

    def take(self, rows: NDArray[np.intp]) -> Block:
        """The block of the given rows, in their order."""
        from sklearn.utils import _safe_indexing

        present = None if self.present is None else self.present[rows]
        data = _safe_indexing(self.data, rows) if self.kind == "raw" else self.data[rows]
        return replace(self, data=data, present=present)
