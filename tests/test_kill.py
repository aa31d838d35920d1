"""Fits that are killed go on to the same model: a short version of ``make torture``."""

import pytest
from tools import kill


@pytest.mark.parametrize("kind", ["stumps", "stopping"])
def test_killed_fits_go_on_to_the_same_model(kind):
    counts = kill.run_apart(kind, 4)
    assert counts["kills"] >= 4
    assert counts[kill.SAME]
    assert not counts[kill.OTHER] + counts[kill.FAILED], counts
