"""The report: findings in words, tables and charts, rendered to one file."""

from __future__ import annotations

import base64
import hashlib
import os
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from numpy.typing import ArrayLike

from viewboost import __version__
from viewboost.io.atomic import write_atomically
from viewboost.reports.findings import Findings, find
from viewboost.reports.names import shown
from viewboost.reports.sections.classes import Classes, classes_section
from viewboost.reports.sections.data import Data, data_section
from viewboost.reports.sections.glossary import GLOSSARY
from viewboost.reports.sections.mistakes import Mistakes, mistakes_section
from viewboost.reports.sections.rounds import Bounds, Learning, bounds_section, learning_section
from viewboost.reports.sections.settings import Settings, algorithm, settings_section
from viewboost.reports.sections.summary import Card, cards, notes, sentences
from viewboost.reports.sections.views import (
    Deciding,
    Strength,
    deciding_section,
    strength_section,
)

LONGEST_TEXT = 2000  # characters of a description


@dataclass(frozen=True)
class Page:
    """All that the template shows."""

    title: str
    subtitle: str
    description: str
    version: str
    summary: list[str]
    cards: list[Card]
    notes: list[str]
    data: Data
    strength: Strength
    learning: Learning
    deciding: Deciding
    classes: Classes
    mistakes: Mistakes
    bounds: Bounds
    glossary: tuple[tuple[str, str], ...]
    settings: Settings


def report(
    model: Any,
    X: Any,
    y: ArrayLike,
    *,
    path: str | os.PathLike[str] = "report.html",
    title: str | None = None,
    description: str | None = None,
    X_train: Any = None,
    y_train: ArrayLike | None = None,
    baseline: Any = None,
    max_rows: int = 20_000,
) -> Path:
    """Write what a model does, and why, as one HTML file for people who did not make it.

    The file is complete: it loads nothing, works from a disk or in a mail, and stays below
    2 MB. It tells what the views are and how strong each is, how the model learned, which view
    decided what, the results of each class, the worst mistakes with the views' part in them,
    the bounds of the theory, and what the words mean. Its numbers are those of
    `viewboost.inspect` and `viewboost.metrics`.

    Parameters
    ----------
    model : fitted boosting classifier of viewboost
    X, y : rows and their labels
        Best rows that the model was not trained on. Rows without a label (-1, where that is no
        class) are left out.
    path : path-like, default="report.html"
        Where to write; what is there is replaced once all is written.
    title, description : str, optional
        What stands on top; the description is a place to say what the data are.
    X_train, y_train : optional
        Rows of the fit, whose errors are drawn beside those of X.
    baseline : fitted classifier, optional
        What to compare with on the same rows; by default the answer is always the most
        frequent class.
    max_rows : int, default=20_000
        Of more rows so many are drawn at random, and the report says so.

    Returns
    -------
    pathlib.Path
        Where it was written.

    Raises
    ------
    ImportError
        If jinja2 is not installed; the extra ``report`` brings it.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import viewboost
    >>> from viewboost.datasets import make_uneven_views
    >>> X, y = make_uneven_views(200, random_state=0)
    >>> model = viewboost.MumboClassifier(n_rounds=10).fit(X[:100], y[:100])
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "uneven.html"
    >>> viewboost.report(model, X[100:], y[100:], path=path).name
    'uneven.html'
    """
    environment = _environment()
    rows = {"X_train": X_train, "y_train": y_train, "baseline": baseline, "max_rows": max_rows}
    page = compose(find(model, X, y, **rows), title, description)
    write_atomically(path, [_render(environment, page).encode("utf-8")])
    return Path(path)


def compose(found: Findings, title: str | None = None, description: str | None = None) -> Page:
    """All sections of a page."""
    counts = f"{found.n_views:,} view{'s' if found.n_views > 1 else ''}"
    counts += f" · {len(found.model.classes_):,} classes · {len(found.rows):,} rows"
    name = algorithm(found.model)
    about = "which views decide" if found.n_views > 1 else "what it decides"
    return Page(
        title=f"{name}: {about}, and why" if title is None else shown(title),
        subtitle=f"{name} · {counts}",
        description="" if description is None else shown(description, LONGEST_TEXT),
        version=__version__,
        summary=sentences(found),
        cards=cards(found),
        notes=notes(found),
        data=data_section(found),
        strength=strength_section(found),
        learning=learning_section(found),
        deciding=deciding_section(found),
        classes=classes_section(found),
        mistakes=mistakes_section(found),
        bounds=bounds_section(found),
        glossary=GLOSSARY,
        settings=settings_section(found),
    )


def _environment() -> Any:
    try:
        import jinja2
    except ImportError as error:
        raise ImportError("a report needs jinja2: pip install 'viewboost[report]'") from error
    return jinja2.Environment(
        loader=jinja2.FunctionLoader(_asset),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )


def _asset(name: str) -> str:
    return (files("viewboost.reports") / "assets" / name).read_text(encoding="utf-8")


def _render(environment: Any, page: Page) -> str:
    from markupsafe import Markup  # comes with jinja2

    script = _asset("sort.js")
    # The page lets only this very script run, so that nothing that slips in as a name could.
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return environment.get_template("report.html.jinja").render(
        page=page,
        style=Markup(_asset("style.css")),
        script=Markup(script),
        script_hash=f"sha256-{digest}",
    )
