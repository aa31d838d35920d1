"""Tables 2 and 3 of Yang, Yuan and Liu: RegionBoost with stumps and with trees."""

from __future__ import annotations

from viewboost.datasets import make_triangle
from viewboost.experiments._data import table
from viewboost.experiments.experiment import Estimate, Experiment, Settings, Summary, Values
from viewboost.experiments.pages import Report, Table, Verdict, number
from viewboost.experiments.yang import _region_trials, _regions
from viewboost.experiments.yang._region_trials import UNSPLIT
from viewboost.experiments.yang._regions import SELF, percent

SETS = {"Pima": "pima", "Credit Aus": "australian", "Sonar": "sonar"}
# Where the paper finds RegionBoost very close to kNN.
NEAR = ("Pima", "Credit Aus")
PAPER = {
    "Triangle": (0.0, 1.20, 0.0, 2.20, 2.20),
    "Pima": (0.0, 5.47, 13.28, 17.71, 17.97),
    "Credit Aus": (0.0, 0.87, 6.67, 8.12, 8.99),
    "Sonar": (0.0, 0.0, 0.0, 0.0, 11.54),
}
# What trees leave of the error by stumps at most, in the paper.
LEFT = max(trees / stumps for _, trees, _, stumps, _ in PAPER.values() if stumps)
COLUMNS = (
    "AdaBoost, trees",
    "RegionBoost, trees",
    "AdaBoost, stumps",
    "RegionBoost, stumps",
    "kNN",
)


def tasks(scale: str) -> list[Settings]:
    """Halves of each set, by both learners."""
    seeds = {"tiny": 2, "quick": 3, "default": 15, "full": 100}[scale]
    names = ["embedded"] if scale == "tiny" else ["Triangle", *SETS]
    halves: list[Settings] = [
        {"data": name, "learner": learner, "k": 5, "rounds": rounds, "seed": seed}
        for name in names
        for learner in _regions.LEARNERS
        for rounds in [5 if scale == "tiny" else 200]
        for seed in range(seeds)
    ]
    return halves + _region_trials.tasks(scale, [name for name in names if name != "Triangle"])


def run(settings: Settings) -> Values:
    """One division into halves."""
    name: str = settings["data"]
    if name == "Triangle":
        return _regions.run(*make_triangle(1000, random_state=settings["seed"]), settings)
    X, y, nominal = table(SETS.get(name, name))
    if settings.get("trial") == _region_trials.DISTANCES:
        return _region_trials.by_distances(X, y, nominal, settings)
    return _regions.run(X, y, settings)


def report(everything: Summary) -> Report:
    """Table 3, which holds table 2; errors on new rows; the neighbourhoods; and trials."""
    summary = everything.main()
    ours = {name: _errors(summary, name) for name in summary.seen("data")}
    new = {name: _errors(summary, name, ", new rows") for name in ours}
    paper = {name: dict(zip(COLUMNS, PAPER[name])) for name in ours if name in PAPER}
    names = ("mean p", "as the unsplit", "as kNN")
    shares = {
        f"{name}, {learner}": percent(summary.at(data=name, learner=learner), names)
        for name in ours
        for learner in _regions.LEARNERS
    }
    tables = [
        Table("Tables 2 and 3: training errors in %, k = 5", ours, paper, better="lower"),
        Table("Errors on the other half in % (not in the paper)", new),
        Table(
            "Neighbourhoods: shares in %",
            shares,
            {f"{name}, stumps": {"as the unsplit": UNSPLIT[name]} for name in NEAR if name in ours},
            sentence="Mean share of hypotheses that do not split a row's neighbourhood; rows on "
            "which RegionBoost says what those say, and what kNN says (itself left out).",
            digits=1,
        ),
    ]
    if len(everything.groups) > len(summary.groups):
        tables.append(_region_trials.cuts_table(everything, _stumps_paper()))
        tables.append(_region_trials.levels_table(everything, _trees_paper()))
        errors = {name: PAPER[name][-1] for name in SETS}
        tables.append(_region_trials.distances_table(everything, errors))
    return Report(tables, _verdicts(everything, ours, shares) if paper else (), NOTES)


def _stumps_paper() -> dict[str, dict[str, float]]:
    """What the paper says of stumps, set by set."""
    found = {}
    for name in SETS:
        _, _, ada, region, knn = PAPER[name]
        found[name] = {
            "AdaBoost": ada,
            "RegionBoost": region,
            "kNN": knn,
            "below kNN": knn - region,
        }
    for name, share in UNSPLIT.items():
        found[name]["as the unsplit"] = share
    return found


def _trees_paper() -> dict[str, dict[str, float]]:
    return {name: dict(zip(("AdaBoost", "RegionBoost"), PAPER[name])) for name in SETS}


