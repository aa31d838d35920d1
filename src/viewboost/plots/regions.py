"""Plots of RegionBoost's neighbourhoods."""

from __future__ import annotations

from typing import Any

import numpy as np

from viewboost.inspect.regions import regions
from viewboost.plots import _style
from viewboost.plots._base import Display

BINS = 20


class RegionsDisplay(Display):
    """How many hypotheses leave neighbourhoods whole, p(i), and agree with neighbours, D(i).

    ``kind`` is "p" or "D": histograms over the training rows.

    Examples
    --------
    >>> from viewboost import RegionBoostClassifier
    >>> from viewboost.datasets import make_triangle
    >>> from viewboost.plots import RegionsDisplay
    >>> X, y = make_triangle(200, random_state=0)
    >>> model = RegionBoostClassifier(n_rounds=20).fit(X, y)
    >>> RegionsDisplay.from_estimator(model, kind="D").ax_.get_ylabel()
    'training rows'
    """

    kinds = ("p", "D")
    inspector = staticmethod(regions)

    def _draw(self, ax: Any, kind: str) -> None:
        found = self.found
        values = getattr(found, kind)
        limits = (0.0, 1.0) if kind == "p" else (-1.0, 1.0)
        style = {"facecolor": _style.COLOURS[0], "edgecolor": "white"}
        ax.hist(values[~np.isnan(values)], bins=BINS, range=limits, **style)
        if kind == "D":
            name = f"above {found.threshold:.2g} they decide as the neighbours do"
            ax.axvline(found.threshold, color="black", linestyle="--", label=name)
            _style.legend(ax)
        label = {
            "p": "p: share of the hypotheses that do not split the neighbourhood",
            "D": "D: these agree with the neighbours (1) or not (-1)",
        }[kind]
        _style.label_axes(ax, label, "training rows", self._told())

    def _told(self) -> str:
        """How far the model says what the neighbours say."""
        found = self.found
        known = ~np.isnan(found.agreement)
        same = ", ".join(f"{share:.1%}" for share in found.agreement[known][:3])
        more = ", …" if known.sum() > 3 else ""
        return f"the model says what the neighbours say on {same}{more} of the rows"
