"""The README's examples run, and the package stays light until it is used."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import viewboost
from viewboost.cli.app import app

ROOT = Path(__file__).parents[1]
BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), flags=re.DOTALL)
SCRIPTS = sorted(p for p in (ROOT / "examples").glob("*.py") if not p.name.startswith("_"))


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_the_readmes_python_runs(block, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "README.md", "exec"), {})
    assert capsys.readouterr().out


def test_the_readmes_commands_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^\$ viewboost (.*)$", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert len(commands) > 3
    for command in commands:
        result = CliRunner().invoke(app, shlex.split(command))
        assert result.exit_code == 0, f"{command}: {result.output}"
        assert max(map(len, result.stdout.splitlines())) <= 80
    for name in ("visits.vb", "visits.html", "animals.csv"):
        assert (tmp_path / name).stat().st_size


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda p: p.name)
def test_the_examples_run(script):
    done = subprocess.run(
        [sys.executable, script, "--quick"], capture_output=True, text=True, cwd=script.parent
    )
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_importing_the_package_or_asking_for_help_is_light():
    code = """
import sys, viewboost
assert dir(viewboost) and "sklearn" not in sys.modules
from viewboost.cli.app import app
from typer.testing import CliRunner
result = CliRunner().invoke(app, ["--help"])
assert result.exit_code == 0 and "demo" in result.output, result.output
assert "numba" not in sys.modules and "sklearn" not in sys.modules
viewboost.AdaBoostMMClassifier(learner=viewboost.Tree())
assert "numba" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_public_names_exist_and_are_documented():
    for name in viewboost.__all__:
        if name != "__version__":
            assert getattr(viewboost, name).__doc__, name
    with pytest.raises(AttributeError, match="no attribute 'Stumps'"):
        viewboost.Stumps  # noqa: B018


def test_the_demo_runs_fits_a_terminal_and_leaves_its_report(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "viewboost", "demo"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "COLUMNS": "80"},
    )
    assert done.returncode == 0, done.stderr
    assert "all views" in done.stdout
    path = tmp_path / "viewboost-demo.html"
    assert str(path.resolve()) in done.stdout
    assert "Who came to the waterhole?" in path.read_text(encoding="utf-8")
    lines = [line for line in done.stdout.splitlines() if str(tmp_path) not in line]
    assert max(map(len, lines)) <= 80
