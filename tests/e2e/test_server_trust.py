import asyncio
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from lsp_editor import GREP, Editor, editing
from lsp_raw import EDITS, Raw

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "work" / "case.c"
    path.parent.mkdir()
    path.write_text("int a;\nint keep;\n")
    check = path.with_name("check.sh")
    check.write_text('#!/bin/sh\ntouch "$0.ran"\ngrep -q keep "$1"\n')
    check.chmod(0o755)
    path.with_name("nubbin.toml").write_text('[[oracle]]\ncommand = "./check.sh {file}"\n')
    return path


def ran(file: Path) -> bool:
    return file.with_name("check.sh.ran").exists()


async def outcome(editor: Editor, file: Path, *answers: str | None, **more: object) -> int:
    """Reduce, answering the questions that come; return the status."""
    editor.answers.extend(answers)
    uri = editor.open(file)
    finished = await editor.event("finished", await editor.reduce(uri, **more))
    editor.events.clear()
    status = finished["status"]
    assert isinstance(status, int)
    return status


async def test_nothing_runs_before_the_user_has_agreed(file: Path, server: int) -> None:
    async with editing(server, trusted=None) as editor:
        uri = editor.open(file)
        await editor.reduce(uri)
        [question] = await editor.until(lambda: editor.questions, "a question")
        assert "./check.sh {file}" in question.message
        assert str(file.parent) in question.message
        assert [item.title for item in question.actions or ()] == [
            "Allow once",
            "Always allow",
            "No",
        ]
        assert not ran(file)
        editor.answers.append("Allow once")
        assert (await editor.event("finished"))["status"] == 0
        assert ran(file)


async def test_the_question_is_put_once_more_where_it_is_out_of_sight(
    file: Path, server: int
) -> None:
    async with editing(server, trusted=None) as editor:
        uri = editor.open(file)
        job = await editor.reduce(uri)
        await editor.until(lambda: editor.questions, "a question")
        assert await editor.reduce(uri, oracle="./check.sh {file}") == job  # as a code action does
        await editor.until(lambda: len(editor.questions) == 2, "the same question")
        assert "If you do not see the question, reduce again" in editor.progress[-1].message
        assert not ran(file)
        editor.answers += [None, "Allow once"]
        assert (await editor.event("finished", job))["status"] == 0
        shown = [value.message or "" for value in editor.progress]
        waited = max(n for n, message in enumerate(shown) if "waiting for your answer" in message)
        assert shown[waited + 1] == "reading the file, and trying the oracle"


@pytest.mark.parametrize("answer", ["No", None])
async def test_a_refusal_ends_it_with_a_sentence(
    file: Path, server: int, answer: str | None
) -> None:
    async with editing(server, trusted=None) as editor:
        assert await outcome(editor, file, answer) == 2
        verdict = "case.c: nothing was reduced, for the oracle was not allowed to run."
        assert editor.told[-1].startswith(verdict), "the verdict is first: lines are cut"
        assert len(editor.told) == 1
        assert not ran(file)


async def test_an_ending_names_its_document_as_the_client_does_also_if_nothing_had_begun(
    file: Path, server: int
) -> None:
    async with editing(server, trusted=None) as editor:
        spelling = editor.open(file).replace("case", "%63ase")
        editor.answers.append("No")
        finished = await editor.event("finished", await editor.reduce(spelling))
        assert (finished["document"], finished["uri"]) == (spelling, None)
        assert [event["event"] for event in editor.events] == ["finished"]


async def test_what_is_asked_and_told_of_a_check_speaks_of_a_check(file: Path, server: int) -> None:
    async with editing(server, trusted=None) as editor:
        uri = editor.open(file)
        job = (await editor.execute("nubbin.checkOracle", {"uri": uri}))["job"]
        [question] = await editor.until(lambda: editor.questions, "a question")
        assert question.message.startswith(
            "To check the oracle on case.c, nubbin runs this command"
        )
        _, message = await editor.refused("nubbin.reduce", {"uri": uri})
        assert message.startswith("The oracle is being checked on case.c already. Cancel that che")
        editor.answers.append("No")
        assert (await editor.event("finished", job))["status"] == 2
        assert editor.told[-1].startswith("case.c: the oracle was not checked, for it was not")
        assert editor.progress[0].title == "Checking the oracle on case.c"


async def test_once_is_once_and_always_outlives_the_server(file: Path, tmp_path: Path) -> None:
    async with editing(trusted=None) as editor:
        assert await outcome(editor, file, "Allow once") == 0
        assert await outcome(editor, file, "Always allow") == 0
        assert len(editor.questions) == 2
    async with editing(trusted=None) as editor:
        assert await outcome(editor, file) == 0
        assert editor.questions == []
        script = file.with_name("check.sh")
        script.write_text(script.read_text() + "# changed\n")
        assert await outcome(editor, file, "No") == 2
        assert len(editor.questions) == 1


