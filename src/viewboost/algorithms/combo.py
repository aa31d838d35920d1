"""CoMBo: boosting that bounds the norm of the confusion matrix, for imbalanced classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax

from viewboost.algorithms._base import STEPS, BoostClassifier
from viewboost.algorithms.adaboost_mm import BestEdge
from viewboost.rounds.costs import Costs
from viewboost.rounds.rule import Rule, State
from viewboost.views._sklearn import StrOptions


def balanced_weights(state: State) -> NDArray[np.float64]:
    """w_i / m_{y_i}: every class has the same total weight, whatever its number of rows."""
    rows = state.rows
    return rows.weights / rows.class_weights()[rows.y]
