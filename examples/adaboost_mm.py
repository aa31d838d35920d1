"""AdaBoost.MM on ten classes, beside SAMME, the multi-class AdaBoost of scikit-learn.

Run ``python examples/adaboost_mm.py`` (``--quick`` for a tiny run).
"""

import sys

from _compare import compare, show
from sklearn.datasets import load_digits
from sklearn.ensemble import AdaBoostClassifier
from sklearn.model_selection import train_test_split

from viewboost import AdaBoostMMClassifier


def draw(seed):
    """scikit-learn's digits, halved at random."""
    X, y = load_digits(return_X_y=True)
    X, X_test, y, y_test = train_test_split(X, y, test_size=0.5, stratify=y, random_state=seed)
    return X, y, X_test, y_test


def main(quick):
    """Print means and standard errors over the draws."""
    n_draws, n_rounds = (2, 20) if quick else (10, 200)
    models = {
        "SAMME (scikit-learn)": AdaBoostClassifier(n_estimators=n_rounds),
        "AdaBoost.MM": AdaBoostMMClassifier(n_rounds=n_rounds),
        "AdaBoost.MM, exact step": AdaBoostMMClassifier(n_rounds=n_rounds, step="exact"),
    }
    scores = compare(models, draw, lambda model, X, y: [model.score(X, y)], n_draws)
    show(f"ten digits, {n_rounds} rounds of stumps", ["test accuracy"], scores)
    paper, exact = scores["AdaBoost.MM"].mean(), scores["AdaBoost.MM, exact step"].mean()
    print(
        "A stump names two of ten digits at most: it is hardly ever right. AdaBoost.MM\n"
        "asks only that it cost less than chance, and its costs know each wrong class.\n"
        f"The exact step {'gains' if exact > paper else 'loses'} {abs(exact - paper):.3f} over"
        " the paper's: it drops the training loss faster."
    )


if __name__ == "__main__":
    main("--quick" in sys.argv)
