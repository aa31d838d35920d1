"""The gate: all of X passes here, once, and is trusted below."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewboost.views import columns, dense, one
from viewboost.views.blocks import Block
from viewboost.views.container import Views, as_views
from viewboost.views.declared import WHOLE
from viewboost.views.layout import Layout, ViewSpec, learn_layout
from viewboost.views.reading import read, silent


@dataclass(frozen=True)
class Gate:
    """What was learned about X at fit; plain data, nothing of the training rows.

    Attributes
    ----------
    layouts : tuple of Layout
        One per view, in the order of the views.
    blocks : tuple of str, or None
        The blocks of the container it was learned from; None for one X.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.base import BaseEstimator
    >>> from viewboost.views import Accepts
    >>> numbers = Accepts(frozenset({"dense"}))
    >>> X = np.arange(12.0).reshape(4, 3)
    >>> estimator = BaseEstimator()
    >>> gate, [block] = Gate.learn(estimator, X, [ViewSpec("ends", numbers, [0, -1])])
    >>> block.data[0]
    array([0., 2.])
    >>> gate.feature_names("ends"), estimator.n_features_in_
    (['x0', 'x2'], 3)
    """

    layouts: tuple[Layout, ...]
    blocks: tuple[str, ...] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the views."""
        return tuple(layout.name for layout in self.layouts)

    @property
    def several(self) -> bool:
        """Whether there is more than one view."""
        return len(self.layouts) > 1

    def n_features(self, name: str) -> int:
        """The number of a view's columns."""
        return len(self._layout(name).labels)

    def feature_names(self, name: str) -> list[str]:
        """The names of a view's columns; x0, x1, … where they have none."""
        return self._layout(name).feature_names()

    def levels(self, name: str) -> tuple[dense.Levels, ...]:
        """Per column of a view its levels, None if it is numeric; empty if all are."""
        return self._layout(name).levels

    def _layout(self, name: str) -> Layout:
        return self.layouts[self.names.index(name)]

    @classmethod
    def learn(
        cls,
        estimator: Any,
        X: Any,
        specs: Sequence[ViewSpec],
        *,
        optional: Sequence[str] = (),
        categorical_features: Any = None,
    ) -> tuple[Gate, list[Block]]:
        """Learn the layout of the training rows, and read them.

        Parameters
        ----------
        estimator : estimator
            Given ``n_features_in_`` and ``feature_names_in_`` if X is one X.
        X : array, sparse matrix, frame, list, `Views`, dict or list of matrices
        specs : sequence of ViewSpec
        optional : sequence of str
            The views a row may lack, by None or by nothing but missing cells.
        categorical_features : column spec of X, or dict from view to column spec
            The nominal columns besides those that are so by their type; a dict with a
            container.

        Returns
        -------
        Gate, list of Block
        """
        names = [spec.name for spec in specs]
        optional = (optional,) if isinstance(optional, str) else optional
        _check_known("optional", optional, names)
        X = _enter(estimator, X, specs)
        if isinstance(X, Views):
            _check_nominal(categorical_features, names)
        layouts, blocks = [], []
        for spec in specs:
            block = (spec.columns or WHOLE) if isinstance(X, Views) else None
            whole, present = _block(X, block)
            nominal = _nominal(spec.name, categorical_features, isinstance(X, Views))
            layout, selection = learn_layout(spec, whole, block, nominal, spec.name in optional)
            layouts.append(layout)
            blocks.append(read(layout, selection, present, fitting=True))
        return cls(tuple(layouts), X.names if isinstance(X, Views) else None), blocks

    def read(self, estimator: Any, X: Any) -> list[Block]:
        """The blocks of new rows, checked against what was learned, in the order of names."""
        X = as_views(X)
        if self.blocks == (WHOLE,) and not isinstance(X, Views) and one.is_strings(X):
            X = Views(**{WHOLE: X})
        if self.blocks is None:
            X = self._enter_one(estimator, X)
        else:
            self._check_container(estimator, X)
        return [_read_view(X, layout) for layout in self.layouts]

    def _enter_one(self, estimator: Any, X: Any) -> Any:
        if isinstance(X, Views):
            raise ValueError(
                f"{type(estimator).__name__} was fitted on one X with "
                f"{estimator.n_features_in_} columns, and is now given {X!r}"
            )
        return one.enter(estimator, X, fitting=False)

    def _check_container(self, estimator: Any, X: Any) -> None:
        assert self.blocks is not None
        expected = ", ".join(self.blocks)
        who = type(estimator).__name__
        if not isinstance(X, Views):
            raise ValueError(
                f"{who} was fitted on the views {expected}, and is now given "
                f"{type(X).__name__}; give viewboost.Views(…) with the same names"
            )
        needed = [str(layout.block) for layout in self.layouts if not layout.optional]
        wrong = [name for name in X.names if name not in self.blocks]
        wrong += [name for name in needed if name not in X.names]
        if wrong:
            raise ValueError(
                f"{who} was fitted on the views {expected}, and is now given "
                f"{', '.join(X.names)}; unknown or missing: {', '.join(wrong)}"
            )
        one.check_size(X.shape, 1)


