"""The one error of model files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class ModelFileError(ValueError):
    """A file that is no model, is damaged, or does not make sense; or a model no file can hold.

    It says what was wrong and where. A file that cannot be opened or written (missing, not
    allowed, disk full) raises the usual ``OSError`` instead.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import viewboost
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "notes.vb"
    >>> _ = path.write_text("a text of no more than a few words")
    >>> viewboost.load(path)
    Traceback (most recent call last):
        ...
    viewboost.io.errors.ModelFileError: ...notes.vb: not a viewboost file (begins with b'a te')
    """


@contextmanager
def within(place: str) -> Iterator[None]:
    """Name the place where something was wrong."""
    try:
        yield
    except ModelFileError as error:
        raise ModelFileError(f"{place}: {error}") from error.__cause__


def demand(holds: object, text: str) -> None:
    """Refuse what does not hold."""
    if not holds:
        raise ModelFileError(text)
