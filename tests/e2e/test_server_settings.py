import asyncio
import os
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from lsp_editor import capabilities, editing
from lsp_settings import TOML

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio]


async def test_mistakes_in_the_settings_are_shown_at_their_line_until_they_are_mended(
    file: Path, server: int
) -> None:
    toml = file.with_name("nubbin.toml")
    toml.write_text(TOML + "timeot = 3\n")
    async with editing(server) as editor:
        uri = editor.open(file)
        await editor.until(lambda: editor.client.diagnostics.get(toml.as_uri()), "diagnostics")
        [shown] = editor.client.diagnostics[toml.as_uri()]
        assert shown.range.start.line == 4
        assert "timeout" in shown.message
        [action] = await editor.actions(uri)
        assert "set up an oracle" in action.title
        toml.write_text(TOML)
        identifier = types.TextDocumentIdentifier(toml.as_uri())
        editor.client.text_document_did_save(types.DidSaveTextDocumentParams(identifier))
        await editor.until(
            lambda: editor.client.diagnostics[toml.as_uri()] == (), "an end of diagnostics"
        )
        [action] = await editor.actions(uri)
        assert action.title == "Reduce test case"


@pytest.mark.parametrize(
    "name, spoiled, harmless",
    [
        ("nubbin.toml", "jobz = 3\n", None),
        ("pyproject.toml", "[tool.nubbin]\njobz = 3\n", "[project]\n"),
    ],
)
async def test_mistakes_of_settings_that_are_gone_are_not_shown_any_more(
    name: str, spoiled: str, harmless: str | None, file: Path, tmp_path: Path, server: int
) -> None:
    settings = tmp_path / name  # whose folder is no root then
    settings.write_text(spoiled)
    async with editing(server) as editor:
        uri, where = editor.open(file), settings.as_uri()
        await editor.until(lambda: editor.client.diagnostics.get(where), "diagnostics")
        if harmless is None:
            settings.unlink()
        else:
            settings.write_text(harmless)
        await editor.actions(uri)
        await editor.until(lambda: editor.client.diagnostics[where] == (), "an end of them")


async def test_settings_are_read_again_also_where_time_and_size_are_as_before(
    file: Path, server: int
) -> None:
    toml = file.with_name("nubbin.toml")
    toml.write_text('[[oracle]]\nname = "one"\ncommand = "true"\n')
    before = toml.stat()
    async with editing(server) as editor:
        uri = editor.open(file)
        [first] = await editor.actions(uri)
        toml.write_text(toml.read_text().replace("one", "two"))
        os.utime(toml, ns=(before.st_atime_ns, before.st_mtime_ns))
        [second] = await editor.actions(uri)
        assert [action.command and action.command.arguments for action in (first, second)] == [
            ({"uri": uri, "oracle": name},) for name in ("one", "two")
        ]


async def test_the_editors_settings_go_on_top(file: Path, server: int) -> None:
    file.with_name("nubbin.toml").write_text(TOML.replace("touch {workspace}/ran; ", ""))
    can = capabilities(configuration=True)
    async with editing(server, can=can, options={"jobs": 2, "strategy": "no-such"}) as editor:
        uri = editor.open(file)
        assert len(await editor.actions(uri)) == 1
        oracle = {"name": "two", "command": "grep -q keep {file}"}
        theirs = {"oracle": [oracle], "strategy": "balanced", "jobs": None, "trace": "off"}
        editor.client.set_configuration(theirs, section="nubbin")
        params = types.DidChangeConfigurationParams(None)
        editor.client.workspace_did_change_configuration(params)
        while len(actions := await editor.actions(uri)) < 2:
            await asyncio.sleep(0.01)
        assert [action.title[-5:] for action in actions] == ["(two)", "(one)"]
        finished = await editor.event("finished", await editor.reduce(uri))
        assert finished["report"]["jobs"] == 2
        assert finished["report"]["strategy"] == "balanced"
        assert not any(editor.client.diagnostics.values())


@pytest.mark.parametrize(
    "settings,mistake",
    [
        ('[[oracle]]\ncomand = "true {file}"\n', "nubbin.toml:2: .*command"),
        ('[[oracle]]\ncommand = "true {file}"\nstderr = "("\n', "nubbin.toml:3: "),
        ("jobs = \n", "nubbin.toml:1: "),
    ],
)
async def test_a_mistake_in_the_settings_is_told_and_no_new_oracle_is_offered(
    file: Path, server: int, settings: str, mistake: str
) -> None:
    toml = file.with_name("nubbin.toml")
    toml.write_text(settings)
    async with editing(server) as editor:
        with pytest.raises(JsonRpcException, match=f"(?s)hold mistakes.*{mistake}"):
            await editor.execute("nubbin.reduce", {"uri": editor.open(file)})
        assert toml.read_text() == settings


async def test_no_other_oracle_steps_in_for_one_that_holds_a_mistake(
    file: Path, server: int
) -> None:
    toml = file.with_name("nubbin.toml")
    toml.write_text(
        '[[oracle]]\ncommand = "true {file}"\nstderr = "("\n[[oracle]]\ncommand = "true {file}"\n'
    )
    async with editing(server) as editor:
        with pytest.raises(JsonRpcException, match=r"(?s)hold mistakes.*nubbin.toml:3: "):
            await editor.execute("nubbin.reduce", {"uri": editor.open(file)})


async def test_a_mistake_in_what_the_client_sends_is_told_as_such(file: Path, server: int) -> None:
    file.with_name("nubbin.toml").write_text('[[oracle]]\ncommand = "true {file}"\n')
    told = r"(?s)hold mistakes.*  nubbin\.strategy in the editor's settings: .*balanced"
    async with editing(server, options={"strategy": "blanced"}) as editor:
        with pytest.raises(JsonRpcException, match=told):
            await editor.execute("nubbin.reduce", {"uri": editor.open(file)})


@pytest.mark.parametrize(
    "name, table",
    [("nubbin.toml", "\ufeff[[oracle]]"), ("pyproject.toml", "[[tool.nubbin.oracle]]")],
)
async def test_settings_that_are_not_saved_begin_no_reduction(
    file: Path, server: int, name: str, table: str
) -> None:
    toml = file.with_name(name)
    toml.write_bytes(f'{table}\r\ncommand = "grep -q keep {{file}}"\r\n'.encode())
    async with editing(server) as editor:
        settings, uri = editor.open(toml), editor.open(file)
        end = len(editor.buffers[settings].text)
        editor.type(settings, end, end, "# mine\r\n")
        with pytest.raises(JsonRpcException, match=f"{name} has changes that are not saved"):
            await editor.execute("nubbin.reduce", {"uri": uri})
        toml.write_text(editor.buffers[settings].text, newline="")
        finished = await editor.event("finished", await editor.reduce(uri))
        assert finished["applied"]
