"""The pool: texts in, verdicts out, as they come (floor 3′).

The pool knows nothing of order, cache or budget: those are the questioner's. There is one
implementation for each kind of place where oracles run; all of them follow the protocol `Pool`.
"""

from collections.abc import Iterable
from typing import Protocol

from nubbin.engine.oracles.oracle import Verdict


class Pool(Protocol):
    """Runs oracles on texts, up to `jobs` at once."""

    @property
    def jobs(self) -> int:
        """How many texts are worked on at once."""

    def submit(self, text: bytes, timeout: float) -> int:
        """Start (or queue) one run; return its ticket at once.

        Args:
            text: the candidate.
            timeout: seconds after which the run and all its children are killed.

        Raises:
            PoolGone: nobody is left to run it.
        """

    def wait(self, timeout: float | None = None) -> list[tuple[int, Verdict]]:
        """Return the verdicts that have come in since the last call; wait if there are none.

        Args:
            timeout: seconds after which an empty list is returned; None: wait as long as any run is
                left.

        Raises:
            NubbinError: the oracle cannot be run, there is no room for a text, or nobody is left
                to run it (`PoolGone`).
        """

    def cancel(self, tickets: Iterable[int]) -> None:
        """Kill these runs; their verdicts never come. Unknown tickets are ignored."""

    def close(self) -> None:
        """Kill everything, remove every scratch folder. May be called twice."""


class RelayPool:
    """A pool on top of another, to which it passes everything on; subclasses change parts."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    @property
    def jobs(self) -> int:
        """See `Pool.jobs`."""
        return self._pool.jobs

    def submit(self, text: bytes, timeout: float) -> int:
        """See `Pool.submit`."""
        return self._pool.submit(text, timeout)

    def wait(self, timeout: float | None = None) -> list[tuple[int, Verdict]]:
        """See `Pool.wait`."""
        return self._pool.wait(timeout)

    def cancel(self, tickets: Iterable[int]) -> None:
        """See `Pool.cancel`."""
        self._pool.cancel(tickets)

    def close(self) -> None:
        """See `Pool.close`."""
        self._pool.close()
