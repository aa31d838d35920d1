"""Limits of size, on every algorithm, smaller than in ``make torture``: finite and correct."""

import pytest
from tools import long

SIZES = {"rounds": 300, "classes": 1000, "views": 40, "weights": 300, "missing": 5}


@pytest.mark.parametrize("name", long.NAMES)
@pytest.mark.parametrize("case", SIZES)
@pytest.mark.filterwarnings(
    "ignore:.*no view tells", "ignore:.*columns have no values", "ignore:.*unique classes"
)
def test_models_stay_finite_at_the_limits(case, name):
    said, good = long.run(case, name, SIZES[case])
    assert said.startswith("finite"), said
    assert good, said
