"""Plots of AgreementBoost."""

from __future__ import annotations

from typing import Any

import numpy as np

from viewboost.inspect.agreement import agreement_bounds, disagreement
from viewboost.plots import _style
from viewboost.plots._base import Display


class DisagreementDisplay(Display):
    """The views' disagreement without labels, their errors with labels, or the objective.

    ``kind`` is "disagreement", "errors" or "objective".

    Examples
    --------
    >>> import numpy as np
    >>> from viewboost import AgreementBoostClassifier
    >>> from viewboost.datasets import make_agreeing_views
    >>> from viewboost.plots import DisagreementDisplay
    >>> X, y = make_agreeing_views(200, random_state=0)
    >>> labels = np.where(np.arange(200) < 30, y, -1)
    >>> model = AgreementBoostClassifier(n_rounds=5).fit(X, labels)
    >>> DisagreementDisplay.from_estimator(model).ax_.get_xlabel()
    'round'
    """

    kinds = ("disagreement", "errors", "objective")
    inspector = staticmethod(disagreement)

    def _draw(self, ax: Any, kind: str) -> None:
        found, n = self.found, len(self.found.rounds)
        if kind == "errors":
            drawn = range(min(len(found.view_names), _style.MOST_LINES))
            for place in drawn:
                name = _style.shown(found.view_names[place])
                ax.plot(found.rounds, found.errors[:, place], label=name, **_style.line(place, n))
            _style.label_axes(ax, "round", "error on the labelled rows")
            _style.legend(ax, _style.count_note(drawn, len(found.view_names), "views"))
        else:
            ax.plot(found.rounds, getattr(found, kind), **_style.line(0, n))
            label = "mean variance of the views' scores" if kind == "disagreement" else kind
            _style.label_axes(ax, "round", label)
        if kind != "objective":
            ax.set_ylim(bottom=0)
        _style.whole_rounds(ax)


class AgreementBoundsDisplay(Display):
    """Margin errors of the views and the bounds of Theorems 1 and 4, by margin.

    Examples
    --------
    >>> import numpy as np
    >>> from viewboost import AgreementBoostClassifier
    >>> from viewboost.datasets import make_agreeing_views
    >>> from viewboost.plots import AgreementBoundsDisplay
    >>> X, y = make_agreeing_views(200, random_state=0)
    >>> labels = np.where(np.arange(200) < 100, y, -1)
    >>> model = AgreementBoostClassifier(n_rounds=5, output="joint").fit(X, labels)
    >>> AgreementBoundsDisplay.from_estimator(model, X, labels, n_draws=2).ax_.get_xlabel()
    'margin theta'
    """

    kinds = ("bounds",)
    inspector = staticmethod(agreement_bounds)

    def _size(self, kind: str) -> tuple[float, float] | None:
        return 7.4, 4.4

    def _draw(self, ax: Any, kind: str) -> None:
        found = self.found
        known = np.flatnonzero(~np.isnan(found.margin_errors).all(axis=1))
        drawn = known[: _style.MOST_LINES // 3 + 1]
        for place, j in enumerate(drawn):
            name, style = _style.shown(found.view_names[j], 16), _style.line(place)
            parts: tuple[tuple[Any, str, dict[str, Any]], ...] = (
                (found.margin_errors, "margin error", {}),
                (found.error_bounds, "Theorem 1", {"linestyle": ":"}),
                (found.agreement_bounds, "Theorem 4", {"linestyle": "--", "marker": "x"}),
            )
            for table, what, more in parts:
                ax.plot(found.thetas, table[j], label=f"{name}: {what}", **(style | more))
        ax.axhline(1, color=_style.QUIET, linewidth=0.8)
        ax.set_ylim(bottom=0)
        told = f"disagreement {found.disagreement:.3g}, at most {found.disagreement_bound:.3g}"
        _style.label_axes(ax, "margin theta", "error (above 1 a bound says nothing)", told)
        _style.legend(ax, _style.count_note(drawn, len(found.view_names), "views"))
