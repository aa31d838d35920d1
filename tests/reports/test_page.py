"""The page: one small file whose numbers are right and in which nothing from outside is code."""

import re
from html.parser import HTMLParser

import numpy as np
import pytest
from scipy import sparse

import viewboost
from viewboost.reports.findings import find
from viewboost.reports.names import percent
from viewboost.reports.page import compose

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; alert(1); //",
    "</style><script>alert(1)</script>",
    "{{ 7 * 7 }}{% raw %}",
    "&amp;<b>",
    "\u202eright\u202cleft עברית",
    "👩‍🚀",
    "x" * 5000,
    "nul\x00 lone\ud800 line\nbreak",
]
VOID = {"meta", "link", "br", "img", "input", "hr"}


class Reader(HTMLParser):
    """Collects tags, attributes and text, and checks that tags nest."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.attributes, self.words = [], [], [], []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def hostile_model(n_rows=60):
    rng = np.random.default_rng(0)
    names = [name.encode("utf-8", "replace").decode() for name in HOSTILE]
    y = np.array([names[i % len(names)] for i in range(n_rows)], dtype=object)
    codes = np.arange(n_rows) % len(names)
    frame = pytest.importorskip("pandas").DataFrame(
        rng.normal(size=(n_rows, len(names))) + codes[:, None], columns=names
    )
    views = [(name, None, [names[j]]) for j, name in enumerate(HOSTILE)]
    return viewboost.MumboClassifier(views, n_rounds=15).fit(frame, y), frame, y


def test_the_file_is_complete_and_small(written):
    page = Reader(written.read_text(encoding="utf-8"))
    assert written.stat().st_size < 200_000
    outside = [value for name, value in page.attributes if name in ("src", "href", "action")]
    assert all(value.startswith(("#", "data:")) for value in outside)
    assert page.tags.count("script") == page.tags.count("style") == 1
    assert not re.search(r"url\(|@import|https?://", written.read_text(encoding="utf-8"))


def test_the_numbers_on_the_page_are_those_of_the_model(waterhole, written):
    model, X, y = waterhole
    words = " ".join(Reader(written.read_text(encoding="utf-8")).words)
    found = find(model, X, y)
    assert percent(float(np.mean(model.predict(X) == y))) in words
    for share in model.view_importances_.values():
        assert percent(share) in words
    for recall in found.confusion.recalls:
        assert percent(recall) in words
    page = compose(found)
    assert [row[1].sort for row in page.strength.table.rows] == [
        repr(share) for share in sorted(model.view_importances_.values(), reverse=True)
    ]


def test_the_summary_says_which_view_decided_and_which_class_suffers(waterhole):
    model, X, y = waterhole
    page = compose(find(model, X, y))
    shares = model.view_importances_
    first = max(shares, key=lambda name: shares[name])
    assert any(f"“{first}” decided most" in sentence for sentence in page.summary)
    predicted = model.predict(X)
    worst = min(model.classes_, key=lambda c: np.mean(predicted[y == c] == c))
    assert any(f"hardest on class “{worst}”" in sentence for sentence in page.summary)


def test_the_worst_mistakes_are_wrong_and_their_pulls_add_up(waterhole):
    model, X, y = waterhole
    page, scores = compose(find(model, X, y)), model.decision_function(X)
    assert page.mistakes.items
    for mistake in page.mistakes.items:
        row = int(mistake.row)
        assert (mistake.truth, mistake.predicted) == (y[row], model.predict(X[[row]])[0])
        said, true = (list(model.classes_).index(c) for c in (mistake.predicted, mistake.truth))
        told = [float(p.text.replace("−", "-")) for p in mistake.pulls if p.text != "silent"]
        assert sum(told) == pytest.approx(scores[row, said] - scores[row, true], abs=0.03)


def test_hostile_names_are_text(tmp_path):
    model, X, y = hostile_model()
    path = viewboost.report(model, X, y, path=tmp_path / "r.html", title=HOSTILE[0])
    text = path.read_text(encoding="utf-8")
    page = Reader(text)
    assert page.tags.count("script") == 1
    assert not {"img", "b"} & set(page.tags)
    assert not any(name.startswith("on") for name, _ in page.attributes)
    assert "<script>alert(1)</script>" in " ".join(page.words)  # seen, not run
    assert "\u202e" not in text
    assert "\x00" not in text
    assert path.stat().st_size < 500_000


def test_only_the_own_script_may_run(written):
    text = written.read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text).group(1)
    assert "default-src 'none'" in policy.replace("&#39;", "'")
    assert re.search(r"script-src (&#39;|')sha256-[\w+/=]+", policy)


def many(n_rows, n_views, n_classes):
    """Views that say a little about many classes."""
    rng = np.random.default_rng(0)
    y = np.arange(n_rows) % n_classes
    blocks = {f"view {j}": (y + rng.integers(0, 9, n_rows))[:, None] for j in range(n_views)}
    return viewboost.Views(**blocks), np.char.add("class ", y.astype(str))


@pytest.mark.parametrize(("n_rows", "n_views", "n_classes"), [(1200, 4, 300), (300, 300, 3)])
def test_many_views_or_classes_fit_on_a_page(n_rows, n_views, n_classes, tmp_path):
    X, y = many(n_rows, n_views, n_classes)
    model = viewboost.AdaBoostMMClassifier(n_rounds=5).fit(X, y)
    path = viewboost.report(model, X, y, path=tmp_path / "many.html")
    assert path.stat().st_size < 400_000
    assert "are shown." in path.read_text(encoding="utf-8")


MODELS = [
    viewboost.AdaBoostMMClassifier,
    viewboost.AgreementBoostClassifier,
    viewboost.CarakoClassifier,
    viewboost.ComboClassifier,
    viewboost.KBoostClassifier,
    viewboost.MuComboClassifier,
    viewboost.MumboClassifier,
    viewboost.RegionBoostClassifier,
]


@pytest.mark.parametrize("kind", MODELS)
@pytest.mark.parametrize("n_classes", [2, 3])
def test_every_algorithm_has_a_report(kind, n_classes, tmp_path):
    rng = np.random.default_rng(0)
    y = np.arange(60) % n_classes
    X = viewboost.Views(
        words=sparse.csr_matrix(rng.poisson(1 + y[:, None], size=(60, 5)).astype(float)),
        body=rng.normal(size=(60, 2)) + y[:, None],
    )
    rounds = {} if kind is viewboost.CarakoClassifier else {"n_rounds": 4}
    model = kind(**rounds).fit(X, y)
    path = viewboost.report(model, X, y, path=tmp_path / "r.html", X_train=X, y_train=y)
    Reader(path.read_text(encoding="utf-8"))


def test_degenerate_models_have_a_report(tmp_path):
    X, y = np.zeros((20, 2)), np.repeat([0, 1], 10)
    with pytest.warns(UserWarning, match="no view tells the classes apart"):
        prior = viewboost.AdaBoostMMClassifier().fit(X, y)
    one = viewboost.AdaBoostMMClassifier().fit(X, np.ones(20))
    perfect = viewboost.AdaBoostMMClassifier().fit(np.arange(20.0)[:, None], y)
    for model, rows, labels in [
        (prior, X, y),
        (one, X, np.ones(20)),
        (perfect, np.arange(20.0)[:, None], y),
        (perfect, np.arange(20.0)[:, None][:5], y[:5]),
    ]:
        text = viewboost.report(model, rows, labels, path=tmp_path / "r.html").read_text()
        Reader(text)


def test_an_old_report_stays_if_the_new_one_cannot_be_made(waterhole, tmp_path):
    model, X, y = waterhole
    path = tmp_path / "report.html"
    path.write_text("old")
    with pytest.raises(ValueError, match="rows"):
        viewboost.report(model, X, y[:-1], path=path)
    assert path.read_text() == "old"
    with pytest.raises(OSError, match="missing"):
        viewboost.report(model, X[:50], y[:50], path=tmp_path / "missing" / "report.html")


def test_the_same_model_gives_the_same_file(waterhole, written, tmp_path):
    again = viewboost.report(*waterhole, path=tmp_path / "again.html")
    assert again.read_bytes() == written.read_bytes()


def test_without_jinja_the_extra_is_named(waterhole, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "jinja2", None)
    with pytest.raises(ImportError, match=r"viewboost\[report\]"):
        viewboost.report(*waterhole)
