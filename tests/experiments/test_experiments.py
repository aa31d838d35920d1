"""Every experiment, tiny: it runs without any file of data, and its page can be written."""

from collections import Counter

import pytest

from viewboost import experiments
from viewboost.experiments.experiment import SCALES, key
from viewboost.experiments.reproduce import reproduce


@pytest.mark.parametrize("name", experiments.names())
def test_tiny_runs_and_is_written_up(name, tmp_path, monkeypatch):
    monkeypatch.delenv("VIEWBOOST_DATA", raising=False)
    summary, path = reproduce(name, "tiny", tmp_path)
    assert summary.name == name
    text = path.read_text()
    assert text.startswith(f"# {name}: ")
    assert "±" in text


@pytest.mark.parametrize("name", experiments.names())
def test_tasks_are_repeated_with_seeds_and_told_apart(name):
    experiment = experiments.get(name)
    for scale in SCALES:
        tasks = experiment.tasks(scale)
        assert len({key(settings) for settings in tasks}) == len(tasks)
        assert all("seed" in settings for settings in tasks)
        groups = Counter(
            key({name: value for name, value in settings.items() if name not in experiment.over})
            for settings in tasks
        )
        assert min(groups.values()) > 1, "standard errors need repeats"


def test_an_unknown_name_is_refused_with_those_there_are():
    with pytest.raises(ValueError, match=r"there is no experiment 'nothing' \(experiments: "):
        experiments.get("nothing")
