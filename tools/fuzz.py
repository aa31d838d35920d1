"""Mutating saved models, and telling what comes of loading them."""

from __future__ import annotations

import copy
import faulthandler
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from tools import zoo

import viewboost
from viewboost.io import container, npy, zips

HANG_S = 300  # generous: the machine may be busy with other things
MEMORY = 16 * 2**30  # address space of a worker: a file of some kilobytes must not need it

# What may come of a file, and what must not.
GOOD = ("error", "same", "other model")
BAD = ("silent", "wrong error", "crash", "hang")

NASTY_JSON: list[Any] = [
    *(None, True, False, 0, -1, 1, 2, 2**31, 2**63, -(2**63), 10**30, 0.5, 1e308, "", "X", "dense"),
    *("sparse", "raw", "strings", "\x00", "../x", "\ud800", "a" * 5000, [], {}, [[]], [0], [None]),
    *({"tuple": []}, {"float": ["nan"]}, {"estimator": 0}, {"range": [0, 2**31, 1]}),
    *({"learner": {"name": "Stump", "parameters": {}}}, {"slice": [None, None, 0]}),
    *({"array": {"dtype": "<U100000000", "shape": [1], "values": ["x"]}}, {"path": "/etc/passwd"}),
]
NASTY_NUMBERS = [0, 1, -1, 2, 255, 2**31 - 1, -(2**31), 2**62, np.nan, np.inf, -np.inf, 1e300]


# -- what a file says --------------------------------------------------------------------------


def fingerprint(model: Any, X: Any) -> tuple[Any, ...]:
    """All that a user can tell of a model."""
    history = repr(model.history_.records), model.history_.stop_reason, model.n_rounds_
    scores = [scores.tobytes() for scores in model.staged_decision_function(X)]
    final = model.predict_proba(X).tobytes(), model.predict(X).tolist()
    return repr(model.get_params()), model.classes_.tolist(), history, scores, final


def outcome(path: pathlib.Path, X: Any, wanted: tuple[Any, ...], sealed: bool) -> str:
    """What comes of loading a file and scoring rows with it."""
    try:
        model = viewboost.load(path)
    except viewboost.ModelFileError:
        return "error"
    except Exception as error:  # the one type of error is what is tested here
        return f"wrong error: {type(error).__name__}: {error}"
    try:
        found = fingerprint(model, X)
    except ValueError:  # another model may well refuse these rows
        return "other model" if sealed else "silent"
    except Exception as error:
        return f"wrong error: {type(error).__name__}: {error} (scoring)"
    return "same" if found == wanted else "other model" if sealed else "silent"


# -- mutations that leave checksums as they are ------------------------------------------------


