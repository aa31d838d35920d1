"""A reader of the format that uses nothing of viewboost: what docs/model-file.md says is enough."""

import json
import pathlib
import re
import zipfile
from itertools import pairwise

import numpy as np
import pytest
from tools import zoo

GOLDEN = pathlib.Path(__file__).parent / "golden"
# RegionBoost's neighbours are left to scikit-learn.
KINDS = sorted({path.stem for path in GOLDEN.glob("v1-*.vb")} - {"v1-regionboost"})


class File:
    """A model file, read by the page."""

    def __init__(self, path):
        with zipfile.ZipFile(path) as archive:
            self.content = json.loads(archive.read("manifest.json"))["content"]
        self.arrays = np.load(path)

    def items(self, name):
        return [self.arrays[name][a:b] for a, b in pairwise(self.arrays[f"{name}_start"])]

    def members(self):
        """Per vote its members: (view, weight, kind, place among those of the kind)."""
        seen, made = {}, []
        columns = (self.arrays[f"votes/{name}"].tolist() for name in ("view", "weight", "kind"))
        for view, weight, kind in zip(*columns):
            made.append((view, weight, kind, seen.get(kind, 0)))
            seen[kind] = seen.get(kind, 0) + 1
        return [made[a:b] for a, b in pairwise(self.arrays["votes/start"])]

    def scores(self, row):
        """Scores of a row, which is what it has for each view, None where it lacks it."""
        G, spoken = np.zeros(self.content["n_classes"]), False
        for members, vector in zip(self.members(), self.arrays["votes/vector"]):
            ballots = np.zeros(len(G))
            for view, weight, kind, place in members:
                if row[view] is not None:
                    predict = {2: self.tree, 3: self.ngram}[kind]
                    ballots[predict(place, self.encoded(view, row[view]))] += weight
            if ballots.any():
                G[ballots.argmax()] += vector[ballots.argmax()]
                spoken = True
        return G if spoken else self.arrays["silent"]

    def tree(self, place, cells):
        first = self.arrays["votes/tree/start"][place]
        at = {
            name: self.arrays[f"votes/tree/{name}"][first:]
            for name in (
                "feature",
                "threshold",
                "left",
                "right",
                "nominal",
                "levels",
                "missing_left",
                "label",
            )
        }
        k = 0
        while at["feature"][k] >= 0:
            x = cells[at["feature"][k]]
            if np.isnan(x):
                left = at["missing_left"][k]
            elif at["nominal"][k]:
                left = int(at["levels"][k][int(x) // 64]) >> (int(x) % 64) & 1
            else:
                left = x <= at["threshold"][k]
            k = at["left"][k] if left else at["right"][k]
        return at["label"][k]

    def ngram(self, place, counts):
        table = self.items("votes/ngram/log_probabilities")[place]
        return (counts @ table + self.arrays["votes/ngram/bias"][place]).argmax()

    def encoded(self, view, cells):
        for encoder in self.content["encoders"][view]:
            count = self.count_ngrams if encoder["kind"] == "ngrams" else self.count_words
            cells = count(encoder, cells)
        return cells

    def count_ngrams(self, encoder, string):
        [alphabet], levels = self.items("ngrams/alphabet"), self.items("ngrams/level")
        n, S = encoder["n"], 1 + len(alphabet)
        symbols = {code: 1 + place for place, code in enumerate(alphabet.tolist())}
        text = [0] * (n - 1) + [symbols.get(ord(char), -1) for char in string] + [0]
        contexts = len(levels[-2]) if n > 1 else 1
        counts = np.zeros(len(levels[-1]) + contexts)
        for end in range(n, len(text) + 1):
            place, context = 0, None
            for level, symbol in zip(levels, text[end - n : end]):
                context = place
                known = {key: k for k, key in enumerate(level.tolist())}
                place = known.get(place * S + symbol) if place is not None and symbol >= 0 else None
            if place is not None:
                counts[place] += 1
            elif context is not None:
                counts[len(levels[-1]) + context] += 1
        return counts

    def count_words(self, encoder, text):
        [data], [offset] = self.items("words/text"), self.items("words/offset")
        words = [bytes(data[a:b]).decode() for a, b in pairwise(offset)]
        found = re.findall(encoder["token_pattern"], text.lower())
        return np.array([found.count(word) for word in words], dtype=float)


def row_of(file, X, i):
    """What the views of a file see of a row of the zoo."""
    row = []
    for view in file.content["views"]:
        if view["block"] is None:
            row.append(X.numbers[i, view["positions"]])
            continue
        there = X.present(view["block"])
        cells = X.block(view["block"])[i]
        cells = (
            cells
            if isinstance(cells, str)
            else np.ravel(getattr(cells, "toarray", lambda c=cells: c)())
        )
        row.append(cells if there is None or there[i] else None)
    return row


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_is_enough_to_score_the_golden_files(kind):
    file = File(GOLDEN / f"{kind}.vb")
    wanted = json.loads((GOLDEN / f"{kind}.json").read_text())
    X, _ = zoo.rows(len(wanted["scores"]))
    found = [file.scores(row_of(file, X, i)).tolist() for i in range(len(X))]
    assert found == wanted["scores"]
