"""All algorithms and baselines on all real data in several views: accuracy, evenness, time."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.stats import friedmanchisquare, studentized_range
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from viewboost import (
    AdaBoostMMClassifier,
    AgreementBoostClassifier,
    BestView,
    CarakoClassifier,
    ComboClassifier,
    KBoostClassifier,
    LateFusion,
    MuComboClassifier,
    MumboClassifier,
    RegionBoostClassifier,
    Views,
)
from viewboost.experiments._data import loaded
from viewboost.experiments._measures import MEASURES, mean_ranks, measured
from viewboost.experiments.drawing import Ranks
from viewboost.experiments.experiment import Experiment, Settings, Summary, Values, splits
from viewboost.experiments.pages import Report, Table, Verdict

SETS = (
    "arrhythmia-3",
    "arrhythmia-13",
    "arrhythmia-25",
    "bbcsport",
    "mfeat",
    "msrc-v5",
    "webkb-course-words",
)
FEWEST = 9
# Peers that see all views as one dense matrix.
PEERS = ("LightGBM", "HistGradientBoosting", "logistic regression")

# Sets, repeats, rounds.
_SCALES: dict[str, tuple[Sequence[str], int, int]] = {
    "tiny": (("digits", "digits-top"), 2, 3),
    "quick": (("arrhythmia-3", "msrc-v5"), 2, 10),
    "default": (SETS, 3, 100),
    "full": (SETS, 10, 200),
}


def tasks(scale: str) -> list[Settings]:
    """One task for each set and split: all methods on the same rows."""
    return splits(*_SCALES[scale])


def run(settings: Settings) -> Values:
    """The measures of every method, and the seconds of CPU time of its fit."""
    views, y = _rows(settings["data"])
    train, test = train_test_split(
        np.arange(len(y)), test_size=0.3, stratify=y, random_state=settings["seed"]
    )
    matrix = np.hstack([_dense(block) for _, block in views.items()])
    # Once before the clock runs, for the kernels that these data need may have to be loaded.
    for name, model in _methods(views, 2).items():
        if name not in PEERS:
            model.fit(views[train], y[train])
    found: dict[str, float] = {}
    for name, model in _methods(views, settings["rounds"]).items():
        X = matrix if name in PEERS else views
        start = time.process_time()
        model.fit(X[train], y[train])
        found[f"{name} seconds"] = time.process_time() - start
        # Probabilities, where there are some: votes of one kind of model rank rows otherwise
        # than those of another.
        says = ("predict_proba", "decision_function")
        values = measured(model, X[test], y[test], says=says)
        found |= {f"{name} {measure}": value for measure, value in values.items()}
    return found


def _methods(views: Views, n_rounds: int) -> dict[str, Any]:
    ada = AdaBoostMMClassifier(n_rounds=n_rounds)
    methods = {
        "AdaBoost.MM": ada,
        "CoMBo": ComboClassifier(n_rounds=n_rounds),
        "k-Boost": KBoostClassifier(n_rounds=n_rounds),
        "MuMBo": MumboClassifier(n_rounds=n_rounds),
        "muCoMBo": MuComboClassifier(n_rounds=n_rounds),
        "Carako": CarakoClassifier(),
        "AgreementBoost": AgreementBoostClassifier(n_rounds=n_rounds, output="joint"),
        "RegionBoost": RegionBoostClassifier(n_rounds=n_rounds),
        "late fusion": LateFusion(ada, combine="probabilities"),
        "best view": BestView(ada, cv=3),
        "HistGradientBoosting": HistGradientBoostingClassifier(
            max_iter=n_rounds // 2 + 1,
            max_leaf_nodes=8,
            interaction_cst=_columns(views),
            early_stopping=False,
            random_state=0,
        ),
        "logistic regression": make_pipeline(
            SimpleImputer(), StandardScaler(), LogisticRegression(C=0.01, max_iter=200)
        ),
    }
    if importlib.util.find_spec("lightgbm"):
        from lightgbm import LGBMClassifier

        methods["LightGBM"] = LGBMClassifier(
            n_estimators=n_rounds // 2 + 1, num_leaves=8, n_jobs=1, verbose=-1, random_state=0
        )
    return methods


def _columns(views: Views) -> list[set[int]]:
    """The columns of each view in the matrix of all, so that a tree keeps to one view."""
    ends = np.cumsum([0, *(block.shape[1] for _, block in views.items())])
    return [set(range(start, end)) for start, end in pairwise(ends)]


def _rows(name: str) -> tuple[Views, NDArray[Any]]:
    """The rows of the classes that are not too rare to be split."""
    data = loaded(name.removesuffix("-top"))
    if name.endswith("-top"):  # a second set for the smallest run
        half = {view: block[:, : block.shape[1] // 2] for view, block in data.views.items()}
        return Views(**half), data.target
    labels, counts = np.unique(data.target, return_counts=True)
    kept = np.flatnonzero(np.isin(data.target, labels[counts >= FEWEST]))
    return data.views[kept], data.target[kept]


def _dense(block: Any) -> NDArray[np.float64]:
    return block.toarray() if sparse.issparse(block) else np.asarray(block, dtype=np.float64)


def report(summary: Summary) -> Report:
    """One table for each measure, mean ranks, and which of them can be told apart."""
    suffix = " accuracy"
    methods = [name.removesuffix(suffix) for name in summary.groups[0].values if suffix in name]
    tables = [_table(summary, methods, measure) for measure in (*MEASURES, "seconds")]
    ranks = {measure: mean_ranks(_scores(summary, methods, measure)) for measure in MEASURES}
    named = {m: dict(zip(methods, r.tolist())) for m, r in ranks.items()}
    figures = [_diagram(named[m], m, len(summary.groups)) for m in ("accuracy", "G-mean")]
    return Report(tables, _verdicts(summary, methods, named), _NOTES, figures)


def _table(summary: Summary, methods: Sequence[str], measure: str) -> Table:
    ours = {
        method: {g.settings["data"]: g.values[f"{method} {measure}"] for g in summary.groups}
        for method in methods
    }
    title = "Seconds of CPU time of a fit" if measure == "seconds" else measure.capitalize()
    return Table(title if measure != "MAUC" else measure, ours, digits=3, corner="method")


def _scores(summary: Summary, methods: Sequence[str], measure: str) -> NDArray[np.float64]:
    """Sets by methods, the higher the better."""
    sign = -1.0 if measure == "norm" else 1.0
    return np.array(
        [[sign * g.values[f"{m} {measure}"].mean for m in methods] for g in summary.groups]
    )


def critical_difference(n_methods: int, n_sets: int) -> float:
    """Nemenyi's: mean ranks further apart differ at 95 %."""
    q = studentized_range.ppf(0.95, n_methods, np.inf) / np.sqrt(2)
    return float(q * np.sqrt(n_methods * (n_methods + 1) / (6 * n_sets)))