def _errors(summary: Summary, name: str, rows: str = "") -> dict[str, Estimate]:
    found = {
        f"{method}, {learner}": summary.at(data=name, learner=learner)[f"{method}{rows}"]
        for learner in ("trees", "stumps")
        for method in ("AdaBoost", "RegionBoost")
    }
    found["kNN"] = summary.at(data=name, learner="stumps")[f"kNN{rows}"]
    if not rows:
        apart = summary.at(data=name, learner="stumps")
        found["RegionBoost, stumps, itself left out"] = apart["RegionBoost, itself left out"]
        found["kNN, itself left out"] = apart["kNN, itself left out"]
    return {column: value.scaled(100) for column, value in found.items()}


def _verdicts(
    everything: Summary,
    ours: dict[str, dict[str, Estimate]],
    shares: dict[str, dict[str, Estimate]],
) -> list[Verdict]:
    return [*_near_neighbours(everything, ours, shares), *_by_learner(ours, shares)]


def _near_neighbours(
    everything: Summary,
    ours: dict[str, dict[str, Estimate]],
    shares: dict[str, dict[str, Estimate]],
) -> list[Verdict]:
    """What is said of stumps on the two sets where RegionBoost is very close to kNN."""
    near = {name: ours[name] for name in NEAR}
    gaps = [e["kNN"].mean - e["RegionBoost, stumps"].mean for e in near.values()]
    same = {name: shares[f"{name}, stumps"]["as the unsplit"] for name in near}
    return [
        Verdict(
            "on Pima and Credit Aus, stumps: RegionBoost is above AdaBoost and below kNN",
            all(
                e["AdaBoost, stumps"].mean < e["RegionBoost, stumps"].mean < e["kNN"].mean
                for e in near.values()
            ),
            f"{gaps[0]:.1f} and {gaps[1]:.1f} points below kNN",
        ),
        Verdict(
            "on Pima and Credit Aus, stumps: its training error is very close to that of kNN "
            "(within a point; in the paper 0.26 and 0.87)",
            max(map(abs, gaps)) < 1,
            f"{gaps[0]:.2f} and {gaps[1]:.2f} points below it",
            _region_trials.impurity(everything, NEAR),
        ),
        Verdict(
            "on Pima and Credit Aus, stumps: it decides as the stumps that do not split on 383 of "
            "384 and 342 of 345 rows, 99.7 and 99.1 % (ours at most two standard errors below)",
            all(share.mean + 2 * share.se >= UNSPLIT[name] for name, share in same.items()),
            f"on {' and '.join(number(share, 1) for share in same.values())} %",
            _region_trials.unsplit_by_gini(everything),
        ),
    ]


def _by_learner(
    ours: dict[str, dict[str, Estimate]], shares: dict[str, dict[str, Estimate]]
) -> list[Verdict]:
    """What is said of Sonar, and of trees."""
    sonar = ours["Sonar"]
    stumps, trees = (
        {name: errors[f"RegionBoost, {learner}"] for name, errors in ours.items()}
        for learner in ("stumps", "trees")
    )
    return [
        Verdict(
            "on Sonar, stumps: RegionBoost goes to zero (in every split) and leaves kNN behind "
            "(above 5 %)",
            stumps["Sonar"].mean == 0 and sonar["kNN"].mean > 5,
            f"{number(stumps['Sonar'])} against {number(sonar['kNN'])} %",
        ),
        Verdict(
            "trees bring RegionBoost's training error down by much on every set where it is not at "
            f"zero already (by {1 - LEFT:.0%} or more, the paper's least)",
            all(trees[name].mean <= LEFT * e.mean for name, e in stumps.items()),
            "; ".join(f"{n} {number(e)}, by trees {number(trees[n])}" for n, e in stumps.items()),
        ),
        Verdict(
            "with trees RegionBoost becomes different from kNN, which “may be due to” more "
            "neighbourhoods being split (both on every set)",
            all(
                shares[f"{name}, trees"][share].mean < shares[f"{name}, stumps"][share].mean
                for name in ours
                for share in ("mean p", "as kNN")
            ),
            "see the table of neighbourhoods",
        ),
    ]


NOTES = (
    SELF,
    "How the paper cuts its stumps is not said (“a simplified decision tree model”), and its "
    "figures do not tell: those cut where the weighted error is least are nearer to its AdaBoost "
    "on Pima, its RegionBoost on Credit Aus and its zero on Sonar, those cut by Gini impurity to "
    "its AdaBoost on Credit Aus, its RegionBoost on Pima and to how near both are to kNN. The "
    "tables keep the first, which were chosen before the trial.",
    "Which trees the paper grew is not said: ours have three levels, chosen after a trial. The "
    "triangle's corners are ours, too.",
    "On how many rows RegionBoost decides as the stumps that do not split, and that trees make it "
    "differ from kNN, was restated after results had been seen, as the paper has it. Not tested: "
    "that on Sonar the stumps that do split are right on 103 of 104 rows; what these alone say is "
    "not stored.",
)

EXPERIMENT = Experiment(
    name="region-uci",
    title="RegionBoost with stumps and with trees",
    paper="Yang, Yuan, Liu 2009, tables 2 and 3",
    tasks=tasks,
    run=run,
    report=report,
)
