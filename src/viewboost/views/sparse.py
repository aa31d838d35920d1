"""Sparse matrices: checked before anything reads them, then float64 CSR."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse


def as_csr(X: Any, where: str) -> sparse.csr_matrix:
    """A float64 CSR matrix with sorted, unique, valid indices; X itself is left alone.

    Parameters
    ----------
    X : scipy sparse matrix or array of shape (n, d)
    where : str
        How an error names X.
    """
    if X.ndim != 2:
        raise ValueError(f"{where}: a sparse block has two dimensions, got shape {X.shape}.")
    if X.dtype.kind == "c":
        raise ValueError(f"{where}: Complex data not supported, got sparse {X.dtype}.")
    try:
        csr = sparse.csr_matrix(_valid(X).tocsr().astype(np.float64, copy=False))
    except (ValueError, IndexError) as error:
        raise ValueError(f"{where}: not a valid sparse matrix: {error}") from error
    if not csr.has_canonical_format:
        csr = csr.copy()
        csr.sum_duplicates()
    return csr


def _valid(X: Any) -> Any:
    """X seen through a new object, once its indices are known to lie inside its shape.

    scipy and the kernels read out of bounds otherwise, and the check itself may prune the
    arrays of the object it is called on.
    """
    if X.format in ("csr", "csc", "bsr"):
        new = type(X)((X.data, X.indices, X.indptr), shape=X.shape, copy=False)
        new.check_format(full_check=True)
        return new
    if X.format == "coo" and X.nnz:
        for indices, size in zip((X.row, X.col), X.shape):
            if indices.min() < 0 or indices.max() >= size:
                raise ValueError(f"index {indices.max()} lies outside of size {size}")
    return X
