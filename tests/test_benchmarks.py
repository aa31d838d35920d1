"""The benchmarks run, and their arithmetic is right."""

import json

import numpy as np
import pytest
from benchmarks import cases
from benchmarks.__main__ import main, with_case
from benchmarks.measure import ContestantError, Entry, Measurement, Worker
from benchmarks.page import page
from benchmarks.peers import PEERS
from benchmarks.table import record, text
from benchmarks.worker import Contestant
from benchmarks.workloads import Data, cells, load, save

TINY = Data(300, 40, classes=3, views=2, test_rows=200)


def measured(label, *seconds, counts=(200,), rounds=200, unit="fit", **answer):
    """A measurement as if contestants had answered; seconds of one count for each repeat."""
    common = {"extra": 8, "input": 16, "cells": 10, "rounds": 1, "accuracy": 0.5} | answer
    answers = [[{"seconds": s} | common for s in np.atleast_1d(once).tolist()] for once in seconds]
    return Measurement(Entry(label, label, TINY, counts, rounds), unit, answers)


def test_two_counts_of_rounds_give_the_time_of_all_and_of_one():
    # 2 seconds once and 3 a round
    fit = measured("slow", (5.0, 11.0), counts=(1, 3), rounds=200)
    assert fit.seconds == pytest.approx(602)
    assert fit.ns_per_cell == pytest.approx(602e9 / 10 / 200)
    assert fit.accuracy is None  # of 3 rounds: not that of 200
    one = measured("slow", (5.0, 11.0), counts=(1, 3), unit="round")
    assert one.seconds == pytest.approx(3)
    assert one.ns_per_cell == pytest.approx(3e9 / 10)


def test_ratios_pair_what_was_measured_in_the_same_repeat():
    ours, slow = measured("ours", 1.0, 2.0, 4.0), measured("slow", 10.0, 40.0)
    assert slow.ratios(ours) == [10, 20]


def test_extra_memory_is_that_of_the_first_fit_if_later_ones_reuse_it():
    result = measured("ours", 1.0, 1.0)
    result.answers[1][0]["extra"] = 0
    assert result.extra == 8


def demanding_case():
    demands = (
        cases.faster("lightgbm", 3),
        cases.faster("lightgbm", 5),
        cases.faster("xgboost", 2),
        cases.at_most("lightgbm", cases.OURS, 4),
        cases.small_memory(0.4),
        cases.as_accurate("lightgbm", cases.OURS),
    )
    ours = measured(cases.OURS, 1.0, 1.0, accuracy=0.75)
    results = {cases.OURS: ours, "lightgbm": measured("lightgbm", 3.0, 5.0)}
    case = cases.Case("a title", tuple(r.entry for r in results.values()), demands)
    return record(case, results, {"machine": "a machine"})


def test_demands_say_what_was_reached_and_what_was_not_measured():
    case = demanding_case()
    assert [verdict["value"] for verdict in case["demands"]] == [4, 4, None, 4, 0.5, 0.25]
    met = [verdict["met"] for verdict in case["demands"]]
    assert met == [True, False, None, True, False, True]
    assert "lightgbm / viewboost ≥ 5: 4, NOT MET" in text(case)
    assert "xgboost / viewboost ≥ 2: not measured" in text(case)


def test_the_page_shows_every_demand_with_its_spread_and_where_it_was_measured():
    shown = page([demanding_case()])
    assert "| a title | lightgbm / viewboost | ≥ 5 | 4 | 3 – 5 | 2 | NOT MET |" in shown
    assert "| a title | xgboost / viewboost | ≥ 2 | – | – | 0 | not measured |" in shown
    assert "| lightgbm | 4 | 3 – 5 | 4 | 3 – 5 |" in shown
    assert "machine: a machine." in shown


def test_the_page_has_the_order_of_the_workloads_whenever_they_were_measured():
    first, last = cases.stumps()[0].title, cases.scaling()[-1].title
    shown = page([demanding_case() | {"title": last}, demanding_case() | {"title": first}])
    assert shown.index(f"### {first}") < shown.index(f"### {last}")


def test_a_case_measured_again_takes_its_old_place():
    cases = [{"title": "a", "n": 1}, {"title": "b", "n": 2}]
    assert with_case(cases, {"title": "a", "n": 3}) == [{"title": "a", "n": 3}, cases[1]]
    assert with_case(cases, {"title": "c", "n": 3}) == [*cases, {"title": "c", "n": 3}]


@pytest.mark.parametrize("workload", cases.WORKLOADS)
def test_every_demand_is_about_entries_that_exist(workload):
    for case in cases.WORKLOADS[workload]():
        results = {
            entry.label: Measurement(entry, case.unit, measured("x", entry.counts).answers)
            for entry in case.entries
        }
        assert len(results) == len(case.entries)
        verdicts = record(case, results, {})["demands"]
        assert None not in [verdict["value"] for verdict in verdicts]
        assert not {entry.maker for entry in case.among([]).entries} & set(PEERS)


def test_data_are_what_their_names_say(tmp_path):
    X, y = Data(400, 30, classes=4, kind="skewed", test_rows=0).make()
    assert (X == 0).mean() == pytest.approx(0.9, abs=0.02)
    assert set(y) == {0, 1, 2, 3}
    home = save(Data(50, 20_000, kind="counts", test_rows=10), tmp_path)
    counts, labels = load(home, "train")
    assert counts.shape == (50, 20_000)
    assert counts.indices.dtype == counts.indptr.dtype == np.int32
    assert len(labels) == 50
    assert 85 < cells(counts) / 50 < 98
    assert load(home, "test")[0].shape == (10, 20_000)


@pytest.mark.parametrize(
    "maker", ["adaboost_mm", "mumbo", "mucombo", "sklearn-adaboost", "sklearn-hist"]
)
def test_contestants_learn(maker, tmp_path):
    contestant = Contestant(maker, str(save(TINY, tmp_path)), depth=1, action="fit")
    answer = contestant.measure(5)
    assert answer["accuracy"] > 0.4
    assert answer["rounds"] == 5
    assert answer["seconds"] > 0
    assert answer["input"] == 8 * answer["cells"] == 8 * 300 * 40


def test_a_run_from_the_command_line(tmp_path, capsys):
    file = tmp_path / "numbers.json"
    main(["predict", "--quick", "--peers", "none", "--json", str(file)])
    assert "viewboost" in capsys.readouterr().out
    (case,) = json.loads(file.read_text())["cases"]
    (entry,) = case["entries"]
    assert entry["seconds"] > 0
    assert entry["accuracy"] > 0.6


def test_a_contestant_that_cannot_run_is_named(tmp_path):
    entry = Entry("Nobody", "nobody", TINY)
    with pytest.raises(ContestantError, match="Nobody ended with code 1"):
        Worker(entry, "fit", tmp_path)
