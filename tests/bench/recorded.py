"""A pool that puts a question to the real oracle once, whoever asks again."""

from collections.abc import Iterable
from typing import Protocol

from bench.answers import Answers
from nubbin.engine.oracles.oracle import Verdict
from nubbin.engine.oracles.pool import Pool
from nubbin.engine.vocabulary.outcome import Outcome

_ENDLESS = 1 << 20
"""Jobs of a pool that never makes anybody wait for a worker."""


class Listener(Protocol):
    """Told what goes through a `RecallingPool`, in order."""

    def submitted(self, ticket: int) -> None:
        """A question was put."""

    def answered(self, ticket: int, holds: bool, seconds: float) -> None:
        """The oldest question was answered."""

    def cancelled(self, tickets: list[int]) -> None:
        """A call of the questioner is over; these questions are not wanted any more."""

    def entered(self) -> None:
        """The engine has begun to wait for the pool."""

    def left(self) -> None:
        """The engine goes on."""


class RecallingPool:
    """A pool that answers at once, in order, from what is known; else it asks the real one.

    It never makes the engine wait for a worker, so what it is asked before an answer is all
    that can be asked at once. A run that takes too long is uninteresting for good.

    Args:
        answers: what is known.
        pool: the real one.
        listener: told of all of it.
    """

    jobs = _ENDLESS

    def __init__(self, answers: Answers, pool: Pool, listener: Listener | None = None) -> None:
        self._answers = answers
        self._pool = pool
        self._listener = listener
        self._waiting: dict[int, tuple[bytes, float]] = {}
        self._tickets = 0
        self.asked = 0
        """Questions that had to be put to the real pool."""

    def submit(self, text: bytes, timeout: float) -> int:
        """Queue a question."""
        if self._listener:
            self._listener.entered()
        self._tickets += 1
        self._waiting[self._tickets] = text, timeout
        if self._listener:
            self._listener.submitted(self._tickets)
            self._listener.left()
        return self._tickets

    def wait(self, timeout: float | None = None) -> list[tuple[int, Verdict]]:
        """Answer the oldest question."""
        if self._listener:
            self._listener.entered()
        ticket = next(iter(self._waiting))
        text, limit = self._waiting.pop(ticket)
        known = self._answers.get(text) or self._ask(text, limit)
        outcome = Outcome.INTERESTING if known[0] else Outcome.UNINTERESTING
        if self._listener:
            self._listener.answered(ticket, *known)
            self._listener.left()
        return [(ticket, Verdict(outcome, known[1]))]

    def cancel(self, tickets: Iterable[int]) -> None:
        """Forget questions."""
        if self._listener:
            self._listener.entered()
        gone = [ticket for ticket in tickets if self._waiting.pop(ticket, None)]
        if self._listener:
            self._listener.cancelled(gone)
            self._listener.left()

    def close(self) -> None:
        """Close the real pool."""
        self._pool.close()

    def _ask(self, text: bytes, timeout: float) -> tuple[bool, float]:
        self.asked += 1
        self._pool.submit(text, timeout)
        ((_, verdict),) = self._pool.wait()
        holds = verdict.outcome is Outcome.INTERESTING
        self._answers.put(text, holds, verdict.seconds)
        return holds, verdict.seconds
