"""A pool without processes, for tests of whole reductions."""

import time
from collections import deque
from collections.abc import Callable, Iterable

from nubbin.engine.oracles.oracle import Verdict
from nubbin.engine.vocabulary.outcome import Outcome


class InlinePool:
    """A pool of one job for an oracle that is a Python function; None from it is a timeout.

    Runs are made in `wait`, one in each call, in the order in which they were submitted.
    """

    jobs = 1

    def __init__(self, oracle: Callable[[bytes], bool | None]) -> None:
        self._oracle = oracle
        self._queue: deque[tuple[int, bytes]] = deque()
        self._tickets = 0

    def submit(self, text: bytes, timeout: float) -> int:
        """Queue one run; a function cannot be stopped, so `timeout` is not used."""
        self._tickets += 1
        self._queue.append((self._tickets, text))
        return self._tickets

    def wait(self, timeout: float | None = None) -> list[tuple[int, Verdict]]:
        """Run the oldest queued text and return its verdict."""
        if not self._queue:
            return []
        ticket, text = self._queue.popleft()
        started = time.perf_counter()
        held = self._oracle(text)
        outcome = Outcome.INTERESTING if held else Outcome.UNINTERESTING
        outcome = Outcome.UNRESOLVED if held is None else outcome
        seconds = time.perf_counter() - started
        return [(ticket, Verdict(outcome, seconds, timed_out=held is None))]

    def cancel(self, tickets: Iterable[int]) -> None:
        """Forget queued texts."""
        gone = set(tickets)
        self._queue = deque(entry for entry in self._queue if entry[0] not in gone)

    def close(self) -> None:
        """Forget everything."""
        self._queue.clear()
