"""Stable parallel ddmin* against GreeDDy*, by lines, window 4, beside Vince 2024, Table 6.1.

    cd tests && python -m bench.papers_greedy --cases CASES --only pts-gcc-71626 [--max-tests N]

`started` counts every run that is begun while up to four are under way, as the paper does: stable
ddmin drops the runs behind its first success, GreeDDy merges theirs. With `--max-tests` both stop
after N runs, and what is left then is compared. The printed figures are in `papers_s1_greedy.tsv`.
"""

import sys
from collections.abc import Iterator

from bench.papers_common import (
    Case,
    change,
    chosen,
    facts,
    header,
    limited,
    line,
    or_left_out,
    reduced,
    remembering,
)

WINDOW = 4
STRATEGIES = ("ddmin*", "greeddy*")
CASES = ("pts-gcc-71626", "pts-gcc-61383")


def measured(case: Case, max_tests: int | None) -> Iterator[str]:
    """Yield a line of the table for each of the two algorithms."""
    printed = {
        row["strategy"]: row for row in facts("papers_s1_greedy.tsv") if row["case"] == case.name
    }
    with remembering(case, WINDOW) as pool:
        results = {
            name: reduced(case, f"{name}:granularity=line", pool, max_tests) for name in STRATEGIES
        }
    first: int | None = None
    for name, result in results.items():
        started = result.oracle.runs + result.oracle.discarded
        first = first or started
        row = printed.get(name)
        yield line(
            [
                *(case.name, name, result.output.chars, result.oracle.runs, started),
                change(first, started),
                result.stopped or "end",
                *((row["chars"], row["runs"]) if row else ("–", "–")),
            ]
        )


def main() -> int:
    """Measure and print."""
    options = limited(__doc__ or "").parse_args()
    ours = ["case", "strategy", "chars", "runs", "started", "change", "ran to"]
    print(header([*ours, "printed chars", "printed runs"]))
    for case in chosen(options, CASES):
        for text in or_left_out(case, measured(case, options.max_tests)):
            print(text, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
