"""What people type wrongly is told in one line, with exit code 2."""

import errno
import os
import subprocess
import sys

import pandas as pd
import pytest

from viewboost.io.errors import ModelFileError


@pytest.mark.parametrize("command", ["fit", "compare", "advise"])
@pytest.mark.parametrize(
    ("options", "text"),
    [
        ((), "which column holds the classes? give --target COLUMN"),
        (("-t", "like"), "the target 'like' is not there; did you mean 'likes'?"),
        (("-t", "body_height"), "holds numbers such as 1."),
        (("-t", "likes", "-v", "body"), "--view 'body': write NAME=COLUMN,COLUMN"),
        (("-t", "likes", "-v", "=age"), "write NAME=COLUMN,COLUMN"),
        (("-t", "likes", "-v", "body="), "the view 'body' has no columns"),
        (("-t", "likes", "-v", "b=age", "-v", "b=sport"), "two views of the name 'b'"),
        (("-t", "likes", "-v", "b=agee"), "column 'agee' is not in the table; did you mean 'age'?"),
        (("-t", "likes", "-v", "b=zz*"), "column 'zz*' is not in the table"),
        (("-t", "likes", "-v", "a__b=age"), "view 'a__b': a name is not empty and has no '__'"),
        (("-t", "likes", "-v", "learner=age"), "has the name of a parameter"),
        (("-t", "likes", "-v", "b=likes"), "column 'likes' is not in the table"),
        (("-t", "likes", "-v", "b=name,age", "--words", "name"), "needs a view of its own"),
        (("-t", "likes", "--words", "nam"), "column 'nam' is not there; did you mean 'name'?"),
        (("-t", "likes", "--ignore", "x"), "column 'x' is not there"),
        (("-t", "likes", "--separator", ",,"), "--separator is one character, or tab"),
        (("-t", "likes", "--separator", "|"), "the target 'likes' is not there"),
        (("-t", "likes", "--rounds", "0"), "'--rounds'"),
        (("-t", "likes", "--rounds", "many"), "'--rounds'"),
        (("-t", "likes", "--nonsense"), "--nonsense"),
    ],
)
def test_tables_and_views(run, people, command, options, text):
    assert text in run.refused(command, people, *options)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (("-a", "mumbbo"), "no algorithm is called 'mumbbo'; did you mean 'mumbo'?"),
        (("--set", "vote"), "--set 'vote': write NAME=VALUE"),
        (("--set", "voted=all"), "no parameter 'voted'; did you mean 'vote'?"),
        (("--set", "vote=none"), "The 'vote' parameter of MumboClassifier must be"),
        (("--learning-rate", "-1"), "The 'learning_rate' parameter"),
        (("--holdout", "2"), "'--holdout'"),
        (("--holdout", "0.001"), "should be greater or equal to the number of classes"),
        (("-a", "carako", "--learning-rate", "0.5"), "learning_rate"),
        (("--model", "/nonexistent/m.vb"), "/nonexistent/m.vb: its folder does not exist"),
        (("--report", "/nonexistent/m.html"), "its folder does not exist"),
        (("--model", "."), ".: is there, and no file to write"),
        (("--config", "nowhere.toml"), "nowhere.toml: No such file or directory"),
    ],
)
def test_learning(run, people, options, text):
    assert text in run.refused("fit", people, "-t", "likes", *options)


