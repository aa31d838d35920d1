"""What is compared with what, and what is demanded."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

from benchmarks.measure import Entry, Measurement
from benchmarks.peers import PEERS
from benchmarks.workloads import Data

Results = Mapping[str, Measurement]
OURS = "viewboost"
FEW = (1, 3)  # rounds from which the slowest peer is extrapolated
QUICK_ROUNDS, QUICK_ROWS, QUICK_COLUMNS = 10, 500, 60


@dataclass(frozen=True)
class Demand:
    """What is compared, one number for each repeat; their median must reach a bound.

    There are no numbers if a side of the comparison was not measured.
    """

    compared: str
    values: Callable[[Results], list[float]]
    bound: float
    at_least: bool = True

    @property
    def demanded(self) -> str:
        """The bound in words."""
        return f"{'≥' if self.at_least else '≤'} {self.bound:g}"

    def met(self, value: float) -> bool:
        """Whether a value reaches the bound."""
        return value >= self.bound if self.at_least else value <= self.bound


@dataclass(frozen=True)
class Case:
    """A title, its entries (others are compared with the first) and the demands.

    The unit is what a time is of: a "fit", a "round" or a "predict".
    """

    title: str
    entries: tuple[Entry, ...]
    demands: tuple[Demand, ...] = ()
    unit: str = "fit"

    def among(self, peers: Collection[str]) -> Case:
        """The case with these peers only."""
        kept = [e for e in self.entries if e.maker not in PEERS or e.maker in peers]
        return replace(self, entries=tuple(kept))

    def quick(self) -> Case:
        """The case in small, to see that it runs; its demands say nothing there."""
        entries = tuple(_small(entry) for entry in self.entries)
        return replace(self, title=f"in small: {self.title}", entries=entries, demands=())


def _small(entry: Entry) -> Entry:
    data = replace(
        entry.data,
        rows=min(entry.data.rows, QUICK_ROWS),
        columns=min(entry.data.columns, QUICK_COLUMNS),
        test_rows=QUICK_ROWS,
    )
    return replace(entry, data=data, counts=(QUICK_ROUNDS,), rounds=QUICK_ROUNDS)


# -- demands -------------------------------------------------------------------------------


def _ratio(label: str, to: str, bound: float, at_least: bool) -> Demand:
    """How many times the other's time an entry takes."""

    def values(results: Results) -> list[float]:
        measured = label in results and to in results
        return results[label].ratios(results[to]) if measured else []

    return Demand(f"{label} / {to}", values, bound, at_least)


def faster(peer: str, bound: float, ours: str = OURS) -> Demand:
    """A peer takes at least so many times our time."""
    return _ratio(peer, ours, bound, at_least=True)


def at_most(label: str, to: str, bound: float) -> Demand:
    """An entry takes at most so many times the time of another."""
    return _ratio(label, to, bound, at_least=False)


def small_memory(bound: float) -> Demand:
    """Our peak of memory over the input."""

    def values(results: Results) -> list[float]:
        ours = results[OURS]
        return [] if ours.extra is None else [ours.extra / ours.last["input"]]

    return Demand("peak extra memory / input", values, bound, at_least=False)


def as_accurate(label: str, ours: str) -> Demand:
    """Our accuracy less that of a peer."""

    def values(results: Results) -> list[float]:
        if label not in results or ours not in results:
            return []
        mine, theirs = results[ours].accuracy, results[label].accuracy
        return [] if mine is None or theirs is None else [mine - theirs]

    return Demand(f"accuracy of {ours} − of {label}", values, 0.0)


# -- cases ---------------------------------------------------------------------------------


def _beside_peers(
    data: Data, *, slow: bool, rounds: int = 200, depth: int = 1
) -> tuple[Entry, ...]:
    """Ours and the peers, the slowest from a few rounds if need be."""
    entry = Entry(OURS, "adaboost_mm", data, (rounds,), rounds, depth)
    makers = ("lightgbm", "xgboost", "sklearn-hist", "sklearn-adaboost")
    peers = [replace(entry, label=maker, maker=maker) for maker in makers]
    if slow:
        peers[-1] = replace(peers[-1], counts=FEW)
    return entry, *peers


def _stumps(data: Data, slow: bool, sklearn: float, lightgbm: float, *more: Demand) -> Case:
    title = f"{data.rows:,} x {data.columns}, {data.classes} classes, 200 stumps"
    demands = faster("sklearn-adaboost", sklearn), faster("lightgbm", lightgbm), *more
    return Case(title, _beside_peers(data, slow=slow), demands)


