"""The sixteen variants of Vince 2024, Table 7.1, beside its Tables 7.3 to 7.10; ddmin and ddmin*.

    cd tests && python -m bench.papers_jerry --cases CASES --tools TOOLS [--tables TABLE…]

Needs the `jrts-*` cases and debug builds of JerryScript (see the cases' README); a case whose
binary is missing is left out with a note. Sizes are characters that are not white space, runs
are oracle runs; a cell is *ours / printed*. The printed figures are in `papers_s1.tsv`.
"""

import math
import sys
from collections.abc import Iterator, Mapping
from itertools import groupby

from bench.papers_common import (
    JRTS,
    Case,
    Remembering,
    arguments,
    chosen,
    facts,
    header,
    line,
    reduced,
    remembering,
    said,
)
from nubbin.engine.vocabulary.errors import NubbinError

Figures = tuple[int, int]
"""Characters left, and runs."""


def measured(case: Case, names: list[str], pool: Remembering) -> dict[str, Figures]:
    """Reduce a case by every strategy."""
    found: dict[str, Figures] = {}
    for name in names:
        result = reduced(case, name, pool)
        found[name] = (result.output.chars, result.oracle.runs)
        print(f"  {case.name} {name} {found[name]}", file=sys.stderr, flush=True)
    return found


def ratio(pairs: list[tuple[int, int]]) -> str:
    """Return the geometric mean of the ratios of ours to theirs; empty if there are none."""
    if not pairs:
        return ""
    return f"{math.exp(sum(math.log(ours / theirs) for ours, theirs in pairs) / len(pairs)):.2f}"


def tables(
    published: list[dict[str, str]], ours: Mapping[str, Mapping[str, Figures]]
) -> Iterator[str]:
    """Yield two Markdown tables, of sizes and of runs, for each table of the dissertation."""
    for table, group in groupby(published, key=lambda row: row["table"]):
        rows = list(group)
        names = list(dict.fromkeys(row["strategy"] for row in rows))
        for measure, index in (("chars", 0), ("runs", 1)):
            yield f"\n**S1 Table {table}: {measure}, ours / printed**\n"
            yield header(["case", *names])
            pairs: dict[str, list[tuple[int, int]]] = {name: [] for name in names}
            for case, found in ours.items():
                printed = {row["strategy"]: row[measure] for row in rows if row["case"] == case}
                yield line(
                    [case, *(f"{found[name][index]} / {printed[name] or '–'}" for name in names)]
                )
                for name in names:
                    if printed[name]:
                        pairs[name].append((found[name][index], int(printed[name])))
            yield line(["geometric mean of ours ÷ printed", *(ratio(pairs[n]) for n in names)])


def main() -> int:
    """Measure and print; 1 when no case could be measured."""
    printed = facts("papers_s1.tsv")
    known = list(dict.fromkeys(row["table"] for row in printed))
    parser = arguments(__doc__ or "")
    parser.add_argument("--tables", nargs="+", choices=known, default=known)
    options = parser.parse_args()
    printed = [row for row in printed if row["table"] in options.tables]
    names = list(dict.fromkeys(row["strategy"] for row in printed))
    ours: dict[str, dict[str, Figures]] = {}
    for case in chosen(options, [f"jrts-{number}" for number in JRTS]):
        with remembering(case) as pool:
            try:
                ours[case.name] = measured(case, names, pool)
            except NubbinError as error:
                print(f"{case.name} left out: {said(error)}")
    for text in tables(printed, ours):
        print(text)
    return 0 if ours else 1


if __name__ == "__main__":
    sys.exit(main())
