"""Charts as plain shapes in a box of 100 x 100, which the template stretches to the page.

Text has its own size whatever the width of the page: only curves are stretched, labels are
placed by percentages. Colours are left to the style sheet, so that both themes can be read.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from viewboost.reports.names import number, percent, shown

MOST_POINTS = 300
MOST_BARS = 120
LONGEST_LABEL = 24
# Each curve is told by its dashes too, for readers and printers without colours.
DASHES = ("", "7 4", "2 3", "9 3 2 3", "4 2", "1 4")


@dataclass(frozen=True)
class Tick:
    """A mark of an axis: its place in percent, and its label."""

    place: float
    label: str

    @property
    def anchor(self) -> str:
        """Where its label stands under an axis: at the ends it must not leave the chart."""
        return "start" if self.place < 2 else "end" if self.place > 98 else "middle"


@dataclass(frozen=True)
class Curve:
    """One curve: a name, a path, and which of the six styles it has."""

    name: str
    path: str
    style: int

    @property
    def dash(self) -> str:
        """The pattern of its dashes; empty for a solid curve."""
        return DASHES[self.style - 1]


@dataclass(frozen=True)
class LineChart:
    """Curves over one axis, with what they show in words."""

    curves: list[Curve]
    x_ticks: list[Tick]
    y_ticks: list[Tick]
    x_label: str
    y_label: str
    alternative: str


@dataclass(frozen=True)
class Band:
    """One row of small bars under each other."""

    name: str
    path: str
    style: int


@dataclass(frozen=True)
class BandChart:
    """Rows of small bars, one for each view, over the rounds."""

    bands: list[Band]
    x_ticks: list[Tick]
    x_label: str
    alternative: str

    @property
    def height(self) -> int:
        """Of the chart in pixels: 52 a band, and room for the axis."""
        return 52 * len(self.bands) + 44


def line_chart(
    x: ArrayLike,
    series: Mapping[str, ArrayLike],
    *,
    x_label: str,
    y_label: str,
    alternative: str,
    low: float | None = None,
    high: float | None = None,
    log: bool = False,
    as_percent: bool = False,
    counts: bool = True,
) -> LineChart:
    """Curves of several series over x, by custom counts; what is not finite is left out.

    Examples
    --------
    >>> chart = line_chart([1, 2, 3], {"error": [0.4, 0.2, 0.1]}, x_label="round",
    ...                    y_label="error", alternative="falls", low=0, high=0.4)
    >>> chart.curves[0].path, [tick.label for tick in chart.y_ticks]
    ('M0 0L50 50L100 75', ['0', '0.1', '0.2', '0.3', '0.4'])
    """
    xs = np.asarray(x, dtype=np.float64)
    values = {name: _scaled(y, log) for name, y in series.items()}
    bottom, top = _range(list(values.values()), low, high)
    if high is None and not log:
        top = _above(bottom, top)
    label = percent_label if as_percent else _power if log else number
    marks = _powers(bottom, top) if log else ticks(bottom, top)
    curves = [
        Curve(shown(name), _path(_across(xs), _up(y, bottom, top)), place % len(DASHES) + 1)
        for place, (name, y) in enumerate(values.items())
    ]
    y_ticks = [Tick(float(_up(m, bottom, top)), label(m)) for m in marks]
    x_ticks = _rounds(xs) if counts else _numbers(xs)
    return LineChart(curves, x_ticks, y_ticks, x_label, y_label, alternative)


def band_chart(
    x: ArrayLike,
    weights: NDArray[np.float64],
    names: Sequence[str],
    *,
    x_label: str,
    alternative: str,
) -> BandChart:
    """Small bars of the weights of each view, one column each, over the rounds x.

    With many rounds a bar is the mean of several. The highest bar of all fills its band.
    """
    xs = np.asarray(x, dtype=np.float64)
    pieces = np.array_split(np.arange(len(xs)), min(len(xs), MOST_BARS))
    means = np.array([weights[piece].mean(axis=0) for piece in pieces])
    top = means.max() if means.size and means.max() > 0 else 1.0
    bands = [
        Band(shown(name, LONGEST_LABEL), _bars(means[:, j] / top), j % len(DASHES) + 1)
        for j, name in enumerate(names)
    ]
    return BandChart(bands, _rounds(xs, centred=True), x_label, alternative)


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers within a range, about so many.

    Examples
    --------
    >>> ticks(0, 0.37), ticks(1, 100)
    ([0.0, 0.1, 0.2, 0.3], [20.0, 40.0, 60.0, 80.0, 100.0])
    """
    rough = (high - low) / about
    if not rough > 0:
        return [low]
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(m * power for m in (1, 2, 5, 10) if m * power >= rough * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(k * step, 12) for k in range(first, last + 1)]


