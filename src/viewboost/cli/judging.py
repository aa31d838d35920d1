"""The commands ``compare`` and ``advise``: which algorithm for these data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console

from viewboost.algorithms.adaboost_mm import AdaBoostMMClassifier
from viewboost.cli.errors import say
from viewboost.cli.output import emit, line, printable, table
from viewboost.cli.source import Source, show_task, task_document
from viewboost.inspect import advice, comparison
from viewboost.inspect.strengths import Measured
from viewboost.tables.task import Task
from viewboost.views.hints import unknown


def compare(
    source: Source,
    *,
    only: Sequence[str],
    by: str,
    folds: int,
    rounds: int,
    depth: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Read, cross-validate all that fit, show one table."""
    task = _task(source)
    models = comparison.candidates(
        task.triples(depth),
        optional=task.optional,
        n_rounds=rounds,
        random_state=seed,
        unlabelled=not task.labelled.all(),
    )
    for name in only:
        if name not in models:
            raise ValueError(unknown(f"no candidate is called {name!r}", name, models, "there are"))
    chosen = {name: model for name, model in models.items() if not only or name in only}
    if not as_json:
        show_task(source, task)
    with Console(stderr=True).status("") as status:
        results = comparison.compare(
            chosen,
            task.X_labelled,
            task.y,
            X_unlabelled=task.X_unlabelled,
            n_folds=folds,
            random_state=seed,
            by=by,
            told=lambda name: status.update(f"trying {name}"),
        )
    if as_json:
        emit({**task_document(source, task), "by": by, "results": list(map(_entry, results))})
    else:
        _show_comparison(results, by, folds)


def advise(source: Source, *, folds: int, rounds: int, seed: int, as_json: bool) -> None:
    """Read, measure the views, say which algorithm fits and why."""
    task = _task(source)
    if not as_json:
        show_task(source, task)
    with Console(stderr=True).status("measuring the views"):
        found = advice.advise(
            task.X_labelled,
            task.y,
            task.triples(),
            optional=task.optional,
            n_unlabelled=int((~task.labelled).sum()),
            n_rounds=rounds,
            n_folds=folds,
            random_state=seed,
        )
    if as_json:
        emit({**task_document(source, task), **_advice_document(found)})
    else:
        _show_advice(found, source)


def _task(source: Source) -> Task:
    return source.task(list(AdaBoostMMClassifier().get_params(deep=False)))


def _show_comparison(results: Sequence[comparison.Compared], by: str, folds: int) -> None:
    ordered = [by, *(measure for measure in comparison.MEASURES if measure != by)]
    rows = [
        (
            f"{one.name} *" if one.is_baseline else one.name,
            f"{one.mean(by):.3f} ± {one.standard_error(by):.3f}",
            *(f"{one.mean(measure):.3f}" for measure in ordered[1:]),
            f"{one.fit_seconds.mean():.2f}",
            f"{one.predict_seconds.mean():.3f}",
        )
        for one in results
        if one.failure is None
    ]
    named = [measure.replace("_", " ") for measure in ordered]
    table(f"{folds} folds, best first", ["", *named, "fit s", "predict s"], rows)
    line("± standard error over the folds; seconds for one fold; * baseline")
    for one in results:
        if one.failure is not None:
            say("note", f"{one.name} could not be fitted: {one.failure}")


def _entry(one: comparison.Compared) -> dict[str, Any]:
    told: dict[str, Any] = {"name": one.name, "baseline": one.is_baseline, "failure": one.failure}
    for measure in comparison.MEASURES:
        told[measure] = one.mean(measure)
        told[f"{measure}_standard_error"] = one.standard_error(measure)
    if one.failure is None:
        told["fit_seconds"] = one.fit_seconds.mean()
        told["predict_seconds"] = one.predict_seconds.mean()
    return told


def _show_advice(found: advice.Advice, source: Source) -> None:
    measured = found.measured
    each = zip(
        measured.view_names,
        measured.mean_recall,
        measured.standard_error,
        measured.strengths,
        measured.alone,
    )
    rows = [
        (name, f"{recall:.3f} ± {error:.3f}", f"{strength:.2f}", f"{alone:.0%}")
        for name, recall, error, strength, alone in each
    ]
    head = ["view", "mean recall", "strength", "right alone"]
    table("Each view by itself", head, rows)
    line("Strength: 0 is chance, 1 perfect. Right alone: where no other view is.", space=True)
    if len(measured.view_names) > 1:
        _show_agreement(measured)
    line(f"Take {found.algorithm}.", style="bold")
    for sentence in found.reasons:
        line(sentence, indent=2)
    for sentence in found.remarks:
        line(f"Note: {sentence}", indent=2)
    line(
        "A rule of thumb; see for yourself: "
        f"viewboost compare {source.data} --target {source.target}"
    )


def _show_agreement(measured: Measured, limit: int = 6) -> None:
    names = [printable(name) for name in measured.view_names[:limit]]
    rows = [
        (name, *(f"{measured.agreement[j, k]:.0%}" for k in range(len(names))))
        for j, name in enumerate(names)
    ]
    table("Share of the rows on which two views say the same", ["", *names], rows)


def _advice_document(found: advice.Advice) -> dict[str, Any]:
    measured = found.measured
    return {
        "algorithm": found.algorithm,
        "reasons": found.reasons,
        "remarks": found.remarks,
        "n_labelled": measured.n_labelled,
        "imbalance": measured.imbalance,
        "accuracy_together": measured.together,
        "strengths": dict(zip(measured.view_names, measured.strengths.tolist())),
        "mean_recall": dict(zip(measured.view_names, measured.mean_recall.tolist())),
        "standard_error": dict(zip(measured.view_names, measured.standard_error.tolist())),
        "right_alone": dict(zip(measured.view_names, measured.alone.tolist())),
        "agreement": measured.agreement,
    }
