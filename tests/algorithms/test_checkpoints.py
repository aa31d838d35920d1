"""A fit kept in a folder, ended anywhere, goes on to the same model; nothing else goes on."""

import errno
import os
import sys
from contextlib import suppress

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.tree import DecisionTreeClassifier
from tools import zoo
from tools.digests import digest

import viewboost
from viewboost import AdaBoostMMClassifier, ModelFileError, MumboClassifier, Stump, Views, Weighted
from viewboost.io import atomic
from viewboost.rounds import checkpoints, loop

ALGORITHMS = [getattr(viewboost, name) for name in viewboost.__all__ if name.endswith("Classifier")]
RNG = np.random.default_rng(0)
Y = np.arange(90) % 3
X = Views(
    a=RNG.normal(size=(90, 3)) + 0.6 * Y[:, None],
    b=RNG.normal(size=(90, 2)) + 0.6 * (Y == 1)[:, None],
).missing(b=np.arange(90) % 11 == 0)
RESAMPLED = Weighted(DecisionTreeClassifier(max_depth=1), resample=True)
KINDS = {
    "stumps": {},
    "stopping": {"n_iter_no_change": 9, "validation_fraction": 0.3, "random_state": 2},
    "resampled": {"learner": RESAMPLED, "random_state": 3},
    "unseeded": {"learner": RESAMPLED, "n_iter_no_change": 9},
}


@pytest.fixture(autouse=True)
def often(monkeypatch):
    """Refresh every 4 rounds, so that few rounds show much."""
    monkeypatch.setattr(loop, "REFRESH_EVERY", 4)
    monkeypatch.setattr(checkpoints, "REFRESH_EVERY", 4)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "fit"


class Death(BaseException):
    """What ends a process, for a test that must live."""


def die_at(monkeypatch, when):
    """End the fit in the round of this number, after its hypotheses are learned."""
    train = loop.Loop._train

    def mortal(self, views, draw):
        turn = train(self, views, draw)
        if self.state.round == when:
            raise Death
        return turn

    monkeypatch.setattr(loop.Loop, "_train", mortal)
    return lambda: monkeypatch.setattr(loop.Loop, "_train", train)


def make(algorithm, kind="stumps", **params):
    extra = {"tol": 0.0} if algorithm.__name__ == "CarakoClassifier" else {}
    return algorithm(**{"n_rounds": 14, **KINDS[kind], **extra, **params})


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda a: a.__name__)
@pytest.mark.parametrize("kind", ["stumps", "stopping", "resampled"])
@pytest.mark.filterwarnings("ignore:.*no view tells")
def test_a_fit_goes_on_as_if_never_interrupted(algorithm, kind, folder, monkeypatch):
    whole = digest(make(algorithm, kind).fit(X, Y), X)
    model = make(algorithm, kind, checkpoint=folder, resume=True)
    for when in (2, 9):  # a fit that never comes so far is whole at once
        live = die_at(monkeypatch, when)
        with suppress(Death):
            clone(model).fit(X, Y)
        live()
    assert digest(clone(model).fit(X, Y), X) == whole
    trained = loop.Loop._train
    monkeypatch.setattr(loop.Loop, "_train", None)  # the end is there: nothing is trained again
    assert digest(clone(model).fit(X, Y), X) == whole
    monkeypatch.setattr(loop.Loop, "_train", trained)


@pytest.mark.parametrize("competence", ["knn", "tree"])
def test_the_competence_of_resumed_votes_is_the_same(competence, folder, monkeypatch):
    params = {"competence": competence, "random_state": None if competence == "knn" else 5}
    whole = digest(make(viewboost.RegionBoostClassifier, **params).fit(X, Y), X)
    die_at(monkeypatch, 10)
    with pytest.raises(Death):
        make(viewboost.RegionBoostClassifier, **params, checkpoint=folder).fit(X, Y)
    monkeypatch.undo()
    monkeypatch.setattr(loop, "REFRESH_EVERY", 4)
    monkeypatch.setattr(checkpoints, "REFRESH_EVERY", 4)
    again = make(viewboost.RegionBoostClassifier, **params, checkpoint=folder, resume=True)
    assert digest(again.fit(X, Y), X) == whole