def _enter(estimator: Any, X: Any, specs: Sequence[ViewSpec]) -> Any:
    """The training X: a container, or one X that scikit-learn's checks have passed."""
    X = as_views(X)
    if not isinstance(X, Views) and _is_strings(X, specs):
        X = Views(**{WHOLE: X})
    if not isinstance(X, Views):
        return one.enter(estimator, X, fitting=True)
    one.forget(estimator)
    one.check_size(X.shape, 2)
    return X


def _is_strings(X: Any, specs: Sequence[ViewSpec]) -> bool:
    """Whether X is one column of strings that all views read whole."""
    readers = {"strings", "raw"}
    return all(s.columns is None and s.accepts.kinds & readers for s in specs) and (
        one.is_strings(X)
    )


def _block(X: Any, name: str | None) -> tuple[Any, NDArray[np.bool_] | None]:
    """A block of the container and which rows have it; or the one X, which all rows have."""
    return (X, None) if name is None else (X.block(name), X.present(name))


def _read_view(X: Any, layout: Layout) -> Block:
    if layout.block is not None and layout.block not in X.names:
        return silent(layout, len(X))
    whole, present = _block(X, layout.block)
    _check_columns(layout, whole)
    return read(layout, columns.pick(whole, layout.positions), present)


def _check_columns(layout: Layout, whole: Any) -> None:
    """The view has the columns it had at fit; names are compared where both have them."""
    labels, named = columns.labels(whole, layout.where)
    labels = columns.pick_labels(labels, layout.positions)
    if layout.block is None and any(isinstance(x[0], str) for x in (labels, layout.labels)):
        return  # scikit-learn has compared these: names of one X that are strings
    if len(labels) != len(layout.labels):
        raise ValueError(
            f"{layout.where} has {len(labels)} columns, but {len(layout.labels)} at fit"
        )
    if named and layout.named and labels != layout.labels:
        raise ValueError(
            f"{layout.where}: its columns are {list(labels)}, but {list(layout.labels)} at fit; "
            "names and order must be the same"
        )
    if named != layout.named and layout.block is not None:
        warnings.warn(
            f"{layout.where} has column names only {'now' if named else 'at fit'}; its columns "
            "are matched by position",
            UserWarning,
            stacklevel=4,
        )


def _nominal(name: str, given: Any, container: bool) -> Any:
    """The nominal columns a user declares for a view: of its block, or of the one X."""
    return given.get(name) if container and given is not None else given


def _check_known(where: str, given: Iterable[str], names: Sequence[str]) -> None:
    for name in given:
        if name not in names:
            raise ValueError(f"{where}: {name!r} is not a view (views: {', '.join(names)})")


def _check_nominal(given: Any, names: Sequence[str]) -> None:
    if given is None:
        return
    if not isinstance(given, Mapping):
        raise ValueError(
            f"categorical_features: with a container give a dict {{view: columns}}, got {given!r}"
        )
    _check_known("categorical_features", given, names)
