"""Models as files: they come back to the last bit; anything else is refused."""

import json
import os
import pathlib
import pickle
import stat
import zipfile

import numpy as np
import pandas as pd
import pytest
import sklearn
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier
from tools import fuzz, zoo

import viewboost
from viewboost import AdaBoostMMClassifier, BagOfWords, ModelFileError, MumboClassifier, Stump
from viewboost.algorithms.files import ALGORITHMS
from viewboost.io import container, foreign

GOLDEN = pathlib.Path(__file__).parents[1] / "io" / "golden"
KINDS = list(zoo.MAKERS)
X, Y = zoo.rows()


@pytest.fixture(scope="module")
def models():
    """Fitted models with rows to try them on, made once each."""
    made = {}

    def fitted(kind):
        if kind not in made:
            made[kind] = zoo.fitted(kind)
        return made[kind]

    return fitted


@pytest.fixture
def path(tmp_path):
    return tmp_path / "model.vb"


def reloaded(model, path, **options):
    model.save(path)
    return viewboost.load(path, **options)


def test_every_algorithm_has_a_file(models):
    public = {name for name in viewboost.__all__ if name.endswith("Classifier")}
    assert set(ALGORITHMS) == public
    assert {type(models(kind)[0]).__name__ for kind in KINDS} == public


# -- round trips -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_models_come_back_to_the_last_bit(models, path, kind):
    model, rows = models(kind)
    back = reloaded(model, path)
    assert fuzz.fingerprint(back, rows) == fuzz.fingerprint(model, rows)
    assert (back.decision_function(rows) == model.decision_function(rows)).all()
    assert set(vars(back)) == set(vars(model))
    assert back._gate == model._gate
    assert back.classes_.dtype == model.classes_.dtype
    assert back.view_importances_ == model.view_importances_
    assert str(back.feature_importances_) == str(model.feature_importances_)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_loaded_is_saved_as_the_same_bytes(models, path, kind):
    back = reloaded(models(kind)[0], path)
    data = path.read_bytes()
    back.save(path)
    assert path.read_bytes() == data


@pytest.mark.parametrize("kind", KINDS)
def test_a_clone_of_what_is_loaded_fits_the_same(models, path, kind):
    model, rows = models(kind)
    X_, y = (X.numbers if kind == "one_x" else X), model.classes_[Y]
    mine, theirs = clone(reloaded(model, path)).fit(X_, y), clone(model).fit(X_, y)
    assert (mine.decision_function(rows) == theirs.decision_function(rows)).all()


@pytest.mark.parametrize(
    "labels",
    [
        np.array(["no", "yes", "ÿes"]),
        np.array(["a", "b", "c"], dtype=object),
        np.array([-1.0, 0.0, 1e9]),
        np.array([-3, 0, 2**40]),
        np.array([0, 1, 2], dtype=np.uint8),
        np.array([False, True, True]),
    ],
)
def test_classes_keep_their_type(path, labels):
    model = AdaBoostMMClassifier(n_rounds=2).fit(X.numbers, labels[Y])
    back = reloaded(model, path)
    assert back.classes_.dtype == model.classes_.dtype
    assert back.predict(X.numbers).tolist() == model.predict(X.numbers).tolist()


def test_frames_keep_names_levels_and_their_checks(path):
    frame = pd.DataFrame(X.numbers, columns=["a", "b", "c"]).astype({"c": "category"})
    model = AdaBoostMMClassifier(n_rounds=3).fit(frame, Y)
    back = reloaded(model, path)
    assert back.feature_names_in_.tolist() == ["a", "b", "c"]
    assert back.feature_names_in_.dtype == object
    assert (back.predict_proba(frame) == model.predict_proba(frame)).all()
    with pytest.raises(ValueError, match="feature names should match"):
        back.predict(frame.rename(columns={"a": "z"}))


def test_a_model_without_votes_and_one_of_one_class_come_back(path):
    with pytest.warns(UserWarning, match="class prior"):
        prior = AdaBoostMMClassifier(n_rounds=3).fit(np.zeros((60, 1)), Y)
    assert reloaded(prior, path).predict_proba(np.zeros((2, 1)))[0].tolist() == (
        prior.predict_proba(np.zeros((2, 1)))[0].tolist()
    )
    one = AdaBoostMMClassifier().fit(X.numbers, np.full(60, "only"))
    assert reloaded(one, path).predict(X.numbers[:1]).tolist() == ["only"]


