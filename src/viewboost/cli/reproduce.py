"""``viewboost reproduce``: run the papers' experiments again, and write them up."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from viewboost.cli import options as o
from viewboost.cli.errors import EXIT, say, told_in_one_line


@told_in_one_line
def reproduce(
    names: Annotated[
        list[str], typer.Argument(help="Experiments; 'all'; 'list'; or 'page', see below.")
    ],
    quick: Annotated[bool, typer.Option("--quick", help="Few repeats: minutes for all.")] = False,
    full: Annotated[bool, typer.Option("--full", help="As many repeats as the papers.")] = False,
    jobs: Annotated[int, typer.Option(min=1, help="Number of processes.")] = 1,
    out: Annotated[Path, typer.Option(help="Folder of the results.")] = Path("viewboost-results"),
    fresh: Annotated[bool, typer.Option("--fresh", help="Forget results stored before.")] = False,
    to: Annotated[Path, typer.Option(help="File that 'page' writes.")] = Path("papers.md"),
    json: o.Json = False,
    debug: o.Debug = False,
) -> None:
    """Run the papers' tables and figures again.

    Results are stored as they come: a run that was stopped goes on where it was.
    `viewboost reproduce page` writes one document of all results in the folder.

    Example: viewboost reproduce two-boost-split --quick --jobs 2
    """
    if names == ["list"]:
        _list(json)
    elif names == ["page"]:
        _write(out, to, json)
    else:
        _run(names, _scale(quick, full), jobs, out, fresh, json)


def _scale(quick: bool, full: bool) -> str:
    if quick and full:
        raise ValueError("--quick and --full exclude each other")
    return "quick" if quick else "full" if full else "default"


def _list(as_json: bool) -> None:
    # Imported here and below: `viewboost --help` must not pay for numba and scikit-learn.
    from viewboost import experiments
    from viewboost.cli.output import emit
    from viewboost.experiments.pages import NO_PAPER

    found = [experiments.get(name) for name in experiments.names()]
    if as_json:
        emit({"experiments": [{"name": e.name, "title": e.title, "paper": e.paper} for e in found]})
        return
    for one in found:
        typer.echo(f"{one.name:16} {one.title} ({one.paper or NO_PAPER})")


def _run(names: list[str], scale: str, jobs: int, out: Path, fresh: bool, as_json: bool) -> None:
    """Run experiments one after the other; those whose data cannot be had are left out."""
    from viewboost.cli.output import emit
    from viewboost.datasets import DatasetNotFoundError
    from viewboost.experiments.reproduce import chosen

    told, missing = [], False
    for name in chosen(names):
        try:
            told.append(_run_one(name, scale, jobs, out, fresh))
        except DatasetNotFoundError as error:
            missing = True
            say("error", f"{name}: {error}")
            continue
        if not as_json:
            line = "{name}: {tasks} tasks, {seconds:.0f} CPU seconds, {page}"
            typer.echo(line.format(**told[-1]))
    if as_json:
        emit({"experiments": told})
    if missing:
        raise typer.Exit(EXIT)


def _run_one(name: str, scale: str, jobs: int, out: Path, fresh: bool) -> dict[str, Any]:
    """What came of an experiment; the bar is for people, beside what is printed."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from viewboost import experiments
    from viewboost.experiments.reproduce import reproduce
    from viewboost.experiments.runner import summary_path

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True)) as bar:
        shown = bar.add_task(name, total=None)

        def tell(done: int, total: int) -> None:
            bar.update(shown, completed=done, total=total)

        summary, path = reproduce(name, scale, out, jobs, tell, fresh)
    claims = [asdict(verdict) for verdict in experiments.get(name).report(summary).verdicts]
    return {
        "name": name,
        "scale": scale,
        "tasks": summary.n_tasks,
        "seconds": summary.seconds,
        "results": str(summary_path(out, name, scale)),
        "page": str(path),
        "claims": claims,
    }


def _write(out: Path, to: Path, as_json: bool) -> None:
    from viewboost.cli.output import emit
    from viewboost.experiments.reproduce import write_book

    names = write_book(out, to)
    if as_json:
        emit({"page": str(to), "experiments": names})
    else:
        typer.echo(f"{to}: {', '.join(names)}")
