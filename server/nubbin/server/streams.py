"""Standard output and error, in whatever state the shell has left them (floor 10).

The result of a command goes to standard output: if it cannot be written, the command ends with a
sentence. Standard error only accompanies the work: what cannot be written there is dropped, and
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
# If one of them is closed, the next file that is opened would get its number, and its output. The
# stand-in for standard output is opened for reading, so that a write to it fails and is noticed.
_STAND_INS: Final = ((0, os.O_RDONLY), (_OUT, os.O_RDONLY), (_ERR, os.O_WRONLY))

_SPELT: Final = "nubbin.spelt"
"""The error handler for characters an encoding lacks: ASCII for our own signs, else escapes."""
_ASCII: Final = {"→": "->", "…": "..."}


def prepare() -> None:
    """Give the process streams that commands may rely on, and that their children inherit.

    Afterwards the first write to `sys.stdout` that fails raises a NubbinError, and a write to
    `sys.stderr` never fails. Nor does any character, whatever the encoding of the terminal.
    """
    for descriptor, mode in _STAND_INS:
        try:
            os.fstat(descriptor)
        except OSError:
            os.set_inheritable(os.open(os.devnull, mode), True)  # gets the lowest free number
    codecs.register_error(_SPELT, _spelt)
    sys.stdout = _text(sys.stdout, _Results(_OUT))
    sys.stderr = _text(sys.stderr, _Output(_ERR))


def is_stdout(place: Path | None) -> bool:
    """Whether a place is standard output: `-`, or a path that leads to the same file.

    False if both are the null device, as nobody reads what is mixed there.
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
    """Nobody reads standard output any longer, as in `nubbin … | head`."""


class _Output(io.RawIOBase):
    """A stream that writes to a descriptor, and leaves it open when the stream is closed."""

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
        """Handle a failed write; if this returns, the data are dropped."""


class _Results(_Output):
    """The stream of a command's result: after a write has failed, nothing more is written."""

    _lost = False

    def write(self, data: "ReadableBuffer", /) -> int:
        if self._lost:
            return memoryview(data).nbytes
        try:
            return super().write(data)
        except KeyboardInterrupt:  # it waited for a reader; later writes would wait, too
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
    """Spell out the characters that a stream's encoding lacks."""
    assert isinstance(error, UnicodeEncodeError)
    lacking = error.object[error.start : error.end]
    for sign, words in _ASCII.items():
        lacking = lacking.replace(sign, words)
    return lacking.encode("ascii", "backslashreplace").decode(), error.end


def _text(before: TextIO | None, output: _Output) -> io.TextIOWrapper:
    """Return a text stream in place of Python's own, which is None if it was closed."""
    return io.TextIOWrapper(
        io.BufferedWriter(output),
        encoding=before.encoding if before else "utf-8",
        errors=_SPELT,
        line_buffering=output.isatty() or output.fileno() == _ERR,
    )
