"""The page of the papers in the docs is what the results beside it say."""

from pathlib import Path

import pytest

from viewboost import experiments
from viewboost.experiments.pages import figure_name, page
from viewboost.experiments.runner import read_summary, summary_path

DOCS = Path(__file__).parents[2] / "docs"
BOOK = (DOCS / "papers.md").read_text("utf-8")
AGAIN = "viewboost reproduce page --out docs/results --to docs/papers.md"


@pytest.mark.parametrize("name", [n for n in experiments.names() if f"## {n}: " in BOOK])
def test_a_chapter_is_written_from_its_results(name):
    summary = read_summary(summary_path(DOCS / "results", name))
    assert summary.scale == "default"
    experiment = experiments.get(name)
    chapter = page(experiment, summary, 2, "results/").rstrip()
    assert chapter in BOOK, f"the page is older than the results: {AGAIN}"
    for figure in experiment.report(summary).figures:
        drawn = (DOCS / "results" / figure_name(summary, figure)).read_text("utf-8")
        assert drawn == figure.svg(), f"a figure is older than the results: {AGAIN}"


def test_there_are_chapters():
    assert BOOK.count("\n## ") >= 10
