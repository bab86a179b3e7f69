"""Servers that listen on sockets (floor 9): TCP and WebSocket.

Sockets are bound to the loopback address only and ask for a token, since whoever may connect may
run commands.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from functools import partial
from typing import Any, Final

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from nubbin.engine.vocabulary.errors import UsageError
from nubbin.server import door
from nubbin.server.framing import framed, read_message
from nubbin.server.transport import BUFFER, FLUSHING, Build, converse, orderly, stream

HOST: Final = "127.0.0.1"


def serve_tcp(build: Build, port: int, token: str) -> int:
    """Serve any number of clients by TCP until interrupted; print the address first.

    Raises:
        UsageError: the port cannot be used, or the token is empty.
    """
    return _serve_socket(_listen_tcp, build, port, token)


def serve_ws(build: Build, port: int, token: str) -> int:
    """Serve any number of clients by WebSocket until interrupted; print the address first.

    The token comes as `?token=`, as `Authorization: Bearer`, or with `initialize`. A handshake
    with an Origin, as every web page sends it, is refused.

    Raises:
        UsageError: the port cannot be used, or the token is empty.
    """
    return _serve_socket(_listen_ws, build, port, token)


def _serve_socket(
    listen: Callable[[Build, int, str], Coroutine[Any, Any, None]],
    build: Build,
    port: int,
    token: str,
) -> int:
    if not token:
        raise UsageError("--tcp and --ws need --token: whoever may connect may run commands.")
    try:
        asyncio.run(orderly(listen(build, port, token)))
    except OSError as error:
        raise UsageError(
            f"Cannot listen on {HOST}:{port}: {error.strerror}. Choose another port; 0 is any."
        ) from error
    return 0


async def _listen_tcp(build: Build, port: int, token: str) -> None:
    connections: set[asyncio.Task[None]] = set()

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = asyncio.create_task(_serve_stream(build, token, reader, writer))
        connections.add(connection)
        connection.add_done_callback(connections.discard)

    server = await asyncio.start_server(connected, HOST, port, limit=BUFFER)
    _announce(f"tcp://{HOST}:{server.sockets[0].getsockname()[1]}")
    try:
        await asyncio.Event().wait()  # it serves already
    finally:
        server.close()  # no `wait_closed`: since Python 3.12 that waits for every client
        for connection in connections:
            connection.cancel()
        await asyncio.gather(*connections, return_exceptions=True)


async def _serve_stream(
    build: Build, token: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    first = await door.first_message(read_message(reader, door.LARGEST))
    if first is not None and (refusal := door.refusal(first, token)):
        writer.write(framed(refusal))
    elif first is not None:
        servant = build()
        servant.protocol.set_writer(writer)
        await converse(servant, stream(reader, first))
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


async def _listen_ws(build: Build, port: int, token: str) -> None:
    async with serve(
        partial(_serve_web_socket, build, token),
        *(HOST, port),
        origins=[None],
        process_request=partial(_admit, token),
        max_size=door.LARGEST,
        close_timeout=FLUSHING,
    ) as server:
        _announce(f"ws://{HOST}:{next(iter(server.sockets)).getsockname()[1]}")
        await server.serve_forever()


def _admit(token: str, socket: ServerConnection, request: Request) -> Response | None:
    """Return the answer to a handshake with a wrong token; None to one that may go on."""
    sent = door.sent_token(request)
    if sent is not None and not door.same_token(sent, token):
        return socket.respond(401, "The token is wrong.\n")
    if sent is not None:
        socket.protocol.max_message_size = None
    return None


async def _serve_web_socket(build: Build, token: str, socket: ServerConnection) -> None:
    first = None
    if door.sent_token(socket.request) is None:
        first = await door.first_message(socket.recv())
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
    await converse(servant, _frames(socket, first))
    await writer.flush()


def _announce(address: str) -> None:
    print(f"nubbin listens on {address}", flush=True)


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
        await asyncio.wait([self._sending], timeout=FLUSHING)

    async def _send_all(self, socket: ServerConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            while (message := await self._queue.get()) is not None:
                await socket.send(message.decode())


async def _frames(
    socket: ServerConnection, first: str | bytes | None
) -> AsyncIterator[str | bytes]:
    """Yield the messages of a WebSocket, after the one that was read before."""
    if first is not None:
        yield first
    with contextlib.suppress(ConnectionClosed):
        async for message in socket:
            yield message
