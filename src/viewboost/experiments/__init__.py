"""The papers' tables and figures, run again: one module for each, one small runner for all.

``viewboost reproduce`` runs them. A module holds an ``EXPERIMENT``: its tasks, the work of one
task, the paper's figures, and the report that sets ours beside them.
"""

from __future__ import annotations

import importlib

from viewboost.experiments.experiment import Experiment

# Name of the experiment -> the module that holds it as EXPERIMENT; imported when asked for.
_HOMES = {
    "two-boost-split": "janodet.two_boost_split",
    "two-boost-whole": "janodet.two_boost_whole",
    "students": "janodet.students",
    "independence": "zhang.independence",
    "uneven-views": "koco.uneven_views",
    "combo-uci": "koco.combo_uci",
    "uneven-classes": "koco.uneven_classes",
    "noisy-views": "koco.noisy_views",
    "region-triangle": "yang.region_triangle",
    "region-uci": "yang.region_uci",
    "agreement-webkb": "leskes.agreement_webkb",
    "arena": "arena",
}


def names() -> list[str]:
    """The experiments, in the order of the papers."""
    return list(_HOMES)


def get(name: str) -> Experiment:
    """The experiment of this name."""
    if name not in _HOMES:
        raise ValueError(f"there is no experiment {name!r} (experiments: {', '.join(_HOMES)})")
    return importlib.import_module(f"viewboost.experiments.{_HOMES[name]}").EXPERIMENT
