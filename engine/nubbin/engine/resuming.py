"""A reduction that was cut short is gone on with (floor 6)."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from nubbin.engine.figures import Reduction
from nubbin.engine.oracles.journal import Journal, any_in, identity
from nubbin.engine.request import Request
from nubbin.engine.vocabulary.errors import FlakyOracle
from nubbin.engine.vocabulary.events import Event, Warned


@dataclass(frozen=True, slots=True)
class Earlier:
    """What there is of a reduction that was cut short."""

    answers: int
    """Of its oracle; 0: there is no such reduction."""
    killed: bool
    """Whether it has not been stopped, but killed."""


def earlier(request: Request) -> Earlier:
    """Return what a request could go on with; reads no program where there is nothing at all."""
    some = request.journals is not None and any_in(request.journals)
    journal = _journal(request) if some else None
    if journal is None:
        return Earlier(0, killed=False)
    found = Earlier(journal.earlier, journal.crashed)
    journal.close(cut_short=True)
    return found


def journal_of(request: Request, emit: Callable[[Event], None]) -> Journal | None:
    """Return the journal that a reduction keeps; None if it keeps none.

    Whoever wants to go on with nothing is told so.
    """
    journal = _journal(request)
    if journal is not None and request.options.resume and not journal.earlier:
        emit(
            Warned(
                f"There is nothing to resume: no reduction of {request.path.name} as it is "
                "now, with this oracle, was cut short. This one starts over."
            )
        )
    return journal


def _journal(request: Request) -> Journal | None:
    if request.journals is None:
        return None
    return Journal(request.journals, _identity(request), resume=request.options.resume)


def _identity(request: Request) -> str:
    return identity(request.oracle, request.text, request.path)


def journalled(
    request: Request, journal: Journal | None, run: Callable[[], Reduction]
) -> Reduction:
    """Return what a reduction comes to, its journal ended; it says whether it can be gone on with.

    One that came to its end cannot, nor one whose oracle is flaky: its answers are no use; nor one
    whose command names a file that has changed, as a log that it writes, for nobody would find it.
    """
    if journal is None:
        return run()
    try:
        reduction = run()
    except BaseException:
        journal.close(cut_short=True)
        raise
    flaky = reduction.status == FlakyOracle.exit_status
    cut_short = not flaky and (reduction.stopped is not None or reduction.status != 0)
    left = journal.close(cut_short=cut_short)
    return replace(reduction, resumable=left and _identity(request) == journal.identity)
