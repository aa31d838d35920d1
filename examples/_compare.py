"""What the examples share: scores of several models over several draws, and their table."""

import numpy as np
from rich.console import Console
from rich.table import Table
from sklearn.base import clone


def compare(models, draw, measures, n_draws):
    """Scores by model, of shape (draws, measures).

    ``draw(seed)`` gives X, y for training and for testing; ``measures(model, X, y)`` the scores
    of a fitted model on test rows.
    """
    scores = {name: [] for name in models}
    for seed in range(n_draws):
        X, y, X_test, y_test = draw(seed)
        for name, model in models.items():
            scores[name].append(measures(clone(model).fit(X, y), X_test, y_test))
    return {name: np.array(found) for name, found in scores.items()}


def show(title, columns, scores):
    """A table of means and their standard errors."""
    n_draws = len(next(iter(scores.values())))
    table = Table("", *columns, title=f"{title}: mean ± standard error of {n_draws} draws")
    for name, found in scores.items():
        errors = found.std(axis=0, ddof=1) / np.sqrt(n_draws)
        table.add_row(name, *(f"{m:.3f} ± {e:.3f}" for m, e in zip(found.mean(axis=0), errors)))
    Console(width=80).print(table)
