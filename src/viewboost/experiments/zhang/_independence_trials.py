"""Trials on the independence of hypotheses: which draws vote, what naive Bayes reads, epochs."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from viewboost.experiments.experiment import Settings, Summary
from viewboost.experiments.pages import Table, number

EVERY, LEFT_OUT, BINS, EPOCHS = "every draw votes", "left out", "bins", "epochs"
# Columns of crx whose largest values lie far out: A15, then A8, A11 and A14 as well.
HEAVY = ([14], [7, 10, 13, 14])


def tasks(scale: str) -> list[Settings]:
    """Naive Bayes by other rules and on fewer columns, and networks of fewer epochs."""
    if scale == "quick":
        return []
    if scale == "tiny":
        return _repeated(EVERY, "embedded", "naive Bayes", [2, 5], 2)
    # Runs in which every draw votes scatter more.
    seeds, more = {"default": (6, 24), "full": (50, 50)}[scale]
    rounds = [2, 5, 10, 20, 50, 100]
    found = []
    for name in ("crx", "heart", "pima"):
        found += _repeated(EVERY, name, "naive Bayes", rounds, more)
        found += _repeated(BINS, name, "naive Bayes", rounds, seeds)
    for columns in HEAVY:
        for trial, n in ((EVERY, more), (LEFT_OUT, seeds)):
            found += _repeated(trial, "crx", "naive Bayes", rounds, n, left_out=columns)
    for epochs in (10, 20, 50):
        found += _repeated(EPOCHS, "crx", "network", rounds[:3], seeds, epochs=epochs)
    return found


def _repeated(
    trial: str, name: str, learner: str, rounds: list[int], seeds: int, **more: Any
) -> list[Settings]:
    task = {"trial": trial, "data": name, "learner": learner, "rounds": rounds, **more}
    return [task | {"seed": seed} for seed in range(seeds)]


def without(
    X: NDArray[np.float64], nominal: tuple[int, ...], left_out: list[int]
) -> tuple[NDArray[np.float64], tuple[int, ...]]:
    """The other columns, and which of them are nominal."""
    kept = [column for column in range(X.shape[1]) if column not in left_out]
    return X[:, kept], tuple(place for place, column in enumerate(kept) if column in nominal)


def every_draw(
    learner: Any, X: NDArray[np.float64], y: NDArray[Any], n_rounds: int, seed: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """AdaBoost by resampling as the paper's figure 1 has it: no draw is rejected, none ends it.

    A hypothesis worse than chance gets a negative vote.

    Returns
    -------
    right : array of shape (n_rounds, n_rows)
        1 where a hypothesis is right.
    accuracies : array of shape (n_rounds,)
        Of each hypothesis on the weights that it met.
    """
    rng = np.random.RandomState(seed)
    D = np.full(len(y), 1 / len(y))
    right, accuracies = [], []
    for _ in range(n_rounds):
        drawn = rng.choice(len(y), len(y), p=D)
        fitted = clone(learner).fit(X[drawn], y[drawn])
        right.append(fitted.predict(X) == y)
        accuracies.append(D[right[-1]].sum())
        share = np.clip(accuracies[-1], 1e-10, 1 - 1e-10)
        D = D * np.where(right[-1], 0.5 / share, 0.5 / (1 - share))
        D /= D.sum()
    return np.array(right, dtype=np.float64), np.array(accuracies)


def curves(
    right: NDArray[np.float64], accuracies: NDArray[np.float64], rounds: list[int]
) -> dict[str, Any]:
    """C(t) and R(t) after some rounds, equations 13 and 14."""
    with np.errstate(invalid="ignore", divide="ignore"):  # right everywhere: no correlation
        rho = np.atleast_2d(np.corrcoef(right))
    pairs = [rho[:t, :t][np.triu_indices(t, 1)] for t in rounds]
    first = right.mean(axis=1)
    return {
        "C": [np.nanmean(values) for values in pairs],
        "R": [first[:t].sum() / accuracies[:t].sum() for t in rounds],
        "rounds": len(right),
        "worse than chance": np.mean(accuracies <= 0.5),
    }


def bayes_table(summary: Summary) -> Table:
    """Naive Bayes as in the curves, and by the trials."""
    groups = {
        _row(group.settings): group.values
        for group in summary.where(learner="naive Bayes")
        if group.settings["rounds"][-1] == 100
    }
    return Table(
        "Trial: naive Bayes, by who votes and what it reads",
        {
            row: {
                f"{letter}({t})": values[letter].at(place)
                for letter in "CR"
                for t, place in ((20, 3), (100, -1))
            }
            for row, values in sorted(groups.items())
        },
        sentence="“Every draw votes”: as in the paper's figure 1, where no draw is repeated, none "
        "ends the run, and one that is worse than chance gets a negative vote. “Bins”: ten "
        "quantile bins instead of a Gaussian for each numeric column.",
        digits=3,
    )


def _row(settings: Settings) -> str:
    columns = [f"A{column + 1}" for column in settings.get("left_out", ())]
    without = f" without {', '.join(columns)}" if columns else ""
    trial = settings.get("trial", "as above")
    return f"{settings['data']}{without}" + ("" if trial == LEFT_OUT else f", {trial}")


def epochs_table(summary: Summary) -> Table:
    """Networks on crx that were trained for a shorter time."""
    found = {group.settings["epochs"]: group.values for group in summary.trial(EPOCHS).groups}
    found[100] = summary.main().at(data="crx", learner="network")
    rows = {
        str(epochs): {
            f"{letter}({t})": values[letter].at(place)
            for letter in "CR"
            for place, t in enumerate((2, 5, 10))
        }
        for epochs, values in found.items()
    }
    return Table("Trial: epochs of the networks on crx", rows, digits=3, corner="epochs")


def votes_and_tails(summary: Summary) -> str:
    """How far who votes and columns of crx go to make C(t) stand out on pima, as in the paper."""
    every = summary.trial(EVERY)
    if not every.where(left_out=HEAVY[-1]):
        return ""
    whole = {
        group.settings["data"]: group.values["C"].at(-1)
        for group in every.groups
        if "left_out" not in group.settings
    }
    one, four = (every.at(left_out=columns)["C"].at(-1) for columns in HEAVY)
    before = summary.main().at(data="pima", learner="naive Bayes")["C"].at(-1)
    pima, heart = whole["pima"], whole["heart"]
    moved = pima.mean - before.mean > 2 * np.hypot(pima.se, before.se)
    if not moved or max(abs(heart.mean), abs(four.mean)) > pima.mean:
        return ""
    return (
        "Why C(t) of naive Bayes does not stand out on pima is shown in part only, and counts as "
        "open. In the paper's figure 1 every draw votes; run so, it ends at "
        f"{number(pima, 3)} on pima instead of {number(before, 3)}, and at {number(heart, 3)} on "
        f"heart. On crx it then ends at {number(whole['crx'], 3)}, without A15 at {number(one, 3)} "
        f"and only without A8, A11 and A14 as well, whose largest values lie far out like A15's, "
        f"at {number(four, 3)}, below pima's. How the paper's naive Bayes reads such columns is "
        "not said."
    )


def fewer_epochs(summary: Summary) -> str:
    """Why networks on crx are negatively correlated, if less training turns the sign."""
    trial = summary.trial(EPOCHS)
    found = {g.settings["epochs"]: g.values["C"].at(1) for g in trial.groups}
    if not found or any(c.mean < 2 * c.se for c in found.values()):
        return ""
    found[100] = summary.main().at(data="crx", learner="network")["C"].at(1)
    listed = ", ".join(f"{number(c, 3)} after {epochs}" for epochs, c in found.items())
    return (
        f"how closely the networks fit. On crx C(5) is {listed} epochs: the less closely networks "
        "fit the drawn rows, the more they agree. How closely the paper's fit is not said."
    )