def stumps() -> list[Case]:
    """Dense views, two classes and many; columns that are mostly one value."""
    rows, columns = 100_000, 100
    uniform = Entry("uniform", "adaboost_mm", Data(rows, columns, kind="uniform"))
    skewed = replace(uniform, label="skewed", data=replace(uniform.data, kind="skewed"))
    return [
        _stumps(Data(10_000, 50), False, 150, 3),
        _stumps(Data(rows, columns), True, 300, 4),
        _stumps(Data(1_000_000, 50), True, 400, 3.5, small_memory(0.5)),
        _stumps(Data(rows, columns, classes=5), True, 150, 6),
        Case(
            f"90 % of each column in one bin, {rows:,} x {columns}, 200 stumps",
            (uniform, skewed),
            (at_most("skewed", "uniform", 2),),
        ),
    ]


def trees() -> list[Case]:
    """Trees of depth 3."""
    entries = _beside_peers(Data(100_000, 100), slow=True, rounds=100, depth=3)
    demands = faster("sklearn-adaboost", 50), faster("lightgbm", 1)
    return [Case("100,000 x 100, 2 classes, 100 trees of depth 3", entries, demands)]


def sparse() -> list[Case]:
    """Counts of words; a round apart from what is done once."""
    data = Data(20_000, 20_000, kind="counts", test_rows=5_000)
    # What is done once takes longer: only many rounds stand out of its noise.
    ours = Entry(OURS, "adaboost_mm", data, (20, 1000))
    peers = [replace(ours, label=maker, maker=maker) for maker in ("lightgbm", "xgboost")]
    slow = replace(ours, label="sklearn-adaboost", maker="sklearn-adaboost", counts=(2, 10))
    title = "sparse counts, 20,000 x 20,000, one round of stumps"
    return [Case(title, (ours, *peers, slow), (faster("sklearn-adaboost", 100),), "round")]


def predict() -> list[Case]:
    """New rows."""
    entries = _beside_peers(Data(10_000, 50), slow=False)
    title = "predict 20,000 rows x 50, 200 stumps"
    return [Case(title, entries, (faster("lightgbm", 8),), "predict")]


def views() -> list[Case]:
    """Views that cooperate, beside the peers and beside their own stumps."""
    data = Data(10_000, 60, views=3)
    ours = Entry("MuMBo", "mumbo", data, (100,), 100)
    others = {
        "AdaBoost.MM": "adaboost_mm",
        "multimodallearn": "multimodallearn",
        "sklearn-hist": "sklearn-hist",
        "lightgbm": "lightgbm",
    }
    peers = [replace(ours, label=label, maker=maker) for label, maker in others.items()]
    demands = faster("multimodallearn", 50, "MuMBo"), as_accurate("multimodallearn", "MuMBo")
    beside = Case("10,000 x 3 views x 20, 100 rounds", (ours, *peers), demands)
    return [beside, _one_round(data), _one_round(replace(data, rows=100_000))]


def _one_round(data: Data) -> Case:
    """A round of cooperation, and the rounds of AdaBoost.MM on each view alone, added up."""
    alone = Entry("each view alone", "apart", data, (20, 200))
    entries = [alone] + [
        replace(alone, label=label, maker=label.lower()) for label in ("MuMBo", "muCoMBo")
    ]
    demands = [at_most(entry.label, alone.label, 1.5) for entry in entries[1:]]
    title = f"{data.rows:,} x {data.views} views x 20, one round"
    return Case(title, tuple(entries), tuple(demands), "round")


def scaling() -> list[Case]:
    """Everything that may grow, tenfold."""
    base = Entry("base", "adaboost_mm", Data(20_000, 20), (100,), 100)
    size = base.data
    grown = {
        "rows x 10": replace(base, data=replace(size, rows=10 * size.rows)),
        "columns x 10": replace(base, data=replace(size, columns=10 * size.columns)),
        "classes x 10": replace(base, data=replace(size, classes=10 * size.classes)),
        "rounds x 10": replace(base, counts=(1000,), rounds=1000),
    }
    entries = base, *(replace(entry, label=label) for label, entry in grown.items())
    one = Entry("1 view", "mumbo", size, (100,), 100)
    ten = replace(one, label="10 views", data=replace(size, columns=200, views=10))
    return [
        Case("AdaBoost.MM, 20,000 x 20, 2 classes, 100 rounds", entries),
        Case("MuMBo, 20,000 x 20 columns per view, 100 rounds", (one, ten)),
    ]


WORKLOADS: dict[str, Callable[[], list[Case]]] = {
    "stumps": stumps,
    "trees": trees,
    "sparse": sparse,
    "predict": predict,
    "views": views,
    "scaling": scaling,
}
