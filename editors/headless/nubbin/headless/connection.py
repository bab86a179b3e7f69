"""Connections to a language server: one that we start, or one at an address."""

import asyncio
import contextlib
import sys
import threading
from collections.abc import AsyncIterator
from typing import Final
from urllib.parse import urlsplit

from pygls.io_ import run_async, run_websocket
from websockets.asyncio.client import connect as connect_websocket
from websockets.exceptions import WebSocketException

from nubbin.engine.vocabulary.errors import NubbinError, UsageError
from nubbin.engine.vocabulary.printable import reason_of
from nubbin.headless.session import GOODBYE, Refused, Session

_BUFFER: Final = 2**20
_SERVER: Final = (sys.executable, "-P", "-m", "nubbin.server")


@contextlib.asynccontextmanager
async def connected(address: str | None = None, token: str | None = None) -> AsyncIterator[Session]:
    """Start a server or connect to one, and initialize the session; shut it down at the end.

    The workspace counts as trusted: the user has typed the command that leads here, which is a
    consent. If the block is left by an exception, the connection is just closed, and the server
    then ends whatever it has begun.

    Args:
        address: `tcp://HOST:PORT` or `ws://HOST:PORT`; None starts a server on stdio.
        token: the secret that the server at the address asks for.

    Raises:
        UsageError: no server answers there.
        Refused: the server refuses us, as for a wrong token.
    """
    session = Session()
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(session.hang_up)
        if address is None:
            await _start_server(session, stack)
        else:
            await _connect(session, stack, address)
        # Nobody edits our documents, so results may go into them whatever the workspace's settings.
        options: dict[str, object] = {"trusted": True, "stream": "final"}
        if token is not None:
            options["token"] = token
        try:
            await session.initialize(options)
        except NubbinError as error:
            if isinstance(error, Refused) or address is None:
                raise
            raise UsageError(
                f"Nothing at {address} speaks as it should. {_other(address)}"
            ) from error
        yield session
        await session.goodbye()


async def _start_server(session: Session, stack: contextlib.AsyncExitStack) -> None:
    """Start a server, in a session of its own, so that a Ctrl-C in the terminal reaches only us."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *_SERVER, stdin=pipe, stdout=pipe, start_new_session=True, limit=_BUFFER
    )
    assert process.stdin is not None
    assert process.stdout is not None
    stack.push_async_callback(_end, process, process.stdin)
    session.client.protocol.set_writer(process.stdin)
    session.listen(run_async(threading.Event(), process.stdout, session.client.protocol))


async def _end(process: asyncio.subprocess.Process, pipe: asyncio.StreamWriter) -> None:
    """End the server: wait for it a while, then kill it."""
    pipe.close()
    try:
        await asyncio.wait_for(process.wait(), GOODBYE)
    except TimeoutError:
        process.kill()
        await process.wait()


async def _connect(session: Session, stack: contextlib.AsyncExitStack, address: str) -> None:
    protocol = session.client.protocol
    try:
        where = urlsplit(address)
        if where.scheme == "ws":
            socket = await connect_websocket(address, max_size=None)
            stack.push_async_callback(socket.close)
            session.listen(run_websocket(socket, threading.Event(), protocol))
        elif where.scheme == "tcp" and where.hostname and where.port:
            reader, writer = await asyncio.open_connection(
                where.hostname, where.port, limit=_BUFFER
            )
            stack.callback(writer.close)
            protocol.set_writer(writer)
            session.listen(run_async(threading.Event(), reader, protocol))
        else:
            raise UsageError(
                f"{address} is not an address. Write tcp://HOST:PORT or ws://HOST:PORT."
            )
    except (OSError, ValueError, WebSocketException) as error:
        way, _ = _ways(address)
        raise UsageError(
            f"No language server answers at {address}: {reason_of(error)}. Start one there: "
            f"nubbin lsp --{way} PORT --token TOKEN. {_other(address)}"
        ) from error
    await asyncio.sleep(0)  # a WebSocket's writer is set once its conversation runs


def _other(address: str) -> str:
    """Return advice for the case that the server there speaks the other protocol."""
    way, other = _ways(address)
    return f"If it was started with --{other}, write {other}:// in place of {way}://."


def _ways(address: str) -> tuple[str, str]:
    """Return the protocol that an address, right or wrong, is of, and the other one."""
    return ("ws", "tcp") if address.startswith("ws:") else ("tcp", "ws")
