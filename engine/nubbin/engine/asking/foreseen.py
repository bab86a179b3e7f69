"""Runs that idle workers have begun before their turn (floor 4).

As long as nothing holds, it is known which questions come next. When the turn of one has come, its
answer is there, or on the way. It counts only from then on, so that texts and runs are the same for
any number of workers. If the text changes before, the run was in vain.

Source: speculative execution, as processors do it: nothing takes effect before its turn.
"""

from collections.abc import Hashable
from dataclasses import replace

from nubbin.engine.oracles.oracle import Verdict
from nubbin.engine.oracles.pool import Pool


class Foreseen:
    """The runs of one reduction whose turn has not come yet.

    Args:
        pool: makes the runs.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._tickets: dict[Hashable, int] = {}
        self._running: dict[int, Hashable] = {}  # the oldest first
        self._verdicts: dict[int, Verdict] = {}  # of the runs that have ended
        self._stopped = 0

    def __contains__(self, key: Hashable) -> bool:
        """Whether the run that answers a question has begun."""
        return key in self._tickets

    @property
    def unneeded(self) -> int:
        """How many runs have not been needed so far, including those that were stopped."""
        return self._stopped + len(self._tickets)

    @property
    def running(self) -> int:
        """How many runs are under way."""
        return len(self._running)

    def begin(self, key: Hashable, text: bytes, timeout: float) -> None:
        """Begin the run that answers a question; see `Pool.submit`."""
        self._tickets[key] = ticket = self._pool.submit(text, timeout)
        self._running[ticket] = key

    def take(self, key: Hashable) -> tuple[int, Verdict | None] | None:
        """Give away the run whose turn has come: its ticket, and its verdict if it has ended."""
        ticket = self._tickets.pop(key, None)
        if ticket is None:
            return None
        self._running.pop(ticket, None)
        return ticket, self._verdicts.pop(ticket, None)

    def ended(self, ticket: int, verdict: Verdict) -> None:
        """Keep the verdict of a run until its turn comes, if it is one of these runs."""
        if self._running.pop(ticket, None) is not None:
            # Its turn may never come, and what the oracle printed may be long.
            self._verdicts[ticket] = replace(verdict, stdout=b"", stderr=b"", left=None)

    def stop(self, count: int) -> None:
        """Stop so many of the runs under way, the youngest first; all if there are fewer."""
        gone = list(self._running)[::-1][:count]
        self._pool.cancel(gone)
        for ticket in gone:
            del self._tickets[self._running.pop(ticket)]
        self._stopped += len(gone)
