"""A client for tests that can send any message at any time."""

import asyncio
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from lsp_editor import PATIENCE, SERVER

EDITS = {"workspace": {"applyEdit": True, "workspaceEdit": {"documentChanges": True}}}
"""The capabilities of a client that applies edits, and refuses those for an older version."""


class Raw:
    """A client that can send anything."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process, self.stdin, self.stdout = process, process.stdin, process.stdout
        self._passed_over: list[dict[str, Any]] = []

    @classmethod
    async def start(cls, env: dict[str, str] | None = None, log: IO[str] | None = None) -> "Raw":
        pipe = asyncio.subprocess.PIPE
        return cls(
            await asyncio.create_subprocess_exec(
                *SERVER, stdin=pipe, stdout=pipe, stderr=log, env=os.environ | (env or {})
            )
        )

    def send(self, message: dict[str, Any]) -> None:
        self.send_bytes(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def send_bytes(self, body: bytes) -> None:
        self.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    async def answer(self, number: int) -> Any:  # noqa: ANN401  # any JSON
        """Read on until the answer to a request, and return it."""
        message = await self.hear(lambda it: it.get("id") == number and "method" not in it)
        return message.get("result") or message.get("error")

    async def hear(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the first wanted message that was not yet returned; read on if need be."""
        for message in self._passed_over:
            if wanted(message):
                self._passed_over.remove(message)
                return message
        while True:
            header = await asyncio.wait_for(self.stdout.readuntil(b"\r\n\r\n"), PATIENCE)
            length = int(header.split(b":")[1].split(b"\r\n")[0])
            received: dict[str, Any] = json.loads(await self.stdout.readexactly(length))
            if wanted(received):
                return received
            self._passed_over.append(received)

    async def initialize(self) -> None:
        self.send({"id": 0, "method": "initialize", "params": {"capabilities": {}}})
        await self.answer(0)

    async def reduce(self, file: Path, can: dict[str, Any], options: dict[str, Any]) -> None:
        """Initialize the server, open a file, and ask for its reduction in request 1."""
        begin = {"capabilities": can, "initializationOptions": options}
        self.send({"id": 0, "method": "initialize", "params": begin})
        await self.answer(0)
        item = {"uri": file.as_uri(), "languageId": "c", "version": 1, "text": file.read_text()}
        self.send({"method": "textDocument/didOpen", "params": {"textDocument": item}})
        params = {"command": "nubbin.reduce", "arguments": [{"uri": file.as_uri()}]}
        self.send({"id": 1, "method": "workspace/executeCommand", "params": params})

    def actions(self, number: int, file: Path, *, lines: int = 0) -> None:
        """Ask for the code actions of a file in a request, with its first lines selected."""
        start, end = ({"line": line, "character": 0} for line in (0, lines))
        params = {
            "textDocument": {"uri": file.as_uri()},
            "range": {"start": start, "end": end},
            "context": {"diagnostics": []},
        }
        self.send({"id": number, "method": "textDocument/codeAction", "params": params})

    def change(self, file: Path, text: str) -> None:
        """Say that an open document holds another text now."""
        params = {
            "textDocument": {"uri": file.as_uri(), "version": 2},
            "contentChanges": [{"text": text}],
        }
        self.send({"method": "textDocument/didChange", "params": params})

    async def end(self) -> int:
        """Close the pipe; return the exit status."""
        self.stdin.close()
        return await asyncio.wait_for(self.process.wait(), PATIENCE)