def flipped(data: bytes, rng: np.random.Generator) -> bytes:
    """Some bits turned over."""
    out = bytearray(data)
    for place in rng.integers(len(out) * 8, size=rng.integers(1, 9)):
        out[place // 8] ^= 1 << (place % 8)
    return bytes(out)


def cut(data: bytes, rng: np.random.Generator) -> bytes:
    """An end, or a beginning, missing."""
    place = int(rng.integers(len(data)))
    return data[:place] if rng.random() < 0.8 else data[place:]


def spliced(data: bytes, rng: np.random.Generator) -> bytes:
    """A piece of the file written over, put into or taken out of another place."""
    start, size = int(rng.integers(len(data))), int(2 ** rng.uniform(0, 12))
    piece, place = data[start : start + size], int(rng.integers(len(data)))
    how = rng.integers(3)
    if how == 0:
        return data[:place] + piece + data[place + len(piece) :]
    return data[:place] + (piece if how == 1 else b"") + data[place + (size if how == 2 else 0) :]


# -- mutations with checksums made anew --------------------------------------------------------


def members(data: bytes) -> dict[str, bytes]:
    """The members of a saved model."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def sealed(parts: dict[str, bytes], manifest: dict[str, Any]) -> bytes:
    """The file of these members, with all checksums right."""
    listed = manifest.get("members")  # which may itself have been edited away
    for name, entry in listed.items() if isinstance(listed, dict) else ():
        if name in parts and isinstance(entry, dict):
            entry["sha256"] = container.sha256(parts[name])
    text = json.dumps(manifest, sort_keys=True).encode()
    head = {container.SEAL: container.seal(text), container.MANIFEST: text}
    return b"".join(zips.pack({**head, **parts}))


def edited(data: bytes, rng: np.random.Generator) -> bytes:
    """A change of meaning: of the manifest, of an array, or of the list of members."""
    parts = members(data)
    manifest = json.loads(parts.pop(container.MANIFEST))
    parts.pop(container.SEAL)
    how = rng.random()
    if how < 0.45:
        content = manifest["content"]
        for _ in range(rng.integers(1, 3)):
            edit_json(manifest if rng.random() < 0.1 else content, rng)
    elif how < 0.9:
        name = str(rng.choice(sorted(parts)))
        edit_array(parts, manifest["members"], name, rng)
    else:
        edit_members(parts, manifest["members"], rng)
    return sealed(parts, manifest)


def edit_json(document: Any, rng: np.random.Generator) -> None:
    """Replace, remove, repeat or exchange one value somewhere in a document."""
    places = list(_places(document))
    if not places:
        return
    (holder, key), (other, there) = (places[k] for k in rng.integers(len(places), size=2))
    how, value = rng.random(), holder[key]
    if how < 0.7:
        holder[key] = copy.deepcopy(NASTY_JSON[rng.integers(len(NASTY_JSON))])
    elif how < 0.8:
        del holder[key]
    elif how < 0.9 and isinstance(holder, list):
        holder.insert(0, copy.deepcopy(value))
    elif type(value) in (int, float):
        holder[key] = value + int(rng.integers(-2, 3))
    else:
        holder[key] = copy.deepcopy(other[there])


def _places(document: Any) -> Iterator[tuple[Any, Any]]:
    """All places of a document, each as its holder and its key."""
    keys = range(len(document)) if isinstance(document, list) else list(document)
    for key in keys:
        yield document, key
        if isinstance(document[key], (dict, list)):
            yield from _places(document[key])


def edit_array(
    parts: dict[str, bytes], listed: dict[str, Any], name: str, rng: np.random.Generator
) -> None:
    """Change cells, the type, the shape or the header of one array."""
    data, how = parts[name], rng.random()
    if how < 0.1:
        start = 10 + int.from_bytes(data[8:10], "little")
        parts[name] = flipped(data[:start], rng) + data[start:]
        return
    array = np.load(io.BytesIO(data))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # casts of numbers that do not fit are wanted
        array = changed(array, how, rng)
    parts[name] = npy.dump(array)
    listed[name] |= {"dtype": array.dtype.str, "shape": list(array.shape)}


def changed(array: np.ndarray, how: float, rng: np.random.Generator) -> np.ndarray:
    """An array with another cell, other bits, another length or another type."""
    if how < 0.6 and array.size:
        value = NASTY_NUMBERS[rng.integers(len(NASTY_NUMBERS))]
        array.reshape(-1)[rng.integers(array.size)] = np.array(value).astype(array.dtype)
        return array
    if how < 0.8 and array.size:
        return np.frombuffer(flipped(array.tobytes(), rng), array.dtype).reshape(array.shape)
    if how < 0.9:
        return np.concatenate([array, array[-1:]]) if rng.random() < 0.5 else array[:-1]
    return array.astype(rng.choice(["<f8", "<i8", "<i4", "|b1", "<f4"]))


def edit_members(parts: dict[str, bytes], listed: dict[str, Any], rng: np.random.Generator) -> None:
    """Remove, add, exchange or rename members."""
    one, two = (str(name) for name in rng.choice(sorted(parts), 2, replace=False))
    how = rng.integers(4)
    if how == 0:
        del parts[one]
        if rng.random() < 0.5:
            del listed[one]
    elif how == 1:
        name = str(rng.choice(["zzz.npy", "../x.npy", "/etc/x.npy", "a b.npy", "manifest2.json"]))
        parts[name], listed[name] = parts[one], dict(listed[one])
    elif how == 2:
        parts[one], parts[two] = parts[two], parts[one]
        listed[one], listed[two] = listed[two], listed[one]
    else:
        parts["renamed.npy"], listed["renamed.npy"] = parts.pop(one), listed.pop(one)


MUTATIONS = (flipped, cut, spliced, edited)


# -- many of them ------------------------------------------------------------------------------


def trial(kind: int, number: int, data: bytes) -> tuple[bytes, bool]:
    """The mutation of this number, the same whenever it is asked for; and whether it is sealed."""
    rng = np.random.default_rng([kind, number])
    mutation = MUTATIONS[number % len(MUTATIONS)]
    return mutation(data, rng), mutation is edited


def run(kind: str, numbers: Iterable[int]) -> Iterator[str]:
    """The outcomes of mutations of one kind of model, one after the other."""
    model, X = zoo.fitted(kind)
    place = sorted(zoo.MAKERS).index(kind)
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        path = pathlib.Path(folder) / "model.vb"
        model.save(path)
        data = path.read_bytes()
        wanted = fingerprint(viewboost.load(path), X)
        for number in numbers:
            mutated, is_sealed = trial(place, number, data)
            path.write_bytes(mutated)
            yield outcome(path, X, wanted, is_sealed)


def run_apart(kind: str, times: int) -> Counter[str]:
    """The same in processes of its own, so that a crash or a hang is counted, not suffered."""
    outcomes: list[str] = []
    while len(outcomes) < times:
        command = [sys.executable, "-m", "tools.fuzz", kind, str(len(outcomes)), str(times)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        outcomes += map(json.loads, done.stdout.splitlines())
        if done.returncode:
            hung = "Timeout (" in done.stderr
            outcomes.append("hang" if hung else f"crash: {done.stderr[-300:]}")
    return Counter(outcomes)


def main() -> None:
    """Run mutations from one number up to another in this process, a line for each outcome."""
    import resource  # not on every system, and only wanted here

    kind, start, end = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    faulthandler.enable()
    for number, found in enumerate(run(kind, range(int(start), int(end)))):
        print(json.dumps(found), flush=True)
        if number % 20 == 0:  # to set the clock costs more than most mutations
            faulthandler.dump_traceback_later(HANG_S, exit=True)
    faulthandler.cancel_dump_traceback_later()


if __name__ == "__main__":
    main()
