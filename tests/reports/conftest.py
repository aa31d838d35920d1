"""A small model with a text view that rows may lack, and its report, made once."""

import pytest
from sklearn.model_selection import train_test_split

import viewboost
from viewboost.datasets import make_waterhole

VIEWS = [
    (name, viewboost.BagOfWords() if name == "note" else None, name)
    for name in ("photo", "sound", "tracks", "note", "weather")
]


@pytest.fixture(scope="session")
def visits():
    """Training rows and held-out rows with their labels."""
    X, y = make_waterhole(400, random_state=0)
    return train_test_split(X, y, test_size=0.5, stratify=y, random_state=0)


@pytest.fixture(scope="session")
def waterhole(visits):
    """A fitted model, held-out rows and their labels."""
    train, test, y_train, y_test = visits
    model = viewboost.MumboClassifier(VIEWS, n_rounds=20, optional=("note",))
    return model.fit(train, y_train), test, y_test


@pytest.fixture(scope="session")
def written(waterhole, tmp_path_factory):
    """The path of its report."""
    return viewboost.report(*waterhole, path=tmp_path_factory.mktemp("report") / "waterhole.html")
