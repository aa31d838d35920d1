"""Which algorithm fits some data, and why: measured, then said in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from viewboost.algorithms.adaboost_mm import AdaBoostMMClassifier
from viewboost.inspect.strengths import Measured, measure_views
from viewboost.views.declared import declared

# Where one algorithm gives way to another: rules of thumb of ours, not of the papers.
IMBALANCED = 3.0  # rows of the largest class for one of the smallest
UNEVEN = 0.2  # strength of the best view minus that of the weakest
COMPLETED = 0.03  # accuracy that all views together have above the best one alone
DIVIDED = 0.05  # mean recall gained if each class went to the view that knows it best
USABLE = 0.2  # strength from which a view can be agreed with
WEAK = 0.05  # strength below which a view says next to nothing


@dataclass(frozen=True, eq=False)
class Advice:
    """An algorithm, the reasons for it, and what they rest on.

    Attributes
    ----------
    algorithm : str
        Its short name.
    reasons : tuple of str
        Sentences, the decisive one first.
    remarks : tuple of str
        What else is worth knowing.
    measured : Measured
    """

    algorithm: str
    reasons: tuple[str, ...]
    remarks: tuple[str, ...]
    measured: Measured


def advise(
    X: Any,
    y: ArrayLike,
    views: Any = None,
    *,
    optional: Sequence[str] = (),
    n_unlabelled: int = 0,
    n_rounds: int = 50,
    n_folds: int = 5,
    random_state: int = 0,
) -> Advice:
    """Measure each view by itself, and say which algorithm fits and why.

    Every view alone, and all together, are boosted (AdaBoost.MM) and judged on the folds left
    out. The first that holds decides: unlabelled rows and views that could do alone
    (AgreementBoost); imbalanced classes (muCoMBo where views know different classes or complete
    each other, else CoMBo); views that complete each other (MuMBo); views of equal strength
    with learners of different kinds (k-Boost); else AdaBoost.MM. The limits are rules of thumb:
    compare before you trust them.

    Parameters
    ----------
    X, y : rows and their labels
    views : list of (name, learner, columns), optional
        As in the algorithms.
    optional : sequence of str
        Views that rows may lack.
    n_unlabelled : int
        Number of further rows without labels.
    n_rounds, n_folds, random_state : int
        Of the measuring.

    Returns
    -------
    Advice

    Examples
    --------
    >>> from viewboost.datasets import make_uneven_views
    >>> from viewboost.inspect.advice import advise
    >>> X, y = make_uneven_views(300, random_state=0)
    >>> advice = advise(X, y, n_rounds=20)
    >>> advice.algorithm
    'mumbo'
    """
    triples = declared(AdaBoostMMClassifier(), X, views, None)
    found = measure_views(
        X,
        y,
        triples,
        optional=optional,
        n_unlabelled=n_unlabelled,
        n_rounds=n_rounds,
        n_folds=n_folds,
        random_state=random_state,
    )
    kinds = {type(learner).__name__ for _, learner, _ in triples}
    algorithm, reasons = _choose(found, len(kinds) > 1)
    return Advice(algorithm, tuple(reasons), tuple(_remarks(found)), found)


def _choose(found: Measured, kinds_differ: bool) -> tuple[str, list[str]]:
    """The algorithm and the reasons; the first rule that holds decides."""
    several = len(found.view_names) > 1
    if found.n_unlabelled >= found.n_labelled and several:
        second = np.sort(found.strengths)[-2]
        if second >= USABLE:
            return "agreement", _few_labels(found)
    if found.imbalance >= IMBALANCED:
        if several and found.divided >= DIVIDED:
            return "mucombo", [_rare(found), _known_by(found)]
        if several:
            pays = found.completed >= COMPLETED
            return "mucombo" if pays else "combo", [_rare(found), _completes(found)]
        return "combo", [_rare(found)]
    if not several:
        return "adaboost_mm", ["There is one view, and its classes are balanced."]
    uneven = float(np.ptp(found.strengths)) >= UNEVEN
    if found.completed >= COMPLETED:
        return "mumbo", [_balance(found, uneven), _completes(found)]
    if not uneven and kinds_differ:
        text = "They are read by learners of different kinds, which k-Boost weighs together."
        return "kboost", [_balance(found, uneven), text]
    return "adaboost_mm", [_balance(found, uneven), _completes(found)]


def _few_labels(found: Measured) -> list[str]:
    usable = [n for n, s in zip(found.view_names, found.strengths) if s >= USABLE]
    return [
        f"{found.n_unlabelled} rows have no label and {found.n_labelled} have one: AgreementBoost "
        "learns from both.",
        f"{_listed(usable)} could each do alone, so that their agreement says something.",
    ]


def _rare(found: Measured) -> str:
    small, large = found.class_sizes.argmin(), found.class_sizes.argmax()
    return (
        f"Classes are imbalanced: {found.class_sizes[large]} rows of {found.classes[large]}, "
        f"{found.class_sizes[small]} of {found.classes[small]}; each class should count the same."
    )


def _known_by(found: Measured) -> str:
    best = found.recalls.argmax(axis=0)
    known = [
        f"{found.view_names[view]} ({_listed([str(c) for c in found.classes[best == view]])})"
        for view in np.unique(best)
    ]
    return (
        f"No view knows all classes best: {_listed(known)}; giving each class to the view that "
        f"knows it would gain {found.divided:.2f} mean recall."
    )


def _balance(found: Measured, uneven: bool) -> str:
    best, worst = found.strengths.argmax(), found.strengths.argmin()
    ends = (
        f"{found.view_names[best]} {found.strengths[best]:.2f}, "
        f"{found.view_names[worst]} {found.strengths[worst]:.2f} (0 is chance, 1 perfect)"
    )
    return f"The views are {'uneven' if uneven else 'of about equal strength'}: {ends}."


def _completes(found: Measured) -> str:
    best = found.accuracy.argmax()
    pays = found.completed >= COMPLETED
    return (
        f"Together they are right on {found.together:.0%} of the rows, {found.view_names[best]} "
        f"alone on {found.accuracy[best]:.0%}: "
        f"{'they complete each other' if pays else 'there is little to share out among them'}."
    )


def _remarks(found: Measured) -> list[str]:
    """What else is worth knowing."""
    remarks = []
    weak = [n for n, s in zip(found.view_names, found.strengths) if s < WEAK]
    if weak:
        remarks.append(f"{_listed(weak)}: little better than chance alone; try without.")
    v = len(found.view_names)
    pairs = [(found.agreement[j, k], j, k) for j in range(v) for k in range(j)]
    if pairs:
        share, j, k = max(pairs)
        names = f"{found.view_names[k]} and {found.view_names[j]}"
        remarks.append(f"{names} say the same on {share:.0%} of the rows, more than other pairs.")
    smallest = int(found.class_sizes.min())
    if smallest < 10:
        name = found.classes[found.class_sizes.argmin()]
        remarks.append(f"Class {name} has {smallest} rows: figures about it are rough.")
    if 0 < found.n_unlabelled < found.n_labelled:
        remarks.append(f"{found.n_unlabelled} rows without a label are too few to matter.")
    return remarks


def _listed(names: Sequence[str], limit: int = 4) -> str:
    shown = ", ".join(names[:limit])
    return f"{shown}, …" if len(names) > limit else shown
