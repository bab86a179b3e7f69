import asyncio
import json
from typing import Any

import pytest

from nubbin.server.app import build_server
from nubbin.server.progress import Progress

pytestmark = pytest.mark.asyncio


class Sent:
    """What a server has sent."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []

    def write(self, message: bytes) -> None:
        self.messages.append(json.loads(message))

    def close(self) -> None:
        pass


async def test_the_percentage_never_falls_and_is_100_at_the_end_only() -> None:
    server, sent = build_server(), Sent()
    server.protocol.set_writer(sent, include_headers=False)
    begin = {"id": 0, "method": "initialize", "params": {"capabilities": {}}}
    server.protocol.take(json.dumps({"jsonrpc": "2.0", **begin}))
    progress = Progress(server, "token", shown=True)
    progress.begin("Reducing")
    await asyncio.sleep(0)
    asked = sent.messages[-1]
    assert asked["method"] == "window/workDoneProgress/create"
    server.protocol.take(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": None}))
    async with asyncio.timeout(60):
        while sent.messages[-1]["method"] != "$/progress":
            await asyncio.sleep(0)
    await asyncio.sleep(0)
    for fraction in (0.2, 0.5, 0.3, 0.0, 0.6, 1.0):
        progress.report("on it", fraction)
    values = [
        message["params"]["value"]
        for message in sent.messages
        if "value" in message.get("params", {})
    ]
    assert [value["percentage"] for value in values] == [0, 20, 50, 50, 50, 60, 99]
    progress.end("done")
    progress.report("stopping")
    assert sent.messages[-1]["params"]["value"]["kind"] == "end"