def test_carako_keeps_classifiers_and_shares_over_many_alternations(folder, monkeypatch):
    # Resampling brings other classifiers in every round, so that it goes on for a while.
    model = make(viewboost.CarakoClassifier, "resampled", n_rounds=30, checkpoint=folder)
    monkeypatch.setattr(loop, "REFRESH_EVERY", 1)
    monkeypatch.setattr(checkpoints, "REFRESH_EVERY", 1)
    whole = digest(clone(model).fit(X, Y), X)
    (folder / "end.vb").unlink()
    assert digest(clone(model).set_params(resume=True).fit(X, Y), X) == whole
    assert (folder / "rounds-0000001.vb").exists()


def test_more_rounds_continue_a_finished_fit(folder):
    whole = digest(make(MumboClassifier, n_rounds=23).fit(X, Y), X)
    first = make(MumboClassifier, n_rounds=14, checkpoint=folder).fit(X, Y)
    assert digest(first, X) == digest(make(MumboClassifier).fit(X, Y), X)
    more = make(MumboClassifier, n_rounds=23, checkpoint=str(folder), resume=True).fit(X, Y)
    assert digest(more, X) == whole


def test_a_seed_that_was_drawn_stays_with_the_fit(folder, monkeypatch):
    model = make(AdaBoostMMClassifier, "unseeded", n_rounds=20, checkpoint=folder, resume=True)
    live = die_at(monkeypatch, 9)
    dying = clone(model)
    with pytest.raises(Death):
        dying.fit(X, Y)
    live()
    done = clone(model).fit(X, Y)
    n = len(dying.history_)
    assert n == 9
    assert [r.validation for r in done.history_[:n]] == [r.validation for r in dying.history_]
    np.testing.assert_array_equal(done.history_.column("edges")[:n], dying.history_.column("edges"))


@pytest.mark.parametrize("kind", [kind for kind in zoo.MAKERS if kind != "one_x"])
def test_every_learner_and_kind_of_view(kind, folder, monkeypatch):
    """Strings, words, levels, sparse and missing views: through the models of the zoo."""
    rows, y = zoo.rows()
    monkeypatch.setitem(zoo.COMMON, "n_rounds", 7)
    whole = digest(zoo.MAKERS[kind](rows, y), rows)
    monkeypatch.setitem(zoo.COMMON, "checkpoint", folder)
    monkeypatch.setitem(zoo.COMMON, "resume", True)
    live = die_at(monkeypatch, 5)
    with suppress(Death):
        zoo.MAKERS[kind](rows, y)
    live()
    assert digest(zoo.MAKERS[kind](rows, y), rows) == whole


# -- what is refused -----------------------------------------------------------------------


def kept(folder, **params):
    """A finished fit in the folder; a model that would go on with it."""
    make(AdaBoostMMClassifier, checkpoint=folder, **params).fit(X, Y)
    return make(AdaBoostMMClassifier, checkpoint=folder, resume=True, **params)


@pytest.mark.parametrize(
    ("params", "text"),
    [
        ({"learning_rate": 0.5}, "learning_rate was 1.0, now it is 0.5"),
        ({"learner": Stump(max_bins=7)}, r"learner was None, now it is .*Stump\(max_bins=7\)"),
        ({"views": [("a", None, "a"), ("b", Stump(9), "b")]}, "views was None, now it is"),
        ({"random_state": 1}, "random_state was None, now it is 1"),
        ({"n_iter_no_change": 3}, "n_iter_no_change was None, now it is 3"),
        ({"scoring": len}, "scoring was None, now it is builtins.len"),
    ],
)
def test_other_parameters_are_refused(folder, params, text):
    model = kept(folder).set_params(**params)
    with pytest.raises(ValueError, match=f"fit: the checkpoint is that of another fit: {text}"):
        model.fit(X, Y)
    assert not hasattr(model, "history_")