def test_an_interrupted_fit_comes_back(path, monkeypatch):
    model = viewboost.AgreementBoostClassifier(n_rounds=5)
    real, calls = viewboost.Stump.bind, []

    def bind(self, *args):
        bound = real(self, *args)
        hypothesis = bound.hypothesis

        def interrupted(*args):
            calls.append(None)
            if len(calls) == 6:
                raise KeyboardInterrupt
            return hypothesis(*args)

        bound.hypothesis = interrupted
        return bound

    monkeypatch.setattr(viewboost.Stump, "bind", bind)
    views = {"a": X.numbers[:, :1], "b": X.numbers[:, 1:]}
    with pytest.raises(KeyboardInterrupt):
        model.fit(views, Y)
    assert len(model.history_) == 3  # of which the last has no details
    back = reloaded(model, path)
    assert repr(back.history_.records) == repr(model.history_.records)
    assert (back.decision_function(views) == model.decision_function(views)).all()


def test_metadata_requests_come_back(path):
    with sklearn.config_context(enable_metadata_routing=True):
        model = AdaBoostMMClassifier(n_rounds=2).set_fit_request(sample_weight=True)
        back = reloaded(model.fit(X.numbers, Y), path)
        wanted = model.get_metadata_routing().fit.requests
        assert back.get_metadata_routing().fit.requests == wanted
        assert wanted["sample_weight"] is True


def test_other_readers_of_zips_and_arrays_read_it(models, path):
    models("adaboost_mm")[0].save(path)
    with zipfile.ZipFile(path) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        assert archive.testzip() is None
    assert manifest["content"]["algorithm"] == "AdaBoostMMClassifier"
    assert manifest["content"]["parameters"]["n_rounds"] == 2
    with np.load(path, allow_pickle=False) as arrays:
        assert arrays["votes/vector"].shape[1] == 3


# -- golden files: every version stays readable -------------------------------------------------


@pytest.mark.parametrize("golden", sorted(GOLDEN.glob("*.vb")), ids=lambda golden: golden.stem)
def test_files_of_all_versions_are_read_and_score_as_they_did(golden):
    wanted = json.loads(golden.with_suffix(".json").read_text())
    model = viewboost.load(golden)
    rows, _ = zoo.rows(24)
    rows = rows.numbers if wanted["kind"] == "one_x" else rows
    assert model.decision_function(rows).tolist() == wanted["scores"]
    assert model.predict(rows).tolist() == wanted["labels"]
    assert model.n_rounds_ == wanted["n_rounds"]


def test_there_is_a_golden_file_of_each_kind():
    assert {path.stem for path in GOLDEN.glob("v1-*.vb")} == {f"v1-{kind}" for kind in KINDS}


# -- what is refused on saving -------------------------------------------------------------------


def test_a_model_that_is_not_fitted_is_refused(path):
    with pytest.raises(NotFittedError):
        AdaBoostMMClassifier().save(path)
    assert not path.exists()


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"scoring": lambda *a: 0.0}, "MumboClassifier: parameter scoring: the callable"),
        ({"cooperation": lambda w, s: w * 0.5}, "parameter cooperation: the callable"),
        ({"views": [("a", None, lambda X: [0])]}, r"parameter views\[0\]\[2\]: the callable"),
    ],
)
def test_callables_are_refused_by_name(path, options, text):
    model = MumboClassifier(**{"n_rounds": 2, **options}).fit(X.numbers, Y)
    with pytest.raises(ModelFileError, match=text):
        model.save(path)
    assert not path.exists()


def test_what_the_file_would_lose_or_not_read_is_refused(path, models):
    class Mine(AdaBoostMMClassifier):
        """An algorithm that the library does not know."""

    with pytest.raises(ModelFileError, match="only the algorithms of viewboost"):
        Mine(n_rounds=1).fit(X.numbers, Y).save(path)
    model = AdaBoostMMClassifier(n_rounds=1).fit(X.numbers, Y)
    model.note_ = "mine"
    with pytest.raises(ModelFileError, match=r"does not know: \['note_'\]"):
        model.save(path)
    del model.note_
    with pytest.raises(ModelFileError, match="n_rounds"):
        model.set_params(n_rounds=-1).save(path)


def test_a_folder_that_is_missing_or_closed_passes_through(tmp_path, models):
    model, _ = models("one_x")
    with pytest.raises(FileNotFoundError) as caught:
        model.save(tmp_path / "no" / "x.vb")
    assert caught.value.filename == str(tmp_path / "no" / "x.vb")
    with pytest.raises(IsADirectoryError):
        model.save(tmp_path)
    with pytest.raises(FileNotFoundError):
        viewboost.load(tmp_path / "nothing.vb")
    with pytest.raises(IsADirectoryError):
        viewboost.load(tmp_path)


