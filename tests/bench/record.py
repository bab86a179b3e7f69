"""Record the answers of real oracles, from which other scripts measure within seconds.

    python -m bench.record --cases CASES --tools TOOLS --into FOLDER [--only CASE…] [--window W…]
                           [--language L] [--strategy S]                      (from `tests/`)

FOLDER gets `CASE.answers`, which later recordings use and extend. Prints runs and sizes with each
window W, and how they compare. FOLDER is not part of the project, as some of the cases may not be
published.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.curve import mean
from bench.papers_common import arguments, chosen
from bench.watched import answers_of, watched
from nubbin.engine.request import Options


@dataclass(frozen=True, slots=True)
class Figures:
    """One recorded reduction."""

    case: str
    window: int
    runs: int
    tokens: int | None
    chars: int
    minutes: float


def main() -> None:
    """Record the cases chosen."""
    parser = arguments("Record what real oracles answer.")
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--strategy", default="balanced")
    parser.add_argument("--window", type=int, nargs="+", default=[128, 1], metavar="W")
    parser.add_argument("--language", metavar="L", help="of all texts; none: reduced without one")
    options = parser.parse_args()
    figures = list(_recorded(options))
    for window in options.window[1:]:
        _compare(figures, options.window[0], window)


def _recorded(options: argparse.Namespace) -> Iterator[Figures]:
    for case in chosen(options):
        options.into.mkdir(parents=True, exist_ok=True)
        with answers_of(case, options.into) as answers:
            for window in options.window:
                began = time.monotonic()
                how = Options(strategy=options.strategy, window=window, language=options.language)
                course = watched(case, how, answers)
                minutes = round((time.monotonic() - began) / 60, 1)
                runs, output = course.reduction.oracle.runs, course.reduction.output
                one = Figures(case.name, window, runs, output.tokens, output.chars, minutes)
                print(json.dumps({**asdict(one), "new": course.new}), flush=True)
                yield one


def _compare(figures: Sequence[Figures], window: int, other: int) -> None:
    """Print by how much runs and sizes differ between two windows, as geometric means."""
    ours = {one.case: one for one in figures if one.window == window}
    theirs = {one.case: one for one in figures if one.window == other}
    for what in ("runs", "tokens", "chars"):
        # A result may be without tokens, or empty: that counts as 1.
        sizes = [(getattr(ours[name], what), getattr(theirs[name], what)) for name in ours]
        ratios = [max(1, one) / max(1, other) for one, other in sizes]
        print(f"{what}, window {window} to {other}: {mean(ratios):.3f} ({len(ratios)} cases)")


if __name__ == "__main__":
    main()
