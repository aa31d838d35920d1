"""One number for a fitted model: the same exactly if votes, records and scores are."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np


def digest(model: Any, X: Any) -> str:
    """A checksum of a model's votes and records, and of its scores of these rows."""
    told = hashlib.sha256(model.decision_function(X).tobytes())
    told.update(repr((model.n_rounds_, model.stop_reason_)).encode())
    for vote in model._votes.entries:
        told.update(repr((vote.round, vote.views, vote.weights)).encode() + vote.vector.tobytes())
    for record in model.history_:
        told.update(np.concatenate([record.edges, record.steps]).tobytes())
        told.update(repr((record.round, record.chosen, record.log_losses)).encode())
        told.update(repr(record.validation).encode())
        for name, value in sorted(record.details.items()):
            told.update(name.encode() + np.asarray(value, dtype=np.float64).tobytes())
    return told.hexdigest()
