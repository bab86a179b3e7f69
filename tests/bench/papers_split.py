"""The split factor ν swept over inputs of the four kinds of Kiss 2020, Tables 2 and 3.

    cd tests && python -m bench.papers_split [--most CHARS]

Prints the runs (without cache hits) and the units left for each ν among the Fibonacci numbers and
the powers of two up to the input's length, by lines and by characters, with subset tests (forward)
and without (backward), all with the content cache. The inputs are in
`tests/papers/split_inputs.py`.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise

from bench.papers_common import change, header, line
from inline_pool import InlinePool
from nubbin.engine.algorithms.ddmin import ONEMIN, Policy, ddmin
from nubbin.engine.asking.questioner import Questioner
from nubbin.engine.configurations.partition import characters, lines
from nubbin.engine.oracles.budget import Budget
from nubbin.engine.oracles.cache import ContentCache
from papers.split_inputs import KINDS, Kind

VARIANTS = {
    "with subsets": Policy(order="subsets-first", direction="forward"),
    "without subsets": Policy(order="complements-only", direction="backward"),
}
CUTS = {"lines": lines, "chars": characters}


def factors(size: int) -> list[int]:
    """Return the paper's split factors: each sequence up to its first that is not below `size`."""
    found: set[int] = set()
    for one, other, grow in ((2, 3, False), (2, 4, True)):
        while one < size:
            found.add(one)
            one, other = other, 2 * other if grow else one + other
        found.add(one)
    return [*sorted(found), ONEMIN]


def measured(kind: Kind, units: Sequence[bytes], policy: Policy) -> tuple[int, int]:
    """Return the runs of one reduction, and the units left."""
    asker = Questioner(InlinePool(kind.holds), ContentCache(), Budget())
    minimum = ddmin(units, b"".join, asker, policy)
    return asker.runs, len(minimum.units)


def sweep(kind: Kind, cut: str, policy: Policy) -> dict[int, tuple[int, int]]:
    """Return runs and units left for each split factor."""
    units = CUTS[cut](kind.text)
    found = {}
    for factor in factors(len(units)):
        variant = Policy(order=policy.order, direction=policy.direction, split=factor)
        found[factor] = measured(kind, units, variant)
    return found


def rows(most: int) -> Iterator[str]:
    """Yield the table of all sweeps, then a summary."""
    summary = []
    for cut, unit_of in CUTS.items():
        for kind in KINDS:
            size = len(unit_of(kind.text))
            if size > most:
                continue
            found = {name: sweep(kind, cut, policy) for name, policy in VARIANTS.items()}
            yield f"\n**{kind.name}, {size} {cut}**: runs (units left)\n"
            yield header(["ν", *VARIANTS])
            for factor in factors(size):
                cells = ["{} ({})".format(*found[name][factor]) for name in VARIANTS]
                yield line(["onemin" if factor == ONEMIN else factor, *cells])
            for name, results in found.items():
                runs = [each for each, _ in results.values()]
                rises = any(later > earlier for earlier, later in pairwise(runs))
                falls = any(later < earlier for earlier, later in pairwise(runs))
                best = min(results, key=lambda factor: results[factor][0])
                shown = "onemin" if best == ONEMIN else best
                saved = change(runs[0], min(runs))
                shape = "no" if rises and falls else "yes"
                summary.append([kind.name, cut, name, shown, saved, shape])
    yield "\n**Summary**: the best ν against ν = 2\n"
    yield header(["input", "units", "variant", "best ν", "runs against ν = 2", "monotonic"])
    yield from map(line, summary)


def main() -> int:
    """Sweep and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=sys.maxsize, help="leave out longer inputs")
    for row in rows(parser.parse_args().most):
        print(row, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
