"""The transformers of a Pipeline, fitted to a view once, before its learner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.pipeline import Pipeline
from sklearn.utils import get_tags

from viewboost.learners.base import Encoder
from viewboost.views.blocks import Block
from viewboost.views.frames import shape
from viewboost.views.rows import Rows
from viewboost.views.sparse import as_csr


class Transformers(Encoder):
    """The transformers of a Pipeline, fitted to a view once.

    Attributes
    ----------
    pipeline : Pipeline
    kinds : frozenset of str
        The blocks that the learner after them reads.
    width : int or None
        Columns that they make: as many later as at fit. None for strings.
    """

    width: int | None = None

    def __init__(self, pipeline: Pipeline, kinds: frozenset[str]):
        self.pipeline = clone(pipeline)
        self.kinds = kinds
        # Binding has no seed of its own: a fixed one makes a fit reproducible.
        states = {n: 0 for n, v in self.pipeline.get_params().items() if _unseeded(n, v)}
        self.pipeline.set_params(**states)

    @classmethod
    def fitted(cls, pipeline: Pipeline, kinds: frozenset[str], width: int | None) -> Transformers:
        """The encoder of transformers that are fitted already."""
        encoder = cls.__new__(cls)
        encoder.pipeline, encoder.kinds, encoder.width = pipeline, kinds, width
        return encoder

    def fit(self, block: Block, rows: Rows) -> Block:
        """Fit to the view and give the block they make of it."""
        made = self._fit(block, rows)
        self.width = _width(made)
        return made

    def _fit(self, block: Block, rows: Rows) -> Block:
        labelled = rows.y >= 0
        if labelled.all():
            return self._block(self.pipeline.fit_transform(block.data, rows.y), len(block))
        # Unlabelled rows teach a vocabulary or a scale, but have no label to select by.
        if any(_needs_labels(part) for part in self.pipeline.get_params().values()):
            kept = np.flatnonzero(labelled)
            self.pipeline.fit(block.take(kept).data, rows.y[kept])
            return self.encode_rows(block)
        return self._block(self.pipeline.fit_transform(block.data), len(block))

    def encode_rows(self, block: Block) -> Block:
        """The block the transformers make of a view."""
        made = self._block(self.pipeline.transform(block.data), len(block))
        # A native learner's kernels read columns by their place, unchecked.
        if self.width is not None and _width(made) != self.width:
            raise ValueError(
                f"the Pipeline's transformers made {_width(made)} columns, {self.width} at fit"
            )
        return made

    def n_features(self) -> int | None:
        """Number of columns that they make."""
        return self.width

    def get_feature_names(self, names: Sequence[str] | None = None) -> list[str] | None:
        """What the transformers call their output, where they name it."""
        try:
            return list(self.pipeline.get_feature_names_out(names))
        except AttributeError:  # a step among them does not name its output
            return None

    def _block(self, data: Any, n_rows: int) -> Block:
        block = as_block(data, self.kinds)
        if len(block) != n_rows:
            raise ValueError(
                f"the Pipeline's transformers made {len(block)} rows of {n_rows}; "
                "steps that draw or drop rows cannot stand before a learner"
            )
        return block


def _width(block: Block) -> int | None:
    size = shape(block.data)
    return size[1] if len(size) > 1 else None


def _unseeded(name: str, value: Any) -> bool:
    return value is None and (name == "random_state" or name.endswith("__random_state"))


def _needs_labels(part: Any) -> bool:
    """Whether a transformer learns from labels; the tags of selectors do not say so."""
    from sklearn.feature_selection import SelectorMixin  # slow to import, and seldom needed

    if isinstance(part, type) or not hasattr(part, "__sklearn_tags__"):
        return False
    return isinstance(part, SelectorMixin) or get_tags(part).target_tags.required


def as_block(data: Any, kinds: frozenset[str]) -> Block:
    """What transformers made, as one of the kinds of block a learner accepts."""
    if sp.issparse(data):
        data = as_csr(data, "the Pipeline's transformers")
    if "raw" in kinds:
        return Block("raw", data)
    if sp.issparse(data):
        block = Block("sparse", data)
    elif np.ndim(data) == 1:
        block = Block("strings", np.asarray(data, dtype=object))
    else:
        block = Block("dense", np.asarray(data, dtype=np.float64))
    if block.kind not in kinds:
        raise ValueError(
            f"the transformers made a {block.kind} block, and the learner after them reads "
            f"{' or '.join(sorted(kinds))}; add a step that converts it, or take another learner"
        )
    values = block.data.data if block.kind == "sparse" else block.data
    if block.kind != "strings" and np.isinf(values).any():
        raise ValueError("the transformers made infinite values; make them finite, or NaN")
    return block
