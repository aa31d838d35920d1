"""Faults are tried in processes of their own, one for each algorithm, so that a crash is told."""

import fcntl
import json
import os
from pathlib import Path

import pytest
from tools import faults

RUN = pytest.StashKey()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Instead of the test itself: what came of it in the process of its algorithm."""
    if pyfuncitem.path != faults.ROWS or pyfuncitem.config.pluginmanager.hasplugin(faults.INSIDE):
        return None
    told = _told(pyfuncitem.session)[faults.algorithm(pyfuncitem)]
    said = told.get(pyfuncitem.name, f"not reached: {told[faults.END] or 'left out'}")
    if pyfuncitem.originalname == "test_the_process_ends_well":
        said = told[faults.END]
    if said:
        pytest.fail(said, pytrace=False)
    return True


def _told(session):
    """The reports of all algorithms that are asked for, made once."""
    if RUN not in session.stash:
        names = sorted({faults.algorithm(i) for i in session.items if i.path == faults.ROWS})
        session.stash[RUN] = _shared(session.config, names)
    return session.stash[RUN]


def _shared(config, names):
    """Of several workers one makes the reports, and the others wait for them."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return faults.run_apart(names)
    folder = Path(config._tmp_path_factory.getbasetemp()).parent
    with open(folder / "faults.json", "a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        text = file.read()
        if not text:
            text = json.dumps(faults.run_apart(names))
            file.write(text)
        return json.loads(text)
