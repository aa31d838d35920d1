"""Put the kept figures of the long tests into docs/reliability.md: python -m tools.reliability"""

from __future__ import annotations

import json
import pathlib
import re
from typing import Any

from tools import fuzz, kill, long

DOCS = pathlib.Path(__file__).parent.parent / "docs"
PAGE, FIGURES = DOCS / "reliability.md", DOCS / "torture.json"
PLACE = re.compile(r"(<!-- figures: (\w+) -->\n).*?(<!-- end of figures -->)", re.DOTALL)

Lines = list[dict[str, Any]]


def page(text: str, kept: dict[str, Any]) -> str:
    """The page with the tables of these figures; where there are none it stays as it is."""

    def filled(place: re.Match) -> str:
        part = kept.get(place[2])
        return f"{place[1]}\n{_part(place[2], part)}\n{place[3]}" if part else place[0]

    return PLACE.sub(filled, text)


def _part(name: str, part: dict[str, Any]) -> str:
    versions = ", ".join(f"{package} {number}" for package, number in part["versions"].items())
    where = f"{part['date']}, Python {part['python']}, {versions}, {part['cores']} cores"
    return f"{_table(*TABLES[name](part['lines']))}\n({where}.)\n"


def _table(head: list[str], rows: list[list[Any]]) -> str:
    told = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(_cell(cell) for cell in row)} |\n" for row in told)


def _cell(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value).replace("|", "\\|")


def _counted(lines: Lines, what: str, names: list[str]) -> tuple[list[str], list[list[Any]]]:
    """A line for each thing tried, with the number of each outcome; what else came is named."""
    rows = []
    for line in lines:
        found = line["outcomes"]
        other = "; ".join(name for name in found if name not in names) or "none"
        counts = [found.get(name, 0) for name in names]
        rows.append([line["what"], line["times"], *counts, other, round(line["seconds"])])
    return [what, "times", *names, "anything else", "s"], rows


def _long(lines: Lines) -> tuple[list[str], list[list[Any]]]:
    """A line for each algorithm, with what came of each limit."""
    sizes = {case: f"{case}: {limit.size:,}" for case, limit in long.CASES.items()}
    told = {line["what"]: f"{_said(line)} ({line['seconds']:.0f} s)" for line in lines}
    rows = [[name, *(told[f"{size}, {name}"] for size in sizes.values())] for name in long.NAMES]
    return ["algorithm", *sizes.values()], rows


def _said(line: dict[str, Any]) -> str:
    (said,) = line["outcomes"]
    return said if line["good"] else f"BAD: {said}"


TABLES = {
    "faults": lambda lines: _counted(lines, "algorithm", ["as told"]),
    "fuzz": lambda lines: _counted(lines, "kind of model", [*fuzz.GOOD, *fuzz.BAD]),
    "kill": lambda lines: _counted(
        lines, "kind of fit", ["kills", kill.SAME, kill.OTHER, kill.FAILED]
    ),
    "crowd": lambda lines: _counted(lines, "way", ["same"]),
    "long": _long,
}


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(PAGE.read_text(), json.loads(FIGURES.read_text())))


if __name__ == "__main__":
    main()
