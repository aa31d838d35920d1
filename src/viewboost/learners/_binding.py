"""What a native learner keeps of its rows: their order, their bins, its threads."""

from __future__ import annotations

import numpy as np

from viewboost.learners._bins import DenseBins, SparseBins
from viewboost.learners._cuts import Cutter
from viewboost.learners._team import Team
from viewboost.views.blocks import Block
from viewboost.views.rows import Rows


class Binding:
    """The bins of a view, its rows grouped by class.

    Attributes
    ----------
    order : int32 array of shape (m,)
        The row at each place.
    bins : DenseBins or SparseBins
    label_type : dtype
        The smallest that holds the classes, and -1.
    """

    def __init__(self, block: Block, rows: Rows, max_bins: int, n_threads: int):
        self.order = np.argsort(rows.y, kind="stable").astype(np.int32)
        self.label_type = np.dtype(np.int8 if rows.n_classes <= 127 else np.int16)
        if block.kind == "sparse":
            self.team = Team(1, 0)
            cutter = Cutter(rows.weights[self.order], max_bins)
            self.bins: DenseBins | SparseBins = SparseBins(block, self.order, cutter, self.team)
        else:
            self.team = Team(n_threads, block.data.size)
            cutter = Cutter(rows.weights, max_bins)
            self.bins = DenseBins(block, self.order, cutter, self.team)


def lanes_for(n: int) -> int:
    """Lanes that the kernels know, at least n: 1, 2, or a multiple of 4."""
    return n if n <= 2 else -(-n // 4) * 4
