"""The demo: embedded digits seen through three uneven views, with imbalanced classes."""

from __future__ import annotations

import time

import numpy as np
from rich.console import Console
from rich.table import Table
from sklearn.datasets import load_digits
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import train_test_split

from viewboost import AdaBoostMMClassifier, Views

N_ROUNDS = 200


def three_views(seed: int = 0) -> tuple[Views, np.ndarray]:
    """scikit-learn's 8 x 8 digits through three views; digits 5 to 9 made rare."""
    images, y = load_digits(return_X_y=True)
    rng = np.random.default_rng(seed)
    kept = rng.random(len(y)) < np.where(y < 5, 1.0, 0.3)
    pixels, y = images[kept].reshape(-1, 8, 8), y[kept]
    # The picture's left half, how the ink is spread over rows and columns, and its outline.
    ink = np.hstack([pixels.sum(axis=1), pixels.sum(axis=2)])
    outline = np.abs(np.diff(pixels, axis=2)).sum(axis=1)
    return Views(left=pixels[:, :, :4].reshape(-1, 32), ink=ink, outline=outline), y


def run() -> None:
    """Train, print one table, say what to try next."""
    console = Console(highlight=False)
    views, y = three_views()
    train, test, y_train, y_test = train_test_split(
        views, y, test_size=0.4, stratify=y, random_state=0
    )
    console.print(
        f"\n[bold]viewboost demo[/]: {len(y)} handwritten digits seen through three views, 5 to 9"
        " rare.\nEach round, the view whose stump has the largest edge votes (AdaBoost.MM).\n"
    )
    table = Table(title=f"{N_ROUNDS} rounds at most, {len(y_test)} test rows")
    for heading in ("trained on", "accuracy", "mean recall", "share of the vote", "seconds"):
        table.add_column(heading, justify="left" if heading == "trained on" else "right")
    alone = {name: Views(**{name: train.block(name)}) for name in train.names}
    shares = _fit_row(table, "all views", train, y_train, test, y_test)
    for name, view in alone.items():
        only_test = Views(**{name: test.block(name)})
        _fit_row(table, f"{name} only", view, y_train, only_test, y_test, shares[name])
    console.print(table)
    console.print(
        "Try next:\n"
        '  python -c "import viewboost; help(viewboost.AdaBoostMMClassifier)"\n'
        "  README.md: your own table, with columns as views\n"
    )


def _fit_row(
    table: Table,
    label: str,
    train: Views,
    y_train: np.ndarray,
    test: Views,
    y_test: np.ndarray,
    share: float | None = None,
) -> dict[str, float]:
    """Fit on some views and add their row to the table; the views' shares of the vote."""
    start = time.perf_counter()
    model = AdaBoostMMClassifier(n_rounds=N_ROUNDS).fit(train, y_train)
    seconds = time.perf_counter() - start
    predicted = model.predict(test)
    table.add_row(
        label,
        f"{np.mean(predicted == y_test):.3f}",
        f"{balanced_accuracy_score(y_test, predicted):.3f}",
        "" if share is None else f"{share:.0%}",
        f"{seconds:.2f}",
    )
    return model.view_importances_
