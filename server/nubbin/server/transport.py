"""How clients reach a server (floor 9): stdio, TCP and WebSocket.

Each connection has a server of its own; when it ends, everything that was begun for it ends too.
Sockets are bound to the loopback address only and ask for a token, since whoever may
connect may run commands.
"""

import asyncio
import contextlib
import logging
import os
import signal
import stat
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, Final, TypeVar
from typing import Protocol as Interface

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from nubbin.engine.vocabulary.errors import Interrupted, UsageError
from nubbin.engine.wire import private_pipes
from nubbin.server import door
from nubbin.server.framing import framed, read_message
from nubbin.server.protocol import Protocol
from nubbin.server.signals import SIGNALS

HOST: Final = "127.0.0.1"
_BUFFER: Final = 2**20
_FLUSHING: Final = 2.0
"""Seconds that a client has to read our last messages."""
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
    return asyncio.run(_orderly(_stdio(build(), incoming, outgoing)))


def serve_tcp(build: Build, port: int, token: str) -> int:
    """Serve any number of clients by TCP until interrupted; print the address first.

    Raises:
        UsageError: the port cannot be used, or the token is empty.
    """

    async def listen() -> None:
        connections: set[asyncio.Task[None]] = set()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            first = await door.knock(read_message(reader, door.LARGEST))
            if first is not None and (refusal := door.refusal(first, token)):
                writer.write(framed(refusal))
            elif first is not None:
                servant = build()
                servant.protocol.set_writer(writer)
                await _converse(servant, _stream(reader, first))
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

        def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connection = asyncio.create_task(serve(reader, writer))
            connections.add(connection)
            connection.add_done_callback(connections.discard)

        server = await asyncio.start_server(connected, HOST, port, limit=_BUFFER)
        _announce(f"tcp://{HOST}:{server.sockets[0].getsockname()[1]}")
        try:
            await asyncio.Event().wait()  # it serves already
        finally:
            server.close()  # no `wait_closed`: since Python 3.12 that waits for every client
            for connection in connections:
                connection.cancel()
            await asyncio.gather(*connections, return_exceptions=True)

    return _serve_socket(listen, port, token)


def serve_ws(build: Build, port: int, token: str) -> int:
    """Serve any number of clients by WebSocket until interrupted; print the address first.

    The token comes as `?token=`, as `Authorization: Bearer`, or with `initialize`. A handshake
    with an Origin, as every web page sends it, is refused.

    Raises:
        UsageError: the port cannot be used, or the token is empty.
    """

    async def listen() -> None:
        async def connected(socket: ServerConnection) -> None:
            first = None
            if door.sent_token(socket.request) is None:
                first = await door.knock(socket.recv())
                if first is None:
                    return
                if refusal := door.refusal(first, token):
                    with contextlib.suppress(ConnectionClosed):
                        await socket.send(refusal)
                    return
                socket.protocol.max_message_size = None
            servant = build()
            writer = _SocketWriter(socket)
            servant.protocol.set_writer(writer, include_headers=False)
            await _converse(servant, _frames(socket, first))
            await writer.flush()

        def admit(socket: ServerConnection, request: Request) -> Response | None:
            sent = door.sent_token(request)
            if sent is not None and not door.same_token(sent, token):
                return socket.respond(401, "The token is wrong.\n")
            if sent is not None:
                socket.protocol.max_message_size = None
            return None

        async with serve(
            connected,
            *(HOST, port),
            origins=[None],
            process_request=admit,
            max_size=door.LARGEST,
            close_timeout=_FLUSHING,
        ) as server:
            _announce(f"ws://{HOST}:{next(iter(server.sockets)).getsockname()[1]}")
            await server.serve_forever()

    return _serve_socket(listen, port, token)


def _serve_socket(listen: Callable[[], Coroutine[Any, Any, None]], port: int, token: str) -> int:
    if not token:
        raise UsageError("A socket needs --token: whoever may connect may run commands.")
    try:
        asyncio.run(_orderly(listen()))
    except OSError as error:
        raise UsageError(
            f"Cannot listen on {HOST}:{port}: {error.strerror}. Choose another port; 0 is any."
        ) from error
    return 0


def _announce(address: str) -> None:
    print(f"nubbin listens on {address}", flush=True)


def _check_pipes(incoming: int, outgoing: int) -> None:
    """Refuse streams that an event loop cannot wait for, such as a file or /dev/null."""
    modes = os.fstat(incoming).st_mode, os.fstat(outgoing).st_mode
    piped = [stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) for mode in modes]
    if not (piped[0] or os.isatty(incoming)) or not (piped[1] or stat.S_ISCHR(modes[1])):
        raise UsageError(
            "`nubbin lsp` talks to an editor through pipes, and its standard input or output is "
            "not one. Let your editor start it, or use --tcp."
        )


async def _orderly(work: Coroutine[Any, Any, T]) -> T:
    """Do some work; on the first signal cancel it, let it clean up, and then die of the signal.

    A second signal kills the process at once. Threads are not waited for: one that blocks while
    it reads a file would never end.
    """
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    met: list[signal.Signals] = []

    def end(number: signal.Signals) -> None:
        met.append(number)
        for each in taken:
            loop.remove_signal_handler(each)
            signal.signal(each, signal.SIG_DFL)
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
    signal.raise_signal(number)


async def _stdio(servant: Servant, incoming: int, outgoing: int) -> int:
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=_BUFFER)
    heard, _ = await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(incoming, "rb", buffering=0)
    )
    pipe, closing = await loop.connect_write_pipe(_Closing, os.fdopen(outgoing, "wb", buffering=0))
    servant.protocol.set_writer(pipe)
    await _converse(servant, _stream(reader))
    heard.close()
    pipe.close()
    await asyncio.wait([closing.closed], timeout=_FLUSHING)
    return 0 if servant.protocol.ended_well else 1


class _Closing(asyncio.BaseProtocol):
    """Tells when all data of a pipe have been written, and it is closed."""

    def __init__(self) -> None:
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed.set_result(None)


class _SocketWriter:
    """Sends messages one after the other, as WebSocket's text messages."""

    def __init__(self, socket: ServerConnection) -> None:
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._sending = asyncio.create_task(self._send_all(socket))

    def write(self, message: bytes) -> None:
        """Queue a message."""
        self._queue.put_nowait(message)

    def close(self) -> None:
        """Send no more than what is queued."""
        self._queue.put_nowait(None)

    async def flush(self) -> None:
        """Wait until everything is sent, cannot be sent, or takes too long."""
        self.close()
        await asyncio.wait([self._sending], timeout=_FLUSHING)

    async def _send_all(self, socket: ServerConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            while (message := await self._queue.get()) is not None:
                await socket.send(message.decode())


async def _converse(servant: Servant, said: AsyncIterator[bytes | str]) -> None:
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
        await servant.close()


async def _stream(reader: asyncio.StreamReader, first: bytes | None = None) -> AsyncIterator[bytes]:
    """Yield the messages of a stream, after the one that was read before."""
    if first is not None:
        yield first
    while (message := await read_message(reader)) is not None:
        yield message


async def _frames(
    socket: ServerConnection, first: str | bytes | None
) -> AsyncIterator[str | bytes]:
    """Yield the messages of a WebSocket, after the one that was read before."""
    if first is not None:
        yield first
    with contextlib.suppress(ConnectionClosed):
        async for message in socket:
            yield message
