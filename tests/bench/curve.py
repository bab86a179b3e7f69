"""A curve: the size of the best text after each number of runs of the oracle, for any reducer.

Every reducer is counted alike. A run is one call of the oracle, for whatever purpose; the best so
far is the smallest interesting text that the oracle has seen, by (tokens, characters, bytes) as
`bench.cases` measures them, whether or not the reducer made use of it.
"""

import json
import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from bench.cases import Size, size_of


@dataclass(frozen=True, slots=True)
class Curve:
    """The course of one reducer on one case."""

    case: str
    who: str
    points: tuple[tuple[int, Size], ...]
    """(run, size) of every text that was smaller than all before it; the first is the input."""
    runs: int
    """Runs of the whole session."""
    ended: bool = True
    """Whether the reducer ended by itself."""

    @classmethod
    def of(
        cls,
        case: str,
        who: str,
        interesting: Iterable[tuple[int, bytes]],
        runs: int,
        *,
        ended: bool = True,
    ) -> "Curve":
        """Return the curve of interesting texts, given in the order they were asked about."""
        return cls(case, who, tuple(_falling(interesting)), runs, ended)

    @classmethod
    def read(cls, path: Path) -> "Curve":
        """Return the curve in a file that `write` wrote."""
        known = json.loads(path.read_text(encoding="utf-8"))
        points = tuple((run, Size(*size)) for run, *size in known["points"])
        return cls(known["case"], known["who"], points, known["runs"], known["ended"])

    def write(self, folder: Path) -> None:
        """Write the curve into a folder, as `CASE.WHO.json`."""
        rows = [(run, size.tokens, size.chars, size.bytes) for run, size in self.points]
        about = {"case": self.case, "who": self.who, "runs": self.runs, "ended": self.ended}
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.case}.{self.who}.json"
        path.write_text(json.dumps({**about, "points": rows}) + "\n", encoding="utf-8")

    @property
    def best(self) -> Size:
        """The size at the end."""
        return self.points[-1][1]

    def tokens_at(self, run: int) -> int:
        """Return the tokens of the best text after `run` runs; before the first, the input's."""
        known = bisect_right(self.points, run, key=lambda point: point[0])
        return self.points[max(known, 1) - 1][1].tokens

    def reached(self, tokens: int) -> int | None:
        """Return after which run the best text had at most `tokens` tokens; None: never."""
        return next((run for run, size in self.points if size.tokens <= tokens), None)


def _falling(interesting: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, Size]]:
    best: Size | None = None
    for run, text in interesting:
        size = size_of(text)
        if best is None or _order(size) < _order(best):
            best = size
            yield run, size


def _order(size: Size) -> tuple[int, int, int]:
    return size.tokens, size.chars, size.bytes


@dataclass(frozen=True, slots=True)
class Shares:
    """The shares of the logarithmic axis of runs on which a curve is below, at or above others."""

    below: float
    same: float
    above: float
    worst: tuple[int, int, int, int] | None
    """(from run, to run, our tokens, theirs) where the ratio of ours to theirs is largest."""


def shares(ours: Curve, others: Sequence[Curve]) -> Shares:
    """Compare a curve to the lowest of others, from the first run to the last run of any.

    The shares are exact, as curves are constant between two points. The axis is logarithmic, so
    that a user who waits for ten runs counts as much as one who waits for a thousand.
    """
    end = max(curve.runs for curve in (ours, *others))
    steps = {run for curve in (ours, *others) for run, _ in curve.points if 1 < run < end}
    marks = [1, *sorted(steps), end]
    sums = {-1: 0.0, 0: 0.0, 1: 0.0}
    worst: tuple[int, int, int, int] | None = None
    for start, stop in pairwise(marks):
        mine = ours.tokens_at(start)
        theirs = min(curve.tokens_at(start) for curve in others)
        sums[(mine > theirs) - (mine < theirs)] += math.log(stop / start)
        if mine > theirs and (worst is None or mine * worst[3] > worst[2] * theirs):
            worst = start, stop, mine, theirs
    whole = math.log(end) or 1.0
    return Shares(sums[-1] / whole, sums[0] / whole, sums[1] / whole, worst)


def mean(ratios: Sequence[float]) -> float:
    """Return the geometric mean; NaN if there are no ratios."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan
