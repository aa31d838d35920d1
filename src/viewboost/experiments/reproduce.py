"""All experiments by name: run them, write their pages, and the one document of all."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from viewboost import experiments
from viewboost.experiments.experiment import Experiment, Summary
from viewboost.experiments.pages import book, figure_name, page
from viewboost.experiments.runner import Progress, read_summary, run, summary_path
from viewboost.io.atomic import write_atomically


def chosen(names: Sequence[str]) -> list[str]:
    """The experiments asked for; "all" is every one."""
    known = experiments.names()
    for name in names:
        if name != "all" and name not in known:
            listed = ", ".join(["all", *known])
            raise ValueError(f"there is no experiment {name!r} (experiments: {listed})")
    return known if "all" in names else list(dict.fromkeys(names))


def reproduce(
    name: str,
    scale: str = "default",
    out: Any = "viewboost-results",
    jobs: int = 1,
    progress: Progress | None = None,
    fresh: bool = False,
) -> tuple[Summary, Path]:
    """Run an experiment, as far as its results are not stored; its summary and its page's place."""
    experiment = experiments.get(name)
    summary = run(experiment, scale, out, jobs, progress, fresh)
    path = summary_path(out, name, scale).with_suffix(".md")
    _draw(experiment, summary, out)
    write_atomically(path, [page(experiment, summary).encode()])
    return summary, path


def _draw(experiment: Experiment, summary: Summary, out: Any) -> None:
    """The figures of a page, in the folder of the results."""
    for figure in experiment.report(summary).figures:
        write_atomically(Path(out) / figure_name(summary, figure), [figure.svg().encode()])


def write_book(out: Any, to: Any) -> list[str]:
    """Write the document of all experiments whose summaries are in a folder; their names."""
    found = [name for name in experiments.names() if summary_path(out, name).exists()]
    if not found:
        raise ValueError(f"{out}: no results here; make them with 'viewboost reproduce all'")
    chapters = [(experiments.get(name), read_summary(summary_path(out, name))) for name in found]
    for experiment, summary in chapters:
        _draw(experiment, summary, out)
    folder = Path(os.path.relpath(out, Path(to).parent)).as_posix()
    write_atomically(to, [book(chapters, f"{folder}/").encode()])
    return found
