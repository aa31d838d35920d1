"""Write the golden files of the current format: python -m tools.golden (once for each version)."""

from __future__ import annotations

import json
import pathlib

from tools import zoo

from viewboost.algorithms.files import VERSION

FOLDER = pathlib.Path("tests/io/golden")


def main() -> None:
    """Write a file of each kind, with the scores it must always give; never over an old one."""
    for kind in zoo.MAKERS:
        path = FOLDER / f"v{VERSION}-{kind}.vb"
        if path.exists():
            continue
        model, _ = zoo.fitted(kind)
        rows, _ = zoo.rows(24)
        rows = rows.numbers if kind == "one_x" else rows
        model.save(path)
        wanted = {
            "kind": kind,
            "n_rounds": model.n_rounds_,
            "scores": model.decision_function(rows).tolist(),
            "labels": model.predict(rows).tolist(),
        }
        path.with_suffix(".json").write_text(json.dumps(wanted))


if __name__ == "__main__":
    main()
