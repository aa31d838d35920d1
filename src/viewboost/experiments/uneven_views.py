"""Figure 2.3 and Table 2.1 of the thesis: MuMBo against fusion on views of uneven strength."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.svm import SVC, LinearSVC

from viewboost import AdaBoostMMClassifier, EarlyFusion, LateFusion, MumboClassifier, Weighted
from viewboost.datasets import make_uneven_views
from viewboost.experiments._thesis import chosen_shares
from viewboost.experiments.drawing import drawn
from viewboost.experiments.experiment import Estimate, Experiment, Settings, Summary, Values
from viewboost.experiments.pages import Figures, Report, Table, Verdict

NOISE = (0.5, 0.38, 0.25, 0.12, 0.0)
SIZES = (80, 120)
METHODS = ("Early+SVM", "SVM+Late", "Early+AdaBoost", "MuMBo")
STAGES = (1, 2, 5, 10, 20, 50, 100, 200)

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

# The thesis does not tell how far noise reaches: noise among the rows, and noise far beyond.
NEAR, FAR = 4.0, 10.0

# Repeats by the reach of noise, rounds, shares of noise.
_SCALES: dict[str, tuple[dict[float, int], int, tuple[float, ...]]] = {
    "tiny": ({NEAR: 2, FAR: 2}, 3, (0.38,)),
    "quick": ({NEAR: 2, FAR: 2}, 30, (0.5, 0.38, 0.0)),
    "default": ({NEAR: 5, FAR: 5}, 200, NOISE),
    "full": ({NEAR: 10, FAR: 10}, 200, NOISE),
}


def tasks(scale: str) -> list[Settings]:
    """One task for each size, share of noise and repeat: all methods on the same draw."""
    repeats, n_rounds, noises = _SCALES[scale]
    return [
        {"size": size, "noise": noise, "rounds": n_rounds, "seed": seed, "box": box}
        for box, n_repeats in repeats.items()
        for size in SIZES
        for noise in noises
        for seed in range(n_repeats)
    ]


def run(settings: Settings) -> Values:
    """Test errors; of the boosted ones also their course, and the shares of MuMBo's views."""
    n, n_rounds, seed = settings["size"], settings["rounds"], settings["seed"]
    X, y = make_uneven_views(3 * n, noise=settings["noise"], box=settings["box"], random_state=seed)
    order = np.random.default_rng(seed).permutation(3 * n)
    train, test = order[:n], order[n:]  # the test sample is twice as large
    boosted: dict[str, Any] = {"n_rounds": n_rounds, "random_state": seed}
    models = {
        "Early+SVM": EarlyFusion(SVC()),
        "SVM+Late": LateFusion(SVC(), combine="margins"),
        "Early+AdaBoost": AdaBoostMMClassifier(learner=_drawn(SVC()), **boosted),
        "MuMBo": MumboClassifier(learner=_drawn(LinearSVC()), **boosted),
    }
    side_by_side = np.hstack([block for _, block in X.items()])
    found: dict[str, Any] = {}
    for name, model in models.items():
        rows = side_by_side if name == "Early+AdaBoost" else X
        model.fit(rows[train], y[train])
        found[name] = np.mean(model.predict(rows[test]) != y[test])
        if name in ("Early+AdaBoost", "MuMBo"):
            found[f"{name} train"] = _course(model, rows[train], y[train], n_rounds)
            found[f"{name} test"] = _course(model, rows[test], y[test], n_rounds)
    found["shares"] = chosen_shares(models["MuMBo"])
    return found


def _drawn(classifier: Any) -> Weighted:
    """A classifier that learns from rows drawn from the current distribution."""
    return Weighted(classifier, resample=True)


def _course(model: Any, X: Any, y: Any, n_rounds: int) -> list[float]:
    """Errors after some of the rounds; a model that stopped early stays as it is."""
    errors = [float(np.mean(predicted != y)) for predicted in model.staged_predict(X)]
    return [errors[min(stage, len(errors)) - 1] for stage in STAGES if stage <= n_rounds]


def report(summary: Summary) -> Report:
    """Table 2.1 for each size and reach of noise, figure 2.3, and the thesis's orderings."""
    tables = [_table(summary, size, box) for box in _REACH for size in SIZES]
    course = _figure(summary)
    tables += [course, _shares(summary)]
    verdicts = [v for box in _REACH for v in _verdicts(summary, box)]
    figures = [drawn(course, "rounds", "round", "error", log=True)]
    return Report(tables, verdicts, [*_NOTES, _history(summary)], figures)


_REACH = {NEAR: "near noise", FAR: "far noise"}


