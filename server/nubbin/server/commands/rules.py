"""`nubbin rules` (floor 10)."""

import os
from pathlib import Path

import click

from nubbin.engine.algorithms.rules import CONFIDENCE, MIN_WITNESSES, encoded, mine
from nubbin.engine.oracles.files import check_writable, write_atomically
from nubbin.engine.trees.event_log import Entry, read_log
from nubbin.engine.vocabulary.counted import counted
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.nearest import advice
from nubbin.engine.vocabulary.printable import shown
from nubbin.server.commands.input import read_bytes
from nubbin.server.commands.options import FILE_NAME, FILE_OR_DASH
from nubbin.server.commands.output import asking_for_another_place, write_stdout
from nubbin.server.commands.places import is_same
from nubbin.server.streams import is_stdout


def _share(context: click.Context, option: click.Parameter, value: float) -> float:
    """Accept a share above 0 and at most 1."""
    del context, option
    if not 0 < value <= 1:  # true of NaN as well
        raise click.BadParameter("it has to be above 0 and at most 1.")
    return value


@click.command("rules")
@click.argument("logs", type=FILE_NAME, metavar="LOGS...", nargs=-1, required=True)
@click.option(
    "-o",
    "--output",
    "out",
    type=FILE_OR_DASH,
    default="-",
    metavar="RULES",
    help="Write the rules to RULES; default: standard output.",
)
@click.option(
    "--confidence",
    type=float,
    callback=_share,
    default=CONFIDENCE,
    show_default=True,
    metavar="P",
    help="The share of the cases that test a rule which must agree with it.",
)
@click.option(
    "--min-witnesses",
    type=click.IntRange(1),
    default=MIN_WITNESSES,
    show_default=True,
    metavar="N",
    help="The fewest cases that must agree with a rule.",
)
@click.option(
    "--ignore", multiple=True, metavar="NAME", help="Leave this variable out of the states."
)
def command(
    logs: tuple[Path, ...],
    out: Path,
    confidence: float,
    min_witnesses: int,
    ignore: tuple[str, ...],
) -> int:
    """Learn from LOGS of runs that went well how traces of events can be rewritten.

    A log has one line for each event, with the state it led to:
    {"event": "add", "args": [1], "state": {"items": 1}}

    A rule says that two sequences of events come to the same, such as [add(a); delete(a)] = [].
    The rules come one a line: strike out what you know to be wrong, then give the file to
    `nubbin reduce TRACE --rules RULES`.

    Exit status: 0 done, 1 internal error or disk full, 2 usage, or a line that is no event.
    """
    to_stdout = is_stdout(out)
    if not to_stdout:
        check_writable(out)
        for log in logs:
            if os.path.exists(log) and is_same(out, log):
                raise UsageError(f"-o would write over {shown(log)}. Name another file.")
    entries = [read_log(read_bytes(log), shown(log), states=True) for log in logs]
    _check_names(ignore, entries)
    rules = mine(entries, confidence=confidence, min_witnesses=min_witnesses, ignored=ignore)
    if to_stdout:
        write_stdout(encoded(rules))
    else:
        with asking_for_another_place():
            write_atomically(out, encoded(rules))
    place = "" if to_stdout else f" Written to {shown(out)}."
    events = sum(map(len, entries))
    click.echo(f"{counted(events, 'event')}: {counted(len(rules), 'rule')}.{place}", err=True)
    if not rules:
        click.echo(
            "Nothing was seen often enough. Give more logs, ask for less with --min-witnesses or "
            "--confidence, or leave variables that do not matter out with --ignore.",
            err=True,
        )
    return 0


def _check_names(names: tuple[str, ...], logs: list[tuple[Entry, ...]]) -> None:
    """Make sure that the variables to be ignored occur in the logs.

    Raises:
        UsageError: one of them is in no state.
    """
    known = {name for log in logs for entry in log for name in entry.state or ()}
    for name in names:
        if name not in known:
            raise UsageError(
                f"No state in these logs has a variable {name!r}. {advice(name, known)}"
            )
