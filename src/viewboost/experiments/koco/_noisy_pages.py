"""Pages in several views, some of which noise may meet: stand-ins for DECODA's calls."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_digits
from sklearn.feature_extraction.text import CountVectorizer

from viewboost import Views, datasets

# The first so many views are the main ones, which noise meets.
N_MAIN = {"webkb-course": 2, "bbcsport": 1, "digits": 1}


@cache
def pages(name: str) -> tuple[Views, NDArray[Any]]:
    """The views of a stand-in for DECODA, the main ones first, and its classes."""
    if name == "digits":
        X, y = load_digits(n_class=3, return_X_y=True)
        return Views(top=X[:, :40], bottom=X[:, 40:]), y
    data = datasets.load(name)
    if name == "bbcsport":
        return data.views, data.target
    texts = [re.sub(r"<[^>]*>", " ", page).split() for page in data.views.page]
    halves = [[t[: len(t) // 2], t[len(t) // 2 :]] for t in texts]
    views = Views(
        first_half=_words([" ".join(half[0]) for half in halves]),
        second_half=_words([" ".join(half[1]) for half in halves]),
        inlinks=_words(data.views.inlinks),
        shape=np.array([_shape(page) for page in data.views.page]),
    )
    return views, data.target


def _words(texts: Any) -> Any:
    counter = CountVectorizer(token_pattern=r"[a-zA-Z]{2,}", min_df=2, dtype=np.float64)
    return counter.fit_transform(texts)


def _shape(page: str) -> list[float]:
    """Numbers of letters, words, links, headings, items, pictures and figures of a page."""
    tags = [len(re.findall(tag, page, re.I)) for tag in ("<a ", "<h[1-6]", "<li", "<img")]
    return [len(page), len(page.split()), *tags, len(re.findall(r"\d", page))]
