"""Tables 4.2 to 4.4 of the thesis: imbalanced classes seen through several views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.metrics import recall_score
from sklearn.model_selection import train_test_split

from viewboost.datasets import make_imbalanced
from viewboost.experiments._data import Data, loaded
from viewboost.experiments._measures import MEASURES, measured
from viewboost.experiments.experiment import Experiment, Settings, Summary, Values, splits
from viewboost.experiments.koco._thesis import (
    ADA_EARLY,
    ADA_LATE,
    COMBO_EARLY,
    COMBO_LATE,
    thesis_methods,
    view_measures,
)
from viewboost.experiments.koco._uneven_classes_claims import verdicts
from viewboost.experiments.koco._uneven_classes_trials import (
    PLAIN,
    ROUNDS,
    UNKNOWING,
    by_rounds,
    few_rounds_note,
    plain_note,
    plain_stump,
    rounds_note,
    trial_tables,
    trial_tasks,
    unknowing,
    unknowing_note,
)
from viewboost.experiments.pages import Figures, Report, Table

# Table 4.2 (accuracy) and Table 4.4, on Animals with Attributes.
ANIMALS: Figures = {
    ADA_EARLY: {"accuracy": 0.375, "G-mean": 0.0, "MAUC": 0.689, "norm": 1.464},
    ADA_LATE: {"accuracy": 0.482, "G-mean": 0.0, "MAUC": 0.748, "norm": 1.573},
    COMBO_EARLY: {"accuracy": 0.414, "G-mean": 0.376, "MAUC": 0.750, "norm": 0.647},
    COMBO_LATE: {"accuracy": 0.129, "G-mean": 0.0, "MAUC": 0.695, "norm": 2.236},
    "Carako": {"accuracy": 0.484, "G-mean": 0.252, "MAUC": 0.689, "norm": 0.960},
    "MuMBo": {"accuracy": 0.560, "G-mean": 0.0, "MAUC": 0.778, "norm": 0.946},
    "muCoMBo": {"accuracy": 0.564, "G-mean": 0.518, "MAUC": 0.821, "norm": 0.51},
}

# Sizes of six classes of animals (Table 4.1), which six digits are thinned out to.
ANIMAL_COUNTS = (184, 559, 1072, 802, 483, 815)
# The photographs are few: a ratio of three, not of six.
PHOTO_SHARES = {1: 1 / 3, 2: 1 / 2, 4: 3 / 4, 5: 1 / 2, 6: 3 / 4}
FEWEST = 9

SETS = ("mfeat", "msrc-v5", "arrhythmia-3", "arrhythmia-13", "arrhythmia-25")

# Sets, repeats, rounds, repeats of the trials.
_SCALES: dict[str, tuple[Sequence[str], int, int, int]] = {
    "tiny": (("digits",), 2, 5, 2),
    "quick": (("mfeat", "msrc-v5", "arrhythmia-3"), 2, 30, 0),
    "default": (SETS, 6, 100, 3),
    "full": (SETS, 20, 100, 10),
}


def tasks(scale: str) -> list[Settings]:
    """One task for each set and split: all methods on the same rows."""
    names, n_repeats, n_rounds, n_trials = _SCALES[scale]
    return [*splits(names, n_repeats, n_rounds), *trial_tasks(names, n_trials, n_rounds)]


def run(settings: Settings) -> Values:
    """The measures and recalls of each method, and those of the views alone."""
    data = _uneven(settings["data"], settings["seed"])
    views = data.views
    if settings.get("trial") == UNKNOWING:
        views = unknowing(views, data.target, settings["unknown"], settings["seed"])
    X, X_test, y, y_test = train_test_split(
        views,
        data.target,
        test_size=0.3,
        stratify=data.target,
        random_state=settings["seed"],
    )
    found: dict[str, Any] = {}
    learner = plain_stump() if settings.get("trial") == PLAIN else None
    for name, model in thesis_methods(settings["rounds"], learner).items():
        if settings.get("trial") == ROUNDS:
            if name != "Carako":  # it has no rounds
                told = by_rounds(model.fit(X, y), X_test, y_test)
                found |= {f"{name} {measure}": values for measure, values in told.items()}
            continue
        model.fit(X, y)
        values = measured(model, X_test, y_test)
        found |= {f"{name} {measure}": value for measure, value in values.items()}
        found[f"{name} recalls"] = recall_score(
            y_test, model.predict(X_test), labels=model.classes_, average=None, zero_division=0
        )
        if name in (ADA_LATE, COMBO_LATE):
            alone = view_measures(model, X_test, y_test)
            for measure in ("MAUC", "G-mean"):
                found[f"{name} {measure} by view"] = [v[measure] for v in alone.values()]
    return found


def _uneven(name: str, seed: int) -> Data:
    """The rows of a set, its classes made uneven where they are not."""
    data = loaded(name)
    if name == "mfeat":
        rows = np.flatnonzero(data.target < len(ANIMAL_COUNTS))
        shares = {label: n / max(ANIMAL_COUNTS) for label, n in enumerate(ANIMAL_COUNTS)}
        views, target = data.views[rows], data.target[rows]
        return Data(*make_imbalanced(views, target, shares, random_state=seed))
    if name == "msrc-v5":
        return Data(*make_imbalanced(data.views, data.target, PHOTO_SHARES, random_state=seed))
    labels, counts = np.unique(data.target, return_counts=True)
    rows = np.flatnonzero(np.isin(data.target, labels[counts >= FEWEST]))
    return Data(data.views[rows], data.target[rows])


def report(summary: Summary) -> Report:
    """Tables 4.2 to 4.4 on each stand-in, and the thesis's orderings over all of them."""
    tables = [Table("Tables 4.2 and 4.4, quoted: Animals with Attributes", {}, ANIMALS, digits=3)]
    main = summary.main()
    for group in main.groups:
        name, values = group.settings["data"], group.values
        tables.append(
            Table(
                f"Tables 4.2 and 4.4 on the stand-in {name}",
                {m: {k: values[f"{m} {k}"] for k in MEASURES} for m in ANIMALS},
                digits=3,
                corner="method",
            )
        )
    tables += [_recalls(main), *_by_view(main), *trial_tables(summary, list(ANIMALS))]
    hardest = max(row["accuracy"] for row in ANIMALS.values())
    told = [
        plain_note(summary),
        rounds_note(summary),
        few_rounds_note(summary, hardest),
        unknowing_note(summary, list(ANIMALS)),
    ]
    return Report(
        tables, verdicts(summary, list(ANIMALS)), [*_NOTES, *(note for note in told if note)]
    )


