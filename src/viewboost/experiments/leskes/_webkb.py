"""The words of web pages and of the links to them, as AgreementBoost's experiment reads them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_digits
from sklearn.feature_extraction.text import CountVectorizer

from viewboost import Views, datasets


@lru_cache(maxsize=2)  # tasks of one reading follow each other
def webkb(
    name: str, letters: int = 2, most: int | None = None
) -> tuple[dict[str, Any], NDArray[np.intp]]:
    """The blocks ``page`` and ``inlinks``, and the class 1 of courses.

    A word has so many letters at least, and counts at most so many times in a page.
    """
    if name == "digits":
        X, y = load_digits(n_class=2, return_X_y=True)
        return {"page": X[:, :32], "inlinks": X[:, 32:]}, y.astype(np.intp)
    data = datasets.load(name)
    pages = [re.sub(r"<[^>]*>", " ", page) for page in data.views.page]
    blocks = {
        "page": _words(pages, letters, min_df=3),
        "inlinks": _words(data.views.inlinks, letters, min_df=1),
    }
    for block in blocks.values():
        block.data = np.minimum(block.data, most or np.inf)
    return blocks, (data.target == "course").astype(np.intp)


def _words(texts: Any, letters: int, min_df: int) -> Any:
    pattern = rf"[a-zA-Z]{{{letters},}}"
    counter = CountVectorizer(token_pattern=pattern, min_df=min_df, dtype=np.float64)
    return counter.fit_transform(texts)


def known(X: Views, rows: NDArray[np.intp]) -> Views:
    """All rows, by the words alone that some of the given rows have.

    To a naive Bayes that smooths, a word of no row that it learned from speaks for the class
    with fewer words.
    """
    blocks = {}
    for name, block in X.items():
        seen = np.asarray((block[rows] != 0).sum(axis=0)).ravel() > 0
        blocks[name] = block[:, np.flatnonzero(seen)]
    return Views(**blocks)
