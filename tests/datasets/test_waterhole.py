"""The visits to the waterhole: reproducible, uneven as said, and readable by their names."""

import numpy as np
import pytest

from viewboost import AdaBoostMMClassifier
from viewboost.datasets import make_waterhole
from viewboost.datasets.waterhole import ANIMALS, BLIND, NOTED, SHARES


def test_the_same_seed_gives_the_same_visits():
    X, y = make_waterhole(50, random_state=3)
    again, y_again = make_waterhole(50, random_state=3)
    np.testing.assert_array_equal(y, y_again)
    np.testing.assert_array_equal(X.note, again.note)
    for view in ("photo", "sound", "tracks", "weather"):
        for column in X.block(view).columns:
            mine, other = (one.block(view).column(column).data for one in (X, again))
            np.testing.assert_array_equal(mine, other)


def test_shares_of_animals_and_notes_are_as_said():
    X, y = make_waterhole(20_000, random_state=0)
    np.testing.assert_allclose([np.mean(y == a) for a in ANIMALS], SHARES, atol=0.01)
    assert np.mean([text is not None for text in X.note]) == pytest.approx(NOTED, abs=0.01)


def test_a_view_is_blind_as_often_as_said():
    X, y = make_waterhole(20_000, random_state=0)
    # Only the blind photos show stripes on a lion, in one case of five.
    stripes = X.photo.column("stripes").data[y == "lion"] > 0.4
    assert np.mean(stripes) == pytest.approx(BLIND["photo"] / 5, abs=0.01)


def test_the_photo_tells_more_than_the_weather():
    X, y = make_waterhole(400, random_state=0)
    scores = {
        view: AdaBoostMMClassifier(n_rounds=20).fit(X.block(view), y).score(X.block(view), y)
        for view in ("photo", "weather")
    }
    assert scores["photo"] > scores["weather"] + 0.2


def test_no_visits_are_refused():
    with pytest.raises(ValueError, match="n_samples == 0, must be >= 1"):
        make_waterhole(0)
