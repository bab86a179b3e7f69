"""The engine's own time for each run of the oracle.

    python -m bench.engine_time --cases CASES --tools TOOLS --answers FOLDER [--only CASE…]
        [--strategy balanced] [--profile N]

(from `tests/`). The oracle's answers are recorded, and given at once, with one job. Only the
processor time of the engine's thread outside the oracle counts, which a loaded machine hardly
disturbs. Allowed are 1 ms and another 1 ms for each 100 KB of the input. With `--profile N`, also
prints the N functions that take most of the time (only their proportions mean anything, as the
profiler slows everything down).
"""

import argparse
import cProfile
import gc
import pstats
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.answers import Answers
from bench.papers_common import Case, arguments, chosen, header, line
from bench.watched import answers_of, watched
from nubbin.engine.request import Options


@dataclass(frozen=True, slots=True)
class Pace:
    """The engine's processor time on a case."""

    case: str
    bytes: int
    runs: int
    seconds: float

    @property
    def ms(self) -> float:
        """The engine's milliseconds for each run."""
        return 1000 * self.seconds / max(self.runs, 1)

    @property
    def allowed(self) -> float:
        """The milliseconds that are allowed for each run."""
        return 1 + self.bytes / 100_000


def pace(case: Case, strategy: str, answers: Answers) -> Pace:
    """Return how long the engine takes on a case, once all its answers are recorded."""
    gc.collect()  # a reduction is a process of its own, without what other cases have left
    gc.freeze()
    course = watched(case, Options(strategy=strategy), answers)
    if course.new:  # once more: waiting for the real oracle has left the caches cold
        course = watched(case, Options(strategy=strategy), answers)
    return Pace(case.name, len(case.text), course.runs, course.engine)


def table(paces: Sequence[Pace]) -> list[str]:
    """Return the table, and below it the mean ratio of the time to the allowed time."""
    lines = [header(("case", "bytes", "runs", "engine s", "ms/run", "allowed", "ratio"))]
    for each in paces:
        speeds = (each.seconds, each.ms, each.allowed, each.ms / each.allowed)
        shown = [f"{speed:.2f}" for speed in speeds]
        lines.append(line((each.case, each.bytes, each.runs, *shown)))
    mean = sum(each.ms / each.allowed for each in paces) / max(len(paces), 1)
    above = sum(each.ms > each.allowed for each in paces)
    return [*lines, "", f"Mean ratio {mean:.2f}; above what is allowed: {above} of {len(paces)}."]


def main() -> None:
    """Print the table of the cases chosen."""
    options = _arguments()
    paces = []
    profiler = cProfile.Profile()
    for case in chosen(options):
        with answers_of(case, options.answers) as answers:
            paces.append(pace(case, options.strategy, answers))
            if options.profile:
                profiler.runcall(watched, case, Options(strategy=options.strategy), answers)
    print("\n".join(table(paces)))
    if options.profile:
        pstats.Stats(profiler).sort_stats("tottime").print_stats(options.profile)


def _arguments() -> argparse.Namespace:
    parser = arguments("The engine's own time for each run of the oracle.")
    parser.add_argument("--answers", type=Path, required=True, help="what is recorded")
    parser.add_argument("--strategy", default="balanced")
    parser.add_argument("--profile", type=int, metavar="N", help="also the slowest functions")
    return parser.parse_args()


if __name__ == "__main__":
    main()
