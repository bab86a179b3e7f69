"""The exit status of an engine that dies is its own, however soon it is looked at."""

import asyncio
import os
import signal

import pytest

from nubbin.server.engine_process import EngineProcess

DEATHS = 200
"""So many that one of them is seen in the moment between its end and its report."""


@pytest.mark.asyncio
async def test_a_process_that_was_killed_is_said_to_have_been() -> None:
    pipe = asyncio.subprocess.PIPE
    for _ in range(DEATHS):
        process = await asyncio.create_subprocess_exec("cat", stdin=pipe, stdout=pipe)
        engine = EngineProcess(process)
        os.kill(process.pid, signal.SIGKILL)
        assert [message async for message in engine.messages()] == []
        assert await engine.close() == -signal.SIGKILL
