"""The runner: tasks once each, stored as they come, the same whatever the processes."""

import json
from dataclasses import replace
from operator import itemgetter

import numpy as np
import pytest

from viewboost.experiments.experiment import Estimate, Experiment, Result, grouped
from viewboost.experiments.pages import Report, Table, Verdict, book, page, table_text
from viewboost.experiments.runner import Store, read_summary, run, summary_path


def tasks(scale):
    seeds = {"tiny": 2, "quick": 3}.get(scale, 5)
    return [{"data": data, "seed": seed} for data in ("small", "large") for seed in range(seeds)]


def work(settings):
    draw = np.random.default_rng(settings["seed"]).normal()
    return {"accuracy": draw + (settings["data"] == "large"), "curve": [draw, 2 * draw, np.nan]}


def broken(settings):
    if settings == {"data": "large", "seed": 1}:
        raise ValueError("no such luck")
    return work(settings)


def report(summary):
    ours = {data: {"accuracy": summary.at(data=data)["accuracy"]} for data in ("small", "large")}
    paper = {"large": {"accuracy": 1.0}, "huge": {"accuracy": 3.0}}
    higher = ours["large"]["accuracy"].mean > ours["small"]["accuracy"].mean
    table = Table("Table 7", ours, paper, "Seen.", better="higher")
    return Report([table], [Verdict("large is better", higher, "as is seen")], ["A stand-in."])


def experiment(work=work):
    return Experiment("a-name", "a title", "a paper, table 7", tasks, work, report)


def test_tasks_are_grouped_over_seeds_with_standard_errors(tmp_path):
    summary = run(experiment(), "default", tmp_path)
    draws = [np.random.default_rng(seed).normal() for seed in range(5)]
    found = summary.at(data="large")["accuracy"]
    assert found.mean == pytest.approx(np.mean(draws) + 1)
    assert found.se == pytest.approx(np.std(draws, ddof=1) / np.sqrt(5))
    assert found.spread == pytest.approx(np.std(draws, ddof=1))
    assert summary.at(data="small")["curve"].at(1).mean == pytest.approx(2 * np.mean(draws))
    assert np.isnan(summary.at(data="small")["curve"].at(2).mean)
    assert summary.n_tasks == 10
    assert summary.seen("data") == ["small", "large"]
    assert summary.repeats == {"seed": [0, 1, 2, 3, 4]}
    assert "10 tasks (default settings), seeds 0 to 4, " in page(experiment(), summary)


def test_what_is_kept_is_read_back(tmp_path):
    summary = run(experiment(), "quick", tmp_path)
    again = read_summary(summary_path(tmp_path, "a-name", "quick"))
    assert page(experiment(), again) == page(experiment(), summary)
    assert again.environment == summary.environment
    assert not summary_path(tmp_path, "a-name").exists()  # a quick run is no result to be shown


def numbers(scale):
    return [{"shift": shift, "seed": seed} for shift in (0, 10) for seed in range(3)]


def elsewhere(work):
    """An experiment whose work other processes can import: they do not know this file."""
    return Experiment("numbers", "a title", "no paper", numbers, work, report)


def test_processes_change_nothing(tmp_path):
    one = run(elsewhere(dict), "quick", tmp_path / "one")
    two = run(elsewhere(dict), "quick", tmp_path / "two", jobs=2)
    assert one.groups == two.groups
    assert two.at(shift=10)["seed"] == Estimate.of([0, 1, 2])


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path):
    with pytest.raises(ValueError, match="no such luck") as raised:
        run(experiment(broken), "quick", tmp_path)
    assert raised.value.__notes__ == ['in the experiment a-name, task {"data": "large", "seed": 1}']
    stored = tmp_path / "a-name" / "quick.jsonl"
    assert len(stored.read_text().splitlines()) == 4
    stored.write_bytes(stored.read_bytes()[:-5])  # and it was killed while it wrote
    told, ran = [], []

    def counted(settings):
        ran.append(settings)
        return work(settings)

    summary = run(experiment(counted), "quick", tmp_path, progress=lambda *n: told.append(n))
    assert told == [(3, 6), (4, 6), (5, 6), (6, 6)]
    assert ran == [{"data": "large", "seed": seed} for seed in range(3)]
    whole = run(experiment(), "quick", tmp_path / "at once")
    assert str(summary.groups) == str(whole.groups)
    run(experiment(counted), "quick", tmp_path, fresh=True)
    assert len(ran) == 9


def test_a_failure_in_another_process_says_where(tmp_path):
    with pytest.raises(KeyError, match="gone") as raised:
        run(elsewhere(itemgetter("gone")), "tiny", tmp_path, jobs=2)
    assert raised.value.__notes__[0].startswith("in the experiment numbers, task {")


