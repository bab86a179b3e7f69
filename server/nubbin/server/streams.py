"""Standard output and error, in whatever state the shell left them (floor 10).

What a command was asked for goes to standard output: where it cannot be written, the command ends
with a sentence. Standard error accompanies the work: what cannot be written there is dropped, and
the work goes on.
"""

import codecs
import errno
import fcntl
import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from nubbin.engine.oracles.files import FULL
from nubbin.engine.vocabulary.errors import NoRoom, NubbinError, UsageError
from nubbin.engine.vocabulary.printable import reason_of

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_OUT: Final = 1
_ERR: Final = 2
# Where one is closed, the next file that is opened would take its number, and get its output.
# Nothing can be written to what stands in for standard output, so that nobody takes it for done.
_STAND_INS: Final = ((0, os.O_RDONLY), (_OUT, os.O_RDONLY), (_ERR, os.O_WRONLY))

_SPELT: Final = "nubbin.spelt"
"""How what an encoding cannot say is written: signs of ours by ASCII, all else by its number."""
_ASCII: Final = {"→": "->", "…": "..."}


def prepare() -> None:
    """Give the process streams that commands may rely on, and that their children inherit.

    Afterwards a write to `sys.stdout` that fails raises a NubbinError, the first time; one to
    `sys.stderr` never fails. No encoding of a terminal, and no bytes of a file name, fail either.
    """
    for descriptor, mode in _STAND_INS:
        try:
            os.fstat(descriptor)
        except OSError:
            os.set_inheritable(os.open(os.devnull, mode), True)  # the lowest free number is its
    codecs.register_error(_SPELT, _spelt)
    sys.stdout = _text(sys.stdout, _Results(_OUT))
    sys.stderr = _text(sys.stderr, _Output(_ERR))


def is_stdout(place: Path | None) -> bool:
    """Whether what is written to a place goes where standard output does: `-`, or any name of it.

    The null device is no such place: what goes there is not to be read, so nothing can mix.
    """
    if place is None or place == Path("-"):
        return place is not None
    try:
        found = place.stat()
        null = os.path.samestat(found, os.stat(os.devnull))
        return os.path.samestat(found, os.fstat(_OUT)) and not null
    except OSError:
        return False


def check_stdout() -> None:
    """Find out before the work whether a result can go to standard output.

    Raises:
        UsageError: it is closed.
    """
    if fcntl.fcntl(_OUT, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
        raise UsageError(
            "Standard output is closed, so nothing can be written to it. Send it to a file."
        )


class Unread(NubbinError):
    """Nobody reads standard output any more, as behind `| head`."""


class _Output(io.RawIOBase):
    """A descriptor to write to, which stays open whatever becomes of this."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def fileno(self) -> int:
        return self._descriptor

    def isatty(self) -> bool:
        return os.isatty(self._descriptor)

    def writable(self) -> bool:
        return True

    def write(self, data: "ReadableBuffer", /) -> int:
        try:
            return os.write(self._descriptor, data)
        except OSError as error:
            self._failed(error)
        return memoryview(data).nbytes

    def _failed(self, error: OSError) -> None:
        """Take note that something could not be written; it is dropped if this returns."""


class _Results(_Output):
    """What a command was asked for: nothing more of it is written once that has failed."""

    _lost = False

    def write(self, data: "ReadableBuffer", /) -> int:
        if self._lost:
            return memoryview(data).nbytes
        try:
            return super().write(data)
        except KeyboardInterrupt:  # it has waited for a reader, and so would all that comes
            self._lost = True
            raise

    def _failed(self, error: OSError) -> None:
        self._lost = True
        check_stdout()
        kind, advice = NubbinError, "Send it to a file, or to a program that reads all of it."
        if error.errno in FULL:
            kind, advice = NoRoom, "Free some room, or send it elsewhere."
        elif error.errno == errno.EPIPE:
            kind = Unread
        raise kind(f"Cannot write to standard output: {reason_of(error)}. {advice}") from error


def _spelt(error: UnicodeError) -> tuple[str, int]:
    """Spell characters that a stream's encoding does not have."""
    assert isinstance(error, UnicodeEncodeError)
    lacking = error.object[error.start : error.end]
    for sign, words in _ASCII.items():
        lacking = lacking.replace(sign, words)
    return lacking.encode("ascii", "backslashreplace").decode(), error.end


def _text(before: TextIO | None, output: _Output) -> io.TextIOWrapper:
    """Return a stream of text in place of Python's own, which is None where it was closed."""
    return io.TextIOWrapper(
        io.BufferedWriter(output),
        encoding=before.encoding if before else "utf-8",
        errors=_SPELT,
        line_buffering=output.isatty() or output.fileno() == _ERR,
    )
