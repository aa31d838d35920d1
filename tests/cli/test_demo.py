"""What the demo tells to do next can be done."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from viewboost.cli import demo
from viewboost.cli.app import app


@pytest.mark.parametrize(
    ("called", "found", "told"),
    [
        (".venv/bin/viewboost", None, ".venv/bin/viewboost"),
        (".venv/bin/viewboost", "/usr/bin/viewboost", "viewboost"),
        ("viewboost/__main__.py", None, "viewboost"),
    ],
)
def test_the_program_is_called_as_the_shell_finds_it(monkeypatch, called, found, told):
    monkeypatch.setattr("sys.argv", [called, "demo"])
    monkeypatch.setattr("shutil.which", lambda name: found)
    assert demo._command() == told


def test_the_demo_answers_in_one_json_document(tmp_path):
    result = CliRunner().invoke(app, ["demo", "--json", "--out", str(tmp_path / "demo.html")])
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert Path(told["report"]).read_text("utf-8").startswith("<!doctype html>")
    together, *alone = told["scores"]
    assert together["accuracy"] > max(score["accuracy"] for score in alone)
    assert sum(score["share_of_votes"] for score in alone) == pytest.approx(1)
