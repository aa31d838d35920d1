"""What all displays share: made from a model or from what inspection found, then drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from viewboost.plots import _style


class Display:
    """What inspection found, ready to be drawn.

    Parameters
    ----------
    found : dataclass of viewboost.inspect

    Attributes
    ----------
    found
        What is drawn.
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure
        Both once it was drawn.
    """

    # The ways to draw it, the usual one first.
    kinds: ClassVar[tuple[str, ...]] = ("",)
    inspector: ClassVar[Callable[..., Any]]

    def __init__(self, found: Any):
        self.found = found

    @classmethod
    def from_inspection(cls, found: Any, *, kind: str | None = None, ax: Any = None) -> Any:
        """Draw what a function of ``viewboost.inspect`` returned.

        Parameters
        ----------
        found : dataclass of viewboost.inspect
        kind : str, optional
            What to draw of it; the first of ``kinds`` by default.
        ax : matplotlib Axes, optional
            Where to draw; a new figure by default.

        Returns
        -------
        Display
        """
        return cls(found).plot(kind=kind, ax=ax)

    @classmethod
    def from_estimator(
        cls,
        model: Any,
        X: Any = None,
        y: Any = None,
        *,
        kind: str | None = None,
        ax: Any = None,
        **options: Any,
    ) -> Any:
        """Look into a fitted model and draw what is found.

        Parameters
        ----------
        model : fitted boosting model
        X, y : rows and their labels, if the inspection reads some
        kind : str, optional
            What to draw; the first of ``kinds`` by default.
        ax : matplotlib Axes, optional
            Where to draw; a new figure by default.
        **options
            For the function of ``viewboost.inspect``.

        Returns
        -------
        Display
        """
        rows = [given for given in (X, y) if given is not None]
        return cls(cls._inspect(model, *rows, **options)).plot(kind=kind, ax=ax)

    @classmethod
    def _inspect(cls, model: Any, *rows: Any, **options: Any) -> Any:
        return cls.inspector(model, *rows, **options)

    def plot(self, *, kind: str | None = None, ax: Any = None) -> Any:
        """Draw.

        Parameters
        ----------
        kind : str, optional
            What to draw; the first of ``kinds`` by default.
        ax : matplotlib Axes, optional
            Where to draw; a new figure by default.

        Returns
        -------
        self
        """
        kind = self.kinds[0] if kind is None else kind
        if kind not in self.kinds:
            raise ValueError(f"kind must be one of {', '.join(self.kinds)}; got {kind!r}")
        self.ax_ = _style.axes(ax, self._size(kind))
        self.figure_ = self.ax_.figure
        self._draw(self.ax_, kind)
        return self

    def _size(self, kind: str) -> tuple[float, float] | None:
        """The size of a new figure; None: matplotlib's."""
        return None

    def _draw(self, ax: Any, kind: str) -> None:
        raise NotImplementedError
