"""Plots of which view is trusted for which class."""

from __future__ import annotations

from typing import Any

import numpy as np

from viewboost.inspect.competence import competence
from viewboost.plots import _style
from viewboost.plots._base import Display


class CompetenceDisplay(Display):
    """Views and classes: shares in the vote, recall, precision, or the shares of the last round.

    ``kind`` is "shares", "recall", "precision" or "beta".

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from viewboost import MuComboClassifier
    >>> from viewboost.plots import CompetenceDisplay
    >>> X, y = load_iris(return_X_y=True)
    >>> views = [("sepal", None, [0, 1]), ("petal", None, [2, 3])]
    >>> model = MuComboClassifier(views, n_rounds=20).fit(X, y)
    >>> display = CompetenceDisplay.from_estimator(model)
    >>> [text.get_text() for text in display.ax_.get_yticklabels()]
    ['sepal', 'petal']
    """

    kinds = ("shares", "recall", "precision", "beta")
    inspector = staticmethod(competence)

    _labels = {
        "shares": "share in the votes for the class",
        "recall": "recall of the view's votes alone",
        "precision": "precision of the view's votes alone",
        "beta": "mean beta over the rounds",
    }

    def _size(self, kind: str) -> tuple[float, float] | None:
        return _style.matrix_size(*self.found.shares.shape)

    def _draw(self, ax: Any, kind: str) -> None:
        found, table = self.found, getattr(self.found, kind)
        if table is None:
            hint = "muCoMBo and Carako alone have it" if kind == "beta" else "give X and y"
            raise ValueError(f"there is no {kind} to draw: {hint}")
        table = table.mean(axis=0) if kind == "beta" else np.asarray(table)
        limits = (0.0, 1.0) if kind in ("recall", "precision") else (0.0, float(table.max()) or 1.0)
        _style.matrix(ax, table, found.view_names, found.classes, self._labels[kind], limits)
        _style.label_axes(ax, "class", "view")
