"""The one file that imports private names of scikit-learn."""

from __future__ import annotations

from sklearn.base import _fit_context
from sklearn.utils._param_validation import HasMethods, Interval, Options, RealNotInt, StrOptions
from sklearn.utils.metaestimators import _BaseComposition as BaseComposition
from sklearn.utils.validation import _check_sample_weight as check_sample_weight

__all__ = [
    "BaseComposition",
    "HasMethods",
    "Interval",
    "Options",
    "RealNotInt",
    "StrOptions",
    "check_sample_weight",
    "fit_context",
]

# Checks the declared parameters when fit is called.
fit_context = _fit_context(prefer_skip_nested_validation=True)
