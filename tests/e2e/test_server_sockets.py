"""Whoever connects by a socket, the server ends when told to, and hears only who has the token."""

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError

from frontdoor import SCRIPT, command_line, marked, until
from living import needs_proc
from lsp_editor import PATIENCE, TOKEN
from nubbin.headless.connection import connected
from nubbin.headless.document import Document

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio]

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
SOON = 8.0
"""Seconds in which a server has ended, whatever its clients do."""


@contextlib.asynccontextmanager
async def listening(
    kind: str, env: dict[str, str] | None = None
) -> AsyncIterator[tuple[asyncio.subprocess.Process, int]]:
    """Start a server on any free port; yield it and the port; end it if it has not ended."""
    process = await asyncio.create_subprocess_exec(
        *(SCRIPT, "lsp", f"--{kind}", "0"),
        stdout=asyncio.subprocess.PIPE,
        env=os.environ | {"NUBBIN_TOKEN": TOKEN, **(env or {})},
    )
    assert process.stdout is not None
    try:
        line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
        yield process, int(line.rpartition(b":")[2])
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@pytest.mark.parametrize("kind", ["tcp", "ws"])
@pytest.mark.parametrize("end, status", [(signal.SIGTERM, -signal.SIGTERM), (signal.SIGINT, 130)])
async def test_a_client_that_says_nothing_keeps_no_server_alive(
    kind: str, end: signal.Signals, status: int
) -> None:
    async with listening(kind) as (server, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        if kind == "ws":
            writer.write(HANDSHAKE)
            assert b" 101 " in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        with contextlib.closing(writer):
            server.send_signal(end)
            assert await asyncio.wait_for(server.wait(), SOON) == status


@needs_proc
@pytest.mark.parametrize("kind", ["tcp", "ws"])
async def test_nothing_that_was_begun_for_a_client_outlives_the_server(
    kind: str, file: Path, tmp_path: Path
) -> None:
    mark = f"NUBBIN_TEST_MARK_{os.getpid()}_{kind}"
    oracle = {"command": "sleep 600 & sleep 600; cat {file}"}
    async with (
        listening(kind, {mark: "1", "XDG_STATE_HOME": str(tmp_path)}) as (server, port),
        connected(f"{kind}://127.0.0.1:{port}", TOKEN) as session,
    ):
        session.open(Document.of(file, file.read_bytes()))
        await session.execute("nubbin.reduce", {"uri": file.as_uri(), "oracle": oracle})

        def sleepers() -> int:
            return sum(command_line(number).startswith(b"sleep\0") for number in marked(mark))

        await asyncio.to_thread(until, lambda: sleepers() >= 2, "the oracle's children")
        server.terminate()
        assert await asyncio.wait_for(server.wait(), PATIENCE) == -signal.SIGTERM
        await asyncio.to_thread(until, lambda: not list(marked(mark)), "an end of all processes")


def framed(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def beginning(token: str) -> bytes:
    """Return a request to begin, with the token."""
    params = {"capabilities": {}, "initializationOptions": {"token": token}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    return json.dumps(message).encode()


async def heard(port: int, said: bytes) -> bytes:
    """Say something, and listen until the server hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with contextlib.closing(writer):
        writer.write(said)
        with contextlib.suppress(ConnectionResetError):  # it has not read all of it
            return await asyncio.wait_for(reader.read(), PATIENCE)
    return b""


async def test_who_shows_no_token_is_not_listened_to_for_long() -> None:
    sayings = [
        b"",
        b"Content-Length: 2000000000\r\n\r\n{",
        b"Content-Length: %d\r\n\r\n" % (2**20 + 1),
        b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n",
        b"Content-Type: x\r\n" * 5,
        b"x" * 2**21,
    ]
    async with listening("tcp") as (_, port):
        answers = await asyncio.gather(*(heard(port, said) for said in sayings))
        assert answers == [b""] * len(sayings)


async def test_a_frame_without_a_token_is_small_or_not_read() -> None:
    async with listening("ws") as (_, port), connect(f"ws://127.0.0.1:{port}") as socket:
        await socket.send("x" * (2**20 + 1))
        with pytest.raises(ConnectionClosedError) as closed:
            await asyncio.wait_for(socket.recv(), PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


@pytest.mark.parametrize("kind", ["tcp", "ws"])
async def test_who_has_shown_the_token_may_send_large_documents(
    kind: str, file: Path, tmp_path: Path
) -> None:
    async with (
        listening(kind, {"XDG_STATE_HOME": str(tmp_path)}) as (_, port),
        connected(f"{kind}://127.0.0.1:{port}", TOKEN) as session,
    ):
        session.open(Document.of(file, b"int keep;\n" + b" " * 2**21))
        sent = {"uri": file.as_uri(), "oracle": {"command": "grep -q keep {file}"}}
        assert (await session.execute("nubbin.reduce", sent))["job"] == 1


async def test_a_token_in_the_handshake_lets_a_large_first_message_in() -> None:
    begin = beginning("").decode() + " " * 2**21
    async with (
        listening("ws") as (_, port),
        connect(f"ws://127.0.0.1:{port}/?token={TOKEN}") as socket,
    ):
        await socket.send(begin)
        assert "capabilities" in await asyncio.wait_for(socket.recv(), PATIENCE)


async def test_what_does_not_begin_with_the_token_is_refused_and_left() -> None:
    request = b'{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}'
    async with listening("tcp") as (_, port):
        for body in (request, beginning("wrong"), b"{]", b"[]"):
            answer = await heard(port, framed(body) + framed(beginning(TOKEN)))
            assert answer.count(b"Content-Length") == 1
            assert b"The token is missing or wrong." in answer


async def test_a_web_page_is_not_answered_whatever_it_knows() -> None:
    body = beginning(TOKEN)
    head = "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://example.org\r\n"
    async with listening("tcp") as (_, port):
        assert await heard(port, head.encode() + framed(body)) == b""
        assert await heard(port, b"Origin: https://example.org\r\n" + framed(body)) == b""
        assert b'"capabilities"' in await heard(port, framed(body) + b"no header\r\n")
