"""Models as ONNX graphs, for runtimes without Python."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from viewboost import __version__
from viewboost.io.onnx_graph import ML_DOMAIN, Graph, ScoreBuilder, ViewInput, add_link
from viewboost.learners.base import Silent
from viewboost.learners.trees import TreeHypothesis
from viewboost.views.layout import Layout
from viewboost.vote.votes import GRID, Votes

# The first that have a TreeEnsemble in float64, and so the most runtimes that can run it.
IR_VERSION, OPSET, ML_OPSET = 10, 18, 5
OUTPUTS = ("label", "scores", "probabilities")
DTYPES = ("float64", "float32")
EXACT = GRID * 2.0**53  # sums of votes on the grid below it are exact in float64


def to_onnx(model: Any, *, dtype: str = "float64") -> Any:
    """A fitted model as an ONNX graph that makes the same predictions.

    Parameters
    ----------
    model : fitted classifier
        Any algorithm but RegionBoost, whose views all have :class:`~viewboost.Stump` or
        :class:`~viewboost.Tree` as their learners.
    dtype : {"float64", "float32"}, default="float64"
        Of the inputs and of the sums of votes. float64 is exact: the same labels and scores
        as the model's. In float32 thresholds are rounded such that rows whose cells are
        float32 numbers take the same way through every tree, and only sums are rounded; by
        how much scores may differ is kept in the metadata as ``score_error``, at most
        (n_votes + 1) 2^-24 times the sum of all votes. Labels are the same wherever the
        largest score leads by more than twice that. A cell that is not a float32 number is
        rounded before, and may then pass a threshold.

    Returns
    -------
    onnx.ModelProto
        Its inputs are the views by name, each of shape (N, columns), in the order of
        ``model.view_names_``. Outputs: ``label`` (N,), ``scores`` (N, K), whose columns follow
        ``model.classes_``, and ``probabilities`` (N, K).

    Raises
    ------
    ValueError
        If a part of the model cannot be exported; the text names it and what to do.

    Notes
    -----
    NaN is a missing cell. A row of an optional view that is all NaN lacks the view. A nominal
    column takes codes: the place of the level among those learned, which the metadata
    ``views`` lists; NaN, or a code beyond them, is a level not seen in training.
    :func:`viewboost.io.onnx.inputs` makes the inputs of an X. A view learned from a sparse
    matrix takes a dense one here. Nothing is checked, so that infinite cells are not refused.

    Examples
    --------
    >>> import numpy as np, onnxruntime
    >>> import viewboost
    >>> X = viewboost.Views(body=np.arange(6.0)[:, None], face=np.eye(6))
    >>> model = viewboost.MumboClassifier(n_rounds=3).fit(X, list("aaabbb"))
    >>> graph = viewboost.to_onnx(model)
    >>> session = onnxruntime.InferenceSession(graph.SerializeToString())
    >>> label, scores, _ = session.run(None, {"body": [[0.0], [9.0]], "face": np.eye(2, 6)})
    >>> label.tolist(), scores.shape
    (['a', 'b'], (2, 2))
    """
    onnx = _onnx()
    if dtype not in DTYPES:
        raise ValueError(f"dtype is one of {', '.join(DTYPES)}, got {dtype!r}")
    _check(model)
    graph, kind = Graph(onnx), np.dtype(dtype)
    views = [_view(graph, layout, kind) for layout in model._gate.layouts]
    scores, spoken = ScoreBuilder(graph, views, model._votes, kind).build()
    K = len(model.classes_)
    place = graph.add("ArgMax", scores, axis=1, keepdims=0)
    classes = _classes(model.classes_)
    graph.rename(graph.add("Gather", graph.constant(classes), place), "label")
    graph.rename(graph.cast(scores, kind), "scores")
    chances = add_link(graph, model._link, scores, spoken, K)
    graph.rename(graph.cast(chances, kind), "probabilities")
    return _model(graph, model, kind, classes.dtype)


def inputs(model: Any, X: Any, *, dtype: str = "float64") -> dict[str, NDArray[Any]]:
    """The inputs of an exported model for rows X: checked, levels as codes, dense.

    Parameters
    ----------
    model : fitted classifier
        The one that was exported.
    X : whatever the model predicts
    dtype : {"float64", "float32"}
        That of the export.

    Examples
    --------
    >>> import pandas as pd
    >>> from viewboost import AdaBoostMMClassifier
    >>> X = pd.DataFrame({"hue": pd.Categorical(["red", "blue", "red"])})
    >>> model = AdaBoostMMClassifier(n_rounds=2).fit(X, [1, 0, 1])
    >>> inputs(model, X)["X"].ravel()
    array([1., 0., 1.])
    """
    _check(model)
    given = {}
    for name, block in zip(model._gate.names, model._gate.read(model, X)):
        data = block.data.toarray() if block.kind == "sparse" else np.array(block.data)
        if block.present is not None:
            data[~block.present] = np.nan
        given[name] = data.astype(dtype)
    return given


def _onnx() -> Any:
    try:
        import onnx
        import onnx.helper
        import onnx.numpy_helper
    except ImportError as error:
        raise ImportError(
            'to_onnx needs onnx, which is not installed; pip install "viewboost[onnx]"'
        ) from error
    return onnx


def _check(model: Any) -> None:
    """Refuse what has no form in ONNX, by name."""
    name = type(model).__name__
    if not isinstance(model, BaseEstimator):
        raise TypeError(f"to_onnx exports a fitted classifier of viewboost, got {name}")
    check_is_fitted(model)
    if not isinstance(getattr(model, "_votes", None), Votes):
        raise ValueError(
            f"{name} is not exported to ONNX, only viewboost's boosting algorithms are; export "
            "those that it holds one by one"
        )
    if model._votes.competence is not None:
        raise ValueError(
            f"{name} is not exported to ONNX: its votes depend on a row's neighbours among the "
            "training rows; keep it with model.save(path), or fit an algorithm with static "
            "votes, such as AdaBoostMMClassifier"
        )
    for layout in model._gate.layouts:
        _check_view(layout)
    for vote in model._votes.entries:
        for view, hypothesis in zip(vote.views, vote.hypotheses):
            _check_hypothesis(model._gate.layouts[view].where, hypothesis)


def _check_view(layout: Layout) -> None:
    if layout.name in OUTPUTS:
        raise ValueError(
            f"{layout.where} has the name of an output of the graph ({', '.join(OUTPUTS)}); "
            "fit it under another name"
        )
    if layout.kind == "strings":
        raise ValueError(
            f"{layout.where} holds strings, and string learners (NGram, BagOfWords) are not "
            "exported to ONNX; keep the model with model.save(path), or count the words yourself "
            "and fit Stump() or Tree() on the counts"
        )
    if layout.kind == "raw":
        raise ValueError(
            f"{layout.where}: the transformers of a Pipeline are not exported to ONNX; keep the "
            "model with model.save(path), or fit it on what they make and export them by "
            "themselves (skl2onnx)"
        )


def _check_hypothesis(where: str, hypothesis: Any) -> None:
    if not isinstance(hypothesis, (TreeHypothesis, Silent)):
        name = type(getattr(hypothesis, "estimator", hypothesis)).__name__
        raise ValueError(
            f"{where}: the hypotheses of its learner ({name}) are not exported to ONNX; keep the "
            "model with model.save(path), or take Stump() or Tree() as its learner"
        )


def _view(graph: Graph, layout: Layout, dtype: np.dtype[Any]) -> ViewInput:
    """A view's columns as trees read them, and which rows have it."""
    columns, present = layout.name, None
    if any(layout.level_counts):
        columns = _known_levels(graph, columns, layout.level_counts, dtype)
    if layout.optional:
        there = graph.add("Not", graph.add("IsNaN", columns))
        present = graph.any_of(there, 1, keepdims=True)
    return ViewInput(columns, len(layout.labels), layout.level_counts, present)


