"""Plots of the confusion matrix and its norm."""

from __future__ import annotations

from typing import Any

import numpy as np

from viewboost.inspect.confusion import confusion
from viewboost.plots import _style
from viewboost.plots._base import Display


class ConfusionDisplay(Display):
    """The confusion matrix, the recall of each class, or the norm beside its bounds.

    ``kind`` is "rates", "recalls" or "norms"; a baseline is drawn beside the model where it
    was given to the inspection.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from viewboost import ComboClassifier
    >>> from viewboost.plots import ConfusionDisplay
    >>> X, y = load_iris(return_X_y=True)
    >>> model = ComboClassifier(n_rounds=10).fit(X, y)
    >>> display = ConfusionDisplay.from_estimator(model, X, y)
    >>> display.ax_.get_title()
    'error 0.047, norm 0.10'
    """

    kinds = ("rates", "recalls", "norms")
    inspector = staticmethod(confusion)

    def _size(self, kind: str) -> tuple[float, float] | None:
        K = len(self.found.classes)
        if kind == "rates":
            return _style.matrix_size(K, K)
        return (6.4, 1.8 + 0.3 * min(K, _style.MOST_TICKS)) if kind == "recalls" else (6.4, 2.6)

    def _draw(self, ax: Any, kind: str) -> None:
        getattr(self, f"_{kind}")(ax)

    def _rates(self, ax: Any) -> None:
        found = self.found
        _style.matrix(ax, found.rates, found.classes, found.classes, "share of the true class")
        told = f"error {found.error:.3f}, norm {found.norm:.2f}"
        if found.baseline is not None:
            told += f" (baseline {found.baseline.norm:.2f})"
        _style.label_axes(ax, "predicted class", "true class", told)

    def _recalls(self, ax: Any) -> None:
        found = self.found
        worst = np.argsort(np.nan_to_num(found.recalls, nan=2.0), kind="stable")
        drawn = worst[: _style.MOST_TICKS]
        both = [("model", found), ("baseline", found.baseline)]
        given = [(name, one) for name, one in both if one is not None]
        height = 0.8 / len(given)
        for place, (name, one) in enumerate(given):
            y = np.arange(len(drawn)) + (place - (len(given) - 1) / 2) * height
            values = np.nan_to_num(one.recalls[drawn])
            ax.barh(y, values, height=height, label=name, **_style.bar(place))
        _style.name_ticks(ax.yaxis, found.classes[drawn])
        ax.set_ylim(len(drawn) - 0.5, -0.5)
        ax.set_xlim(0, 1)
        n = len(found.classes)
        note = "" if len(drawn) == n else f"the {len(drawn)} worst of {n} classes"
        _style.label_axes(ax, "recall", "class", note)
        if len(given) > 1:
            _style.legend(ax, beside=True)

    def _norms(self, ax: Any) -> None:
        found = self.found
        told = {
            "error": found.error,
            "error of the worst class": found.row_bound,
            "confusion norm": found.norm,
            "bound, training rows": found.training_bound,
            "bound, held-out rows": found.held_out_bound,
            "bound, prior and votes": found.pac_bayes_bound,
        }
        if found.baseline is not None:
            told["norm of the baseline"] = found.baseline.norm
        told = {name: value for name, value in told.items() if np.isfinite(value)}
        y = np.arange(len(told))
        for place, value in enumerate(told.values()):
            ax.barh(place, value, height=0.7, **_style.bar(place))
            ax.text(value, place, f" {value:.3g}", va="center", ha="left", fontsize="small")
        ax.set_yticks(y, list(told), fontsize="small")
        ax.set_ylim(len(told) - 0.5, -0.5)
        ax.set_xlim(0, 1.15 * max(max(told.values()), 0.1))
        _style.label_axes(ax, "larger is worse", "")
