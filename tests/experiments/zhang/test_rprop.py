"""The network of the nineties: its derivatives are right, and it learns what no line divides."""

import numpy as np

from viewboost.experiments.zhang._rprop import RpropClassifier, forward, gradient


def test_derivatives_are_those_of_the_cross_entropy():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 4)), rng.integers(2, size=30)
    weights = rng.normal(size=4 * 3 + 3 + 1)

    def loss(w):
        return np.sum(np.log1p(np.exp(np.where(y == 1, -1, 1) * forward(w, X, 3)[1])))

    small = 1e-6 * np.eye(len(weights))
    found = [(loss(weights + e) - loss(weights - e)) / 2e-6 for e in small]
    np.testing.assert_allclose(gradient(weights, X, y, 3), found, rtol=1e-5, atol=1e-6)


def test_it_learns_exclusive_or():
    rng = np.random.default_rng(1)
    X = rng.uniform(-1, 1, size=(300, 2))
    y = np.where(X[:, 0] * X[:, 1] > 0, "same", "other")
    model = RpropClassifier(random_state=0).fit(X, y)
    assert np.mean(model.predict(X) == y) > 0.95
    again = RpropClassifier(random_state=0).fit(X, y)
    np.testing.assert_array_equal(model.weights_, again.weights_)
