"""What is told while a fit goes on: lines, callbacks, the bar."""

import io
import re

import numpy as np
import pytest
import rich
from rich.console import Console
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV

import viewboost
from viewboost import AdaBoostMMClassifier, CarakoClassifier, MumboClassifier, ProgressBar, Views
from viewboost.rounds import progress
from viewboost.views import _callbacks as before
from viewboost.views._sklearn import fit_context

ALGORITHMS = [getattr(viewboost, name) for name in viewboost.__all__ if name.endswith("Classifier")]
RNG = np.random.default_rng(0)
Y = np.arange(90) % 3
X = Views(
    a=RNG.normal(size=(90, 3)) + 0.5 * Y[:, None],
    b=RNG.normal(size=(90, 2)) + 0.5 * (Y == 1)[:, None],
)


class Recorder:
    """A callback that writes down what it is told."""

    def __init__(self, stop_at=None, fail_at=None):
        self.told, self.models, self.stop_at, self.fail_at = [], [], stop_at, fail_at

    def setup(self, estimator, context):
        self.told.append(("setup", context.estimator_name, context.max_subtasks))

    def on_fit_task_begin(self, estimator, context):
        if context.parent is None:
            self.told.append(("begin", context.task_name, context.task_id))

    def on_fit_task_end(self, estimator, context, *, fitted_estimator=None):
        self.told.append(("end", context.task_name, context.task_id))
        if context.task_name == "fit":
            return False
        self.models.append(fitted_estimator)
        if context.task_id + 1 == self.fail_at:
            raise RuntimeError("told to fail")
        return context.task_id + 1 == self.stop_at

    def teardown(self, estimator, context):
        self.told.append(("teardown",))


OLD = ProgressBar is before.ProgressBar
if OLD:
    Older = AdaBoostMMClassifier
else:

    class Older(before.CallbackSupportMixin, AdaBoostMMClassifier):
        """As the algorithms are where scikit-learn has no callbacks."""

        fit = fit_context(before.with_callbacks(AdaBoostMMClassifier.fit.__wrapped__))


@pytest.fixture(params=[AdaBoostMMClassifier, Older], ids=["sklearn", "older"])
def algorithm(request):
    return request.param


class TestCallbacks:
    def test_every_round_is_a_task_of_the_fit(self, algorithm):
        recorder = Recorder()
        algorithm(n_rounds=3).set_callbacks(recorder).fit(X, Y)
        rounds = [("end", "round", t) for t in range(3)]
        name = algorithm.__name__
        assert recorder.told == [
            ("setup", name, 3),
            ("begin", "fit", 0),
            *rounds,
            ("end", "fit", 0),
            ("teardown",),
        ]

    def test_one_may_ask_to_stop(self, algorithm):
        recorder = Recorder(stop_at=2)
        model = algorithm(n_rounds=5).set_callbacks(recorder).fit(X, Y)
        assert (model.n_rounds_, model.stop_reason_) == (2, progress.ASKED)
        assert recorder.told[-2:] == [("end", "fit", 0), ("teardown",)]

    def test_one_that_fails_ends_the_fit_and_keeps_its_rounds(self, algorithm):
        recorder = Recorder(fail_at=2)
        model = algorithm(n_rounds=5).set_callbacks(recorder)
        with pytest.raises(RuntimeError, match="told to fail"):
            model.fit(X, Y)
        assert recorder.told[-1] == ("teardown",)
        assert (model.n_rounds_, model.stop_reason_) == (2, "interrupted")
        assert model.predict(X).shape == (90,)

    def test_others_are_refused_and_none_removes_them(self, algorithm):
        with pytest.raises(TypeError, match="callback"):
            algorithm().set_callbacks(print)
        recorder = Recorder()
        algorithm(n_rounds=2).set_callbacks(recorder).set_callbacks().fit(X, Y)
        assert not recorder.told

    def test_without_any_nothing_is_made_for_them(self, monkeypatch):
        monkeypatch.setattr(progress.Callbacks, "__init__", None)
        AdaBoostMMClassifier(n_rounds=2).fit(X, Y)

    def test_one_class_and_the_end_of_a_rule_are_told(self):
        for model, y in ((AdaBoostMMClassifier(), np.zeros(90)), (CarakoClassifier(), Y)):
            recorder = Recorder()
            model.set_callbacks(recorder).fit(X, y)
            assert recorder.told[-2:] == [("end", "fit", 0), ("teardown",)]

    def test_a_model_file_leaves_them_out(self, tmp_path):
        model = AdaBoostMMClassifier(n_rounds=2).set_callbacks(Recorder()).fit(X, Y)
        model.save(tmp_path / "model.vb")
        loaded = viewboost.load(tmp_path / "model.vb")
        np.testing.assert_array_equal(loaded.predict(X), model.predict(X))


