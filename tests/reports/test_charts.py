"""Charts: curves stay in their box and say what was given, whatever was given."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewboost.reports.charts import MOST_BARS, MOST_POINTS, band_chart, line_chart, ticks

LABELS = {"x_label": "round", "y_label": "y", "alternative": "words"}
values = st.lists(
    st.floats(-1e6, 1e6) | st.just(float("nan")) | st.just(float("inf")), min_size=1, max_size=50
)


def points(path):
    return np.array(re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path), dtype=float).reshape(-1, 2)


@given(y=values, log=st.booleans())
@settings(deadline=None, max_examples=100)
def test_curves_stay_in_the_box(y, log):
    chart = line_chart(np.arange(1, len(y) + 1), {"y": y}, log=log, **LABELS)
    places = points(chart.curves[0].path)
    assert ((places >= -0.01) & (places <= 100.01)).all()
    assert all(-0.01 <= tick.place <= 100.01 for tick in [*chart.x_ticks, *chart.y_ticks])


def test_points_are_where_the_axis_says():
    chart = line_chart([1, 2, 3], {"y": [0.0, 0.5, 1.0]}, low=0, high=1, **LABELS)
    np.testing.assert_allclose(points(chart.curves[0].path), [[0, 100], [50, 50], [100, 0]])
    places = {tick.label: tick.place for tick in chart.y_ticks}
    assert (places["0"], places["1"]) == (100, 0)


def test_a_gap_is_no_line():
    path = line_chart([1, 2, 3, 4, 5], {"y": [1, 2, np.nan, 2, 1]}, **LABELS).curves[0].path
    assert path.count("M") == 2


def test_many_rounds_make_no_large_file():
    x = np.arange(1, 10_001)
    chart = line_chart(x, {"y": np.sqrt(x)}, **LABELS)
    assert len(points(chart.curves[0].path)) <= MOST_POINTS
    bands = band_chart(x, np.ones((10_000, 2)), ["a", "b"], x_label="round", alternative="w")
    assert bands.bands[0].path.count("M") == MOST_BARS


def test_bars_are_as_high_as_the_votes():
    weights = np.array([[1.0, 0.0], [0.5, 0.25]])
    a, b = band_chart([1, 2], weights, ["a", "b"], x_label="r", alternative="w").bands
    assert re.findall(r"v-([\d.]+)", a.path) == ["100", "50"]
    assert re.findall(r"v-([\d.]+)", b.path) == ["25"]


def test_curves_differ_without_colours():
    chart = line_chart([1, 2], {name: [1, 2] for name in "abcdef"}, **LABELS)
    assert len({curve.dash for curve in chart.curves}) == 6


@pytest.mark.parametrize(("low", "high"), [(0, 0.3), (1, 7), (-5, 1234), (0.1, 0.1001)])
def test_ticks_are_round_and_within(low, high):
    marks = ticks(low, high)
    assert 2 <= len(marks) <= 7
    assert low - 1e-9 <= marks[0] <= marks[-1] <= high + 1e-9
    assert np.ptp(np.diff(marks)) < 1e-9
