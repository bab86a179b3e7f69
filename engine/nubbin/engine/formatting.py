"""The user's own formatter, applied to the result of a reduction (floor 6)."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from nubbin.engine.oracles.account import account_of
from nubbin.engine.oracles.command import Command
from nubbin.engine.oracles.local_pool import LocalPool
from nubbin.engine.oracles.oracle import OracleSpec, Verdict
from nubbin.engine.request import Request
from nubbin.engine.vocabulary.errors import Interrupted, NubbinError, with_sentence
from nubbin.engine.vocabulary.events import Event, Warned
from nubbin.engine.vocabulary.outcome import Outcome

PATIENCE = 30.0
"""Seconds that a formatter may take if the user set no limit."""
_GROWTH: Final = 8
_LEAST: Final = 2**20
"""What is more than so many times as large as the text, and than so many bytes, is no layout of it.

To parse 64 MiB of anything takes more memory than most machines have.
"""


def check_formatter(formatter: OracleSpec, path: Path) -> None:
    """Check before the reduction, without running it, whether a formatter can be run.

    Raises:
        UsageError: its program is missing or not executable, or its command has a mistake.
    """
    with _errors_of_formatter():
        Command(formatter, path.name)


@contextmanager
def _errors_of_formatter() -> Iterator[None]:
    """Make errors say that the formatter is meant; the code that runs commands does not know."""
    try:
        yield
    except NubbinError as error:
        raise type(error)(f"The formatter cannot be run. {error}") from error
    except OSError as error:
        raise NubbinError(f"The formatter cannot be run. {error}.") from error


def formatted(
    request: Request,
    text: bytes,
    *,
    parses: Callable[[bytes], bool],
    holds: Callable[[bytes], bool],
    emit: Callable[[Event], None],
    cancelled: Callable[[], bool],
) -> tuple[bytes, int]:
    """Return the formatted text if it is interesting, else the text as it is; and the exit status.

    The text is interesting, so nothing may lose it: after an error or Ctrl-C it is returned as it
    is, with a warning. The exit status is 0 unless the user stopped the formatter.

    Args:
        request: has the formatter, if there is one, and the part of the text that may change.
        text: the result of the reduction.
        parses: whether what a formatter has printed may be a text, and not a message.
        holds: whether a text is interesting.
        emit: called with the warning.
        cancelled: polled ten times a second; True kills the formatter.
    """
    if request.formatter is None:
        return text, 0
    status = 0
    try:
        tidy = _run_formatter(request.formatter, request.path, text, parses, cancelled)
        if tidy == text:
            return text, 0
        if not _keeps_unselected(request, text, tidy):
            reason = "The formatter changes what was not selected."
        elif holds(tidy):
            return tidy, 0
        else:
            reason = "What the formatter makes of the result is not interesting any more."
    except (Interrupted, KeyboardInterrupt):
        reason, status = "The formatter was stopped.", Interrupted.exit_status
    except Exception as error:
        reason = str(with_sentence(error))
    emit(Warned(f"The result is left as it was without the formatter. {reason}"))
    return text, status


def _keeps_unselected(request: Request, text: bytes, tidy: bytes) -> bool:
    """Whether a formatted text still begins and ends with all that was not selected."""
    start, end = request.within
    head, tail = text[:start], text[len(text) - len(request.text) + end :]
    return tidy.startswith(head) and tidy[len(head) :].endswith(tail)


def _run_formatter(
    formatter: OracleSpec,
    path: Path,
    text: bytes,
    parses: Callable[[bytes], bool],
    cancelled: Callable[[], bool],
) -> bytes:
    """Run a formatter; return the text as it leaves that in the file or, failing that, prints it.

    Raises:
        Interrupted: the user stopped the formatter.
        NubbinError: the formatter is missing, fails, or takes too long; the message says so.
    """
    answers: list[tuple[int, Verdict]] = []
    command = replace(formatter, rewrites=True)
    with _errors_of_formatter(), closing(LocalPool(command, path)) as pool:
        pool.submit(text, formatter.timeout or PATIENCE)
        while not (answers or cancelled()):
            answers = pool.wait(0.1)
    if not answers:
        raise Interrupted("The formatter was stopped.")
    ((_, verdict),) = answers
    if verdict.outcome is not Outcome.INTERESTING:
        # The user set no condition on its exit status, so the message should not mention one.
        raise NubbinError(f"The formatter failed. {account_of(replace(verdict, unmet=None))}")
    if verdict.left is None:
        raise NubbinError("The formatter took the file away.")
    most = max(_GROWTH * len(text), _LEAST)
    if len(verdict.left) > most:
        raise NubbinError("The formatter makes far more of it than a layout takes.")
    if verdict.left != text:
        return verdict.left
    printed = verdict.stdout
    return printed if printed.strip() and len(printed) <= most and parses(printed) else text
