"""What the demo tells to do next can be done."""

import pytest

from viewboost.cli import demo


@pytest.mark.parametrize(
    ("called", "found", "told"),
    [
        (".venv/bin/viewboost", None, ".venv/bin/viewboost"),
        (".venv/bin/viewboost", "/usr/bin/viewboost", "viewboost"),
        ("viewboost/cli/__main__.py", None, "viewboost"),
    ],
)
def test_the_program_is_called_as_the_shell_finds_it(monkeypatch, called, found, told):
    monkeypatch.setattr("sys.argv", [called, "demo"])
    monkeypatch.setattr("shutil.which", lambda name: found)
    assert demo._command() == told
