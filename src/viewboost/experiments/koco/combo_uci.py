"""Tables 3.2 to 3.4 of the thesis: CoMBo and AdaBoost.MM on imbalanced tables."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import StratifiedKFold

from viewboost import AdaBoostMMClassifier, ComboClassifier, Tree
from viewboost.experiments._data import loaded
from viewboost.experiments._measures import MEASURES, measured
from viewboost.experiments.experiment import Estimate, Experiment, Settings, Summary, Values
from viewboost.experiments.koco import _combo_trials as trials
from viewboost.experiments.koco._combo_claims import Found, deviations_note, verdicts
from viewboost.experiments.koco._combo_tables import SETS, TABLE_3_2, TABLE_3_3, TABLE_3_4
from viewboost.experiments.pages import Report, Table

METHODS = {"CoMBo": ComboClassifier, "AdaBoost.MM": AdaBoostMMClassifier}
N_ROUNDS = 200
DEPTH = 3
N_FOLDS = 5

# Repeats of the cross-validation; connect-4 has 67557 rows.
_REPEATS = {"quick": (1, 0), "default": (10, 2), "full": (10, 10)}


def tasks(scale: str) -> list[Settings]:
    """One task for each fold: both methods on the same rows."""
    folds: list[Settings]
    if scale == "tiny":
        folds = [{"data": "wine", "seed": 0, "fold": fold} for fold in range(2)]
        return folds + trials.tasks(scale)
    small, large = _REPEATS[scale]
    repeats = {name: large if name == "connect-4" else small for name in SETS}
    folds = [
        {"data": name, "seed": seed, "fold": fold}
        for name, n in repeats.items()
        for seed, fold in product(range(n), range(N_FOLDS))
    ]
    return folds + trials.tasks(scale)


def run(settings: Settings) -> Values:
    """The measures of both methods, and what CoMBo gains."""
    data = loaded(settings["data"])
    folds = StratifiedKFold(N_FOLDS, shuffle=True, random_state=settings["seed"])
    splits = list(folds.split(np.zeros(len(data.target)), data.target))
    train, test = splits[settings["fold"]]
    found: dict[str, Any] = {}
    learner = Tree(max_depth=settings.get("depth", DEPTH))
    nominal = None if settings.get("trial") == trials.CODES else data.nominal
    for name, method in METHODS.items():
        model = method(learner=learner, n_rounds=N_ROUNDS, categorical_features=nominal)
        model.fit(data.views[train], data.target[train])
        values = measured(model, data.views[test], data.target[test])
        found |= {f"{name} {measure}": value for measure, value in values.items()}
        if settings["data"] == "connect-4":
            predicted = model.predict(data.views[test])
            found[f"{name} recalls"] = _recalls(data.target[test], predicted)
    for measure in MEASURES:
        found[f"gain {measure}"] = found[f"CoMBo {measure}"] - found[f"AdaBoost.MM {measure}"]
    return found


def _recalls(y: NDArray[Any], predicted: NDArray[Any]) -> NDArray[np.float64]:
    return np.diag(confusion_matrix(y, predicted, normalize="true"))


def report(everything: Summary) -> Report:
    """Tables 3.2 to 3.4, what the thesis says of them, and trials."""
    summary = everything.main()
    names = {group.settings["data"]: group.values for group in summary.groups}
    found = {SETS.get(name, name): values for name, values in names.items()}
    tables = [_table_3_2(measure, found) for measure in TABLE_3_2]
    tables += [_table_3_3(measure, found) for measure in TABLE_3_3]
    if "Connect" in found:
        tables.append(_table_3_4(found["Connect"]))
    tables += trials.tables(everything)
    return Report(tables, verdicts(found), [*_NOTES, deviations_note()])


def _table_3_2(measure: str, found: Found) -> Table:
    ours = {name: {"CoMBo": v[f"CoMBo {measure}"]} for name, v in found.items()}
    return Table(
        f"Table 3.2: {measure} of CoMBo beside resampling methods",
        {name: row for name, row in ours.items() if name in TABLE_3_2[measure]},
        TABLE_3_2[measure],
        "The columns of AdaBoost.NC and SMOTEBoost are quoted from the thesis, which took the "
        "best results of Wang and Yao (2012).",
        digits=3,
        better="higher",
        corner="data",
    )


def _table_3_3(measure: str, found: Found) -> Table:
    lower = measure == "norm"
    paper = {
        name: {"CoMBo": row[0], "AdaBoost.MM": row[1], "gain": row[0] - row[1]}
        for name, row in TABLE_3_3[measure].items()
    }
    ours = {
        name: {
            "CoMBo": values[f"CoMBo {measure}"],
            "AdaBoost.MM": values[f"AdaBoost.MM {measure}"],
            "gain": values[f"gain {measure}"],
        }
        for name, values in found.items()
    }
    return Table(
        f"Table 3.3: {'norm of the confusion matrix' if lower else measure}",
        ours,
        paper,
        f"The gain is that of CoMBo, fold by fold; {'lower' if lower else 'higher'} is better.",
        digits=3,
        corner="data",
    )


def _table_3_4(values: Mapping[str, Estimate]) -> Table:
    places = {"win": 2, "draw": 0, "loss": 1}
    ours = {
        name: {method: values[f"{method} recalls"].at(place) for method in METHODS}
        for name, place in places.items()
    }
    return Table(
        "Table 3.4: recalls of the classes of Connect",
        ours,
        TABLE_3_4,
        trials.against_itself(),
        digits=3,
        corner="class",
    )


_NOTES = [
    f"Protocol: repeated stratified {N_FOLDS}-fold cross-validation, T = {N_ROUNDS} rounds, both "
    'methods on the same folds. The thesis says "a low-size decision tree" without its size, and '
    f"does not say how nominal columns are split. Ours have depth {DEPTH}, chosen after a trial, "
    "and split nominal columns (Car, Nursery, Connect) by sets of levels, for all sets alike. The "
    "trials show what this choice does to the figures: a level more or less moves many of them "
    "further than they are from the thesis's; no depth is nearest to it on every set; and on "
    "Connect trees of four levels that read cells as numbers come near all that Table 3.3 gives, "
    "and the recalls of AdaBoost.MM. Standard errors are over folds, which share training rows, so "
    "that the true errors are somewhat larger.",
]

EXPERIMENT = Experiment(
    name="combo-uci",
    title="CoMBo and AdaBoost.MM on imbalanced classes",
    paper="Koço 2013, tables 3.2 to 3.4",
    tasks=tasks,
    run=run,
    report=report,
    over=("seed", "fold"),
)
