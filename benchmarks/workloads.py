"""What is learned from: recipes of data, and their way to the processes that are measured."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

INFORMATIVE = 20  # columns that know something about the class
NOISE = 0.1  # share of the labels that are drawn anew, so that no model becomes perfect
WORDS = 98  # drawn for each row of counts; about 93 of them differ


@dataclass(frozen=True)
class Data:
    """A recipe: the kind of cells, the size, and how many views share the columns evenly."""

    rows: int
    columns: int
    classes: int = 2
    views: int = 1
    kind: str = "normal"  # or "uniform", "skewed" (90 % of each column is one value), "counts"
    test_rows: int = 20_000

    @property
    def name(self) -> str:
        """One word for files."""
        return "-".join(str(value) for value in asdict(self).values())

    @property
    def bounds(self) -> list[int]:
        """The columns at which views begin, and the end of the last."""
        return np.linspace(0, self.columns, self.views + 1).astype(int).tolist()

    def make(self, seed: int = 0) -> tuple[Any, NDArray[np.intp]]:
        """All rows, those for training first, and their labels."""
        rng = np.random.default_rng(seed)
        n = self.rows + self.test_rows
        X = _counts(rng, n, self.columns) if self.kind == "counts" else self._cells(rng, n)
        return X, _labels(rng, X, self.classes)

    def _cells(self, rng: np.random.Generator, n: int) -> NDArray[np.float64]:
        if self.kind == "uniform":
            return rng.uniform(-2, 2, size=(n, self.columns))
        X = rng.standard_normal((n, self.columns))
        if self.kind == "skewed":
            X[rng.random(X.shape) < 0.9] = 0.0
        return X


def _counts(rng: np.random.Generator, n: int, columns: int) -> sparse.csr_array:
    """Counts of words, some of them common and most of them rare."""
    frequency = 1 / (np.arange(columns) + 20.0)
    words = rng.choice(columns, size=n * WORDS, p=frequency / frequency.sum())
    # scikit-learn's trees refuse indices of 64 bits
    words, rows = words.astype(np.int32), np.repeat(np.arange(n, dtype=np.int32), WORDS)
    return sparse.csr_array(
        sparse.coo_array((np.ones(n * WORDS), (rows, words)), shape=(n, columns))
    )


def _labels(rng: np.random.Generator, X: Any, classes: int) -> NDArray[np.intp]:
    """The class of the largest of noisy additive scores; each column matters through a step."""
    if sparse.issparse(X):
        informative = X[:, : 10 * INFORMATIVE].toarray()
    else:
        informative = X[:, np.linspace(0, X.shape[1] - 1, INFORMATIVE).astype(int)]
    scores = np.tanh(2 * informative) @ rng.standard_normal((informative.shape[1], classes))
    y = (scores - scores.mean(axis=0)).argmax(axis=1)
    redrawn = rng.random(len(y)) < NOISE
    y[redrawn] = rng.integers(classes, size=redrawn.sum())
    return y


def save(data: Data, folder: Path) -> Path:
    """Make the data once and leave it in files that any environment reads."""
    home = folder / data.name
    if not home.exists():
        home.mkdir(parents=True)
        X, y = data.make()
        for part, rows in ("train", slice(data.rows)), ("test", slice(data.rows, None)):
            np.save(home / f"y_{part}.npy", y[rows])
            if sparse.issparse(X):
                sparse.save_npz(home / f"X_{part}.npz", X[rows], compressed=False)
            else:
                np.save(home / f"X_{part}.npy", X[rows])
        (home / "bounds.json").write_text(json.dumps(data.bounds))
    return home


def load(home: Path, part: str) -> tuple[Any, NDArray[np.intp]]:
    """Rows and labels of one part, "train" or "test"."""
    file = home / f"X_{part}.npy"
    X = np.load(file) if file.exists() else sparse.load_npz(file.with_suffix(".npz"))
    return X, np.load(home / f"y_{part}.npy")


def cells(X: Any) -> int:
    """How many cells a round looks at: all of a dense X, the stored ones of a sparse one."""
    return X.nnz if sparse.issparse(X) else X.size


def size(X: Any) -> int:
    """Bytes of X."""
    if sparse.issparse(X):
        return X.data.nbytes + X.indices.nbytes + X.indptr.nbytes
    return X.nbytes