async def test_what_has_changed_since_the_question_is_asked_about_again(
    file: Path, server: int
) -> None:
    async with editing(server, trusted=None) as editor:
        await editor.reduce(editor.open(file))
        await editor.until(lambda: editor.questions, "a question")
        script = file.with_name("check.sh")
        script.write_text(script.read_text() + "# changed\n")
        editor.answers.append("Always allow")
        await editor.until(lambda: len(editor.questions) == 2, "another question")
        assert not ran(file)
        editor.answers.append("No")
        assert (await editor.event("finished"))["status"] == 2
        assert not ran(file)


async def test_a_command_sent_by_the_client_needs_its_own_consent(file: Path, server: int) -> None:
    async with editing(server, trusted=None) as editor:
        assert await outcome(editor, file, "Always allow") == 0
        sent = {"command": "touch ran-by-client; grep -q keep {file}"}
        assert await outcome(editor, file, "No", oracle=sent) == 2
        assert "ran-by-client" in editor.questions[-1].message


async def test_an_untrusted_workspace_runs_nothing_and_asks_nothing(
    file: Path, server: int
) -> None:
    async with editing(server, trusted=False) as editor:
        assert len(await editor.actions(editor.open(file))) == 1
        assert await outcome(editor, file) == 2
        assert "not trusted" in editor.told[-1]
        assert (editor.questions, ran(file)) == ([], False)
        editor.client.protocol.notify("nubbin/trust", {"trusted": True})
        assert await outcome(editor, file) == 0


async def test_trust_in_the_open_folders_is_not_for_a_file_outside_them(
    file: Path, tmp_path: Path, server: int
) -> None:
    folder = tmp_path / "open"
    for open_folder, asked in ((folder, True), (file.parent, False), (tmp_path, False)):
        folders = [types.WorkspaceFolder(open_folder.as_uri(), "open")]
        async with editing(server, trusted=True, folders=folders) as editor:
            assert await outcome(editor, file, *["No"] * asked) == (2 if asked else 0)
            assert len(editor.questions) == asked
        assert ran(file) != asked


async def test_trust_in_the_open_folders_is_not_for_settings_above_them(
    file: Path, server: int
) -> None:
    inner = file.parent / "open" / file.name
    inner.parent.mkdir()
    inner.write_bytes(file.read_bytes())
    folders = [types.WorkspaceFolder(inner.parent.as_uri(), "open")]
    async with editing(server, trusted=True, folders=folders) as editor:
        assert await outcome(editor, inner, "No") == 2
        assert len(editor.questions) == 1
    assert not ran(file)


@pytest.mark.parametrize("dots", ["../work", "link/.."])
async def test_dots_in_a_uri_do_not_bring_a_file_into_an_open_folder(
    file: Path, tmp_path: Path, server: int, dots: str
) -> None:
    folder, below = tmp_path / "open", file.parent / "below"
    folder.mkdir()
    below.mkdir()
    (folder / "link").symlink_to(below)  # so dots behind it lead to the file's folder
    folders = [types.WorkspaceFolder(folder.as_uri(), "open")]
    async with editing(server, trusted=True, folders=folders) as editor:
        assert await outcome(editor, folder / dots / file.name, "No") == 2
        assert len(editor.questions) == 1
    assert not ran(file)


async def test_trust_in_folders_that_are_none_of_files_is_not_for_files(
    file: Path, server: int
) -> None:
    folders = [types.WorkspaceFolder("vscode-vfs://github/a/b", "open")]
    async with editing(server, trusted=True, folders=folders) as editor:
        assert await outcome(editor, file, "No") == 2
        assert len(editor.questions) == 1
    assert not ran(file)


async def test_trust_in_the_root_of_a_client_that_knows_no_folders_is_not_for_a_file_outside(
    file: Path, tmp_path: Path, server: int
) -> None:
    async with editing(server, trusted=True, root=file.parent) as editor:
        assert await outcome(editor, file) == 0
        assert editor.questions == []
    async with editing(server, trusted=True, root=tmp_path / "other") as editor:
        assert await outcome(editor, file, "No") == 2
        assert len(editor.questions) == 1


async def test_who_cannot_be_asked_is_not_told_to_try_again(file: Path, server: int) -> None:
    async with editing(server, trusted=None) as editor:
        editor.asks = False
        assert await outcome(editor, file) == 2
        assert 'by "initializationOptions": {"trusted": true}' in editor.told[-1]
        assert "again" not in editor.told[-1]
    assert not ran(file)


