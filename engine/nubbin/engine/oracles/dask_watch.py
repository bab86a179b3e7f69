"""Who of a Dask cluster still answers (floor 3′).

Dask notices at once that a worker has died, but waits for minutes for one that hangs, as a machine
does that swaps or has lost its network. What such a worker was given is known here, so that it can
be given to others.
"""

import asyncio
import contextlib
from itertools import chain
from typing import Any, Final

_COUNT: Final = 1.0
"""Seconds between two questions to the scheduler which workers it has."""
_SILENT: Final = 10.0
"""Seconds without a heartbeat, or in a pause for want of memory, after which a worker counts as
hanging; Dask's heartbeats come every few."""


class ClusterWatch:
    """Looks after a cluster once a second, on the thread of Dask's client.

    Seconds are counted instead of read from a clock, which goes on while this process is stopped
    (Ctrl-Z).
    """

    def __init__(self, client: Any) -> None:  # noqa: ANN401  # Dask's client hardly has types
        """Know nothing yet; `run` looks."""
        self._client = client
        self._heard: dict[str, tuple[float, float]] = {}
        """For each worker its last heartbeat, and for how many seconds there was no other."""
        self.unheard = False
        """Whether the scheduler is silent."""
        self.in_vain = 0.0
        """Seconds without a worker that answers, or without an answer from the scheduler."""
        self.stranded: frozenset[str] = frozenset()
        """The keys of the tasks that hanging workers have."""

    def lively(self) -> list[str] | None:
        """Return the workers that answer, if there are any, and others that do not; else None."""
        workers = [worker for worker, (_, quiet) in self._heard.items() if quiet < _SILENT]
        return workers if workers and len(workers) < len(self._heard) else None

    async def run(self) -> None:
        """Look until the client is closed."""
        asked = asyncio.ensure_future(self._ask())
        try:
            while self._client.status != "closed":
                await asyncio.sleep(_COUNT)
                self.unheard = not (asked.done() and asked.result())
                some = any(quiet < _SILENT for _, quiet in self._heard.values())
                self.in_vain = 0.0 if some and not self.unheard else self.in_vain + _COUNT
                if asked.done():
                    asked = asyncio.ensure_future(self._ask())
        finally:
            asked.cancel()

    async def _ask(self) -> bool:
        """Ask the scheduler about its workers; return whether it has answered."""
        with contextlib.suppress(OSError):  # it hung up, or takes no call
            workers = (await self._client.scheduler.identity())["workers"]
            heard: dict[str, tuple[float, float]] = {}
            for worker, about in workers.items():
                last, quiet = self._heard.get(worker, (None, 0.0))
                beat, works = about["last_seen"], about["status"] == "running"
                heard[worker] = beat, 0.0 if works and beat != last else quiet + _COUNT
            self._heard = heard
            lively, stranded = self.lively(), frozenset[str]()
            if lively is not None:
                tasks = await self._client.scheduler.processing()
                # Answers that nobody can fetch from there: Dask would wait for minutes.
                held = await self._client.scheduler.has_what()
                hanging = (tasks.keys() | held.keys()) - set(lively)
                keys = (each.get(worker, ()) for worker in hanging for each in (tasks, held))
                stranded = frozenset(chain.from_iterable(keys))
            self.stranded = stranded
            return True
        return False
