"""Encoders as arrays: vocabularies, alphabets and n-grams of all views end to end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from viewboost.io.errors import ModelFileError, demand, within
from viewboost.io.hypotheses import Form
from viewboost.io.tables import Reader, Writer, checked, demand_all
from viewboost.learners.base import Chain, Encoder
from viewboost.learners.ngram import FIRST, NGramEncoder
from viewboost.learners.transformers import Transformers
from viewboost.learners.words import BagOfWords, WordEncoder
from viewboost.views.blocks import KINDS

MAX_PATTERN = 1000

# An encoder, and what it makes of a view.
Made = tuple[Encoder, Form]


class NGramPart:
    """Encoders of n-grams: their alphabets, and the n-grams of each length."""

    type = NGramEncoder

    def pack(self, writer: Writer, items: Sequence[NGramEncoder]) -> None:
        """Alphabets, and the levels of all encoders."""
        empty = np.empty(0, dtype=np.uint32)
        writer.put_ragged("ngrams/alphabet", [e.alphabet for e in items], empty)
        levels = [level for e in items for level in e.levels]
        writer.put_ragged("ngrams/level", levels, np.empty(0, dtype=np.int64))

    def describe(self, writer: Writer, encoder: NGramEncoder) -> dict[str, Any]:
        """The length of its n-grams."""
        return {"n": len(encoder.levels)}

    def unpack(self, reader: Reader, told: Sequence[Any]) -> Sequence[Made]:
        """The encoders, once every n-gram goes on from one that is shorter."""
        alphabets = reader.take_ragged("ngrams/alphabet", len(told), np.uint32)
        lengths = [checked(one, "n", int) for one in told]
        demand(min(lengths) > 0, "n-grams without length")
        levels = iter(reader.take_ragged("ngrams/level", sum(lengths), np.int64))
        made = []
        for alphabet, n in zip(alphabets, lengths):
            encoder = NGramEncoder(alphabet, [next(levels) for _ in range(n)])
            self._check(encoder)
            made.append((encoder, Form("sparse", encoder.n_features())))
        return made

    def _check(self, encoder: NGramEncoder) -> None:
        alphabet, before = encoder.alphabet, 1
        demand_all("ngrams/alphabet", alphabet[1:] > alphabet[:-1], "not sorted")
        demand_all("ngrams/alphabet", alphabet <= 0x10FFFF, "not a character")
        for level in encoder.levels:
            demand(len(level), "ngrams/level: no n-grams")
            known = (level >= 0) & (level < before * (FIRST + len(alphabet)))
            demand_all("ngrams/level", known, "goes on from no shorter n-gram")
            demand_all("ngrams/level", level[1:] > level[:-1], "not sorted")
            before = len(level)


class WordPart:
    """Vocabularies: the words of all encoders as bytes."""

    type = WordEncoder

    def pack(self, writer: Writer, items: Sequence[WordEncoder]) -> None:
        """Their bytes and where each word begins, counted within its encoder."""
        writer.put_ragged("words/text", [e.text for e in items], np.empty(0, dtype=np.uint8))
        writer.put_ragged("words/offset", [e.offsets for e in items], np.empty(0, dtype=np.int64))

    def describe(self, writer: Writer, encoder: WordEncoder) -> dict[str, Any]:
        """How a text is cut into words."""
        return {
            **encoder.settings,
            "ngram_range": [int(n) for n in encoder.settings["ngram_range"]],
        }

    def unpack(self, reader: Reader, told: Sequence[Any]) -> Sequence[Made]:
        """The encoders, once every word is one, and occurs once."""
        texts = reader.take_ragged("words/text", len(told), np.uint8)
        offsets = reader.take_ragged("words/offset", len(told), np.int64)
        made = []
        for text, offset, one in zip(texts, offsets, told):
            fits = len(offset) > 1 and offset[0] == 0 and offset[-1] == len(text)
            demand(fits, "words/offset: does not begin at 0 and end with the words")
            demand_all("words/offset", offset[1:] > offset[:-1], "a word without letters")
            encoder = WordEncoder(text, offset, _settings(one))
            _check_words(encoder)
            made.append((encoder, Form("sparse", encoder.n_features())))
        return made


def _settings(told: Any) -> dict[str, Any]:
    """How texts are cut, by the constraints of BagOfWords."""
    with within("words"):
        settings = {name: checked(told, name, kind) for name, kind in _KINDS.items()}
        shortest_longest = settings["ngram_range"]
        whole = len(shortest_longest) == 2 and all(type(n) is int for n in shortest_longest)
        demand(whole and 1 <= shortest_longest[0] <= shortest_longest[1], "ngram_range is none")
        settings["ngram_range"] = tuple(shortest_longest)
        demand(len(settings["token_pattern"]) <= MAX_PATTERN, "token_pattern is too long")
        try:
            BagOfWords(**settings)._validate_params()
            groups = re.compile(settings["token_pattern"]).groups
        except (ValueError, re.error, RecursionError, OverflowError) as error:
            raise ModelFileError(f"settings {told!r:.200}: {error}") from error
        demand(groups <= 1, "token_pattern has several groups")
        return settings


_KINDS = dict(zip(WordEncoder.SETTINGS, (list, str, bool, bool, str)))


def _check_words(encoder: WordEncoder) -> None:
    try:
        words = encoder.get_feature_names()
    except UnicodeDecodeError as error:
        raise ModelFileError(f"words/text: {error}") from error
    demand(len(set(words)) == len(words), "words/text: a word occurs twice")


class TransformersPart:
    """Transformers of a Pipeline: kept among the file's estimators."""

    type = Transformers

    def pack(self, writer: Writer, items: Sequence[Transformers]) -> None:
        """Nothing besides the estimators."""

    def describe(self, writer: Writer, encoder: Transformers) -> dict[str, Any]:
        """Where its Pipeline is, and what it makes."""
        place = writer.keep(encoder.pipeline)
        return {"estimator": place, "kinds": sorted(encoder.kinds), "width": encoder.width}

    def unpack(self, reader: Reader, told: Sequence[Any]) -> Sequence[Made]:
        """The encoders, once their Pipelines are there."""
        made = []
        for one in told:
            place, width = checked(one, "estimator", int), checked(one, "width", (int, type(None)))
            kinds = checked(one, "kinds", list)
            known = 0 <= place < len(reader.estimators) and all(kind in KINDS for kind in kinds)
            demand(known, f"transformers {one!r:.80} that are not there")
            encoder = Transformers.fitted(reader.estimators[place], frozenset(kinds), width)
            made.append((encoder, Form("made", width)))
        return made


