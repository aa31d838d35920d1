"""Tables: what inspection returns can be read column by column, or as a pandas frame."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class Tabular:
    """Data that has the form of a table; columns are arrays of one length."""

    def columns(self) -> dict[str, NDArray[Any]]:
        """The table, column by column."""
        raise NotImplementedError

    def to_frame(self) -> Any:
        """The table as a pandas frame; pandas must be installed."""
        try:
            import pandas as pd
        except ImportError as error:
            raise ImportError(
                "to_frame needs pandas: pip install pandas; columns() gives the same without it"
            ) from error
        return pd.DataFrame(self.columns())


def spread(prefix: str, names: tuple[str, ...], table: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """The columns of an array of shape (n, names), called after them."""
    return {f"{prefix} {name}": column for name, column in zip(names, np.asarray(table).T)}
