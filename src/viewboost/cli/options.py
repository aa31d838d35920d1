"""The options of the commands, each described once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[Path, typer.Argument(help="A table: .csv, .tsv or .parquet.", show_default=False)]
Target = Annotated[
    str | None,
    typer.Option(
        "--target", "-t", metavar="COLUMN", help="The column of the classes.", show_default=False
    ),
]
ModelIn = Annotated[
    Path,
    typer.Option(
        "--model", "-m", metavar="FILE", help="A model file, as fit writes it.", show_default=False
    ),
]
Config = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="A TOML file of options by the same names; what is typed wins.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of tables.")]
Debug = Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")]

_TABLE = "How the table is read"
Separator = Annotated[
    str | None,
    typer.Option(
        metavar="X",
        help="Between cells; else comma, semicolon or tab, whichever the first line has most of.",
        rich_help_panel=_TABLE,
        show_default=False,
    ),
]
Missing = Annotated[
    list[str] | None,
    typer.Option(
        metavar="TEXT",
        help="A marker of missing cells, in place of: empty, NA, N/A, NaN, nan, NULL, null. "
        "An empty cell is always missing.",
        rich_help_panel=_TABLE,
        show_default=False,
    ),
]

_VIEWS = "Views: left out, columns are grouped by the rule above"
View = Annotated[
    list[str] | None,
    typer.Option(
        "--view",
        "-v",
        metavar="NAME=COLUMN,…",
        help="A view and its columns (x* for all that begin with x); once for each view.",
        rich_help_panel=_VIEWS,
        show_default=False,
    ),
]
Words = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COLUMN",
        help="Read this column as words.",
        rich_help_panel=_VIEWS,
        show_default=False,
    ),
]
Letters = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COLUMN",
        help="Read this column as letters.",
        rich_help_panel=_VIEWS,
        show_default=False,
    ),
]
Levels = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COLUMN",
        help="Read this column as levels, even if it holds numbers.",
        rich_help_panel=_VIEWS,
        show_default=False,
    ),
]
Ignore = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COLUMN",
        help="Leave this column out.",
        rich_help_panel=_VIEWS,
        show_default=False,
    ),
]

_LEARNING = "Learning"
Algorithm = Annotated[
    str,
    typer.Option(
        "--algorithm",
        "-a",
        help="adaboost_mm, kboost, mumbo, combo, mucombo, carako, agreement or regionboost.",
        rich_help_panel=_LEARNING,
    ),
]
Rounds = Annotated[
    int, typer.Option(metavar="N", min=1, help="Rounds at most.", rich_help_panel=_LEARNING)
]
Depth = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        max=30,
        help="Depth of trees on numbers and levels; else the algorithm's own learner: stumps "
        "(depth 1), and trees of depth 8 for carako.",
        show_default=False,
        rich_help_panel=_LEARNING,
    ),
]
LearningRate = Annotated[
    float, typer.Option(metavar="X", help="Multiplies every step.", rich_help_panel=_LEARNING)
]
Patience = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help="Hold a tenth of the rows out, and stop after so many rounds without gain on them.",
        rich_help_panel=_LEARNING,
        show_default=False,
    ),
]
Seed = Annotated[
    int, typer.Option(metavar="N", help="Of all randomness.", rich_help_panel=_LEARNING)
]
Jobs = Annotated[
    int, typer.Option(metavar="N", help="Number of threads.", rich_help_panel=_LEARNING)
]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Any other parameter of the algorithm, such as --set vote=all.",
        rich_help_panel=_LEARNING,
        show_default=False,
    ),
]
Folds = Annotated[
    int, typer.Option(metavar="N", min=2, max=100, help="Folds of the cross-validation.")
]
