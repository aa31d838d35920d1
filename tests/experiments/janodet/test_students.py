"""Reasons on the stand-in for STUDENTS: they vanish where the trials do not bear them out."""

import numpy as np
import pytest

from viewboost.experiments.experiment import Estimate, Group, Summary
from viewboost.experiments.janodet import students
from viewboost.experiments.janodet._students_trials import (
    GAP,
    LEADS,
    LINKED,
    NAMES,
    SHOWN,
    leads_on_training,
    uneven_on_training,
)

ACCURACIES = {"2-Boost": 93.0, "Method A": 93.0, "Method B": 94.5} | {
    "boosted bigram": 94.0,
    "boosted stump": 76.0,
}


def group(leads, **settings):
    values = {
        f"{method}, {rows}": Estimate([mean, mean], [0.1, 0.1], 5)
        for method, mean in zip(SHOWN, ACCURACIES.values())
        for rows in ("train", "new")
    }
    leads = {name: Estimate(lead, 0.1, 5) for name, lead in zip(LEADS, leads)}
    return Group({"rounds": [1, 2], **settings}, values | leads)


def reasons(
    shared=(2.0, 1.0, 0.0, 0.0), unlinked=(0.0, 0.0, 0.0, 0.5), linked=(0.0, 0.0, 1.0, 2.0)
):
    main = group((-1.0, 0.5, 0.0, -1.5))
    trials = [
        group(shared, trial=NAMES, shared=0.2),
        group((0.0, 0.0, 0.0, 0.0), trial=GAP, gap=4),
        group(unlinked, trial=LINKED, gap=0),
        group(linked, trial=LINKED, gap=4),
    ]
    summary = Summary("students", "default", [main, *trials], 1, 1.0)
    verdicts = students.report(summary).verdicts
    _, uneven, trained, apart = verdicts
    assert not uneven.holds
    assert not trained.holds
    assert not apart.holds
    return [verdict.reason for verdict in (uneven, apart)]


def test_reasons_are_given_where_the_trials_show_them():
    uneven, apart = reasons()
    assert "by 2.0 ± 0.1 and 1.0 ± 0.1 points with 20 % of names" in uneven
    assert "by 1.0 ± 0.1 and 2.0 ± 0.1 with one of 4" in apart
    assert "that gap leaves it at 0.0 ± 0.1 and 0.0 ± 0.1" in apart


@pytest.mark.parametrize(("both", "told"), [(95.0, "Method A by 1.0 points"), (93.0, "")])
def test_training_rows_explain_themselves_only_where_both_are_ahead(both, told):
    trial = group((0.0, 0.0, 0.0, 0.0), trial=NAMES, shared=0.4)
    for method in ("Method A", "Method B"):
        trial.values[f"{method}, train"] = Estimate([both, both], [0.1, 0.1], 5)
    summary = Summary("students", "default", [group((0.0,) * 4), trial], 1, 1.0)
    assert leads_on_training(summary.main().groups[0]) == {"Method A": -1.0, "Method B": 0.5}
    reason = uneven_on_training(summary)
    assert bool(reason) == bool(told)
    assert told in reason


def test_reasons_vanish_where_the_trials_do_not():
    assert reasons(shared=(0.1, 1.0, 0.0, 0.0))[0] == ""
    assert reasons(linked=(0.0, 0.0, 0.1, 2.0))[1] == ""
    assert reasons(unlinked=(0.0, 0.0, 1.0, 1.0))[1] == ""


@pytest.mark.parametrize("gap", [0, 4])
def test_teachers_mark_apart_by_the_first_letter(gap):
    settings = {**students.INDEPENDENT, "n": 200, "names": "builtin", "seed": 1, "rounds": [1]}
    plain, _ = students.draw(settings)
    apart, _ = students.draw({**settings, "gap": gap})
    change = (apart.block("record") - plain.block("record"))[:, 3]
    first = np.array([name[0].upper() < "L" for name in plain.block("name")])
    assert set(change[first]) <= {-gap / 2}
    assert change[~first].max() == gap / 2  # some are at the highest mark already
