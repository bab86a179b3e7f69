"""A reduction that was cut short is gone on with (floor 6)."""

from collections.abc import Callable
from dataclasses import replace

from nubbin.engine.figures import Reduction
from nubbin.engine.oracles.journal import Journal, identity
from nubbin.engine.request import Request
from nubbin.engine.vocabulary.counted import counted
from nubbin.engine.vocabulary.errors import FlakyOracle
from nubbin.engine.vocabulary.events import Event, Warned


def journal_of(request: Request, emit: Callable[[Event], None]) -> Journal | None:
    """Return the journal that a reduction keeps; None if it keeps none.

    Whoever wants to go on with nothing is told so, and who begins anew where a reduction was
    killed, or still runs.
    """
    if request.journals is None:
        return None
    name, resume = request.path.name, request.options.resume
    named = identity(request.oracle, request.text, request.path)
    journal = Journal(request.journals, named, resume=resume)
    if resume and not journal.earlier:
        emit(
            Warned(
                f"There is nothing to go on with: no reduction of {name} as it is now, with this "
                "oracle, was cut short. This one begins anew."
            )
        )
    elif journal.crashed and not resume:
        emit(
            Warned(
                f"An earlier reduction of {name} with this oracle has not come to its end, after "
                f"{counted(journal.earlier, 'answer')}. This one begins anew: with the option "
                "resume it would go on from there."
            )
        )
    return journal


def journalled(journal: Journal | None, run: Callable[[], Reduction]) -> Reduction:
    """Return what a reduction comes to, its journal ended; it says whether it can be gone on with.

    One that came to its end cannot, nor one whose oracle is flaky: its answers are no use.
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
    return replace(reduction, resumable=journal.close(cut_short=cut_short))
