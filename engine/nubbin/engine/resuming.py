"""Continuing a reduction that was cut short (floor 6)."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from nubbin.engine.figures import Reduction
from nubbin.engine.oracles.files import read_regular
from nubbin.engine.oracles.journal import Journal, any_in, identity
from nubbin.engine.request import Request
from nubbin.engine.vocabulary.errors import FlakyOracle
from nubbin.engine.vocabulary.events import Event, Warned


@dataclass(frozen=True, slots=True)
class Earlier:
    """What is kept of an earlier reduction that was cut short."""

    answers: int
    """How many answers of its oracle are kept; 0: there is no such reduction."""
    killed: bool
    """Whether it was killed, and not stopped."""


def earlier(request: Request) -> Earlier:
    """Return what a request could continue; if no journal is kept, the oracle is not even read."""
    some = request.journals is not None and any_in(request.journals)
    journal = _journal(request) if some else None
    if journal is None:
        return Earlier(0, killed=False)
    found = Earlier(journal.earlier, journal.crashed)
    journal.close(cut_short=True)
    return found


def journal_of(request: Request, emit: Callable[[Event], None]) -> Journal | None:
    """Return the journal that a reduction keeps; None if it keeps none.

    If the user wants to continue, and there is nothing to continue, a warning says so.
    """
    journal = _journal(request)
    if request.options.resume and not (journal and journal.earlier):
        emit(
            Warned(
                "There is nothing to resume: no journal is kept of a reduction of "
                f"{request.path.name} as it is now, with this oracle, that was cut short. This one "
                "starts over."
            )
        )
    return journal


def _journal(request: Request) -> Journal | None:
    if request.journals is None:
        return None
    name = identity(request.oracle, request.text, request.path)
    return Journal(request.journals, name, resume=request.options.resume)


def _is_still_of(journal: Journal, request: Request) -> bool:
    """Whether who makes a request again would find a journal; not if its file is another by now."""
    with contextlib.suppress(OSError):  # nothing can be said about the file any more
        return identity(request.oracle, _text_now(request), request.path) == journal.identity
    return False


def _text_now(request: Request) -> bytes:
    """Return what the file holds by now, or the text itself if there is none, or never was one.

    Raises:
        OSError: it cannot be read.
    """
    try:
        return read_regular(request.path)
    except (FileNotFoundError, NotADirectoryError):
        return request.text


def run_journalled(
    request: Request,
    journal: Journal | None,
    run: Callable[[], Reduction],
    deliver: Callable[[Reduction], bool],
) -> Reduction:
    """Run a reduction, deliver it, close its journal, and return it with `resumable` set.

    It cannot be continued if it came to its end, and was delivered; if its oracle is flaky, as the
    answers are of no use; or if the file has changed, or one that its command names, such as a log
    that it writes, as the journal would not be found again.

    Args:
        request: what is reduced, and how.
        journal: its answers; None: none are kept.
        run: reduces.
        deliver: brings the result to where it is safe; returns whether it is.
    """
    if journal is None:
        reduction = run()
        deliver(reduction)
        return reduction

    def left(*, cut_short: bool) -> bool:
        return journal.close(cut_short=cut_short) and _is_still_of(journal, request)

    try:
        reduction = run()
        flaky = reduction.status == FlakyOracle.exit_status
        cut_short = not flaky and (reduction.stopped is not None or reduction.status != 0)
        if cut_short:
            reduction = replace(reduction, resumable=left(cut_short=True))
        delivered = deliver(reduction)  # until then whoever is killed can continue
    except BaseException:
        journal.close(cut_short=True)
        raise
    if cut_short:
        return reduction
    return replace(reduction, resumable=left(cut_short=not delivered))
