"""The rows of a view as points of a space, and the nearest among them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn import config_context
from sklearn.neighbors import VALID_METRICS, NearestNeighbors
from sklearn.preprocessing import normalize

from viewboost.views.blocks import Block
from viewboost.views.dense import one_hot

Metric = str | Callable[..., float]

# Metrics that need nothing but two points.
METRICS = set(VALID_METRICS["brute"]) - {"precomputed", "seuclidean", "mahalanobis"}

# With more dimensions comparing all points is faster than descending a tree of them
# (measured with 100,000 points and 10,000 queries: 6 to 8).
TREE_DIMENSIONS = 6

# Megabytes of distances that a search through all points holds at once.
WORKING_MEMORY = 64

# Similarities of sparse rows held at once: 2^23 are at most 100 MB.
_AT_ONCE = 1 << 23


@dataclass(frozen=True)
class Space:
    """How the rows of a view become points.

    In a dense view missing cells are filled with the column's mean and each nominal column
    with more than two levels is spread over one column per level; ``standardize`` then gives
    all columns mean 0 and deviation 1. A sparse view stays as it is.

    Attributes
    ----------
    fill : float64 array of shape (d,), or None
        The means; None for a sparse view.
    scale : float64 array of shape (d,), or None
        The deviations (1 for constant columns); None: not standardised.
    """

    fill: NDArray[np.float64] | None = None
    scale: NDArray[np.float64] | None = None

    @classmethod
    def learn(cls, block: Block, standardize: bool) -> Space:
        """From the training rows of a view, all present."""
        if sparse.issparse(block.data):
            return cls()
        data = _numbers(block)
        known = ~np.isnan(data)
        counts = np.maximum(known.sum(axis=0), 1)
        # In units of the largest cell, so that neither sums nor squares overflow.
        unit = np.abs(np.where(known, data, 0.0)).max(axis=0, initial=0.0)
        unit = np.where(unit > 0, unit, 1.0)
        mean = np.where(known, data / unit, 0.0).sum(axis=0) / counts
        if not standardize:
            return cls(mean * unit)
        spread = np.sqrt((np.where(known, data / unit - mean, 0.0) ** 2).sum(axis=0) / counts)
        return cls(mean * unit, np.where(spread > 0, spread * unit, 1.0))

    def points(self, block: Block) -> Any:
        """The rows of a block, all present, as points: an array, or a CSR matrix."""
        if self.fill is None:
            data = sparse.csr_matrix(block.data, copy=True)
            data.data[np.isnan(data.data)] = 0.0
            return data
        data = _numbers(block)
        data = np.where(np.isnan(data), self.fill, data)
        if self.scale is not None:
            data = (data - self.fill) / self.scale
        return np.ascontiguousarray(data)


def _numbers(block: Block) -> NDArray[np.float64]:
    data = block.data.toarray() if sparse.issparse(block.data) else block.data
    return one_hot(np.asarray(data, dtype=np.float64), block.levels)


def nearest(
    points: Any, queries: Any | None, k: int, metric: Metric = "auto", n_jobs: int | None = None
) -> NDArray[np.intp]:
    """Indices of the k points nearest to each query, shape (n, k), in no order.

    Parameters
    ----------
    points : array or CSR matrix of shape (m, d)
    queries : array or CSR matrix of shape (n, d), or None
        None: the points themselves, none of which is its own neighbour.
    k : int
        Fewer if there are not as many points.
    metric : str or callable
        A metric of scikit-learn's; "auto" is cosine for sparse points, else euclidean.
    n_jobs : int, optional
        Threads that search.
    """
    k = min(k, points.shape[0] - (queries is None))
    if k <= 0:
        return np.empty((points.shape[0], 0), dtype=np.intp)
    if sparse.issparse(points) and metric in ("auto", "cosine"):
        return _nearest_cosine(points, queries, k)
    metric = "euclidean" if metric == "auto" else metric
    search = _algorithm(points, metric)
    finder = NearestNeighbors(n_neighbors=k, metric=metric, algorithm=search, n_jobs=n_jobs)
    # scikit-learn's own kernel takes all cores by OpenMP, and hangs in a forked process.
    with config_context(enable_cython_pairwise_dist=False, working_memory=WORKING_MEMORY):
        return finder.fit(points).kneighbors(queries, return_distance=False)


def _algorithm(points: Any, metric: Metric) -> str:
    if callable(metric):
        return "brute" if sparse.issparse(points) else "ball_tree"
    few = not sparse.issparse(points) and points.shape[1] <= TREE_DIMENSIONS
    return "kd_tree" if few and metric in VALID_METRICS["kd_tree"] else "brute"


def _nearest_cosine(points: Any, queries: Any | None, k: int) -> NDArray[np.intp]:
    """By products of sparse rows, which touch only points that share a column with the query."""
    unit = normalize(points)
    asked = unit if queries is None else normalize(queries)
    turned = sparse.csr_matrix(unit.T)
    found = np.empty((asked.shape[0], k), dtype=np.intp)
    step = max(1, _AT_ONCE // points.shape[0])
    for start in range(0, asked.shape[0], step):
        similar = sparse.csr_matrix(asked[start : start + step] @ turned)
        for i, (a, b) in enumerate(zip(similar.indptr[:-1], similar.indptr[1:]), start=start):
            itself = i if queries is None else None
            row = similar.indices[a:b], similar.data[a:b]
            found[i] = _most_similar(*row, points.shape[0], k, itself)
    return found


def _most_similar(
    indices: NDArray[np.intp], values: NDArray[np.float64], m: int, k: int, itself: int | None
) -> NDArray[np.intp]:
    """The k indices of largest value; the rest of the m have value 0, and the first win ties."""
    if itself is not None:
        values = np.where(indices == itself, -np.inf, values)
    if np.count_nonzero(values > 0) < k:
        every = np.zeros(m)
        if itself is not None:
            every[itself] = -np.inf
        every[indices] = values
        indices, values = np.arange(m), every
    kth = np.partition(values, len(values) - k)[len(values) - k]
    above, level = indices[values > kth], np.sort(indices[values == kth])
    return np.concatenate([above, level[: k - len(above)]])