def test_a_saved_file_has_the_usual_permissions(tmp_path, models):
    models("one_x")[0].save(tmp_path / "x.vb")
    (tmp_path / "plain").write_text("")
    modes = [stat.S_IMODE(os.stat(tmp_path / name).st_mode) for name in ("x.vb", "plain")]
    assert modes[0] == modes[1]


# -- what is refused on loading ------------------------------------------------------------------


class Payload:
    """Runs code when it is unpickled."""

    def __reduce__(self):
        return os.mkdir, ("ran",)


@pytest.mark.parametrize(
    "data", [pickle.dumps(Payload()), b"", b"PK", b"PK\3\4", b"\x93NUMPY", b"{}", bytes(10**6)]
)
def test_other_files_are_refused_and_run_nothing(path, data, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    path.write_bytes(data)
    with pytest.raises(ModelFileError, match="model.vb: .*not a viewboost file"):
        viewboost.load(path)
    assert not (tmp_path / "ran").exists()


def test_every_flipped_byte_and_every_cut_is_found(models, path):
    models("one_x")[0].save(path)
    data = path.read_bytes()
    for place in range(0, len(data), 37):
        for damaged in (data[:place], data[:place] + bytes([data[place] ^ 64]) + data[place + 1 :]):
            path.write_bytes(damaged)
            with pytest.raises(ModelFileError):
                viewboost.load(path)


def edited(model, path, change):
    """Save, and change what the manifest tells, with all checksums right."""
    model.save(path)
    contents = container.read(path, "model", 1)
    change(contents)
    container.write(path, "model", 1, contents)


def put(key, value):
    return lambda contents: contents.document.__setitem__(key, value)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (put("algorithm", "RenamedClassifier"), "the algorithm 'RenamedClassifier' is not known"),
        (put("algorithm", "os"), "is not known"),
        (put("parameters", {"n_rounds": 0}), "n_rounds"),
        (put("parameters", {"n_round": 1}), "no parameters \\['n_round'\\]"),
        (put("classes", {"array": {"dtype": "<i8", "shape": [2], "values": [0, 1]}}), "classes"),
        (put("classes", {"array": {"dtype": "<i8", "shape": [3], "values": [0, 1, 1]}}), "twice"),
        (
            put("classes", {"array": {"dtype": "|O", "shape": [3], "values": [0, "a", 1]}}),
            "classes",
        ),
        (put("classes", [0, 1, 2]), "'classes' is \\[0, 1, 2\\]"),
        (put("n_features_in", None), "neither one X nor a container"),
        (put("n_features_in", 2), "columns beyond the 2 of X"),
        (put("n_features_in", 10**15), "features"),
        (put("feature_names_in", ["a"]), "1 names of 3 features"),
        (put("n_classes", 2), "silent"),
        (put("n_rounds", 0), "a vote after the last of 0 rounds"),
        (put("n_rounds", 100), "more rounds than records of them"),
        (put("n_rounds", True), "'n_rounds' is True"),
        (put("stop_reason", None), "'stop_reason' is None"),
        (put("history", {"details": [{"name": "x", "scalar": True}]}), "history/has_detail"),
        (put("requests", {"fit": {"nothing": True}}), "requests"),
        (put("requests", {"__init__": {}}), "requests"),
        (put("estimators", ["sklearn.tree.DecisionTreeClassifier"]), "estimators.skops"),
        (put("estimators", [3]), "are names of types"),
        (lambda c: c.arrays["history/chosen"].__setitem__(0, 2), "history/chosen: not a view"),
        (lambda c: c.arrays["history/round"].__setitem__(0, 7), "history/round"),
    ],
)
def test_a_document_that_makes_no_sense_is_refused(models, path, change, text):
    edited(models("one_x")[0], path, change)
    with pytest.raises(ModelFileError, match=f"model.vb: .*{text}"):
        viewboost.load(path)


def test_a_container_has_no_names_of_columns(models, path):
    edited(models("combo")[0], path, put("feature_names_in", ["a"]))
    with pytest.raises(ModelFileError, match="names of columns, but no X of columns"):
        viewboost.load(path)


def test_details_are_those_of_the_rounds(models, path):
    def shorter(contents):
        contents.arrays["history/detail0"] = contents.arrays["history/detail0"][:-1]

    edited(models("kboost")[0], path, shorter)
    with pytest.raises(ModelFileError, match="history/detail0: not one for each of 2 rounds"):
        viewboost.load(path)


