"""fit, predict and evaluate, from a file to a file."""

import json
import os
import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest

import viewboost


def test_fit_prints_the_views_it_chose_and_writes_the_model(run, people, tmp_path):
    result = run("fit", people, "--target", "likes", "--model", tmp_path / "m.vb", "--rounds", 10)
    assert result.exit_code == 0, result.output
    for text in ("grouped by rule", "comment", "words", "letters", "numbers and levels", "m.vb"):
        assert text in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert viewboost.load(tmp_path / "m.vb").view_names_ == ["body", "table", "name", "comment"]


def test_json_says_the_same(run, people, tmp_path):
    model = tmp_path / "m.vb"
    told = run.json("fit", people, "--target", "likes", "--model", model, "--rounds", 10)
    assert told["algorithm"] == "MumboClassifier"
    assert told["views"][0] == {
        "name": "body",
        "columns": ["body_height", "body_weight"],
        "read_as": ["numbers", "numbers"],
    }
    assert told["scored_on"] == "training rows"
    again = run.json("evaluate", people, "--target", "likes", "--model", model)
    assert again["scores"] == told["scores"]
    assert sum(told["view_shares"].values()) == pytest.approx(1)


def test_declared_views_and_options_reach_the_model(run, people, tmp_path):
    told = run.json(
        *("fit", people, "--target", "likes", "--model", tmp_path / "m.vb"),
        *("--view", "body=body_*,sport", "--view", "words=comment", "--words", "comment"),
        *("--algorithm", "mucombo", "--rounds", 7, "--depth", 2, "--set", "beta=simplified"),
        *("--learning-rate", 0.5, "--seed", 3, "--holdout", 0.25),
    )
    assert told["unused"] == {"name": "in no view", "age": "in no view"}
    assert told["scored_on"] == "rows held out"
    assert told["scores"]["n_rows"] == 30
    model = viewboost.load(tmp_path / "m.vb")
    assert model.get_params()["body"].max_depth == 2
    for name, value in {"beta": "simplified", "n_rounds": 7, "random_state": 3}.items():
        assert model.get_params()[name] == value
    assert list(model.feature_names_in_) == ["body_height", "body_weight", "sport", "comment"]


def test_predictions_are_those_of_python(run, people, fitted, tmp_path):
    out = tmp_path / "classes.csv"
    assert run("predict", people, "--model", fitted, "--out", out, "--proba").exit_code == 0
    model = viewboost.load(fitted)
    frame = pd.read_csv(people)[model.feature_names_in_]
    written = pd.read_csv(out, float_precision="round_trip")  # pandas 2 rounds else
    assert written["prediction"].tolist() == model.predict(frame).tolist()
    np.testing.assert_array_equal(written["p(winter)"], model.predict_proba(frame)[:, 1])
    polars = pl.read_csv(people, null_values="NA").select(list(model.feature_names_in_))
    assert model.predict(polars).tolist() == model.predict(frame).tolist()
    shown = run("predict", people, "--model", fitted).stdout
    assert shown.splitlines() == ["prediction", *written["prediction"]]
    assert run.json("predict", people, "--model", fitted)["prediction"] == (
        written["prediction"].tolist()
    )


def test_columns_may_come_in_another_order_with_others_between(run, people, fitted, tmp_path):
    frame = pd.read_csv(people, keep_default_na=False)
    frame[[*reversed(frame.columns)]].assign(more=1).to_csv(tmp_path / "new.csv", index=False)
    new, old = (
        run.json("predict", path, "--model", fitted)["prediction"]
        for path in (tmp_path / "new.csv", people)
    )
    assert new == old


def test_rows_may_lack_texts_and_numbers(run, people, fitted, tmp_path):
    frame = pd.read_csv(people).astype(object)
    frame.loc[:3, ["comment", "age", "sport"]] = np.nan
    frame.to_csv(tmp_path / "new.csv", index=False)
    assert len(run.json("predict", tmp_path / "new.csv", "--model", fitted)["prediction"]) == 120


def test_a_column_of_text_may_look_like_numbers_in_new_rows(run, people, fitted, tmp_path):
    frame = pd.read_csv(people)[:4].assign(comment=["1", "2", "3", "4"], name="7")
    frame.to_csv(tmp_path / "new.csv", index=False)
    assert len(run.json("predict", tmp_path / "new.csv", "--model", fitted)["prediction"]) == 4


def test_parquet_gives_the_model_that_csv_gives(run, people, fitted, tmp_path):
    frame = pd.read_csv(people)
    frame.to_parquet(tmp_path / "people.parquet")
    told = run.json(
        "fit", tmp_path / "people.parquet", "-t", "likes", "-m", tmp_path / "p.vb", "--rounds", 10
    )
    ours, theirs = (
        viewboost.load(path).decision_function(frame.drop(columns="likes"))
        for path in (tmp_path / "p.vb", fitted)
    )
    np.testing.assert_array_equal(ours, theirs)
    assert told["n_rows"] == 120


