"""compare, advise, report and datasets from a terminal."""

import pytest

from viewboost.tables import read_table


def test_compare_shows_one_table(run, people):
    only = [x for name in ("mumbo", "late fusion", "class prior") for x in ("--only", name)]
    how = ("compare", people, "-t", "likes", "--rounds", 3, "--folds", 3, *only)
    result = run(*how, "--by", "mean_recall")
    assert result.exit_code == 0, result.output
    assert max(map(len, result.stdout.splitlines())) <= 80
    for text in ("mumbo", "late fusion *", "class prior *", "±", "fit s", "mean recall", "body"):
        assert text in result.stdout
    told = run.json(*how)["results"]
    assert {one["name"] for one in told} == {"mumbo", "late fusion", "class prior"}
    scores = [one["accuracy"] for one in told]
    assert scores == sorted(scores, reverse=True)
    assert told[-1]["accuracy"] == pytest.approx(0.5)


def test_advise_says_which_and_why(run, people):
    result = run("advise", people, "-t", "likes", "--rounds", 5, "--folds", 2)
    assert result.exit_code == 0, result.output
    assert max(map(len, result.stdout.splitlines())) <= 80
    told = run.json("advise", people, "-t", "likes", "--rounds", 5, "--folds", 2)
    assert f"Take {told['algorithm']}." in result.stdout
    assert told["reasons"]
    assert set(told["strengths"]) == {"body", "table", "name", "comment"}


def test_report_writes_a_page(run, people, fitted, tmp_path):
    pytest.importorskip("jinja2")
    out = tmp_path / "page.html"
    run.json("report", people, "-m", fitted, "-t", "likes", "-o", out, "--title", "A <b>title</b>")
    page = out.read_text(encoding="utf-8")
    assert "A &lt;b&gt;title&lt;/b&gt;" in page
    for view in ("body", "comment"):
        assert view in page


def test_fit_reports_on_the_rows_held_out(run, people, tmp_path):
    pytest.importorskip("jinja2")
    out = tmp_path / "page.html"
    told = run.json("fit", people, "-t", "likes", "--rounds", 3, "--holdout", 0.25, "--report", out)
    assert told["report"] == str(out)
    assert "rows held out from training" in out.read_text(encoding="utf-8")


def test_datasets_are_listed_and_written(run, tmp_path):
    shown = run("datasets").stdout
    assert "waterhole" in shown
    assert max(map(len, shown.splitlines())) <= 80
    names = [one["name"] for one in run.json("datasets")["datasets"]]
    assert {"students", "webkb-course"} <= set(names)
    for name in ("agreeing-views", "students", "triangle", "uneven-views", "waterhole", "xd6"):
        out = tmp_path / f"{name}.csv"
        told = run.json("datasets", name, "--rows", 20, "-o", out)
        table = read_table(out)
        assert table.shape == (20, len(told["columns"]))
        assert table.columns[-1] == "class"