def test_another_algorithm_is_refused(folder):
    kept(folder)
    with pytest.raises(ValueError, match="algorithm was AdaBoostMMClassifier, now it is Mumbo"):
        make(MumboClassifier, checkpoint=folder, resume=True).fit(X, Y)


def test_other_data_is_refused_by_what_differs_first(folder):
    model, b = kept(folder), np.array(X.b)
    with pytest.raises(ValueError, match="another fit: the labels was"):
        model.fit(X, (Y + (np.arange(90) == 4)) % 3)
    with pytest.raises(ValueError, match="another fit: the sample weights was"):
        model.fit(X, Y, np.where(np.arange(90) == 4, 2.0, 1.0))
    with pytest.raises(ValueError, match=r"classes was \[0, 1, 2\], now it is \[1, 2, 3\]"):
        model.fit(X, Y + 1)
    b[5, 1] = np.nextafter(b[5, 1], 9)
    missing = np.arange(90) % 11 == 0
    with pytest.raises(ValueError, match="another fit: view 'b' was"):
        model.fit(Views(a=X.a, b=b).missing(b=missing), Y)
    with pytest.raises(ValueError, match="another fit: view 'b' was"):
        model.fit(Views(a=X.a, b=X.b).missing(b=np.arange(90) % 10 == 0), Y)
    with pytest.raises(ValueError, match="labels for validation was nothing, now"):
        model.fit(X, Y, X_val=X[:9], y_val=Y[:9])


def test_the_data_of_absent_rows_does_not_count(folder):
    b = np.array(X.b)
    b[np.arange(90) % 11 == 0] = 99.0
    again = kept(folder).fit(Views(a=X.a, b=b).missing(b=np.arange(90) % 11 == 0), Y)
    assert digest(again, X) == digest(make(AdaBoostMMClassifier).fit(X, Y), X)


def test_fewer_rounds_than_there_are_are_refused(folder):
    with pytest.raises(ValueError, match="has 12 rounds, n_rounds is 11"):
        kept(folder).set_params(n_rounds=11).fit(X, Y)


def test_resume_needs_a_checkpoint_and_a_checkpoint_no_resume(folder):
    with pytest.raises(ValueError, match="resume=True goes on from a checkpoint"):
        make(AdaBoostMMClassifier, resume=True).fit(X, Y)
    kept(folder)
    other = make(AdaBoostMMClassifier, learning_rate=0.5, checkpoint=folder).fit(X, Y)
    assert digest(other, X) == digest(make(AdaBoostMMClassifier, learning_rate=0.5).fit(X, Y), X)


def test_what_does_not_decide_the_votes_may_change(folder):
    model = kept(folder).set_params(n_jobs=2, checkpoint=str(folder))
    assert digest(model.fit(X, Y), X) == digest(make(AdaBoostMMClassifier).fit(X, Y), X)


@pytest.mark.parametrize("name", ["state.vb", "rounds-0000004.vb", "end.vb"])
def test_a_damaged_file_is_refused_by_name(folder, name):
    model, path = kept(folder), folder / name
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(ModelFileError, match=name):
        model.fit(X, Y)


def test_missing_rounds_are_refused(folder):
    model = kept(folder)
    (folder / "rounds-0000004.vb").unlink()
    with pytest.raises(ModelFileError, match="rounds-0000004.vb is missing"):
        model.fit(X, Y)


# -- classifiers of scikit-learn -----------------------------------------------------------


def test_without_skops_foreign_classifiers_are_refused_before_the_first_round(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "skops", None)
    monkeypatch.setitem(sys.modules, "skops.io", None)
    monkeypatch.setattr(loop.Loop, "_train", None)
    with pytest.raises(ImportError, match=r"GaussianNB.*viewboost\[skops\]"):
        make(AdaBoostMMClassifier, learner=GaussianNB(), checkpoint=folder).fit(X, Y)


