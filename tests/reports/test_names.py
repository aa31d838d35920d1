"""Names from outside become text that is short, visible, and keeps to its place."""

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from viewboost.reports.names import LONGEST, listed, number, percent, shown

anything = st.text(st.characters(), max_size=100)  # lone surrogates and controls too


@given(name=anything)
@settings(deadline=None, max_examples=200)
def test_any_string_can_be_written_and_is_short(name):
    text = shown(name)
    text.encode("utf-8")
    assert 0 < len(text) <= LONGEST + 2
    bare = text.strip("\u2068\u2069")
    assert not any(unicodedata.category(c) in ("Cc", "Cs") for c in bare)
    assert not set(bare) & set("\u202a\u202b\u202d\u202e\u2066\u2067\u2068")


def test_plain_names_stay_as_they_are():
    for name in ("words", "<script>", "naïve café", "👩‍🚀", "a b"):
        assert shown(name) == name
    assert shown(3) == "3"


def test_what_turns_the_text_around_is_kept_to_itself():
    assert shown("שלום") == "\u2068שלום\u2069"
    assert "\u202e" not in shown("evil\u202etxt.exe")


def test_names_that_cannot_be_seen_are_told():
    assert shown("") == shown(" \n") == "(empty)"
    assert shown("a\x00\ud800") == "a\ufffd\ufffd"


def test_numbers_in_words():
    assert percent(0.305) == "30.5\u202f%"
    assert percent(float("nan")) == number(float("nan")) == "–"
    assert number(-float("inf")) == "−∞"
    assert number(0.00001234) == "1.23e-05"
    assert listed(["a", "b"]) == "a and b"
