"""A reduction from recorded answers, observed: its questions, their passes, the engine's time.

An answer that is not recorded is asked of the real oracle and recorded, so that every measurement
can be repeated in seconds after a change of the engine.
"""

import contextlib
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from bench.answers import Answers
from bench.curve import Curve
from bench.papers_common import Case
from bench.recorded import RecallingPool
from nubbin.engine.figures import Reduction
from nubbin.engine.oracles.oracle import Verdict
from nubbin.engine.oracles.pool import Pool
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Options, Request
from nubbin.engine.strategy import Strategy
from nubbin.engine.vocabulary.events import Event, PassStarted
from nubbin.engine.vocabulary.outcome import Outcome

CHECKS = "checks"
"""The name in place of a pass for questions that are asked before the first one."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One run of the oracle."""

    run: int
    """The number of the run, from 1, checks included."""
    step: str
    """The pass that asked."""
    text: bytes
    holds: bool


class Watched:
    """A pool of one job that reports every answer, and counts the time spent in it.

    Args:
        pool: gives the answers.
        hear: called with every answer, in order; its time counts as the pool's.
    """

    jobs = 1

    def __init__(self, pool: Pool, hear: Callable[[Asked], None]) -> None:
        self._pool = pool
        self._hear = hear
        self._texts: dict[int, bytes] = {}
        self.step = CHECKS
        self.runs = 0
        self.seconds = 0.0
        """Seconds of this thread's processor time that were spent in this pool."""

    def heard(self, event: Event) -> None:
        """Remember which pass has begun."""
        if isinstance(event, PassStarted):
            self.step = event.name

    def submit(self, text: bytes, timeout: float) -> int:
        """Pass a question on."""
        began = time.thread_time()
        ticket = self._pool.submit(text, timeout)
        self._texts[ticket] = text
        self.seconds += time.thread_time() - began
        return ticket

    def wait(self, timeout: float | None = None) -> list[tuple[int, Verdict]]:
        """Pass answers back, and report them."""
        began = time.thread_time()
        verdicts = self._pool.wait(timeout)
        for ticket, verdict in verdicts:
            self.runs += 1
            holds = verdict.outcome is Outcome.INTERESTING
            self._hear(Asked(self.runs, self.step, self._texts.pop(ticket), holds))
        self.seconds += time.thread_time() - began
        return verdicts

    def cancel(self, tickets: Iterable[int]) -> None:
        """Forget questions."""
        began = time.thread_time()
        gone = list(tickets)
        for ticket in gone:
            self._texts.pop(ticket, None)
        self._pool.cancel(gone)
        self.seconds += time.thread_time() - began

    def close(self) -> None:
        """Close the pool below."""
        self._pool.close()


@dataclass(frozen=True, slots=True)
class Course:
    """A reduction that was observed."""

    reduction: Reduction
    runs: int
    """All runs: those that the reduction counts, and the checks before and after it."""
    engine: float
    """Seconds of processor time that the reduction took, without its oracle."""
    new: int
    """Answers that were not recorded before."""


def watched(
    case: Case,
    options: Options,
    answers: Answers,
    hear: Callable[[Asked], None] = lambda asked: None,
    strategy: Strategy | None = None,
) -> Course:
    """Reduce a case, reporting every run.

    Args:
        case: what is reduced.
        options: how it is reduced.
        answers: the recorded answers; new ones are added.
        hear: called with every run, in order.
        strategy: replaces the one that the options name.
    """
    recalling = RecallingPool.of(case, answers)
    with contextlib.closing(Watched(recalling, hear)) as pool:
        began = time.thread_time()
        request = Request(case.text, case.path, case.oracle, options)
        reduction = reduce(request, emit=pool.heard, pool=pool, strategy=strategy)
        engine = time.thread_time() - began - pool.seconds
        return Course(reduction, pool.runs, engine, recalling.asked)


def answers_of(case: Case, folder: Path) -> "contextlib.closing[Answers]":
    """Open the recorded answers of a case's oracle."""
    return contextlib.closing(Answers(folder / f"{case.name}.answers"))


def curve_of(case: Case, options: Options, answers: Answers) -> tuple[Curve, Course]:
    """Return our own curve on a case, counted like the peers': checks are runs as well."""
    interesting: list[tuple[int, bytes]] = []

    def hear(asked: Asked) -> None:
        if asked.holds:
            interesting.append((asked.run, asked.text))

    course = watched(case, options, answers, hear)
    return Curve.of(case.name, options.strategy, interesting, course.runs), course
