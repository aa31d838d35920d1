"""Boosting for data seen through several views that cooperate while they learn."""

from __future__ import annotations

import importlib
from typing import Any

__version__ = "0.1.0"

# Public name -> the module that holds it; imported on first use, so that
# ``import viewboost`` costs nothing.
_HOMES = {
    "AdaBoostMMClassifier": "viewboost.algorithms.adaboost_mm",
    "AgreementBoostClassifier": "viewboost.algorithms.agreement",
    "BagOfWords": "viewboost.learners.words",
    "BestView": "viewboost.fusion",
    "CarakoClassifier": "viewboost.algorithms.carako",
    "ComboClassifier": "viewboost.algorithms.combo",
    "EarlyFusion": "viewboost.fusion",
    "KBoostClassifier": "viewboost.algorithms.kboost",
    "LateFusion": "viewboost.fusion",
    "ModelFileError": "viewboost.io.errors",
    "MuComboClassifier": "viewboost.algorithms.mucombo",
    "MumboClassifier": "viewboost.algorithms.mumbo",
    "NGram": "viewboost.learners.ngram",
    "ProgressBar": "viewboost.rounds.progress",
    "RegionBoostClassifier": "viewboost.algorithms.regionboost",
    "Stump": "viewboost.learners.native",
    "Tree": "viewboost.learners.native",
    "Views": "viewboost.views.container",
    "Weighted": "viewboost.learners.foreign",
    "load": "viewboost.algorithms.files",
    "report": "viewboost.reports",
    "to_onnx": "viewboost.io.onnx",
}

# Public modules, reached as ``viewboost.metrics`` without an import of their own.
_ROOMS = ("datasets", "fusion", "inspect", "metrics", "plots")

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    if name in _ROOMS:
        return importlib.import_module(f"viewboost.{name}")
    raise AttributeError(f"module 'viewboost' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *_ROOMS])
