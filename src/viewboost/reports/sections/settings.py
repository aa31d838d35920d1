"""Parameters and versions: what is needed to make the same model again."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from viewboost import __version__
from viewboost.reports.findings import Findings
from viewboost.reports.names import shown
from viewboost.reports.tables import Cell, Heading, Table, capped, name_cell

PACKAGES = ("numpy", "scipy", "scikit-learn", "numba")

# How the papers write the names of their algorithms.
ALGORITHMS = {
    "AdaBoostMMClassifier": "AdaBoost.MM",
    "AgreementBoostClassifier": "AgreementBoost",
    "CarakoClassifier": "Carako",
    "ComboClassifier": "CoMBo",
    "KBoostClassifier": "k-Boost",
    "MuComboClassifier": "muCoMBo",
    "MumboClassifier": "MuMBo",
    "RegionBoostClassifier": "RegionBoost",
}


@dataclass(frozen=True)
class Settings:
    """What the model was made with."""

    parameters: Table
    versions: Table


def algorithm(model: Any) -> str:
    """The algorithm's name as its paper writes it."""
    kind = type(model).__name__
    return ALGORITHMS.get(kind, shown(kind))


def settings_section(found: Findings) -> Settings:
    """All parameters, and the versions of what computes."""
    rows = [
        [name_cell(name), Cell(shown(_short(value)))]
        for name, value in sorted(found.model.get_params(deep=False).items())
    ]
    rows, note = capped(rows, "parameters")
    headings = [Heading("parameter"), Heading("value")]
    caption = f"Parameters of {type(found.model).__name__}"
    made = {"viewboost": __version__, "Python": platform.python_version()}
    made |= {name: version(name) for name in PACKAGES}
    versions = [[name_cell(name), Cell(value)] for name, value in made.items()]
    return Settings(
        Table(caption, headings, rows, note),
        Table("Versions", [Heading("package"), Heading("version")], versions),
    )


def _short(value: Any) -> str:
    """A parameter's value; a list of many views is not written out."""
    if isinstance(value, (list, tuple)) and len(value) > 3:
        return f"{len(value):,} items"
    return repr(value)
