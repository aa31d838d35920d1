"""``python -m viewboost.cli``."""

from viewboost.cli.app import app

app()
