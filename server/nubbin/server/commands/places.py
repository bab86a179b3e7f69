"""Where results go (floor 10): places are checked before any work is begun."""

import contextlib
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from nubbin.engine.oracles.files import check_writable
from nubbin.engine.oracles.mentioned import programs_of
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.printable import shown
from nubbin.server.commands.options import ReduceOptions
from nubbin.server.destinations import beside, free_beside
from nubbin.server.settings import Settings
from nubbin.server.streams import check_stdout, is_stdout

_DEVICES: Final = re.compile("/(dev|proc/.*)/[^/]*", re.DOTALL)
"""Paths that are other names of open files, such as /dev/stdin."""


@dataclass(frozen=True, slots=True)
class Output:
    """Where each output of a reduction goes."""

    file: Path
    """The file that is reduced, as the user names it."""
    text: Path | None
    """Where the reduced text goes; None: standard output."""
    named: bool
    """Whether the user has named that file, so that a link there is followed."""
    in_place: bool
    report: Path | None
    """Where the figures go; None: nowhere, unless `report_to_stdout`."""
    report_to_stdout: bool
    quiet: bool
    verbose: bool
    page: Path | None = None
    """Where the page of `--report` goes; None: nowhere."""

    @property
    def place(self) -> str:
        """The path of the file that is really written; empty for standard output."""
        if self.text is None:
            return ""
        return os.path.realpath(self.text) if self.named else entry(self.text)


def entry(file: Path) -> str:
    """Return a path with the links in its folder resolved, but not the file itself."""
    return os.path.join(os.path.realpath(file.parent), file.name)


def output_of(file: Path, given: ReduceOptions) -> Output:
    """Return where to write, after a check that these places can be written to.

    Raises:
        UsageError: two options contradict each other, or a place cannot be written to.
    """
    _check_agree(given)
    out, in_place, report = given["out"], given["in_place"], given["report"]
    named = in_place or out is not None
    text = None if is_stdout(out) else file if in_place else out or beside(file)
    if text is not None:
        _check_text(text, file, named=named, in_place=in_place)
    place = None if is_stdout(report) else report
    if place is not None:
        _check_beside("--json", place, file, text)
    return Output(
        file, text, named, in_place, place, is_stdout(report), given["quiet"], given["verbose"]
    )


def _check_agree(given: ReduceOptions) -> None:
    """Make sure that the options can be meant together, and that standard output is there for them.

    Raises:
        UsageError: two of them contradict each other, or it is closed.
    """
    if given["in_place"] and given["out"] is not None:
        raise UsageError("-o and --in-place contradict each other: leave one out.")
    if given["quiet"] and given["verbose"]:
        raise UsageError("--quiet and --verbose contradict each other: leave one out.")
    to_stdout, report_to_stdout = is_stdout(given["out"]), is_stdout(given["report"])
    if to_stdout and report_to_stdout:
        raise UsageError("-o and --json would mix on standard output: give one of them a file.")
    if to_stdout or report_to_stdout:
        check_stdout()


def _check_text(text: Path, file: Path, *, named: bool, in_place: bool) -> None:
    """Make sure that the reduced text can be written where it is to go.

    Args:
        text: where it is to go.
        file: the file that is reduced.
        named: whether the user has named the place.
        in_place: whether it is to go over the file.

    Raises:
        UsageError: it cannot be written there, or would replace the file unasked.
    """
    replaced = not named and os.path.islink(text)  # a link that nobody named is not followed
    with _elsewhere_told(named):
        if not named and _DEVICES.fullmatch(entry(file)):  # root may write there, but must not
            raise UsageError(f"{shown(text)} would stand among devices, where no result goes.")
        check_writable(free_beside(file) if replaced else text)
    if not in_place and not replaced and is_same(text, file):
        raise UsageError(
            f"{shown(text)} is the input. Write over it with --in-place, "
            "or name another file with -o."
        )


def with_page(output: Output, page: Path | None) -> Output:
    """Return the output with a page added, after a check that it can be written.

    Raises:
        UsageError: it cannot be written, or would replace the input or another output.
    """
    if page is not None:
        if is_stdout(page):
            raise UsageError("A page is for a file, not for standard output: name one.")
        _check_beside("--report", page, output.file, output.text, output.report)
    return replace(output, page=page)


def _check_beside(option: str, place: Path, *others: Path | None) -> None:
    """Make sure that a file can be written, and is not one of the others.

    Raises:
        UsageError: it cannot be written, or is one of them.
    """
    check_writable(place)
    if any(other is not None and is_same(place, other) for other in others):
        raise UsageError(f"{option} would write over {shown(place)}. Name another file.")


@contextlib.contextmanager
def _elsewhere_told(named: bool) -> Iterator[None]:
    """Add to a refusal of the default place how to name another one.

    Raises:
        UsageError: the place is refused.
    """
    try:
        yield
    except UsageError as error:
        how = "" if named else " With -o OUT the result of one file goes elsewhere."
        raise UsageError(f"{error}{how}") from error


def check_spared(output: Output, read: Iterable[Path]) -> None:
    """Make sure that nothing is written over the files that a reduction reads.

    Args:
        output: where the result and its figures go.
        read: settings, rules, and files that the commands name; they need not exist. The input
            may be among them.

    Raises:
        UsageError: one of these files would be overwritten.
    """
    text = None if output.in_place else output.text
    written = (("-o", text), ("--json", output.report), ("--report", output.page))
    for option, place in written:
        if place is not None and any(is_same(place, file) for file in read):
            raise UsageError(
                f"{option} would write over {shown(place)}, which the reduction goes by. "
                "Name another file."
            )


def read_beside(settings: Settings, *commands: OracleSpec | None) -> Iterator[Path]:
    """Yield the files a reduction reads besides its input: settings, and what commands name."""
    yield from settings.files
    for spec in commands:
        yield from map(Path, () if spec is None else programs_of(spec))


def is_same(one: Path, other: Path) -> bool:
    """Whether two paths, which need not exist, lead to the same regular file."""
    with contextlib.suppress(OSError):  # the current folder is gone, or one of them is by now
        # Not methods of `Path`, which up to Python 3.13 raise an error where we may not look.
        if os.path.isfile(one) and os.path.isfile(other):
            return one.samefile(other)
        return not os.path.exists(one) and os.path.realpath(one) == os.path.realpath(other)
    return False
