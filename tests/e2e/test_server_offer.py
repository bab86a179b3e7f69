import os
from pathlib import Path

import pytest

from lsp_editor import GREP, LONG, SLOW, editing
from lsp_raw import Raw
from lsp_settings import TOML

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio]


async def test_an_oracle_of_nubbin_toml_is_offered_and_nothing_runs(
    file: Path, server: int
) -> None:
    file.with_name("nubbin.toml").write_text(TOML)
    async with editing(server) as editor:
        uri = editor.open(file)
        [action] = await editor.actions(uri)
        assert (action.title, action.kind) == ("Reduce test case", "refactor.rewrite.reduce")
        assert action.command is not None
        assert action.command.arguments == ({"uri": uri, "oracle": "one"},)
        assert sorted(os.listdir(file.parent)) == ["case.c", "nubbin.toml"]


async def test_the_oracle_that_was_chosen_runs_though_it_has_no_name(
    file: Path, server: int
) -> None:
    second = '[[oracle]]\ncommand = "grep -q int {file}"\n'
    file.with_name("nubbin.toml").write_text(TOML + second)
    async with editing(server) as editor:
        uri = editor.open(file)
        named, unnamed = await editor.actions(uri)
        assert (named.title, unnamed.title) == (
            "Reduce test case (one)",
            "Reduce test case (grep -q int {file})",
        )
        assert unnamed.command is not None
        await editor.execute(unnamed.command.command, *(unnamed.command.arguments or ()))
        assert (await editor.event("finished"))["status"] == 0
        assert editor.buffers[uri].text.strip() == "int"


async def test_only_actions_of_the_kinds_that_were_asked_for_are_offered(
    file: Path, server: int
) -> None:
    file.with_name("nubbin.toml").write_text(TOML)
    async with editing(server) as editor:
        uri = editor.open(file)
        assert await editor.actions(uri, only=["source"]) == []
        assert await editor.actions(uri, only=["quickfix"]) == []
        [action] = await editor.actions(uri, only=["source.reduce.nubbin"])
        assert action.kind == "source.reduce.nubbin"


async def test_what_is_being_reduced_is_stopped_by_an_action(file: Path, server: int) -> None:
    file.write_text(LONG)
    async with editing(server, options={"oracle": [SLOW]}) as editor:
        uri = editor.open(file)
        assert [action.title for action in await editor.actions(uri)] == ["Reduce test case"]
        job = await editor.reduce(uri)
        await editor.event("improved", job)
        stop, again = await editor.actions(uri)
        assert (stop.title, again.title) == (
            "Stop reducing, keep the best so far",
            "Reduce test case",
        )
        assert stop.command is not None
        await editor.execute(stop.command.command, *(stop.command.arguments or ()))
        finished = await editor.event("finished", job)
        assert (finished["status"], finished["applied"]) == (130, True)
        assert "keep" in editor.buffers[uri].text
        assert len(editor.buffers[uri].text) < len(LONG)
        assert [action.title for action in await editor.actions(uri)] == ["Reduce test case"]


async def test_a_check_is_not_said_to_be_a_reduction(file: Path, server: int) -> None:
    async with editing(server, options={"oracle": [SLOW]}) as editor:
        uri = editor.open(file)
        answer = await editor.execute("nubbin.checkOracle", {"uri": uri})
        assert [action.title for action in await editor.actions(uri)] == ["Reduce test case"]
        await editor.event("finished", answer["job"])


async def test_a_client_that_knows_no_code_actions_is_offered_commands(file: Path) -> None:
    raw = await Raw.start()
    await raw.reduce(file, {}, {"trusted": True, "oracle": [GREP]})
    await raw.hear(lambda it: it.get("params", {}).get("event") == "finished")
    params = {
        "textDocument": {"uri": file.as_uri()},
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": 2, "character": 0}},
        "context": {"diagnostics": []},
    }
    raw.send({"id": 2, "method": "textDocument/codeAction", "params": params})
    first, *_ = await raw.answer(2)
    assert first == {
        "title": "Reduce selection",
        "command": "nubbin.reduce",
        "arguments": [
            {"uri": file.as_uri(), "oracle": "keep", "range": params["range"]},
        ],
    }
    raw.send({"id": 3, "method": "workspace/executeCommand", "params": first})
    assert await raw.answer(3) == {"job": 2}
    await raw.end()
