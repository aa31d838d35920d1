"""The report in a few sentences and numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from viewboost.reports.findings import Findings
from viewboost.reports.names import listed, number, percent, quoted
from viewboost.reports.sections.rounds import MOST_SETTLED, settled

HARDLY = 0.03  # of the votes


@dataclass(frozen=True)
class Card:
    """A key figure."""

    label: str
    value: str
    remark: str


def sentences(found: Findings) -> list[str]:
    """What a reader in a hurry must know."""
    told = [_accuracy(found), _deciders(found), _together(found), _complete(found)]
    told += [_idle(found), _worst_class(found), _rounds(found)]
    return [sentence for sentence in told if sentence]


def cards(found: Findings) -> list[Card]:
    """Key figures."""
    other, told = found.compared, found.confusion
    return [
        Card(
            "Accuracy",
            percent(found.evaluation.accuracy),
            f"{percent(1 - other.error)} by the baseline",
        ),
        Card("Mean recall", percent(found.evaluation.mean_recall), "all classes count alike"),
        Card("G-mean", number(told.g_mean), "0 if a class is never found"),
        Card("MAUC", number(found.evaluation.mauc), "1 is a perfect ranking, 0.5 none"),
        Card("Confusion norm", number(told.norm), f"{number(other.norm)} by the baseline"),
        Card("Rounds", f"{found.model.n_rounds_:,}", found.model.stop_reason_),
    ]


def notes(found: Findings) -> list[str]:
    """What was left out, and whose rows these are."""
    said = [
        f"All numbers speak of the {len(found.rows):,} rows this report was made from, unless they "
        "say otherwise. If the model was trained on the same rows they flatter it. The baseline is "
        f"{found.baseline}."
    ]
    if len(found.rows) < found.n_given:
        said.append(
            f"Of {found.n_given:,} labelled rows, {len(found.rows):,} were drawn at random for "
            "this report."
        )
    if len(found.few) < len(found.rows):
        said.append(
            f"Where every view or every round is asked by itself, {len(found.few):,} of them."
        )
    return said


def _accuracy(found: Findings) -> str:
    right, other = found.evaluation.accuracy, 1 - found.compared.error
    return (
        f"The model names the right class for {percent(right)} of {len(found.rows):,} rows; "
        f"{found.baseline} would be right for {percent(other)}."
    )


def _deciders(found: Findings) -> str:
    names, shares = found.model.view_names_, list(found.model.view_importances_.values())
    if found.n_views == 1 or not sum(shares):
        return ""
    first, *others = found.by_votes()[:3]
    rest = listed([f"{quoted(names[j])} {percent(shares[j], 0)}" for j in others])
    why = "".join(f" It goes mostly by {quoted(n)}." for n, _ in found.mostly_by(names[first], 1))
    return (
        f"The view {quoted(names[first])} decided most: it holds {percent(shares[first], 0)} of "
        f"the votes, {rest}.{why}"
    )


def _together(found: Findings) -> str:
    """The best view alone beside all views."""
    scores = {name: score for name, score in found.alone.scores.items() if not np.isnan(score)}
    if not scores:
        return ""
    best = max(scores, key=lambda name: scores[name])
    return (
        f"Trained alone, the strongest view is {quoted(best)}: it would be right for "
        f"{percent(scores[best])} of the rows. Together the views reach "
        f"{percent(found.evaluation.accuracy)}."
    )


def _complete(found: Findings) -> str:
    """Where one view makes good what all others miss."""
    told = found.complementarity
    if found.n_views == 1 or not told.alone.any():
        return ""
    most = np.argsort(-told.alone, kind="stable")[:2]
    parts = [
        f"on {percent(told.alone[j])} of the rows only {quoted(told.view_names[j])} is right"
        for j in most
        if told.alone[j] > 0
    ]
    return f"The views complete each other: {listed(parts)}."


def _idle(found: Findings) -> str:
    """The views that hardly vote."""
    shares = found.model.view_importances_
    idle = [name for name, share in shares.items() if share < HARDLY]
    if not idle or len(idle) == len(shares):
        return ""
    names = f"{len(idle):,} views" if len(idle) > 4 else listed([quoted(name) for name in idle])
    if len(idle) == 1:
        return f"{names} hardly counts: it holds less than {percent(HARDLY, 0)} of the votes."
    return f"{names} hardly count: each holds less than {percent(HARDLY, 0)} of the votes."


def _worst_class(found: Findings) -> str:
    told = found.confusion
    if not told.error:
        return "No row is judged wrongly."
    worst = int(np.nanargmin(told.recalls))
    total = int(told.counts[worst].sum())
    wrong = told.rates[worst].copy()
    wrong[worst] = 0
    taken = told.classes[int(wrong.argmax())]
    return (
        f"Mistakes fall hardest on class {quoted(told.classes[worst])}: "
        f"{percent(1 - told.recalls[worst])} of its {total:,} rows are missed, most often taken "
        f"for {quoted(taken)}."
    )


def _rounds(found: Findings) -> str:
    errors = found.staged.errors
    if not len(errors):
        return "The model has learned nothing but how frequent the classes are."
    at, n_rounds = settled(errors), len(errors)
    if at < MOST_SETTLED * n_rounds:
        return f"From round {at:,} of {n_rounds:,} on, more rounds changed little."
    return f"The error still moved near the last of {n_rounds:,} rounds: more may help."
