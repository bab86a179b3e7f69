"""A check that a Dask scheduler and its workers answer, with our version of Dask (floor 3′).

Dask's own client assumes that a scheduler of its own version answers at the address it is given.
If something else listens there, the client waits for ever or breaks down, and can hardly be
stopped. Two different versions of Dask may also lose runs without a word. So the scheduler is
asked for its versions first, within a time limit, and whoever has another one is named.
"""

import asyncio
import contextlib
import socket
from collections import ChainMap
from collections.abc import Awaitable, Callable
from typing import Any, Final

from distributed.comm.addressing import parse_host_port
from distributed.comm.core import connect
from distributed.core import send_recv
from distributed.utils import LoopRunner
from distributed.versions import get_versions

from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.printable import reason_of

_CONNECT: Final[Any] = connect
_HOST_AND_PORT: Final[Any] = parse_host_port
_LOOP_RUNNER: Final[Any] = LoopRunner
"""Any: Dask is marked as typed, but these hardly are."""
PATIENCE: Final = 8.0
"""Seconds to answer in, for the scheduler and for each worker, and for a first one to appear."""
_TO_CONNECT: Final = 0.75
"""The share of that time in which to connect: Dask tries again until then, and says why in vain."""
_VERSIONS: Final = {"op": "versions"}
_VERSIONS_OF: Final = {"op": "broadcast", "msg": _VERSIONS, "on_error": "ignore"}
_WHO: Final = {"op": "identity"}
_PAUSE: Final = 0.1
"""Seconds between two questions whether a worker is there."""


def greet(address: str) -> None:
    """Wait until a scheduler and a worker answer, and check that all have our version of Dask.

    Args:
        address: `HOST:PORT` of the scheduler.

    Raises:
        UsageError: they do not answer in time, something else does, or a version differs.
    """
    url, (host, _, port) = f"tcp://{address}", address.rpartition(":")
    try:
        versions = _answer(_said, url, _VERSIONS)
    except Exception as error:  # what another protocol sends may make Dask raise anything
        raise UsageError(
            f"No Dask scheduler answers at {address}: {_why(error, address)}. Start one with "
            f"`dask scheduler --host {host} --port {port}`, and a worker with `dask worker {url}`, "
            "or mend the address."
        ) from error
    _check(f"The Dask scheduler at {address}", versions)
    try:
        workers = _answer(_workers, url)
    except OSError as error:
        raise UsageError(
            f"The Dask scheduler at {address} has no workers. Start one: dask worker {url}"
        ) from error
    for worker, versions in _answer(_told, url, workers).items():
        _check(f"The Dask worker at {worker}", versions)


def _why(error: BaseException, address: str) -> str:
    """Return why there was no answer, as the end of a sentence: Dask has the reason inside.

    It has none if the last of its attempts began too late to fail, so one more is made.
    """
    inmost = error
    while (inner := inmost.__cause__) is not None:
        inmost = inner
    if not (isinstance(inmost, OSError) and inmost.strerror):  # as where Dask broke off an attempt
        inmost = _not_connected(address) or inmost
    if isinstance(inmost, OSError) and inmost.strerror:
        return reason_of(inmost)
    if isinstance(error, TimeoutError):
        return f"it has said nothing for {PATIENCE:.0f} seconds, as the port of its dashboard would"
    return reason_of(error) if isinstance(error, OSError) else "something else does"


def _not_connected(address: str) -> OSError | None:
    """Return why nobody can be reached at an address; None if somebody can."""
    try:
        socket.create_connection(_HOST_AND_PORT(address), timeout=PATIENCE / 8).close()
    except OSError as error:
        return error
    return None


def _answer(ask: Callable[..., Awaitable[Any]], *question: object) -> Any:  # noqa: ANN401  # as Dask gives it
    """Run a question on an event loop of its own, as this thread may already have one."""
    return _LOOP_RUNNER().run_sync(ask, *question)


async def _workers(url: str) -> list[str]:
    """Return the addresses of a scheduler's workers, as soon as there is one."""
    async with asyncio.timeout(PATIENCE):
        while not (workers := (await _said(url, _WHO))["workers"]):
            await asyncio.sleep(_PAUSE)
    return sorted(workers)


async def _told(url: str, workers: list[str]) -> dict[str, Any]:
    """Return what a scheduler's workers say of their versions.

    They are asked all at once; it takes asking each by itself to tell who keeps silent.

    Raises:
        UsageError: a worker does not answer in time.
    """
    with contextlib.suppress(TimeoutError):
        return await _said(url, _VERSIONS_OF | {"workers": workers})
    alone = (_said(url, _VERSIONS_OF | {"workers": [worker]}) for worker in workers)
    answers = await asyncio.gather(*alone, return_exceptions=True)
    silent = [
        worker
        for worker, answer in zip(workers, answers, strict=True)
        if isinstance(answer, TimeoutError)
    ]
    if silent:
        raise UsageError(
            f"{' and '.join(silent)} of the Dask workers said nothing for {PATIENCE:.0f} seconds. "
            "End them, or wait until they answer, and try again. One that lacks nubbin prints so."
        )
    return dict(ChainMap(*(answer for answer in answers if isinstance(answer, dict))))


async def _said(url: str, question: dict[str, Any]) -> dict[str, Any]:
    """Return a scheduler's answer to a question."""
    async with asyncio.timeout(PATIENCE):
        comm = await _CONNECT(url, timeout=_TO_CONNECT * PATIENCE)
        try:
            answer: dict[str, Any] = await send_recv(comm, **question)
            return answer
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
