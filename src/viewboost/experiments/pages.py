"""Pages: the paper's figures and ours side by side, and what may be said of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from viewboost.experiments.drawing import Figure
    from viewboost.experiments.experiment import Estimate, Experiment, Summary

Figures = Mapping[str, Mapping[str, float]]

NO_PAPER = "not of a paper"
# What becomes of the claims of a paper.
_SCORES = ("claims", "reproduced", "not, with a reason", "not, reason open")


@dataclass(frozen=True)
class Table:
    """Ours beside the paper's, row by row.

    Attributes
    ----------
    title : str
        What is shown, with the paper's number of the table or figure.
    ours : mapping of rows to mappings of columns to Estimate
    paper : mapping of rows to mappings of columns to float
        The paper's figures; rows and columns that ours lack are shown as quoted.
    sentence : str
        What is to be seen, made from the figures.
    digits : int
        Digits behind the point.
    better : {"higher", "lower", ""}
        Which way is better; "" where neither is.
    corner : str
        Heading of the rows.
    """

    title: str
    ours: Mapping[str, Mapping[str, Estimate]]
    paper: Figures = field(default_factory=dict)
    sentence: str = ""
    digits: int = 2
    better: str = ""
    corner: str = ""

    @property
    def rows(self) -> list[str]:
        """Rows of ours, then those of the paper alone."""
        return list(dict.fromkeys([*self.ours, *self.paper]))

    @property
    def columns(self) -> list[str]:
        """Columns of ours, then those of the paper alone."""
        tables: list[Mapping[str, Mapping[str, Any]]] = [self.ours, self.paper]
        return list(dict.fromkeys(c for table in tables for row in table.values() for c in row))

    def pairs(self) -> list[tuple[Estimate, float]]:
        """Figures that both give: ours, and the paper's."""
        return [
            (estimate, self.paper[row][column])
            for row, cells in self.ours.items()
            for column, estimate in cells.items()
            if column in self.paper.get(row, {})
        ]


@dataclass(frozen=True)
class Verdict:
    """Whether our figures show what is claimed, by a paper if there is one, and which ones.

    Attributes
    ----------
    claim : str
    holds : bool
    why : str
        The figures that decide.
    reason : str
        What explains a claim that does not hold, with the figures that show it; empty where they
        show none.
    """

    claim: str
    holds: bool
    why: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Report:
    """What an experiment says.

    Attributes
    ----------
    tables : sequence of Table
    verdicts : sequence of Verdict
    notes : sequence of str
        What the paper leaves open, stand-ins, and reasons, one paragraph each.
    figures : sequence of Figure
        Shown below the tables.
    """

    tables: Sequence[Table]
    verdicts: Sequence[Verdict] = ()
    notes: Sequence[str] = ()
    figures: Sequence[Figure] = ()


def page(experiment: Experiment, summary: Summary, level: int = 1, folder: str = "") -> str:
    """The page of an experiment, in Markdown; its figures are in a folder beside it."""
    report = experiment.report(summary)
    made = ", ".join(f"{name} {version}" for name, version in summary.environment.items())
    parts = [
        f"{'#' * level} {experiment.name}: {experiment.title}",
        f"{_source(experiment)}. {summary.n_tasks} tasks ({summary.scale} settings), "
        f"{_repeats(summary)}{summary.seconds / 60:.1f} minutes of CPU time, {made}.",
        *(table_text(table, level + 1) for table in report.tables),
        *(f"![{f.title}]({folder}{figure_name(summary, f)})" for f in report.figures),
    ]
    if report.verdicts:
        parts.append(_verdicts_text(report.verdicts, of_paper=bool(experiment.paper)))
    parts += report.notes
    return "\n\n".join(parts) + "\n"


def _repeats(summary: Summary) -> str:
    """What was averaged over, where it is known."""
    ends = {name: (min(values), max(values)) for name, values in summary.repeats.items()}
    return "".join(f"{name}s {first} to {last}, " for name, (first, last) in ends.items())


def figure_name(summary: Summary, figure: Figure) -> str:
    """The file of a figure: scales have figures of their own."""
    scale = "" if summary.scale == "default" else f"-{summary.scale}"
    return f"{summary.name}{scale}-{figure.name}.svg"


