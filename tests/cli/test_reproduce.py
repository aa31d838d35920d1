"""``viewboost reproduce``: runs, lists, writes pages, and says what is wrong in one line."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from viewboost import experiments
from viewboost.cli.app import app
from viewboost.datasets import DatasetNotFoundError
from viewboost.experiments.experiment import Experiment
from viewboost.experiments.pages import Report, Table, Verdict


def tasks(scale):
    return [{"seed": seed} for seed in range({"quick": 2, "default": 3, "full": 4}[scale])]


def report(summary):
    table = Table("Table 1", {"row": {"column": summary.groups[0].values["seed"]}})
    return Report([table], [Verdict("a claim", False, "1 < 2", "A reason.")])


def lost(settings):
    raise DatasetNotFoundError("data set 'lost': nowhere")


@pytest.fixture
def call(monkeypatch, tmp_path):
    """Call the command where there are two experiments, one of them without its data."""
    known = {
        "lost": Experiment("lost", "of lost data", "a paper", tasks, lost, report),
        "small": Experiment("small", "a small one", "a paper", tasks, dict, report),
    }
    monkeypatch.setattr(experiments, "names", lambda: list(known))
    monkeypatch.setattr(experiments, "get", known.__getitem__)
    monkeypatch.chdir(tmp_path)
    return lambda *args: CliRunner().invoke(app, ["reproduce", *args])


@pytest.mark.parametrize(("option", "count"), [(["--quick"], 2), ([], 3), (["--full"], 4)])
def test_scales(call, option, count, tmp_path):
    result = call("small", *option, "--out", "here")
    assert result.exit_code == 0, result.output
    assert f"small: {count} tasks" in result.output
    scale = "".join(option).replace("--", "-")
    assert (tmp_path / "here" / f"small{scale}.md").exists()


def test_list(call):
    assert "small            a small one (a paper)" in call("list").output


def test_all_goes_on_where_data_is_missing(call):
    result = call("all", "--quick")
    assert result.exit_code == 2
    assert "error: lost: data set 'lost': nowhere" in result.output
    assert "small: 2 tasks" in result.output


def test_page_of_all_results(call, tmp_path):
    assert "no results here" in call("page", "--out", "here").output
    call("small", "--out", "here")
    result = call("page", "--out", "here", "--to", "book.md")
    assert result.exit_code == 0
    assert "## small: a small one" in (tmp_path / "book.md").read_text()


def test_json_is_one_document(call):
    listed = json.loads(call("list", "--json").stdout)
    assert [e["name"] for e in listed["experiments"]] == ["lost", "small"]
    result = call("all", "--json", "--out", "here")
    assert result.exit_code == 2
    (told,) = json.loads(result.stdout)["experiments"]
    assert (told["name"], told["scale"], told["tasks"]) == ("small", "default", 3)
    assert told["results"] == str(Path("here") / "small.json")
    assert told["claims"] == [
        {"claim": "a claim", "holds": False, "why": "1 < 2", "reason": "A reason."}
    ]
    page = json.loads(call("page", "--out", "here", "--json").stdout)
    assert page == {"page": "papers.md", "experiments": ["small"]}


@pytest.mark.parametrize(
    ("args", "text"),
    [
        (["nothing"], "there is no experiment 'nothing' (experiments: all, lost, small)"),
        (["small", "--quick", "--full"], "--quick and --full exclude each other"),
        (["small", "--jobs", "0"], "Invalid value for '--jobs'"),
    ],
)
def test_misuse_is_one_line_and_code_2(call, args, text):
    result = call(*args)
    assert result.exit_code == 2
    assert text in result.output
    assert "Traceback" not in result.output