def test_what_is_no_file_is_not_replaced_by_one(run, people, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    told = run.refused("fit", people, "-t", "likes", "--rounds", 1, "--model", pipe)
    assert f"{pipe}: is there, and no file to write" in told
    assert pipe.is_fifo()


def test_candidates_and_measures(run, people):
    told = run.refused("compare", people, "-t", "likes", "--only", "mumboo")
    assert "no candidate is called 'mumboo'; did you mean 'mumbo'?" in told
    told = run.refused("compare", people, "-t", "likes", "--only", "mumbo", "--by", "f1")
    assert "by is one of accuracy, mean_recall, g_mean, got 'f1'" in told
    assert "'--folds'" in run.refused("compare", people, "-t", "likes", "--folds", 1)


@pytest.mark.parametrize(
    ("name", "content", "text"),
    [
        ("missing.csv", None, "No such file or directory"),
        ("folder.csv", "folder", "Is a directory"),
        ("people.xls", b"x", "a table's name ends in one of .csv"),
        ("empty.csv", b"", "the file is empty"),
        ("blank.csv", b"\n \n\n", "the file is empty"),
        ("head.csv", b"a,likes\n", "a line of names, and no rows below it"),
        ("latin.csv", "a,likes\nfür,x\n".encode("latin-1"), "line 2 is not UTF-8 (byte 0xfc)"),
        ("nul.csv", b"a,likes\n1,x\n2\0,y\n", "line 3 has a NUL byte"),
        ("short.csv", b"a,b,likes\n1,2,x\n\n1,y\n", "line 4 has 2 cells, the header 3"),
        ("quote.csv", b'a,likes\n"1,x\n', "line 2: unexpected end of data"),
        ("twice.csv", b"a,a,likes\n1,2,x\n", "several columns are called 'a'"),
        ("nameless.csv", b"a,,likes\n1,2,x\n", "column 2 has no name"),
        ("alone.csv", b"likes\nx\ny\nx\n", "there is no column to learn from"),
        ("one.csv", b"a,likes\n1,x\n2,x\n", "the target 'likes' is x in every row"),
        ("ids.csv", b"a,likes\n1,x\n2,y\n", "each of the 2 values of the target 'likes' occurs"),
        ("none.csv", b"a,likes\n1,\n2,NA\n", "the target 'likes' has no values"),
        ("constant.csv", b"a,likes\n1,x\n1,y\n1,x\n", "no column is left to make a view of"),
        ("infinite.csv", b"a,likes\n1,x\ninf,y\n3,x\n", "column 'a' contains infinity"),
        ("noise.parquet", b"PAR1 and not much more", "not readable as Parquet"),
        ("empty.parquet", b"", "not readable as Parquet"),
    ],
)
def test_files(run, tmp_path, name, content, text):
    path = tmp_path / name
    if content == "folder":
        path.mkdir()
    elif content is not None:
        path.write_bytes(content)
    told = run.refused("fit", path, "-t", "likes", "--rounds", 3)
    assert text in told
    assert str(path) in told or text.startswith(("no column", "column 'a' contains"))


@pytest.mark.parametrize("command", ["predict", "evaluate", "report"])
def test_models(run, people, fitted, tmp_path, command):
    target = () if command == "predict" else ("-t", "likes")
    assert "No such file" in run.refused(command, people, "-m", tmp_path / "no.vb", *target)
    (tmp_path / "bad.vb").write_bytes(b"PK\x03\x04 no model")
    assert "bad.vb" in run.refused(command, people, "-m", tmp_path / "bad.vb", *target)
    told = run.refused(command, people, *target)
    assert "Missing" in told
    assert "model" in told
    frame = pd.read_csv(people)
    frame.drop(columns="age").to_csv(tmp_path / "less.csv", index=False)
    told = run.refused(command, tmp_path / "less.csv", "-m", fitted, *target)
    assert "the model needs the column 'age', which is not there" in told
    frame.astype(object).assign(age="old").to_csv(tmp_path / "old.csv", index=False)
    told = run.refused(command, tmp_path / "old.csv", "-m", fitted, *target)
    assert "column 'age', row 1: 'old' is not a number" in told


def test_new_rows(run, people, fitted, tmp_path):
    assert "which column" in run.refused("evaluate", people, "-m", fitted)
    assert "'nope' is not there" in run.refused("evaluate", people, "-m", fitted, "-t", "nope")
    told = run.refused("predict", people, "-m", fitted, "-o", tmp_path / "no" / "out.csv")
    assert "its folder does not exist" in told
    frame = pd.read_csv(people).assign(likes="")
    frame.to_csv(tmp_path / "none.csv", index=False)
    told = run.refused("evaluate", tmp_path / "none.csv", "-m", fitted, "-t", "likes")
    assert "the target 'likes' has no values" in told


def test_a_model_of_arrays_is_for_python(run, people, tmp_path):
    from viewboost import AdaBoostMMClassifier

    model = AdaBoostMMClassifier(n_rounds=2).fit([[0.0], [1.0]], [0, 1])
    model.save(tmp_path / "a.vb")
    told = run.refused("predict", people, "-m", tmp_path / "a.vb")
    assert "fitted on arrays, not on columns with names" in told


def test_datasets(run, tmp_path):
    told = run.refused("datasets", "waterhol", "--out", tmp_path / "w.csv")
    assert "no data are called 'waterhol'; did you mean 'waterhole'?" in told
    assert "give --out FILE.csv" in run.refused("datasets", "waterhole")
    assert "'--rows'" in run.refused("datasets", "waterhole", "--rows", 1, "-o", tmp_path / "w.csv")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_nothing_is_written_where_it_may_not(run, people, tmp_path):
    tmp_path.chmod(0o500)
    told = run.refused("fit", people, "-t", "likes", "-m", tmp_path / "m.vb", "--rounds", 2)
    assert "m.vb: Permission denied" in told


def test_what_was_there_stays_if_the_disk_is_full(run, people, fitted, tmp_path, monkeypatch):
    out = tmp_path / "out.csv"
    out.write_text("before")

    def full(handle):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    told = run.refused("predict", people, "-m", fitted, "-o", out)
    assert told == f"error: {out}: No space left on device"
    assert out.read_text() == "before"
    assert os.listdir(tmp_path) == ["out.csv"]


def test_words_of_the_command_line(run):
    assert "No such command 'fot'. Did you mean 'fit'?" in run.refused("fot")
    assert "error: Missing" in run.refused("fit", "-t", "y")
    assert run("--version").stdout.startswith("0.")
    assert "compare" in run().stdout


def test_debug_raises(run, tmp_path):
    result = run("fit", tmp_path / "no.csv", "-t", "y", "--debug")
    assert isinstance(result.exception, FileNotFoundError)
    bad = tmp_path / "bad.vb"
    bad.write_bytes(b"x" * 99)
    result = run("predict", tmp_path / "no.csv", "-m", bad, "--debug")
    assert isinstance(result.exception, ModelFileError)


def viewboost(*args):
    return subprocess.run(
        [sys.executable, "-m", "viewboost", *map(str, args)], capture_output=True, text=True
    )


def test_real_processes_end_with_code_two_and_one_line(tmp_path):
    done = viewboost("fit", tmp_path / "no.csv", "-t", "y")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"error: {tmp_path / 'no.csv'}: No such file or directory\n"
    done = viewboost("fit", "--nonsense")
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1


def test_a_reader_that_has_seen_enough_is_no_error(people, fitted):
    command = f"{sys.executable} -m viewboost predict {people} -m {fitted} --proba | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert done.stdout == "prediction,p(summer),p(winter)\n"
    assert done.stderr == ""


@pytest.mark.parametrize(
    "command", ["fit", "predict", "evaluate", "compare", "advise", "report", "datasets"]
)
def test_help_fits_a_terminal_and_shows_an_example(run, command):
    shown = run(command, "--help").stdout
    assert f"viewboost {command} " in shown
    assert "--json" in shown
    assert max(map(len, shown.splitlines())) <= 80
