"""Figure 2.3 and Table 2.1 of the thesis: MuMBo against fusion on views of uneven strength."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.svm import SVC, LinearSVC

from viewboost import AdaBoostMMClassifier, EarlyFusion, LateFusion, MumboClassifier, Weighted
from viewboost.datasets import make_uneven_views
from viewboost.experiments.drawing import drawn
from viewboost.experiments.experiment import Experiment, Settings, Summary, Values
from viewboost.experiments.koco._thesis import chosen_shares
from viewboost.experiments.koco._uneven_views_claims import STAGES, verdicts
from viewboost.experiments.koco._uneven_views_trials import (
    FITTED,
    FUSIONS,
    METHODS,
    WIDTH,
    fall_note,
    trial_tables,
    trial_tasks,
)
from viewboost.experiments.pages import Figures, Report, Table

NOISE = (0.5, 0.38, 0.25, 0.12, 0.0)
SIZES = (80, 120)
COURSES = ("Early+AdaBoost", "MuMBo")

# Table 2.1: for each size of the sample, test errors by eta_M in the order of NOISE.
TABLE_2_1 = {
    80: {
        "Early+SVM": (0.390, 0.410, 0.437, 0.396, 0.389),
        "SVM+Late": (0.246, 0.229, 0.263, 0.254, 0.232),
        "Early+AdaBoost": (0.415, 0.420, 0.403, 0.364, 0.358),
        "MuMBo": (0.148, 0.152, 0.168, 0.174, 0.164),
    },
    120: {
        "Early+SVM": (0.367, 0.382, 0.396, 0.389, 0.343),
        "SVM+Late": (0.198, 0.225, 0.240, 0.208, 0.279),
        "Early+AdaBoost": (0.425, 0.415, 0.466, 0.411, 0.389),
        "MuMBo": (0.02, 0.036, 0.012, 0.026, 0.020),
    },
}

# Repeats, rounds, shares of noise, repeats of the trials.
_SCALES: dict[str, tuple[int, int, tuple[float, ...], int]] = {
    "tiny": (2, 3, (0.38,), 2),
    "quick": (2, 30, (0.5, 0.38, 0.0), 0),
    "default": (5, 200, NOISE, 5),
    "full": (10, 200, NOISE, 10),
}


def tasks(scale: str) -> list[Settings]:
    """One task for each size, share of noise and repeat: all methods on the same draw."""
    n_repeats, n_rounds, noises, n_trials = _SCALES[scale]
    cells: list[Settings] = [
        {"size": size, "noise": noise, "rounds": n_rounds, "seed": seed, "box": 4.0}
        for size in SIZES
        for noise in noises
        for seed in range(n_repeats)
    ]
    return [*cells, *trial_tasks(cells, n_trials)]


def run(settings: Settings) -> Values:
    """Test errors; of the boosted ones also their course, and the shares of MuMBo's views."""
    n, n_rounds, seed = settings["size"], settings["rounds"], settings["seed"]
    X, y = make_uneven_views(3 * n, noise=settings["noise"], box=settings["box"], random_state=seed)
    order = np.random.default_rng(seed).permutation(3 * n)
    train, test = order[:n], order[n:]  # the test sample is twice as large
    side_by_side = np.hstack([block for _, block in X.items()])
    found: dict[str, Any] = {}
    for name, model in _models(settings).items():
        rows = side_by_side if name == "Early+AdaBoost" else X
        model.fit(rows[train], y[train])
        found[name] = np.mean(model.predict(rows[test]) != y[test])
        if name in COURSES and settings.get("trial") != WIDTH:
            found[f"{name} train"] = _course(model, rows[train], y[train], n_rounds)
            found[f"{name} test"] = _course(model, rows[test], y[test], n_rounds)
        if name == "MuMBo":
            found["shares"] = chosen_shares(model)
            found |= {
                f"{other} over MuMBo": found[other] - found[name]
                for other in FUSIONS
                if other in found
            }
    return found


def _models(settings: Settings) -> dict[str, Any]:
    """The methods that a task fits, MuMBo the last."""
    boosted: dict[str, Any] = {"n_rounds": settings["rounds"], "random_state": settings["seed"]}
    rbf = SVC(gamma=settings.get("gamma", "scale"))
    models = {
        "Early+SVM": EarlyFusion(rbf),
        "SVM+Late": LateFusion(rbf, combine="margins"),
        "Early+AdaBoost": AdaBoostMMClassifier(learner=_drawn(rbf), **boosted),
        "MuMBo": MumboClassifier(learner=_drawn(LinearSVC()), **boosted),
    }
    fitted = FITTED.get(settings.get("trial", ""), METHODS)
    return {name: model for name, model in models.items() if name in fitted}