async def test_what_cannot_be_done_is_refused_before_the_user_is_asked(
    file: Path, server: int
) -> None:
    async with editing(server, trusted=None) as editor:
        uri = editor.open(file)
        _, message = await editor.refused("nubbin.reduce", {"uri": uri, "strategy": "nonsense"})
        assert '"strategy" cannot be used' in message
        place = {"line": 1000, "character": 0}
        assert await outcome(editor, file, range={"start": place, "end": place}) == 2
        assert "The selection is empty" in editor.told[-1]
        assert editor.questions == []


async def test_a_program_that_has_changed_while_something_else_was_asked_does_not_run(
    file: Path, server: int
) -> None:
    script = file.with_name("check.sh")
    settings = file.with_name("nubbin.toml")
    settings.write_text(f'formatter = "cat {{file}}"\n{settings.read_text()}')
    async with editing(server, trusted=None) as editor:
        editor.answers.append("Allow once")
        job = await editor.reduce(editor.open(file))
        await editor.until(lambda: len(editor.questions) == 2, "a question for the formatter")
        script.write_text(script.read_text() + "# changed\n")
        editor.answers.append("No")
        ending = await editor.event("finished", job)
        assert ending["status"] == 2
        assert "has changed since you allowed it" in ending["message"]
    assert not ran(file)


async def test_trust_that_is_told_while_the_question_is_open_is_an_answer_to_it(
    file: Path, server: int
) -> None:
    async with editing(server, trusted=None) as editor:
        job = await editor.reduce(editor.open(file))
        await editor.until(lambda: editor.questions, "a question")
        editor.client.protocol.notify("nubbin/trust", {"trusted": True})
        assert (await editor.event("finished", job))["status"] == 0
        assert len(editor.questions) == 1
        editor.answers.append("No")
        await asyncio.sleep(0)


async def test_distrust_stops_what_runs(file: Path, server: int) -> None:
    async with editing(server) as editor:
        script = file.with_name("check.sh")
        script.write_text(script.read_text().replace("grep", "sleep 1\ngrep"))
        job = await editor.reduce(editor.open(file))
        await editor.until(lambda: ran(file), "the oracle")
        editor.client.protocol.notify("nubbin/trust", {"trusted": False})
        ending = await editor.event("finished", job)
        assert ending["status"] == 130
        assert "the workspace is not trusted any more" in ending["message"]
        assert await outcome(editor, file) == 2


async def test_distrust_starts_nothing_more_and_keeps_what_was_found(
    file: Path, tmp_path: Path, server: int
) -> None:
    async with editing(server) as editor:
        log, script = tmp_path / "log", file.with_name("check.sh")
        words = script.read_text().replace("grep", f"echo run >>'{log}'\nsleep 0.1\ngrep")
        script.write_text(words)
        job = await editor.reduce(editor.open(file))
        await editor.event("improved", job)
        editor.client.protocol.notify("nubbin/trust", {"trusted": False})
        ending = await editor.event("finished", job)
        runs = log.read_text()
        assert (ending["status"], ending["applied"]) == (130, False)
        assert len(Path(ending["path"]).read_bytes()) < len(file.read_bytes())
        await asyncio.sleep(0.5)
        assert log.read_text() == runs


async def test_trust_that_is_neither_yes_nor_no_is_refused_with_a_sentence(
    file: Path, server: int
) -> None:
    async with editing(server, trusted=False) as editor:
        editor.client.protocol.notify("nubbin/trust", {"trusted": "yes"})
        await editor.until(lambda: editor.told, "a sentence")
        assert editor.told[-1].startswith("nubbin: nubbin/trust needs")
        assert await outcome(editor, file) == 2


async def test_cancelling_an_open_question_ends_the_job(file: Path, server: int) -> None:
    async with editing(server, trusted=None) as editor:
        job = await editor.reduce(editor.open(file))
        await editor.until(lambda: editor.questions, "a question")
        await editor.execute("nubbin.cancel", {"job": job})
        assert (await editor.event("finished", job))["status"] == 130
        assert not ran(file)
        editor.answers.append("Allow once")
        await asyncio.sleep(0)


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param({"error": {"code": -32603, "message": "Quit"}}, id="by an error"),
        pytest.param({"result": {"title": ""}}, id="by an empty title"),
        pytest.param({"result": None}, id="by nothing"),
    ],
)
async def test_a_question_that_is_broken_off_is_refused_and_not_said_to_be_impossible(
    file: Path, answer: dict[str, Any]
) -> None:
    raw = await Raw.start()
    await raw.reduce(file, EDITS, {"oracle": [GREP]})
    question = await raw.hear(lambda it: it.get("method") == "window/showMessageRequest")
    raw.send({"id": question["id"], **answer})
    finished = await raw.hear(lambda it: it.get("params", {}).get("event") == "finished")
    assert finished["params"]["message"] == (
        "case.c: nothing was reduced, for the oracle was not allowed to run. Reduce again to be "
        'asked again. It is "keep".'
    )
    await raw.end()
