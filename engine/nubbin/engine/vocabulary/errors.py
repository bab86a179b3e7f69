"""Everything that can end a reduction early (floor 0).

    NubbinError                     exit status
    ├── UsageError                  2  settings, options, files: the user can mend it
    │   ├── OracleNotFound          2  the oracle's program is missing or not executable
    │   ├── Unwritable              2  a file may not be written
    │   └── UnknownLanguage         2  no such grammar, or its package is not installed
    ├── NotInteresting              3  the oracle does not hold on the input
    ├── Unanswered                  3  the time was up before the oracle had answered on it
    ├── EmptyIsInteresting          3  the oracle holds on the empty file
    ├── FlakyOracle                 4  it answers the same text differently
    ├── NothingToReduce             5  the input is empty
    ├── NoRoom                      1  the disk is full
    ├── PoolGone                    1  nobody is left to run the oracle
    ├── Interrupted                 130  the user would not wait for the end
    └── Fault                       1  a bug in nubbin

A message is one or two sentences: what happened, why, and what to do next.
"""

import errno
import traceback
from pathlib import Path
from types import FrameType
from typing import ClassVar, Final

from nubbin.engine.vocabulary.printable import reason_of

RAISE_LIMITS: Final = (
    "End other programs, or raise the limits on processes and open files (ulimit -a shows them)."
)
"""What to do where the system grants no more of them."""
_NO_MORE: Final = (errno.EMFILE, errno.ENFILE, errno.EAGAIN)


class NubbinError(Exception):
    """A reduction that cannot go on, with a sentence for the user."""

    exit_status: ClassVar[int] = 1


class UsageError(NubbinError):
    """A mistake in settings, options or paths."""

    exit_status = 2


class OracleNotFound(UsageError):
    """The first word of the oracle's command is no program that can be run."""


class Unwritable(UsageError):
    """A file may not be written; what the user can do about it depends on who has named it."""


class UnknownLanguage(UsageError):
    """The language has no grammar here."""


class NotInteresting(NubbinError):
    """The input does not show what the oracle looks for."""

    exit_status = 3


class Unanswered(NubbinError):
    """The time was up before the oracle had been tried on the input."""

    exit_status = 3


class EmptyIsInteresting(NubbinError):
    """The empty text is interesting, so every reduction would end there."""

    exit_status = 3


class FlakyOracle(NubbinError):
    """The oracle gave two answers about one text."""

    exit_status = 4


class NothingToReduce(NubbinError):
    """The input holds nothing that could be removed."""

    exit_status = 5


class NoRoom(NubbinError):
    """A file could not be written for want of space."""


class PoolGone(NubbinError):
    """The cluster can no longer run the oracle."""


class Interrupted(NubbinError):
    """The user stopped the reduction, as with Ctrl-C."""

    exit_status = 130


class Fault(NubbinError):
    """A bug in nubbin."""


def with_sentence(error: Exception) -> NubbinError:
    """Return an error with a sentence for the user: this one, if it has one already.

    Any other is a fault of nubbin's, and the sentence says what went wrong, and where in nubbin;
    except that the system grants no more processes, threads or open files, which is no fault.
    """
    if isinstance(error, NubbinError):
        return error
    if getattr(error, "errno", None) in _NO_MORE or str(error) == "can't start new thread":
        return NubbinError(f"The system refuses what is needed: {reason_of(error)}. {RAISE_LIMITS}")
    steps = list(traceback.walk_tb(error.__traceback__))
    # Frames further in belong to what nubbin calls.
    ours = [step for step in steps if _module(step[0]).startswith("nubbin.")]
    frame, line = (ours or steps)[-1]
    where = f"{Path(frame.f_code.co_filename).name}:{line}"
    what = f"{type(error).__name__}: {error} ({where})"
    return Fault(f"This is a fault of nubbin's, please report it: {what}.")


def _module(frame: FrameType) -> str:
    """Return the name of the module whose code a frame runs; code from a string has none."""
    return str(frame.f_globals.get("__name__"))