def _recalls(summary: Summary) -> Table:
    """Table 4.2's recalls, on the stand-in that has its proportions."""
    group = summary.groups[0]
    n_classes = len(group.values[f"{ADA_EARLY} recalls"].mean)
    ours = {
        method: {f"class {i}": group.values[f"{method} recalls"].at(i) for i in range(n_classes)}
        for method in ANIMALS
    }
    title = f"Table 4.2 on the stand-in {group.settings['data']}: recalls of the classes"
    return Table(title, ours, corner="method")


def _by_view(summary: Summary) -> list[Table]:
    """Table 4.3: the views alone, where they are few enough to be shown."""
    tables = []
    for group in summary.groups:
        values, ours = group.values, {}
        for name, late in (("AdaBoost.MM", ADA_LATE), ("CoMBo", COMBO_LATE)):
            for measure in ("MAUC", "G-mean"):
                curve = values[f"{late} {measure} by view"]
                views = range(len(curve.mean))
                ours[f"{name} {measure}"] = {f"view {i + 1}": curve.at(i) for i in views}
        if len(curve.mean) <= 6:
            title = f"Table 4.3 on the stand-in {group.settings['data']}: the views alone"
            tables.append(Table(title, ours, digits=3, corner="measure"))
    return tables


_NOTES = [
    "Stand-ins: the features of Animals with Attributes cannot be had. mfeat: the digits 0 to 5, "
    "thinned out to the proportions of the six animals, six views. msrc-v5: photographs of seven "
    "kinds of objects, five views, thinned out to a ratio of three. arrhythmia: its own classes "
    f"of at least {FEWEST} rows, in 3, 13 and 25 views. No figure of the thesis can be compared "
    "with ours, only the order of the methods. 70 % of the rows are trained on, with stumps and "
    "100 rounds; Carako with trees of depth 10.",
    "The thesis's late CoMBo puts every image into one class. It supposes that each view's CoMBo, "
    "as it promotes the rare classes, has little confidence in what it says, so that in the sum "
    "noisy or incorrect predictions take the upper hand. Ours adds the votes of the views' CoMBos, "
    "and nothing of the kind happens. Whether it would on the thesis's images, or whether they "
    "were added otherwise, cannot be told, and so the claims are judged with late CoMBo and "
    "without.",
    "After results had been seen, the claim on the views alone was stated as the thesis has it "
    "(before, ties counted, and MAUC was left out), those on evenness ask for every set (before, "
    "for most), and that on Carako was added.",
]

EXPERIMENT = Experiment(
    name="uneven-classes",
    title="Imbalanced classes, several views, seven methods",
    paper="Koço 2013, tables 4.2 to 4.4",
    tasks=tasks,
    run=run,
    report=report,
)
