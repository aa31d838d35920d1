"""The one file that imports private names of scikit-learn, or names that not all versions have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sklearn.base import _fit_context
from sklearn.utils._param_validation import HasMethods, Interval, Options, RealNotInt, StrOptions
from sklearn.utils._repr_html.estimator import _VisualBlock as VisualBlock
from sklearn.utils.metaestimators import _BaseComposition as BaseComposition
from sklearn.utils.validation import _check_sample_weight as check_sample_weight

__all__ = [
    "BaseComposition",
    "CallbackSupportMixin",
    "HasMethods",
    "Interval",
    "Options",
    "ProgressBar",
    "RealNotInt",
    "StrOptions",
    "VisualBlock",
    "check_sample_weight",
    "fit_context",
]

# Checks the declared parameters when fit is called.
fit_context: Callable[[Callable[..., Any]], Any] = _fit_context(prefer_skip_nested_validation=True)

try:
    from sklearn.callback import CallbackSupportMixin, ProgressBar
except ImportError:  # before 1.9, where nothing ends a fit's callbacks either
    from viewboost.views._callbacks import CallbackSupportMixin, ProgressBar, with_callbacks

    _checked = fit_context

    def fit_context(method: Callable[..., Any]) -> Any:
        """Check the declared parameters when fit is called, and end its callbacks."""
        return _checked(with_callbacks(method))
