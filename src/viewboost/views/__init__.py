"""What X may be: the container, column specs, missing views, and the one gate for input."""

from viewboost.views.blocks import Accepts, Block
from viewboost.views.container import Views, as_views
from viewboost.views.declared import declared
from viewboost.views.gate import Gate, ViewSpec
from viewboost.views.rows import Rows
from viewboost.views.target import Target, learn_target

__all__ = [
    "Accepts",
    "Block",
    "Gate",
    "Rows",
    "Target",
    "ViewSpec",
    "Views",
    "as_views",
    "declared",
    "learn_target",
]
