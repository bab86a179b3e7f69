import os
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from lsp_editor import editing
from lsp_settings import TOML, complete
from nubbin.server.settings import load

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio]


async def test_without_an_oracle_a_template_is_chosen_and_written(file: Path, server: int) -> None:
    async with editing(server) as editor:
        uri = editor.open(file)
        [action] = await editor.actions(uri)
        assert action.title == "Reduce test case… (set up an oracle)"
        assert (action.disabled, action.kind) == (None, "refactor.rewrite.reduce")
        assert action.command is not None
        await editor.execute(action.command.command, *(action.command.arguments or ()))
        [question] = await editor.until(lambda: editor.questions, "a question")
        titles = [item.title for item in question.actions or ()]
        assert titles == ["gcc crashes", "clang crashes", "A command of my own"]
        editor.answers.append("gcc crashes")
        [shown] = await editor.until(lambda: editor.client.shown_documents, "the settings")
        toml = file.with_name("nubbin.toml")
        assert shown.uri == toml.as_uri()
        with pytest.raises(JsonRpcException, match=r"nubbin.toml:\d+: stderr is not complete: "):
            await editor.execute("nubbin.reduce", {"uri": uri})
        complete(toml, "internal compiler error: in fold")
        [spec] = load(file.parent).oracles_for(file)
        assert spec.stderr == "internal compiler error: in fold"
        [action] = await editor.actions(uri)
        assert action.title == "Reduce test case"


async def test_each_file_has_a_question_of_its_own(file: Path, server: int) -> None:
    other = file.with_name("other.c")
    other.write_text(file.read_text())
    async with editing(server) as editor:
        for uri in (editor.open(file), editor.open(other)):
            assert await editor.execute("nubbin.reduce", {"uri": uri}) == {"job": None}
        await editor.until(lambda: len(editor.questions) == 2, "two questions")
        for name, question in zip(("case.c", "other.c"), editor.questions, strict=True):
            assert f"needs an oracle for {name}:" in question.message
        assert editor.questions[0].actions is not None
        editor.answers.extend([editor.questions[0].actions[0].title] * 2)
        await editor.until(lambda: len(editor.told) == 2, "two oracles")
        settings = complete(file.with_name("nubbin.toml"), "mine")
        assert [len(settings.oracles_for(path)) for path in (file, other)] == [1, 1]
        assert len(editor.questions) == 2


@pytest.mark.parametrize("command", ["nubbin.reduce", "nubbin.setUp"])
async def test_a_question_that_nobody_has_answered_is_put_again_and_answered_once(
    file: Path, server: int, command: str
) -> None:
    async with editing(server) as editor:
        uri = editor.open(file)
        for _ in range(3):
            await editor.execute(command, {"uri": uri})
        await editor.until(lambda: len(editor.questions) == 3, "the question, three times")
        editor.answers.extend([None, "gcc crashes", "clang crashes"])
        [told] = await editor.until(
            lambda: [each for each in editor.told if "changed nothing" not in each], "a sentence"
        )
        assert told.startswith("Complete line ")
        assert file.with_name("nubbin.toml").read_text().count("[[oracle]]") == 1


@pytest.mark.parametrize("choice", ["gcc crashes", "A command of my own"])
async def test_what_is_to_be_completed_is_selected(file: Path, server: int, choice: str) -> None:
    toml = file.with_name("nubbin.toml")
    toml.write_text('# "☃"\n[[oracle]]\nfiles = ["*.py"]\ncommand = "true"')
    async with editing(server) as editor:
        editor.answers.append(choice)
        await editor.execute("nubbin.setUp", {"uri": editor.open(file)})
        await editor.until(lambda: editor.told, "a sentence")
        [shown] = editor.client.shown_documents
        assert shown.selection is not None
        start, end = shown.selection.start, shown.selection.end
        line = toml.read_text().splitlines()[start.line]
        assert line[start.character : end.character].startswith("PUT THE ")
        assert line[start.character - 1] + line[end.character] == '""'
        assert editor.told[-1].startswith(f"Complete line {start.line + 1} of {toml}, ")


