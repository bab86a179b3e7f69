"""Tokens by runs on each case, ours beside other reducers', and how ours meet the demands.

    python -m bench.curves --cases CASES --tools TOOLS --answers FOLDER --peers PEERS.tsv
        --curves FOLDER [--strategy balanced] [--squeeze] [--only CASE…] [--svg FILE]

(from `tests/`). Our curves are made from recorded answers (`bench.record`; what is missing is asked
and recorded). Theirs are in the folder of curves (`bench.peers`), and the TSV says how other and
longer sessions of theirs ended. Prints two tables. Everybody's runs are counted from the first
call of the oracle, checks included.
"""

import argparse
import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bench.cases import Size
from bench.curve import Curve, Shares, mean, shares
from bench.curves_svg import picture
from bench.papers_common import arguments, chosen, header, line
from bench.watched import answers_of, curve_of
from nubbin.engine.request import Options

NEAR = 3.0
"""A peer that ends at more than this many times our tokens was stopped half-way, or gave up. The
means are given also without such cases, as one of them weighs as much as all the others."""


@dataclass(frozen=True, slots=True)
class End:
    """How a session of a reducer ended."""

    case: str
    peer: str
    size: Size
    runs: int
    at: int
    """About which run found it."""


def ends_in(table: Path) -> list[End]:
    """Return the ends in a table with one row for each case and peer."""
    with table.open(encoding="utf-8", newline="") as rows:
        return [
            End(
                row["case"],
                row["peer"],
                Size(int(row["tokens"]), int(row["chars"]), int(row["bytes"])),
                int(row["runs"]),
                int(row["runs_at_best_about"]),
            )
            for row in csv.DictReader(rows, delimiter="\t")
        ]


def best_ends(ends: Iterable[End]) -> dict[str, End]:
    """Return the smallest end of each case."""
    best: dict[str, End] = {}
    for end in ends:
        known = best.setdefault(end.case, end)
        if (end.size.tokens, end.size.chars) < (known.size.tokens, known.size.chars):
            best[end.case] = end
    return best


def continued(curve: Curve, ends: Iterable[End]) -> Curve:
    """Return a curve; if it was cut, with the end of a longer session of the same reducer."""
    for end in ends:
        longer = end.runs > curve.runs and end.size.tokens < curve.best.tokens
        if not curve.ended and longer and end.case == curve.case and _same(end.peer, curve.who):
            point = (max(end.at, curve.runs), end.size)
            return replace(curve, points=(*curve.points, point), runs=end.runs)
    return curve


def _same(peer: str, who: str) -> bool:
    """Whether a peer in the table, maybe with a variant (`picireny-hddr-hoist`), is `who`."""
    return who in (peer, peer.partition("-")[0])


@dataclass(frozen=True, slots=True)
class Standing:
    """Our curve on a case, beside the best of the peers."""

    ours: Curve
    end: End
    peer: Curve | None
    """The best peer's own curve, if it was recorded."""

    @property
    def tokens(self) -> float:
        """The ratio of our tokens to the peer's."""
        return self.ours.best.tokens / self.end.size.tokens

    @property
    def reach(self) -> int | None:
        """Our runs until we were as small as the peer at its end; None: never."""
        return self.ours.reached(self.end.size.tokens)

    @property
    def runs(self) -> float | None:
        """The ratio of `reach` to all runs of the peer's session; None: never as small."""
        return None if self.reach is None else self.reach / self.end.runs

    @property
    def runs_then(self) -> float | None:
        """The ratio of `reach` to the peer's runs until it had as few tokens; None if unknown."""
        theirs = self.peer and self.peer.reached(self.end.size.tokens)
        return self.reach / theirs if self.reach and theirs else None


def standings(
    curves: Sequence[Curve], ends: Mapping[str, End], peers: Sequence[Curve]
) -> list[Standing]:
    """Pair each of our curves with the peers' best end on its case, if there is one."""
    found = []
    for curve in curves:
        end = ends.get(curve.case)
        if end is not None:
            same = [each for each in peers if each.case == end.case and _same(end.peer, each.who)]
            found.append(Standing(curve, end, same[0] if same else None))
    return found


