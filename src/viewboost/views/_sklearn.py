"""The one file that imports private names of scikit-learn."""

from __future__ import annotations

from sklearn.utils._param_validation import Interval, StrOptions

__all__ = ["Interval", "StrOptions"]
