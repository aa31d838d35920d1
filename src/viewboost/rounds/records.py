"""What a round did, in numbers; plots, reports and stopping rules only read these."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass
class Record:
    """One round.

    Attributes
    ----------
    round : int
    edges : float64 array of shape (v,)
        Edge of each view's hypothesis on the costs that it was trained on.
    steps : float64 array of shape (v,)
        Coefficient of each view's hypothesis in training, before ``learning_rate``.
    chosen : int
        The view whose hypothesis voted; -1: none, or several.
    log_losses : tuple of float
        ln L of each table of scores after the round (one if the views share it).
    validation : float
        The score on the validation rows after the round; NaN without them.
    details : mapping
        Further numbers of the algorithm.
    """

    round: int
    edges: NDArray[np.float64]
    steps: NDArray[np.float64]
    chosen: int = -1
    log_losses: tuple[float, ...] = ()
    validation: float = math.nan
    details: Mapping[str, Any] = field(default_factory=dict)


class History(Sequence[Record]):
    """The records of a fit, in order, and why it stopped.

    Attributes
    ----------
    records : list of Record
    stop_reason : str
    """

    def __init__(self, records: Sequence[Record] = (), stop_reason: str = ""):
        self.records = list(records)
        self.stop_reason = stop_reason

    def __len__(self) -> int:
        return len(self.records)

    def __getitem__(self, place: Any) -> Any:
        return self.records[place]

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)

    def column(self, name: str) -> NDArray[Any]:
        """One number of all rounds, by the name of the field or of the detail."""
        if name in Record.__dataclass_fields__:
            return np.array([getattr(record, name) for record in self.records])
        return np.array([record.details[name] for record in self.records])

    def __repr__(self) -> str:
        return f"History({len(self)} rounds, stopped: {self.stop_reason})"
