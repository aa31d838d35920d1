"""The demo: generated visits to a waterhole, seen through five views, told by a report."""

from __future__ import annotations

import shutil
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import train_test_split

import viewboost
from viewboost import AdaBoostMMClassifier, BagOfWords, MumboClassifier
from viewboost.cli.output import emit
from viewboost.datasets import make_waterhole
from viewboost.views.container import Views

N_VISITS, N_ROUNDS = 1500, 100
TITLE = "Who came to the waterhole?"
DESCRIPTION = (
    "Generated data, made up to show what a report tells. Five kinds of animals visit a waterhole. "
    "A photo, a sound, the tracks, a ranger’s note and the weather are five views of each visit. "
    "Photos are dark on 20 % of the visits, 40 % of the visitors make no sound, 35 % of the tracks "
    "are washed out, there is a note on 40 % only, and the weather has nothing to do with it. "
    "MuMBo learns from all views at once, and lets each of them decide where it knows best."
)
INTRODUCTION = (
    "Five kinds of animals visit a waterhole ([italic]generated data[/]). Which one came?\n"
    "Five views of each visit: a photo, a sound, the tracks, a ranger's note (often\n"
    "missing), the weather. MuMBo lets each view decide where it knows best."
)


@dataclass(frozen=True)
class Learned:
    """A model with the rows that it has learned from, and the rows that it has not seen."""

    model: Any
    train: Views
    y_train: np.ndarray
    test: Views
    y_test: np.ndarray


def learned() -> Learned:
    """The demo's model of all views."""
    X, y = make_waterhole(N_VISITS, random_state=0)
    train, test, y_train, y_test = train_test_split(X, y, test_size=0.4, stratify=y, random_state=0)
    model = MumboClassifier([_triple(name) for name in X.names], **_common("note"))
    return Learned(model.fit(train, y_train), train, y_train, test, y_test)


def _triple(name: str) -> tuple[str, Any, str]:
    return name, BagOfWords() if name == "note" else None, name


def _common(*optional: str) -> dict[str, Any]:
    return {"n_rounds": N_ROUNDS, "optional": optional, "random_state": 0}


def write_report(made: Learned, path: Path) -> Path:
    """Write the demo's report."""
    return viewboost.report(
        made.model,
        made.test,
        made.y_test,
        path=path,
        title=TITLE,
        description=DESCRIPTION,
        X_train=made.train,
        y_train=made.y_train,
    )


def run(out: Path, *, as_json: bool) -> None:
    """Train, print one table, write the report and say where it is."""
    console = Console(highlight=False, quiet=as_json)
    console.print(f"\n[bold]viewboost demo[/]\n{INTRODUCTION}\n")
    with console.status("learning from all views, and from each alone …"):
        learned()  # on a new machine this compiles, which is no part of learning
        start = time.perf_counter()
        made = learned()
        scores = _scores(made, time.perf_counter() - start)
    console.print(_table(scores, len(made.y_test)))
    with console.status("writing the report …"):
        path = write_report(made, out)
    console.print(
        f"\nThe report, for any browser:\n  [bold]{escape(str(path.resolve()))}[/]\n\n"
        "Try next:\n"
        f"  {_command()} advise data.csv --target y    what fits a table of your own\n"
        f"  {_command()} fit data.csv --target y --report report.html\n",
        soft_wrap=True,
    )
    if as_json:
        emit({"report": str(path.resolve()), "scores": [asdict(score) for score in scores]})


def _command() -> str:
    """How to call the program: by its path, where the shell would not find its name."""
    called = sys.argv[0]
    by_path = Path(called).name == "viewboost" and shutil.which("viewboost") is None
    return escape(called) if by_path else "viewboost"


@dataclass(frozen=True)
class Score:
    """How one of the demo's models does on rows that it has not seen."""

    learned_from: str
    accuracy: float
    mean_recall: float
    share_of_votes: float
    seconds: float


def _scores(made: Learned, seconds: float) -> list[Score]:
    """All views, then each alone, strongest first."""
    found = [Score("all views (MuMBo)", *_judged(made.model, made), 1.0, seconds)]
    shares = made.model.view_importances_
    for name in sorted(shares, key=lambda view: -shares[view]):
        start = time.perf_counter()
        optional = ["note"] if name == "note" else []
        own = AdaBoostMMClassifier([_triple(name)], **_common(*optional))
        own.fit(made.train, made.y_train)
        took = time.perf_counter() - start
        found.append(Score(f"{name} alone", *_judged(own, made), float(shares[name]), took))
    return found


def _judged(model: Any, made: Learned) -> tuple[float, float]:
    predicted = model.predict(made.test)
    recall = balanced_accuracy_score(made.y_test, predicted)
    return float(np.mean(predicted == made.y_test)), float(recall)


def _table(scores: list[Score], n_rows: int) -> Table:
    table = Table(title=f"{n_rows} visits the model has not seen", title_style="bold")
    for heading in ("learned from", "right", "mean recall", "share of votes", "seconds"):
        table.add_column(heading, justify="left" if heading == "learned from" else "right")
    for place, score in enumerate(scores):
        table.add_row(
            score.learned_from,
            f"{score.accuracy:.1%}",
            f"{score.mean_recall:.1%}",
            f"{score.share_of_votes:.0%}",
            f"{score.seconds:.1f}",
            style="bold" if place == 0 else None,
        )
    return table
