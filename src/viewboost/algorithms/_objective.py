"""The objective of AgreementBoost: its value, its gradient, its minimiser along a hypothesis."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import expit

from viewboost.algorithms._spread import Spread
from viewboost.rounds.edges import alpha
from viewboost.views.rows import Rows

Array = NDArray[np.float64]
Function = Callable[[Array], Array]

# The step of a perfect hypothesis, and the largest of all.
CAP = alpha(1.0)


class Loss(NamedTuple):
    """A convex, increasing function and its derivative.

    ``scale_free`` says that er(z + s) is er(z) times a number, as for exp alone: one common
    s may then be taken off all arguments, which keeps them in range.
    """

    er: Function
    slope: Function
    scale_free: bool = False

    @property
    def temperature(self) -> float:
        """tau of p_l ~ exp(tau G_l): the minimiser has p_y / p_l = er'(d) / er'(-d), d = G_y - G_l.

        Taken at d = 1/2; for "exp" and "logistic" the same (2 and 1) wherever it is taken.
        """
        up, down = np.asarray(self.slope(np.array([0.5, -0.5])))
        return 2 * math.log(up / down)


def _exp(z: Array) -> Array:
    # A learning rate above 1 may let the objective grow; it must not overflow.
    return np.exp(np.minimum(z, 700.0))


LOSSES = {
    "exp": Loss(_exp, _exp, scale_free=True),
    "logistic": Loss(lambda z: np.logaddexp(0, z), expit),
}


def checked_pair(pair: Any) -> Loss:
    """The loss of a user's pair (er, er'), once some points have shown that it is one."""
    if len(pair) != 2 or not all(callable(function) for function in pair):
        raise ValueError(
            f"loss: a pair of functions (er, its derivative) is expected, got {pair!r}"
        )
    z, h = np.linspace(-2, 2, 5), 1e-5
    slopes = np.asarray(pair[1](z), dtype=float)
    rises = (np.asarray(pair[0](z + h)) - np.asarray(pair[0](z - h))) / (2 * h)
    if not np.allclose(slopes, rises, rtol=1e-3, atol=1e-6):
        raise ValueError(
            f"loss: at z = {z.tolist()} the second function gives {slopes.tolist()}, but the "
            f"first one rises by {rises.tolist()}; the second must be its derivative"
        )
    if not (slopes > 0).all() or (np.diff(slopes) < -1e-9).any():
        raise ValueError(
            f"loss: its derivative must be positive and not fall (er is convex and increasing), "
            f"got {slopes.tolist()} at z = {z.tolist()}"
        )
    return Loss(*pair)


@dataclass(frozen=True)
class Objective:
    """E + D, what the labelled rows cost in all views, and what disagreement costs.

    E = sum_j sum_labelled w sum_{l != y} er(F_j(l) - F_j(y)), over the views that a row has;
    D = eta sum_unlabelled w n er(V), where n is the number of views of the row and
    V = K/(K-1) sum_c Var_j F_j(c) over them, on scores centred over the classes (for two
    classes the variance of F_j(1) - F_j(0)); rows with fewer than two views do not count.
    eta = c W_s / W_u makes the influence of both parts independent of the numbers of rows.

    Attributes
    ----------
    loss : Loss
    rows : Rows
    seen : bool array of shape (v, m)
        Which rows have which views.
    weights : float64 array of shape (m,)
        w / W_s of the labelled rows, c w / W_u of the unlabelled rows that count, else 0.
    total : float
        W_s, by which E and D are divided here.
    """

    loss: Loss
    rows: Rows
    seen: NDArray[np.bool_]
    weights: Array
    total: float

    @classmethod
    def of(
        cls, loss: Loss, c: float, rows: Rows, present: Sequence[NDArray[np.bool_] | None]
    ) -> Objective:
        """The objective of these rows."""
        every = np.ones(len(rows), dtype=bool)
        seen = np.array([every if p is None else p for p in present])
        labelled = rows.y >= 0
        unlabelled = ~labelled & (seen.sum(axis=0) >= 2)
        sums = rows.sum(
            lambda w, *kinds: np.array([w[kind].sum() for kind in kinds]),
            rows.weights,
            labelled,
            unlabelled,
        )
        weights = np.zeros(len(rows))
        weights[labelled] = rows.weights[labelled] / sums[0]
        if sums[1] > 0:
            weights[unlabelled] = c * rows.weights[unlabelled] / sums[1]
        return cls(loss, rows, seen, weights, float(sums[0]))

    # -- the arguments of er ---------------------------------------------------------------

    def _labelled(self, j: int) -> NDArray[np.intp]:
        return np.flatnonzero((self.rows.y >= 0) & self.seen[j])

    @property
    def _unlabelled(self) -> NDArray[np.intp]:
        return np.flatnonzero((self.rows.y < 0) & (self.weights > 0))

    def _margins(self, F: Array, rows: NDArray[np.intp]) -> Array:
        """F(i,l) - F(i,y_i) of labelled rows."""
        return F[rows] - F[rows, self.rows.y[rows]][:, None]

    def spread(self, F: Sequence[Array]) -> Spread:
        """How far all views are apart."""
        rows = self._unlabelled
        return Spread.of(self.seen[:, rows, None], np.stack([f[rows] for f in F]))

    def move(self, spread: Spread, j: int, F: Array) -> None:
        """Let view j have the scores F."""
        spread.move(j, F[self._unlabelled])

    def _shift(self, *arguments: Array) -> float:
        """What may be taken off all arguments, so that the largest is 0."""
        if not self.loss.scale_free:
            return 0.0
        return max(
            self.rows.max(lambda z: float(z.max()) if z.size else -math.inf, z) for z in arguments
        )

    # -- what the rule asks for ------------------------------------------------------------

    def gradient(self, F: Array, j: int, spread: Spread) -> Array:
        """Costs of view j with scores F, up to a factor: the gradient, its rows sum to zero."""
        labelled, unlabelled = self._labelled(j), self._unlabelled
        K, places = self.rows.n_classes, np.arange(len(labelled))
        y = self.rows.y[labelled]
        z, V = self._margins(F, labelled), spread.V
        shift = self._shift(z[np.arange(K) != y[:, None]], V)
        # w er'(F(l) - F(y)) off the label, minus their sum on it
        entries = self.weights[labelled, None] * self.loss.slope(z - shift)
        entries[places, y] = 0.0
        entries[places, y] = -entries.sum(axis=1)
        # 2 eta K/(K-1) er'(V) (F_j - mean over the views)
        pull = 2 * K / (K - 1) * self.weights[unlabelled] * self.loss.slope(V - shift)
        D = np.zeros_like(F)
        D[labelled] = entries
        D[unlabelled] = pull[:, None] * spread.apart(j)
        return D

    def minimiser(self, F: Array, j: int, said: NDArray[np.intp], spread: Spread) -> float:
        """The alpha in [0, CAP] that minimises the objective of F(i, said_i) + alpha, F = F_j."""
        line = np.concatenate(
            [self._labelled_line(F, j, said), self._unlabelled_line(j, said, spread)], axis=1
        )
        line[1] -= self._shift(line[1])

        def derivative(a: float) -> float:
            return self.rows.sum(
                lambda w, p0, p1, p2: float(
                    w @ (self.loss.slope(p0 + a * (p1 + a * p2)) * (p1 + 2 * a * p2))
                ),
                *line,
            )

        return _root(derivative)

    def _labelled_line(self, F: Array, j: int, said: NDArray[np.intp]) -> Array:
        """Weights w and p0, p1, p2 of the arguments p0 + p1 alpha + p2 alpha^2 that vary."""
        rows = self._labelled(j)
        h, y = said[rows, None], self.rows.y[rows, None]
        # A right row's margins fall by alpha; that of a wrong row to what it is taken for rises.
        moves = (h == np.arange(self.rows.n_classes)).astype(float) - (h == y)
        moves[h[:, 0] < 0] = 0.0
        i, label = np.nonzero(moves)
        z = self._margins(F, rows)[i, label]
        return np.stack([self.weights[rows[i]], z, moves[i, label], np.zeros(len(i))])

    def _unlabelled_line(self, j: int, said: NDArray[np.intp], spread: Spread) -> Array:
        """V(alpha) = V + 2K/((K-1)n) (F_j - mean)(h) alpha + (n-1)/n^2 alpha^2, likewise."""
        rows, K = self._unlabelled, self.rows.n_classes
        spoken = np.flatnonzero(said[rows] >= 0)
        rows, n = rows[spoken], spread.n[spoken]
        linear = 2 * K / ((K - 1) * n) * spread.apart(j)[spoken, said[rows]]
        return np.stack([n * self.weights[rows], spread.V[spoken], linear, (n - 1) / n**2])

    # -- what the records tell -------------------------------------------------------------

    def log_losses(self, F: Sequence[Array]) -> Array:
        """ln of the labelled loss of each view."""
        logs = np.full(len(F), -math.inf)
        for j, scores in enumerate(F):
            rows = self._labelled(j)
            z = self._margins(scores, rows)
            off = np.arange(z.shape[1]) != self.rows.y[rows, None]
            shift = self._shift(z[off])
            loss = self.rows.sum(self._labelled_loss, z - shift, off, self.weights[rows])
            if loss > 0:
                logs[j] = math.log(self.total) + math.log(loss) + shift
        return logs

    def _labelled_loss(self, z: Array, off: NDArray[np.bool_], weights: Array) -> float:
        return float(weights @ np.where(off, self.loss.er(z), 0.0).sum(axis=1))

    def disagreement(self, F: Sequence[Array]) -> tuple[float, float]:
        """The mean of V over the unlabelled rows, and D; zero if there are none."""
        spread = self.spread(F)
        weight, apart, cost = self.rows.sum(
            lambda w, n, V: np.array([w.sum(), w @ V, (w * n) @ self.loss.er(V)]),
            self.weights[self._unlabelled],
            spread.n,
            spread.V,
        )
        return (apart / weight if weight else 0.0), self.total * cost

    def errors(self, F: Sequence[Array]) -> Array:
        """Share of the labelled rows on which each view errs; a silent one says the prior."""
        usual = int(self.rows.class_weights().argmax())
        return np.array([self._error(scores, usual) for scores in F])

    def _error(self, F: Array, usual: int) -> float:
        said = np.where(F.any(axis=1), F.argmax(axis=1), usual)
        wrong = (said != self.rows.y) & (self.rows.y >= 0)
        return self.rows.sum(lambda w, wrong: float(w[wrong].sum()), self.weights, wrong)


def _root(derivative: Callable[[float], float]) -> float:
    """Where an increasing derivative vanishes, between 0 and CAP."""
    if derivative(0.0) >= 0:
        return 0.0
    low, high = 0.0, 0.25
    # Doubling keeps away from steps so long that er leaves the range of numbers.
    while derivative(high) < 0:
        if high == CAP:
            return CAP
        low, high = high, min(2 * high, CAP)
    return float(brentq(derivative, low, high, xtol=1e-14))
