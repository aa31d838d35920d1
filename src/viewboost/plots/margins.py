"""Plots of margins."""

from __future__ import annotations

from typing import Any

import numpy as np

from viewboost.inspect.margins import margins
from viewboost.plots import _style
from viewboost.plots._base import Display


class MarginsDisplay(Display):
    """The share of rows up to each margin, and the bound on it.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from viewboost import AdaBoostMMClassifier
    >>> from viewboost.plots import MarginsDisplay
    >>> X, y = load_iris(return_X_y=True)
    >>> model = AdaBoostMMClassifier(n_rounds=20).fit(X, y)
    >>> MarginsDisplay.from_estimator(model, X, y).ax_.get_xlabel()
    'margin theta'
    """

    kinds = ("errors",)
    inspector = staticmethod(margins)

    def _draw(self, ax: Any, kind: str) -> None:
        found = self.found
        style = {"color": _style.COLOURS[0], "linewidth": 1.8}
        ax.plot(found.thetas, found.errors, drawstyle="steps-post", label="rows", **style)
        if not np.isnan(found.bounds).all():
            thin = {"color": _style.QUIET, "linestyle": ":", "linewidth": 1.2}
            ax.plot(found.thetas, found.bounds, label="bound, training rows", **thin)
        ax.axvline(0, color=_style.QUIET, linewidth=0.8)
        ax.set_ylim(-0.02, 1.02)
        _style.label_axes(ax, "margin theta", "share of rows with a margin up to theta")
        _style.legend(ax)
