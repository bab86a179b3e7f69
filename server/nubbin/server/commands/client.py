"""`nubbin client` (floor 10): like `nubbin reduce`, but through a language server."""

import asyncio
import contextlib
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, Unpack

import click

from nubbin.engine.vocabulary.errors import Interrupted, NubbinError, UsageError
from nubbin.engine.vocabulary.printable import shown
from nubbin.headless.client import Result, Task, reduce_file
from nubbin.headless.connection import connected
from nubbin.headless.session import Session
from nubbin.server.awake import run_awake
from nubbin.server.commands.hints import HINT_OPTION
from nubbin.server.commands.options import (
    FILE_NAME,
    HOW_OPTIONS,
    ORACLE_OPTIONS,
    OUTPUT_OPTIONS,
    ReduceOptions,
    pool_option,
    was_typed,
)
from nubbin.server.commands.output import put_or_tell, put_report, put_text, rerouted
from nubbin.server.commands.places import Output
from nubbin.server.commands.planning import Planned, planned
from nubbin.server.commands.terminal_text import resuming, table_of_passes, written
from nubbin.server.destinations import beside
from nubbin.server.interrupts import Interrupts
from nubbin.server.terminal import LINE_EVERY, at_once

_STOPPING: Final = "stopping with the best so far; Ctrl-C again ends at once"


@dataclass(slots=True)
class _Work:
    """What is to be done, and how far that has come, for when an interrupt ends it."""

    left: list[Planned]
    """The files for which nothing has been written yet, each with where its result goes."""
    several: bool
    """Whether there were several files, so that progress has to name the one it is about."""
    begun: bool = False
    """Whether the server works on the first of those that are left."""
    status: int = 0
    """The exit status of the first file that did not end with 0."""

    def interrupted(self) -> str:
        """Return sentences on what has become of the files that are left."""
        names = [shown(output.file) for _, output in self.left]
        words = "Interrupted."
        if self.begun:  # a server that loses its client puts the best so far beside the file
            kept = shown(beside(self.left[0][1].file))
            words += (
                f" If anything smaller than {names.pop(0)} was found, it is in {kept}, or, where "
                "there was such a file already, in one of that name with a number."
            )
        return f"{words} Nothing was written for {', '.join(names)}." if names else words


@click.command("client")
@click.argument("files", type=FILE_NAME, metavar="FILE...", nargs=-1, required=True)
@ORACLE_OPTIONS
@HOW_OPTIONS
@pool_option(hidden=True)
@HINT_OPTION
@OUTPUT_OPTIONS
@click.option(
    "--connect",
    "address",
    metavar="URL",
    help="Use the server at tcp://HOST:PORT or ws://HOST:PORT; default: start one.",
)
@click.option(
    "--token", metavar="T", help="The secret that this server asks for; default: $NUBBIN_TOKEN."
)
def command(
    files: tuple[Path, ...],
    hint: tuple[int, int] | None,
    address: str | None,
    token: str | None,
    **given: Unpack[ReduceOptions],
) -> int:
    """Reduce each FILE as an editor would: through the language server.

    Options and exit status are those of `nubbin reduce`, which also has --pool, --report and
    --rules; of several files, the first that did not end with 0 gives the status.
    """
    if given["pool"] is not None:
        raise UsageError("A server has its own workers. Use --pool with `nubbin reduce`.")
    several = len({*files}) > 1
    if several and (given["out"] is not None or given["report"] is not None):
        option = "--json" if given["out"] is None else "-o"
        raise UsageError(
            f"{option} names one file, and several are to be reduced. Leave it out, or reduce one "
            "at a time."
        )
    if address is None and was_typed("token"):
        raise UsageError("--token is for a server that runs already: name it with --connect.")
    left, status = planned(files, hint, given)
    work = _Work(left, several=several, status=status)
    with contextlib.suppress(asyncio.CancelledError, KeyboardInterrupt):
        run_awake(_reduce_all(work, address, token))
    if work.left:
        raise Interrupted(work.interrupted())
    return work.status


