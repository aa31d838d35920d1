"""Who is measured: our models and those that a user could pick instead, set up alike.

Every maker imports its library itself, so that each runs where the others are not installed.
All train on one thread and without early stopping.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

# Of the gradient boosters; so that 200 stumps get as far as the full steps of AdaBoost.
LEARNING_RATE = 0.3


@dataclass(frozen=True)
class Task:
    """How long to train, how deep the trees are, and where views begin (and the last ends)."""

    rounds: int
    depth: int = 1
    bounds: tuple[int, ...] = (0,)

    @property
    def views(self) -> list[list[int]]:
        """The columns of each view."""
        return [list(range(a, b)) for a, b in zip(self.bounds, self.bounds[1:])]

    @property
    def leaves(self) -> int:
        """Of a full tree."""
        return 2**self.depth


# -- ours ----------------------------------------------------------------------------------


def _ours(name: str, task: Task) -> Any:
    import viewboost

    learner = viewboost.Stump() if task.depth == 1 else viewboost.Tree(max_depth=task.depth)
    views = None
    if len(task.views) > 1:
        views = [(f"view_{j}", None, columns) for j, columns in enumerate(task.views)]
    return getattr(viewboost, name)(views, learner, n_rounds=task.rounds, n_jobs=1, random_state=0)


def adaboost_mm(task: Task) -> Any:
    """AdaBoost.MM on all views."""
    return _ours("AdaBoostMMClassifier", task)


def mumbo(task: Task) -> Any:
    """MuMBo."""
    return _ours("MumboClassifier", task)


def mucombo(task: Task) -> Any:
    """muCoMBo."""
    return _ours("MuComboClassifier", task)


class Apart:
    """AdaBoost.MM on each view alone, one after the other."""

    def __init__(self, task: Task):
        self.task = task

    def fit(self, X: Any, y: Any) -> Apart:
        """Fit a model for each view."""
        for columns in self.task.views:
            adaboost_mm(Task(self.task.rounds)).fit(X[:, columns], y)
        return self


# -- theirs --------------------------------------------------------------------------------


def sklearn_adaboost(task: Task) -> Any:
    """AdaBoost with exact trees."""
    from sklearn.ensemble import AdaBoostClassifier
    from sklearn.tree import DecisionTreeClassifier

    tree = DecisionTreeClassifier(max_depth=task.depth)
    return AdaBoostClassifier(tree, n_estimators=task.rounds, random_state=0)


def sklearn_hist(task: Task) -> Any:
    """HistGradientBoosting; with several views its trees of 8 leaves keep to one view each."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    several = len(task.views) > 1
    return HistGradientBoostingClassifier(
        max_iter=task.rounds,
        max_leaf_nodes=8 if several else task.leaves,
        interaction_cst=task.views if several else None,
        learning_rate=LEARNING_RATE,
        early_stopping=False,
        random_state=0,
    )


def lightgbm(task: Task) -> Any:
    """LightGBM."""
    from lightgbm import LGBMClassifier

    return LGBMClassifier(
        n_estimators=task.rounds,
        num_leaves=task.leaves,
        learning_rate=LEARNING_RATE,
        n_jobs=1,
        verbose=-1,
    )


def xgboost(task: Task) -> Any:
    """XGBoost on histograms."""
    from xgboost import XGBClassifier

    return XGBClassifier(
        n_estimators=task.rounds,
        max_depth=task.depth,
        learning_rate=LEARNING_RATE,
        tree_method="hist",
        n_jobs=1,
    )


class MultimodalMumbo:
    """scikit-multimodallearn's MuMBo, told its views when it is fitted."""

    def __init__(self, task: Task):
        from multimodal.boosting.mumbo import MumboClassifier

        self.bounds = list(task.bounds)
        self.model = MumboClassifier(n_estimators=task.rounds, random_state=0)

    def fit(self, X: Any, y: Any) -> MultimodalMumbo:
        """Fit it."""
        self.model.fit(X, y, views_ind=self.bounds)
        self.estimators_ = self.model.estimators_
        return self

    def predict(self, X: Any) -> Any:
        """Its classes."""
        return self.model.predict(X)


MAKERS: dict[str, Callable[[Task], Any]] = {
    "adaboost_mm": adaboost_mm,
    "mumbo": mumbo,
    "mucombo": mucombo,
    "apart": Apart,
    "sklearn-adaboost": sklearn_adaboost,
    "sklearn-hist": sklearn_hist,
    "lightgbm": lightgbm,
    "xgboost": xgboost,
    "multimodallearn": MultimodalMumbo,
}
PEERS = ("sklearn-adaboost", "sklearn-hist", "lightgbm", "xgboost", "multimodallearn")


def rounds_made(model: Any) -> int | None:
    """How many rounds a fitted model really has, as far as it tells."""
    if hasattr(model, "get_booster"):
        return int(model.get_booster().num_boosted_rounds())
    for attribute in ("n_rounds_", "n_iter_", "n_estimators_"):
        if hasattr(model, attribute):
            return int(getattr(model, attribute))
    return len(model.estimators_) if hasattr(model, "estimators_") else None