@pytest.mark.skipif(OLD, reason="needs scikit-learn 1.9")
class TestOfScikitLearn:
    """What only its own protocol has: models of the rounds so far, and nesting."""

    @pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda a: a.__name__)
    def test_a_model_of_the_rounds_so_far_stays_as_it_was(self, algorithm):
        recorder = Recorder()
        model = algorithm(n_rounds=5).set_callbacks(recorder).fit(X, Y)
        np.testing.assert_array_equal(
            recorder.models[-1].decision_function(X), model.decision_function(X)
        )
        expected = clone(model).set_callbacks().set_params(n_rounds=2).fit(X, Y)
        early = recorder.models[1]
        np.testing.assert_array_equal(early.decision_function(X), expected.decision_function(X))
        assert early.n_rounds_ == expected.n_rounds_

    def test_rounds_are_scored(self):
        from sklearn.callback import ScoringMonitor

        monitor = ScoringMonitor(scoring="accuracy")
        model = AdaBoostMMClassifier(n_rounds=4).set_callbacks(monitor).fit(X, Y)
        rows = [row for row in monitor.get_logs().data if row["task_name"] == "round"]
        scores = [float((said == Y).mean()) for said in model.staged_predict(X)]
        assert [row["accuracy"] for row in rows] == pytest.approx(scores)

    def test_they_reach_the_fits_of_a_search(self):
        told = []

        class Everywhere(Recorder):
            max_propagation_depth = None

            def on_fit_task_end(self, estimator, context):
                told.append((context.estimator_name, context.task_name))

        search = GridSearchCV(MumboClassifier(n_rounds=2), {"learning_rate": [0.5, 1.0]}, cv=2)
        search.set_callbacks(Everywhere()).fit(X, Y)
        assert told.count(("MumboClassifier", "round")) == 2 * 2 * 2 + 2
        assert told.count(("MumboClassifier", "fit")) == 2 * 2 + 1
        assert not hasattr(search.best_estimator_, "_skl_callbacks")


class TestBar:
    @pytest.fixture
    def screen(self, monkeypatch):
        """What is drawn."""
        console = Console(file=io.StringIO(), width=80)
        monkeypatch.setattr(rich, "_console", console)
        return console.file

    @pytest.mark.parametrize("bar", [ProgressBar, before.ProgressBar])
    def test_it_is_full_at_the_end_of_a_fit_that_stopped_early(self, algorithm, bar, screen):
        if bar is not before.ProgressBar and algorithm is Older and not OLD:
            pytest.skip("where one of them is, the other is not")
        params = {"n_iter_no_change": 2, "random_state": 0}
        model = algorithm(n_rounds=500, **params).set_callbacks(bar()).fit(X, Y)
        assert len(model.history_) < 500
        last = screen.getvalue().strip().splitlines()[-1]
        assert last.startswith(f"{algorithm.__name__} - fit")
        assert "100%" in last


class TestLines:
    def said(self, capsys, model, **fit):
        model.fit(X, Y, **fit)
        return capsys.readouterr().out.splitlines()

    def test_every_few_rounds_and_at_the_end(self, capsys):
        lines = self.said(capsys, AdaBoostMMClassifier(n_rounds=12, verbose=6))
        name = r"\[AdaBoostMMClassifier\] "
        for line, place in zip(lines, (" 6/12", "12/12")):
            assert re.fullmatch(rf"{name}round {place}  edge 0\.\d{{4}}  view [ab]", line)
        assert lines[2:] == ["[AdaBoostMMClassifier] 12 rounds, stopped: all rounds done"]

    def test_early_stopping_is_told_with_its_metric(self, capsys):
        model = MumboClassifier(
            n_rounds=300, n_iter_no_change=5, scoring="balanced_accuracy", verbose=300
        )
        (line,) = self.said(capsys, model, X_val=X[::2], y_val=Y[::2])
        done, best = len(model.history_), model.history_[model.n_rounds_ - 1].validation
        assert line == (
            f"[MumboClassifier] {done} rounds, stopped: no improvement on the validation rows; "
            f"the model keeps the first {model.n_rounds_}; validation balanced_accuracy {best:.4f}"
        )
        assert model.history_.stop_reason == "no improvement on the validation rows"
        assert done == model.n_rounds_ + 5

    @pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda a: a.__name__)
    def test_every_algorithm_has_them(self, capsys, algorithm):
        lines = self.said(capsys, algorithm(n_rounds=2, verbose=1), X_val=X, y_val=Y)
        assert re.search(r"round 1/2  edge 0\.\d+ .* validation accuracy 0\.\d{4}$", lines[0])
        assert "rounds, stopped: " in lines[-1]
