"""Figures of the pages, each an SVG file of its own that any browser shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol
from xml.sax.saxutils import escape

import numpy as np

from viewboost.experiments.experiment import Estimate
from viewboost.reports.charts import DASHES, ticks

if TYPE_CHECKING:
    from viewboost.experiments.pages import Table

# Told apart by readers who see no red or no green (Okabe and Ito).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
WIDTH, HEIGHT = 760, 380
LEFT, TOP, RIGHT, BOTTOM = 64, 40, 230, 52  # margins of the curves
LINE = 20  # height of a line of text


class Figure(Protocol):
    """What a page can show: a name for its file, a title, and the drawing."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    def svg(self) -> str:
        """The drawing."""
        ...


@dataclass(frozen=True)
class Curves:
    """Means over x with bands of two standard errors, and the paper's figures as rings.

    Attributes
    ----------
    name, title : str
    x : sequence of float
        Where the curves have their points.
    curves : mapping of names to Estimate
        Each with one mean and one standard error for each x.
    x_label, y_label : str
    paper : mapping of names to mappings of x to y
        Figures that the paper gives for a curve.
    log : bool
        Whether x is shown by its logarithm.
    n_colours : int
        After so many curves the colours begin again, with other dashes.

    Examples
    --------
    >>> from viewboost.experiments.drawing import Curves
    >>> from viewboost.experiments.experiment import Estimate
    >>> error = Estimate([0.3, 0.2], [0.01, 0.01], 5)
    >>> Curves("errors", "Errors", [1, 10], {"MuMBo": error}, "round", "error").svg()[:4]
    '<svg'
    """

    name: str
    title: str
    x: Sequence[float]
    curves: Mapping[str, Estimate]
    x_label: str
    y_label: str
    paper: Mapping[str, Mapping[float, float]] = field(default_factory=dict)
    log: bool = False
    n_colours: int = len(COLOURS)

    def svg(self) -> str:
        """The drawing."""
        low, high = self._range()
        marks = ticks(low, high)
        shapes = [
            *(self._level(mark, low, high) for mark in marks),
            *(self._below(x) for x in self._x_marks()),
            _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, self.x_label, "middle"),
            _text(14, (TOP + HEIGHT - BOTTOM) / 2, self.y_label, "middle", turned=True),
        ]
        for place, (name, curve) in enumerate(self.curves.items()):
            shapes += self._curve(place, name, curve, low, high)
        return _drawing(self.title, shapes, HEIGHT)

    def _range(self) -> tuple[float, float]:
        """From the lowest band to the highest, and the paper's figures."""
        means = np.concatenate([np.ravel(c.mean) for c in self.curves.values()])
        errors = np.concatenate([np.ravel(c.se) for c in self.curves.values()])
        reach = 2 * np.nan_to_num(errors)
        rings = [y for points in self.paper.values() for y in points.values()]
        low = float(np.nanmin([*(means - reach), *rings]))
        high = float(np.nanmax([*(means + reach), *rings]))
        return (low, high) if high > low else (low - 0.5, high + 0.5)

    def _across(self, x: float) -> float:
        first, last, at = (np.log(v) if self.log else v for v in (self.x[0], self.x[-1], x))
        share = (at - first) / (last - first) if last > first else 0.5
        return float(LEFT + share * (WIDTH - RIGHT - LEFT))

    @staticmethod
    def _up(y: float, low: float, high: float) -> float:
        return TOP + (high - y) / (high - low) * (HEIGHT - BOTTOM - TOP)

    def _x_marks(self) -> list[float]:
        if self.log or len(self.x) < 8:
            return list(self.x)
        return [self.x[0], *(t for t in ticks(self.x[0], self.x[-1]) if t > self.x[0])]

    def _level(self, mark: float, low: float, high: float) -> str:
        y = self._up(mark, low, high)
        line = f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>'
        return line + _text(LEFT - 8, y + 4, f"{mark:g}", "end")

    def _below(self, x: float) -> str:
        at, bottom = self._across(x), HEIGHT - BOTTOM
        mark = f'<path class="axis" d="M{at:.1f} {bottom}v5"/>'
        return mark + _text(at, bottom + LINE, f"{x:g}", "middle")

    def _curve(self, place: int, name: str, curve: Estimate, low: float, high: float) -> list[str]:
        known = [
            (self._across(x), mean, error)
            for x, mean, error in zip(self.x, np.ravel(curve.mean), np.nan_to_num(curve.se))
            if np.isfinite(mean)
        ]
        colour = COLOURS[place % self.n_colours]
        dash = DASHES[place // self.n_colours % len(DASHES)]
        above, below, through = (
            [
                f"{at:.1f} {self._up(mean + side * error, low, high):.1f}"
                for at, mean, error in known
            ]
            for side in (2, -2, 0)
        )
        y = TOP + LINE * place + 6
        shapes = [
            f'<path fill="{colour}" fill-opacity="0.15" d="M{"L".join(above + below[::-1])}Z"/>',
            f'<path class="curve" stroke="{colour}" stroke-dasharray="{dash}" '
            f'd="M{"L".join(through)}"/>',
            f'<path class="curve" stroke="{colour}" stroke-dasharray="{dash}" '
            f'd="M{WIDTH - RIGHT + 14} {y}h24"/>',
            _text(WIDTH - RIGHT + 44, y + 4, name, "start"),
        ]
        for x, value in self.paper.get(name, {}).items():
            ring = f'<circle cx="{self._across(x):.1f}" cy="{self._up(value, low, high):.1f}"'
            shapes.append(f'{ring} r="5" fill="none" stroke="{colour}" stroke-width="2"/>')
        return shapes


def drawn(table: Table, name: str, x_label: str, y_label: str, log: bool = False) -> Curves:
    """A table as curves, its rows named as points of x ("t = 5", "264"), or else its columns.

    Examples
    --------
    >>> from viewboost.experiments.drawing import drawn
    >>> from viewboost.experiments.experiment import Estimate
    >>> from viewboost.experiments.pages import Table
    >>> row = {"t = 1": Estimate(0.3, 0.01, 5), "t = 9": Estimate(0.2, 0.01, 5)}
    >>> figure = drawn(Table("Errors", {"MuMBo": row}), "errors", "round", "error")
    >>> figure.x, figure.curves["MuMBo"].mean
    ([1.0, 9.0], [0.3, 0.2])
    """
    cells = {(r, c): cell for r, row in table.ours.items() for c, cell in row.items()}
    paper = {(r, c): figure for r, row in table.paper.items() for c, figure in row.items()}
    if any(_point(row) is not None for row in table.ours):
        cells = {(c, r): cell for (r, c), cell in cells.items()}
        paper = {(c, r): figure for (r, c), figure in paper.items()}
    points: dict[str, dict[float, Estimate]] = {}
    for (curve, label), cell in cells.items():
        if (x := _point(label)) is not None:
            points.setdefault(curve, {})[x] = cell
    rings: dict[str, dict[float, float]] = {}
    for (curve, label), figure in paper.items():
        if (x := _point(label)) is not None:
            rings.setdefault(curve, {})[x] = figure
    xs = sorted({x for curve in points.values() for x in curve})
    curves = {curve: _joined([found.get(x) for x in xs]) for curve, found in points.items()}
    return Curves(name, table.title, xs, curves, x_label, y_label, rings, log)


def _point(label: str) -> float | None:
    """The number that a row or column is named for."""
    try:
        return float(label.removeprefix("t = "))
    except ValueError:
        return None


def _joined(points: Sequence[Estimate | None]) -> Estimate:
    """Points as a curve; NaN where there is none."""
    means = [np.nan if point is None else point.mean for point in points]
    errors = [np.nan if point is None else point.se for point in points]
    return Estimate(means, errors, min(point.n for point in points if point is not None))


@dataclass(frozen=True)
class Ranks:
    """A critical-difference diagram: mean ranks, and bars that join what cannot be told apart.

    Attributes
    ----------
    name, title : str
    ranks : mapping of methods to float
    reach : float
        The critical difference.
    """

    name: str
    title: str
    ranks: Mapping[str, float]
    reach: float

    @property
    def order(self) -> list[str]:
        """The methods, the best first."""
        return sorted(self.ranks, key=lambda method: self.ranks[method])

    def bars(self) -> list[tuple[str, str]]:
        """The longest runs of methods whose ends are closer than the critical difference."""
        order, found = self.order, list[tuple[int, int]]()
        for first, method in enumerate(order):
            near = [self.ranks[other] - self.ranks[method] <= self.reach for other in order]
            last = max(np.flatnonzero(near))
            if last > first and (not found or last > found[-1][1]):
                found.append((first, int(last)))
        return [(order[first], order[last]) for first, last in found]

    def svg(self) -> str:
        """The drawing: ranks from left to right, the first half named there, the rest right."""
        n, bars = len(self.ranks), self.bars()
        axis = TOP + 2 * LINE
        top = axis + 12 * (len(bars) + 1)
        half = (n + 1) // 2
        shapes = [f'<path class="axis" d="M{self._at(1):.1f} {axis}H{self._at(n):.1f}"/>']
        for rank in range(1, n + 1):
            shapes.append(f'<path class="axis" d="M{self._at(rank):.1f} {axis}v-5"/>')
            shapes.append(_text(self._at(rank), axis - 10, str(rank), "middle"))
        for place, (first, last) in enumerate(bars):
            ends = self._at(self.ranks[first]) - 3, self._at(self.ranks[last]) + 3
            y = axis + 12 * (place + 1)
            shapes.append(f'<path class="bar" d="M{ends[0]:.1f} {y}H{ends[1]:.1f}"/>')
        for place, method in enumerate(self.order):
            left = place < half
            y = top + LINE * (place if left else n - 1 - place) + 6
            shapes += self._named(method, y, axis, left)
        return _drawing(self.title, shapes, top + LINE * half + 12)

    def _at(self, rank: float) -> float:
        sides = 210
        return sides + (rank - 1) / max(len(self.ranks) - 1, 1) * (WIDTH - 2 * sides)

    def _named(self, method: str, y: float, axis: float, left: bool) -> list[str]:
        at, end = self._at(self.ranks[method]), 200 if left else WIDTH - 200
        label = f"{method} {self.ranks[method]:.1f}"
        return [
            f'<path class="thin" d="M{at:.1f} {axis}V{y:.1f}H{end}"/>',
            _text(end - 6 if left else end + 6, y + 4, label, "end" if left else "start"),
        ]


_STYLE = (
    "text{font:13px sans-serif;fill:#222}.title{font-weight:bold;font-size:14px}"
    ".grid{stroke:#ddd}.axis{stroke:#222}.thin{stroke:#888;fill:none}"
    ".curve{fill:none;stroke-width:2;stroke-linejoin:round}.bar{stroke:#222;stroke-width:4}"
)


def _drawing(title: str, shapes: Sequence[str], height: int) -> str:
    """A whole file: white behind, so that it can be read on a dark page too."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">'
    parts = [
        head,
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text class="title" x="14" y="22">{escape(title)}</text>',
        *shapes,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _text(x: float, y: float, text: str, anchor: str, turned: bool = False) -> str:
    turn = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turned else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{turn}>{escape(text)}</text>'
