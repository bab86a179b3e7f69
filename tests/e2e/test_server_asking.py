"""Settings that the editor is still being asked for hold for what is begun meanwhile."""

from pathlib import Path
from typing import Any

import pytest

from lsp_raw import Raw

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio]

SET = {"strategy": "fast", "oracle": [{"command": "grep -q keep {file}"}]}
"""What the user has set in the editor."""


async def asked(raw: Raw) -> int:
    """Read on until the server asks for settings."""
    question = await raw.hear(lambda it: it.get("method") == "workspace/configuration")
    number: int = question["id"]
    return number


async def opened(file: Path) -> Raw:
    """Start a server, and open a file; the client has not said yet what is set."""
    raw = await Raw.start()
    can = {"workspace": {"configuration": True}}
    begin = {"capabilities": can, "initializationOptions": {"trusted": True}}
    raw.send({"id": 0, "method": "initialize", "params": begin})
    await raw.answer(0)
    raw.send({"method": "initialized", "params": {}})
    item = {"uri": file.as_uri(), "languageId": "c", "version": 1, "text": file.read_text()}
    raw.send({"method": "textDocument/didOpen", "params": {"textDocument": item}})
    return raw


def reduce(raw: Raw, file: Path, number: int = 1) -> None:
    params = {"command": "nubbin.reduce", "arguments": [{"uri": file.as_uri()}]}
    raw.send({"id": number, "method": "workspace/executeCommand", "params": params})


async def event(raw: Raw, name: str) -> Any:  # noqa: ANN401  # any JSON
    return (await raw.hear(lambda it: it.get("params", {}).get("event") == name))["params"]


async def test_a_job_is_begun_at_once_and_waits_for_the_editors_settings(file: Path) -> None:
    raw = await opened(file)
    reduce(raw, file)
    question = await asked(raw)
    assert await raw.answer(1) == {"job": 1}
    raw.send({"id": question, "result": [SET]})
    assert (await event(raw, "started"))["strategy"] == "fast"
    assert (await event(raw, "finished"))["status"] == 0
    await raw.end()


async def test_a_job_waits_for_settings_that_have_just_changed(file: Path) -> None:
    raw = await opened(file)
    raw.send({"id": await asked(raw), "result": [{**SET, "strategy": "thorough"}]})
    raw.send({"method": "workspace/didChangeConfiguration", "params": {"settings": None}})
    reduce(raw, file)
    question = await asked(raw)
    assert await raw.answer(1) == {"job": 1}
    raw.send({"id": question, "result": [SET]})
    assert (await event(raw, "started"))["strategy"] == "fast"
    await raw.end()


async def test_a_slip_in_the_editors_settings_is_told_and_its_own_keys_are_passed_over(
    file: Path,
) -> None:
    raw = await opened(file)
    reduce(raw, file)
    own = {"trace": {"server": "off"}, "command": "nubbin"}
    raw.send({"id": await asked(raw), "result": [{**SET, **own, "strateggy": "fast"}]})
    assert (await event(raw, "finished"))["message"] == (
        "The settings hold mistakes:\n  nubbin.strateggy in the editor's settings: "
        'there is no setting "strateggy". Did you mean strategy?'
    )
    await raw.end()


async def test_the_editors_own_keys_are_passed_over_also_where_it_says_all_at_once(
    file: Path,
) -> None:
    raw = await Raw.start()
    own = {"trace": {"server": "off"}, "myEditorsOwn": 1}
    await raw.reduce(file, {}, {**SET, **own, "trusted": True})
    assert (await event(raw, "started"))["strategy"] == "fast"
    assert (await event(raw, "finished"))["status"] == 0
    await raw.end()


async def test_an_editor_that_does_not_say_what_is_set_is_not_waited_for_long(file: Path) -> None:
    file.with_name("nubbin.toml").write_text('[[oracle]]\ncommand = "grep -q keep {file}"\n')
    raw = await opened(file)
    reduce(raw, file)
    assert (await event(raw, "started"))["strategy"] == "balanced"
    await event(raw, "finished")
    await raw.end()


async def test_a_job_that_has_no_oracle_after_all_ends_with_a_sentence(file: Path) -> None:
    raw = await opened(file)
    reduce(raw, file)
    question = await asked(raw)
    assert await raw.answer(1) == {"job": 1}
    raw.send({"id": question, "result": [None]})
    finished = await event(raw, "finished")
    assert (finished["status"], finished["message"]) == (2, "There is no oracle for case.c.")
    reduce(raw, file, 2)
    assert await raw.answer(2) == {"job": None}
    await raw.end()


async def test_actions_are_offered_by_the_editors_settings(file: Path) -> None:
    raw = await opened(file)
    raw.actions(1, file)
    raw.send({"id": await asked(raw), "result": [SET]})
    [action] = await raw.answer(1)
    assert action["command"] == "nubbin.reduce"
    await raw.end()
