"""Numba kernels: pure functions on arrays; a kernel and all it calls live in one file."""
