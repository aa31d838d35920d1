"""How views cooperate in MuMBo: who learns from a row, and whose hypothesis votes."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost.rounds.edges import CHANCE, best_view
from viewboost.rounds.records import Record

# (wrong, present), both bool of shape (v, m) -> coefficients of the views that are wrong.
Cooperation = Callable[[NDArray[np.bool_], NDArray[np.bool_]], Any]
# (edges on the global costs, records so far) -> the view that votes; -1: none.
Select = Callable[[NDArray[np.float64], Sequence[Record]], int]

# -- coefficients d_j(i) -------------------------------------------------------------------


def _share(wrong: NDArray[np.bool_], present: NDArray[np.bool_]) -> NDArray[np.float64]:
    """p_i / v_i: of the views that a row has, the share that is wrong."""
    return wrong.sum(axis=0) / np.maximum(present.sum(axis=0), 1)


def binary(wrong: NDArray[np.bool_], present: NDArray[np.bool_]) -> float:
    """A view leaves a row alone as soon as another one is right on it."""
    return 0.0


def fraction(wrong: NDArray[np.bool_], present: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(v - p) / v."""
    return 1 - _share(wrong, present)


def gaussian(
    wrong: NDArray[np.bool_], present: NDArray[np.bool_], mu: float
) -> NDArray[np.float64]:
    """exp(-(mu - p/v)^2)."""
    return np.exp(-((mu - _share(wrong, present)) ** 2))


def centered(wrong: NDArray[np.bool_], present: NDArray[np.bool_]) -> NDArray[np.float64]:
    """|1/2 - p/v|."""
    return np.abs(0.5 - _share(wrong, present))


def cooperation_named(name: str | Cooperation, mu: float) -> Cooperation:
    """The function behind the parameter ``cooperation``."""
    if not isinstance(name, str):
        return name
    ready = {"binary": binary, "fraction": fraction, "centered": centered}
    return ready[name] if name in ready else partial(gaussian, mu=mu)


def coefficients(
    cooperation: Cooperation, said: NDArray[np.intp], y: NDArray[np.intp]
) -> NDArray[np.float64]:
    """d_j(i), of shape (v, m): 1 if h_j is right or every view is wrong, else by cooperation.

    Views that a row lacks (-1) count neither as right nor as wrong.
    """
    present, right = said >= 0, said == y
    values = np.asarray(cooperation(present & ~right, present), dtype=np.float64)
    if not ((values >= 0) & (values <= 1)).all():
        raise ValueError(
            "cooperation must give coefficients in [0, 1];"
            f" it gave {values.min():.3g} to {values.max():.3g}"
        )
    return np.where(right | ~right.any(axis=0), 1.0, values)


def left_to_others(
    said: NDArray[np.signedinteger], y: NDArray[np.intp]
) -> NDArray[np.signedinteger]:
    """Predictions under binary cooperation: -1 where d_j(i) = 0, as if h_j had said nothing."""
    from viewboost.rounds import _kernels

    kept = np.empty_like(said)
    _kernels.keep_right(said, y, kept)
    return kept


# -- choice of the view that votes ---------------------------------------------------------


def by_edge(edges: NDArray[np.float64], records: Sequence[Record]) -> int:
    """The view with the largest edge."""
    return best_view(edges)


def by_diversity(edges: NDArray[np.float64], records: Sequence[Record]) -> int:
    """The view with the largest edge times the share of the votes that other views cast."""
    wins = _wins(len(edges), records)
    elsewhere = 1 - wins / max(wins.sum(), 1)
    return best_view(np.where(edges > CHANCE, edges * elsewhere, -1.0))


@dataclass(frozen=True)
class ByShares:
    """Of the views with an edge, the one whose votes lag most behind its share."""

    shares: NDArray[np.float64]

    def __call__(self, edges: NDArray[np.float64], records: Sequence[Record]) -> int:
        """The view whose turn it is; -1 where no view with a share has an edge."""
        wins = _wins(len(edges), records)
        able = (edges > CHANCE) & (self.shares > 0)
        owed = self.shares * (wins.sum() + 1) - wins
        return best_view(np.where(able, owed, -np.inf)) if able.any() else -1


def _wins(n_views: int, records: Sequence[Record]) -> NDArray[np.intp]:
    """How many rounds each view has won."""
    return np.bincount([r.chosen for r in records if r.chosen >= 0], minlength=n_views)


def select_named(name: str | Mapping[str, float] | Select, names: Sequence[str]) -> Select:
    """The function behind the parameter ``select``, for views of these names."""
    if isinstance(name, Mapping):
        return ByShares(_shares(name, names))
    if not isinstance(name, str):
        return name
    return by_diversity if name == "diversity" else by_edge


def _shares(given: Mapping[str, float], names: Sequence[str]) -> NDArray[np.float64]:
    unknown = [name for name in given if name not in names]
    if unknown:
        raise ValueError(f"select: {unknown} are not views (views: {list(names)})")
    shares = np.array([given.get(name, 0.0) for name in names], dtype=np.float64)
    if not (np.isfinite(shares) & (shares >= 0)).all() or not shares.any():
        raise ValueError(f"select: shares must be numbers >= 0, not all 0; got {dict(given)}")
    return shares / shares.sum()


def checked_choice(choice: Any, n_views: int) -> int:
    """What ``select`` returned, if it is a view or -1."""
    try:
        chosen = operator.index(choice)
    except TypeError:
        chosen = n_views
    if not -1 <= chosen < n_views:
        raise ValueError(
            f"select must return the place of a view, 0 to {n_views - 1}, or -1 for no vote;"
            f" it returned {choice!r}"
        )
    return chosen
