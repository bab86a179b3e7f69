"""Record what reductions ask: answers for `bench.answers`, traces for `bench.simulate`.

    python -m bench.record --cases CASES --tools TOOLS --into FOLDER [--only CASE…] [--window W…]

(from `tests/`). FOLDER gets `CASE.answers`, which later recordings use and extend, and a trace
`CASE.wW.trace` for each window W. Prints runs and sizes of each. FOLDER is no part of the
project: some of the cases may not be published.
"""

import argparse
import contextlib
import json
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.answers import Answers
from bench.papers_common import Case, arguments, chosen
from bench.recorded import RecallingPool
from bench.simulate import Call, Question, write
from nubbin.engine.figures import Reduction
from nubbin.engine.oracles.local_pool import LocalPool
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Options, Request
from nubbin.engine.vocabulary.events import Event, PassStarted


class Tracer:
    """Makes calls of what a `RecallingPool` hears, with the engine's time in between."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.step = "checks"
        self._since = time.thread_time()
        self._engine = 0.0
        self._fold = 0.0
        self._gaps: dict[int, float] = {}
        self._seconds: dict[int, float] = {}

    def entered(self) -> None:
        """Stop the engine's watch."""
        self._engine = time.thread_time() - self._since

    def left(self) -> None:
        """Start it again."""
        self._since = time.thread_time()

    def submitted(self, ticket: int) -> None:
        """Note a question."""
        self._gaps[ticket], self._engine = self._engine, 0.0

    def answered(self, ticket: int, holds: bool, seconds: float) -> None:
        """Note an answer."""
        self._fold += self._engine
        self._seconds[ticket] = seconds
        if self.step == "checks":
            self._end()

    def cancelled(self, tickets: list[int]) -> None:
        """End the call."""
        self._fold += self._engine
        self._end()

    def _end(self) -> None:
        if self._gaps:
            questions = tuple(Question(g, self._seconds.get(t)) for t, g in self._gaps.items())
            self.calls.append(Call(self.step, self._fold, questions))
            self._gaps, self._seconds, self._fold = {}, {}, 0.0

    def heard(self, event: Event) -> None:
        """Note the pass that begins."""
        if isinstance(event, PassStarted):
            self.step = event.name


@dataclass(frozen=True, slots=True)
class Figures:
    """One recorded reduction."""

    case: str
    window: int
    runs: int
    tokens: int | None
    chars: int
    minutes: float


def record(
    case: Case, strategy: str, window: int, answers: Answers
) -> tuple[Reduction, list[Call], int]:
    """Reduce a case; return what came out, what was asked, and how many answers were new."""
    tracer = Tracer()
    options = Options(strategy=strategy, window=window)
    with contextlib.closing(
        RecallingPool(answers, LocalPool(case.oracle, case.path, 1), tracer)
    ) as pool:
        request = Request(case.text, case.path, case.oracle, options)
        reduction = reduce(request, tracer.heard, pool=pool)
        return reduction, tracer.calls, pool.asked


def main() -> None:
    """Record the cases chosen."""
    parser = arguments("Record what reductions ask.")
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--strategy", default="balanced")
    parser.add_argument("--window", type=int, nargs="+", default=[128, 1], metavar="W")
    options = parser.parse_args()
    figures = list(_recorded(options))
    for window in options.window[1:]:
        _compare(figures, options.window[0], window)


def _recorded(options: argparse.Namespace) -> Iterator[Figures]:
    for case in chosen(options):
        options.into.mkdir(parents=True, exist_ok=True)
        with contextlib.closing(Answers(options.into / f"{case.name}.answers")) as answers:
            for window in options.window:
                began = time.monotonic()
                reduction, calls, new = record(case, options.strategy, window, answers)
                write(options.into / f"{case.name}.w{window}.trace", calls)
                minutes = (time.monotonic() - began) / 60
                output = reduction.output
                one = Figures(
                    case.name,
                    window,
                    reduction.oracle.runs,
                    output.tokens,
                    output.chars,
                    round(minutes, 1),
                )
                print(json.dumps({**asdict(one), "new": new}), flush=True)
                yield one


def _compare(figures: Sequence[Figures], window: int, other: int) -> None:
    """Print by how much runs and sizes differ between two windows, as geometric means."""
    ours = {one.case: one for one in figures if one.window == window}
    theirs = {one.case: one for one in figures if one.window == other}
    for what in ("runs", "tokens", "chars"):
        ratios = [getattr(ours[name], what) / getattr(theirs[name], what) for name in ours]
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"{what}, window {window} to {other}: {mean:.3f} ({len(ratios)} cases)")


if __name__ == "__main__":
    main()
