"""Threads and processes: same models, no abort, no hang; each in a process of its own."""

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tools import crowd, kill

import viewboost
from viewboost import AdaBoostMMClassifier

PACKAGE = Path(viewboost.__file__).parent


@pytest.mark.parametrize("ways", [("jobs", "threads"), ("fork", "spawn"), ("loky",)], ids="-".join)
def test_models_are_the_same_from_any_number_of_threads_and_processes(ways):
    assert crowd.run_apart(*ways) == ""


def test_a_folder_serves_one_fit_at_a_time(tmp_path):
    """The holder is named; when its process is dead, the folder is free."""
    code = (
        "import sys, time\nfrom viewboost.io.folders import Folder\n"
        f"folder = Folder({str(tmp_path)!r})\nprint('held', flush=True)\ntime.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == b"held\n"
        X, y = kill.rows()
        model = AdaBoostMMClassifier(n_rounds=3, checkpoint=tmp_path)
        with pytest.raises(BlockingIOError, match=f"process {holder.pid} on .*lock"):
            model.fit(X, y)
        holder.kill()
        holder.wait()
        model.fit(X, y)
    assert (tmp_path / "end.vb").exists()


def test_two_threads_do_not_share_a_folder(tmp_path):
    X, y = kill.rows()
    inside, leave, said = threading.Event(), threading.Event(), []

    def score(model, X, y):
        inside.set()
        leave.wait(30)
        return 0.0

    def fit():
        first = AdaBoostMMClassifier(n_rounds=1, checkpoint=tmp_path, scoring=score)
        said.append(first.fit(X, y, X_val=X, y_val=y).n_rounds_)

    thread = threading.Thread(target=fit)
    thread.start()
    assert inside.wait(30)
    with pytest.raises(BlockingIOError, match=f"process {os.getpid()}"):
        AdaBoostMMClassifier(n_rounds=1, checkpoint=tmp_path).fit(X, y)
    leave.set()
    thread.join()
    assert said == [1]


def test_kernels_work_where_their_cache_cannot_be_written(tmp_path):
    """A file where the cache folder would be, and no HOME: what root cannot write to either."""
    home = tmp_path / "viewboost"
    for module in ("__init__.py", "rounds/_kernels.py", "learners/_kernels/jit.py"):
        target = home / module
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PACKAGE / module, target)
        for folder in (target.parent, target.parent.parent):
            (folder / "__pycache__").touch()
            (folder / "__init__.py").touch()
    code = (
        "import numpy as np\nfrom viewboost.rounds import _kernels\n"
        "assert _kernels.__file__.startswith('" + str(tmp_path) + "')\n"
        "y = np.array([0, 1])\nprint(_kernels.tally(1 - 2 * np.eye(2), y, y).sum())"
    )
    place = {"HOME": "/proc/none", "XDG_CACHE_HOME": "/proc/none", "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=place, capture_output=True, text=True, check=False)
    assert done.stdout == "-2.0\n", done.stderr
    assert not list(home.rglob("*.nbi"))
