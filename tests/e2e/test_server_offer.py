import os
from pathlib import Path

import pytest

from lsp_editor import editing
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


async def test_kinds_are_kept(file: Path, server: int) -> None:
    file.with_name("nubbin.toml").write_text(TOML)
    async with editing(server) as editor:
        uri = editor.open(file)
        assert await editor.actions(uri, only=["source"]) == []
        assert await editor.actions(uri, only=["quickfix"]) == []
        [action] = await editor.actions(uri, only=["source.reduce.nubbin"])
        assert action.kind == "source.reduce.nubbin"
