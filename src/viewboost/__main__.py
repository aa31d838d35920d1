"""``python -m viewboost``: the command line."""

from viewboost.cli.app import app

app()