def test_evaluate_tells_classes_that_were_not_in_training(run, people, fitted, tmp_path):
    frame = pd.read_csv(people)
    frame.loc[:2, "likes"] = "autumn"
    frame.loc[3, "likes"] = np.nan
    frame.to_csv(tmp_path / "new.csv", index=False)
    result = run("evaluate", tmp_path / "new.csv", "--model", fitted, "--target", "likes")
    assert result.exit_code == 0
    assert "Class autumn (3 rows) was not in training" in result.stdout
    assert "1 rows without a label" in result.stderr
    told = run.json("evaluate", tmp_path / "new.csv", "--model", fitted, "--target", "likes")
    assert told["scores"]["n_rows"] == 119
    assert told["scores"]["classes"][0]["recall"] == 0


def test_rows_without_labels_are_for_agreement(run, people, tmp_path):
    frame = pd.read_csv(people)
    frame.loc[20:, "likes"] = np.nan
    frame.to_csv(tmp_path / "few.csv", index=False)
    refused = run("fit", tmp_path / "few.csv", "-t", "likes")
    assert refused.exit_code == 2
    assert "missing in 100 rows, first in row 21" in refused.stderr
    told = run.json("fit", tmp_path / "few.csv", "-t", "likes", "-a", "agreement", "--rounds", 3)
    assert told["n_unlabelled"] == 100


@pytest.mark.parametrize(
    ("labels", "classes"),
    [(["0", "1"], [0, 1]), (["true", "false"], [False, True]), (["01", "x"], ["01", "x"])],
)
def test_labels_keep_their_type(run, people, tmp_path, labels, classes):
    frame = pd.read_csv(people)
    frame["likes"] = [labels[i % 2] for i in range(len(frame))]
    frame.to_csv(tmp_path / "p.csv", index=False)
    args = tmp_path / "p.csv", "-t", "likes", "-m", tmp_path / "m.vb"
    run.json("fit", *args, "--rounds", 3)
    assert viewboost.load(tmp_path / "m.vb").classes_.tolist() == classes
    assert [one["label"] for one in run.json("evaluate", *args)["scores"]["classes"]] == classes


def test_a_formula_in_a_label_is_not_written_as_one(run, people, tmp_path):
    frame = pd.read_csv(people)
    frame["likes"] = ["=cmd()" if i % 2 else "b" for i in range(len(frame))]
    frame.to_csv(tmp_path / "p.csv", index=False)
    run.json("fit", tmp_path / "p.csv", "-t", "likes", "-m", tmp_path / "m.vb", "--rounds", 3)
    lines = run("predict", tmp_path / "p.csv", "-m", tmp_path / "m.vb", "--proba").stdout
    assert "\n'=cmd()," in lines
    assert not any(line.startswith("=") for line in lines.splitlines())


def test_control_characters_and_markup_in_names_are_shown_not_obeyed(run, people, tmp_path):
    frame = pd.read_csv(people).rename(columns={"age": "[red]\x1b[2Jage"})
    frame.to_csv(tmp_path / "p.csv", index=False)
    result = run("fit", tmp_path / "p.csv", "-t", "likes", "--rounds", 3)
    assert result.exit_code == 0
    assert "\x1b" not in result.stdout
    assert "[red]" in result.stdout


def test_many_classes_and_views_are_cut_short(run, tmp_path):
    head = ",".join(f"{chr(97 + j // 26)}{chr(97 + j % 26)}_{k}" for j in range(60) for k in (1, 2))
    rows = [",".join(["0", "1"] * 60 if i % 2 else ["1", "0"] * 60) for i in range(240)]
    lines = [f"{head},y", *(f"{row},c{i % 120}" for i, row in enumerate(rows))]
    (tmp_path / "wide.csv").write_text("\n".join(lines))
    shown = run("fit", tmp_path / "wide.csv", "-t", "y", "--rounds", 1, "-a", "adaboost_mm").stdout
    assert "… and 10 more, see --json" in shown  # 60 views
    assert "… and 70 more, see --json" in shown  # 120 classes
    assert max(map(len, shown.splitlines())) <= 80


def test_a_terminal_that_knows_few_letters():
    result = subprocess.run(
        [sys.executable, "-c", "from viewboost.cli.output import line; line('± Éva \\x1b[2J')"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert result.stdout == b"? ?va \\x1b[2J\n"


def test_the_document_is_strict_json(run, people, fitted, tmp_path):
    frame = pd.read_csv(people)
    frame[frame["likes"] == "summer"].to_csv(tmp_path / "one.csv", index=False)
    told = run("evaluate", tmp_path / "one.csv", "-m", fitted, "-t", "likes", "--json").stdout
    document = json.loads(told, parse_constant=lambda text: pytest.fail(text))
    assert document["scores"]["mauc"] is None
