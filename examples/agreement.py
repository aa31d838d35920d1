"""AgreementBoost with 20 labels and 500 rows without: two views that agree.

Run ``python examples/agreement.py`` (``--quick`` for a tiny run).
"""

from __future__ import annotations

import sys

import numpy as np
from rich.console import Console
from rich.table import Table
from sklearn.naive_bayes import GaussianNB

from viewboost import AdaBoostMMClassifier, AgreementBoostClassifier, LateFusion, Stump
from viewboost.datasets import make_agreeing_views

LABELLED, UNLABELLED, TEST = 20, 500, 2000
# Coarse stumps: with as many thresholds as rows, a view can single out the labelled rows, and
# the views then agree by saying nothing about the others.
LEARNERS = {"naive Bayes": GaussianNB(), "coarse stumps": Stump(max_bins=10)}

SEEN = """
Seen over 15 draws: with naive Bayes, the paper's learner, agreement takes a
third off the error of a single view, and more off that of both together.
With stumps it gains about a point in the best view, and nothing over adding
the votes of two AdaBoosts: stumps can please the labelled rows almost
without touching the others."""


def errors(seed: int, learner: object) -> dict[str, float]:
    """Test errors of one draw, in percent."""
    X, y = make_agreeing_views(LABELLED + UNLABELLED + TEST, random_state=seed)
    train, test = slice(0, LABELLED + UNLABELLED), slice(LABELLED + UNLABELLED, None)
    few = slice(0, LABELLED)
    labels = np.where(np.arange(LABELLED + UNLABELLED) < LABELLED, y[train], -1)
    common = {"learner": learner, "n_rounds": 20}
    both = AdaBoostMMClassifier(**common)
    fitted = {
        f"AdaBoost, {view} view": AdaBoostMMClassifier([(view, None, view)], **common)
        for view in X.names
    }
    fitted["AdaBoost, views compete"] = both
    fitted["AdaBoost per view, votes added"] = LateFusion(both, combine="B")
    for model in fitted.values():
        model.fit(X[few], y[few])
    for output in ("best", "joint"):
        model = AgreementBoostClassifier(**common, output=output)
        fitted[f"AgreementBoost, output={output!r}"] = model.fit(X[train], labels)
    return {name: 100 * (1 - m.score(X[test], y[test])) for name, m in fitted.items()}


def main(n_draws: int) -> None:
    """Print the mean test error of each model, with its standard error, over the draws."""
    table = Table("test error, %", *LEARNERS, box=None, title=f"{n_draws} draws", width=78)
    columns = [[errors(s, learner) for s in range(n_draws)] for learner in LEARNERS.values()]
    for name in columns[0][0]:
        values = [np.array([draw[name] for draw in draws]) for draws in columns]
        spreads = [v.std(ddof=1) / np.sqrt(n_draws) for v in values]
        table.add_row(name, *[f"{v.mean():4.1f} ± {s:.1f}" for v, s in zip(values, spreads)])
    console = Console(width=78)
    console.print(table)
    console.print(SEEN)


if __name__ == "__main__":
    main(2 if "--quick" in sys.argv else 15)
