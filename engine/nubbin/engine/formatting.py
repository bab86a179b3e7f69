"""The user's own formatter, over what a reduction came to (floor 6)."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from nubbin.engine.oracles.account import said
from nubbin.engine.oracles.command import Command
from nubbin.engine.oracles.local_pool import LocalPool
from nubbin.engine.oracles.oracle import OracleSpec, Verdict
from nubbin.engine.request import Request
from nubbin.engine.vocabulary.errors import Fault, Interrupted, NubbinError
from nubbin.engine.vocabulary.events import Event, Warned
from nubbin.engine.vocabulary.outcome import Outcome
from nubbin.engine.vocabulary.text import Span

PATIENCE = 30.0
"""Seconds a formatter may take where the oracle has no limit of the user's."""


def check_formatter(formatter: OracleSpec, path: Path) -> None:
    """Find out before the work, without running it, whether a formatter can be run.

    Raises:
        UsageError: its program is missing or not executable, or its command has a mistake.
    """
    with _told_of():
        Command(formatter, path.name)


@contextmanager
def _told_of() -> Iterator[None]:
    """Say in errors that it is the formatter: what runs commands does not know whose they are."""
    try:
        yield
    except NubbinError as error:
        raise type(error)(f"The formatter cannot be run. {error}") from error
    except OSError as error:
        raise NubbinError(f"The formatter cannot be run. {error}.") from error


def formatted(
    request: Request,
    text: bytes,
    parses: Callable[[bytes], bool],
    holds: Callable[[bytes], bool],
    emit: Callable[[Event], None],
    cancelled: Callable[[], bool],
) -> tuple[bytes, int]:
    """Return the text as the user's formatter has it, if that holds, else as it is; and the status.

    The text holds, so nothing loses it, no error and no Ctrl-C: they leave it as it is, and a
    warning says so. The exit status is 0 but where it was the user who stopped it.

    Args:
        request: with the formatter, if there is one, and what may change.
        text: what a reduction came to.
        parses: whether what was printed can be the text; other words are talk.
        holds: whether a text is interesting.
        emit: told of the warning.
        cancelled: polled ten times a second; True kills the formatter.
    """
    if request.formatter is None:
        return text, 0
    status = 0
    try:
        tidy = _left(request.formatter, request.path, text, parses, cancelled)
        if tidy == text:
            return text, 0
        if not _keeps_the_rest(request, text, tidy):
            reason = "The formatter changes what was not selected."
        elif holds(tidy):
            return tidy, 0
        else:
            reason = "What the formatter makes of the result is not interesting any more."
    except (Interrupted, KeyboardInterrupt):
        reason, status = "The formatter was stopped.", Interrupted.exit_status
    except Exception as error:
        reason = str(error if isinstance(error, NubbinError) else Fault.of(error))
    emit(Warned(f"The result is left as it was without the formatter. {reason}"))
    return text, status


def _keeps_the_rest(request: Request, text: bytes, tidy: bytes) -> bool:
    """Whether all that was not selected of a text stands before and behind in another as well."""
    within = request.options.within or Span(0, len(request.text))
    head, tail = text[: within.start], text[len(text) - len(request.text) + within.end :]
    return tidy.startswith(head) and tidy[len(head) :].endswith(tail)


def _left(
    formatter: OracleSpec,
    path: Path,
    text: bytes,
    parses: Callable[[bytes], bool],
    cancelled: Callable[[], bool],
) -> bytes:
    """Return the text as the formatter leaves it: in its file, or else on standard output.

    Raises:
        Interrupted: the user would not wait for it.
        NubbinError: it is missing, fails, or takes too long; the message says so.
    """
    answers: list[tuple[int, Verdict]] = []
    with _told_of(), closing(LocalPool(formatter, path)) as pool:
        pool.submit(text, formatter.timeout or PATIENCE)
        while not (answers or cancelled()):
            answers = pool.wait(0.1)
    if not answers:
        raise Interrupted("The formatter was stopped.")
    ((_, verdict),) = answers
    if verdict.outcome is not Outcome.INTERESTING:
        # Its exit status is no condition of the user's.
        raise NubbinError(f"The formatter failed. {said(replace(verdict, unmet=None))}")
    if verdict.left is None:
        raise NubbinError("The formatter took the file away.")
    if verdict.left != text:
        return verdict.left
    return verdict.stdout if verdict.stdout.strip() and parses(verdict.stdout) else text
