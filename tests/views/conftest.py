"""What the tests of the gate share."""

import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

from viewboost.views import Accepts, Gate, ViewSpec

ACCEPTS = {
    "numbers": Accepts(frozenset({"dense", "sparse"}), missing=True),
    "dense": Accepts(frozenset({"dense"})),
    "complete": Accepts(frozenset({"dense", "sparse"})),
    "strings": Accepts(frozenset({"strings"})),
    "raw": Accepts(frozenset({"raw"}), missing=True),
}


class Boost(ClassifierMixin, BaseEstimator):
    """A stand-in that does nothing but pass X through the gate."""

    def learn(self, X, *views, **options):
        specs = [ViewSpec(name, ACCEPTS[accepts], columns) for name, accepts, columns in views]
        self.gate, blocks = Gate.learn(self, X, specs, **options)
        return blocks

    def one(self, X, accepts="numbers", columns=None, **options):
        """Learn a single view named a; its block."""
        [block] = self.learn(X, ("a", accepts, columns), **options)
        return block

    def read(self, X):
        blocks = self.gate.read(self, X)
        return blocks if self.gate.several else blocks[0]


@pytest.fixture
def boost():
    return Boost()
