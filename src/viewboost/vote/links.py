"""Links: from the scores of a model to probabilities, as data that files and graphs can hold."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax


@dataclass(frozen=True, eq=False)
class Softmax:
    """p_l ~ exp(temperature G_l).

    Attributes
    ----------
    temperature : float
    prior : float64 array of shape (K,), or None
        Added to the scores of every row but those about which nothing was said, whose scores
        it is.

    Examples
    --------
    >>> import numpy as np
    >>> Softmax(2.0)(np.log([[1.0, 3.0]]) / 2).round(2)
    array([[0.25, 0.75]])
    """

    temperature: float
    prior: NDArray[np.float64] | None = None

    def __call__(self, G: NDArray[np.float64]) -> NDArray[np.float64]:
        """Probabilities of scores of shape (n, K)."""
        if self.prior is not None:
            unspoken = np.equal(G, self.prior).all(axis=1, keepdims=True)
            G = np.where(unspoken, G, G + self.prior)
        return softmax(self.temperature * G, axis=1)


class Shares:
    """The classes' shares of the vote, equal where no class has any.

    Examples
    --------
    >>> import numpy as np
    >>> Shares()(np.array([[1.0, 3.0], [0.0, 0.0]]))
    array([[0.25, 0.75],
           [0.5 , 0.5 ]])
    """

    def __call__(self, G: NDArray[np.float64]) -> NDArray[np.float64]:
        """Probabilities of scores of shape (n, K)."""
        total = G.sum(axis=1, keepdims=True)
        return np.divide(G, total, out=np.full_like(G, 1 / G.shape[1]), where=total > 0)


Link = Softmax | Shares