def table_text(table: Table, level: int = 2) -> str:
    """One table, in Markdown, and the sentences below it."""
    lines = [
        _line([table.corner, *table.columns]),
        _line(["---", *("---:" for _ in table.columns)]),
        *(_line([row, *(_cell(table, row, c) for c in table.columns)]) for row in table.rows),
    ]
    below = [sentence for sentence in (_agreement(table), table.sentence) if sentence]
    return "\n\n".join([f"{'#' * level} {table.title}", "\n".join(lines), *below])


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _cell(table: Table, row: str, column: str) -> str:
    """Ours ± standard error (the paper's; difference)."""
    ours = table.ours.get(row, {}).get(column)
    paper = table.paper.get(row, {}).get(column)
    if ours is None:
        return "–" if paper is None else f"({paper:.{table.digits}f})"
    text = number(ours, table.digits)
    if paper is None:
        return text
    return f"{text} ({paper:.{table.digits}f}; {ours.mean - paper:+.{table.digits}f})"


def number(estimate: Estimate, digits: int = 2) -> str:
    """A mean and its standard error."""
    if not np.isfinite(estimate.mean):
        return "–"
    return f"{estimate.mean:.{digits}f} ± {estimate.se:.{digits}f}"


def _agreement(table: Table) -> str:
    """How many figures agree with the paper's."""
    pairs = table.pairs()
    if not pairs:
        return ""
    sign = {"higher": 1.0, "lower": -1.0, "": 0.0}[table.better]
    gaps = np.array([ours.mean - paper for ours, paper in pairs])
    fine = (np.abs(gaps) <= 2 * np.array([ours.se for ours, _ in pairs])) | (sign * gaps > 0)
    spread = np.array([np.hypot(ours.spread, ours.se) for ours, _ in pairs])
    near = (np.abs(gaps) <= 2 * spread) | (sign * gaps > 0)
    extra = " or are better" if table.better else ""
    return (
        f"Ours ± standard error (the paper's; difference). Of {len(pairs)} figures that both give, "
        f"{fine.sum()} lie within two standard errors of the paper's{extra}; {near.sum()} if the "
        "paper's may scatter as single repeats of ours do. Mean "
        f"difference {gaps.mean():+.{table.digits}f}."
    )


def _source(experiment: Experiment) -> str:
    return f"Paper: {experiment.paper}" if experiment.paper else NO_PAPER.capitalize()


def _verdicts_text(verdicts: Sequence[Verdict], of_paper: bool) -> str:
    """The claims one by one; where there is no paper, nothing is reproduced."""
    head = "What the paper claims, and what ours show:" if of_paper else "What the figures show:"
    yes, no = ("reproduced", "**not reproduced**") if of_paper else ("yes", "**no**")
    lines = []
    for verdict in verdicts:
        why = f" ({verdict.why})" if verdict.why else ""
        lines.append(f"- {verdict.claim}: {yes if verdict.holds else no}{why}.")
        if of_paper and not verdict.holds:
            lines.append(f"  - Reason: {verdict.reason or 'open.'}")
    return head + "\n\n" + "\n".join(lines)


def _anchor(experiment: Experiment) -> str:
    """What a heading is called in a link: small letters, digits and hyphens."""
    heading = f"{experiment.name}: {experiment.title}".lower().replace(" ", "-")
    return "".join(letter for letter in heading if letter.isalnum() or letter in "-_")


def _score(experiment: Experiment, summary: Summary) -> list[str]:
    """How many claims a paper makes, and what became of them."""
    if not experiment.paper:
        return ["–"] * len(_SCORES)
    verdicts = experiment.report(summary).verdicts
    held = sum(verdict.holds for verdict in verdicts)
    explained = sum(bool(verdict.reason) for verdict in verdicts if not verdict.holds)
    scores = (len(verdicts), held, explained, len(verdicts) - held - explained)
    return [str(score) for score in scores]


def book(chapters: Sequence[tuple[Experiment, Summary]], folder: str = "") -> str:
    """All pages as one document, with a table of what was reproduced at its head."""
    lines = [
        _line(["experiment", "paper", *_SCORES]),
        _line(["---", "---", *("---:" for _ in _SCORES)]),
    ]
    for experiment, summary in chapters:
        source = experiment.paper or NO_PAPER
        name = f"[{experiment.name}](#{_anchor(experiment)})"
        lines.append(_line([name, source, *_score(experiment, summary)]))
    head = [
        "# The papers, run again",
        "This page is written by `viewboost reproduce page --out docs/results --to docs/papers.md` "
        "from the results in `docs/results`, which `viewboost reproduce all --out docs/results` "
        "makes. The papers' figures stand in brackets. A standard error is that of a mean over "
        "repeats: seeds, and folds where there are some. Where a claim does not come out, trials "
        "look for the reason: they change one thing and are stored with the rest; a reason is "
        "given only where the figures bear it out. In the drawings bands are two standard errors "
        "wide on each side, and rings are figures that a paper prints.",
        "\n".join(lines),
    ]
    pages = [page(experiment, summary, 2, folder).rstrip() for experiment, summary in chapters]
    return "\n\n".join([*head, *pages]) + "\n"
