"""Runs wasted on texts that the language's own tool does not even parse.

    python -m bench.wasted --cases CASES --tools TOOLS --answers FOLDER [--only CASE…]
        [--strategy balanced]

(from `tests/`). Every text that the reduction asks about, except in the checks, is judged: by `gcc
-fsyntax-only` (or clang's, if gcc refuses the input itself), in the way of `node --check`, or by
Python's `ast.parse`. A case whose input is refused is left out; CPATH may name headers that it
needs. C compilers also refuse wrong types and undeclared names; their messages tell which refusals
are for syntax proper.
"""

import argparse
import ast
import os
import re
import shutil
import subprocess
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from bench.answers import Answers
from bench.papers_common import Case, arguments, chosen, header, line
from bench.watched import CHECKS, Asked, answers_of, watched
from nubbin.engine.request import Options

Judgement = Literal["good", "meaning", "syntax"]
"""Whether a tool accepts a text, refuses it for its meaning, or does not even parse it."""
Judge = Callable[[Sequence[bytes]], list[Judgement]]

_SYNTAX = re.compile(
    rb"error: (?:expected |stray |missing terminating |unterminated |unbalanced |extraneous )"
    rb"|error: (?:.* without a previous |.* directive|#)"
    rb"|error: (?:invalid suffix|invalid digit|exponent has no|empty character|too many decimal)"
    rb"|error: (?:.*label at end of compound|.*not within a switch|empty enum|.*without expression)"
)
"""Messages of the compilers' parsers and preprocessors. "expected" also comes where an undeclared
name stands in a type's place, so this counts a little too much."""

_NODE = """
const fs = require("fs"), vm = require("vm"), folder = process.argv[1];
const names = ["exports", "require", "module", "__filename", "__dirname"];
for (const name of fs.readdirSync(folder)) {
  const text = fs.readFileSync(folder + "/" + name, "utf8").replace(/^#!.*/, "");
  try { vm.compileFunction(text, names); } catch (error) { console.log(name); }
}
"""
"""Does what `node --check` does, for many texts at once: compiles each as the body of a function
with these parameters. Prints the numbers of those that do not compile."""


def by_compiler(command: str, texts: Sequence[bytes]) -> list[Judgement]:
    """Judge C texts by a compiler's exit status, then by its messages."""
    return [_of_compiler(command, text) for text in texts]


def _of_compiler(command: str, text: bytes) -> Judgement:
    ended = subprocess.run(
        [command, "-fsyntax-only", "-w", "-x", "c", "-"],
        input=text,
        capture_output=True,
        env={**os.environ, "LC_ALL": "C"},
        check=False,
    )
    if ended.returncode == 0:
        return "good"
    return "syntax" if _SYNTAX.search(ended.stderr) else "meaning"


def by_node(texts: Sequence[bytes]) -> list[Judgement]:
    """Judge JavaScript texts, as scripts."""
    with tempfile.TemporaryDirectory(prefix="nubbin-wasted-") as folder:
        for index, text in enumerate(texts):
            (Path(folder) / str(index)).write_bytes(text)
        ended = subprocess.run(
            ["node", "-e", _NODE, folder], capture_output=True, text=True, check=True
        )
    refused = {int(name) for name in ended.stdout.split()}
    return ["syntax" if index in refused else "good" for index in range(len(texts))]


def by_python(texts: Sequence[bytes]) -> list[Judgement]:
    """Judge Python texts, by the version that runs this."""
    return [_of_python(text) for text in texts]


def _of_python(text: bytes) -> Judgement:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # dubious literals are not errors
        try:
            ast.parse(text)
        except (SyntaxError, ValueError):  # ValueError: NUL bytes
            return "syntax"
    return "good"


def judge_of(case: Case) -> Judge | None:
    """Return the first judge for the case's language that accepts its input, or None."""
    judges: Mapping[str, Sequence[Judge]] = {
        ".c": [
            partial(by_compiler, name)
            for name in ("gcc", "clang", "clang-14")
            if shutil.which(name) is not None
        ],
        ".js": [by_node],
        ".py": [by_python],
    }
    here = judges.get(case.path.suffix, ())
    return next((judge for judge in here if judge([case.text]) == ["good"]), None)


@dataclass(frozen=True, slots=True)
class Waste:
    """The judgements on the runs of a case."""

    case: str
    runs: Counter[str]
    """The number of runs by pass."""
    meaning: Counter[str]
    """The texts refused for their meaning, by pass."""
    syntax: Counter[str]
    """The texts refused for their syntax, by pass."""


def waste(case: Case, strategy: str, answers: Answers, judge: Judge) -> Waste:
    """Judge every text that the strategy asks about on a case."""
    heard: list[Asked] = []
    watched(case, Options(strategy=strategy), answers, heard.append)
    asked = [each for each in heard if each.step != CHECKS]
    judged = judge([each.text for each in asked])
    found = {
        kind: Counter(each.step for each, how in zip(asked, judged, strict=True) if how == kind)
        for kind in set(judged)
    }
    return Waste(
        case.name,
        Counter(each.step for each in asked),
        found.get("meaning", Counter()),
        found.get("syntax", Counter()),
    )


def table(wastes: Sequence[Waste]) -> list[str]:
    """Return a line for each case, one for all of them, and one for each pass in all of them."""
    names = ("case", "runs", "refused", "share", "for syntax", "share")
    lines = [header(names), *(_row(each.case, [each]) for each in wastes)]
    lines += [_row("**together**", wastes), ""]
    steps = list(dict.fromkeys(step for each in wastes for step in each.runs))
    lines.append(header(("pass", *names[1:])))
    return lines + [_row(step, wastes, step) for step in steps]


def _row(name: str, wastes: Iterable[Waste], step: str | None = None) -> str:
    runs = syntax = meaning = 0
    for each in wastes:
        runs += _sum(each.runs, step)
        syntax += _sum(each.syntax, step)
        meaning += _sum(each.meaning, step)
    refused = syntax + meaning
    shares = [f"{100 * count / max(runs, 1):.1f} %" for count in (refused, syntax)]
    return line((name, runs, refused, shares[0], syntax, shares[1]))


def _sum(counts: Counter[str], step: str | None) -> int:
    return counts.total() if step is None else counts[step]


def main() -> None:
    """Print the table of the cases that have a judge."""
    options = _arguments()
    wastes = []
    for case in chosen(options):
        judge = judge_of(case)
        if judge is None:
            print(f"<!-- {case.name} has no judge that takes its input -->", flush=True)
            continue
        with answers_of(case, options.answers) as answers:
            wastes.append(waste(case, options.strategy, answers, judge))
    print("\n".join(table(wastes)))


def _arguments() -> argparse.Namespace:
    parser = arguments("Runs wasted on text that the language's own tool does not parse.")
    parser.add_argument("--answers", type=Path, required=True, help="what is recorded")
    parser.add_argument("--strategy", default="balanced")
    return parser.parse_args()


if __name__ == "__main__":
    main()
