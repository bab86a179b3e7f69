"""Who is there, and with which Dask, before anything is entrusted to them (floor 3′).

Dask's own client takes for granted that a scheduler answers where it is told to go, and one of
its own version: where something else listens it waits for ever or breaks down, and it hardly
lets go. Dask of two versions may also lose runs without a word. So the scheduler is greeted
first, within a limit, and whoever has another version is named.
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
"""Dask says that it is typed, but these hardly are."""
PATIENCE: Final = 8.0
"""Seconds for the scheduler, and then for a first worker, to be there."""
_VERSIONS: Final = {"op": "versions"}
_TO_WORKERS: Final = {"op": "broadcast", "msg": _VERSIONS, "on_error": "ignore"}
_PAUSE: Final = 0.1
"""Seconds between two looks whether a worker is there."""


def greet(address: str) -> None:
    """Wait until a scheduler and a worker of it answer; all have the Dask that is installed here.

    Args:
        address: `HOST:PORT` of the scheduler.

    Raises:
        UsageError: they do not answer in time, or something else does, or another version.
    """
    url = f"tcp://{address}"
    try:
        versions = _answer(_said, url, _VERSIONS)
    except Exception as error:  # what is not of Dask's protocol may be taken for anything
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
    """Return what comes of a question, asked on a loop of its own: this thread may have one."""
    return _LOOP_RUNNER().run_sync(ask, *question)


async def _workers(url: str) -> object:
    """Return what each worker says of its versions, as soon as there is one."""
    async with asyncio.timeout(PATIENCE):
        while not (said := await _said(url, _TO_WORKERS)):
            await asyncio.sleep(_PAUSE)
    return said


async def _said(url: str, question: dict[str, Any]) -> object:
    """Return what a scheduler says to a question."""
    async with asyncio.timeout(PATIENCE):
        comm = await _CONNECT(url, timeout=PATIENCE)
        try:
            return await send_recv(comm, **question)
        finally:
            comm.abort()


def _check(who: str, versions: Any) -> None:  # noqa: ANN401  # as Dask has them
    """Make sure that somebody has the Dask that is installed here."""
    theirs, ours = (each["packages"]["distributed"] for each in (versions, get_versions()))
    if theirs != ours:
        raise UsageError(
            f"{who} has version {theirs} of Dask, and nubbin here {ours}. Install the same on "
            f"every machine: pip install distributed=={ours}"
        )
