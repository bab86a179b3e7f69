"""The user's guesses about what matters in FILE: `--hint` and `--rules` (floor 10)."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Final, TypedDict

import click

from nubbin.engine.algorithms.rules import read_rules
from nubbin.engine.configurations.partition import lines
from nubbin.engine.request import Options
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.printable import shown
from nubbin.engine.vocabulary.text import Span
from nubbin.server.commands.input import read_bytes
from nubbin.server.commands.options import FILE_NAME, with_options

TRACE_STRATEGY: Final = "rddmin:granularity=line,cache=prefix"
"""The strategy for a trace, if rules are given but no strategy."""
_LINES: Final = re.compile(r"([0-9]{1,18})(?::([0-9]{1,18}))?")


class HintOptions(TypedDict):
    """The user's guesses about what matters."""

    hint: tuple[int, int] | None
    """First and last line, from 1."""
    rules: Path | None


def _range(context: click.Context, option: click.Parameter, value: str | None) -> object:
    """Read `12` or `12:20`."""
    del context, option
    if value is None:
        return None
    found = _LINES.fullmatch(value.strip())
    if found is None:
        raise click.BadParameter("it has to be a line or two, such as 12 or 12:20.")
    first = int(found[1])
    last = first if found[2] is None else int(found[2])
    if not 1 <= first <= last:
        raise click.BadParameter("lines count from 1, and the first comes first.")
    return first, last


HINT_OPTION = click.option(
    "--hint",
    metavar="FIRST:LAST",
    callback=_range,
    help="Lines that probably matter: they are tried before all else.",
)
HINT_OPTIONS = with_options(
    HINT_OPTION,
    click.option(
        "--rules",
        type=FILE_NAME,
        metavar="RULES",
        help="FILE is a trace of events; what these rules (see `nubbin rules`) leave of it is "
        "tried before all else. Default strategy then: " + TRACE_STRATEGY + ".",
    ),
)


def with_hints(
    options: Options, file: Path, text: bytes, given: HintOptions, strategy: str | None
) -> Options:
    """Return the options with the user's guesses.

    Args:
        options: how to reduce otherwise.
        file: the file that is to be reduced.
        text: its content.
        given: the guesses.
        strategy: the one on the command line; None: there is none.

    Raises:
        UsageError: the lines are not in the text, or the rules cannot be read.
    """
    if given["hint"] is not None:
        options = replace(options, hint=span_of(file, text, *given["hint"]))
    if given["rules"] is not None:
        rules = read_rules(read_bytes(given["rules"]), shown(given["rules"]))
        options = replace(options, rules=rules, strategy=strategy or TRACE_STRATEGY)
    return options


def span_of(file: Path, text: bytes, first: int, last: int) -> Span:
    """Return the span of the lines from `first` to `last`, both included and counted from 1.

    Raises:
        UsageError: the lines are not in the text.
    """
    ends = [0]
    for line in lines(text):
        ends.append(ends[-1] + len(line))
    if last >= len(ends):
        raise UsageError(
            f"The hint goes to line {last}, but {shown(file)} has {len(ends) - 1:,}. "
            "Point at lines of the file."
        )
    return Span(ends[first - 1], ends[last])
