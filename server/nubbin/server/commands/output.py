"""Writing texts and figures: to files, or as bytes to standard output (floor 10)."""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, Final, TypeVar

import click

from nubbin.engine.oracles.files import alone, read_regular, write_atomically
from nubbin.engine.report import encoded, is_report
from nubbin.engine.vocabulary.errors import NubbinError, Unwritable, UsageError
from nubbin.engine.vocabulary.printable import reason_of, shown
from nubbin.server.commands.page import is_page
from nubbin.server.commands.places import Output, is_same
from nubbin.server.commands.terminal_text import NOT_IN_PLACE, in_place_of, smaller
from nubbin.server.destinations import free_beside, keep_elsewhere
from nubbin.server.interrupts import Interrupts
from nubbin.server.streams import Unread

T = TypeVar("T")
_STDOUT: Final = "standard output"


def write_stdout(data: bytes) -> None:
    """Write bytes to standard output, all of them, at once.

    Raises:
        NoRoom: it is a file, and the disk is full.
        NubbinError: nobody reads it, or it cannot be written (`streams` raises these).
    """
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
    except Unread as error:  # a plain error, as the loss of a result must not be silent
        raise NubbinError(str(error)) from error


@contextlib.contextmanager
def asking_for_another_place() -> Iterator[None]:
    """Ask for another place if one that the user has named cannot be written to.

    Raises:
        UsageError: it cannot.
    """
    try:
        yield
    except Unwritable as error:
        raise UsageError(f"{error} Name another place.") from error


def rerouted(output: Output, size: int, *, cut_short: bool, unchecked: bool) -> tuple[Output, str]:
    """Return where a result really goes, and a clause that says why, if there is something to say.

    The result of an earlier run is replaced, unless the user has named it. If a reduction was cut
    short, and has come to something larger, its result goes beside that: otherwise, whoever begins
    the same once more and breaks it off would lose what a whole night has found. Nor does a result
    that was not checked replace the input.

    Args:
        output: where it belongs.
        size: its bytes.
        cut_short: whether the reduction was, or ended in an error.
        unchecked: whether nobody knows if the oracle holds on the result.
    """
    if unchecked and output.in_place:
        beside = free_beside(output.file)
        return replace(output, text=beside, named=False, in_place=False), NOT_IN_PLACE
    place = output.text
    if output.named or place is None or os.path.islink(place):
        return output, ""
    try:
        before = place.stat().st_size
    except OSError:
        return output, ""
    if cut_short and before < size:
        return replace(output, text=free_beside(output.file)), smaller(place)
    return output, in_place_of(before)


def put_text(before: bytes, text: bytes, output: Output, interrupts: Interrupts) -> Path | None:
    """Write a reduced text where it belongs; return the file, None for standard output.

    Args:
        before: what the input held when it was read.
        text: what it was reduced to.
        output: where it belongs.
        interrupts: let a signal end the writing if that takes too long.

    Raises:
        NubbinError: it could not be written there; the message says where it is kept instead.
    """
    file, place = output.file, output.text
    where = _STDOUT if place is None else shown(place)
    try:
        with asking_for_another_place(), interrupts.writing(where):
            if place is None:
                in_sight = sys.stdout.isatty() and not text.endswith(b"\n")
                # In a terminal, the next message has to begin on a line of its own.
                write_stdout(text + b"\n" * in_sight)
            elif output.in_place:
                _replace(file, before, text)
            elif output.named and is_same(place, file):  # it was another file before the work
                raise NubbinError(f"{shown(place)} leads to the input now, which was left alone.")
            else:
                write_atomically(place, text, like=file, follow=output.named)
    except NubbinError as error:
        raise type(error)(f"{error}\nThe reduced text is {_keep(file, text)}.") from error
    return place


def _replace(file: Path, before: bytes, text: bytes) -> None:
    """Replace the input by the reduced text, if the input has not changed.

    Raises:
        NubbinError: it has changed or gone, or it cannot be read or written.
    """
    with alone(file):
        if _read(file) != before:
            raise NubbinError(f"{shown(file)} has changed meanwhile and was left as it is.")
        if text != before:
            write_atomically(file, text)


def put_or_tell(put: Callable[[], T]) -> tuple[T | None, int]:
    """Write a result, or print why it cannot be written, so that whatever else there is still is.

    Returns:
        What `put` does, None after an error; and the exit status, 0 if all is well.
    """
    try:
        return put(), 0
    except NubbinError as error:
        click.echo(f"nubbin: {error}", err=True)
        # The place was fit before the work, so that it is not any more is no mistake in the usage.
        later = isinstance(error, UsageError)
        return None, NubbinError.exit_status if later else error.exit_status


def _read(file: Path) -> bytes:
    """Return what the input holds by now.

    Raises:
        NubbinError: it is gone, or cannot be read.
    """
    try:
        return read_regular(file)
    except FileNotFoundError as error:
        raise NubbinError(f"{shown(file)} is gone, and was not recreated.") from error
    except OSError as error:
        raise NubbinError(
            f"{shown(file)} cannot be read any more: {reason_of(error)}. It was left as it is."
        ) from error


def _keep(file: Path, text: bytes) -> str:
    """Save a text that could not be written where it belongs; return words on where it is."""
    place = keep_elsewhere(file, text)
    if place is None:
        return "lost, for there is no room elsewhere either. Free some, then run the same again"
    return f"kept in {shown(place)}"


def clear_reports(output: Output) -> None:
    """Remove the figures and the page of an earlier run, so that nobody takes them for this one's.

    Raises:
        UsageError: they cannot be removed, so that they could not be replaced either.
    """
    with asking_for_another_place():
        _clear(output.report, is_report)
        _clear(output.page, is_page)


def _clear(place: Path | None, is_ours: Callable[[BinaryIO], bool]) -> None:
    """Remove a file if there is one, and nubbin has made it; see `clear_reports`."""
    if place is None or not os.path.isfile(place):
        return
    try:
        with place.open("rb") as file:
            if not is_ours(file):
                return  # some other file, which stays until a new one replaces it
        os.unlink(os.path.realpath(place))  # a link itself stays, for the new file
    except OSError as error:
        raise Unwritable(f"Cannot write {shown(place)}: {reason_of(error)}.") from error


def put_report(
    report: Callable[[], dict[str, object]], output: Output, interrupts: Interrupts
) -> None:
    """Write the figures of `--json`; `report` makes them only if they were asked for.

    Raises:
        NubbinError: they cannot be written.
    """
    place = _STDOUT if output.report is None else shown(output.report)
    with asking_for_another_place(), interrupts.writing(place):
        if output.report is not None:
            write_atomically(output.report, encoded(report()))
        elif output.report_to_stdout:
            write_stdout(encoded(report()))


def put_page(content: Callable[[], bytes], output: Output, interrupts: Interrupts) -> None:
    """Write the page of `--report`; `content` makes it only if it was asked for.

    Raises:
        NubbinError: it cannot be written.
    """
    if output.page is not None:
        with asking_for_another_place(), interrupts.writing(shown(output.page)):
            write_atomically(output.page, content())