def _known_levels(graph: Graph, columns: str, counts: tuple[int, ...], dtype: np.dtype[Any]) -> str:
    """The columns with NaN for codes that are no level, which the gate makes of such cells."""
    low = np.array([[0.0 if n else -np.inf for n in counts]], dtype)
    high = np.array([[n - 1 if n else np.inf for n in counts]], dtype)
    above = graph.add("GreaterOrEqual", columns, graph.constant(low))
    below = graph.add("LessOrEqual", columns, graph.constant(high))
    known = graph.add("And", above, below)
    return graph.add("Where", known, columns, graph.constant(dtype.type(np.nan)))


def _classes(classes: NDArray[Any]) -> NDArray[Any]:
    """The classes in a type that ONNX has: integers as int64, strings as they are."""
    if classes.dtype.kind == "i":
        return classes.astype(np.int64)
    if classes.dtype.kind in "ufb":
        return classes
    if all(isinstance(label, str) for label in classes.tolist()):
        return classes.astype(object)
    raise ValueError(
        f"classes of type {type(classes.tolist()[0]).__name__} are not exported to ONNX; fit "
        "with labels that are strings or numbers"
    )


def _model(graph: Graph, model: Any, dtype: np.dtype[Any], label_type: np.dtype[Any]) -> Any:
    helper = graph.onnx.helper
    info = helper.make_tensor_value_info
    kind, K = graph.type_of(dtype), len(model.classes_)
    columns = [(layout.name, len(layout.labels)) for layout in model._gate.layouts]
    made = helper.make_graph(
        graph.nodes,
        type(model).__name__,
        [info(name, kind, ["N", width]) for name, width in columns],
        [
            info("label", graph.type_of(label_type), ["N"]),
            info("scores", kind, ["N", K]),
            info("probabilities", kind, ["N", K]),
        ],
        graph.constants,
    )
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(ML_DOMAIN, ML_OPSET)]
    proto = helper.make_model(
        made,
        opset_imports=opsets,
        ir_version=IR_VERSION,
        producer_name="viewboost",
        producer_version=__version__,
    )
    helper.set_model_props(proto, _metadata(model, dtype))
    graph.onnx.checker.check_model(proto, full_check=True)
    return proto


def _metadata(model: Any, dtype: np.dtype[Any]) -> dict[str, str]:
    """What a caller must know of the inputs, and how far scores may be from the model's."""
    views = {
        layout.name: {
            "columns": layout.feature_names(),
            "levels": layout.levels or [None] * len(layout.labels),
            "optional": layout.optional,
        }
        for layout in model._gate.layouts
    }
    return {
        "algorithm": type(model).__name__,
        "dtype": dtype.name,
        "score_error": repr(score_error(model._votes, dtype)),
        "views": json.dumps(views, default=_plain),
    }


def _plain(level: Any) -> Any:
    return level.item() if isinstance(level, np.generic) else str(level)


def score_error(votes: Votes, dtype: np.dtype[Any]) -> float:
    """A bound on how far sums of votes in the type are from the model's scores.

    With n votes and u the unit roundoff, sums differ by at most (n + 1) u sum_t max_c |v_t(c)|
    to first order: each vote is rounded once, each addition and the result once more.
    """
    total = sum(float(np.abs(vote.vector).max()) for vote in votes.entries)
    if dtype == np.float64 and total < EXACT:
        return 0.0
    rounding = (len(votes.entries) + 1) * float(np.finfo(dtype).eps) / 2
    return rounding / (1 - rounding) * total
