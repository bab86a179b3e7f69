import asyncio
import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from frontdoor import SCRIPT, marked, until
from living import needs_proc
from lsp_editor import PATIENCE, SERVER, capabilities, editing
from lsp_raw import EDITS, Raw

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio]

GREP = {"command": "grep -q keep {file}"}
ENCODINGS = list(types.PositionEncodingKind)
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


async def test_bytes_that_are_not_utf_8_arrive_and_are_not_guessed(file: Path) -> None:
    raw = await Raw.start()
    begin = {"capabilities": {}, "initializationOptions": {"trusted": True}}
    raw.send({"id": 0, "method": "initialize", "params": begin})
    await raw.answer(0)
    file.write_bytes(b"int a\xff;\nint keep;\n")
    item = {
        "uri": file.as_uri(),
        "languageId": "c",
        "version": 1,
        "text": "int a\udcff;\nint keep;\n",
    }
    opened = {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": item}}
    raw.send_bytes(json.dumps(opened, ensure_ascii=False).encode("utf-8", "surrogateescape"))
    wish = {"uri": file.as_uri(), "oracle": {"command": "grep -aq $(printf 'a\\377') {file}"}}
    reduce = {"command": "nubbin.reduce", "arguments": [wish]}
    for number in (1, 2):
        raw.send({"id": number, "method": "workspace/executeCommand", "params": reduce})
        finished = await raw.hear(lambda it: it.get("params", {}).get("event") == "finished")
        if number == 1:
            assert file.with_name("case.reduced.c").read_bytes().strip() == b"a\xff"
            file.write_bytes(b"int a;\n")
    assert finished["params"]["status"] == 2
    assert "in line 1 a byte that is not UTF-8" in finished["params"]["message"]
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


async def test_what_is_read_when_the_client_leaves_keeps_no_server_alive(file: Path) -> None:
    with file.with_name("huge").open("wb") as huge:
        huge.truncate(2**38)  # with holes instead of blocks, it is read in some minutes
    raw = await Raw.start()
    large = {**GREP, "command": "./huge {file}"}
    await raw.reduce(file, {}, {"oracle": [large]})
    await raw.answer(1)
    raw.send({"id": 2, "method": "shutdown"})
    await raw.answer(2)
    raw.send({"method": "exit"})
    assert await asyncio.wait_for(raw.process.wait(), PATIENCE / 4) == 0


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


async def test_documents_whose_names_are_not_utf_8_are_told_apart(file: Path, server: int) -> None:
    names = (b"a\xff.c", b"a\xfe.c", "a\ufffd.c".encode())
    paths = [file.with_name(os.fsdecode(name)) for name in names]
    words = ("keepa", "keepb", "keepc")
    for path in paths:
        path.write_text("int a;\n")
    oracle = {"command": "grep -q keep[abc] {file}"}
    async with editing(server, options={"oracle": [oracle]}) as editor:
        uris = [editor.open(path) for path in paths]
        for uri, word in zip(uris, words, strict=True):
            editor.type(uri, 0, 0, f"int {word};\n")
        for uri, word in zip(uris, words, strict=True):
            await editor.event("finished", await editor.reduce(uri))
            assert editor.buffers[uri].text.strip() == word


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


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_form_feeds_and_odd_line_ends_stay_where_they_are(
    file: Path, server: int, encoding: types.PositionEncodingKind
) -> None:
    text = 'int a;\f\n\f\nchar *s = "\u2028😀\x85";\r\nint é, keep;\rint b;\n'
    file.write_bytes(text.encode())
    can = capabilities(encoding=encoding)
    oracle = {"command": "grep -q keep {file} && grep -q '\f' {file} && grep -q 😀 {file}"}
    async with editing(server, can=can, options={"oracle": [oracle]}) as editor:
        uri = editor.open(file)
        finished = await editor.event("finished", await editor.reduce(uri))
        assert (finished["status"], finished["applied"]) == (0, True)
        reduced = editor.buffers[uri].text
        assert len(reduced.encode()) == finished["report"]["output"]["bytes"]
        assert "\f" in reduced
        assert "😀" in reduced
        assert "keep" in reduced


async def test_keystrokes_behind_a_form_feed_reach_the_oracle(file: Path, server: int) -> None:
    file.write_text("int a;\n\f\nint k;\n")
    async with editing(server, options={"oracle": [GREP]}) as editor:
        uri = editor.open(file)
        editor.type(uri, len("int a;\n\f\nint k"), len("int a;\n\f\nint k"), "eep")
        finished = await editor.event("finished", await editor.reduce(uri))
        assert finished["status"] == 0
        assert editor.buffers[uri].text.strip() == "keep"


async def test_mark_and_line_ends_that_the_editor_hides_are_on_the_oracles_file(
    file: Path, server: int
) -> None:
    file.write_bytes(b"\xef\xbb\xbfint a;\r\nint keep;\r\n")
    bom, crlf = (
        r"head -c3 {file} | grep -q $(printf '\357\273\277')",
        r"grep -q $(printf '\r')$ {file}",
    )
    oracle = {"command": f"grep -q keep {{file}} && {bom} && {crlf}"}
    async with editing(server, options={"oracle": [oracle]}) as editor:
        uri = editor.open(file, "int a;\nint keep;\n")
        finished = await editor.event("finished", await editor.reduce(uri))
        assert (finished["status"], finished["applied"]) == (0, True)
        reduced = editor.buffers[uri].text
        assert "\r" not in reduced
        saved = b"\xef\xbb\xbf" + reduced.replace("\n", "\r\n").encode()
        assert len(saved) == finished["report"]["output"]["bytes"]


async def test_a_result_that_lost_the_line_ends_of_a_document_goes_beside_the_file(
    file: Path, server: int
) -> None:
    text = "int a;\r\nfoo();\r\nbar();\r\n"
    file.write_bytes(text.encode())
    command = "grep -q foo {file} && grep -q bar {file} && test $(wc -l < {file}) -ge 2"
    options = {"oracle": [{"command": command}], "squeeze": True}
    async with editing(server, options=options) as editor:
        uri = editor.open(file, text)
        finished = await editor.event("finished", await editor.reduce(uri))
        assert finished["note"].startswith("Saved by the editor, it would not be the same bytes.")
        assert editor.buffers[uri].text == text
        assert file.with_name("case.reduced.c").read_bytes() == b"foo\nbar\n"


async def test_a_result_the_editor_could_not_save_goes_beside_the_file(
    file: Path, server: int
) -> None:
    file.write_bytes(b"int a;\nint keep; // \xff\n")
    oracle = {"command": r"grep -aq $(printf '\377') {file}"}
    async with editing(server, options={"oracle": [oracle]}) as editor:
        uri = editor.open(file, file.read_bytes().decode(errors="replace"))
        finished = await editor.event("finished", await editor.reduce(uri))
        assert (finished["status"], finished["applied"], editor.edits) == (0, False, [])
        assert b"\xff" in file.with_name("case.reduced.c").read_bytes()
        assert "it would not be the same bytes" in finished["note"]


async def test_half_a_character_is_named(file: Path, server: int) -> None:
    async with editing(server, options={"oracle": [GREP]}) as editor:
        finished = await editor.event(
            "finished", await editor.reduce(editor.open(file, "int keep;\n\ud83d"))
        )
        assert finished["status"] == 2
        assert "line 2 holds U+D83D" in finished["message"]


@needs_proc
@pytest.mark.parametrize("end", ["SIGKILL", "SIGTERM", "end of input"])
async def test_nothing_outlives_the_server(file: Path, tmp_path: Path, end: str) -> None:
    mark = f"NUBBIN_TEST_MARK_{os.getpid()}_{end[-4:]}"
    raw = await Raw.start({mark: "1", "XDG_STATE_HOME": str(tmp_path)})
    options: dict[str, object] = {
        "trusted": True,
        "oracle": [{"command": "sleep 600 & sleep 600; cat {file}"}],
    }
    await raw.reduce(file, {}, options)
    assert await raw.answer(1) == {"job": 1}

    def sleepers() -> int:
        commands = [Path(f"/proc/{number}/comm") for number in marked(mark)]
        return sum(command.exists() and command.read_text() == "sleep\n" for command in commands)

    await asyncio.to_thread(until, lambda: sleepers() >= 2, "the oracle's children")
    if end == "end of input":
        raw.stdin.close()
    else:
        os.kill(raw.process.pid, getattr(signal, end))
    await asyncio.to_thread(until, lambda: not list(marked(mark)), "an end of all processes")
    await raw.process.wait()


@pytest.mark.parametrize("first", ["SIGTERM", "end of input"])
async def test_a_second_signal_breaks_nothing_off(file: Path, first: str) -> None:
    """A session that ends may send more than one at once."""
    raw = await Raw.start()
    text = file.read_text() + "int more;\n" * 2_000
    file.write_text(text)
    slow = {**GREP, "command": "sleep 0.1; grep -q keep {file}"}
    await raw.reduce(file, {}, {"trusted": True, "oracle": [slow]})
    await raw.hear(lambda it: it.get("params", {}).get("event") == "improved")
    if first == "end of input":
        raw.stdin.close()
        await asyncio.sleep(0.005)
    else:
        raw.process.send_signal(signal.SIGTERM)
    raw.process.send_signal(signal.SIGHUP)
    await asyncio.wait_for(raw.process.wait(), PATIENCE)
    left = [path.name for path in file.parent.iterdir() if path != file]
    assert left == ["case.reduced.c"]
    best = file.with_name("case.reduced.c").read_text()
    assert "keep" in best
    assert len(best) < len(text)


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


async def test_a_pipe_is_not_read_and_keeps_no_server_alive(file: Path) -> None:
    raw = await Raw.start()
    uri = file.as_uri()
    begin = {"capabilities": {}, "initializationOptions": {"trusted": True, "oracle": [GREP]}}
    raw.send({"id": 0, "method": "initialize", "params": begin})
    await raw.answer(0)
    item = {"uri": uri, "languageId": "c", "version": 1, "text": file.read_text()}
    raw.send({"method": "textDocument/didOpen", "params": {"textDocument": item}})
    file.unlink()
    os.mkfifo(file)
    params = {"command": "nubbin.reduce", "arguments": [{"uri": uri}]}
    raw.send({"id": 1, "method": "workspace/executeCommand", "params": params})
    finished = await raw.hear(lambda it: it.get("params", {}).get("event") == "finished")
    assert finished["params"]["status"] == 2
    assert finished["params"]["message"] == "case.c cannot be read: not a regular file."
    raw.send({"id": 2, "method": "shutdown"})
    await raw.answer(2)
    raw.send({"method": "exit"})
    assert await asyncio.wait_for(raw.process.wait(), PATIENCE) == 0


@pytest.mark.parametrize("words", [(SCRIPT, "lsp"), SERVER])
@pytest.mark.parametrize("source", ["/dev/null", __file__])
async def test_without_a_client_it_says_so(source: str, words: tuple[str, ...]) -> None:
    with open(source) as incoming:
        process = await asyncio.create_subprocess_exec(*words, stdin=incoming, stdout=-1, stderr=-1)
        _, said = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode == 2
    assert b"talks to an editor through pipes" in said
    assert b"Traceback" not in said
