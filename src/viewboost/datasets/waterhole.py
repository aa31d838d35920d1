"""Visits to a waterhole: which animal came, told by a photo, a sound, tracks, notes and weather."""

from __future__ import annotations

from numbers import Integral

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray
from sklearn.utils import check_random_state, check_scalar

from viewboost.views.container import Views
from viewboost.views.table import Table, TableColumn

ANIMALS = ("elephant", "hyena", "jackal", "lion", "zebra")
SHARES = (0.25, 0.15, 0.06, 0.19, 0.35)

# What each view measures, and what it finds for each animal, in the order of ANIMALS.
MEASURES: dict[str, dict[str, tuple[float, ...]]] = {
    "photo": {
        "shoulder_height": (300, 80, 40, 110, 130),
        "body_length": (600, 140, 75, 180, 230),
        "stripes": (0.05, 0.15, 0.05, 0.05, 0.80),
    },
    "sound": {
        "pitch": (30, 700, 900, 60, 400),
        "loudness": (85, 80, 60, 100, 70),
        "length": (6, 2, 4, 8, 1.5),
    },
    "tracks": {
        "print_width": (45, 11, 5, 13, 9),
        "stride": (190, 70, 45, 75, 100),
        "claw_marks": (0.05, 0.85, 0.80, 0.15, 0.0),
    },
}
# How often a view sees nothing of the animal: a dark photo, a silent visitor, washed-out tracks.
BLIND = {"photo": 0.20, "sound": 0.40, "tracks": 0.35}
SPREAD = 0.20
WORDS = {
    "elephant": "trunk tusks grey herd mud",
    "hyena": "spots laugh sloping night pack",
    "jackal": "small fox quick pair night",
    "lion": "mane pride roar resting cubs",
    "zebra": "stripes herd foal grazing dust",
}
COMMON = "water morning evening seen again near tree left stayed drank"
NOTED = 0.4
WEATHER: dict[str, tuple[float, ...]] = {
    "temperature": (27, 5),
    "humidity": (45, 15),
    "wind": (10, 4),
}


def make_waterhole(
    n_samples: int = 1200, *, random_state: int | RandomState | None = None
) -> tuple[Views, NDArray[np.str_]]:
    """Generated visits of five animals to a waterhole, seen through five uneven views.

    The photo is dark on 20 % of the visits, 40 % of the visitors make no sound, 35 % of the
    tracks are washed out: there a view says nothing of the animal. This happens to each view
    by itself, so that the views complete each other. A ranger's note exists for 40 % of the
    visits. The weather says nothing. Jackals are rare.

    Parameters
    ----------
    n_samples : int, default=1200
    random_state : int, RandomState or None, default=None

    Returns
    -------
    X : Views
        ``photo``, ``sound``, ``tracks`` and ``weather``, tables with named columns; ``note``,
        strings, None where there is none.
    y : str array of shape (n_samples,)
        The animal.

    Notes
    -----
    Nothing here was measured: heights in cm, pitches in Hz and the like only make the example
    easy to read.

    Examples
    --------
    >>> from viewboost.datasets import make_waterhole
    >>> X, y = make_waterhole(6, random_state=0)
    >>> X.names
    ('photo', 'sound', 'tracks', 'note', 'weather')
    >>> X.photo
    Table(6 rows, shoulder_height: numeric, body_length: numeric, stripes: numeric)
    """
    check_scalar(n_samples, "n_samples", Integral, min_val=1)
    rng = check_random_state(random_state)
    y = rng.choice(len(ANIMALS), n_samples, p=SHARES)
    measured = {view: _measured(rng, view, y) for view in MEASURES}
    note = np.array([_note(rng, ANIMALS[animal]) for animal in y], dtype=object)
    note[rng.random_sample(n_samples) >= NOTED] = None
    weather = {name: rng.normal(*of, size=n_samples) for name, of in WEATHER.items()}
    return Views(**measured, note=note, weather=_table(weather)), np.array(ANIMALS)[y]


def _measured(rng: RandomState, view: str, y: NDArray[np.intp]) -> Table:
    """The columns of a view: those of the animal, or of any animal where the view is blind."""
    blind = rng.random_sample(len(y)) < BLIND[view]
    seen = np.where(blind, rng.randint(len(ANIMALS), size=len(y)), y)
    return _table(
        {
            name: np.asarray(of)[seen] * np.exp(SPREAD * rng.standard_normal(len(y)))
            for name, of in MEASURES[view].items()
        }
    )


def _table(columns: dict[str, NDArray[np.float64]]) -> Table:
    return Table({name: TableColumn(cells, "numeric") for name, cells in columns.items()})


def _note(rng: RandomState, animal: str) -> str:
    """Four words; each tells of the animal with a chance of one half."""
    telling, common = WORDS[animal].split(), COMMON.split()
    return " ".join(
        rng.choice(telling if chance < 0.5 else common) for chance in rng.random_sample(4)
    )
