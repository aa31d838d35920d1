"""xd6: the formula, the share of noise, the irrelevant column."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewboost.datasets import make_xd6


def formula(X):
    return [
        (a and b and c) or (d and e and f) or (g and h and i) for a, b, c, d, e, f, g, h, i, _ in X
    ]


@settings(deadline=None, max_examples=25)
@given(st.integers(1, 300), st.floats(0, 1), st.integers(0, 2**32 - 1))
def test_noise_turns_exactly_its_share(n_samples, noise, seed):
    X, y = make_xd6(n_samples, noise=noise, random_state=seed)
    assert np.sum(y != np.array(formula(X))) == round(noise * n_samples)


def test_shares():
    X, y = make_xd6(50_000, noise=0, random_state=0)
    assert X.dtype == bool
    np.testing.assert_allclose(X.mean(axis=0), 0.5, atol=0.01)
    assert y.mean() == pytest.approx(1 - (7 / 8) ** 3, abs=0.01)
    assert np.corrcoef(X[:, 9], y)[0, 1] == pytest.approx(0, abs=0.02)


def test_default_is_that_of_the_paper():
    X, y = make_xd6(random_state=0)
    assert X.shape == (604, 10)
    assert np.sum(y != np.array(formula(X))) == 60
    np.testing.assert_array_equal(y, make_xd6(random_state=0)[1])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [({"noise": 1.1}, "noise == 1.1"), ({"n_samples": 0}, "n_samples == 0")],
)
def test_refuses(arguments, message):
    with pytest.raises(ValueError, match=message):
        make_xd6(**arguments)
