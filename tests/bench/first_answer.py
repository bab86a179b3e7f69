"""How small the text of `fast` is after a tenth of the runs that another strategy takes.

    python -m bench.first_answer --cases CASES --tools TOOLS --answers FOLDER [--only CASE…]
        [--strategy balanced]

(from `tests/`). Runs include the checks, tokens are counted by `bench.cases`, means are geometric.
"""

from dataclasses import dataclass
from pathlib import Path

from bench.curve import Curve, mean
from bench.papers_common import arguments, chosen, header, line
from bench.watched import answers_of, curve_of
from nubbin.engine.request import Options

_TENTH = 10


@dataclass(frozen=True, slots=True)
class First:
    """The two curves of a case."""

    fast: Curve
    whole: Curve

    @property
    def run(self) -> int:
        """A tenth of the runs of the whole, rounded up."""
        return -(-self.whole.runs // _TENTH)

    @property
    def tokens(self) -> int:
        """The tokens of `fast` after that run."""
        return self.fast.tokens_at(self.run)

    @property
    def share(self) -> float:
        """The ratio of these to the tokens of the input."""
        return self.tokens / self.fast.points[0][1].tokens

    def cells(self) -> tuple[object, ...]:
        """Return the row of the case."""
        given, left = self.fast.points[0][1].tokens, f"{100 * self.share:.1f} %"
        ends = (self.fast.runs, self.fast.best.tokens, self.whole.runs, self.whole.best.tokens)
        return (self.fast.case, given, self.run, self.tokens, left, *ends)


def main() -> None:
    """Print the table of the cases chosen."""
    parser = arguments("What `fast` has after a tenth of the runs.")
    parser.add_argument("--answers", type=Path, required=True, help="what is recorded")
    parser.add_argument("--strategy", default="balanced")
    options = parser.parse_args()
    found = []
    for case in chosen(options):
        with answers_of(case, options.answers) as answers:
            names = ("fast", options.strategy)
            found.append(First(*(curve_of(case, Options(name), answers)[0] for name in names)))
    ends = ("`fast`: runs", "tokens", f"`{options.strategy}`: runs", "tokens")
    print(header(("case", "tokens", "a tenth of the runs", "tokens then", "left", *ends)))
    for one in found:
        print(line(one.cells()))
    print(f"\nLeft after a tenth of the runs: {100 * mean([one.share for one in found]):.1f} %")


if __name__ == "__main__":
    main()
