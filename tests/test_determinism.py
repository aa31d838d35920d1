"""One hash of a model, however it came to be: threads, processes, files, and fits that go on."""

import os
import subprocess
import sys

import pytest
from sklearn.tree import DecisionTreeClassifier
from tools import crowd
from tools.digests import digest

import viewboost
from viewboost import Weighted
from viewboost.learners import _team
from viewboost.rounds import checkpoints, loop

RESAMPLED = Weighted(DecisionTreeClassifier(max_depth=2), resample=True)
TRUSTED = ["sklearn.tree._classes.DecisionTreeClassifier", "sklearn.tree._tree.Tree"]


def fitted(name, seed=7, n_rounds=10, **params):
    """A model with threads in one view and resampling in the other."""
    X, y = crowd.rows()
    views = [("one", None, "one"), ("two", RESAMPLED, "two")]
    model = getattr(viewboost, name)(views, n_rounds=n_rounds, random_state=seed, **params)
    return model.fit(X, y)


def told(model):
    return digest(model, crowd.rows()[0])


@pytest.mark.parametrize("name", crowd.NAMES)
def test_one_hash_across_threads_files_and_resume(name, tmp_path, monkeypatch):
    monkeypatch.setattr(_team, "LARGE", 0)  # threads even for so few cells
    for module in (loop, checkpoints):
        monkeypatch.setattr(module, "REFRESH_EVERY", 4)
    model = fitted(name)
    hashes = {"once": told(model), "again": told(fitted(name))}
    hashes["three threads"] = told(fitted(name, n_jobs=3))
    model.save(tmp_path / "model.vb")
    hashes["saved"] = told(viewboost.load(tmp_path / "model.vb", trusted=TRUSTED))
    fitted(name, n_rounds=8, checkpoint=tmp_path / "fit")
    hashes["resumed"] = told(fitted(name, checkpoint=tmp_path / "fit", resume=True, n_jobs=3))
    assert set(hashes.values()) == {hashes["once"]}, hashes
    assert told(fitted(name, seed=8)) != hashes["once"]


def test_one_hash_in_another_process(monkeypatch):
    """Whatever Python's own hashes are there."""
    monkeypatch.setattr(_team, "LARGE", 0)
    code = "from tools import crowd; print(*(crowd.told(name) for name in crowd.NAMES))"
    place = os.environ | {"PYTHONHASHSEED": "12345"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=place, capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == [crowd.told(name) for name in crowd.NAMES], done.stderr
