"""The page on reliability: its tests exist, and its tables are those of the kept figures."""

import ast
import json
import re
from pathlib import Path

import pytest
from tools import reliability, torture

ROOT = Path(__file__).parent.parent
NAMED = re.findall(r"`(\w+/[\w/]*test_\w+\.py)(?:::(\w+))?`", reliability.PAGE.read_text())


@pytest.mark.parametrize(("file", "name"), NAMED, ids="::".join)
def test_every_test_that_is_named_is_there(file, name):
    tree = ast.parse((ROOT / file).read_text())
    found = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    tests = [one for one in found if one.startswith("test_")]
    assert name in tests if name else tests


def test_every_promise_names_a_test():
    table = re.compile(r"\| promise \| test \|.*\n\|[-|]+\n((?:\|.*\n)+)")
    rows = [row for rows in table.findall(reliability.PAGE.read_text()) for row in rows.split("\n")]
    promises = [row.split(" | ")[:2] for row in rows if row]
    assert len(promises) > 25
    for promise, test in promises:
        assert re.search(r"`tests/[\w/]+\.py(::\w+)?`", test), promise


def test_the_tables_are_those_of_the_kept_figures():
    text = reliability.PAGE.read_text()
    kept = json.loads(reliability.FIGURES.read_text())
    assert set(kept) == set(torture.PARTS)
    assert all(line["good"] for part in kept.values() for line in part["lines"])
    assert reliability.page(text, kept) == text, "run python -m tools.reliability"


def test_figures_are_kept_part_by_part(tmp_path):
    line = torture.Line("kill", "stumps", 7, {"kills": 7, "same": 3}, True, 2.0)
    path = tmp_path / "figures.json"
    torture.keep(path, "kill", [line])
    torture.keep(path, "crowd", [line._replace(part="crowd", what="fork", outcomes={"same": 1})])
    text = "<!-- figures: kill -->\nold\n<!-- end of figures -->\n"
    page = reliability.page(text, json.loads(path.read_text()))
    assert "| stumps | 7 | 7 | 3 | 0 | 0 | none | 2 |" in page
    assert "old" not in page
    assert page == reliability.page(page, json.loads(path.read_text()))