def test_a_file_of_a_newer_format_says_so(models, path):
    models("one_x")[0].save(path)
    container.write(path, "model", 2, container.read(path, "model", 1))
    with pytest.raises(ModelFileError, match="format version is 2.* install a newer one"):
        viewboost.load(path)


@pytest.mark.parametrize("kind", KINDS)
def test_mutated_files_are_refused_or_the_same(kind):
    found = [name for name in fuzz.run(kind, range(200)) if name not in fuzz.GOOD]
    assert not found


# -- learners and transformers of scikit-learn ---------------------------------------------------


def foreign_model():
    views = [
        ("tree", DecisionTreeClassifier(max_depth=2), "numbers"),
        ("scaled", make_pipeline(StandardScaler(), Stump()), "numbers"),
        ("text", BagOfWords(MultinomialNB()), "text"),
    ]
    filled = viewboost.Views(numbers=np.nan_to_num(X.numbers), text=X.text)
    return MumboClassifier(views, n_rounds=3, vote="all", random_state=0).fit(filled, Y), filled


def test_objects_of_scikit_learn_need_trust(path):
    model, rows = foreign_model()
    model.save(path)
    with pytest.raises(ModelFileError, match="DecisionTreeClassifier.* not trusted") as caught:
        viewboost.load(path)
    trusted = json.loads(str(caught.value).split("trusted=")[1][:-1].replace("'", '"'))
    with pytest.raises(ModelFileError, match="StandardScaler are not trusted"):
        viewboost.load(path, trusted=[t for t in trusted if "StandardScaler" not in t])
    back = viewboost.load(path, trusted=trusted)
    assert fuzz.fingerprint(back, rows) == fuzz.fingerprint(model, rows)
    assert (clone(back).fit(rows, Y).predict(rows) == clone(model).fit(rows, Y).predict(rows)).all()


def test_trust_is_not_needed_for_models_of_ours(models, path):
    model, rows = models("one_x")
    assert (reloaded(model, path, trusted=["os.system"]).predict(rows) == model.predict(rows)).all()


def test_transformers_and_trees_agree_on_columns(path):
    frame = pd.DataFrame({"c": np.array(["x", "y", "z"])[Y]})
    model = AdaBoostMMClassifier(
        learner=make_pipeline(OneHotEncoder(sparse_output=False), Stump()), n_rounds=2
    ).fit(frame, Y)
    trusted = ["sklearn.pipeline.Pipeline", "sklearn.preprocessing._encoders.OneHotEncoder"]
    edited(model, path, lambda c: c.document["encoders"][0][0].__setitem__("width", 9))
    with pytest.raises(ValueError, match="made 3 columns, 9 at fit"):
        viewboost.load(path, trusted=trusted).predict(frame)
    edited(model, path, lambda c: c.document["encoders"][0][0].__setitem__("width", 0))
    with pytest.raises(ModelFileError, match="not one of 0 features"):
        viewboost.load(path, trusted=trusted)


def test_transformers_and_types_are_those_that_are_told(path):
    model, _ = foreign_model()
    edited(model, path, lambda c: c.document["encoders"][1][0].__setitem__("estimator", 99))
    trusted = foreign.needed_types(
        container.read(path, "model", 1).blobs[foreign.BLOB],
        container.read(path, "model", 1).document["estimators"],
    )
    with pytest.raises(ModelFileError, match="that are not there"):
        viewboost.load(path, trusted=trusted)
    edited(model, path, lambda c: c.document["estimators"].pop())
    with pytest.raises(ModelFileError, match="its types are not those of the manifest"):
        viewboost.load(path, trusted=trusted)


@pytest.mark.parametrize("blob", [b"", b"PK\3\4", b"junk" * 100])
def test_what_skops_cannot_read_is_refused(path, blob):
    edited(foreign_model()[0], path, lambda c: c.blobs.__setitem__(foreign.BLOB, blob))
    with pytest.raises(ModelFileError, match="estimators.skops: not a skops file"):
        viewboost.load(path, trusted=[])


def test_what_is_packed_inside_is_refused(path, tmp_path):
    packed = tmp_path / "packed.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("schema.json", bytes(10**6))
    edited(
        foreign_model()[0], path, lambda c: c.blobs.__setitem__(foreign.BLOB, packed.read_bytes())
    )
    with pytest.raises(ModelFileError, match="estimators.skops: compressed; refused"):
        viewboost.load(path, trusted=[])


def test_without_skops_the_error_says_what_to_install(path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "skops.io", None)
    with pytest.raises(ImportError, match=r'pip install "viewboost\[skops\]"'):
        foreign_model()[0].save(path)
