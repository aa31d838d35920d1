"""Plots of 2-Boost and k-Boost."""

from __future__ import annotations

from typing import Any

import numpy as np

from viewboost.inspect.joint import joint_steps, z_curve
from viewboost.plots import _style
from viewboost.plots._base import Display


class JointStepsDisplay(Display):
    """The rounds of k-Boost: Z and its bound, the edges, coefficients or correlations.

    ``kind`` is "Z", "edges", "steps" or "correlation".

    Examples
    --------
    >>> from viewboost import KBoostClassifier
    >>> from viewboost.datasets import make_agreeing_views
    >>> from viewboost.plots import JointStepsDisplay
    >>> X, y = make_agreeing_views(200, random_state=0)
    >>> model = KBoostClassifier(n_rounds=10).fit(X, y)
    >>> JointStepsDisplay.from_estimator(model).ax_.get_ylabel()
    'factor of the loss'
    """

    kinds = ("Z", "edges", "steps", "correlation")
    inspector = staticmethod(joint_steps)

    def _size(self, kind: str) -> tuple[float, float] | None:
        return 7.4, 4.4

    def _draw(self, ax: Any, kind: str) -> None:
        getattr(self, f"_{kind}")(ax)
        _style.whole_rounds(ax)

    def _Z(self, ax: Any) -> None:
        found = self.found
        ax.plot(found.rounds, found.Z, label="Z", **_style.line(0, len(found.rounds)))
        thin = {"color": _style.QUIET, "linestyle": ":"}
        ax.plot(found.rounds, found.bounds, label="bound: sqrt(1 - best edge²)", **thin)
        if found.smoothed.any():
            where, how = found.smoothed, {"color": "black", "marker": "x", "zorder": 3}
            ax.scatter(found.rounds[where], found.Z[where], label="smoothed", **how)
        _style.label_axes(ax, "round", "factor of the loss")
        _style.legend(ax)

    def _edges(self, ax: Any) -> None:
        self._views(ax, self.found.edges, "edge gamma")

    def _steps(self, ax: Any) -> None:
        self._views(ax, self.found.steps, "coefficient")

    def _views(self, ax: Any, table: Any, label: str) -> None:
        found = self.found
        drawn = _style.largest(np.abs(found.steps).sum(axis=0))
        for place, j in enumerate(drawn):
            style = _style.line(place, len(found.rounds))
            ax.plot(found.rounds, table[:, j], label=_style.shown(found.view_names[j]), **style)
        ax.axhline(0, color=_style.QUIET, linewidth=0.8)
        _style.label_axes(ax, "round", label)
        _style.legend(ax, _style.count_note(drawn, len(found.view_names), "views"))

    def _correlation(self, ax: Any) -> None:
        found, pairs = self.found, self.found.pairs()
        if not pairs:
            raise ValueError("one view has no correlations to draw")
        for place, ((j, one), (k, other)) in enumerate(pairs[: _style.MOST_LINES]):
            name = f"{_style.shown(one, 14)}, {_style.shown(other, 14)}"
            style = _style.line(place, len(found.rounds))
            ax.plot(found.rounds, found.correlation[:, j, k], label=name, **style)
        ax.axhline(0, color=_style.QUIET, linewidth=0.8)
        ax.set_ylim(-1.05, 1.05)
        _style.label_axes(ax, "round", "correlation rho of being right")
        drawn = pairs[: _style.MOST_LINES]
        _style.legend(ax, _style.count_note(drawn, len(pairs), "pairs"))


class ZCurveDisplay(Display):
    """Figure 1 of the 2-Boost paper: Z_theta against rho.

    Made from edges and a margin, not from a model: ``ZCurveDisplay.from_edges()``.

    Examples
    --------
    >>> from viewboost.plots import ZCurveDisplay
    >>> ZCurveDisplay.from_edges((0.05, 0.07), theta=0.02).ax_.get_xlabel()
    'correlation rho'
    """

    kinds = ("Z_theta",)

    @classmethod
    def from_edges(
        cls,
        edges: tuple[float, float] = (0.05, 0.07),
        theta: float = 0.02,
        *,
        ax: Any = None,
    ) -> ZCurveDisplay:
        """Draw the curve of two edges and a margin theta."""
        return cls(z_curve(edges, theta)).plot(ax=ax)

    @classmethod
    def _inspect(cls, model: Any, *rows: Any, **options: Any) -> Any:
        """With the mean edges of the two views of a fitted 2-Boost."""
        found = joint_steps(model)
        if len(found.view_names) != 2:
            raise ValueError(f"the curve is of two views; the model has {len(found.view_names)}")
        return z_curve(tuple(found.edges.mean(axis=0)), **options)

    def _draw(self, ax: Any, kind: str) -> None:
        found = self.found
        name = f"theta = {found.theta:g}, edges {found.edges[0]:.3g} and {found.edges[1]:.3g}"
        style = {"color": _style.COLOURS[0], "linewidth": 1.8}
        ax.plot(found.correlation, found.Z_theta, label=name, **style)
        ax.plot(found.correlation, found.Z, label="Z (theta = 0)", color=_style.QUIET, ls="--")
        ax.axhline(1, color=_style.QUIET, linewidth=0.8)
        _style.label_axes(ax, "correlation rho", "factor of the bound in a round")
        _style.legend(ax)