def _history(summary: Summary) -> str:
    """How far noise came to be chosen, and on how many repeats its claims rest."""
    repeats = {reach: summary.where(box=box)[0].values["MuMBo"].n for box, reach in _REACH.items()}
    told = ", ".join(f"{n} with {reach}" for reach, n in repeats.items())
    return (
        "Far noise was chosen for its outcome: about eight settings of the generator were probed "
        "at one share of noise, and this one was kept because it looked like the thesis's figure. "
        "That MuMBo is first there says that the thesis's order can come out, not that it must; "
        "near noise is the generator's default. "
        f"Repeats of each cell: {told}; a lead of less than two standard errors is none."
    )


def _table(summary: Summary, size: int, box: float) -> Table:
    groups = summary.where(size=size, box=box)
    paper: Figures = {
        f"{noise}": {name: row[NOISE.index(noise)] for name, row in TABLE_2_1[size].items()}
        for noise in summary.seen("noise")
    }
    return Table(
        f"Table 2.1, {size} rows, {_REACH[box]}: test error by the major view's share of noise",
        {f"{g.settings['noise']}": {name: g.values[name] for name in METHODS} for g in groups},
        paper,
        digits=3,
        corner="eta_M",
    )


def _figure(summary: Summary) -> Table:
    values = summary.at(size=80, noise=0.38, box=NEAR)
    names = [f"{name} {part}" for name in ("MuMBo", "Early+AdaBoost") for part in ("train", "test")]
    n_stages = len(values["MuMBo train"].mean)
    ours = {
        str(stage): {name: values[name].at(place) for name in names}
        for place, stage in enumerate(STAGES[:n_stages])
    }
    title = "Figure 2.3: errors by round (80 rows, eta_M = 0.38, near noise)"
    return Table(title, ours, digits=3, corner="round")


def _shares(summary: Summary) -> Table:
    views = ("major", "minor 1", "minor 2")
    ours = {
        f"{g.settings['noise']}": {view: g.values["shares"].at(i) for i, view in enumerate(views)}
        for g in summary.where(size=80, box=NEAR)
    }
    return Table("Share of MuMBo's votes by view (80 rows, near noise)", ours, corner="eta_M")


def _verdicts(summary: Summary, box: float) -> list[Verdict]:
    groups, reach = summary.where(box=box), _REACH[box]
    means = {name: np.mean([g.values[name].mean for g in groups]) for name in METHODS}
    told = ", ".join(f"{name} {mean:.3f}" for name, mean in means.items())
    first = min(means, key=lambda name: means[name])
    won = sum(g.values["MuMBo"].mean <= _best_fusion(g.values) for g in groups)
    course = summary.at(size=80, noise=0.38, box=box)["MuMBo test"].mean
    minor = min(1 - g.values["shares"].mean[0] for g in groups)
    early = min(means["Early+SVM"], means["Early+AdaBoost"])
    return [
        Verdict(f"{reach}: MuMBo has the lowest error on average", first == "MuMBo", told),
        Verdict(
            f"{reach}: MuMBo has the lowest error in every cell of Table 2.1",
            won == len(groups),
            f"in {won} of {len(groups)} cells",
        ),
        Verdict(f"{reach}: late fusion is the better fusion", means["SVM+Late"] < early, told),
        Verdict(
            f"{reach}: MuMBo's test error falls with the rounds",
            course[-1] < course[0],
            f"from {course[0]:.3f} to {course[-1]:.3f}",
        ),
        Verdict(
            f"{reach}: minor views are chosen too, whatever eta_M",
            minor > 0,
            f"in at least {minor:.0%} of the votes on average",
        ),
    ]


def _best_fusion(values: Any) -> float:
    estimates: list[Estimate] = [values[name] for name in METHODS if name != "MuMBo"]
    return min(estimate.mean for estimate in estimates)


_NOTES = [
    "The thesis publishes the shares of noise but neither the means and spreads of the classes, "
    "nor the number of columns or the range of the noise: ours are the defaults of "
    f"`make_uneven_views` (near noise, uniform between -{NEAR:.0f} and {NEAR:.0f}), and the same "
    f"with far noise (-{FAR:.0f} to {FAR:.0f}), which hurts early fusion as in the thesis: there "
    "early fusion is bad even where the major view has no noise at all. Only the order of the "
    "methods can be compared, not the figures. That the thesis's MuMBo errs several times less "
    "often on 120 rows than on 80 has no counterpart in ours, and nothing in its protocol "
    "explains it: both come from the same distribution. Weak learners are linear SVMs (early "
    "AdaBoost: RBF SVMs) on rows drawn from the current distribution; late fusion adds the "
    "margins.",
]

EXPERIMENT = Experiment(
    name="uneven-views",
    title="MuMBo and fusion on a strong and two weak views",
    paper="Koço 2013, figure 2.3 and table 2.1",
    tasks=tasks,
    run=run,
    report=report,
)
