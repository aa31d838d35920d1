"""Generators of data seen through several views, as the papers describe them."""

from viewboost.datasets.gaussians import make_agreeing_views, make_uneven_views
from viewboost.datasets.imbalanced import make_imbalanced
from viewboost.datasets.students import make_students
from viewboost.datasets.triangle import make_triangle
from viewboost.datasets.waterhole import make_waterhole, waterhole_columns
from viewboost.datasets.xd6 import make_xd6

__all__ = [
    "make_agreeing_views",
    "make_imbalanced",
    "make_students",
    "make_triangle",
    "make_uneven_views",
    "make_waterhole",
    "make_xd6",
    "waterhole_columns",
]
