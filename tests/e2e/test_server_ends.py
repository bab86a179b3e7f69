"""How a server ends: with its client, by signals, and with nothing left behind."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from frontdoor import SCRIPT, marked, until
from living import needs_proc
from lsp_editor import GREP, PATIENCE, SERVER
from lsp_raw import Raw

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio]


async def test_what_is_read_when_the_client_leaves_keeps_no_server_alive(file: Path) -> None:
    with file.with_name("huge").open("wb") as huge:
        huge.truncate(2**38)  # with holes instead of blocks, it is read in some minutes
    raw = await Raw.start()
    large = {**GREP, "command": "./huge {file}"}
    await raw.reduce(file, {}, {"oracle": [large]})
    await raw.answer(1)
    raw.send({"id": 2, "method": "shutdown"})
    await raw.answer(2)
    raw.send({"method": "exit"})
    assert await asyncio.wait_for(raw.process.wait(), PATIENCE / 8) == 0


@needs_proc
@pytest.mark.parametrize("end", ["SIGKILL", "SIGTERM", "end of input"])
async def test_nothing_outlives_the_server(file: Path, tmp_path: Path, end: str) -> None:
    mark = f"NUBBIN_TEST_MARK_{os.getpid()}_{end[-4:]}"
    raw = await Raw.start({mark: "1", "XDG_STATE_HOME": str(tmp_path)})
    options: dict[str, object] = {
        "trusted": True,
        "oracle": [{"command": "sleep 600 & sleep 600; cat {file}"}],
    }
    await raw.reduce(file, {}, options)
    assert await raw.answer(1) == {"job": 1}

    def sleepers() -> int:
        commands = [Path(f"/proc/{number}/comm") for number in marked(mark)]
        return sum(command.exists() and command.read_text() == "sleep\n" for command in commands)

    await asyncio.to_thread(until, lambda: sleepers() >= 2, "the oracle's children")
    if end == "end of input":
        raw.stdin.close()
    else:
        os.kill(raw.process.pid, getattr(signal, end))
    await asyncio.to_thread(until, lambda: not list(marked(mark)), "an end of all processes")
    await raw.process.wait()


@pytest.mark.parametrize("first", ["SIGTERM", "end of input"])
async def test_a_second_signal_breaks_nothing_off(file: Path, first: str) -> None:
    """A session that ends may send more than one at once."""
    raw = await Raw.start()
    text = file.read_text() + "int more;\n" * 2_000
    file.write_text(text)
    slow = {**GREP, "command": "sleep 0.1; grep -q keep {file}"}
    await raw.reduce(file, {}, {"trusted": True, "oracle": [slow]})
    await raw.hear(lambda it: it.get("params", {}).get("event") == "improved")
    if first == "end of input":
        raw.stdin.close()
        await asyncio.sleep(0.005)
    else:
        raw.process.send_signal(signal.SIGTERM)
    raw.process.send_signal(signal.SIGHUP)
    await asyncio.wait_for(raw.process.wait(), PATIENCE)
    left = [path.name for path in file.parent.iterdir() if path != file]
    assert left == ["case.reduced.c"]
    best = file.with_name("case.reduced.c").read_text()
    assert "keep" in best
    assert len(best) < len(text)


async def test_a_pipe_is_not_read_and_keeps_no_server_alive(file: Path) -> None:
    raw = await Raw.start()
    uri = file.as_uri()
    begin = {"capabilities": {}, "initializationOptions": {"trusted": True, "oracle": [GREP]}}
    raw.send({"id": 0, "method": "initialize", "params": begin})
    await raw.answer(0)
    item = {"uri": uri, "languageId": "c", "version": 1, "text": file.read_text()}
    raw.send({"method": "textDocument/didOpen", "params": {"textDocument": item}})
    file.unlink()
    os.mkfifo(file)
    params = {"command": "nubbin.reduce", "arguments": [{"uri": uri}]}
    raw.send({"id": 1, "method": "workspace/executeCommand", "params": params})
    finished = await raw.hear(lambda it: it.get("params", {}).get("event") == "finished")
    assert finished["params"]["status"] == 2
    assert finished["params"]["message"] == "case.c cannot be read: not a regular file."
    raw.send({"id": 2, "method": "shutdown"})
    await raw.answer(2)
    raw.send({"method": "exit"})
    assert await asyncio.wait_for(raw.process.wait(), PATIENCE) == 0


@pytest.mark.parametrize("words", [(SCRIPT, "lsp"), SERVER])
@pytest.mark.parametrize("source", ["/dev/null", __file__])
async def test_a_server_that_is_started_by_hand_says_that_it_talks_to_editors(
    source: str, words: tuple[str, ...]
) -> None:
    with open(source) as incoming:
        process = await asyncio.create_subprocess_exec(*words, stdin=incoming, stdout=-1, stderr=-1)
        _, said = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode == 2
    assert b"talks to an editor through pipes" in said
    assert b"Traceback" not in said
