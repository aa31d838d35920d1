"""Parameters and attributes common to all algorithms, written once."""

from __future__ import annotations

import re

PARAMETERS = """\
views : list of (name, learner, columns), optional
        The views: their names (which reach the learners' parameters, as in
        ``set_params(words__max_depth=2)``), learners (None: ``learner``), and columns of X, as
        in scikit-learn's ColumnTransformer, or names of blocks of a :class:`viewboost.Views`.
        By default each block of a container is a view, and any other X is one view.
    learner : learner, scikit-learn classifier or Pipeline, optional
        Used for every view that names none; a :class:`viewboost.Stump` by default.
    n_rounds : int, default=200
        Number of rounds at most.
    learning_rate : float, default=1.0
        Multiplies every step.
    optional : sequence of str, default=()
        Views that rows may lack: None, or a row all NaN, is then a missing view.
    categorical_features : column spec, or dict of them by view, optional
        Columns to read as nominal, besides those of categorical or boolean dtype.
    n_iter_no_change : int, optional
        Stop after so many rounds without improvement on the validation rows, and keep the
        best round. The rows are ``X_val``, ``y_val`` of ``fit``, or else held out.
    validation_fraction : float, default=0.1
        Share of the rows held out where ``n_iter_no_change`` is set and no ``X_val`` is given.
    tol : float, default=0.0
        An improvement on the validation rows must exceed it.
    scoring : str or scorer, optional
        Score of the validation rows, as in scikit-learn; accuracy by default.
    random_state : int, RandomState or None
        Seed of all randomness; learners without any do not use it.
    n_jobs : int, optional
        Number of threads; the model is the same whatever their number.
    verbose : int, default=0
        Say every ``verbose`` rounds how far it is, and at the end why it stopped. A bar instead:
        ``model.set_callbacks(viewboost.ProgressBar())``.
    checkpoint : path-like, optional
        A folder in which the fit is kept every 50 rounds, so that it survives the death of its
        process; one folder for each fit. Classifiers of scikit-learn are kept through skops.
    resume : bool, default=False
        Go on with the fit in ``checkpoint``, if there is one: the model is, to the last bit,
        that of a fit never interrupted. Data and parameters must be the same, ``n_rounds``,
        ``n_jobs`` and ``verbose`` apart. False begins anew and replaces what is there."""

STEP = """\
step : {"paper", "exact"}, default="paper"
        The paper's alpha from the edge, or the exact minimiser of the loss along the
        hypothesis, 1/2 ln(A+ / A-): A+ the loss of the rows classified rightly, A- the cost
        entries of the others. The same for two classes, never a smaller drop for more."""

ATTRIBUTES = """\
classes_ : array
        The class labels.
    view_names_ : list of str
    n_rounds_ : int
        Rounds that the model speaks for.
    history_ : History
        One record for each round: edges, steps, losses, the chosen view.
    stop_reason_ : str
        Why the training ended.
    view_importances_ : dict
        Share of each view in the sum of all votes.
    feature_importances_ : array, or dict of arrays by view
        Shares of the features in the votes."""


def with_common(doc: str | None) -> str | None:
    """The docstring with ``{parameters}`` and ``{attributes}`` filled in.

    A parameter that the docstring describes itself is not described again.
    """
    if doc is None:
        return None
    entries = re.split(r"\n    (?=\w+ : )", PARAMETERS)
    others = [entry for entry in entries if f"\n    {entry.split()[0]} : " not in doc]
    filled = doc.replace("{parameters}", "\n    ".join(others))
    return filled.replace("{step}", STEP).replace("{attributes}", ATTRIBUTES)
