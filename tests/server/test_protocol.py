"""What becomes of notifications that fail."""

import json
import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest

from nubbin.server.app import Server, build_server


class Heard:
    """What a client hears, message by message."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []

    def write(self, message: bytes) -> None:
        self.messages.append(json.loads(message))

    def close(self) -> None:
        """Nothing is left open."""

    def shown(self) -> list[str]:
        """Return the sentences that are shown to the user."""
        told = (each for each in self.messages if each.get("method") == "window/showMessage")
        return [each["params"]["message"] for each in told]


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    server = build_server()
    yield server
    await server.close()


def begin(server: Server) -> Heard:
    """Initialize a server; return what its client hears from then on."""
    heard = Heard()
    server.protocol.set_writer(heard, include_headers=False)
    send(server, "initialize", {"capabilities": {}}, id=1)
    return heard


def send(server: Server, method: str, params: object, **more: object) -> None:
    message = {"jsonrpc": "2.0", "method": method, "params": params, **more}
    server.protocol.take(json.dumps(message))


async def test_a_notification_that_meets_a_fault_is_told_and_logged(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(ls: Server, params: object) -> None:
        raise ZeroDivisionError("no reason")

    server.feature("test/fails")(fail)
    heard = begin(server)
    send(server, "test/fails", {})
    [sentence] = heard.shown()
    assert "This is a fault of nubbin's, please report it: ZeroDivisionError: no r" in sentence
    [record] = [each for each in caplog.records if each.levelno == logging.ERROR]
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError


async def test_a_document_whose_uri_cannot_be_read_is_passed_over(server: Server) -> None:
    heard = begin(server)
    item = {"uri": "ssh://[host]/case.c", "languageId": "c", "version": 1, "text": "int a;"}
    send(server, "textDocument/didOpen", {"textDocument": item})
    end = {"line": 0, "character": 0}
    change = {"range": {"start": end, "end": end}, "text": " "}
    document = {"uri": item["uri"], "version": 2}
    changes = {"textDocument": document, "contentChanges": [change]}
    send(server, "textDocument/didChange", changes)
    send(server, "textDocument/didClose", {"textDocument": {"uri": item["uri"]}})
    assert heard.shown() == []
