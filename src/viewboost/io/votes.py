"""Votes as arrays: one row for each vote, one for each member of its committee."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from viewboost.io.encoders import pack_encoders, unpack_encoders
from viewboost.io.errors import demand
from viewboost.io.hypotheses import Form, Place, pack_hypotheses, unpack_hypotheses
from viewboost.io.tables import Reader, Writer, demand_all, parts
from viewboost.vote.votes import Vote, Votes


def pack_votes(writer: Writer, votes: Votes) -> None:
    """Keep a model's votes, with all that they need to score new rows."""
    writer.contents.document["n_classes"] = votes.n_classes
    writer.contents.document["n_rounds"] = votes.n_rounds
    writer.put("silent", votes.silent, np.float64)
    pack_encoders(writer, votes.encoders)
    pack_entries(writer, "votes", votes.entries, votes.n_classes)
    writer.contents.document["competence"] = None
    if votes.competence is not None:
        from viewboost.io.competence import pack_competence  # few models need the import

        pack_competence(writer, votes.competence)


def unpack_votes(reader: Reader, forms: Sequence[Form]) -> Votes:
    """The votes of a file; forms are those of the views, as the gate gives them."""
    K, n_rounds = reader.entry("n_classes", int), reader.entry("n_rounds", int)
    demand(K > 0 and n_rounds >= 0, f"{K} classes and {n_rounds} rounds")
    silent = reader.take("silent", np.float64, K)
    # Beside huge weights the share of a class may have been too small for a number.
    demand_all("silent", np.isfinite(silent) | (silent == -np.inf), "not a number")
    encoders, read = unpack_encoders(reader, forms)
    entries = unpack_entries(reader, "votes", read, K)
    known = all(vote.round < n_rounds for vote in entries)
    demand(known, f"votes/round: a vote after the last of {n_rounds} rounds")
    votes = Votes(K, silent, encoders, entries, n_rounds)
    if reader.entry("competence", (dict, type(None))) is not None:
        from viewboost.io.competence import unpack_competence  # likewise

        votes.competence = unpack_competence(reader, entries, read, K)
    return votes


def pack_entries(writer: Writer, name: str, entries: Sequence[Vote], n_classes: int) -> None:
    """Keep votes, without what encodes their views, under ``name/…``."""
    members = [h for vote in entries for h in vote.hypotheses]
    vectors = [vote.vector for vote in entries]
    writer.put(f"{name}/round", [vote.round for vote in entries], np.int64)
    writer.put(f"{name}/vector", np.reshape(vectors, (len(entries), n_classes)), np.float64)
    writer.put(f"{name}/start", np.cumsum([0, *(len(v.views) for v in entries)]), np.int64)
    writer.put(f"{name}/view", [j for vote in entries for j in vote.views], np.int64)
    writer.put(f"{name}/weight", [w for vote in entries for w in vote.weights], np.float64)
    pack_hypotheses(writer, name, members)


def unpack_entries(reader: Reader, name: str, forms: Sequence[Form], n_classes: int) -> list[Vote]:
    """The votes kept under ``name/…``; forms are those that the hypotheses of each view read."""
    rounds = reader.take(f"{name}/round", np.int64, None)
    vectors = reader.take(f"{name}/vector", np.float64, len(rounds), n_classes)
    views = reader.take(f"{name}/view", np.int64, None)
    start = reader.take_start(f"{name}/start", len(rounds), len(views))
    weights = reader.take(f"{name}/weight", np.float64, len(views))
    demand_all(f"{name}/round", rounds >= 0, "a round before the first")
    demand_all(f"{name}/round", rounds[1:] >= rounds[:-1], "not in their order")
    demand_all(f"{name}/vector", np.isfinite(vectors), "not a finite number")
    demand_all(f"{name}/start", np.diff(start) > 0, "a vote without members")
    demand_all(f"{name}/view", (views >= 0) & (views < len(forms)), "not a view")
    demand_all(f"{name}/weight", np.isfinite(weights) & (weights > 0), "not a positive number")
    places = [Place(n_classes, forms[j]) for j in views]
    hypotheses = unpack_hypotheses(reader, name, places)
    return [
        Vote(
            int(rounds[t]),
            tuple(views[part].tolist()),
            tuple(hypotheses[part]),
            vectors[t],
            tuple(weights[part].tolist()),
        )
        for t, part in enumerate(parts(start))
    ]
