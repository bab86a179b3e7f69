"""Messages that are malformed, odd or out of order: each is answered, and breaks nothing."""

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from lsp_editor import GREP, editing
from lsp_raw import EDITS, Raw

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio]

FAR = {"start": {"line": 0, "character": 0}, "end": {"line": 2**31, "character": 0}}


async def test_a_malformed_request_is_answered_with_an_error() -> None:
    raw = await Raw.start()
    await raw.initialize()
    raw.send({"id": 1, "method": "textDocument/codeAction", "params": {"bad": 1}})
    error = await raw.answer(1)
    assert error["code"] == -32602
    field = "message.params.textDocument"
    assert error["message"] == f"Malformed message: required field missing at {field}."
    raw.send({"id": 2, "method": "shutdown"})
    await raw.answer(2)
    raw.send({"method": "exit"})
    assert await raw.end() == 0


async def test_what_is_not_known_is_refused_as_such_with_parameters_or_without() -> None:
    raw = await Raw.start()
    await raw.initialize()
    spellings: list[dict[str, Any]] = [{}, {"params": None}, {"params": {"some": 1}}]
    for number, more in enumerate(spellings, start=1):
        raw.send({"method": "other/notification", **more})
        raw.send({"id": number, "method": "other/request", **more})
        error = await raw.answer(number)
        assert (error["code"], error["message"]) == (-32601, "Method Not Found: other/request")
    await raw.end()


async def test_nothing_is_done_before_initialize() -> None:
    raw = await Raw.start()
    params = {"command": "nubbin.cancel", "arguments": []}
    raw.send({"id": 1, "method": "workspace/executeCommand", "params": params})
    assert (await raw.answer(1))["code"] == -32002
    await raw.initialize()
    raw.send({"id": 2, "method": "workspace/executeCommand", "params": params})
    assert await raw.answer(2) == {"cancelled": []}
    assert await raw.end() == 1, "the client left without a goodbye"


async def test_a_second_initialize_is_refused_and_changes_nothing(file: Path) -> None:
    raw = await Raw.start()
    options = {"trusted": True, "oracle": [GREP]}
    await raw.reduce(file, EDITS, options)
    raw.send({"id": 2, "method": "initialize", "params": {"capabilities": {}}})
    assert (await raw.answer(2))["code"] == -32600
    asked = await raw.hear(lambda it: it.get("method") == "workspace/applyEdit")
    raw.change(file, "keep\n")
    raw.send({"id": asked["id"], "result": {"applied": True}})
    finished = await raw.hear(lambda it: it.get("params", {}).get("event") == "finished")
    assert finished["params"]["applied"], "its document is open, and can be edited"
    await raw.end()


async def test_what_cannot_be_read_is_answered_and_breaks_nothing() -> None:
    raw = await Raw.start()
    await raw.initialize()
    request = b'{"jsonrpc": "2.0", "id": 7, "method": "shutdown"}'
    for body, code in (
        (b"{]}", -32700),
        (request.replace(b"}", b",}"), -32700),
        (b"[" * 100_000, -32700),
        (b"{}", -32600),
        (b"[%s]" % request, -32600),
    ):
        raw.send_bytes(body)
        answer = await raw.hear(lambda it: "error" in it)
        assert (answer["id"], answer["error"]["code"]) == (None, code)
    cancel = {"command": "nubbin.cancel"}
    raw.send({"id": 1, "method": "workspace/executeCommand", "params": cancel})
    assert await raw.answer(1) == {"cancelled": []}
    await raw.end()


async def test_a_request_after_the_shutdown_is_answered() -> None:
    raw = await Raw.start()
    await raw.initialize()
    raw.send({"id": 1, "method": "shutdown"})
    assert await raw.answer(1) is None
    params = {"command": "nubbin.cancel"}
    raw.send({"id": 2, "method": "workspace/executeCommand", "params": params})
    assert (await raw.answer(2))["code"] == -32600
    raw.send({"method": "exit"})
    assert await raw.end() == 0


@pytest.mark.parametrize(
    "said",
    [
        {"capabilities": {"textDocument": {"documentSymbol": {"symbolKind": {"valueSet": [999]}}}}},
        {"capabilities": {"textDocument": {"publishDiagnostics": {"tagSupport": True}}}},
        {"capabilities": {}, "clientInfo": {}, "trace": "compact"},
        {"capabilities": {}, "rootUri": "http://[", "workspaceFolders": None},
        {"capabilities": {}, "rootPath": "\ud800"},
    ],
)
async def test_what_a_client_says_of_itself_and_nobody_knows_keeps_it_from_nothing(
    said: dict[str, object],
) -> None:
    raw = await Raw.start()
    raw.send({"id": 0, "method": "initialize", "params": {"processId": None, **said}})
    assert "codeActionProvider" in (await raw.answer(0))["capabilities"]
    raw.send({"method": "exit"})
    await raw.end()


async def test_what_has_begun_is_not_said_to_be_cancelled(file: Path) -> None:
    raw = await Raw.start()
    await raw.reduce(file, {}, {"trusted": True, "oracle": [GREP]})
    raw.send({"method": "$/cancelRequest", "params": {"id": 1}})
    assert await raw.answer(1) == {"job": 1}
    await raw.hear(lambda it: it.get("params", {}).get("event") == "finished")
    await raw.end()


