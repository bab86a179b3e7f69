"""Who is there, before anything is entrusted to them (floor 3′).

Dask's own client takes for granted that a scheduler answers where it is told to go: where
something else listens it waits for ever or breaks down, and it hardly lets go. So the scheduler
is greeted first, within a limit.
"""

import asyncio
from typing import Any, Final

from distributed.comm.core import connect
from distributed.core import send_recv
from distributed.utils import LoopRunner

from nubbin.engine.vocabulary.errors import UsageError

_CONNECT: Final[Any] = connect
_LOOP_RUNNER: Final[Any] = LoopRunner
"""Dask says that it is typed, but these hardly are."""
PATIENCE: Final = 8.0
"""Seconds for the scheduler, and then for a first worker, to be there."""


def greet(address: str) -> None:
    """Make sure that a scheduler answers at `HOST:PORT`.

    Raises:
        UsageError: nobody answers in time, or something else does.
    """
    try:
        # A loop on a thread of its own, as Dask's client has: there may be one on this already.
        _LOOP_RUNNER().run_sync(_versions, f"tcp://{address}")
    except Exception as error:  # what is not of Dask's protocol may be taken for anything
        why = str(error) if isinstance(error, OSError) else "something else does"
        why = why or f"it has said nothing for {PATIENCE:.0f} seconds"
        raise UsageError(
            f"No Dask scheduler answers at {address}: {why}. Start one with "
            "`dask scheduler`, and a worker with `dask worker`, or mend the address."
        ) from error


async def _versions(url: str) -> object:
    """Return what a scheduler says of its versions."""
    async with asyncio.timeout(PATIENCE):
        comm = await _CONNECT(url, timeout=PATIENCE)
        try:
            return await send_recv(comm, op="versions")
        finally:
            comm.abort()
