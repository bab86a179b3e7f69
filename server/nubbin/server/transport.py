"""A connection of a client with its server, from beginning to end; and that by stdio (floor 9).

Each connection has a server of its own; when it ends, everything that was begun for it ends too.
"""

import asyncio
import logging
import os
import signal
import stat
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, Final, TypeVar
from typing import Protocol as Interface

from nubbin.engine.vocabulary.errors import Interrupted, UsageError
from nubbin.engine.wire import private_pipes
from nubbin.server.framing import read_message
from nubbin.server.protocol import Protocol
from nubbin.server.signals import SIGNALS

BUFFER: Final = 2**20
FLUSHING: Final = 2.0
"""Seconds that a client has to read our last messages, and our threads have to end."""
_WAY_OUT: Final = 2.0
"""Seconds after a signal for which others are taken for the same one."""
_LOG = logging.getLogger(__name__)
T = TypeVar("T")


class Servant(Interface):
    """The server of one connection, as far as this module knows it."""

    protocol: Protocol

    async def close(self) -> None:
        """End everything that was begun for the connection."""


Build = Callable[[], Servant]


def serve_stdio(build: Build) -> int:
    """Serve standard input and output; return 0 if the client sent `shutdown` first, else 1.

    Raises:
        UsageError: they are not pipes, so there is no client.
    """
    incoming, outgoing = private_pipes()
    _check_pipes(incoming, outgoing)
    return asyncio.run(orderly(_stdio(build(), incoming, outgoing)))


def _check_pipes(incoming: int, outgoing: int) -> None:
    """Refuse streams that an event loop cannot wait for, such as a file or /dev/null."""
    modes = os.fstat(incoming).st_mode, os.fstat(outgoing).st_mode
    piped = [stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) for mode in modes]
    if not (piped[0] or os.isatty(incoming)) or not (piped[1] or stat.S_ISCHR(modes[1])):
        raise UsageError(
            "`nubbin lsp` talks to an editor through pipes, and its standard input or output is "
            "not one. Let your editor start it, or use --tcp."
        )


async def orderly(work: Coroutine[Any, Any, T]) -> T:
    """Do some work; on the first signal cancel it, let it clean up, and then die of the signal.

    Signals often come in twos, as when a session ends. One that comes later, while the work is
    still not cleaned up, kills the process at once. Threads are not waited for: one that blocks
    while it reads a file would never end.
    """
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    met: list[signal.Signals] = []

    def end(number: signal.Signals) -> None:
        met.append(number)
        patient_until = time.monotonic() + _WAY_OUT

        def again(number: int, _frame: object) -> None:
            if time.monotonic() > patient_until:
                _die_of(signal.Signals(number))

        for each in taken:
            loop.remove_signal_handler(each)
            signal.signal(each, again)
        task.cancel()

    taken = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    for number in taken:
        loop.add_signal_handler(number, end, number)
    try:
        return await work
    finally:
        for number in met:
            _die_of(number)


def _die_of(number: signal.Signals) -> None:
    """End the process as the signal would; after Ctrl-C, with README's status for it."""
    if number == signal.SIGINT:
        os._exit(Interrupted.exit_status)
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)


async def _stdio(servant: Servant, incoming: int, outgoing: int) -> int:
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=BUFFER)
    heard, _ = await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(incoming, "rb", buffering=0)
    )
    pipe, closing = await loop.connect_write_pipe(_Closing, os.fdopen(outgoing, "wb", buffering=0))
    servant.protocol.set_writer(pipe)
    await converse(servant, stream(reader))
    heard.close()
    pipe.close()
    await asyncio.wait([closing.closed], timeout=FLUSHING)
    status = 0 if servant.protocol.ended_well else 1
    threads = asyncio.create_task(loop.shutdown_default_executor())
    await asyncio.wait([threads], timeout=FLUSHING)
    if not threads.done():  # one still reads, and nobody waits any more for what it finds
        os._exit(status)
    return status


class _Closing(asyncio.BaseProtocol):
    """Tells when all data of a pipe have been written, and it is closed."""

    def __init__(self) -> None:
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed.set_result(None)


async def converse(servant: Servant, said: AsyncIterator[bytes | str]) -> None:
    """Handle messages until the client sends `exit` or is gone; then end what was begun for it."""
    protocol = servant.protocol
    protocol.ended = asyncio.Event()

    async def listen() -> None:
        async for message in said:
            protocol.take(message)

    tasks = [asyncio.create_task(listen()), asyncio.create_task(protocol.ended.wait())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        for failure in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(failure, Exception):
                _LOG.warning("The connection broke off: %r", failure)
        closing = asyncio.create_task(servant.close())
        try:
            await asyncio.shield(closing)
        except asyncio.CancelledError:  # by a signal: what is being put beside a file is put there
            await closing
            raise


async def stream(reader: asyncio.StreamReader, first: bytes | None = None) -> AsyncIterator[bytes]:
    """Yield the messages of a stream, after the one that was read before."""
    if first is not None:
        yield first
    while (message := await read_message(reader)) is not None:
        yield message
