"""A pool that keeps a journal (floor 3′)."""

from collections.abc import Iterable
from itertools import count

import xxhash

from nubbin.engine.oracles.journal import Journal
from nubbin.engine.oracles.oracle import Verdict
from nubbin.engine.oracles.pool import Pool, RelayPool
from nubbin.engine.vocabulary.outcome import Outcome


class JournalPool(RelayPool):
    """A pool that takes answers from the journal if it has them, and adds all others to it.

    A known answer comes with the next `wait`, with a time of 0 seconds. The journal gets the
    definite answers, as a cache would, but not those of barred runs, which may say more about the
    machine than about the text. A text that ran out of time before does so at once while the
    reduction catches up; whoever asks about it later waits for an answer.
    """

    def __init__(self, pool: Pool, journal: Journal) -> None:
        super().__init__(pool)
        self._journal = journal
        self._asked: dict[int, tuple[bytes, float]] = {}
        self._ready: dict[int, Verdict] = {}
        self._tickets = count(-1, -1)  # the tickets of the pool below are not negative
        self._catching_up = journal.continues
        self.spared = 0
        """Runs that were not made, as the earlier reduction knows their answers."""

    def submit(self, text: bytes, timeout: float) -> int:
        """See `Pool.submit`."""
        digest = xxhash.xxh3_128_digest(text)
        known = self._known(digest, timeout)
        if known is not None:
            ticket = next(self._tickets)
            self._ready[ticket] = known
            self.spared += 1
            self._catching_up = True
            return ticket
        self._catching_up = bool(self._ready)
        ticket = self._pool.submit(text, timeout)
        self._asked[ticket] = digest, timeout
        return ticket

    def wait(self, timeout: float | None = None) -> list[tuple[int, Verdict]]:
        """See `Pool.wait`."""
        ready, self._ready = self._ready, {}
        self._catching_up = self._catching_up and bool(ready or not self._asked)
        if ready and not self._asked:
            return [*ready.items()]
        came = self._pool.wait(0.0 if ready else timeout)
        answered = [
            (*self._asked.pop(ticket), verdict) for ticket, verdict in came if ticket in self._asked
        ]
        self._journal.keep(
            (
                (digest, verdict.answer)
                for digest, _, verdict in answered
                if verdict.barred is None and verdict.answer.is_definite
            ),
            ((digest, had) for digest, had, verdict in answered if verdict.timed_out),
        )
        return [*ready.items(), *came]

    def _known(self, digest: bytes, timeout: float) -> Verdict | None:
        """Return what the earlier reduction knows about a text; None if it has to be asked."""
        known = self._journal.answer(digest)
        if known is not None:
            return Verdict(known.outcome, 0.0, executed=known.executed)
        if self._catching_up and self._journal.was_late(digest, timeout):
            return Verdict(Outcome.UNRESOLVED, 0.0, timed_out=True)
        return None

    def is_catching_up(self) -> bool:
        """Whether the earlier reduction has come farther: its answers are all that is waited for.

        A run that is begun along with known answers says nothing: with several workers, the earlier
        reduction began such runs too, and stopped them unanswered when it had no use for them.
        """
        return self._catching_up

    def cancel(self, tickets: Iterable[int]) -> None:
        """See `Pool.cancel`."""
        tickets = list(tickets)
        for ticket in tickets:
            self._ready.pop(ticket, None)
            self._asked.pop(ticket, None)
        self._pool.cancel(tickets)
