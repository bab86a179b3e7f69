"""One run of the oracle: started, watched, judged, killed (floor 3′)."""

import contextlib
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import FrameType
from typing import Final

from nubbin.engine.oracles.conditions import Conditions
from nubbin.engine.oracles.oracle import Barred, Verdict
from nubbin.engine.oracles.processes import Children, ProcessWatch, Stream
from nubbin.engine.vocabulary.outcome import Outcome

_SEARCHING: Final = 2.0
"""Seconds of processor time in which the conditions may search what a run has written."""


@dataclass(frozen=True, slots=True)
class RunContext:
    """What a worker runs its oracles with."""

    argv: tuple[str, ...]
    env: Mapping[str, str]
    children: Children
    watch: ProcessWatch
    out: Stream
    err: Stream
    stop: Callable[[], bool]
    """Whether the run is no longer wanted; asked after every event."""


class Runner:
    """Runs the command once for each candidate."""

    def __init__(self, context: RunContext, conditions: Conditions) -> None:
        self._context = context
        self._conditions = conditions

    def ask(self, timeout: float) -> Verdict:
        """Return the verdict on the candidate in place, when no process of the run is left.

        Raises:
            OSError: the command could not be executed.
        """
        context = self._context
        children = context.children
        context.out.reset()
        context.err.reset()
        started = time.monotonic()
        children.start(context.argv, context.env, context.out.writer, context.err.writer)
        deadline = started + timeout
        try:
            in_bounds = context.watch.until(
                lambda: children.status is not None or context.stop(), deadline, children.too_many
            )
        finally:
            ended = time.monotonic()
            status = children.status
            # On Linux nothing can be left if the last reaping found no child.
            if children.any_left or not children.complete:
                children.kill()
        context.out.drain()
        context.err.drain()
        verdict = partial(
            Verdict,
            seconds=ended - started,
            stdout=context.out.text(),
            stderr=context.err.text(),
        )
        if status is not None:
            return self._judged(status, verdict)
        late = ended >= deadline
        barred = None if in_bounds or late else Barred.CROWDED
        return verdict(Outcome.UNRESOLVED, timed_out=late, barred=barred)

    def _judged(self, status: int, verdict: Callable[..., Verdict]) -> Verdict:
        """Return the verdict of the conditions on a run that has ended by itself."""
        conditions, out, err = self._conditions, self._context.out, self._context.err
        barred = conditions.barred(status)
        try:
            with _at_most(_SEARCHING) if conditions.searches else contextlib.nullcontext():
                unmet = conditions.unmet(status, out.parts(), err.parts())
        except TimeoutError:
            return verdict(Outcome.UNRESOLVED, timed_out=True, barred=barred, endless=True)
        holds = barred is None and unmet is None
        outcome = Outcome.INTERESTING if holds else Outcome.UNINTERESTING
        return verdict(outcome, status=status, barred=barred, unmet=unmet)

    def close(self) -> None:
        """Nothing outlives a run."""


@contextlib.contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Raise TimeoutError after some seconds of processor time, even within a regular expression.

    Only for the main thread of a worker, where nothing else uses SIGVTALRM.
    """

    def over(number: int, frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, over)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
