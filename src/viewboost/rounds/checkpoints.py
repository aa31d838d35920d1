"""A fit kept in a folder while it runs, and taken up again where it was.

At every refresh round everything that follows is made anew from the scores, so that a fit
that begins there meets the same bits as one that came from the first round. The folder holds

- ``state.vb``: which fit it is, the scores, and what the rule remembers, at its last refresh;
- ``rounds-….vb``: votes and records from one refresh to the next, written once;
- ``end.vb``: those after the last refresh, and why the fit ended, once it has.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from viewboost.io.container import Contents
from viewboost.io.errors import demand, within
from viewboost.io.folders import Folder
from viewboost.io.foreign import BLOB, needed_types, pack_estimators, type_names, unpack_estimators
from viewboost.io.hypotheses import Form
from viewboost.io.tables import Reader, Writer, checked
from viewboost.io.votes import pack_entries, unpack_entries
from viewboost.rounds.files import pack_records, unpack_records
from viewboost.rounds.loop import ALL_ROUNDS, REFRESH_EVERY, Loop, Monitor
from viewboost.rounds.records import Record
from viewboost.rounds.stopping import Validation
from viewboost.vote.votes import Vote

STATE, END = "state.vb", "end.vb"


def rounds_name(first: int) -> str:
    """The file of the rounds from this one to the next refresh."""
    return f"rounds-{first:07d}.vb"


@contextmanager
def opened(path: Any, resume: bool, n_rounds: int) -> Iterator[Checkpoint | None]:
    """The checkpoint at a path, held while the fit runs; None without a path."""
    if path is None:
        if resume:
            raise ValueError("resume=True goes on from a checkpoint: name its folder, checkpoint=…")
        yield None
        return
    folder = Folder(path)
    try:
        yield Checkpoint(folder, resume, n_rounds)
    finally:
        folder.close()


@dataclass
class Found:
    """What a folder holds of a fit; ``last`` is the file with what the rule remembers."""

    state: Reader
    last: Reader
    votes: list[Vote] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    reason: str = ""


class Checkpoint:
    """Keeps a fit in a folder, and takes it up from there.

    Parameters
    ----------
    folder : Folder
    resume : bool
        Whether to go on with what is there, if anything is; else it is replaced.
    n_rounds : int
    """

    def __init__(self, folder: Folder, resume: bool, n_rounds: int):
        self.folder, self.n_rounds = folder, n_rounds
        self.state = folder.read(STATE) if resume else None
        self.found: Found | None = None
        self.kept = -1  # the refresh round that the folder has
        self.probed: set[int] = set()  # views of which a vote has been stored for trial

    def begin(self, parameters: Mapping[str, str], random_state: Any) -> Any:
        """Say what is asked for; the random state to take, where a drawn seed stays the same."""
        self.signature, self.seed = dict(parameters), None
        if self.state is not None:
            with within(self.folder.path):
                told = Reader(self.state)
                self.seed = told.entry("seed", (int, type(None)))
                theirs = told.entry("signature", dict)
            self._check_signature({k: v for k, v in theirs.items() if k in self.signature})
        if random_state is not None:
            return random_state
        if self.seed is None:
            self.seed = int(np.random.SeedSequence().generate_state(1)[0])
        return self.seed

    def belongs(self, data: Mapping[str, str], forms: Sequence[Form], loop: Loop) -> None:
        """Say what data the fit has, before its first round; read what the folder has of it.

        Raises
        ------
        ValueError
            If the folder is that of another fit, naming the first difference.
        """
        self.signature |= data
        self.forms, self.n_classes = forms, loop.votes.n_classes
        estimators = [b.estimator for b in loop.learners if b.estimator is not None]
        packages = {name.split(".")[0] for name in type_names(estimators)}
        self.packages = packages | {"numpy", "scipy", "sklearn"}
        self._refuse_unstorable(estimators)
        if self.state is not None:
            self.found = self._read(self.state)

    # -- writing ---------------------------------------------------------------------------

    def run(self, loop: Loop, validation: Validation | None, monitors: Sequence[Monitor]) -> str:
        """Run the rounds that the folder does not have yet; why they ended."""
        if self.found is not None:
            self._restore(self.found, loop, validation)
            if self.found.reason:
                return self.found.reason
        probes = [self._probe] if any(b.estimator is not None for b in loop.learners) else []
        reason = loop.run(self.n_rounds, [*monitors, *probes], lambda: self._keep(loop, validation))
        end = self._rounds(loop.votes.entries, loop.state.records, self.kept)
        end.contents.document |= {"stop_reason": reason, "n_rounds": self.n_rounds}
        loop.rule.pack_memory(end, loop.state)
        self._write(END, end)
        return reason

    def _keep(self, loop: Loop, validation: Validation | None) -> None:
        """Write the rounds since the last refresh, then the state that counts on them."""
        state, last = loop.state, self.kept
        if state.round == last:
            return
        self.folder.remove(END)
        if state.round:
            rounds = self._rounds(loop.votes.entries, state.records, last)
            self._write(rounds_name(last), rounds)
        writer = Writer()
        writer.contents.document |= {
            "signature": self.signature,
            "seed": self.seed,
            "round": state.round,
        }
        writer.put("scores", np.stack([table.F for table in state.tables]))
        loop.rule.pack_memory(writer, state)
        if validation is not None:
            writer.put("validation/scores", validation.running.G)
            writer.put("validation/spoken", validation.running.spoken)
        self._write(STATE, writer)
        self.kept = state.round

    def _write(self, name: str, writer: Writer) -> None:
        pack_estimators(writer)
        self.folder.write(name, writer.contents)

    def _rounds(self, votes: Sequence[Vote], records: Sequence[Record], first: int) -> Writer:
        """The rounds from the first one on."""
        writer = Writer()
        writer.contents.document |= {"fit": _digest(self.signature), "first": first}
        kept = [vote for vote in votes if vote.round >= first]
        pack_entries(writer, "votes", kept, self.n_classes)
        pack_records(writer, "records", records[first:], len(self.forms))
        return writer

    def _refuse_unstorable(self, estimators: Sequence[Any]) -> None:
        """Refuse scikit-learn classifiers that no file can hold: now, not after many rounds."""
        writer = Writer()
        writer.estimators = list(estimators)
        with within("checkpoint"):
            pack_estimators(writer)

    def _probe(self, record: Record, cast: Sequence[Vote]) -> str:
        """Monitor that stores the first votes of each view, and reads them, for trial."""
        new = [vote for vote in cast if not self.probed.issuperset(vote.views)]
        if new:
            self.probed.update(*(vote.views for vote in new))
            with within("checkpoint"):
                trial = self._rounds(new, [], 0)
                pack_estimators(trial)
                self._votes(Reader(trial.contents))
        return ""

    # -- reading ---------------------------------------------------------------------------

    def _read(self, contents: Contents) -> Found:
        state = Reader(contents)
        found = Found(state, last=state)
        with within(self.folder.path):
            self._check_signature(found.state.entry("signature", dict))
            upto = found.state.entry("round", int)
            if upto > self.n_rounds:
                raise ValueError(
                    f"{self.folder.path}: the checkpoint has {upto} rounds, n_rounds is "
                    f"{self.n_rounds}; ask for as many, or begin anew with resume=False"
                )
            found.state.estimators = self._estimators(found.state)
            for first in range(0, upto, REFRESH_EVERY):
                self._read_rounds(rounds_name(first), found).done()
            demand(len(found.records) == upto, f"{len(found.records)} of {upto} rounds are there")
            self._read_end(found)
        return found

    def _check_signature(self, theirs: Mapping[str, str]) -> None:
        """Refuse the checkpoint of another fit, by the first thing that differs."""
        for name in dict.fromkeys([*self.signature, *theirs]):
            then, now = (told.get(name, "nothing") for told in (theirs, self.signature))
            if then != now:
                raise ValueError(
                    f"{self.folder.path}: the checkpoint is that of another fit: {name} was "
                    f"{then:.200}, now it is {now:.200}; give what it was, another folder, or "
                    "resume=False to begin anew"
                )

    def _read_rounds(self, name: str, found: Found) -> Reader:
        """Add the rounds of a file to those found; its reader."""
        contents = self.folder.read(name)
        demand(contents is not None, f"{name} is missing")
        assert contents is not None
        with within(name):
            reader = Reader(contents)
            known = reader.entry("fit", str) == _digest(self.signature)
            demand(known and reader.entry("first", int) == len(found.records), "of another fit")
            votes = self._votes(reader)
            n_views = len(self.forms)
            records = unpack_records(reader, "records", n_views, len(found.records))
        found.votes += votes
        found.records += records
        return reader

    def _read_end(self, found: Found) -> None:
        """Take the end of the fit too, if this fit would end there as well."""
        contents = self.folder.read(END)
        if contents is None:
            return
        n_rounds, reason = (
            checked(contents.document, "n_rounds", int),
            checked(contents.document, "stop_reason", str),
        )
        rounds = len(contents.arrays["records/round"])
        goes_on = reason == ALL_ROUNDS or len(found.records) + rounds >= self.n_rounds
        if n_rounds == self.n_rounds or not goes_on:
            found.last, found.reason = self._read_rounds(END, found), reason

    def _votes(self, reader: Reader) -> list[Vote]:
        reader.estimators = self._estimators(reader)
        return unpack_entries(reader, "votes", self.forms, self.n_classes)

    def _estimators(self, reader: Reader) -> Sequence[Any]:
        """The file's estimators; trusted are the packages of this fit's own learners."""
        types, blob = reader.entry("estimators", list), reader.contents.blobs.get(BLOB)
        needed = [] if blob is None else needed_types(blob, types)
        return unpack_estimators(reader, [n for n in needed if n.split(".")[0] in self.packages])

    def _restore(self, found: Found, loop: Loop, validation: Validation | None) -> None:
        """Bring a loop that has not begun to where the folder has it."""
        state, reader = loop.state, found.state
        self.kept = reader.entry("round", int)
        loop.votes.entries += found.votes
        state.records += found.records
        state.round = loop.votes.n_rounds = len(found.records)
        with within(self.folder.path):
            shape = state.tables[0].F.shape
            scores = reader.take("scores", np.float64, len(state.tables), *shape)
            for table, F in zip(state.tables, scores):
                table.F[:] = F
            loop.rule.unpack_memory(found.last, state, self.forms)
            if validation is not None:
                validation.catch_up(
                    state.records,
                    reader.take("validation/scores", np.float64, *validation.running.G.shape),
                    reader.take("validation/spoken", np.bool_, len(validation.running.spoken)),
                )


def _digest(signature: Mapping[str, str]) -> str:
    return hashlib.sha256(json.dumps(signature).encode()).hexdigest()
