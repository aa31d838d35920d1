"""The methods of the thesis's last chapter, and what is told of them, for several experiments."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost import (
    AdaBoostMMClassifier,
    CarakoClassifier,
    ComboClassifier,
    EarlyFusion,
    LateFusion,
    MuComboClassifier,
    MumboClassifier,
    Tree,
    Views,
)
from viewboost.experiments._measures import measured

ADA_EARLY, ADA_LATE = "AdaBoost.MM (early)", "AdaBoost.MM (late)"
COMBO_EARLY, COMBO_LATE = "CoMBo (early)", "CoMBo (late)"


def thesis_methods(n_rounds: int, learner: Any = None) -> dict[str, Any]:
    """The seven methods of Table 4.2, with stumps; Carako with trees of depth 10.

    With stumps that minimise costs (None) AdaBoost.MM and CoMBo on several views are early
    fusion: the best stump of all views votes. Any other learner gets the views side by side.
    """
    boosted = {"learner": learner, "n_rounds": n_rounds, "random_state": 0}
    ada, combo = AdaBoostMMClassifier(**boosted), ComboClassifier(**boosted)
    return {
        ADA_EARLY: ada if learner is None else EarlyFusion(ada),
        ADA_LATE: LateFusion(ada, combine="B"),
        COMBO_EARLY: combo if learner is None else EarlyFusion(combo),
        COMBO_LATE: LateFusion(combo, combine="B"),
        "Carako": CarakoClassifier(learner=Tree(max_depth=10), random_state=0),
        "MuMBo": MumboClassifier(**boosted),
        "muCoMBo": MuComboClassifier(**boosted),
    }


def view_measures(late: LateFusion, X: Views, y: NDArray[Any]) -> dict[str, dict[str, float]]:
    """The measures of the classifier of each view."""
    return {
        name: measured(model, Views(**{name: X.block(name)}), y)
        for name, model in late.estimators_.items()
    }


def chosen_shares(model: Any) -> NDArray[np.float64]:
    """The share of rounds in which each view's hypothesis was chosen to vote."""
    chosen = np.array([record.chosen for record in model.history_])
    chosen = chosen[chosen >= 0]
    return np.bincount(chosen, minlength=len(model.view_names_)) / max(1, len(chosen))
