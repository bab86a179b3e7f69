"""Edits and the answers to them, in whatever order a client sends these, if at all."""

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types

from living import eventually
from lsp_editor import GREP, LONG, SLOW
from lsp_raw import EDITS, Raw

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio]


async def test_a_shutdown_is_answered_though_an_edit_is_not(file: Path) -> None:
    raw = await Raw.start()
    slow = {**GREP, "command": "sleep 0.1; grep -q keep {file}"}
    await raw.reduce(file, {"workspace": {"applyEdit": True}}, {"trusted": True, "oracle": [slow]})
    await raw.hear(lambda it: it.get("params", {}).get("event") == "improved")
    params = {"command": "nubbin.applyBest"}
    raw.send({"id": 8, "method": "workspace/executeCommand", "params": params})
    await raw.hear(lambda it: it.get("method") == "workspace/applyEdit")
    raw.send({"id": 9, "method": "shutdown"})
    assert await raw.answer(9) is None
    raw.send({"method": "exit"})
    assert await raw.end() == 0


async def test_an_answer_that_nobody_waits_for_any_more_is_dropped(
    file: Path, tmp_path: Path
) -> None:
    with (tmp_path / "log").open("w+") as log:
        raw = await Raw.start(log=log)
        options = {"trusted": True, "oracle": [GREP]}
        can = {"window": {"workDoneProgress": True}}
        await raw.reduce(file, can, options)
        asked = await raw.hear(lambda it: it.get("method") == "window/workDoneProgress/create")
        await raw.hear(lambda it: it.get("params", {}).get("event") == "finished")
        raw.send({"id": asked["id"], "result": None})
        raw.send({"id": 2, "method": "shutdown"})
        await raw.answer(2)
        raw.send({"method": "exit"})
        assert await raw.end() == 0
        log.seek(0)
        assert log.read() == ""


async def test_an_answer_may_say_that_there_was_no_error_and_the_change_come_after_it(
    file: Path,
) -> None:
    raw = await Raw.start()
    options = {"trusted": True, "oracle": [GREP]}
    await raw.reduce(file, EDITS, options)
    asked = await raw.hear(lambda it: it.get("method") == "workspace/applyEdit")
    raw.send({"id": asked["id"], "result": {"applied": True}, "error": None})
    await asyncio.sleep(0.3)  # some editors collect changes for as long before they report any
    raw.change(file, "keep\n")
    finished = await raw.hear(lambda it: it.get("params", {}).get("event") == "finished")
    assert finished["params"]["applied"]
    await raw.end()


async def test_once_the_result_is_on_its_way_the_best_before_it_is_not_put_in(file: Path) -> None:
    raw = await Raw.start()
    await raw.reduce(file, EDITS, {"trusted": True, "oracle": [GREP]})
    await raw.hear(lambda it: it.get("method") == "workspace/applyEdit")
    params = {"command": "nubbin.applyBest"}
    raw.send({"id": 8, "method": "workspace/executeCommand", "params": params})
    answer = await raw.hear(lambda it: it.get("id") == 8 and "method" not in it)
    assert "its result comes by itself" in answer["error"]["message"]
    raw.change(file, "keep\n")
    finished = await raw.hear(lambda it: it.get("params", {}).get("event") == "finished")
    assert finished["params"]["applied"]
    await raw.end()


async def test_a_document_that_is_closed_with_the_edit_has_its_result_beside_it(file: Path) -> None:
    raw = await Raw.start()
    await raw.reduce(file, EDITS, {"trusted": True, "oracle": [GREP]})
    asked = await raw.hear(lambda it: it.get("method") == "workspace/applyEdit")
    raw.send({"id": asked["id"], "result": {"applied": True}})
    closed = {"textDocument": {"uri": file.as_uri()}}
    raw.send({"method": "textDocument/didClose", "params": closed})
    finished = await raw.hear(lambda it: it.get("params", {}).get("event") == "finished")
    assert not finished["params"]["applied"]
    assert "was closed" in finished["params"]["note"]
    assert file.with_name("case.reduced.c").read_text().strip() == "keep"
    await raw.end()


@pytest.mark.parametrize("end", ["cancel", "shutdown"])
async def test_an_editor_that_never_answers_loses_no_result(file: Path, end: str) -> None:
    raw = await Raw.start()
    options = {"trusted": True, "oracle": [GREP]}
    await raw.reduce(file, {"workspace": {"applyEdit": True}}, options)
    await raw.hear(lambda it: it.get("method") == "workspace/applyEdit")
    if end == "cancel":
        cancel = {"command": "nubbin.cancel"}
        raw.send({"id": 2, "method": "workspace/executeCommand", "params": cancel})
        finished = await raw.hear(lambda it: it.get("params", {}).get("event") == "finished")
        assert not finished["params"]["applied"]
        assert "has not said" in finished["params"]["note"]
    else:
        raw.send({"id": 2, "method": "shutdown"})
        await raw.answer(2)
    assert file.with_name("case.reduced.c").read_text().strip() == "keep"
    await raw.end()


