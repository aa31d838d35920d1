"""Options from a TOML file."""

import pytest

import viewboost


def write(tmp_path, text):
    path = tmp_path / "options.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_says_what_options_say_and_what_is_typed_wins(run, people, tmp_path):
    config = write(
        tmp_path,
        f"""
        target = "likes"
        algorithm = "mucombo"
        rounds = 9
        learning-rate = 0.5
        holdout = 0.25
        model = "{tmp_path / "m.vb"}"
        json = true
        words = "comment"
        view = {{ body = ["body_height", "body_weight"], text = "comment" }}
        set = {{ beta = "simplified", verbose = 0 }}
        """,
    )
    told = run(
        "fit", people, "--config", config, "--rounds", 5, "--algorithm=combo", "--set", "step=exact"
    )
    assert told.exit_code == 0, told.output
    model = viewboost.load(tmp_path / "m.vb")
    assert isinstance(model, viewboost.ComboClassifier)
    assert (model.n_rounds, model.learning_rate, model.view_names_) == (5, 0.5, ["body", "text"])
    assert model.step == "exact"


def test_views_may_be_listed_as_they_are_typed(run, people, tmp_path):
    config = write(tmp_path, 'target = "likes"\nview = ["a=age", "b=body_*"]\nrounds = 2\n')
    told = run.json("fit", people, "--config", config)
    assert [view["name"] for view in told["views"]] == ["a", "b"]
    typed = run.json("fit", people, f"--config={config}", "-v", "c=age")
    assert [view["name"] for view in typed["views"]] == ["c"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('algorthm = "mumbo"', "unknown key 'algorthm'; did you mean 'algorithm'?"),
        ("data = 'x.csv'", "unknown key 'data'"),
        ("config = 'x.toml'", "unknown key 'config'"),
        ("rounds = ", "options.toml: no TOML"),
        ("rounds = [1, 2]", "rounds is one value, got [1, 2]"),
        ("rounds = 'many'", "'--rounds'"),
        ("json = 'yes'", "json is true or false, got 'yes'"),
        ("algorithm = true", "algorithm is one value, got True"),
        ("words = [{ a = 1 }]", "words is a list of texts"),
        ("view = { a = { b = 1 } }", "a table in a table"),
        ("[view]\nbody = []", "the view 'body' has no columns"),
        ("\x00", "no TOML"),
    ],
)
def test_mistakes_are_told_with_the_file(run, people, tmp_path, text, told):
    line = run.refused("fit", people, "-t", "likes", "--config", write(tmp_path, text))
    assert told in line


def test_the_file_itself(run, people, tmp_path):
    assert "Is a directory" in run.refused("fit", people, "--config", tmp_path)
    (tmp_path / "latin.toml").write_bytes("target = 'für'".encode("latin-1"))
    assert "no TOML" in run.refused("fit", people, "--config", tmp_path / "latin.toml")
    assert "--config" in run.refused("fit", people, "--config")