def test_a_pipeline_before_a_stump_needs_no_skops(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "skops", None)
    monkeypatch.setitem(sys.modules, "skops.io", None)
    learner = make_pipeline(FunctionTransformer(np.tanh), StandardScaler(), Stump())
    model = kept(folder, learner=learner)
    assert digest(model.fit(X, Y), X) == digest(
        clone(model).set_params(checkpoint=None, resume=False).fit(X, Y), X
    )


class Unstorable(GaussianNB):
    """Fitted, it holds what skops does not store."""

    def fit(self, X, y, sample_weight=None):
        super().fit(X, y, sample_weight)
        self.generator_ = (n for n in range(3))
        return self


def test_what_cannot_be_stored_is_refused_at_its_first_vote(folder):
    model = make(AdaBoostMMClassifier, learner=Unstorable(), checkpoint=folder)
    with pytest.raises(ModelFileError, match="skops cannot store .*Unstorable"):
        model.fit(X, Y)
    assert len(model.history_) == 1


class Unfamiliar(LogisticRegression):
    """A type that skops does not know."""


def test_a_checkpoint_makes_types_of_its_learners_packages_only(folder, monkeypatch):
    model = kept(folder, learner=Unfamiliar())
    whole = make(AdaBoostMMClassifier, learner=Unfamiliar()).fit(X, Y)
    assert digest(clone(model).fit(X, Y), X) == digest(whole, X)
    # The same folder, if the learner were one of scikit-learn's.
    monkeypatch.setattr(checkpoints, "type_names", lambda estimators: ["sklearn.nothing"])
    with pytest.raises(ModelFileError, match="Unfamiliar are not trusted"):
        clone(model).fit(X, Y)


# -- folders, locks, disks -----------------------------------------------------------------


def test_the_fit_so_far_is_kept_when_the_disk_is_full(folder, monkeypatch):
    write, times = atomic._write, iter(range(99))

    def full(path, pieces):
        if next(times) == 3:  # the state at 0, the rounds to 4, the state at 4, the rounds to 8
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
        write(path, pieces)

    monkeypatch.setattr(atomic, "_write", full)
    model = make(AdaBoostMMClassifier, checkpoint=folder)
    with pytest.raises(OSError, match="No space left.*rounds-0000004.vb"):
        model.fit(X, Y)
    assert len(model.history_) == model.n_rounds_ == 8
    assert model.stop_reason_ == "interrupted"
    monkeypatch.setattr(atomic, "_write", write)
    again = make(AdaBoostMMClassifier, checkpoint=folder, resume=True).fit(X, Y)
    assert digest(again, X) == digest(make(AdaBoostMMClassifier).fit(X, Y), X)


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(OSError, match="file"):
        make(AdaBoostMMClassifier, checkpoint=tmp_path / "file" / "fit").fit(X, Y)
    with pytest.raises(OSError, match="file"):
        make(AdaBoostMMClassifier, checkpoint=tmp_path / "file").fit(X, Y)


def test_drafts_of_a_killed_process_are_removed(folder):
    folder.mkdir()
    (folder / ".state.vb.0123456789abcdef.tmp").write_bytes(b"half")
    (folder / "mine.txt").write_text("stays")
    kept(folder)
    assert sorted(os.listdir(folder)) == [
        "end.vb",
        "lock",
        "mine.txt",
        "rounds-0000000.vb",
        "rounds-0000004.vb",
        "rounds-0000008.vb",
        "state.vb",
    ]


def test_parameters_are_clonable_and_checked(folder):
    assert clone(AdaBoostMMClassifier(checkpoint=folder)).checkpoint == folder
    with pytest.raises(ValueError, match="'checkpoint' parameter"):
        AdaBoostMMClassifier(checkpoint=3).fit(X, Y)
    with pytest.raises(ValueError, match="'resume' parameter"):
        AdaBoostMMClassifier(resume="yes").fit(X, Y)
