"""Uneven views: the promised shares, exactly; agreeing views: independent given the class."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import kstest, norm

from viewboost.datasets import make_agreeing_views, make_uneven_views

few = settings(deadline=None, max_examples=30)


class TestUnevenViews:
    @few
    @given(st.integers(1, 60), st.integers(0, 30), st.integers(0, 2**32 - 1))
    def test_shares_of_noise(self, n_fortieths, noise_fortieths, seed):
        """Sizes of which all shares are whole numbers of rows, so that nothing is rounded."""
        n_samples, noise = 80 * n_fortieths, noise_fortieths / 40
        _, _, noisy = make_uneven_views(
            n_samples, noise=noise, return_noise=True, random_state=seed
        )
        minor = (3 - 2 * noise) / 4
        np.testing.assert_allclose(noisy.mean(axis=0), [noise, minor, minor], atol=1e-12)

    @few
    @given(st.integers(4, 300), st.floats(0, 0.75), st.integers(0, 2**32 - 1))
    def test_minor_views_complement_the_major(self, n_samples, noise, seed):
        _, _, noisy = make_uneven_views(
            n_samples, noise=noise, return_noise=True, random_state=seed
        )
        bad, good = noisy[noisy[:, 0]], noisy[~noisy[:, 0]]
        assert len(bad) == round(noise * n_samples)
        # Each row that is bad in the major view is sane in exactly one minor view, in turn.
        assert (bad[:, 1] != bad[:, 2]).all()
        assert abs(bad[:, 1].sum() - bad[:, 2].sum()) <= 1
        quarter = min(round(n_samples / 4), len(good))
        assert ((~good[:, 1:]).sum(axis=0) == quarter).all()

    def test_sane_rows_follow_their_class_and_noise_does_not(self):
        X, y, noisy = make_uneven_views(
            8000, noise=0.5, separation=[3, 2, 1], spread=[1, 2, 1], box=5, n_features=3,
            return_noise=True, random_state=0,
        )  # fmt: skip
        for view, (_, block) in enumerate(X.items()):
            for label, sign in ((0, -1), (1, 1)):
                sane = block[(y == label) & ~noisy[:, view]]
                distance, spread = (3, 2, 1)[view], (1, 2, 1)[view]
                mean = sign * distance / 2 / np.sqrt(3)
                assert kstest(sane.ravel(), "norm", (mean, spread)).pvalue > 1e-3
                noise = block[(y == label) & noisy[:, view]]
                assert kstest(noise.ravel(), "uniform", (-5, 10)).pvalue > 1e-3

    def test_classes_are_balanced(self):
        _, y = make_uneven_views(101, random_state=0)
        assert np.bincount(y).tolist() == [51, 50]

    def test_same_seed_same_data(self):
        X, y = make_uneven_views(50, random_state=3)
        again, y_again = make_uneven_views(50, random_state=3)
        other, _ = make_uneven_views(50, random_state=4)
        np.testing.assert_array_equal(y, y_again)
        for name, block in X.items():
            np.testing.assert_array_equal(block, again.block(name))
            assert (block != other.block(name)).any()

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"noise": 0.8}, "noise == 0.8, must be <= 0.75"),
            ({"n_samples": 3}, "n_samples == 3, must be >= 4"),
            ({"n_features": 0}, "n_features == 0, must be >= 1"),
            ({"separation": [1, 2]}, r"separation is a number .* or 3 of them, got \[1, 2\]"),
            ({"spread": -1}, "spread is a number that is not negative"),
            ({"box": -1}, "box == -1, must be >= 0"),
        ],
    )
    def test_refuses(self, arguments, message):
        with pytest.raises(ValueError, match=message):
            make_uneven_views(**arguments)


class TestAgreeingViews:
    def test_independent_given_the_class(self):
        X, y = make_agreeing_views(20_000, n_features=2, random_state=0)
        for label in (0, 1):
            both = np.c_[X.first[y == label], X.second[y == label]]
            off_diagonal = np.corrcoef(both.T) - np.eye(4)
            assert np.abs(off_diagonal).max() < 0.04
        # … and not without it.
        assert np.corrcoef(X.first[:, 0], X.second[:, 0])[0, 1] > 0.3

    def test_the_best_error_in_one_view(self):
        X, y = make_agreeing_views(20_000, separation=2.0, spread=0.5, random_state=0)
        for _, block in X.items():
            error = np.mean((block.sum(axis=1) > 0) != y)
            assert error == pytest.approx(norm.cdf(-2), abs=0.005)

    def test_same_seed_same_data(self):
        X, y = make_agreeing_views(30, random_state=1)
        again, y_again = make_agreeing_views(30, random_state=1)
        np.testing.assert_array_equal(y, y_again)
        np.testing.assert_array_equal(X.second, again.second)
        assert not np.array_equal(X.first, X.second)

    def test_refuses(self):
        with pytest.raises(ValueError, match="separation == -1"):
            make_agreeing_views(separation=-1)