def _drawn(classifier: Any) -> Weighted:
    """A classifier that learns from rows drawn from the current distribution."""
    return Weighted(classifier, resample=True)


def _course(model: Any, X: Any, y: Any, n_rounds: int) -> list[float]:
    """Errors after some of the rounds; a model that stopped early stays as it is."""
    errors = [float(np.mean(predicted != y)) for predicted in model.staged_predict(X)]
    return [errors[min(stage, len(errors)) - 1] for stage in STAGES if stage <= n_rounds]


def report(summary: Summary) -> Report:
    """Table 2.1 for each size, figure 2.3, trials, and the thesis's orderings."""
    main = summary.main()
    course = _figure(main)
    tables = [*(_table(main, size) for size in SIZES), course, _shares(main)]
    figures = [drawn(course, "rounds", "round", "error", log=True)]
    notes = [*_NOTES, fall_note(summary, _paper(main))]
    return Report(
        [*tables, *trial_tables(summary, _paper(main))], verdicts(summary), notes, figures
    )


def _table(main: Summary, size: int) -> Table:
    return Table(
        f"Table 2.1, {size} rows: test error by the major view's share of noise",
        {
            f"{g.settings['noise']}": {name: g.values[name] for name in METHODS}
            for g in main.where(size=size)
        },
        _paper(main)[size],
        digits=3,
        corner="eta_M",
    )


def _paper(main: Summary) -> dict[int, Figures]:
    """Table 2.1 by size and share of noise, for the shares that we have."""
    return {
        size: {
            f"{noise}": {name: row[NOISE.index(noise)] for name, row in table.items()}
            for noise in main.seen("noise")
        }
        for size, table in TABLE_2_1.items()
    }


def _figure(main: Summary) -> Table:
    values = main.at(size=80, noise=0.38)
    names = [f"{name} {part}" for name in COURSES[::-1] for part in ("train", "test")]
    n_stages = len(values["MuMBo train"].mean)
    ours = {
        str(stage): {name: values[name].at(place) for name in names}
        for place, stage in enumerate(STAGES[:n_stages])
    }
    title = "Figure 2.3: errors by round (80 rows, eta_M = 0.38)"
    return Table(title, ours, digits=3, corner="round")


def _shares(main: Summary) -> Table:
    views = ("major", "minor 1", "minor 2")
    ours = {
        f"{g.settings['noise']}": {view: g.values["shares"].at(i) for i, view in enumerate(views)}
        for g in main.where(size=80)
    }
    return Table("Share of MuMBo's votes by view (80 rows)", ours, corner="eta_M")


_NOTES = [
    "The thesis publishes the shares of noise, but the means and spreads of the classes only as "
    "drawn in figure 2.2, which our copy of the text lacks, and neither the range of the noise nor "
    "the width of the kernels: ours are the defaults of `make_uneven_views` (noise is uniform "
    "between -4 and 4) and of scikit-learn's `SVC` (the width adapts to the spread of the rows). "
    "So only the order of the methods can be compared, not the figures. Weak learners are linear "
    "SVMs (early AdaBoost: RBF SVMs) on rows drawn from the current distribution; late fusion adds "
    "the margins.",
    "That the first rounds tend to select the major view only, which the thesis says too, was not "
    "tested: which view is chosen in which round is not kept. The claims on the major view and on "
    "early AdaBoost's overfitting were added after results had been seen.",
    "The trials were made after the main results had been seen, on the first of their draws. A "
    "width of one is the thesis's only if it did not adapt its kernels, which it does not say: "
    "the trial shows that its order can come from that, not that it does; it was found by a "
    "search through forty settings of noise, distance of the classes and width. Noise up to 10 was "
    "picked at first among about eight settings because it looked like the thesis's figures, and "
    "is now the end of a dose.",
]

EXPERIMENT = Experiment(
    name="uneven-views",
    title="MuMBo and fusion on a strong and two weak views",
    paper="Koço 2013, figure 2.3 and table 2.1",
    tasks=tasks,
    run=run,
    report=report,
)