def test_a_spoilt_file_is_named(tmp_path):
    path = tmp_path / "results.jsonl"
    path.write_text("{}\n")
    with pytest.raises(ValueError, match=r"results.jsonl, line 1: not a result .* --fresh"):
        Store(path).read()


def test_results_are_lines_of_plain_json(tmp_path):
    run(experiment(), "tiny", tmp_path)
    lines = (tmp_path / "a-name" / "tiny.jsonl").read_text().splitlines()
    first = json.loads(lines[0])
    assert first["settings"] == {"data": "small", "seed": 0}
    assert first["values"]["curve"][2] is None


def test_groups_may_be_over_several_settings():
    results = [
        Result({"data": "d", "fold": f, "seed": s}, {"x": f + s}, 0.0)
        for f in (0, 1)
        for s in (0, 2)
    ]
    (group,) = grouped(results, ("fold", "seed"))
    assert group.settings == {"data": "d"}
    assert group.values["x"] == Estimate.of([0, 2, 1, 3])


def test_a_page_sets_the_papers_figures_beside_ours(tmp_path):
    summary = run(experiment(), "default", tmp_path)
    text = page(experiment(), summary)
    ours = summary.at(data="large")["accuracy"]
    assert f"| large | {ours.mean:.2f} ± {ours.se:.2f} (1.00; {ours.mean - 1:+.2f}) |" in text
    assert "| huge | (3.00) |" in text
    assert "Of 1 figures that both give, 1 lie within" in text
    assert "- large is better: reproduced (as is seen)." in text
    assert "A stand-in." in text
    whole = book([(experiment(), summary)])
    assert "| [a-name](#a-name-a-title) | a paper, table 7 | 1 | 1 | 0 | 0 |" in whole


def test_agreement_counts_what_is_near_or_better(tmp_path):
    near = Estimate(1.0, 0.1, 4)
    table = Table("T", {"r": {"a": near, "b": near, "c": near}}, {"r": {"a": 1.1, "b": 1.3}})
    text = page(
        Experiment("n", "t", "p", tasks, work, lambda s: Report([table])),
        run(experiment(), "tiny", tmp_path),
    )
    # b is three standard errors away, but a single run scatters by 0.2
    assert "Of 2 figures that both give, 1 lie within" in text
    assert "; 2 if the paper's" in text
    assert "Mean difference -0.20" in text


@pytest.mark.parametrize(("better", "count"), [("", 0), ("higher", 1), ("lower", 0)])
def test_better_than_the_paper_counts_where_there_is_a_better(better, count):
    far = Table("T", {"r": {"a": Estimate(2.0, 0.1, 4)}}, {"r": {"a": 1.0}}, better=better)
    assert f"Of 1 figures that both give, {count} lie within" in table_text(far)


@pytest.mark.parametrize(("paper", "said"), [("a paper", True), ("", False)])
def test_only_papers_are_reproduced(tmp_path, paper, said):
    one = replace(experiment(), paper=paper)
    summary = run(one, "quick", tmp_path)
    both = page(one, summary), book([(one, summary)])
    assert ["large is better: reproduced" in text for text in both] == [said, said]
    assert ["Not of a paper." in text for text in both] == [not said, not said]
    assert ("| [a-name](#a-name-a-title) | a paper | 1 | 1 | 0 | 0 |" in both[1]) == said
    assert ("| [a-name](#a-name-a-title) | not of a paper | – | – | – | – |" in both[1]) != said


def test_a_claim_that_fails_has_its_reason_or_is_open(tmp_path):
    claims = [
        Verdict("one", False, "1 < 2", "The trial shows it."),
        Verdict("two", False, "2 < 3"),
        Verdict("three", True, reason="Not needed."),
    ]
    one = replace(experiment(), report=lambda summary: Report([], claims))
    summary = run(one, "tiny", tmp_path)
    text = book([(one, summary)])
    assert "- one: **not reproduced** (1 < 2).\n  - Reason: The trial shows it." in text
    assert "- two: **not reproduced** (2 < 3).\n  - Reason: open." in text
    assert "Not needed." not in text
    assert "| [a-name](#a-name-a-title) | a paper, table 7 | 3 | 1 | 1 | 1 |" in text


def test_trials_stand_apart_from_the_papers_tasks(tmp_path):
    def with_trial(scale):
        return [*tasks(scale), {"data": "large", "trial": "dose", "seed": 0}]

    summary = run(replace(experiment(), tasks=with_trial), "tiny", tmp_path)
    assert len(summary.groups) == 3
    assert [g.settings for g in summary.main().groups] == [{"data": "small"}, {"data": "large"}]
    assert summary.trial("dose").at(data="large")["accuracy"].n == 1
    assert summary.trial("none").groups == []
