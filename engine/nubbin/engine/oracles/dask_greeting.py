"""A check that a Dask scheduler and its workers answer, with our version of Dask (floor 3′).

Dask's own client assumes that a scheduler of its own version answers at the address it is given.
If something else listens there, the client waits for ever or breaks down, and can hardly be
stopped. Two different versions of Dask may also lose runs without a word. So the scheduler is
asked for its versions first, within a time limit, and whoever has another one is named.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from distributed.comm.core import connect
from distributed.core import send_recv
from distributed.utils import LoopRunner
from distributed.versions import get_versions

from nubbin.engine.vocabulary.errors import UsageError

_CONNECT: Final[Any] = connect
_LOOP_RUNNER: Final[Any] = LoopRunner
"""Any: Dask is marked as typed, but these hardly are."""
PATIENCE: Final = 8.0
"""Seconds that the scheduler has to answer, and then that a first worker has to appear."""
_VERSIONS: Final = {"op": "versions"}
_TO_WORKERS: Final = {"op": "broadcast", "msg": _VERSIONS, "on_error": "ignore"}
_PAUSE: Final = 0.1
"""Seconds between two questions whether a worker is there."""


def greet(address: str) -> None:
    """Wait until a scheduler and a worker answer, and check that all have our version of Dask.

    Args:
        address: `HOST:PORT` of the scheduler.

    Raises:
        UsageError: they do not answer in time, something else does, or a version differs.
    """
    url = f"tcp://{address}"
    try:
        versions = _answer(_said, url, _VERSIONS)
    except Exception as error:  # what another protocol sends may make Dask raise anything
        why = str(error) if isinstance(error, OSError) else "something else does"
        why = why or f"it has said nothing for {PATIENCE:.0f} seconds"
        raise UsageError(
            f"No Dask scheduler answers at {address}: {why}. Start one with "
            "`dask scheduler`, and a worker with `dask worker`, or mend the address."
        ) from error
    _check(f"The Dask scheduler at {address}", versions)
    try:
        workers = _answer(_workers, url)
    except OSError as error:
        raise UsageError(
            f"The Dask scheduler at {address} has no workers, or one that does not answer. "
            f"Start one (dask worker {url}), or end that."
        ) from error
    for worker, versions in workers.items():
        _check(f"The Dask worker at {worker}", versions)


def _answer(ask: Callable[..., Awaitable[Any]], *question: object) -> Any:  # noqa: ANN401  # as Dask gives it
    """Run a question on an event loop of its own, as this thread may already have one."""
    return _LOOP_RUNNER().run_sync(ask, *question)


async def _workers(url: str) -> object:
    """Return each worker's versions, as soon as there is a worker."""
    async with asyncio.timeout(PATIENCE):
        while not (said := await _said(url, _TO_WORKERS)):
            await asyncio.sleep(_PAUSE)
    return said


async def _said(url: str, question: dict[str, Any]) -> object:
    """Return a scheduler's answer to a question."""
    async with asyncio.timeout(PATIENCE):
        comm = await _CONNECT(url, timeout=PATIENCE)
        try:
            return await send_recv(comm, **question)
        finally:
            comm.abort()


def _check(who: str, versions: Any) -> None:  # noqa: ANN401  # as Dask has them
    """Make sure that somebody has the version of Dask that is installed here."""
    theirs, ours = (each["packages"]["distributed"] for each in (versions, get_versions()))
    if theirs != ours:
        raise UsageError(
            f"{who} has version {theirs} of Dask, and nubbin here {ours}. Install the same on "
            f"every machine: pip install distributed=={ours}"
        )
