"""Triangle: the area decides the share of the classes, and the corners the class."""

import numpy as np
import pytest

from viewboost.datasets import make_triangle


@pytest.mark.parametrize("turn", [1, -1])
def test_inside_is_class_one_whichever_way_the_corners_run(turn):
    corners = np.array([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)])[::turn]
    X, y = make_triangle(500, vertices=corners, random_state=0)
    np.testing.assert_array_equal(y, X.sum(axis=1) < 1)


def test_share_is_the_area():
    X, y = make_triangle(50_000, random_state=0)
    assert y.mean() == pytest.approx(0.8 * 0.8 / 2, abs=0.01)
    assert X.min() >= 0
    assert X.max() <= 1


def test_same_seed_same_data():
    X, _ = make_triangle(random_state=5)
    assert X.shape == (1000, 2)
    np.testing.assert_array_equal(X, make_triangle(random_state=5)[0])


def test_refuses_other_shapes():
    with pytest.raises(ValueError, match=r"three points of the plane, got shape \(2, 2\)"):
        make_triangle(vertices=[(0, 0), (1, 1)])
    with pytest.raises(ValueError, match="n_samples == 0"):
        make_triangle(0)
