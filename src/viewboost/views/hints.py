"""How names that do not exist are told: with the nearest one that does."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

SHOWN = 20


def unknown(what: str, name: str, known: Iterable[str], kind: str) -> str:
    """The text for a name that is not known: the nearest one, and what there is.

    Examples
    --------
    >>> unknown("target 'gendre' is not in data.csv", "gendre", ["gender", "age"], "columns")
    "target 'gendre' is not in data.csv; did you mean 'gender'? (columns: gender, age)"
    """
    known = list(known)
    near = get_close_matches(name, known, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    listed = ", ".join(known[:SHOWN]) + (", …" if len(known) > SHOWN else "")
    return f"{what}{hint} ({kind}: {listed})"