async def _reduce_all(work: _Work, address: str | None, token: str | None) -> None:
    """Reduce one file after the other, until all are done or the user stops it."""
    cancelled = asyncio.Event()
    with _interrupts(work, cancelled) as interrupts:
        try:
            async with connected(address, token) as session:
                while work.left and not cancelled.is_set():
                    task, output = work.left[0]
                    label = f"{shown(output.file)}: " if work.several else ""
                    _show_progress(session, label, quiet=output.quiet)
                    work.begun = interrupts.patient = True
                    result = await reduce_file(session, task, cancelled=cancelled)
                    if not work.left[1:]:
                        interrupts.disregard()  # nothing is left to stop: the last result is there
                    try:
                        status = _write(task, result, output, interrupts)
                    except NubbinError as error:  # the results to come can still be written
                        click.echo(f"nubbin: {error}", err=True)
                        status = error.exit_status
                    work.status = work.status or status
                    work.begun = False
                    del work.left[0]
        finally:
            interrupts.disregard()  # nothing is left to stop, and the loop is about to be closed


def _interrupts(work: _Work, cancelled: asyncio.Event) -> Interrupts:
    """Return interrupts that set `cancelled` at the first signal, and end the task at the second.

    Before the server has begun (`patient`), the first one ends the task: there is nothing to keep.
    Both take effect only between the steps of the task, so that a result is both written and
    reported, or neither. Once all files are done, they do nothing.
    """
    task = asyncio.current_task()
    assert task is not None

    def wished() -> None:
        if work.left:
            cancelled.set()
            if not work.left[0][1].quiet:
                click.echo(_STOPPING, err=True)

    def stopped() -> None:
        if work.left:
            task.cancel()

    soon = asyncio.get_running_loop().call_soon_threadsafe
    return Interrupts(
        partial(soon, wished),
        lambda: at_once(f"nubbin: {work.interrupted()}\n", sys.stderr),
        partial(soon, stopped),
    )


def _show_progress(session: Session, label: str, *, quiet: bool) -> None:
    """Print the server's warnings and, after a label, its progress: one line a second at most."""
    last = 0.0

    def report(value: dict[str, Any]) -> None:
        nonlocal last
        if value["kind"] == "report" and time.monotonic() - last >= LINE_EVERY:
            last = time.monotonic()
            standing = f"{value['percentage']:3d} % gone  {value['message']}"
            print(f"{label}{standing}", file=sys.stderr, flush=True)

    if not quiet:
        session.on_progress = report
    session.on_warning = lambda message: click.echo(message, err=True)


def _write(task: Task, result: Result, output: Output, interrupts: Interrupts) -> int:
    """Write text and figures where they belong, and say how it went; return the exit status.

    If something cannot be written there, the user is told, and the rest is done.
    """
    status, where, why = result.status, output.text, ""
    if (content := result.content) is not None:
        output, why = rerouted(
            output,
            len(content),
            cut_short=status != 0 or result.report is None or bool(result.report["stopped"]),
            unchecked=result.report is None or result.report["unchecked"],
        )
        where, failed = put_or_tell(lambda: put_text(task.content, content, output, interrupts))
        status = failed or status
    if output.verbose and result.report is not None:
        click.echo(table_of_passes(result.report["passes"]), err=True)
    well = status in (0, Interrupted.exit_status)
    if not well or not output.quiet or result.content is None:
        click.echo("\n".join(_sentences(result, output, where, why)), err=True)
    if (report := result.report) is not None:
        report["status"] = status
        report["input"]["path"] = str(output.file)
        report["output"]["path"] = None if where is None else str(where)
        _, unreported = put_or_tell(lambda: put_report(lambda: report, output, interrupts))
        status = status or unreported
    return status


def _sentences(result: Result, output: Output, where: Path | None, why: str) -> Iterator[str]:
    """Yield what is said about a reduction at its end.

    Args:
        result: what the server says of it.
        output: where the outputs of the reduction go.
        where: the file with its text; None: there is none.
        why: a clause that says why it is there; empty if there is nothing to say.
    """
    yield result.message
    if result.content is not None and where is not None:
        yield written(where, why)
    if result.report is not None and result.report["stopped"] and not output.in_place:
        yield resuming(result.report["stopped"])
