"""CoMBo on imbalanced classes: recalls of small classes, paid for with some accuracy.

Run ``python examples/combo.py`` (``--quick`` for a tiny run).
"""

from __future__ import annotations

import sys

import numpy as np
from rich.console import Console
from rich.table import Table
from sklearn.datasets import make_classification
from sklearn.metrics import accuracy_score
from sklearn.model_selection import train_test_split

from viewboost import AdaBoostMMClassifier, ComboClassifier
from viewboost.metrics import confusion_norm, g_mean_score

SHARES = [0.88, 0.08, 0.04]
MEASURES = {
    "accuracy": accuracy_score,
    "G-mean": g_mean_score,
    "norm": confusion_norm,
    "recall of 2": lambda y, said: (said == 2)[y == 2].mean(),
}


def results(seed: int, n_rounds: int) -> dict[str, list[float]]:
    """The measures of one draw, for each model."""
    X, y = make_classification(
        3000, 10, n_informative=6, n_classes=3, weights=SHARES, flip_y=0, random_state=seed
    )
    X, X_test, y, y_test = train_test_split(X, y, train_size=1000, stratify=y, random_state=seed)
    models = {
        "AdaBoost.MM": AdaBoostMMClassifier(n_rounds=n_rounds),
        "CoMBo": ComboClassifier(n_rounds=n_rounds),
        "CoMBo, class_costs": ComboClassifier(
            n_rounds=n_rounds, class_costs={(2, 0): 5, (2, 1): 5}
        ),
    }
    said = {name: model.fit(X, y).predict(X_test) for name, model in models.items()}
    return {name: [f(y_test, labels) for f in MEASURES.values()] for name, labels in said.items()}


def main(quick: bool) -> None:
    """Print means and standard errors over the draws."""
    n_draws, n_rounds = (2, 10) if quick else (20, 100)
    draws = [results(seed, n_rounds) for seed in range(n_draws)]
    title = f"three classes, {' '.join(f'{s:.0%}' for s in SHARES)}; {n_draws} draws"
    table = Table("", *MEASURES, title=title)
    for name in draws[0]:
        values = np.array([draw[name] for draw in draws])
        spread = values.std(axis=0, ddof=1) / np.sqrt(n_draws)
        table.add_row(name, *(f"{m:.2f} ± {s:.2f}" for m, s in zip(values.mean(axis=0), spread)))
    Console(width=78).print(table)
    print(
        "Norm: that of the confusion matrix, the smaller the better. CoMBo gives up\n"
        "accuracy, which the large class decides, for the recalls of the small ones;\n"
        "class_costs, here of taking class 2 for another, move the recalls further.\n"
        "It is AdaBoost.MM with weights 1/m_y: a sample_weight that balances the classes\n"
        "gives the same."
    )


if __name__ == "__main__":
    main("--quick" in sys.argv)