async def test_malformed_arguments_are_refused_with_a_sentence(server: int) -> None:
    mistakes: list[tuple[str, tuple[object, ...], str]] = [
        ("nubbin.reduce", (), "takes one argument"),
        ("nubbin.reduce", ("file:///a.c",), "takes one argument"),
        ("nubbin.reduce", ({"uri": 3},), '"uri" has to be a string'),
        ("nubbin.reduce", ({"uri": "file:///a", "range": 1},), '"range" has to be a range'),
        ("nubbin.reduce", ({"uri": "file:///a", "range": FAR},), '"range" has to be a range'),
        ("nubbin.cancel", ({"job": "x"},), '"job" has to be a whole number'),
        ("nubbin.checkOracle", ({},), "needs an argument"),
        ("nubbin.setUp", (1,), "takes one argument"),
        ("nubbin.nonsense", (), "nubbin.nonsense"),
    ]
    async with editing(server) as editor:
        for command, arguments, complaint in mistakes:
            code, message = await editor.refused(command, *arguments)
            assert code == -32602, command
            assert complaint in message


async def test_documents_that_are_no_open_files_are_refused(file: Path, server: int) -> None:
    async with editing(server, options={"oracle": [GREP]}) as editor:
        code, message = await editor.refused("nubbin.reduce", {"uri": file.as_uri()})
        assert (code, "is not open" in message) == (-32803, True)
        code, message = await editor.refused("nubbin.reduce", {"uri": "untitled:Untitled-1"})
        assert (code, "has no file yet" in message) == (-32803, True)
        code, message = await editor.refused("nubbin.reduce", {"uri": "git:/a.c"})
        assert (code, "leads to no file of this machine" in message) == (-32803, True)
        assert await editor.actions("untitled:Untitled-1") == []
        for uri in ("file:///tmp/nul%00.c", "file://elsewhere/tmp/a.c"):
            item = types.TextDocumentItem(uri, "c", 1, "int keep;\n")
            editor.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
            code, message = await editor.refused("nubbin.reduce", {"uri": uri})
            assert (code, "leads to no file of this machine" in message) == (-32803, True)
            assert await editor.actions(uri) == []


async def test_a_change_of_what_is_not_open_is_for_the_log(file: Path, server: int) -> None:
    async with editing(server, options={"oracle": [GREP]}) as editor:
        identifier = types.VersionedTextDocumentIdentifier(3, "file:///never/opened.c")
        change = types.TextDocumentContentChangeWholeDocument("x")
        editor.client.text_document_did_change(
            types.DidChangeTextDocumentParams(identifier, [change])
        )
        await editor.event("finished", await editor.reduce(editor.open(file)))
        assert not [words for words in editor.told if "never" in words or "nubbin:" in words]


async def test_an_empty_selection_is_refused_and_a_cursor_is_none(file: Path, server: int) -> None:
    async with editing(server, options={"oracle": [GREP]}) as editor:
        uri = editor.open(file)
        cursor = types.Range(types.Position(1, 3), types.Position(1, 3))
        ends = {"start": {"line": 1, "character": 3}, "end": {"line": 1, "character": 3}}
        for wish in ({"range": ends}, {"hint": ends}):
            finished = await editor.event("finished", await editor.reduce(uri, **wish))
            assert (finished["status"], finished["applied"]) == (2, False)
            assert "selection is empty" in finished["message"]
            editor.events.clear()
        [action] = await editor.actions(uri, ["refactor.rewrite.reduce"], cursor)
        assert action.command is not None
        await editor.execute(action.command.command, *(action.command.arguments or ()))
        assert (await editor.event("finished"))["status"] == 0
        assert editor.buffers[uri].text.strip() == "keep"


async def test_a_range_that_is_null_is_none(file: Path) -> None:
    raw = await Raw.start()
    begin = {"capabilities": {}, "initializationOptions": {"trusted": True, "oracle": [GREP]}}
    raw.send({"id": 0, "method": "initialize", "params": begin})
    await raw.answer(0)
    uri = file.as_uri()
    item = {"uri": uri, "languageId": "c", "version": 1, "text": "old"}
    raw.send({"method": "textDocument/didOpen", "params": {"textDocument": item}})
    change = {"range": None, "rangeLength": None, "text": file.read_text()}
    params = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]}
    raw.send({"method": "textDocument/didChange", "params": params})
    command = {"command": "nubbin.reduce", "arguments": [{"uri": uri}]}
    raw.send({"id": 1, "method": "workspace/executeCommand", "params": command})
    finished = await raw.hear(lambda it: it.get("params", {}).get("event") == "finished")
    assert finished["params"]["status"] == 0, finished
    await raw.end()


async def test_helix_is_shown_why_a_command_is_refused_and_the_whole_of_a_warning(
    file: Path,
) -> None:
    """It shows no errors of commands, and one line of a sentence; of a question, all that fits."""
    raw = await Raw.start()
    told = {"capabilities": {}, "clientInfo": {"name": "helix"}}
    raw.send({"id": 0, "method": "initialize", "params": told})
    await raw.answer(0)
    params = {"command": "nubbin.reduce", "arguments": [{"uri": file.as_uri()}]}
    raw.send({"id": 1, "method": "workspace/executeCommand", "params": params})
    refusal = (await raw.answer(1))["message"]
    question = await raw.hear(lambda it: it.get("method") == "window/showMessageRequest")
    assert question["params"]["message"] == refusal
    assert question["params"]["actions"] == [{"title": "OK"}]
    raw.send({"id": question["id"], "error": {"code": -32601, "message": "not in this version"}})
    shown = await raw.hear(lambda it: it.get("method") == "window/showMessage")
    assert shown["params"]["message"] == refusal
    await raw.end()
