"""Which fit a checkpoint belongs to: all that decides its votes, as texts to compare."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from viewboost import __version__
from viewboost.io.hypotheses import Form
from viewboost.io.signature import block_checksum, checksum, described
from viewboost.views.blocks import Block
from viewboost.views.frames import shape
from viewboost.views.rows import Rows
from viewboost.vote.votes import Votes

# Parameters that a fit may change when it goes on: they do not decide what a round does.
FREE = {"checkpoint", "n_jobs", "n_rounds", "resume", "verbose"}
SAMPLE = 100  # rows that show what encodes a view


def parameters(model: BaseEstimator) -> dict[str, str]:
    """The version, the algorithm and its parameters; before a fit draws from a random state."""
    given = model.get_params(deep=False)
    told = {"viewboost": __version__, "algorithm": type(model).__qualname__}
    return told | {name: described(v) for name, v in given.items() if name not in FREE}


def data(
    names: Sequence[str],
    classes: NDArray,
    blocks: Sequence[Block],
    rows: Rows,
    held: tuple[Sequence[Block], NDArray] | None,
) -> dict[str, str]:
    """Classes, labels, weights and views of the training rows and of those for validation."""
    told = {
        "classes": repr(classes.tolist()),
        "the labels": checksum(rows.y),
        "the sample weights": checksum(rows.weights),
    }
    for name, block in zip(names, blocks):
        told[f"view {name!r}"] = block_checksum(block)
    if held is not None:
        told["the labels for validation"] = checksum(held[1])
        for name, block in zip(names, held[0]):
            told[f"view {name!r} of the rows for validation"] = block_checksum(block)
    return told


def encoded(
    names: Sequence[str], votes: Votes, blocks: Sequence[Block]
) -> tuple[dict[str, str], list[Form]]:
    """What encoders make of some rows, and the form that the hypotheses of each view read."""
    sample = votes.encode([block.take(_present(block)[:SAMPLE]) for block in blocks])
    told = {
        f"what encodes view {name!r}": block_checksum(block)
        for name, block, encoder in zip(names, sample, votes.encoders)
        if encoder is not None
    }
    return told, [_form(block) for block in sample]


def _present(block: Block) -> NDArray[np.intp]:
    return np.arange(len(block)) if block.present is None else np.flatnonzero(block.present)


def _form(block: Block) -> Form:
    size = shape(block.data)
    return Form(block.kind, size[1] if len(size) > 1 else None, block.levels)
