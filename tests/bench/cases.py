"""Reduces every case of a collection with the real `nubbin`, and tabulates the results.

    python tests/bench/cases.py --cases tests/corpus --tools TOOLS [--client] [--out RESULTS.md]

A case is a folder with `case.toml`, the input it names, and `oracle.sh` (see
tests/corpus/README.md). A case whose oracle does not hold on its own input is skipped, with the
reason. This script itself asks the oracle about every result once more, in a fresh folder. Exit
status 0: every case that ran ended with status 0, is interesting, and gave the same bytes by
either command.
"""

import argparse
import csv
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_MISSING: Final = 99
_TOKEN: Final = re.compile(
    r"""
      "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*'     # a string or a character, with its escapes
    | \d[\w.]*                                       # a number, its suffix and fraction
    | [^\W\d][\w$]* | \$[\w$]*                       # a word
    | [^\w\s]                                        # any other sign, each by itself
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Size:
    """A text's size, measured in the same way whatever its language and the tool that made it."""

    tokens: int
    chars: int
    """Characters that are not white space."""
    bytes: int


def size_of(text: bytes) -> Size:
    """Return the size of a text; bytes that are not UTF-8 count as replacement characters."""
    decoded = text.decode("utf-8", "replace")
    return Size(
        tokens=sum(1 for _ in _TOKEN.finditer(decoded)),
        chars=sum(not sign.isspace() for sign in decoded),
        bytes=len(text),
    )


@dataclass(frozen=True, slots=True)
class Case:
    """One folder of the collection."""

    name: str
    text: bytes
    base: str
    """The input's base name, which every candidate has to have."""
    oracle: Path

    @classmethod
    def read(cls, folder: Path) -> "Case":
        """Return the case of a folder."""
        about = tomllib.loads((folder / "case.toml").read_text(encoding="utf-8"))
        base = about["file"]
        return cls(folder.name, (folder / base).read_bytes(), base, folder / "oracle.sh")

    def ask(self, text: bytes, environment: Mapping[str, str]) -> int:
        """Return the oracle's exit status on a text, in a fresh folder; 0 is interesting."""
        with tempfile.TemporaryDirectory(prefix="nubbin-bench-") as scratch:
            (Path(scratch) / self.base).write_bytes(text)
            return subprocess.run(
                [self.oracle, self.base],
                cwd=scratch,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=False,
            ).returncode


@dataclass(frozen=True, slots=True)
class Run:
    """One process of nubbin on one case."""

    status: int
    text: bytes | None
    """The result that it wrote; None: none."""
    runs: int | None
    seconds: float
    """Wall-clock time from start to end of the process."""
    stopped: str
    """Why it was cut short, in the report's word; empty if it was not."""
    said: str
    """The last line of its standard error."""


@dataclass(frozen=True, slots=True)
class Best:
    """The smallest result that another reducer is known to have reached on a case."""

    tokens: int
    chars: int
    runs: int
    peer: str


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; `reduced` is None for a case that was skipped."""

    case: Case
    reduced: Run | None
    note: str = ""
    still: bool = False
    """Whether the oracle, asked again, holds on the result."""
    client: Run | None = None

    @property
    def same(self) -> bool:
        """Whether both commands wrote the same bytes."""
        texts = {run.text for run in (self.reduced, self.client) if run}
        return len(texts) == 1 and None not in texts

    @property
    def good(self) -> bool:
        """Whether nothing went wrong with the case; true of a skipped one."""
        if self.reduced is None:
            return True
        return self.reduced.status == 0 and self.still and (self.client is None or self.same)


def run_nubbin(
    command: Sequence[str], case: Case, options: Sequence[str], environment: Mapping[str, str]
) -> Run:
    """Run `command FILE …` as a process in a workspace of its own."""
    with tempfile.TemporaryDirectory(prefix="nubbin-bench-") as name:
        workspace = Path(name)
        (workspace / case.base).write_bytes(case.text)
        result, report = workspace / "result", workspace / "report.json"
        asked = f"{shlex.quote(str(case.oracle))} {{name}}"
        files = ["--oracle", asked, "-o", str(result), "--json", str(report)]
        began = time.monotonic()
        ended = subprocess.run(
            [*command, case.base, *files, "--quiet", *options],
            cwd=workspace,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            check=False,
        )
        seconds = time.monotonic() - began
        written = json.loads(report.read_bytes()) if report.exists() else {}
        said = ended.stderr.decode("utf-8", "replace").strip().splitlines()
        return Run(
            status=ended.returncode,
            text=result.read_bytes() if result.exists() else None,
            runs=written.get("oracle", {}).get("runs"),
            seconds=seconds,
            stopped=written.get("stopped") or "",
            said=said[-1] if said else "",
        )


def run_case(
    case: Case, chosen: argparse.Namespace, options: Sequence[str], environment: Mapping[str, str]
) -> Row:
    """Return the row of a case: skipped, or reduced by one or both commands and checked again."""
    status = case.ask(case.text, environment)
    if status != 0:
        missing = "its tool is not installed" if status == _MISSING else f"oracle status {status}"
        return Row(case, None, note=f"skipped: {missing}")
    reduced = run_nubbin([chosen.nubbin, "reduce"], case, options, environment)
    still = reduced.text is not None and case.ask(reduced.text, environment) == 0
    client = None
    if chosen.client:
        client = run_nubbin([chosen.nubbin, "client"], case, options, environment)
    note = reduced.said if reduced.status else client.said if client and client.status else ""
    return Row(case, reduced, note=note, still=still, client=client)


def best_of_peers(table: Path) -> dict[str, Best]:
    """Return the smallest result for each case in a table with columns like `Best`'s fields."""
    best: dict[str, Best] = {}
    with table.open(encoding="utf-8", newline="") as lines:
        for line in csv.DictReader(lines, delimiter="\t"):
            tokens, chars, runs = (int(line[name]) for name in ("tokens", "chars", "runs"))
            one = Best(tokens, chars, runs, line["peer"])
            known = best.get(line["case"])
            if known is None or (one.tokens, one.chars) < (known.tokens, known.chars):
                best[line["case"]] = one
    return best


def heading(*, client: bool, peers: bool) -> list[str]:
    """Return the two lines that open the table."""
    names = ["case", "tokens", "chars", "bytes", "runs", "seconds", "status", "interesting"]
    names += ["client: same bytes", "client: seconds"] if client else []
    names += ["peers' best: tokens", "chars", "runs", "by"] if peers else []
    return [f"| {' | '.join(names)} |", "|---" * len(names) + "|"]


def cells(row: Row, best: Best | None, *, client: bool, peers: bool) -> str:
    """Return one line of the table, with empty cells for what was not run."""
    before, run = size_of(row.case.text), row.reduced
    found = [row.case.name, str(before.tokens), str(before.chars), str(before.bytes)]
    found += ["", "", row.note, ""]
    if run:
        status = ": ".join(filter(None, (str(run.status), run.stopped, row.note)))
        runs = "" if run.runs is None else str(run.runs)
        found[4:] = [runs, f"{run.seconds:.1f}", status, _yes(row.still)]
    if run and run.text is not None:
        after = size_of(run.text)
        sizes = zip(found[1:4], (after.tokens, after.chars, after.bytes), strict=True)
        found[1:4] = [f"{old} → {new}" for old, new in sizes]
    if client:
        found += [_yes(row.same), f"{row.client.seconds:.1f}"] if row.client else ["", ""]
    if peers:
        shown = (best.tokens, best.chars, best.runs, best.peer) if best else ("",) * 4
        found += [str(cell) for cell in shown]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in found) + " |"