async def test_a_server_that_is_killed_before_its_edit_is_made_can_be_continued(
    file: Path, tmp_path: Path
) -> None:
    home = {"XDG_STATE_HOME": str(tmp_path / "state")}
    first = await Raw.start(env=home)
    await first.reduce(file, EDITS, {"trusted": True, "oracle": [GREP]})
    await first.hear(lambda it: it.get("method") == "workspace/applyEdit")
    first.process.kill()
    await first.end()
    second = await Raw.start(env=home)
    await second.reduce(file, EDITS, {"trusted": True, "oracle": [GREP]})
    question = await second.hear(lambda it: it.get("method") == "window/showMessageRequest")
    second.send({"id": question["id"], "result": {"title": "Continue"}})
    await second.hear(lambda it: it.get("method") == "workspace/applyEdit")
    second.change(file, "keep\n")
    finished = await second.hear(lambda it: it.get("params", {}).get("event") == "finished")
    oracle = finished["params"]["report"]["oracle"]
    assert oracle["resumed"] == oracle["runs"] > 0
    await second.end()
    journals = tmp_path / "state" / "nubbin" / "journals"
    assert await asyncio.to_thread(eventually, lambda: not any(journals.iterdir()))


async def test_an_edit_that_is_answered_with_nothing_is_not_said_to_be_malformed(
    file: Path,
) -> None:
    raw = await Raw.start()
    await raw.reduce(file, EDITS, {"trusted": True, "oracle": [GREP]})
    asked = await raw.hear(lambda it: it.get("method") == "workspace/applyEdit")
    raw.send({"id": asked["id"], "result": None})
    told = await raw.hear(lambda it: it.get("method") == "window/showMessage")
    kind, message = told["params"]["type"], told["params"]["message"]
    assert "The editor did not apply the edit. The result is in " in message
    assert kind == types.MessageType.Warning, "clients leave out what is less"
    await raw.end()


async def test_an_edit_that_is_refused_may_be_reported_as_taken_back_later(file: Path) -> None:
    """As by VS Code, which edits what is locked in its editor, but does not save that."""
    raw, before = await Raw.start(), file.read_text()
    await raw.reduce(file, EDITS, {"trusted": True, "oracle": [GREP]})
    asked = await raw.hear(lambda it: it.get("method") == "workspace/applyEdit")
    raw.change(file, "keep\n")
    raw.send({"id": asked["id"], "result": {"applied": False, "failureReason": "locked"}})
    await asyncio.sleep(0.3)
    raw.change(file, before)
    finished = await raw.hear(lambda it: it.get("params", {}).get("event") == "finished")
    assert not finished["params"]["applied"]
    assert "locked" in finished["params"]["note"]
    assert file.with_name("case.reduced.c").read_text().strip() == "keep"
    await raw.end()


async def test_an_edit_that_is_reported_needs_no_answer(file: Path) -> None:
    raw = await Raw.start()
    await raw.reduce(file, EDITS, {"trusted": True, "oracle": [GREP]})
    await raw.hear(lambda it: it.get("method") == "workspace/applyEdit")
    raw.change(file, "keep\n")
    finished = await raw.hear(lambda it: it.get("params", {}).get("event") == "finished")
    assert finished["params"]["applied"]
    await raw.end()


async def test_a_document_of_which_a_change_cannot_be_read_is_not_edited(file: Path) -> None:
    raw = await Raw.start()
    slow = {**GREP, "command": "sleep 0.1; grep -q keep {file}"}
    await raw.reduce(file, EDITS, {"trusted": True, "oracle": [slow]})
    changed = {"textDocument": {"uri": file.as_uri()}, "contentChanges": [{"text": "mine"}]}
    raw.send({"method": "textDocument/didChange", "params": changed})  # without a version
    finished = await raw.hear(lambda it: it.get("params", {}).get("event") == "finished")
    assert not finished["params"]["applied"]
    assert file.with_name("case.reduced.c").read_text().strip() == "keep"
    await raw.end()


async def test_a_job_that_was_cancelled_does_not_wait_for_an_editor_that_never_answers(
    file: Path,
) -> None:
    file.write_text(LONG)
    raw = await Raw.start()
    await raw.reduce(file, EDITS, {"trusted": True, "oracle": [SLOW], "stream": "live"})
    await raw.hear(lambda it: it.get("method") == "workspace/applyEdit")
    cancel = {"command": "nubbin.cancel"}
    raw.send({"id": 2, "method": "workspace/executeCommand", "params": cancel})
    finished = await raw.hear(lambda it: it.get("params", {}).get("event") == "finished")
    assert (finished["params"]["status"], finished["params"]["applied"]) == (130, False)
    assert "has not said" in finished["params"]["note"]
    assert len(file.with_name("case.reduced.c").read_text()) < len(LONG)
    await raw.end()


async def test_what_is_typed_right_behind_the_edit_does_not_take_the_result_away(
    file: Path,
) -> None:
    """Some clients send both changes in one message, so that nobody sees the first by itself."""
    raw = await Raw.start()
    await raw.reduce(file, EDITS, {"trusted": True, "oracle": [GREP]})
    asked = await raw.hear(lambda it: it.get("method") == "workspace/applyEdit")
    [document] = asked["params"]["edit"]["documentChanges"]
    [edit] = document["edits"]
    start = {"line": 0, "character": 0}
    typed = {"range": {"start": start, "end": start}, "text": "// mine "}
    params = {
        "textDocument": {"uri": file.as_uri(), "version": 2},
        "contentChanges": [{"range": edit["range"], "text": edit["newText"]}, typed],
    }
    raw.send({"method": "textDocument/didChange", "params": params})
    raw.send({"id": asked["id"], "result": {"applied": True}})
    finished = await raw.hear(lambda it: it.get("params", {}).get("event") == "finished")
    assert finished["params"]["applied"]
    assert finished["params"]["path"] is None
    await raw.end()