async def test_an_editor_that_cuts_sentences_gets_a_button_that_leads_on(
    file: Path, server: int
) -> None:
    async with editing(server, options={"showsEndings": True}) as editor:
        editor.answers.extend([None, "Set Up an Oracle", "gcc crashes", "Open Settings File"])
        await editor.execute("nubbin.setUp", {"uri": editor.open(file)})
        await editor.until(lambda: len(editor.client.shown_documents) == 2, "the settings, twice")
        sentences = [question.message.partition(".")[0] for question in editor.questions]
        assert sentences[1] == "Nothing was reduced"
        assert editor.questions[3].message.startswith("Complete line ")
        assert editor.told == []


async def test_who_declined_and_made_a_mistake_since_is_told_of_it(file: Path, server: int) -> None:
    async with editing(server, options={"showsEndings": True}) as editor:
        editor.answers.append(None)
        await editor.execute("nubbin.setUp", {"uri": editor.open(file)})
        await editor.until(lambda: len(editor.questions) == 2, "a sentence with a button")
        file.with_name("nubbin.toml").write_text("strategy = 7\n")
        editor.answers.append("Set Up an Oracle")
        await editor.until(lambda: editor.told, "a sentence")
        assert "strategy has to be a string, not 7." in editor.told[-1]


async def test_a_file_is_named_from_the_folder_that_is_open(
    file: Path, tmp_path: Path, server: int
) -> None:
    folders = [types.WorkspaceFolder(tmp_path.as_uri(), "all")]
    async with editing(server, folders=folders) as editor:
        editor.answers.append("gcc crashes")
        await editor.execute("nubbin.setUp", {"uri": editor.open(file)})
        await editor.until(lambda: editor.told, "a sentence")
        assert "Your choice goes into work/nubbin.toml." in editor.questions[0].message
        assert " of work/nubbin.toml, save it" in editor.told[-1]


async def test_no_oracle_is_set_up_beside_one_that_is_not_complete(file: Path, server: int) -> None:
    toml = file.with_name("nubbin.toml")
    async with editing(server) as editor:
        uri = editor.open(file)
        editor.answers.append("gcc crashes")
        await editor.execute("nubbin.setUp", {"uri": uri})
        await editor.until(lambda: editor.told, "a sentence")
        with pytest.raises(JsonRpcException, match="stderr is not complete"):
            await editor.execute("nubbin.setUp", {"uri": uri})
        assert toml.read_text().count("[[oracle]]") == 1


async def test_an_oracle_is_added_to_the_settings_there_are(file: Path, server: int) -> None:
    toml = file.with_name("nubbin.toml")
    before = '# mine\n[[oracle]]\nfiles = ["*.py"]\ncommand = "true"'
    toml.write_text(before)
    async with editing(server) as editor:
        editor.answers.append("A command of my own")
        assert await editor.execute("nubbin.reduce", {"uri": editor.open(file)}) == {"job": None}
        [shown] = await editor.until(lambda: editor.client.shown_documents, "the settings")
        assert shown.selection is not None
        assert toml.read_text().startswith(before + "\n\n[[oracle]]\n")
        settings = complete(toml, "mine")
        assert len(settings.oracles) == 2


async def test_settings_in_pyproject_are_not_hidden_by_a_new_file(file: Path, server: int) -> None:
    shared = file.with_name("pyproject.toml")
    shared.write_text("[tool.nubbin]\njobs = 2\n")
    async with editing(server) as editor:
        editor.answers.append("gcc crashes")
        await editor.execute("nubbin.setUp", {"uri": editor.open(file)})
        await editor.until(lambda: editor.client.shown_documents, "the settings")
        settings = complete(shared, "mine")
        assert (settings.jobs, len(settings.oracles)) == (2, 1)
        assert sorted(os.listdir(file.parent)) == ["case.c", "pyproject.toml"]


async def test_settings_that_are_open_are_edited_not_overwritten(file: Path, server: int) -> None:
    toml = file.with_name("nubbin.toml")
    toml.write_text("jobs = 2\n")
    async with editing(server) as editor:
        settings = editor.open(toml)
        editor.type(settings, 0, 0, "# unsaved\n")
        editor.answers.append("gcc crashes")
        await editor.execute("nubbin.setUp", {"uri": editor.open(file)})
        await editor.until(lambda: editor.edits, "an edit")
        assert toml.read_text() == "jobs = 2\n"
        assert editor.buffers[settings].text.startswith("# unsaved\njobs = 2\n\n[[oracle]]\n")


