import os
from pathlib import Path

import pytest

from lsp_editor import GREP, LONG, SLOW, editing
from lsp_raw import EDITS, Raw
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


async def test_an_action_of_a_while_ago_stops_what_runs_now_and_says_if_nothing_does(
    file: Path, server: int
) -> None:
    """VS Code shows the same actions until the cursor moves."""
    file.write_text(LONG)
    async with editing(server, options={"oracle": [SLOW]}) as editor:
        uri = editor.open(file)
        first = await editor.reduce(uri)
        stop, _ = await editor.actions(uri)
        await editor.event("improved", first)
        await editor.execute("nubbin.cancel", {"job": first})
        await editor.event("finished", first)
        assert stop.command is not None
        command, arguments = stop.command.command, stop.command.arguments or ()
        _, reason = await editor.refused(command, *arguments)
        assert reason == "case.c is not being reduced any more."
        editor.type(uri, 0, 0, LONG)
        second = await editor.reduce(uri)
        await editor.event("improved", second)
        assert await editor.execute(command, *arguments) == {"cancelled": [second]}
        assert (await editor.event("finished", second))["status"] == 130


async def test_a_check_is_stopped_by_an_action_that_does_not_call_it_a_reduction(
    file: Path, server: int
) -> None:
    hangs = {"files": ["*.c"], "command": "sleep 600"}
    async with editing(server, options={"oracle": [hangs]}) as editor:
        uri = editor.open(file)
        answer = await editor.execute("nubbin.checkOracle", {"uri": uri})
        stop, again = await editor.actions(uri)
        assert (stop.title, again.title) == ("Stop checking the oracle", "Reduce test case")
        assert stop.command is not None
        await editor.execute(stop.command.command, *(stop.command.arguments or ()))
        assert (await editor.event("finished", answer["job"]))["status"] == 130


async def test_what_has_ended_but_for_the_edit_is_not_offered_to_be_stopped(file: Path) -> None:
    """VS Code asks as soon as the edit is made, and goes by the answer until the cursor moves."""
    raw = await Raw.start()
    await raw.reduce(file, EDITS, {"trusted": True, "oracle": [GREP]})
    edit = await raw.hear(lambda it: it.get("method") == "workspace/applyEdit")
    raw.actions(2, file)
    assert [action["title"] for action in await raw.answer(2)] == ["Reduce test case"]
    raw.send({"id": edit["id"], "result": {"applied": False}})
    await raw.hear(lambda it: it.get("params", {}).get("event") == "finished")
    await raw.end()


async def test_a_client_that_knows_no_code_actions_is_offered_commands(file: Path) -> None:
    raw = await Raw.start()
    await raw.reduce(file, {}, {"trusted": True, "oracle": [GREP]})
    await raw.hear(lambda it: it.get("params", {}).get("event") == "finished")
    raw.actions(2, file, lines=2)
    selected = {"start": {"line": 0, "character": 0}, "end": {"line": 2, "character": 0}}
    first, *_ = await raw.answer(2)
    assert first == {
        "title": "Reduce selection",
        "command": "nubbin.reduce",
        "arguments": [
            {"uri": file.as_uri(), "oracle": "keep", "range": selected},
        ],
    }
    raw.send({"id": 3, "method": "workspace/executeCommand", "params": first})
    assert await raw.answer(3) == {"job": 2}
    await raw.end()
