"""What Zhang and Zhang say of their figure 2, and whether ours show it."""

from __future__ import annotations

from collections.abc import Iterable

from viewboost.experiments.experiment import Summary
from viewboost.experiments.pages import Verdict
from viewboost.experiments.zhang import _independence_trials as trials

# A curve for each set and learner: its mean after each stored number of rounds.
Curves = dict[tuple[str, str], dict[int, float]]

TREE, BAYES, NETWORK = "tree", "naive Bayes", "network"
PIMA = ("pima", BAYES)
# How far from 0 and from 1 is close: the paper gives no numbers.
NEAR, CLOSE = 0.1, 0.05
# In %, of R(t): the paper's number.
MOST = 15


def verdicts(everything: Summary) -> list[Verdict]:
    """On C(t), then on R(t)."""
    C, R = (_curves(everything.main(), letter) for letter in "CR")
    return [*_on_correlations(C, everything), *_on_ends(R), *_on_all_rounds(R)]


def _curves(summary: Summary, letter: str) -> Curves:
    return {
        (group.settings["data"], group.settings["learner"]): dict(
            zip(group.settings["rounds"], group.values[letter].mean)
        )
        for group in summary.groups
    }


def _end(curve: dict[int, float]) -> float:
    return curve[max(curve)]


def _on_correlations(C: Curves, everything: Summary) -> list[Verdict]:
    ends = {pair: _end(curve) for pair, curve in C.items()}
    far = max(ends, key=lambda pair: abs(ends[pair]))
    early: dict[str, list[float]] = {learner: [] for _, learner in C}
    for (_, learner), curve in C.items():
        early[learner].append(curve[5])
    return [
        Verdict(
            f"C(t) ends close to zero (within {NEAR}), but for naive Bayes on pima (beyond {NEAR})",
            all((abs(end) < NEAR) == (pair != PIMA) for pair, end in ends.items()),
            f"{ends[PIMA]:.3f} there; farthest from zero is {', '.join(far)} with {ends[far]:.3f}",
        ),
        Verdict(
            "for small t (t = 5) it is negative with trees, positive with naive Bayes and networks",
            all((c < 0) == (learner == TREE) for learner, cs in early.items() for c in cs),
            "; ".join(f"{w} {', '.join(f'{c:.3f}' for c in cs)}" for w, cs in early.items()),
            trials.fewer_epochs(everything),
        ),
    ]


def _on_ends(R: Curves) -> list[Verdict]:
    bayes, trees = (
        {name: _end(curve) for (name, learner), curve in R.items() if learner == wanted}
        for wanted in (BAYES, TREE)
    )
    return [
        Verdict(
            "naive Bayes holds R(t) slightly above 1 on crx and heart, about 1.1 on pima (in the "
            f"end above 1, and farthest on pima, within {CLOSE} of 1.1)",
            min(bayes.values()) > 1
            and bayes["pima"] == max(bayes.values())
            and abs(bayes["pima"] - 1.1) < CLOSE,
            _listed(bayes),
        ),
        Verdict(
            f"trees let it fall to about 0.85 (in the end within {CLOSE})",
            all(abs(r - 0.85) < CLOSE for r in trees.values()),
            _listed(trees),
        ),
    ]


def _on_all_rounds(R: Curves) -> list[Verdict]:
    networks = [pair for pair in R if pair[1] == NETWORK]
    farthest = [
        _farthest(R, (pair for pair in R if pair[1] == learner))
        for learner in (TREE, BAYES, NETWORK)
    ]
    return [
        Verdict(
            f"networks keep it very close to 1 (within {CLOSE} after every stored number of "
            "rounds)",
            max(_deviation(R[pair]) for pair in networks) < CLOSE,
            f"farthest: {'; '.join(_farthest(R, [pair]) for pair in networks)}",
        ),
        Verdict(
            f"it deviates from 1 by {MOST} % at most (in whole %, after every stored number of "
            "rounds)",
            round(100 * max(map(_deviation, R.values()))) <= MOST,
            f"farthest, by learners: {'; '.join(farthest)}",
        ),
    ]


def _deviation(curve: dict[int, float]) -> float:
    return max(abs(r - 1) for r in curve.values())


def _farthest(R: Curves, pairs: Iterable[tuple[str, str]]) -> str:
    """Where one of these curves is farthest from 1."""
    name, learner = max(pairs, key=lambda pair: _deviation(R[pair]))
    t, ratio = max(R[name, learner].items(), key=lambda point: abs(point[1] - 1))
    return f"{name}, {learner} {ratio:.3f} at t = {t}"


def _listed(values: dict[str, float]) -> str:
    return ", ".join(f"{name} {value:.3f}" for name, value in values.items())
