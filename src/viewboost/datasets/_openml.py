"""Tables by their public name, through scikit-learn's ``fetch_openml``."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.error import URLError

import numpy as np
from sklearn.datasets import fetch_openml

from viewboost.datasets import _files
from viewboost.datasets._files import DatasetNotFoundError
from viewboost.datasets._tables import Table, TableFormat


def openml_table(number: int, layout: TableFormat, before: DatasetNotFoundError) -> Table:
    """The table of this number, whose checksum OpenML tells and scikit-learn verifies.

    ``before`` says where else it was looked for.
    """
    try:
        found = fetch_openml(
            data_id=number,
            as_frame=False,
            parser="liac-arff",
            data_home=str(_files.cache_folder() / "openml"),
        )
    except (URLError, OSError) as error:
        reason = getattr(error, "reason", error)
        raise DatasetNotFoundError(
            f"{before}; nor is it to be had from OpenML as number {number} ({reason})"
        ) from error
    levels = found.categories or {}
    columns = [
        _cells(found.data[:, i], levels.get(name)) for i, name in enumerate(found.feature_names)
    ]
    rows = list(zip(*columns, map(str, found.target)))
    # The identities of rows are left out there, and the class comes last here.
    return replace(layout, dropped=(), target=-1).table([*found.feature_names, "class"], rows)


def _cells(values: Any, levels: list[str] | None) -> list[str]:
    """A column as text; nominal ones come as places among their levels."""
    known = [not np.isnan(float(value)) for value in values]
    if levels is None:
        return [f"{float(v):.17g}" if here else "?" for v, here in zip(values, known)]
    return [str(levels[int(v)]) if here else "?" for v, here in zip(values, known)]
