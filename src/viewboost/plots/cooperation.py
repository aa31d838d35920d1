"""Plots of who decides, and who helps whom."""

from __future__ import annotations

from typing import Any

import numpy as np

from viewboost.inspect.cooperation import complementarity, cooperation
from viewboost.plots import _style
from viewboost.plots._base import Display


class CooperationDisplay(Display):
    """The views' shares of the vote over time, the rounds each one won, or the sums of votes.

    ``kind`` is "shares", "wins" or "weights".

    Examples
    --------
    >>> from viewboost import MumboClassifier
    >>> from viewboost.datasets import make_uneven_views
    >>> from viewboost.plots import CooperationDisplay
    >>> X, y = make_uneven_views(200, random_state=0)
    >>> display = CooperationDisplay.from_estimator(MumboClassifier(n_rounds=10).fit(X, y))
    >>> [text.get_text() for text in display.ax_.get_legend().get_texts()]
    ['major', 'minor_1', 'minor_2']
    """

    kinds = ("shares", "wins", "weights")
    inspector = staticmethod(cooperation)

    def _size(self, kind: str) -> tuple[float, float] | None:
        n = min(len(self.found.view_names), _style.MOST_TICKS)
        return 7.4, 1.6 + 0.28 * n if kind == "wins" else 4.4

    def _draw(self, ax: Any, kind: str) -> None:
        getattr(self, f"_{kind}")(ax)
        ax.set_xlim(0.5, max(len(self.found.rounds), 1) + 0.5)
        _style.whole_rounds(ax)

    def _drawn(self) -> Any:
        """The views with the largest shares in the end."""
        found = self.found
        if not len(found.rounds):
            raise ValueError("there is no round to draw")
        return _style.largest(found.shares[-1])

    def _shares(self, ax: Any) -> None:
        found, drawn = self.found, self._drawn()
        edges = np.concatenate([found.rounds - 0.5, found.rounds[-1:] + 0.5])
        low = np.zeros(len(edges))
        for place, j in enumerate(drawn):
            high = low + np.append(found.shares[:, j], found.shares[-1, j])
            name = _style.shown(found.view_names[j])
            ax.fill_between(edges, low, high, step="post", label=name, **_style.bar(place))
            low = high
        if len(drawn) < len(found.view_names):
            name = f"{len(found.view_names) - len(drawn)} other views"
            ax.fill_between(edges, low, 1.0, step="post", label=name, **_style.REST)
        ax.set_ylim(0, 1)
        _style.label_axes(ax, "round", "share of all votes so far")
        _style.legend(ax, beside=True)

    def _wins(self, ax: Any) -> None:
        found, names = self.found, self.found.view_names
        order = np.argsort(-found.wins, kind="stable")[: _style.MOST_TICKS]
        for place, j in enumerate(order):
            rounds = found.rounds[found.chosen == j]
            style = {"marker": "|", "s": 90, "color": _style.COLOURS[0]}
            ax.scatter(rounds, np.full(len(rounds), place), **style)
        counts = [f"{_style.shown(names[j], 18)} ({found.wins[j]})" for j in order]
        ax.set_yticks(np.arange(len(order)), counts, fontsize="small")
        ax.set_ylim(len(order) - 0.5, -0.5)
        note = "" if len(order) == len(names) else f"the first {len(order)} of {len(names)} views"
        _style.label_axes(ax, "round", "view (rounds won)", note)

    def _weights(self, ax: Any) -> None:
        found, drawn = self.found, self._drawn()
        sums = found.weights.cumsum(axis=0)
        for place, j in enumerate(drawn):
            style = _style.line(place, len(found.rounds))
            ax.plot(found.rounds, sums[:, j], label=_style.shown(found.view_names[j]), **style)
        _style.label_axes(ax, "round", "sum of the view's votes")
        _style.legend(ax, _style.count_note(drawn, len(found.view_names), "views"))


class ComplementarityDisplay(Display):
    """How often a view is right where another is wrong, or what each view knows alone.

    ``kind`` is "rescues", a matrix of views, or "alone", bars of the views' accuracies and of
    the rows that only they know.

    Examples
    --------
    >>> from viewboost import MumboClassifier
    >>> from viewboost.datasets import make_uneven_views
    >>> from viewboost.plots import ComplementarityDisplay
    >>> X, y = make_uneven_views(200, random_state=0)
    >>> model = MumboClassifier(n_rounds=10).fit(X, y)
    >>> display = ComplementarityDisplay.from_estimator(model, X, y)
    >>> display.ax_.get_xlabel(), display.ax_.get_ylabel()
    ('where this view is wrong', 'this view is right')
    """

    kinds = ("rescues", "alone")
    inspector = staticmethod(complementarity)

    def _size(self, kind: str) -> tuple[float, float] | None:
        n = len(self.found.view_names)
        if kind == "rescues":
            return _style.matrix_size(n, n)
        return 7.4, 1.8 + 0.4 * min(n, _style.MOST_TICKS)

    def _draw(self, ax: Any, kind: str) -> None:
        found = self.found
        if kind == "alone":
            self._alone(ax)
            return
        table = np.where(np.eye(len(found.view_names), dtype=bool), np.nan, found.rescues)
        _style.matrix(ax, table, found.view_names, found.view_names, "share of these rows")
        _style.label_axes(ax, "where this view is wrong", "this view is right")

    def _alone(self, ax: Any) -> None:
        found = self.found
        order = np.argsort(-np.nan_to_num(found.accuracy), kind="stable")[: _style.MOST_TICKS]
        y = np.arange(len(order))
        bars = ((found.accuracy, "right", -0.2), (found.alone, "right, and no other view is", 0.2))
        for place, (values, name, shift) in enumerate(bars):
            heights = np.nan_to_num(values[order])
            ax.barh(y + shift, heights, height=0.38, label=name, **_style.bar(place))
        ax.axvline(found.model_accuracy, color="black", linestyle="--", label="the model")
        _style.name_ticks(ax.yaxis, [found.view_names[j] for j in order])
        ax.set_ylim(len(order) - 0.5, -0.5)
        ax.set_xlim(0, 1)
        _style.label_axes(ax, "share of rows", "view's votes alone")
        _style.legend(ax, beside=True)