def _above(low: float, high: float) -> float:
    """The end of an axis: a mark that no curve exceeds."""
    marks = ticks(low, high)
    step = marks[1] - marks[0] if len(marks) > 1 else 0.0
    return marks[-1] if marks[-1] >= high else marks[-1] + step or high


def percent_label(value: float) -> str:
    """A share as the label of an axis."""
    return percent(value, 0 if abs(100 * value - round(100 * value)) < 1e-6 else 1)


def _scaled(y: ArrayLike, log: bool) -> NDArray[np.float64]:
    values = np.asarray(y, dtype=np.float64)
    if not log:
        return values
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log10(values)


def _range(
    series: list[NDArray[np.float64]], low: float | None, high: float | None
) -> tuple[float, float]:
    finite = np.concatenate([y[np.isfinite(y)] for y in series] + [np.empty(0)])
    bottom = low if low is not None else float(finite.min()) if len(finite) else 0.0
    top = high if high is not None else float(finite.max()) if len(finite) else 1.0
    return (bottom, top) if top > bottom else (bottom, bottom + 1.0)


def _across(xs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Places from left to right; a single one stands in the middle."""
    return 100 * (xs - xs[0]) / (xs[-1] - xs[0]) if len(xs) > 1 else np.full(len(xs), 50.0)


def _up(y: ArrayLike, bottom: float, top: float) -> NDArray[np.float64]:
    return 100 * (top - np.asarray(y, dtype=np.float64)) / (top - bottom)


def _path(xs: NDArray[np.float64], ys: NDArray[np.float64]) -> str:
    """A path through the points; a gap where y is not finite."""
    kept = np.unique(np.linspace(0, len(xs) - 1, min(len(xs), MOST_POINTS)).round().astype(int))
    if np.isfinite(ys).sum() == 1:  # one point alone: a short level line can be seen
        place = int(np.flatnonzero(np.isfinite(ys))[0])
        return f"M{_short(max(xs[place] - 2, 0))} {_short(ys[place])}h4"
    parts, pen = [], "M"
    for place in kept:
        if not np.isfinite(ys[place]):
            pen = "M"
            continue
        parts.append(f"{pen}{_short(xs[place])} {_short(ys[place])}")
        pen = "L"
    return "".join(parts)


def _bars(heights: NDArray[np.float64]) -> str:
    """Bars side by side, standing on the bottom."""
    width = 100 / len(heights)
    return "".join(
        f"M{_short(k * width)} 100v-{_short(100 * height)}h{_short(0.8 * width)}V100z"
        for k, height in enumerate(heights)
        if height > 0
    )


def _short(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _rounds(xs: NDArray[np.float64], centred: bool = False) -> list[Tick]:
    """Marks of an axis of counts: the first, the last, and round numbers between them."""
    if len(xs) == 1:
        return [Tick(50.0, number(xs[0]))]
    span = xs[-1] - xs[0]
    inner = [t for t in ticks(xs[0], xs[-1], 4) if t == int(t)]
    apart = [t for t in inner if min(t - xs[0], xs[-1] - t) > 0.12 * span]
    places = [xs[0], *apart, xs[-1]]
    shift = 0.5 if centred else 0.0  # the middle of a bar
    whole = span + 2 * shift
    return [Tick(float(100 * (p - xs[0] + shift) / whole), f"{p:,.0f}") for p in places]


def _numbers(xs: NDArray[np.float64]) -> list[Tick]:
    """Marks of an axis of numbers."""
    low, high = xs[0], xs[-1]
    return [Tick(100 * (t - low) / (high - low), number(t)) for t in ticks(low, high, 4)]


def _powers(low: float, high: float) -> list[float]:
    """Marks of a logarithmic axis: powers of ten, at most six; within few of them 2 and 5 too."""
    first, last = math.floor(low), math.ceil(high)
    steps = [float(p) for p in range(first, last + 1, math.ceil((last - first + 1) / 6))]
    if last - first < 3:
        steps = [p + math.log10(m) for p in range(first, last + 1) for m in (1, 2, 5)]
    within = [p for p in steps if low - 1e-9 <= p <= high + 1e-9]
    return within if len(within) > 1 else ticks(low, high, 4)


def _power(exponent: float) -> str:
    """10 to the exponent."""
    return number(10.0**exponent, 2) if -4 <= exponent <= 3 else f"1e{exponent:.3g}"
