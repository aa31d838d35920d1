"""Names and numbers as a page shows them: any string is safe, short and keeps to its place."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from typing import Any

LONGEST = 60  # characters of a name; longer ones are cut, so that no name can fill the page

# Controls that turn the direction of the text around them; an isolate ends what a name opens.
_TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
_FIRST_STRONG, _POP = "\u2068", "\u2069"


def shown(name: Any, longest: int = LONGEST) -> str:
    """A name from outside as text: no controls, not too long, right-to-left kept to itself.

    Escaping is left to the template, which escapes everything.

    Examples
    --------
    >>> shown("words"), shown("a\\x00b"), len(shown("x" * 1000))
    ('words', 'a�b', 60)
    """
    text = "".join(_visible(character) for character in str(name)[: longest + 1]).strip()
    if len(text) > longest:
        text = text[: longest - 1] + "…"
    if any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in text):
        return f"{_FIRST_STRONG}{text}{_POP}"
    return text or "(empty)"


def _visible(character: str) -> str:
    if character in "\t\n\r":
        return " "
    # Cc: controls, Cs: lone surrogates, which no file in UTF-8 can hold.
    hidden = unicodedata.category(character) in ("Cc", "Cs") or character in _TURNS
    return "\ufffd" if hidden else character


def quoted(name: Any) -> str:
    """A name within a sentence."""
    return f"“{shown(name)}”"


def percent(share: float, digits: int = 1) -> str:
    """A share in percent; a dash for one that is not known.

    Examples
    --------
    >>> percent(0.6123).split(), percent(0.5, 0).split(), percent(float("nan"))
    (['61.2', '%'], ['50', '%'], '–')
    """
    # A thin space that does not break.
    return "–" if math.isnan(share) else f"{100 * share:.{digits}f}\u202f%"


def number(value: float, digits: int = 3) -> str:
    """A number of so many significant digits.

    Examples
    --------
    >>> number(0.123456), number(1234.5), number(float("inf")), number(float("nan"))
    ('0.123', '1,234', '∞', '–')
    """
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    if 0 < abs(value) < 1e-4:
        return f"{value:.{digits - 1}e}"
    return f"{value:.{digits}g}"


def listed(parts: Sequence[str]) -> str:
    """Parts of a sentence joined: a, b and c.

    Examples
    --------
    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
