"""Plots that explain one prediction."""

from __future__ import annotations

from typing import Any

import numpy as np

from viewboost.inspect.explain import explain
from viewboost.plots import _style
from viewboost.plots._base import Display

MOST_FEATURES = 12
MOST_CLASSES = 6


class ExplanationDisplay(Display):
    """What views, or features, bring to the scores of one row.

    ``kind`` is "views", each class's score as a stack of the views' shares, or "features": what
    each feature adds to the predicted class, less what it adds to the next one.
    ``from_estimator(model, X, row=3)`` explains one row of X.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from viewboost import AdaBoostMMClassifier
    >>> from viewboost.plots import ExplanationDisplay
    >>> X, y = load_iris(return_X_y=True)
    >>> views = [("sepal", None, [0, 1]), ("petal", None, [2, 3])]
    >>> model = AdaBoostMMClassifier(views, n_rounds=20).fit(X, y)
    >>> ExplanationDisplay.from_estimator(model, X, row=60).ax_.get_title()
    'row 60 is taken for 1'
    """

    kinds = ("views", "features")

    @classmethod
    def _inspect(cls, model: Any, X: Any = None, *rows: Any, row: int = 0) -> Any:
        return explain(model, X, rows=[row])[0]

    def _size(self, kind: str) -> tuple[float, float] | None:
        n = len(self.found.classes) if kind == "views" else len(self.found.feature_names) + 1
        return 7.4, 1.7 + 0.34 * min(n, MOST_FEATURES + 1)

    def _draw(self, ax: Any, kind: str) -> None:
        getattr(self, f"_{kind}")(ax)
        ax.axvline(0, color=_style.QUIET, linewidth=0.8)
        found = self.found
        ax.set_title(
            f"row {found.row} is taken for {_style.shown(found.predicted)}", fontsize="medium"
        )

    def _views(self, ax: Any) -> None:
        found = self.found
        classes = np.argsort(-found.scores, kind="stable")[:MOST_CLASSES]
        drawn = _style.largest(np.abs(found.views).sum(axis=1))
        rest = np.delete(found.views, drawn, axis=0).sum(axis=0) + found.base
        names = [_style.shown(found.view_names[j]) for j in drawn]
        parts = [
            (name, found.views[j], _style.bar(k)) for k, (name, j) in enumerate(zip(names, drawn))
        ]
        if rest.any():
            name = "prior" if found.base.any() else "other views"
            parts.append((name, rest, _style.REST))
        y, ends = np.arange(len(classes)), np.zeros((2, len(classes)))  # reached, left and right
        for name, table, style in parts:
            values = table[classes]
            side = (values > 0).astype(int)
            ax.barh(y, values, left=ends[side, y], height=0.7, label=name, **style)
            ends[side, y] += values
        _style.name_ticks(ax.yaxis, found.classes[classes])
        ax.set_ylim(len(classes) - 0.5, -0.5)
        few = len(classes) == len(found.classes)
        label = "class" if few else f"class (the first {len(classes)} of {len(found.classes)})"
        _style.label_axes(ax, "score", label)
        _style.legend(ax, beside=True)

    def _features(self, ax: Any) -> None:
        names, values = self.contrast()
        y = np.arange(len(values))
        for place, kind in ((0, values >= 0), (1, values < 0)):
            ax.barh(y[kind], values[kind], height=0.7, **_style.bar(place))
        ax.set_yticks(y, names, fontsize="small")
        ax.set_ylim(len(values) - 0.5, -0.5)
        first, second = self._first_two()
        against = "" if second is None else f", less for {_style.shown(second)}"
        _style.label_axes(ax, f"score for {_style.shown(first)}{against}", "")

    def _first_two(self) -> tuple[Any, Any]:
        """The predicted class, and the one with the next largest score."""
        order = np.argsort(-self.found.scores, kind="stable")
        classes = self.found.classes[order]
        return classes[0], classes[1] if len(classes) > 1 else None

    def contrast(self) -> tuple[list[str], Any]:
        """What is drawn of features: names with values, and what each adds to the first class.

        Less what it adds to the second one; the smallest are summed up, and with the last entry
        all add up to the difference of both scores.
        """
        found = self.found
        order = np.argsort(-found.scores, kind="stable")
        pair = (lambda s: s[..., order[0]] - s[..., order[1]]) if len(order) > 1 else _only
        values = pair(found.features)
        drawn = np.argsort(-np.abs(values), kind="stable")[:MOST_FEATURES]
        drawn = drawn[values[drawn] != 0]
        names = [self._name(k) for k in drawn]
        others = np.delete(values, drawn).sum() + pair(found.rest).sum() + pair(found.base)
        if not others and len(names):
            return names, values[drawn]
        return [*names, "all else"], np.append(values[drawn], others)

    def _name(self, k: int) -> str:
        found = self.found
        view, value = found.view_names[found.feature_views[k]], found.feature_values[k]
        told = "" if value is None else f" = {_value(value)}"
        name = f"{_style.shown(found.feature_names[k], 18)}{told}"
        return f"{_style.shown(view, 16)}: {name}" if len(found.view_names) > 1 else name


def _only(scores: Any) -> Any:
    return scores[..., 0]


def _value(value: Any) -> str:
    return f"{value:.3g}" if isinstance(value, float) else _style.shown(value, 12)
