"""Documents whose bytes, line ends or names are odd: they come through as they are."""

import json
import os
from pathlib import Path

import pytest
from lsprotocol import types

from lsp_editor import GREP, capabilities, editing
from lsp_raw import Raw

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio]

ENCODINGS = list(types.PositionEncodingKind)


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
