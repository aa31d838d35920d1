"""Plots of how a fit converged."""

from __future__ import annotations

from typing import Any

import numpy as np

from viewboost.inspect.convergence import Staged, convergence
from viewboost.plots import _style
from viewboost.plots._base import Display


class ConvergenceDisplay(Display):
    """Losses with their bounds, errors, or the validation score, round by round.

    ``kind`` is "loss", "error" or "validation". Bounds are thin and dotted, held-out rows have
    open markers; of many views those are drawn whose votes come first.

    Examples
    --------
    >>> from viewboost import MumboClassifier
    >>> from viewboost.datasets import make_uneven_views
    >>> from viewboost.plots import ConvergenceDisplay
    >>> X, y = make_uneven_views(200, random_state=0)
    >>> model = MumboClassifier(n_rounds=10).fit(X, y)
    >>> display = ConvergenceDisplay.from_estimator(model, X, y, kind="error")
    >>> display.ax_.get_xlabel(), display.ax_.get_ylabel()
    ('round', 'error')
    """

    kinds = ("loss", "error", "validation")
    inspector = staticmethod(convergence)

    def _size(self, kind: str) -> tuple[float, float] | None:
        return 7.4, 4.4

    def _draw(self, ax: Any, kind: str) -> None:
        getattr(self, f"_{kind}")(ax)
        _style.whole_rounds(ax)

    def _loss(self, ax: Any) -> None:
        found, n = self.found, len(self.found.loss_names)
        if not n:
            raise ValueError(f"there is no round to draw: {found.stop_reason}")
        drawn = _first_and_last(n)
        for place, k in enumerate(drawn):
            style = _style.line(place, len(found.rounds))
            name = _style.shown(found.loss_names[k])
            ax.plot(found.rounds, found.log_losses[:, k], label=name, **style)
            if not np.isnan(found.log_bounds[:, k]).all():
                thin = {"color": style["color"], "linestyle": ":", "linewidth": 0.9}
                ax.plot(found.rounds, found.log_bounds[:, k], **thin)
        if not np.isnan(found.log_bounds[:, drawn]).all():
            ax.plot([], [], color=_style.QUIET, linestyle=":", linewidth=0.9, label="bound")
        _style.label_axes(ax, "round", "ln of the loss on the training rows")
        _style.legend(ax, _style.count_note(drawn, n, "losses"))

    def _error(self, ax: Any) -> None:
        found = self.found
        rows = [("training rows", found.train), ("held-out rows", found.held_out)]
        given = [(name, staged) for name, staged in rows if staged is not None]
        if not given:
            raise ValueError("there are no errors to draw: give X and y, or X_val and y_val")
        for place, (name, staged) in enumerate(given):
            self._errors(ax, name, staged, place)
        bounds = found.error_bounds
        if found.train is not None and (bounds < 1).any():
            ax.plot(found.rounds, bounds, color=_style.QUIET, linestyle=":", label="bound")
        self._view_errors(ax, given[-1][1])
        drawn = [line.get_ydata() for line in ax.lines if line.get_label() != "bound"]
        top = max((float(np.nanmax(values)) for values in drawn if len(values)), default=1.0)
        ax.set_ylim(0, min(1.0, 1.1 * top + 0.02))
        _style.label_axes(ax, "round", "error")
        _style.legend(ax)

    def _errors(self, ax: Any, name: str, staged: Staged, place: int) -> None:
        style = _style.line(place, len(staged.rounds)) | {"linewidth": 2.2}
        style["markerfacecolor"] = "none" if name.startswith("held") else style["color"]
        ax.plot(staged.rounds, staged.errors, label=f"model, {name}", **style)

    def _view_errors(self, ax: Any, staged: Staged) -> None:
        """What the views' votes alone would do, if there are several views."""
        n = len(staged.view_names)
        known = np.flatnonzero(~np.isnan(staged.view_errors).all(axis=0))
        for place, j in enumerate(known[: _style.MOST_LINES - 2] if n > 1 else ()):
            style = _style.line(place + 2, len(staged.rounds)) | {"linewidth": 0.9}
            name = f"{_style.shown(staged.view_names[j])}'s votes alone"
            ax.plot(staged.rounds, staged.view_errors[:, j], label=name, **style)

    def _validation(self, ax: Any) -> None:
        found = self.found
        if np.isnan(found.validation).all():
            raise ValueError(
                "there are no validation scores to draw: fit with X_val and y_val, or with "
                "n_iter_no_change"
            )
        style = _style.line(0, len(found.rounds))
        ax.plot(found.rounds, found.validation, label="validation rows", **style)
        where = {"color": _style.QUIET, "linestyle": "--"}
        ax.axvline(found.n_rounds, label=f"the model: {found.n_rounds} rounds", **where)
        _style.label_axes(ax, "round", "validation score")
        _style.legend(ax)


def _first_and_last(n: int) -> list[int]:
    """The first losses, and the last, which is that of all views."""
    return [*range(min(n - 1, _style.MOST_LINES - 1)), n - 1]
