"""The command ``viewboost``."""

from __future__ import annotations

import typer

from viewboost.cli.reproduce import reproduce

app = typer.Typer(
    name="viewboost",
    help="Boosting for data seen through several views that cooperate while they learn.",
    no_args_is_help=True,
    add_completion=False,
)


@app.callback()
def main() -> None:
    """Boosting for data seen through several views that cooperate while they learn."""


@app.command()
def demo() -> None:
    """Train on embedded data (handwritten digits seen through three views) and show the result."""
    # Imported here: `viewboost --help` must not pay for numba and scikit-learn.
    from viewboost.cli.demo import run

    run()


app.command()(reproduce)
