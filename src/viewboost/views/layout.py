"""What is learned about one view at fit: its kind, its columns, the levels of nominal ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from viewboost.views import cells, columns, dense, frames
from viewboost.views.blocks import Accepts


@dataclass(frozen=True)
class ViewSpec:
    """A view as declared: its name, what its learner accepts, and its columns or block."""

    name: str
    accepts: Accepts
    columns: Any = None


@dataclass(frozen=True)
class Layout:
    """What is known of one view; plain data, nothing of the training rows.

    Attributes
    ----------
    name : str
    accepts : Accepts
        What its learner reads.
    kind : {"dense", "sparse", "strings", "raw"}
        The kind of block it was at fit.
    block : str or None
        The block of a container that it reads; None for columns of one X.
    positions : int, tuple of int, or None
        The columns in X; one position gives one dimension, None all columns.
    labels : sequence
        Names of the columns, or their positions where they have none.
    named : bool
        Whether the labels are names.
    levels : tuple
        Per column the levels of a nominal one, or None; empty if all are numeric.
    optional : bool
        Whether a row of nothing but missing cells lacks the view.
    """

    name: str
    accepts: Accepts
    kind: str
    block: str | None
    positions: int | tuple[int, ...] | None
    labels: Sequence[Any]
    named: bool
    levels: tuple[dense.Levels, ...]
    optional: bool

    @property
    def where(self) -> str:
        """How an error names the view."""
        return f"view {self.name!r}"

    @property
    def level_counts(self) -> tuple[int, ...]:
        """Number of levels per column, 0 for numeric ones; empty if all are numeric."""
        return tuple(0 if one is None else len(one) for one in self.levels)

    def feature_names(self) -> list[str]:
        """The names of the columns; x0, x1, … where they have none."""
        return [str(label) if self.named else f"x{label}" for label in self.labels]


def learn_layout(
    spec: ViewSpec, whole: Any, block: str | None, nominal: Any, optional: bool
) -> tuple[Layout, Any]:
    """The layout of a view, and its columns.

    Parameters
    ----------
    spec : ViewSpec
    whole : array, CSR matrix, frame or series
        The one X, or the block of a container.
    block : str or None
        The block's name.
    nominal : column spec of ``whole``, or None
        The columns a user declares to be nominal.
    optional : bool
    """
    where, positions = f"view {spec.name!r}", None
    if block is None and spec.columns is not None:
        positions = columns.resolve(where, whole, spec.columns)
    labels, named = columns.labels(whole, where)
    declared = _declared(whole, labels, nominal)
    labels = columns.pick_labels(labels, positions)
    selection = columns.pick(whole, positions)
    kind = _choose_kind(where, spec.accepts, selection, labels, declared)
    levels = dense.learn_levels(where, selection, labels, declared) if kind == "dense" else ()
    layout = Layout(
        spec.name, spec.accepts, kind, block, positions, labels, named, levels, optional
    )
    return layout, selection


def _declared(whole: Any, labels: Sequence[Any], nominal: Any) -> set[Any]:
    """The labels of the columns a user declares to be nominal."""
    if nominal is None:
        return set()
    positions = columns.resolve("categorical_features", whole, nominal)
    return set(columns.pick_labels(labels, positions))


def _choose_kind(
    where: str, accepts: Accepts, selection: Any, labels: Sequence[Any], nominal: set[Any]
) -> str:
    """The kind of block a learner is given for a selection; a ValueError if it reads none."""
    if not len(labels):
        raise ValueError(f"{where} has no columns (shape {frames.shape(selection)}).")
    if "raw" in accepts.kinds:
        return "raw"
    if sparse.issparse(selection):
        if not nominal.isdisjoint(labels):
            raise ValueError(f"{where}: categorical_features are for dense views; this is sparse.")
        return accepted(where, accepts, "sparse")
    alone = len(labels) == 1 and labels[0] not in nominal
    if alone and _is_strings(selection, empty_too="dense" not in accepts.kinds):
        return accepted(where, accepts, "strings")
    return accepted(where, accepts, "dense")


def accepted(where: str, accepts: Accepts, kind: str) -> str:
    """The kind, if the learner reads it."""
    if kind in accepts.kinds:
        return kind
    if kind == "sparse":
        raise ValueError(
            f"{where} is a sparse matrix, which its learner does not read; give its .toarray(), "
            "or a learner for sparse views such as Stump()."
        )
    if kind == "strings":
        raise ValueError(
            f"{where} holds strings, which its learner does not read. Give it NGram(), "
            "BagOfWords() or a Pipeline as its learner, or make the column Categorical."
        )
    wanted = " or ".join(sorted(accepts.kinds))
    hint = "; give one column of strings (one view per string column)"
    raise ValueError(
        f"{where} is a matrix, but its learner reads {wanted}"
        f"{hint if 'strings' in accepts.kinds else ''}."
    )


def _is_strings(selection: Any, empty_too: bool) -> bool:
    """Whether a column is one of strings; one without any value may pass as such."""
    if isinstance(selection, np.ndarray) and selection.dtype.kind in "fiub":
        return False
    sort = cells.sort(dense.columns_of(selection)[0])
    return sort == "string" or (sort == "empty" and empty_too)
