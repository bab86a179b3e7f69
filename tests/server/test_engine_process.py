"""The process of an engine: what it imports, and how it ends."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from nubbin.engine.figures import Reduction
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.request import Options, Request
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


async def test_an_engine_imports_nothing_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "xxhash.py").write_text("open('imported', 'w')\n")
    monkeypatch.chdir(tmp_path)
    spec = OracleSpec("grep -q keep {file}", tmp_path)
    engine = await EngineProcess.start(
        Request(b"keep\n", tmp_path / "case.txt", spec, Options(jobs=1))
    )
    async for message in engine.messages():
        if isinstance(message, Reduction):
            engine.taken()
    assert await engine.close() == 0
    assert os.listdir(tmp_path) == ["xxhash.py"]
