"""The kernels against plain NumPy."""

from __future__ import annotations

import logging
from types import SimpleNamespace

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import types
from scipy import sparse

from viewboost.learners._kernels import histograms
from viewboost.learners._kernels.jit import Notice, f8, kernel, read

quick = settings(deadline=None, max_examples=25)
lanes = st.sampled_from([1, 2, 4, 8, 12])


def grouped(rng, n, n_groups):
    return np.concatenate([[0], np.sort(rng.integers(0, n + 1, n_groups - 1)), [n]])


def old_sums(rng, *shape):
    """Sums to which others are added; small integers, so that all sums are exact."""
    return rng.integers(-9, 9, size=shape).astype(float)


@quick
@given(st.integers(0, 2**32), lanes, st.integers(1, 4), st.booleans(), st.integers(0, 7))
def test_sums_of_dense_rows(seed, n_lanes, n_groups, every, unused):
    rng = np.random.default_rng(seed)
    m, n_blocks = 150, 3
    bins = rng.integers(0, 256, size=(n_blocks, m, 8)).astype(np.uint8)
    picked = np.arange(m) if every else np.flatnonzero(rng.random(m) < 0.4)
    starts = grouped(rng, len(picked), n_groups)
    costs = rng.integers(-9, 9, size=(len(picked), n_lanes)).astype(float)
    n_slots = n_blocks * 2048
    sums = old_sums(rng, n_groups, n_slots, n_lanes)
    expected = sums.copy()
    words, rows = bins.view(np.uint64)[:, :, 0], picked.astype(np.int32)
    where = words, rows, every, starts, costs.reshape(-1)
    if n_lanes <= 8:
        place = (0,) * n_lanes, 8 * n_blocks - unused, 1, n_blocks
        histograms.add_dense(*where, *place, sums.reshape(-1))
    else:
        histograms.add_dense_many(*where, n_lanes, 1, n_blocks, sums.reshape(-1))
    for g in range(n_groups):
        for k in range(starts[g], starts[g + 1]):
            for f in range(8, 8 * n_blocks):
                expected[g, 256 * f + int(bins[f // 8, picked[k], f % 8])] += costs[k]
    used = n_slots - 256 * unused
    np.testing.assert_array_equal(sums[:, :used], expected[:, :used])


@quick
@given(st.integers(0, 2**32), lanes, st.integers(1, 3), st.booleans())
def test_sums_of_sparse_rows(seed, n_lanes, n_groups, every):
    rng = np.random.default_rng(seed)
    m, n_slots = 60, 40
    where = sparse.csr_array(rng.random((m, n_slots)) < 0.2)
    picked = np.arange(m) if every else np.flatnonzero(rng.random(m) < 0.4)
    starts = grouped(rng, len(picked), n_groups)
    costs = rng.integers(-9, 9, size=(len(picked), n_lanes)).astype(float)
    sums = old_sums(rng, n_groups, n_slots, n_lanes)
    expected = sums.copy()
    place = where.indptr.astype(np.int64), where.indices.astype(np.int32)
    rows, flat = picked.astype(np.int32), costs.reshape(-1)
    add = histograms.add_sparse_one if n_lanes == 1 else histograms.add_sparse
    add(*place, rows, every, starts, flat, n_slots, sums.reshape(-1))
    for g in range(n_groups):
        own = slice(starts[g], starts[g + 1])
        expected[g] += where.toarray()[picked[own]].T.astype(float) @ costs[own]
    np.testing.assert_array_equal(sums, expected)


def test_a_kernel_that_cannot_be_cached_still_runs():
    # Numba finds no place for the cache of a function that has no file, as it finds none
    # in a read-only installation without a home.
    scope = {}
    exec("def total(x):\n    return x.sum()", scope)
    with pytest.raises(RuntimeError, match="cannot cache"):
        numba.njit(cache=True)(scope["total"])
    total = kernel(f8(read(f8, 1)))(scope["total"])
    values = np.arange(4.0)
    values.flags.writeable = False
    assert total(values) == 6
    assert isinstance(total.compiled.signatures[0][0], types.Array)


def test_a_kernel_is_compiled_when_it_is_first_called():
    @kernel(f8(f8))
    def double(x):
        return 2 * x

    assert double.compiled is None
    assert double(2.0) == 4
    assert double.compiled is not None


def test_a_kernel_without_signature_takes_what_comes():
    @kernel()
    def first(x):
        return x[0]

    assert first(np.array([3], dtype=np.int8)) == 3
    assert first(np.array([0.5])) == 0.5


def test_a_kernel_runs_though_the_disk_is_full(monkeypatch):
    @kernel()
    def double(x):
        return 2 * x

    def full(*args):
        raise OSError("no space left on device")

    monkeypatch.setattr(type(double.compile()._cache), "save_overload", full)
    assert double(2.0) == 4


def compiling(notice, module, monkeypatch, seconds):
    """Tell a notice of a compilation that takes so long."""
    now = iter([0.0, seconds])
    monkeypatch.setattr("viewboost.learners._kernels.jit.time.perf_counter", lambda: next(now))
    function = SimpleNamespace(py_func=SimpleNamespace(__module__=module))
    event = SimpleNamespace(data={"dispatcher": function})
    notice.on_start(event)
    notice.on_end(event)


def test_long_compilation_is_told_once(monkeypatch, caplog):
    notice = Notice()
    with caplog.at_level(logging.WARNING, logger="viewboost"):
        compiling(notice, "someone.else", monkeypatch, 9.0)
        compiling(notice, "viewboost.learners._kernels.rows", monkeypatch, 1.5)
        assert not caplog.records
        compiling(notice, "viewboost.learners._kernels.rows", monkeypatch, 1.5)
        compiling(notice, "viewboost.learners._kernels.rows", monkeypatch, 9.0)
    assert len(caplog.records) == 1
