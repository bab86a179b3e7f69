"""Squeezing, flattening and hiding, each switched off in turn: tree heights, runs and sizes.

    cd tests && python -m bench.papers_transforms --cases CASES --tools TOOLS

Heights are the numbers of levels that HDD sees of the input's tree, beside those of Vince 2024,
Table 3.2 (ANTLR grammars, squeezed and flattened); runs, cache hits and characters are of `hddr*`.
"""

import sys
from collections.abc import Iterator

from bench.papers_common import (
    JRTS,
    Case,
    arguments,
    chosen,
    header,
    line,
    reduced,
    remembering,
    said,
)
from nubbin.engine.configurations.transforms import TreeTransforms
from nubbin.engine.trees.language import detect, load
from nubbin.engine.trees.parser import Parser
from nubbin.engine.trees.syntax import Syntax
from nubbin.engine.vocabulary.errors import NubbinError
from oracles import untouched

SWITCHES = ("squeeze", "flatten", "hide")
HEIGHTS = dict(zip(JRTS, (33, 28, 36, 30, 25, 19, 28), strict=True))
"""The heights in Table 3.2, by case."""


def levels(case: Case, off: set[str]) -> int:
    """Return the height of the tree as HDD walks it."""
    language = detect(case.path, case.text, None)
    if language is None:
        raise ValueError(f"{case.name} is in no known language")
    on = TreeTransforms(**{switch: switch not in off for switch in SWITCHES})
    seen = untouched(Syntax(Parser(load(language)), case.text), transforms=on)
    level, height = [0], 0
    while level:
        height += 1
        level = [child for place in level for child in seen.children(place)]
    return height


def measured(case: Case) -> Iterator[object]:
    """Yield heights, then runs and characters for each setting."""
    yield levels(case, {"squeeze", "flatten"})
    yield levels(case, {"flatten"})
    yield levels(case, {"squeeze"})
    yield levels(case, set())
    yield HEIGHTS.get(case.name.removeprefix("jrts-"), "–")
    with remembering(case) as pool:
        for off in ("", *SWITCHES):
            result = reduced(case, "hddr*" + (f":{off}=off" if off else ""), pool)
            yield f"{result.oracle.runs} + {result.oracle.cache_hits} ({result.output.chars})"


def main() -> int:
    """Measure and print."""
    heights = ["height: neither", "squeezed", "flattened", "both", "printed"]
    runs = ["runs + hits (chars): all on", *(f"without {switch}" for switch in SWITCHES)]
    print(header(["case", *heights, *runs]))
    options = arguments(__doc__ or "").parse_args()
    for case in chosen(options, [f"jrts-{number}" for number in JRTS]):
        try:
            print(line([case.name, *measured(case)]), flush=True)
        except NubbinError as error:
            print(f"\n{case.name} left out: {said(error)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
