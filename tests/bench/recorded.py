"""A pool that puts each question to the real oracle only once, and records the answer."""

from collections import deque
from collections.abc import Iterable

from bench.answers import Answers
from bench.papers_common import Case
from nubbin.engine.oracles.local_pool import LocalPool
from nubbin.engine.oracles.oracle import Verdict
from nubbin.engine.oracles.pool import Pool
from nubbin.engine.vocabulary.outcome import Outcome


class RecallingPool:
    """A pool of one job that answers in order: from recorded answers at once, else from a pool.

    A text whose run takes too long is recorded as uninteresting.

    Args:
        answers: the recorded answers; new ones are added.
        pool: answers the other questions.
    """

    jobs = 1

    def __init__(self, answers: Answers, pool: Pool) -> None:
        self._answers = answers
        self._pool = pool
        self._waiting: deque[tuple[int, bytes, float]] = deque()
        self._tickets = 0
        self.asked = 0
        """Questions that had to be put to the real pool."""

    @classmethod
    def of(cls, case: Case, answers: Answers) -> "RecallingPool":
        """Return a pool for a case, which asks the case's own oracle."""
        return cls(answers, LocalPool(case.oracle, case.path, 1))

    def submit(self, text: bytes, timeout: float) -> int:
        """Queue a question."""
        self._tickets += 1
        self._waiting.append((self._tickets, text, timeout))
        return self._tickets

    def wait(self, timeout: float | None = None) -> list[tuple[int, Verdict]]:
        """Answer the oldest question."""
        ticket, text, limit = self._waiting.popleft()
        holds, seconds = self._answers.get(text) or self._ask(text, limit)
        outcome = Outcome.INTERESTING if holds else Outcome.UNINTERESTING
        return [(ticket, Verdict(outcome, seconds))]

    def cancel(self, tickets: Iterable[int]) -> None:
        """Forget questions."""
        gone = set(tickets)
        self._waiting = deque(one for one in self._waiting if one[0] not in gone)

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