def demanded(found: Sequence[Standing]) -> Iterator[str]:
    """Yield the table of our results beside the best peer's, and the means below it."""
    names = ["case", "tokens", "best peer", "by", "ratio", "bytes", "peer's"]
    names += ["runs until as small", "peer's runs", "ratio", "to its runs until then"]
    yield header(names)
    for each in found:
        size, end = each.ours.best, each.end
        sizes = (size.tokens, end.size.tokens, end.peer, f"{each.tokens:.2f}", size.bytes)
        runs = (each.reach or "**never**", end.runs, _ratio(each.runs), _ratio(each.runs_then))
        yield line((each.ours.case, *sizes, end.size.bytes, *runs))
    yield ""
    near = [each for each in found if each.tokens * NEAR >= 1]
    yield header(("geometric means", "all", f"where the peer came within {NEAR:g} times ours"))
    whole, part = _means(found), _means(near)
    yield from (line((name, whole[name], part[name])) for name in whole)
    larger = [each.ours.case for each in found if each.tokens > 1]
    fatter = [each.ours.case for each in found if each.ours.best.bytes >= each.end.size.bytes]
    yield ""
    yield f"More tokens than the best peer: {len(larger)}{_listed(larger)}."
    yield f"Not fewer bytes: {len(fatter)}{_listed(fatter)}."
    yield ""


def _means(found: Sequence[Standing]) -> dict[str, str]:
    reached = [each.runs for each in found if each.runs is not None]
    then = [each.runs_then for each in found if each.runs_then is not None]
    bytes_ = [each.ours.best.bytes / each.end.size.bytes for each in found]
    return {
        "cases": f"{len(found)}",
        "tokens to the best peer's": f"{mean([each.tokens for each in found]):.3f}",
        "bytes to the best peer's": f"{mean(bytes_):.3f}",
        "runs until as small, to the peer's runs": f"{mean(reached):.3f} ({len(reached)} cases)",
        "the largest of these": f"{max(reached, default=0):.3f}",
        "to the peer's runs until then": f"{mean(then):.3f} ({len(then)} cases)",
    }


def _listed(names: Sequence[str]) -> str:
    return f" ({', '.join(names)})" if names else ""


def _ratio(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def compared(curves: Sequence[Curve], peers: Sequence[Curve]) -> Iterator[str]:
    """Yield the table of the shares of runs on which our text is smaller, the same or larger."""
    yield header(("case", "peers (runs)", "smaller", "same", "larger", "where it is larger most"))
    found: list[Shares] = []
    for ours in curves:
        theirs = [curve for curve in peers if curve.case == ours.case]
        if not theirs:
            continue
        here = shares(ours, theirs)
        found.append(here)
        who = ", ".join(f"{curve.who} ({curve.runs}{_cut(curve)})" for curve in theirs)
        yield line((ours.case, who, *_percent(here), _where(here)))
    never = sum(each.above == 0 for each in found)
    yield ""
    yield f"Never larger: {never} of {len(found)}. Means of the shares: " + ", ".join(
        f"{name} {sum(values) / max(len(found), 1):.0%}"
        for name, values in (
            ("smaller", [each.below for each in found]),
            ("same", [each.same for each in found]),
            ("larger", [each.above for each in found]),
        )
    )


def _cut(curve: Curve) -> str:
    return "" if curve.ended else ", cut"


def _percent(here: Shares) -> tuple[str, str, str]:
    return f"{here.below:.0%}", f"{here.same:.0%}", f"{here.above:.0%}"


def _where(here: Shares) -> str:
    if here.worst is None:
        return ""
    start, stop, ours, theirs = here.worst
    return f"runs {start}–{stop}: {ours}, theirs {theirs}"


def main() -> None:
    """Print the tables; draw the picture."""
    options = _arguments()
    ends = ends_in(options.peers)
    noted = [Curve.read(path) for path in sorted(options.curves.glob("*.json"))]
    peers = [continued(curve, ends) for curve in noted]
    how = Options(strategy=options.strategy, squeeze=options.squeeze)
    title = f"`{how.strategy}{' --squeeze' * how.squeeze}`"
    curves = []
    for case in chosen(options):
        with answers_of(case, options.answers) as answers:
            curve, course = curve_of(case, how, answers)
        print(
            f"<!-- {case.name}: {curve.best}, {curve.runs} runs, {course.new} new -->", flush=True
        )
        curves.append(curve)
    print(f"\n### {title} beside the best of the peers\n")
    print("\n".join(demanded(standings(curves, best_ends(ends), noted))))
    print(f"### {title} at any number of runs\n")
    print("\n".join(compared(curves, peers)))
    if options.svg:
        options.svg.write_text(picture(curves, peers), encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = arguments("Tokens against runs, ours beside other reducers'.")
    parser.add_argument("--answers", type=Path, required=True, help="what is recorded")
    parser.add_argument("--peers", type=Path, required=True, metavar="TSV", help="their ends")
    parser.add_argument("--curves", type=Path, required=True, help="theirs")
    parser.add_argument("--strategy", default="balanced")
    parser.add_argument("--squeeze", action="store_true", help="as nubbin's own option")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="also draw them")
    return parser.parse_args()


if __name__ == "__main__":
    main()
