"""Peak memory of the content cache without and with the three optimisations of S1, chapter 4.

    cd tests && python -m bench.papers_cache --cases CASES --tools TOOLS [--max-tests N]

S1 is Vince 2024; its Table 4.2 (ddmin over characters) and Table 4.3 (HDD) are set beside. Memory
is the size of keys, values and table together (`peak_cache_bytes`), in kB of 1,000 bytes. The
columns switch the optimisations on one after the other: passing outcomes only, eviction of texts
larger than the best, hashed keys. The printed figures are in `papers_s1_cache.tsv`.
"""

import sys
from collections.abc import Iterator, Sequence

from bench.papers_common import (
    JRTS,
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

STAGES = {
    "none": "passing-only=off,evict=off,hashed=off",
    "1": "evict=off,hashed=off",
    "1, 2": "hashed=off",
    "1, 2, 3": "",
}
STRATEGIES = {"4.2": "ddmin:granularity=char", "4.3": "hdd*"}
LARGE = ["pts-gcc-71626", "pts-clang-22382", "pts-gcc-61383", "pts-clang-23309"]


def stage(strategy: str, options: str) -> str:
    """Return the strategy with further options."""
    return strategy + ("," if ":" in strategy else ":") * bool(options) + options


def measured(case: Case, strategy: str, max_tests: int | None) -> Iterator[object]:
    """Yield the cells of a case: memory for each stage, change, runs, same text, how it ended."""
    with remembering(case) as pool:
        results = [
            reduced(case, stage(strategy, each), pool, max_tests) for each in STAGES.values()
        ]
    for result in results:
        yield f"{result.peak_cache_bytes / 1000:.1f}"
    yield change(results[0].peak_cache_bytes, results[-1].peak_cache_bytes)
    runs = [result.oracle.runs for result in results]
    yield f"{runs[0]}" if len(set(runs)) == 1 else " / ".join(map(str, runs))
    yield "yes" if len({result.text for result in results}) == 1 else "**no**"
    yield results[-1].stopped or "end"


def table(name: str, cases: Iterator[Case], max_tests: int | None) -> Iterator[str]:
    """Yield the lines of one table, each as soon as it is known."""
    printed = {row["case"]: row for row in facts("papers_s1_cache.tsv") if row["table"] == name}
    yield f"\n**S1 Table {name}: peak kB, `{STRATEGIES[name]}`**\n"
    ours = [*STAGES, "change", "runs", "same text", "ran to"]
    yield header(["case", *ours, "printed: none", "printed: all", "printed change"])
    for case in cases:
        row = printed.get(case.name)
        theirs = [float(row[f"{key}_kb"]) for key in ("baseline", "proposal_3")] if row else []
        beside = [*theirs, change(*theirs)] if row else ["–", "–", "–"]
        yield from or_left_out(case, lines_of(case, STRATEGIES[name], max_tests, beside))


def lines_of(
    case: Case, strategy: str, max_tests: int | None, beside: Sequence[object]
) -> Iterator[str]:
    """Yield the one line of a case, measured when it is asked for, with the printed figures."""
    yield line([case.name, *measured(case, strategy, max_tests), *beside])


def main() -> int:
    """Measure and print."""
    parser = limited(__doc__ or "")
    parser.add_argument("--tables", nargs="+", choices=STRATEGIES, default=list(STRATEGIES))
    options = parser.parse_args()
    small = [f"jrts-{number}" for number in JRTS]
    for name in options.tables:
        cases = chosen(options, small if name == "4.2" else [*small, *LARGE])
        for text in table(name, cases, options.max_tests):
            print(text, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
