"""How all plots look: readable without colours, names trimmed, not more than an eye can follow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

# Colours that the colour-blind tell apart; dashes, markers and hatches tell the rest.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
DASHES = ("-", "--", "-.", ":")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
HATCHES = ("", "//", "..", "xx", "\\\\", "oo", "++", "--")
QUIET = "#767676"
# What is summed up, and cells of which nothing is known.
REST = {"facecolor": "#C8C8C8", "edgecolor": "white", "linewidth": 0.5}
# Grows from light to dark, so that it also reads in grey.
SHADES = "Blues"
# From -1 to 1, dark to light: in grey too the sign is seen.
SIGNED = "cividis"

MOST_LINES = 8
MOST_TICKS = 30
MOST_CELLS = 12
WIDEST = 22


def axes(ax: Any, size: tuple[float, float] | None = None) -> Any:
    """The axes given, or those of a new figure."""
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError(
            'plots need matplotlib, which is in the extra "report": pip install "viewboost[report]"'
        ) from error
    return plt.subplots(figsize=size, layout="constrained")[1] if ax is None else ax


def shown(name: Any, widest: int = WIDEST) -> str:
    """A name as text: trimmed, and never read as a formula or as a label to be left out."""
    text = " ".join(str(name).split())
    text = text if len(text) <= widest else text[: widest - 1] + "…"
    text = text.replace("$", r"\$")
    return f" {text}" if text.startswith("_") else text


def line(place: int, n_points: int = 0) -> dict[str, Any]:
    """Colour, dashes and marker of the line at a place; few markers on long lines."""
    return {
        "color": COLOURS[place % len(COLOURS)],
        "linestyle": DASHES[place % len(DASHES)],
        "marker": MARKERS[place % len(MARKERS)],
        "markersize": 4,
        "markevery": max(1, n_points // 10),
        "linewidth": 1.5,
    }


def bar(place: int) -> dict[str, Any]:
    """Colour and hatch of the bars or areas at a place."""
    return {
        "facecolor": COLOURS[place % len(COLOURS)],
        "hatch": HATCHES[place % len(HATCHES)],
        "edgecolor": "white",
        "linewidth": 0.5,
    }


def largest(weights: ArrayLike, most: int = MOST_LINES) -> NDArray[np.intp]:
    """The places of the largest weights, in their order; all if they are few."""
    values = np.nan_to_num(np.asarray(weights, dtype=np.float64), nan=-np.inf)
    return np.sort(np.argsort(-values, kind="stable")[:most])


def count_note(drawn: Sequence[Any] | NDArray[Any], n: int, what: str) -> str | None:
    """What a legend says where not all are drawn."""
    return None if len(drawn) == n else f"{len(drawn)} of {n} {what}"


def legend(ax: Any, title: str | None = None, beside: bool = False) -> None:
    """A legend inside the axes if it is small and nothing fills them, else beside them."""
    handles, labels = ax.get_legend_handles_labels()
    if not labels:
        return
    place: dict[str, Any] = {"loc": "best"}
    if beside or len(labels) > 4:
        place = {"loc": "upper left", "bbox_to_anchor": (1.01, 1.0), "borderaxespad": 0.0}
    ax.legend(handles, labels, title=title, fontsize="small", title_fontsize="small", **place)


def label_axes(ax: Any, x: str, y: str, title: str = "") -> None:
    """Labels of both axes, and a title; only the lines that carry labels stay."""
    ax.spines[["top", "right"]].set_visible(False)
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    if title:
        ax.set_title(title, fontsize="medium")


def whole_rounds(ax: Any) -> None:
    """Ticks of the x axis at whole numbers."""
    from matplotlib.ticker import MaxNLocator

    ax.xaxis.set_major_locator(MaxNLocator(integer=True, nbins="auto", steps=[1, 2, 5, 10]))


def name_ticks(axis: Any, names: Iterable[Any], upright: bool = False) -> None:
    """Names at 0, 1, …: trimmed, upright if asked for, and thinned out where they are many."""
    texts = [shown(name) for name in names]
    step = -(-len(texts) // _room(axis)) or 1
    places = np.arange(0, len(texts), step)
    rotation = 90 if upright else 0
    axis.set_ticks(places, [texts[k] for k in places], rotation=rotation, fontsize="small")


def _room(axis: Any) -> int:
    """How many labels, one above or upright beside the other, an axis has room for."""
    box = axis.axes.get_window_extent()
    inches = (box.height if axis.axis_name == "y" else box.width) / axis.axes.figure.dpi
    # A label needs 0.16 inches, and other labels will take a part of what is there now.
    return int(np.clip(0.7 * inches / 0.16, 2, MOST_TICKS))


def matrix_size(n_rows: int, n_columns: int) -> tuple[float, float]:
    """A figure in which the cells of a matrix can be read."""
    return 2.9 + 0.45 * min(n_columns, 16), 2.2 + 0.4 * min(n_rows, 16)


def matrix(
    ax: Any,
    table: NDArray[np.float64],
    rows: Sequence[Any] | NDArray[Any],
    columns: Sequence[Any] | NDArray[Any],
    label: str,
    limits: tuple[float, float] = (0.0, 1.0),
    shades: str = SHADES,
) -> Any:
    """A table as shaded cells, with numbers in them if they are few."""
    ax.set_facecolor(REST["facecolor"])
    image = ax.imshow(table, cmap=shades, vmin=limits[0], vmax=limits[1], aspect="auto")
    ax.figure.colorbar(image, ax=ax, label=label)
    upright = sum(len(shown(name)) + 2 for name in columns) > 46
    name_ticks(ax.xaxis, columns, upright=upright)
    name_ticks(ax.yaxis, rows)
    if max(table.shape) <= MOST_CELLS:
        _write_cells(ax, image, table)
    return image


def _write_cells(ax: Any, image: Any, table: NDArray[np.float64]) -> None:
    for (i, j), value in np.ndenumerate(table):
        if np.isnan(value):
            ax.text(j, i, "–", ha="center", va="center", color="black", fontsize="small")
            continue
        red, green, blue, _ = image.cmap(image.norm(value))
        dark = 0.3 * red + 0.59 * green + 0.11 * blue < 0.5
        colour = "white" if dark else "black"
        text = f"{value:.2f}".replace("-0.00", "0.00")
        ax.text(j, i, text, ha="center", va="center", color=colour, fontsize="small")
