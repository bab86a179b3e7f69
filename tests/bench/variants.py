"""`balanced` beside the smallest of the sixteen variants of Vince 2024, Table 7.1, on any case.

    python -m bench.variants --cases CASES --tools TOOLS --answers FOLDER [--only CASE…]
        [--max-tests N]

(from `tests/`). Sizes are characters that are not white space, as in the dissertation. Of variants
that end at the same size, the one with the fewest runs counts. One that was stopped by
`--max-tests` is marked, and could have become smaller. Runs are the oracle's, checks included.
"""

from dataclasses import dataclass
from pathlib import Path

from bench.answers import Answers
from bench.cases import size_of
from bench.curve import mean
from bench.papers_common import Case, chosen, facts, header, limited, line
from bench.watched import Asked, answers_of, watched
from nubbin.engine.request import Options

PRINTED = dict.fromkeys(row["strategy"] for row in facts("papers_s1.tsv"))
NAMES = tuple(name for name in PRINTED if not name.startswith("ddmin"))


@dataclass(frozen=True, slots=True, order=True)
class End:
    """The end of a variant; ends are ordered by size, then by runs."""

    chars: int
    runs: int
    name: str
    stopped: bool


def end_of(case: Case, name: str, most: int | None, answers: Answers) -> End:
    """Reduce a case by one variant, in at most `most` runs."""
    course = watched(case, Options(strategy=name, max_tests=most), answers)
    stopped = course.reduction.stopped is not None
    return End(course.reduction.output.chars, course.runs, name, stopped)


def ours(case: Case, goal: int, answers: Answers) -> tuple[int, int, int | None]:
    """Reduce a case by `balanced`; return characters, runs, and runs until as small as `goal`."""
    reached: list[int] = []

    def hear(asked: Asked) -> None:
        if asked.holds and size_of(asked.text).chars <= goal:
            reached.append(asked.run)

    course = watched(case, Options(), answers, hear)
    return course.reduction.output.chars, course.runs, next(iter(reached), None)


def row(case: Case, most: int | None, folder: Path) -> tuple[str, float, float | None]:
    """Return a case's line, and our ratios to the best variant, of size and of runs to get there.

    The second is None if our text never becomes as small.
    """
    with answers_of(case, folder) as answers:
        best = min(end_of(case, name, most, answers) for name in NAMES)
        chars, runs, reached = ours(case, best.chars, answers)
    cells = (
        case.name,
        chars,
        f"{best.chars}{' (stopped)' if best.stopped else ''}",
        best.name.replace("*", r"\*"),
        f"{chars / best.chars:.2f}",
        best.runs,
        reached if reached is not None else "**never**",
        runs,
    )
    return line(cells), chars / best.chars, reached / best.runs if reached else None


def main() -> None:
    """Print the table."""
    parser = limited("balanced beside the smallest of the sixteen variants.")
    parser.add_argument("--answers", type=Path, required=True, help="recorded answers; grow")
    options = parser.parse_args()
    print(
        header(
            [
                "case",
                "chars",
                "smallest variant's",
                "which",
                "ratio",
                "its runs",
                "ours until as small",
                "all of ours",
            ]
        )
    )
    sizes, runs = list[float](), list[float]()
    for case in chosen(options):
        text, size, until = row(case, options.max_tests, options.answers)
        print(text, flush=True)
        sizes.append(size)
        runs += [until] if until is not None else []
    for what, ratios in (("chars", sizes), ("runs until as small", runs)):
        if not ratios:
            continue
        print(f"\n{what}: {mean(ratios):.3f} in geometric mean, at most {max(ratios):.2f}")


if __name__ == "__main__":
    main()
