"""The thesis's figures on DECODA, and what its Table 3.7 asks: which classes does CoMBo help?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import recall_score

from viewboost import LateFusion, Views
from viewboost.experiments.experiment import Estimate, Group
from viewboost.experiments.koco._thesis import ADA_EARLY, ADA_LATE, COMBO_EARLY, COMBO_LATE
from viewboost.experiments.pages import Figures, Table, Verdict

# The rate of noise at which claims are judged: one of the word error rates of DECODA.
HARD = 0.56
# Means that differ by no more than this share of a standard error, were they independent, are
# called level: methods meet the same rows, so that their differences are much surer than that.
LEVEL = 0.5

METHODS = (ADA_EARLY, ADA_LATE, COMBO_EARLY, COMBO_LATE, "MuMBo", "muCoMBo")

# Table 4.5: errors in percent on DECODA, written and as a machine heard it.
DECODA: Figures = {
    "MuMBo": {"gold": 20.4, "ASR": 25.0},
    COMBO_EARLY: {"gold": 22.4, "ASR": 28.3},
    COMBO_LATE: {"gold": 19.7, "ASR": 25.0},
    "muCoMBo": {"gold": 19.7, "ASR": 27.0},
    ADA_EARLY: {"gold": 23.7, "ASR": 32.2},
    ADA_LATE: {"gold": 22.4, "ASR": 29.6},
}
# Table 4.6: shares of the rounds in percent; views 1 and 2 are what was said.
DECODA_SHARES: Figures = {
    ADA_EARLY: {"view 1": 42.0, "view 2": 46.5, "view 3": 0.0, "view 4": 6.3, "view 5": 5.2},
    COMBO_EARLY: {"view 1": 47.7, "view 2": 42.3, "view 3": 0.0, "view 4": 4.5, "view 5": 5.5},
    "MuMBo": {"view 1": 40.0, "view 2": 44.7, "view 3": 1.1, "view 4": 9.0, "view 5": 5.2},
}
# Table 2.2: errors of AdaBoost in percent on the views that what a machine heard does not change.
DECODA_SPARED = {"view 3": 70.4, "view 4": 68.4, "view 5": 53.9}
# Table 3.6: the MAUC of CoMBo and of AdaBoost on a view are at most so far apart (view 2, ASR).
DECODA_MAUC_GAP = 0.024

# Table 3.7, view 1: errors of the classes in percent, the rarest class first; the numbers of test
# rows follow from its counts and percentages.
DECODA_COUNTS = (5, 10, 11, 12, 15, 15, 21, 22, 41)
N_CALLS = sum(DECODA_COUNTS)
_COLUMNS = ("AdaBoost, gold", "CoMBo, gold", "AdaBoost, ASR", "CoMBo, ASR")
_TABLE_3_7 = {
    "horr": (80.0, 60.0, 80.0, 60.0),
    "pv": (0.0, 10.0, 30.0, 30.0),
    "vgc": (45.5, 45.5, 45.5, 72.7),
    "objt": (25.0, 41.7, 33.3, 33.3),
    "aapl": (80.0, 33.3, 93.3, 73.3),
    "other": (40.0, 66.7, 26.7, 60.0),
    "itnr": (0.0, 9.5, 28.6, 33.3),
    "nvgo": (31.8, 27.3, 54.5, 45.5),
    "etfc": (7.3, 21.9, 31.7, 36.6),
}
DECODA_CLASSES: Figures = {
    f"{label} ({n})": dict(zip(_COLUMNS, errors))
    for n, (label, errors) in zip(DECODA_COUNTS, _TABLE_3_7.items())
}
# Whose classifiers of single views are told.
ALONE = {"AdaBoost.MM": ADA_LATE, "CoMBo": COMBO_LATE}


def first_recalls(late: LateFusion, X: Views, y: NDArray[Any]) -> NDArray[np.float64]:
    """Of each class the share of its rows that the classifier of the first view knows."""
    name, model = next(iter(late.estimators_.items()))
    predicted = model.predict(Views(**{name: X.block(name)}))
    return recall_score(y, predicted, labels=model.classes_, average=None, zero_division=0)


def error_in_percent(accuracy: Estimate) -> Estimate:
    """Accuracies as errors in percent."""
    turned = accuracy.scaled(-100)
    return Estimate((100 + np.array(turned.mean)).tolist(), turned.se, turned.n)


def quoted_classes() -> Table:
    """Table 3.7, and what its own figures say of rare and common classes."""
    told = ["{:+.1f} and {:+.1f} ({})".format(*_thesis_gaps(p), p) for p in ("gold", "ASR")]
    return Table(
        "Table 3.7, quoted: errors of the classes on the first view of DECODA in percent",
        {},
        DECODA_CLASSES,
        "By how many points CoMBo errs more than AdaBoost there, on average over the classes with "
        f"less than the mean share of the rows and over the others: {', '.join(told)}.",
        digits=1,
        corner="class (test rows)",
    )


def _thesis_gaps(part: str) -> tuple[float, float]:
    """By how much CoMBo errs more than AdaBoost in Table 3.7, on rare and on common classes."""
    rows = DECODA_CLASSES.values()
    extra = np.array([row[f"CoMBo, {part}"] - row[f"AdaBoost, {part}"] for row in rows])
    return _by_size(extra, np.array(DECODA_COUNTS))


def class_errors(group: Group) -> Table:
    """The errors of each class on the first view, the rarest class first."""
    shares = np.array(group.values["shares of classes"].mean)
    errors = {
        f"{name}, {rate:.0%}": error_in_percent(group.values[f"{late} recalls {rate}"])
        for rate in (0.0, HARD)
        for name, late in ALONE.items()
    }
    ours = {
        f"{i + 1} ({shares[i]:.0%})": {name: curve.at(i) for name, curve in errors.items()}
        for i in np.argsort(shares, kind="stable")
    }
    name = group.settings["data"]
    title = f"Table 3.7 on the stand-in {name}: errors of the classes on view 1 in percent"
    return Table(title, ours, digits=1, corner="class (share of the rows)")


def evenness(group: Group) -> list[Verdict]:
    """Table 3.7: CoMBo errs less on the rare classes, AdaBoost.MM on the common ones."""
    name, values = group.settings["data"], group.values
    shares = np.array(values["shares of classes"].mean)
    verdicts = []
    for rate, part in ((0.0, "gold"), (HARD, "ASR")):
        ada, combo = (np.array(values[f"{late} recalls {rate}"].mean) for late in ALONE.values())
        rare, common = _by_size(100 * (ada - combo), shares)
        verdicts.append(
            Verdict(
                f"{name}, noise {rate:.0%}: on view 1 CoMBo errs less on the minority classes, "
                f"AdaBoost.MM on the majority classes{_text_alone(part)}",
                bool(rare < 0 < common),
                f"CoMBo's error minus AdaBoost.MM's: {rare:+.1f} points on the minority classes, "
                f"{common:+.1f} on the others",
                _not_told_apart(values, rate, (rare, common), shares),
            )
        )
    return verdicts


def _text_alone(part: str) -> str:
    """Whether the thesis claims this in words only, against its own figures."""
    rare, common = _thesis_gaps(part)
    if rare < 0 < common:
        return ""
    return f" (as its text says; its own {part} figures, {rare:+.1f} and {common:+.1f}, do not)"


def _not_told_apart(
    values: Mapping[str, Estimate],
    rate: float,
    gaps: tuple[float, float],
    shares: NDArray[np.float64],
) -> str:
    """That the difference which is not as claimed is none."""
    squares = sum(np.array(values[f"{late} recalls {rate}"].se) ** 2 for late in ALONE.values())
    wrong = {"minority classes": gaps[0] >= 0, "others": gaps[1] <= 0}
    told = []
    for i, (name, is_wrong) in enumerate(wrong.items()):
        part = squares[(shares < shares.mean()) == (i == 0)]
        se = 100 * float(np.sqrt(part.sum())) / len(part)
        if is_wrong and abs(gaps[i]) > LEVEL * se:
            return ""
        if is_wrong:
            told.append(f"on the {name} no difference is to be seen, {gaps[i]:+.1f} ± {se:.1f}")
    return "; ".join(told) + "." if told else ""


def _by_size(values: NDArray[np.float64], sizes: NDArray[np.float64]) -> tuple[float, float]:
    """Means over the classes with less than the mean size, and over the others."""
    rare = sizes < sizes.mean()
    return float(values[rare].mean()), float(values[~rare].mean())