def _diagram(ranks: Mapping[str, float], measure: str, n_sets: int) -> Ranks:
    """The critical-difference diagram."""
    reach = critical_difference(len(ranks), n_sets)
    title = f"Mean ranks by {measure} over {n_sets} sets; critical difference {reach:.1f} (Nemenyi)"
    return Ranks(f"ranks-{measure.lower()}", title, ranks, reach)


def _verdicts(
    summary: Summary, methods: Sequence[str], ranks: Mapping[str, Mapping[str, float]]
) -> list[Verdict]:
    scores = _scores(summary, methods, "accuracy")
    p = friedmanchisquare(*scores.T).pvalue if len(scores) > 1 else np.nan
    accuracy, even = ranks["accuracy"], ranks["G-mean"]
    return [
        Verdict("The methods differ in accuracy (Friedman, 95 %)", bool(p < 0.05), f"p = {p:.2g}"),
        Verdict(
            "Fusing views is better than the best view",
            all(accuracy[m] < accuracy["best view"] for m in ("AdaBoost.MM", "MuMBo", "k-Boost")),
            f"mean ranks by accuracy: best view {accuracy['best view']:.1f}, "
            f"AdaBoost.MM {accuracy['AdaBoost.MM']:.1f}, MuMBo {accuracy['MuMBo']:.1f}, "
            f"k-Boost {accuracy['k-Boost']:.1f}",
        ),
        Verdict(
            "CoMBo treats classes more evenly than AdaBoost.MM (G-mean)",
            even["CoMBo"] <= even["AdaBoost.MM"],
            f"mean ranks {even['CoMBo']:.1f} and {even['AdaBoost.MM']:.1f}",
        ),
    ]


_NOTES = [
    "In the diagrams a thick bar joins methods whose mean ranks are closer than the critical "
    "difference at 95 %. Which method is first is not to be read off: most of them lie within one "
    "critical difference, and a repeat more or less has changed the first in accuracy. "
    f"70 % of the rows are trained on; classes of fewer than {FEWEST} rows are "
    "left out. All boosting is with stumps (Carako: trees of depth 8), nothing is tuned. The peers "
    "see all views as one dense matrix: HistGradientBoosting with trees of 8 leaves that keep to "
    "one view each (`interaction_cst`), LightGBM with the same trees free of that, both with half "
    "as many rounds; logistic regression on standardised columns. AgreementBoost gets no rows "
    "without labels here, so that it is AdaBoost on each view, votes added. MAUC is that of the "
    "probabilities. The three cuts of arrhythmia count as three sets, though their rows are the "
    "same. G-mean is often 0 on arrhythmia, where a class with three test rows is easily missed.",
]

EXPERIMENT = Experiment(
    name="arena",
    title="all algorithms and baselines on all real data in several views",
    paper="",
    tasks=tasks,
    run=run,
    report=report,
)
