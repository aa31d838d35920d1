"""The command ``viewboost``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from viewboost.cli import options as o
from viewboost.cli.config import Configured
from viewboost.cli.errors import Commands, told_in_one_line
from viewboost.cli.reproduce import reproduce

RULE = """

**How columns become views, where --view is left out.** A column of text is read as *words* if
its cells have three words or more on average; as *levels* if it has at most 20 different values,
each five times on average; as *letters* (pairs of characters) otherwise. Each column of words or
letters is a view of its own. Numbers and levels whose names begin alike (sepal_length,
sepal_width; x1, x2) are a view of that name; the rest is the view 'table'.
"""

app = typer.Typer(
    name="viewboost",
    cls=Commands,
    rich_markup_mode="markdown",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    """Boosting for data seen through several views that cooperate while they learn.

    Try first: `viewboost demo`, then `viewboost advise data.csv --target y` on a table of yours.
    """
    if version:
        from viewboost import __version__

        typer.echo(__version__)
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


# Every command imports what it needs when it runs: `viewboost --help` must not pay for numba and
# scikit-learn.


@app.command(cls=Configured)
@told_in_one_line
def fit(
    data: o.Data,
    target: o.Target = None,
    view: o.View = None,
    words: o.Words = None,
    letters: o.Letters = None,
    levels: o.Levels = None,
    ignore: o.Ignore = None,
    algorithm: o.Algorithm = "mumbo",
    rounds: o.Rounds = 200,
    depth: o.Depth = None,
    learning_rate: o.LearningRate = 1.0,
    patience: o.Patience = None,
    seed: o.Seed = 0,
    jobs: o.Jobs = 1,
    parameters: o.Set = None,
    holdout: Annotated[
        float,
        typer.Option(
            metavar="SHARE",
            min=0.0,
            max=0.9,
            help="Share of the rows kept from training, to judge the model by.",
        ),
    ] = 0.0,
    model: Annotated[
        Path | None,
        typer.Option(
            "--model", "-m", metavar="FILE", help="Write the model here.", show_default=False
        ),
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(
            "--report", "-r", metavar="FILE", help="Write an HTML report here.", show_default=False
        ),
    ] = None,
    separator: o.Separator = None,
    missing: o.Missing = None,
    config: o.Config = None,
    json: o.Json = False,
    debug: o.Debug = False,
) -> None:
    """Learn a model from a table, and write it to a file.

    Example:
    `viewboost fit people.csv --target likes --view words=comment --view body=height,weight
    --model people.vb --report people.html`
    """
    from viewboost.cli.source import Source
    from viewboost.cli.training import Learning, fit

    source = Source(data, target, view, words, letters, levels, ignore, separator, missing)
    learning = Learning(
        algorithm, rounds, depth, learning_rate, patience, seed, jobs, parameters or []
    )
    fit(source, learning, holdout=holdout, model_path=model, report_path=report, as_json=json)


@app.command(cls=Configured)
@told_in_one_line
def predict(
    data: o.Data,
    model: o.ModelIn,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write a CSV file here; else to the terminal.",
            show_default=False,
        ),
    ] = None,
    proba: Annotated[bool, typer.Option("--proba", help="Add each class's probability.")] = False,
    separator: o.Separator = None,
    missing: o.Missing = None,
    config: o.Config = None,
    json: o.Json = False,
    debug: o.Debug = False,
) -> None:
    """Predict the class of each row of a table.

    Example:
    `viewboost predict new.csv --model people.vb --out classes.csv`
    """
    from viewboost.cli.prediction import predict

    predict(data, model, out, proba=proba, separator=separator, missing=missing, as_json=json)


@app.command(cls=Configured)
@told_in_one_line
def evaluate(
    data: o.Data,
    model: o.ModelIn,
    target: o.Target = None,
    separator: o.Separator = None,
    missing: o.Missing = None,
    config: o.Config = None,
    json: o.Json = False,
    debug: o.Debug = False,
) -> None:
    """Measure a model on a table whose classes are known.

    Example:
    `viewboost evaluate test.csv --model people.vb --target likes`
    """
    from viewboost.cli.prediction import evaluate

    evaluate(data, model, target, separator=separator, missing=missing, as_json=json)


@app.command(cls=Configured)
@told_in_one_line
def compare(
    data: o.Data,
    target: o.Target = None,
    view: o.View = None,
    words: o.Words = None,
    letters: o.Letters = None,
    levels: o.Levels = None,
    ignore: o.Ignore = None,
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Only this candidate; may be repeated."),
    ] = None,
    by: Annotated[
        str,
        typer.Option(metavar="MEASURE", help="Sort by accuracy, mean_recall or g_mean."),
    ] = "accuracy",
    folds: o.Folds = 5,
    rounds: o.Rounds = 100,
    depth: o.Depth = None,
    seed: o.Seed = 0,
    separator: o.Separator = None,
    missing: o.Missing = None,
    config: o.Config = None,
    json: o.Json = False,
    debug: o.Debug = False,
) -> None:
    """Compare all algorithms that fit, and baselines, by cross-validation.

    Example:
    `viewboost compare people.csv --target likes --by mean_recall`
    """
    from viewboost.cli.judging import compare
    from viewboost.cli.source import Source

    source = Source(data, target, view, words, letters, levels, ignore, separator, missing)
    compare(
        source,
        only=only or [],
        by=by,
        folds=folds,
        rounds=rounds,
        depth=depth,
        seed=seed,
        as_json=json,
    )


@app.command(cls=Configured)
@told_in_one_line
def advise(
    data: o.Data,
    target: o.Target = None,
    view: o.View = None,
    words: o.Words = None,
    letters: o.Letters = None,
    levels: o.Levels = None,
    ignore: o.Ignore = None,
    folds: o.Folds = 5,
    rounds: o.Rounds = 50,
    seed: o.Seed = 0,
    separator: o.Separator = None,
    missing: o.Missing = None,
    config: o.Config = None,
    json: o.Json = False,
    debug: o.Debug = False,
) -> None:
    """Measure the views of a table, and say which algorithm fits and why.

    Example:
    `viewboost advise people.csv --target likes`
    """
    from viewboost.cli.judging import advise
    from viewboost.cli.source import Source

    source = Source(data, target, view, words, letters, levels, ignore, separator, missing)
    advise(source, folds=folds, rounds=rounds, seed=seed, as_json=json)


@app.command(cls=Configured)
@told_in_one_line
def report(
    data: o.Data,
    model: o.ModelIn,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="Write the report here.")
    ] = Path("report.html"),
    target: o.Target = None,
    title: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Of the page.", show_default=False)
    ] = None,
    separator: o.Separator = None,
    missing: o.Missing = None,
    config: o.Config = None,
    json: o.Json = False,
    debug: o.Debug = False,
) -> None:
    """Write an HTML report of a model on a table whose classes are known.

    Example:
    `viewboost report test.csv --model people.vb --target likes --out people.html`
    """
    from viewboost.cli.prediction import report

    report(data, model, out, target, title, separator=separator, missing=missing, as_json=json)


@app.command()
@told_in_one_line
def datasets(
    name: Annotated[
        str | None, typer.Argument(help="Write this one to a file.", show_default=False)
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help="The CSV file to write.", show_default=False
        ),
    ] = None,
    rows: Annotated[
        int | None,
        typer.Option(metavar="N", min=4, help="Of a generator.", show_default=False),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Of a generator.")] = 0,
    json: o.Json = False,
    debug: o.Debug = False,
) -> None:
    """List the data that come with viewboost, or write one to a CSV file.

    Example:
    `viewboost datasets waterhole --out waterhole.csv`
    """
    from viewboost.cli.data import show, write

    if name is None:
        show(as_json=json)
    else:
        write(name, out, n_rows=rows, seed=seed, as_json=json)


@app.command()
@told_in_one_line
def demo(
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="Write the HTML report here.")
    ] = Path("viewboost-demo.html"),
    json: o.Json = False,
    debug: o.Debug = False,
) -> None:
    """Train on generated visits to a waterhole, seen through five views, and write a report."""
    from viewboost.cli.demo import run

    run(out, as_json=json)


app.command()(reproduce)

# The rule is written once, for all commands that choose views.
for choosing in (fit, compare, advise):
    choosing.__doc__ = f"{choosing.__doc__}{RULE}"