async def test_oracles_in_one_line_are_left_as_they_are(file: Path, server: int) -> None:
    toml = file.with_name("nubbin.toml")
    toml.write_text('oracle = [{ files = ["*.py"], command = "true" }]\n')
    before = toml.read_text()
    async with editing(server) as editor:
        editor.answers.append("gcc crashes")
        await editor.execute("nubbin.setUp", {"uri": editor.open(file)})
        await editor.until(lambda: editor.told, "a sentence")
        assert "With it, the file would not be valid TOML" in editor.told[-1]
        assert toml.read_text() == before


async def test_who_does_not_choose_is_told_what_to_write(file: Path, server: int) -> None:
    async with editing(server) as editor:
        editor.answers.append(None)
        await editor.execute("nubbin.setUp", {"uri": editor.open(file)})
        await editor.until(lambda: editor.told, "a sentence")
        assert "Write an [[oracle]] with files and command" in editor.told[-1]
        assert os.listdir(file.parent) == ["case.c"]


async def test_settings_that_are_no_file_are_left_alone(file: Path, server: int) -> None:
    os.mkfifo(file.with_name("nubbin.toml"))
    async with editing(server) as editor:
        with pytest.raises(JsonRpcException, match="cannot be read: not a regular file"):
            await editor.execute("nubbin.setUp", {"uri": editor.open(file)})
        assert editor.questions == []


async def test_settings_are_saved_in_whatever_encoding_the_editor_shows_them(
    file: Path, server: int
) -> None:
    toml = file.with_name("nubbin.toml")
    toml.write_text('[[oracle]]\nname = "é"\ncommand = "grep -q keep {file}"\n', encoding="utf-8")
    async with editing(server) as editor:
        editor.open(toml, toml.read_bytes().decode("cp1252"))
        finished = await editor.event("finished", await editor.reduce(editor.open(file)))
        assert finished["applied"]


@pytest.mark.parametrize("opened", [False, True])
async def test_an_oracle_that_is_set_up_is_the_one_that_is_used_next(
    file: Path, server: int, opened: bool
) -> None:
    toml = file.with_name("nubbin.toml")
    toml.write_bytes(b'[[oracle]]\r\ncommand = "grep -q keep {file}"\r\n')
    async with editing(server) as editor:
        uri = editor.open(file)
        settings = editor.open(toml) if opened else ""
        editor.answers.append("A command of my own")
        await editor.execute("nubbin.setUp", {"uri": uri})
        await editor.until(lambda: editor.told, "a sentence")
        assert "has an oracle already" in editor.questions[0].message
        text = editor.buffers[settings].text if opened else toml.read_bytes().decode()
        assert text.count("\r\n") == text.count("\n")
        toml.write_bytes(text.replace("PUT THE COMMAND HERE", "grep -q int {file}").encode())
        if opened:
            editor.type(settings, 0, len(text), toml.read_bytes().decode())
        finished = await editor.event("finished", await editor.reduce(uri))
        assert finished["status"] == 0
        assert editor.buffers[uri].text.strip() == "int"


async def test_who_sets_up_an_oracle_behind_one_of_the_editors_is_told_so(
    file: Path, server: int
) -> None:
    options: dict[str, object] = {"oracle": [{"name": "mine", "command": "grep -q keep {file}"}]}
    async with editing(server, options=options) as editor:
        editor.answers.append("gcc crashes")
        await editor.execute("nubbin.setUp", {"uri": editor.open(file)})
        await editor.until(lambda: editor.told, "a sentence")
        assert editor.told[-1].endswith('"mine" of the editor\'s settings comes first.')


async def test_who_declines_a_second_oracle_is_not_told_that_one_is_missing(
    file: Path, server: int
) -> None:
    file.with_name("nubbin.toml").write_text(TOML)
    async with editing(server, options={"showsEndings": True}) as editor:
        editor.answers.append(None)
        await editor.execute("nubbin.setUp", {"uri": editor.open(file)})
        await editor.until(lambda: editor.told, "a sentence")
        assert editor.told == ['No oracle was added. That of case.c is "one".']


@pytest.mark.parametrize("shows_endings", [False, True])
async def test_a_client_that_asks_nothing_is_told_that_there_is_no_oracle(
    file: Path, server: int, shows_endings: bool
) -> None:
    options: dict[str, object] = {"asks": False, "showsEndings": shows_endings}
    async with editing(server, options=options) as editor:
        assert await editor.execute("nubbin.reduce", {"uri": editor.open(file)}) == {"job": None}
        [told] = await editor.until(lambda: editor.told, "a sentence")
        assert "no oracle" in told
        assert editor.questions == []
