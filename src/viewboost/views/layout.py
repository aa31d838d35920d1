"""What is learned about one view at fit: its kind, its columns, the levels of nominal ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from viewboost.views import cells, dense
from viewboost.views.blocks import Accepts


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
    labels : tuple
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
    labels: tuple[Any, ...]
    named: bool
    levels: tuple[dense.Levels, ...] = ()
    optional: bool = False

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


def choose_kind(where: str, accepts: Accepts, selection: Any, nominal: Sequence[bool]) -> str:
    """The kind of block a learner is given for a selection; a ValueError if it reads none."""
    if not len(nominal):
        raise ValueError(f"{where} has no columns (shape {selection.shape}).")
    if "raw" in accepts.kinds:
        return "raw"
    if sparse.issparse(selection):
        if any(nominal):
            raise ValueError(f"{where}: categorical_features are for dense views; this is sparse.")
        return accepted(where, accepts, "sparse")
    if _is_strings(selection, nominal, empty_too="dense" not in accepts.kinds):
        return _accepted_strings(where, accepts, selection)
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
    wanted = " or ".join(sorted(accepts.kinds))
    hint = "; give one column of strings" if "strings" in accepts.kinds else ""
    hint += " (one view per string column)" if hint else ""
    raise ValueError(f"{where} is a {kind} matrix, but its learner reads {wanted}{hint}.")


def _accepted_strings(where: str, accepts: Accepts, selection: Any) -> str:
    if "strings" in accepts.kinds:
        return "strings"
    raise ValueError(
        f"{where} holds strings, which its learner does not read. Give it NGram(), BagOfWords() "
        "or a Pipeline as its learner, or make the column Categorical."
    )


def _is_strings(selection: Any, nominal: Sequence[bool], empty_too: bool) -> bool:
    """Whether the selection is one column of strings; one without any value may pass as such."""
    if len(nominal) != 1 or nominal[0]:
        return False
    if isinstance(selection, np.ndarray) and selection.dtype.kind in "fiub":
        return False
    sort = cells.sort(dense.columns_of(selection)[0])
    return sort == "string" or (sort == "empty" and empty_too)
