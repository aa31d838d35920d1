"""Write tables as CSV that a spreadsheet does not run."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from typing import IO, Any

DANGEROUS = ("=", "+", "-", "@", "\t", "\r")


def write_csv(file: IO[str], columns: Mapping[str, Sequence[Any]]) -> None:
    """Write columns of one length, with a line of names.

    A text that a spreadsheet would take for a formula gets a ``'`` before it.

    Examples
    --------
    >>> import sys
    >>> write_csv(sys.stdout, {"class": ["a", "=cmd()"], "score": [-0.5, 1.0]})
    class,score
    a,-0.5
    '=cmd(),1.0
    """
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(map(_safe, columns))
    writer.writerows([_safe(cell) for cell in row] for row in zip(*columns.values()))


def _safe(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(DANGEROUS) else cell
