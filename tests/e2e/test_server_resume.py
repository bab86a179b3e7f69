"""What was cut short in an editor is gone on with, if the user says so."""

from pathlib import Path
from typing import Any

import pytest
from pygls.exceptions import JsonRpcException

from lsp_editor import Editor, editing

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio]

ORACLE = {"command": "grep -q keep {file}"}


async def reduced(editor: Editor, uri: str, *answers: str | None, **options: object) -> Any:  # noqa: ANN401  # any JSON
    """Reduce, answering the questions that come; return the event that ends it."""
    editor.answers.extend(answers)
    job = await editor.reduce(uri, oracle=ORACLE, options=options)
    return await editor.event("finished", job)


async def cut_short(editor: Editor, file: Path) -> str:
    """Open a file, and stop its reduction early, with its text as it was; return its URI."""
    uri = editor.open(file)
    editor.applies = False
    assert (await reduced(editor, uri, max_tests=1))["status"] == 0
    editor.applies = True
    return uri


@pytest.mark.parametrize("answer", ["Continue", "Start Over"])
async def test_the_user_is_asked_whether_to_go_on(
    file: Path, server: int, answer: str | None
) -> None:
    async with editing(server) as editor:
        uri = await cut_short(editor, file)
        finished = await reduced(editor, uri, answer)
        [question] = editor.questions
        assert "was cut short after 1 answer." in question.message
        resumed = finished["report"]["oracle"]["resumed"]
        assert resumed == (1 if answer == "Continue" else 0)
        assert "keep" in editor.buffers[uri].text
        assert ("(1 made before)" in finished["message"]) == (answer == "Continue")


async def test_who_does_not_answer_loses_nothing(file: Path, server: int) -> None:
    async with editing(server) as editor:
        uri = await cut_short(editor, file)
        finished = await reduced(editor, uri, None)
        assert finished["status"] == 130
        assert "nothing was reduced" in finished["message"]
        finished = await reduced(editor, uri, "Continue")
        assert finished["report"]["oracle"]["resumed"] == 1


async def test_a_client_that_says_that_it_asks_nothing_is_asked_nothing(
    file: Path, server: int
) -> None:
    """ALE, for one, never answers a question, nor refuses it."""
    async with editing(server, options={"asks": False}) as editor:
        uri = await cut_short(editor, file)
        finished = await reduced(editor, uri)
        assert (finished["status"], finished["report"]["oracle"]["resumed"]) == (0, 0)
        assert editor.questions == []


async def test_a_question_out_of_sight_is_put_once_more(file: Path, server: int) -> None:
    """As VS Code does, the client drops the first when the second comes: that is no answer."""
    async with editing(server) as editor:
        uri = await cut_short(editor, file)
        job = await editor.reduce(uri, oracle=ORACLE)
        assert (await editor.event("started", job))["uri"] == uri
        await editor.until(lambda: editor.questions, "a question")
        assert await editor.reduce(uri, oracle=ORACLE) == job
        await editor.until(lambda: len(editor.questions) == 2, "the same question")
        editor.answers += [None, "Continue"]
        assert (await editor.event("finished", job))["report"]["oracle"]["resumed"] == 1


async def test_something_else_waits_until_the_question_is_answered(file: Path, server: int) -> None:
    async with editing(server) as editor:
        uri = await cut_short(editor, file)
        job = await editor.reduce(uri, oracle=ORACLE)
        await editor.until(lambda: editor.questions, "a question")
        editor.type(uri, 0, 0, " ")
        with pytest.raises(JsonRpcException, match="is being reduced already"):
            await editor.reduce(uri, oracle=ORACLE)
        editor.answers.append(None)
        await editor.event("finished", job)


async def test_an_editor_that_cannot_ask_begins_anew(file: Path, server: int) -> None:
    async with editing(server) as editor:
        uri = await cut_short(editor, file)
        editor.asks = False
        finished = await reduced(editor, uri)
        assert (finished["status"], finished["report"]["oracle"]["resumed"]) == (0, 0)


async def test_who_has_said_so_is_not_asked(file: Path, server: int) -> None:
    async with editing(server) as editor:
        uri = await cut_short(editor, file)
        finished = await reduced(editor, uri, resume=True)
        assert finished["report"]["oracle"]["resumed"] == 1
        assert editor.questions == []


async def test_what_came_to_its_end_is_not_asked_about(file: Path, server: int) -> None:
    async with editing(server) as editor:
        uri = editor.open(file)
        text = editor.buffers[uri].text
        await reduced(editor, uri)
        editor.type(uri, 0, len(editor.buffers[uri].text), text)
        check = await editor.execute("nubbin.checkOracle", {"uri": uri, "oracle": ORACLE})
        await editor.event("finished", check["job"])
        job = await editor.reduce(uri, oracle=ORACLE)
        assert (await editor.event("finished", job))["report"]["oracle"]["resumed"] == 0
        assert editor.questions == []


@pytest.mark.parametrize("answer", ["Continue", None])
async def test_a_question_that_nobody_answers_can_be_cancelled_and_a_late_answer_is_told_to_be_late(
    file: Path, server: int, answer: str | None
) -> None:
    """It stays on the user's screen: a server cannot take a question back."""
    async with editing(server) as editor:
        uri = await cut_short(editor, file)
        job = await editor.reduce(uri, oracle=ORACLE)
        await editor.until(lambda: editor.questions, "a question")
        await editor.execute("nubbin.cancel", {"job": job})
        assert (await editor.event("finished", job))["status"] == 130
        before = len(editor.told)
        editor.answers.append(answer)
        if answer:
            told = (await editor.until(lambda: editor.told[before:], "a sentence"))[0]
            assert "“Continue” changed nothing" in told
        await editor.execute("nubbin.cancel")  # answered, so what was sent before is handled
        assert len(editor.told) == before + bool(answer)
