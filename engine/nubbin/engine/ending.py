"""How a reduction ends: its best text is tidied, checked once more, and never lost (floor 6)."""

import contextlib
from collections.abc import Callable, Iterator
from typing import NamedTuple

from nubbin.engine.checks import Checks
from nubbin.engine.oracles.budget import StopReason
from nubbin.engine.record import Record
from nubbin.engine.request import Request
from nubbin.engine.vocabulary.counted import counted
from nubbin.engine.vocabulary.errors import FlakyOracle, Interrupted, PoolGone, with_sentence
from nubbin.engine.vocabulary.events import Event, Warned
from nubbin.engine.vocabulary.outcome import Outcome
from nubbin.engine.vocabulary.text import Span, apply_edits, empty_lines, without_half_line_end

_UNSTEADY = (
    "Make the oracle repeat itself, for instance by running the program several times in it."
)
_LATER = (
    "Answers of an earlier reduction were used: if what the oracle depends on has changed since, "
    "reduce anew, without continuing it."
)
_LAID_OUT = 2**18
"""When a reduction is stopped, only texts of at most this many bytes are laid out: larger ones take
seconds."""


def tidy_forms(text: bytes, request: Request, lay_out: Callable[[bytes], bytes]) -> Iterator[bytes]:
    """Yield tidier forms of the text that a stopped reduction has left, the best form first.

    One is laid out and has no empty lines, the other only has no empty lines.

    Args:
        text: the best text; for the input itself, nothing is yielded.
        request: has the input, and the part of it that may change.
        lay_out: returns a text as a person would leave it.
    """
    if text == request.text:
        return
    start, end = request.within
    part = without_half_line_end(text, Span(start, len(text) - len(request.text) + end))
    filled = apply_edits(text, empty_lines(text, part))
    laid_out = lay_out(filled) if len(filled) <= _LAID_OUT else filled
    yield from (tidy for tidy in dict.fromkeys((laid_out, filled)) if tidy != text)


class LastCheck(NamedTuple):
    """What the last check of a reduction has shown."""

    status: int = 0
    """The exit status."""
    problem: str | None = None
    """A message to the user, if the best text does not hold."""
    unchecked: bool = False
    """Whether nobody knows if the best text holds."""


def check_once_more(
    record: Record, checks: Checks, emit: Callable[[Event], None], *, resumed: bool
) -> LastCheck:
    """Ask about the best text outside the cache; step back until a text holds.

    Args:
        record: has the best text.
        checks: asks about it.
        emit: called with a warning if it does not hold.
        resumed: whether answers of an earlier reduction were used.
    """
    if checks.still_holds(record.best.text):
        return LastCheck()
    return step_back(record, checks, emit, resumed=resumed)


def step_back(
    record: Record, checks: Checks, emit: Callable[[Event], None], *, resumed: bool
) -> LastCheck:
    """Give up the best text, which does not hold any more, for one that does.

    If none does, and even the input is refused, the oracle itself is not what it was, and its
    answer means nothing: the best text is kept. For the arguments see `check_once_more`.
    """
    given_up = record.best
    emit(
        Warned(
            "Asked once more about the result, the oracle does not hold. Looking for the last "
            "text on which it does."
        )
    )
    held = record.step_back(checks.holds)
    found = given_up.text != record.start
    kept = found and not held and checks.answer(record.start) is Outcome.UNINTERESTING
    if kept:
        record.restore(given_up)
    if held:
        size = counted(record.best.length, "byte")
        left = f"This is the last text on which it does, of {size}."
    elif kept:
        left = (
            "Now it does not even hold on the input: perhaps something that it depends on has "
            "changed. So the smallest text found until then is kept, unchecked."
        )
    else:
        left = "Now it does not even hold on the input, which is left as it was."
    return LastCheck(
        FlakyOracle.exit_status,
        "The oracle is flaky: asked once more about the result of "
        f"{counted(given_up.length, 'byte')}, it no longer held. {left} "
        f"{_LATER if resumed else _UNSTEADY}",
        unchecked=kept,
    )


def keep_or_raise(
    record: Record, error: Exception | KeyboardInterrupt, stopped: StopReason | None
) -> LastCheck:
    """Return what is told of an error that came after some text was found.

    Args:
        record: has the smallest text found.
        error: what was raised, at any time before the end of the last check.
        stopped: why only the last check was left to do; None if more was.

    Raises:
        Exception, KeyboardInterrupt: this very error, if nothing smaller than the input was found.
    """
    if record.best.text == record.start:
        raise error
    if isinstance(error, KeyboardInterrupt):
        error = Interrupted("Interrupted before the last check.")
    elif isinstance(error, PoolGone) and stopped == "cancelled":
        error = Interrupted(f"Interrupted before the last check. {error}")
    else:
        error = with_sentence(error)
    with contextlib.suppress(Exception):  # whoever is told may be what has failed
        record.report()
    return LastCheck(
        error.exit_status,
        f"{error} The smallest text found until then, of "
        f"{counted(record.best.length, 'byte')}, is kept; the oracle could not be asked "
        "about it once more.",
        unchecked=True,
    )
