"""What the comparisons with the papers share: cases, a pool that remembers answers, tables.

Run them from `tests/` as modules: `python -m bench.papers_jerry --cases CASES --tools TOOLS`.
"""

import argparse
import csv
import os
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import count
from pathlib import Path

from nubbin.engine.figures import Reduction
from nubbin.engine.oracles.local_pool import LocalPool
from nubbin.engine.oracles.oracle import OracleSpec, Verdict
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Options, Request
from nubbin.engine.vocabulary.errors import NubbinError
from nubbin.engine.vocabulary.outcome import Outcome

HERE = Path(__file__).parent
JRTS = ("3299", "3361", "3376", "3431", "3479", "3483", "3523")
"""The cases of the JerryScript Reduction Test Suite that are used."""


@dataclass(frozen=True, slots=True)
class Case:
    """A folder with `case.toml`, the input it names, and `oracle.sh`."""

    name: str
    path: Path
    text: bytes
    oracle: OracleSpec

    @classmethod
    def read(cls, folder: Path, timeout: float) -> "Case":
        """Return the case of a folder; a run of its oracle may take `timeout` seconds."""
        about = tomllib.loads((folder / "case.toml").read_text(encoding="utf-8"))
        path = folder / about["file"]
        command = (str((folder / "oracle.sh").resolve()), "{name}")
        return cls(
            folder.name, path, path.read_bytes(), OracleSpec(command, folder, timeout=timeout)
        )


class Remembering:
    """A pool that asks a deterministic oracle only once about each text.

    This saves time when many variants ask about the same texts; the runs that a reduction counts
    are not changed by it. A text whose run takes too long counts as uninteresting from then on.

    Args:
        pool: makes the runs.
        jobs: how many texts the algorithms may have under way, however many the pool runs at once.
    """

    def __init__(self, pool: LocalPool, jobs: int) -> None:
        self.jobs = jobs
        self._pool = pool
        self._known: dict[bytes, Outcome] = {}
        self._ready: list[tuple[int, Verdict]] = []
        self._asked: dict[int, bytes] = {}
        self._tickets = count(-1, -1)  # the tickets of the pool below are not negative

    def submit(self, text: bytes, timeout: float) -> int:
        """Start a run, unless the text's outcome is known."""
        digest = blake2b(text, digest_size=16).digest()
        known = self._known.get(digest)
        if known is None:
            ticket = self._pool.submit(text, timeout)
            self._asked[ticket] = digest
            return ticket
        ticket = next(self._tickets)
        self._ready.append((ticket, Verdict(known, 0.0)))
        return ticket

    def wait(self, timeout: float | None = None) -> list[tuple[int, Verdict]]:
        """Return the known answers if any were asked for, else wait for the oracle."""
        if self._ready:
            ready, self._ready = self._ready, []
            return ready
        verdicts = []
        for ticket, verdict in self._pool.wait(timeout):
            outcome = Outcome.UNINTERESTING if verdict.timed_out else verdict.outcome
            self._known[self._asked.pop(ticket)] = outcome
            verdicts.append((ticket, replace(verdict, outcome=outcome, timed_out=False)))
        return verdicts

    def cancel(self, tickets: Iterable[int]) -> None:
        """Forget runs."""
        gone = set(tickets)
        self._ready = [entry for entry in self._ready if entry[0] not in gone]
        self._pool.cancel(ticket for ticket in gone if ticket >= 0)

    def close(self) -> None:
        """Close the pool below."""
        self._pool.close()


@contextmanager
def remembering(case: Case, jobs: int = 1) -> Iterator[Remembering]:
    """A pool of one worker, for all reductions of one case."""
    pool = Remembering(LocalPool(case.oracle, case.path, 1), jobs)
    try:
        yield pool
    finally:
        pool.close()


def reduced(
    case: Case, strategy: str, pool: Remembering, max_tests: int | None = None
) -> Reduction:
    """Reduce a case by the named strategy."""
    options = Options(strategy=strategy, max_tests=max_tests)
    return reduce(Request(case.text, case.path, case.oracle, options), pool=pool)


def arguments(about: str) -> argparse.ArgumentParser:
    """Return a parser of the options that all of these scripts have."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--cases", type=Path, required=True, help="a folder of case folders")
    parser.add_argument("--tools", type=Path, help="handed to the oracles as CASE_TOOLS")
    parser.add_argument("--timeout", type=float, default=3.0, metavar="S", help="of a run")
    parser.add_argument("--only", nargs="+", metavar="CASE", help="names of cases")
    return parser


def limited(about: str) -> argparse.ArgumentParser:
    """Return the same parser, with an option to stop reductions before their end."""
    parser = arguments(about)
    parser.add_argument("--max-tests", type=int, help="stop each reduction after so many runs")
    return parser


def chosen(options: argparse.Namespace, names: Sequence[str] | None = None) -> Iterator[Case]:
    """Yield the cases that exist: of those chosen by `--only`, else of `names`; None: all."""
    if options.tools is not None:
        os.environ["CASE_TOOLS"] = str(options.tools.resolve())
    if names is None:
        names = sorted(about.parent.name for about in options.cases.glob("*/case.toml"))
    for name in options.only or names:
        folder = options.cases / name
        if (folder / "case.toml").exists():
            yield Case.read(folder, options.timeout)


def facts(name: str) -> list[dict[str, str]]:
    """Return the rows of a table of published figures that lies beside this module."""
    with (HERE / name).open(encoding="utf-8", newline="") as rows:
        return list(csv.DictReader(rows, delimiter="\t"))


def line(cells: Iterable[object]) -> str:
    """Return one line of a Markdown table."""
    return "| " + " | ".join("" if cell is None else str(cell) for cell in cells) + " |"


def header(names: Sequence[str]) -> str:
    """Return the two lines that open a Markdown table."""
    return line(names) + "\n" + "|---" * len(names) + "|"


def or_left_out(case: Case, lines: Iterator[str]) -> Iterator[str]:
    """Yield a case's lines, or one that says why there are none."""
    try:
        yield from lines
    except NubbinError as error:
        yield f"\n{case.name} left out: {said(error)}\n"


def said(error: NubbinError) -> str:
    """Return the first sentence of an error."""
    return str(error).splitlines()[0]


def change(old: float, new: float) -> str:
    """Return the relative change from old to new, in per cent."""
    return f"{100 * (new - old) / old:+.1f} %" if old else "–"
