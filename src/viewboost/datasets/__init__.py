"""Data seen through several views: generators as the papers describe them, and real data."""

from viewboost.datasets._files import DatasetNotFoundError
from viewboost.datasets.gaussians import make_agreeing_views, make_uneven_views
from viewboost.datasets.imbalanced import make_imbalanced
from viewboost.datasets.loading import Dataset, load, names
from viewboost.datasets.students import make_students
from viewboost.datasets.triangle import make_triangle
from viewboost.datasets.waterhole import make_waterhole
from viewboost.datasets.xd6 import make_xd6

__all__ = [
    "Dataset",
    "DatasetNotFoundError",
    "load",
    "make_agreeing_views",
    "make_imbalanced",
    "make_students",
    "make_triangle",
    "make_uneven_views",
    "make_waterhole",
    "make_xd6",
    "names",
]
