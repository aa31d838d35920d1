"""A table of people, a runner, and a model fitted once."""

import csv
import json

import numpy as np
import pytest
from typer.testing import CliRunner

from viewboost.cli.app import app


def write_people(path, n=120):
    rng = np.random.default_rng(0)
    names = ["body_height", "body_weight", "age", "sport", "name", "comment", "likes"]
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        for row in range(n):
            winter = row % 2
            words = ["snow and ice", "cold dry wind"] if winter else ["sun and sea", "a dry beach"]
            writer.writerow(
                [
                    f"{1.7 + 0.1 * rng.normal() + 0.1 * winter:.3f}",
                    int(70 + 10 * rng.normal()),
                    "NA" if row % 10 == 0 else int(rng.integers(20, 60)),
                    rng.choice(["golf", "judo", "ski"]) if rng.random() < 0.9 else "",
                    f"{rng.choice(['Ann', 'Otto', 'Éva', 'Dan'])}{chr(97 + row % 26)}",
                    words[rng.integers(2)] + " " + rng.choice(["yes", "no"]),
                    "winter" if winter else "summer",
                ]
            )
    return path


@pytest.fixture(scope="session")
def people(tmp_path_factory):
    return write_people(tmp_path_factory.mktemp("people") / "people.csv")


@pytest.fixture(scope="session")
def run():
    """Run a command in this process; ``run.json`` gives its document."""

    class Run:
        def __call__(self, *args):
            return CliRunner().invoke(app, [str(arg) for arg in args])

        def json(self, *args):
            result = self(*args, "--json")
            assert result.exit_code == 0, result.output
            return json.loads(result.stdout)

        def refused(self, *args):
            """The one line of an error."""
            result = self(*args)
            assert isinstance(result.exception, SystemExit), result.exception
            assert result.exit_code == 2, result.output
            lines = [line for line in result.stderr.splitlines() if line.startswith("error: ")]
            assert len(lines) == 1, result.stderr
            assert "Traceback" not in result.output
            return lines[0]

    return Run()


@pytest.fixture(scope="session")
def fitted(run, people, tmp_path_factory):
    """A model of the people."""
    path = tmp_path_factory.mktemp("model") / "people.vb"
    run.json("fit", people, "--target", "likes", "--model", path, "--rounds", 10)
    return path
