"""Reports: one self-contained HTML file that tells in plain words what a model does and why."""

from viewboost.reports.page import report

__all__ = ["report"]