def _yes(fact: bool) -> str:
    return "yes" if fact else "**no**"


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description="Reduce every case of a collection with nubbin.")
    parser.add_argument("--cases", type=Path, required=True, help="a folder of case folders")
    parser.add_argument("--tools", type=Path, required=True, help="handed to oracles: CASE_TOOLS")
    parser.add_argument("--only", nargs="+", default=[], help="names, or beginnings of names")
    parser.add_argument("--client", action="store_true", help="the same by `nubbin client`")
    parser.add_argument("--strategy", help="handed to nubbin, as are the next two")
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--max-time", type=float, metavar="S")
    parser.add_argument("--nubbin", default=_nubbin(), help="default: beside this Python")
    parser.add_argument("--peers", type=Path, metavar="TSV", help="results of other reducers")
    parser.add_argument("--out", type=Path, metavar="MD", help="also write the table here")
    return parser.parse_args()


def _nubbin() -> str:
    beside = Path(sys.executable).with_name("nubbin")
    return str(beside) if beside.exists() else "nubbin"


def table(folders: Sequence[Path], chosen: argparse.Namespace, rows: list[Row]) -> Iterator[str]:
    """Run the cases; yield the table's lines as they come, and add each row to `rows`."""
    names = ("strategy", "jobs", "max_time")
    given = [(f"--{name.replace('_', '-')}", getattr(chosen, name)) for name in names]
    options = [word for name, value in given if value is not None for word in (name, str(value))]
    environment = {**os.environ, "CASE_TOOLS": str(chosen.tools.resolve())}
    peers = best_of_peers(chosen.peers) if chosen.peers else {}
    shape = {"client": chosen.client, "peers": bool(peers)}
    command = shlex.join(["nubbin", "reduce", "FILE", "--oracle", "oracle.sh {name}", *options])
    yield f"`{command}` on {os.cpu_count()} cores; tokens are strings, numbers,"
    yield "words and single signs, counted the same way for every tool and language."
    yield ""
    yield from heading(**shape)
    for folder in folders:
        rows.append(run_case(Case.read(folder), chosen, options, environment))
        yield cells(rows[-1], peers.get(folder.name), **shape)


def main() -> int:
    """Run the chosen cases, print the table and write it; see the module for the exit status."""
    chosen = arguments()
    folders = sorted(about.parent for about in chosen.cases.resolve().glob("*/case.toml"))
    if chosen.only:
        folders = [each for each in folders if each.name.startswith(tuple(chosen.only))]
    if not folders or shutil.which(chosen.nubbin) is None:
        lacking = "no such case" if not folders else f"{chosen.nubbin} not found"
        print(f"cases.py: {lacking}", file=sys.stderr)
        return 2
    rows: list[Row] = []
    lines: list[str] = []
    for line in table(folders, chosen, rows):
        print(line, flush=True)
        lines.append(line)
        if chosen.out:
            chosen.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0 if all(row.good for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