PARTS: dict[str, Any] = {
    "ngrams": NGramPart(),
    "words": WordPart(),
    "transformers": TransformersPart(),
}


def pack_encoders(writer: Writer, encoders: Sequence[Encoder | None]) -> None:
    """Keep the encoders of all views."""
    told = []
    for encoder in encoders:
        links = [(_kind(link), link) for link in _links(encoder)]
        told.append([{"kind": k, **PARTS[k].describe(writer, link)} for k, link in links])
    writer.contents.document["encoders"] = told
    for kind, part in PARTS.items():
        items = [link for e in encoders for link in _links(e) if _kind(link) == kind]
        if items:
            part.pack(writer, items)


def unpack_encoders(
    reader: Reader, forms: Sequence[Form]
) -> tuple[list[Encoder | None], list[Form]]:
    """The encoders of all views, and what their hypotheses read; forms are those of the views."""
    told = reader.entry("encoders", list)
    demand(len(told) == len(forms), f"encoders of {len(told)} views, but {len(forms)} views")
    demand(all(isinstance(one, list) for one in told), "the encoders of a view are a list")
    flat = [one for links in told for one in links]
    kinds = [checked(one, "kind", str) for one in flat]
    demand(set(kinds) <= set(PARTS), f"unknown encoders {sorted(set(kinds) - set(PARTS))}")
    made: dict[int, Made] = {}
    for kind, part in PARTS.items():
        mine = [k for k, own in enumerate(kinds) if own == kind]
        if mine:
            made.update(zip(mine, part.unpack(reader, [flat[k] for k in mine])))
    ordered = iter([made[k] for k in range(len(flat))])
    chains = [[next(ordered) for _ in links] for links in told]
    for chain, form in zip(chains, forms):
        _check_chain(chain, form)
    encoders = [_chained([encoder for encoder, _ in chain]) for chain in chains]
    return encoders, [chain[-1][1] if chain else form for chain, form in zip(chains, forms)]


def _check_chain(chain: Sequence[Made], form: Form) -> None:
    """Strings reach the encoders of strings."""
    read = [form, *(made for _, made in chain)]
    for (encoder, _), (before, _) in zip(chain, pairwise(read)):
        strings = isinstance(encoder, (NGramEncoder, WordEncoder))
        fits = not strings or before.kind in ("strings", "made")
        demand(fits, f"an encoder of strings that is given {before.kind}")


def _links(encoder: Encoder | None) -> list[Encoder]:
    """The encoders of a chain, in their order."""
    if isinstance(encoder, Chain):
        return _links(encoder.first) + _links(encoder.then)
    return [] if encoder is None else [encoder]


def _chained(links: Sequence[Encoder]) -> Encoder | None:
    if not links:
        return None
    rest = _chained(links[1:])
    return links[0] if rest is None else Chain(links[0], rest)


def _kind(encoder: Encoder) -> str:
    for kind, part in PARTS.items():
        if type(encoder) is part.type:
            return kind
    raise ModelFileError(f"encoders of type {type(encoder).__name__} cannot be stored")
