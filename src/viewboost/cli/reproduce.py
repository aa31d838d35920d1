"""``viewboost reproduce``: run the papers' experiments again, and write them up."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

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
    debug: o.Debug = False,
) -> None:
    """Run the papers' tables and figures again.

    Results are stored as they come: a run that was stopped goes on where it was.
    `viewboost reproduce page` writes one document of all results in the folder.

    Example: viewboost reproduce two-boost-split --quick --jobs 2
    """
    if names == ["list"]:
        _list()
    elif names == ["page"]:
        _write(out, to)
    else:
        _run(names, _scale(quick, full), jobs, out, fresh)


def _scale(quick: bool, full: bool) -> str:
    if quick and full:
        raise ValueError("--quick and --full exclude each other")
    return "quick" if quick else "full" if full else "default"


def _list() -> None:
    # Imported here and below: `viewboost --help` must not pay for numba and scikit-learn.
    from viewboost import experiments
    from viewboost.experiments.pages import NO_PAPER

    for name in experiments.names():
        found = experiments.get(name)
        typer.echo(f"{name:16} {found.title} ({found.paper or NO_PAPER})")


def _run(names: list[str], scale: str, jobs: int, out: Path, fresh: bool) -> None:
    """Run experiments one after the other; those whose data cannot be had are left out."""
    from viewboost.datasets import DatasetNotFoundError
    from viewboost.experiments.reproduce import chosen

    missing = False
    for name in chosen(names):
        try:
            _run_one(name, scale, jobs, out, fresh)
        except DatasetNotFoundError as error:
            missing = True
            say("error", f"{name}: {error}")
    if missing:
        raise typer.Exit(EXIT)


def _run_one(name: str, scale: str, jobs: int, out: Path, fresh: bool) -> None:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from viewboost.experiments.reproduce import reproduce

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, TimeElapsedColumn()) as bar:
        shown = bar.add_task(name, total=None)

        def tell(done: int, total: int) -> None:
            bar.update(shown, completed=done, total=total)

        summary, path = reproduce(name, scale, out, jobs, tell, fresh)
    typer.echo(f"{name}: {summary.n_tasks} tasks, {summary.seconds:.0f} CPU seconds, {path}")


def _write(out: Path, to: Path) -> None:
    from viewboost.experiments.reproduce import write_book

    typer.echo(f"{to}: {', '.join(write_book(out, to))}")
