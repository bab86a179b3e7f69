"""What each pass of a strategy brings and costs: the strategy is run again without that pass.

    python -m bench.ablation --cases CASES --tools TOOLS --answers FOLDER [--only CASE…]
        [--strategy balanced]

(from `tests/`). Tokens and characters are those of the result, as `bench.cases` counts them.
Ratios are of the strategy without the pass to the whole one, as geometric means over the cases:
tokens above 1 are what the pass brings, runs below 1 what it costs.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bench.answers import Answers
from bench.cases import Size, size_of
from bench.curve import mean
from bench.papers_common import Case, arguments, chosen, header, line
from bench.watched import answers_of, watched
from nubbin.engine.naming import strategy_named
from nubbin.engine.request import Options
from nubbin.engine.strategy import Strategy

WHOLE = ""
"""The name of the variant with all passes."""
_CONFIRM = "confirm"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A variant's result on a case."""

    size: Size
    runs: int


def variants(strategy: Strategy) -> dict[str, Strategy]:
    """Return the strategy, and its variants without one pass, by the name of that pass."""
    found = {WHOLE: strategy}
    for step in strategy.steps:
        rest = tuple(other for other in strategy.steps if other.name != step.name)
        found[step.name] = replace(strategy, steps=rest)
    if strategy.confirm:
        found[_CONFIRM] = replace(strategy, confirm=(), claims=())
    return found


def outcomes(case: Case, strategy: Strategy, answers: Answers) -> dict[str, Outcome]:
    """Reduce a case by each variant."""
    found = {}
    for name, variant in variants(strategy).items():
        course = watched(case, Options(), answers, strategy=variant)
        found[name] = Outcome(size_of(course.reduction.text), course.runs)
    return found


def table(found: Mapping[str, Mapping[str, Outcome]]) -> list[str]:
    """Return the table of outcomes, which are given by case, then by the pass left out."""
    lines = [header(("without", "tokens", "chars", "runs", "larger", "smaller", "most"))]
    cases = list(found)
    for name in dict.fromkeys(name for each in found.values() for name in each):
        if name == WHOLE:
            continue
        here = [(found[case][name], found[case][WHOLE]) for case in cases]
        tokens = [one.size.tokens / whole.size.tokens for one, whole in here]
        chars = [one.size.chars / whole.size.chars for one, whole in here]
        runs = [one.runs / whole.runs for one, whole in here]
        means = [f"{mean(ratios):.3f}" for ratios in (tokens, chars, runs)]
        counts = sum(each > 1 for each in tokens), sum(each < 1 for each in tokens)
        lines.append(line((name, *means, *counts, _most(cases, tokens))))
    whole = [each[WHOLE] for each in found.values()]
    tokens = [each.size.tokens for each in whole]
    runs = [each.runs for each in whole]
    return [
        *lines,
        "",
        f"The whole, {len(cases)} cases: {mean(tokens):.1f} tokens, {mean(runs):.0f} runs.",
    ]


def _most(cases: Sequence[str], ratios: Sequence[float]) -> str:
    """Return the case in which the pass brings most, with its ratio; empty if it brings nothing."""
    most, case = max(zip(ratios, cases, strict=True))
    return f"{case} {most:.2f}" if most > 1 else ""


def main() -> None:
    """Print the table of the cases chosen."""
    options = _arguments()
    found = {}
    for case in chosen(options):
        with answers_of(case, options.answers) as answers:
            found[case.name] = outcomes(case, strategy_named(options.strategy), answers)
        print(f"<!-- {case.name}: {found[case.name][WHOLE]} -->", flush=True)
    print("\n".join(table(found)))


def _arguments() -> argparse.Namespace:
    parser = arguments("What each pass of a strategy brings and costs.")
    parser.add_argument("--answers", type=Path, required=True, help="what is recorded")
    parser.add_argument("--strategy", default="balanced")
    return parser.parse_args()


if __name__ == "__main__":
    main()
