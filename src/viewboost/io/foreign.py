"""scikit-learn objects inside a file: through skops, and only of types that the user trusts."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Sequence
from typing import Any

from sklearn.base import BaseEstimator

from viewboost.io.errors import ModelFileError, demand, within
from viewboost.io.tables import Reader, Writer

BLOB = "estimators.skops"
# Our own learners inside a Pipeline: parameters and nothing else.
OWN = frozenset(
    {
        "viewboost.learners.foreign.Weighted",
        "viewboost.learners.native.Stump",
        "viewboost.learners.native.Tree",
        "viewboost.learners.ngram.NGram",
        "viewboost.learners.words.BagOfWords",
    }
)


def pack_estimators(writer: Writer) -> None:
    """Put the estimators that a writer has kept into its contents."""
    types = type_names(writer.estimators)
    writer.contents.document["estimators"] = types
    if not writer.estimators:
        return
    skops = _skops(types)
    try:
        writer.contents.blobs[BLOB] = skops.dumps(writer.estimators)
    except Exception as error:  # whatever an estimator's parts say to being stored
        raise ModelFileError(f"skops cannot store {', '.join(types)}: {error}") from error


def unpack_estimators(reader: Reader, trusted: Iterable[str] | None) -> Sequence[Any]:
    """The estimators of a file, once every type among them is trusted."""
    types = reader.entry("estimators", list)
    demand(all(isinstance(name, str) for name in types), "'estimators' are names of types")
    blob = reader.contents.blobs.get(BLOB)
    demand((blob is not None) == bool(types), f"{BLOB}: there without types, or types without it")
    if blob is None:
        return []
    with within(BLOB):
        _check_zip(blob)
        return _loaded(blob, types, frozenset(trusted or ()))


def type_names(estimators: Iterable[Any]) -> list[str]:
    """The types of estimators and of those that they hold as parameters."""
    held: list[Any] = []
    for estimator in estimators:
        deep = estimator.get_params(deep=True).values()
        held += [estimator, *(part for part in deep if isinstance(part, BaseEstimator))]
    return sorted({f"{type(part).__module__}.{type(part).__qualname__}" for part in held})


def _check_zip(blob: bytes) -> None:
    """No more data inside than bytes: nothing compressed."""
    try:
        members = zipfile.ZipFile(io.BytesIO(blob)).infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise ModelFileError(f"not a skops file: {error}") from error
    stored = all(member.compress_type == zipfile.ZIP_STORED for member in members)
    demand(stored and sum(m.file_size for m in members) <= len(blob), "compressed; refused")


def _loaded(blob: bytes, types: Sequence[str], trusted: frozenset[str]) -> list[Any]:
    skops = _skops(types)
    try:
        needed = needed_types(blob, types)
        lacking = sorted(set(needed) - trusted)
        demand(
            not lacking,
            f"it holds scikit-learn objects, and {', '.join(lacking)} are not trusted; if you "
            f"trust where the file comes from, load(path, trusted={needed})",
        )
        estimators = skops.loads(blob, trusted=sorted(trusted | OWN))
    except ModelFileError:
        raise
    except Exception as error:  # whatever skops, or a type that it builds, makes of bad data
        raise ModelFileError(f"skops cannot read it: {type(error).__name__}: {error}") from error
    fits = isinstance(estimators, list) and all(isinstance(e, BaseEstimator) for e in estimators)
    demand(fits and type_names(estimators) == types, "its types are not those of the manifest")
    return estimators


def needed_types(blob: bytes, types: Sequence[str]) -> list[str]:
    """The types that must be trusted: the estimators', and what else skops does not know."""
    return sorted({*types, *_skops(types).get_untrusted_types(data=blob)} - OWN)


def _skops(types: Sequence[str]) -> Any:
    try:
        import skops.io
    except ImportError as error:
        raise ImportError(
            f"{', '.join(types)}: scikit-learn objects are stored through skops; "
            'pip install "viewboost[skops]"'
        ) from error
    return skops.io
