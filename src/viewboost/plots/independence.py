"""Plots of how independent hypotheses are."""

from __future__ import annotations

from typing import Any

import numpy as np

from viewboost.inspect.independence import independence
from viewboost.plots import _style
from viewboost.plots._base import Display


class IndependenceDisplay(Display):
    """C(t) and R(t), the matrix of rho, or accuracies with what correlations bring to them.

    ``kind`` is "mean", "matrix" or "accuracies".

    Examples
    --------
    >>> from viewboost import AdaBoostMMClassifier
    >>> from viewboost.datasets import make_triangle
    >>> from viewboost.plots import IndependenceDisplay
    >>> X, y = make_triangle(200, random_state=0)
    >>> model = AdaBoostMMClassifier(n_rounds=10).fit(X, y)
    >>> display = IndependenceDisplay.from_estimator(model, X, y)
    >>> [text.get_text() for text in display.ax_.get_legend().get_texts()]
    ['C(t): mean correlation', 'R(t): accuracy ratio', 'if independent']
    """

    kinds = ("mean", "matrix", "accuracies")
    inspector = staticmethod(independence)

    def _size(self, kind: str) -> tuple[float, float] | None:
        return (5.6, 4.6) if kind == "matrix" else None

    def _draw(self, ax: Any, kind: str) -> None:
        getattr(self, f"_{kind}")(ax)

    def _mean(self, ax: Any) -> None:
        found, t = self.found, np.arange(1, len(self.found.rounds) + 1)
        first, second = (_style.line(place, len(t)) for place in (0, 1))
        ax.plot(t, found.mean_correlation, label="C(t): mean correlation", **first)
        ax.plot(t, found.accuracy_ratio, label="R(t): accuracy ratio", **second)
        for level, name in ((0, "if independent"), (1, None)):
            ax.axhline(level, color=_style.QUIET, linestyle=":", label=name)
        _style.label_axes(ax, "hypotheses t", "over the first t hypotheses")
        _style.whole_rounds(ax)
        _style.legend(ax)

    def _matrix(self, ax: Any) -> None:
        found = self.found
        names = np.arange(1, len(found.rounds) + 1)
        how = "correlation rho", (-1.0, 1.0), _style.SIGNED
        _style.matrix(ax, found.correlation, names, names, *how)
        _style.label_axes(ax, "hypothesis", "hypothesis")

    def _accuracies(self, ax: Any) -> None:
        found, t = self.found, np.arange(1, len(self.found.rounds) + 1)
        first, second = (_style.line(place, len(t)) for place in (0, 1))
        ax.plot(t, found.accuracies, label="on the weights it met", **first)
        ax.plot(t, found.first_accuracies, label="on the first weights", **second)
        if not np.isnan(found.contributions).any():
            lifted = found.accuracies + found.contributions.sum(axis=1)
            thin = {"linestyle": "", "marker": "+", "color": "black", "markersize": 8}
            ax.plot(t, lifted, label="as correlations say", **thin)
        _style.label_axes(ax, "hypothesis", "accuracy")
        _style.whole_rounds(ax)
        _style.legend(ax)
