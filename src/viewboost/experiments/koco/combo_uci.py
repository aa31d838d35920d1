"""Tables 3.2 to 3.4 of the thesis: CoMBo and AdaBoost.MM on imbalanced tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t as student
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import StratifiedKFold

from viewboost import AdaBoostMMClassifier, ComboClassifier, Tree
from viewboost.experiments._data import loaded
from viewboost.experiments._measures import MEASURES, measured
from viewboost.experiments.experiment import Estimate, Experiment, Settings, Summary, Values
from viewboost.experiments.koco import _combo_trials as trials
from viewboost.experiments.koco._combo_tables import SETS, TABLE_3_2, TABLE_3_3, TABLE_3_4
from viewboost.experiments.pages import Report, Table, Verdict

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
    return Report(tables, [*_orderings(found), *_against_quoted(found)], _NOTES)


Found = Mapping[str, Mapping[str, Estimate]]


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


def _orderings(found: Found) -> list[Verdict]:
    """For each measure: is who wins the same, where the thesis's means are told apart?"""
    verdicts = []
    for measure, rows in TABLE_3_3.items():
        told = [name for name, row in rows.items() if name in found and _told_apart(row)]
        sides = {name: _side(found[name][f"gain {measure}"]) for name in told}
        against = [n for n in told if sides[n] * np.sign(rows[n][0] - rows[n][1]) < 0]
        same = [n for n in told if sides[n] * np.sign(rows[n][0] - rows[n][1]) > 0]
        verdicts.append(
            Verdict(
                f"{measure}: the better method of Table 3.3 is the better one",
                bool(same) and not against,
                f"told apart at 95 % in the thesis on {_listed(told)}; with us the same way on "
                f"{_listed(same)}, the other way on {_listed(against)}, not told apart on "
                f"{_listed([n for n in told if not sides[n]])}",
            )
        )
    return verdicts


def _told_apart(row: Sequence[float]) -> bool:
    """Welch's t of 50 folds each, at 95 %."""
    return abs(row[0] - row[1]) > 1.98 * np.hypot(row[2], row[3]) / np.sqrt(50)


def _side(gain: Estimate) -> int:
    """Sign of a gain, 0 where the paired t-test at 95 % does not see one."""
    if not gain.se or not np.isfinite(gain.se):
        return int(np.sign(gain.mean))
    return int(np.sign(gain.mean)) * bool(abs(gain.mean) / gain.se > student.ppf(0.975, gain.n - 1))


def _against_quoted(found: Found) -> list[Verdict]:
    """Does CoMBo beat, or lose to, both quoted methods where it does in the thesis?"""
    verdicts = []
    for measure, rows in TABLE_3_2.items():
        here = {name: row for name, row in rows.items() if name in found}
        ranks = {
            n: (_rank(row["CoMBo"], row), _rank_ours(found, n, measure)) for n, row in here.items()
        }
        won = [n for n, (paper, _) in ranks.items() if paper == 0]
        kept = [n for n in won if ranks[n][1] == 0]
        verdicts.append(
            Verdict(
                f"{measure}: CoMBo is ahead of both quoted methods where Table 3.2 has it ahead",
                bool(won) and kept == won,
                f"ahead in the thesis on {_listed(won)}; with us on "
                f"{_listed([n for n, (_, ours) in ranks.items() if ours == 0])}",
            )
        )
    return verdicts


def _rank(value: float, row: Mapping[str, float]) -> int:
    return sum(row[other] > value for other in ("AdaBoost.NC", "SMOTEBoost"))


def _rank_ours(found: Found, name: str, measure: str) -> int:
    return _rank(round(found[name][f"CoMBo {measure}"].mean, 3), TABLE_3_2[measure][name])


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "none"


_NOTES = [
    f"Protocol: repeated stratified {N_FOLDS}-fold cross-validation, T = {N_ROUNDS} rounds, both "
    'methods on the same folds. The thesis says "a low-size decision tree" without its size, and '
    f"does not say how nominal columns are split. Ours have depth {DEPTH}, chosen after a trial, "
    "and split nominal columns (Car, Nursery, Connect) by sets of levels, for all sets alike. The "
    "trials show what this choice does to the figures: a level more or less moves many of them "
    "further than they are from the thesis's; no depth is nearest to it on every set; and on "
    "Connect trees of four levels that read cells as numbers come near all that Table 3.3 gives, "
    "and the recalls of AdaBoost.MM. Standard errors are over folds, as its standard deviations "
    "are; folds share training rows, so the true errors are somewhat larger.",
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
