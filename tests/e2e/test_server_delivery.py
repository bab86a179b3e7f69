import json
import os
import shutil
from pathlib import Path

import pytest
from lsprotocol import types

from frontdoor import executable
from lsp_editor import GREP, LONG, SLOW, TEXT, begun, capabilities, editing

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio]


async def test_a_document_that_has_changed_is_not_overwritten(file: Path, server: int) -> None:
    async with editing(server, options={"oracle": [SLOW]}) as editor:
        uri = editor.open(file)
        job = await editor.reduce(uri)
        editor.type(uri, 0, 0, "// mine\n")
        finished = await editor.event("finished", job)
        assert (finished["status"], finished["applied"]) == (0, False)
        assert editor.edits == []
        assert editor.buffers[uri].text == "// mine\n" + TEXT
        beside = file.with_name("case.reduced.c")
        assert finished["path"] == str(beside)
        assert beside.read_text().strip() == "keep"
        assert "The document has changed meanwhile" in finished["note"]


async def test_a_change_that_crosses_the_edit_on_its_way_wins(file: Path, server: int) -> None:
    async with editing(server, options={"oracle": [GREP]}) as editor:
        uri = editor.open(file)
        editor.before_edit = lambda: editor.type(uri, 0, 0, "// mine\n")
        finished = await editor.event("finished", await editor.reduce(uri))
        assert not finished["applied"]
        assert len(editor.edits) == 1
        assert editor.buffers[uri].text == "// mine\n" + TEXT
        assert file.with_name("case.reduced.c").read_text().strip() == "keep"


async def test_an_edit_that_hit_a_change_because_the_client_knows_no_versions_is_told_of(
    file: Path, server: int
) -> None:
    can = capabilities(document_changes=False)
    async with editing(server, options={"oracle": [GREP]}, can=can) as editor:
        uri = editor.open(file)
        editor.before_edit = lambda: editor.type(uri, 0, 0, "// mine\n")
        finished = await editor.event("finished", await editor.reduce(uri))
        assert len(editor.edits) == 1
        assert not finished["applied"]
        assert file.with_name("case.reduced.c").read_text().strip() == "keep"
        assert "it has changed at the very same moment" in finished["note"]


async def test_a_change_that_was_taken_back_is_none(file: Path, server: int) -> None:
    async with editing(server, options={"oracle": [SLOW]}) as editor:
        uri = editor.open(file)
        job = await editor.reduce(uri)
        editor.type(uri, 0, 3, "long")
        editor.type(uri, 0, 4, "int")
        assert (await editor.event("finished", job))["applied"]
        assert editor.buffers[uri].text.strip() == "keep"


async def test_a_refused_edit_leaves_the_result_beside_the_file(file: Path, server: int) -> None:
    async with editing(server, options={"oracle": [GREP]}) as editor:
        editor.applies = False
        finished = await editor.event("finished", await editor.reduce(editor.open(file)))
        assert not finished["applied"]
        assert file.with_name("case.reduced.c").read_text().strip() == "keep"
        assert finished["note"].startswith("The editor did not apply the edit: not now. The result")


async def test_a_client_that_applies_no_edits_is_not_said_to_have_refused_one(
    file: Path, server: int
) -> None:
    can = capabilities(apply_edit=False)
    async with editing(server, options={"oracle": [GREP]}, can=can) as editor:
        finished = await editor.event("finished", await editor.reduce(editor.open(file)))
        assert (finished["applied"], editor.edits) == (False, [])
        assert finished["note"].startswith("The editor knows no edits that come from a server. ")


async def test_a_document_closed_meanwhile_is_left_alone(file: Path, server: int) -> None:
    async with editing(server, options={"oracle": [SLOW]}) as editor:
        uri = editor.open(file)
        job = await editor.reduce(uri)
        identifier = types.TextDocumentIdentifier(uri)
        editor.client.text_document_did_close(types.DidCloseTextDocumentParams(identifier))
        finished = await editor.event("finished", job)
        assert finished["path"] == str(file.with_name("case.reduced.c"))
        assert "The document was closed or renamed meanwhile" in finished["note"]


async def test_a_result_without_a_place_beside_the_file_is_kept_elsewhere(
    file: Path, tmp_path: Path
) -> None:
    env = {"TMPDIR": str(tmp_path)}
    async with editing(options={"oracle": [SLOW]}, env=env) as editor:
        editor.applies = False
        job = await begun(editor, editor.open(file))
        shutil.rmtree(file.parent)
        finished = await editor.event("finished", job)
        kept = Path(finished["path"])
        assert kept.is_relative_to(tmp_path / kept.parent.name)
        assert kept.read_text().strip() == "keep"
        # Nobody can name another place in an editor, as they can at the command line.
        assert "case.reduced.c: no such file or directory. The result is in" in finished["note"]


async def test_a_name_that_leaves_no_room_for_that_of_the_result_loses_none(
    tmp_path: Path,
) -> None:
    (tmp_path / "work").mkdir()
    file = tmp_path / "work" / ("a" * 250 + ".c")
    file.write_text(TEXT)
    async with editing(options={"oracle": [GREP]}, env={"TMPDIR": str(tmp_path)}) as editor:
        editor.applies = False
        finished = await editor.event("finished", await editor.reduce(editor.open(file)))
        kept = Path(finished["path"])
        assert kept.name == file.name
        assert kept.read_text().strip() == "keep"
        assert "file name too long" in finished["note"]


async def test_a_file_of_the_users_beside_is_not_overwritten(file: Path, server: int) -> None:
    async with editing(server, options={"oracle": [GREP]}) as editor:
        editor.applies = False
        notes = file.with_name("case.reduced.c")
        notes.write_text("notes")
        finished = await editor.event("finished", await editor.reduce(editor.open(file)))
        assert notes.read_text() == "notes"
        assert finished["path"] == str(file.with_name("case.reduced-2.c"))
        assert "case.reduced-2.c" in finished["note"]
        assert file.with_name("case.reduced-2.c").read_text().strip() == "keep"


async def test_a_name_that_is_not_utf_8_is_told_as_text_and_led_to_by_a_uri(
    file: Path, server: int
) -> None:
    odd = file.with_name(os.fsdecode(b"\xff.c"))
    odd.write_text(TEXT)
    async with editing(server, options={"oracle": [GREP], "stream": "none"}) as editor:
        finished = await editor.event("finished", await editor.reduce(editor.open(odd)))
        beside = odd.with_name(os.fsdecode(b"\xff.reduced.c"))
        assert beside.read_text().strip() == "keep"
        assert finished["uri"] == beside.as_uri()
        assert finished["path"] == str(odd.with_name("\ufffd.reduced.c"))
        json.dumps(editor.events, ensure_ascii=False).encode()  # text that any client can read


async def test_stream_none_leaves_the_document_alone(file: Path, server: int) -> None:
    async with editing(server, options={"oracle": [GREP], "stream": "none"}) as editor:
        finished = await editor.event("finished", await editor.reduce(editor.open(file)))
        assert (finished["applied"], editor.edits) == (False, [])
        assert file.with_name("case.reduced.c").read_text().strip() == "keep"


async def test_stream_none_tells_of_the_best_that_was_put_into_the_document_on_request(
    file: Path, server: int
) -> None:
    file.write_text(LONG)
    options = {"oracle": [SLOW], "stream": "none", "jobs": 1, "window": 2}
    async with editing(server, options=options) as editor:
        uri = editor.open(file)
        job = await begun(editor, uri)
        await editor.execute("nubbin.applyBest", {"job": job})
        finished = await editor.event("finished", job)
        assert len(editor.edits) == 1
        assert finished["path"] == str(file.with_name("case.reduced.c"))
        assert finished["note"].startswith("The result is not put into the document")
        assert "The document holds what was found before" in finished["note"]
        assert "One undo brings the original back." in finished["note"]


async def test_stream_live_shows_the_best_now_and_then(file: Path, server: int) -> None:
    file.write_text(LONG)
    options = {"oracle": [SLOW], "stream": "live", "jobs": 1, "window": 2}
    async with editing(server, options=options) as editor:
        uri = editor.open(file)
        finished = await editor.event("finished", await editor.reduce(uri))
        assert finished["applied"]
        assert editor.buffers[uri].text.strip() == "keep"
        assert len(editor.edits) > 1
        undos = f"{len(editor.edits)} undos bring the original back"
        assert f"{undos}, or reverting the file." in editor.told[-1]


async def test_reverting_is_no_advice_where_the_editor_has_saved_what_was_shown(
    file: Path, server: int
) -> None:
    file.write_text(LONG)
    options = {"oracle": [SLOW], "stream": "live", "jobs": 1, "window": 2}
    async with editing(server, options=options) as editor:
        uri = editor.open(file)

        def save() -> None:
            file.write_text(editor.buffers[uri].text)

        editor.before_edit = save
        await editor.event("finished", await editor.reduce(uri))
        assert len(editor.edits) > 1
        assert f"{len(editor.edits)} undos bring the original back." in editor.told[-1]


async def test_who_changes_what_was_shown_is_told_what_the_document_may_hold(
    file: Path, server: int
) -> None:
    file.write_text(LONG)
    async with editing(server, options={"oracle": [SLOW], "jobs": 1, "window": 2}) as editor:
        uri = editor.open(file)
        job = await begun(editor, uri)
        await editor.execute("nubbin.applyBest", {"job": job})
        editor.type(uri, 0, 0, "mine\n")
        finished = await editor.event("finished", job)
        assert not finished["applied"]
        assert "may hold something of what was found" in finished["note"]


async def test_a_line_break_that_the_editor_adds_is_no_change_of_the_users(
    file: Path, server: int
) -> None:
    file.write_text(LONG.removesuffix("\n"))
    options = {"oracle": [SLOW], "jobs": 1, "window": 2}
    async with editing(server, options=options) as editor:
        uri = editor.open(file)
        job = await begun(editor, uri)
        assert await editor.execute("nubbin.applyBest", {"job": job}) == {"applied": [job]}
        size = len(editor.buffers[uri].text)
        assert not editor.buffers[uri].text.endswith("\n")
        editor.type(uri, size, size, "\n")
        finished = await editor.event("finished", job)
        assert (finished["applied"], finished["path"]) == (True, None)
        assert editor.buffers[uri].text.strip() == "keep"


async def test_a_line_break_that_the_user_adds_before_is_a_change(file: Path, server: int) -> None:
    async with editing(server, options={"oracle": [SLOW]}) as editor:
        uri = editor.open(file)
        job = await editor.reduce(uri)
        editor.type(uri, len(TEXT), len(TEXT), "\n")
        finished = await editor.event("finished", job)
        assert not finished["applied"]
        assert editor.buffers[uri].text == TEXT + "\n"


async def test_the_best_so_far_can_be_had_before_the_end(file: Path, server: int) -> None:
    file.write_text(LONG)
    async with editing(server, options={"oracle": [SLOW], "jobs": 1}) as editor:
        uri = editor.open(file)
        code, message = await editor.refused("nubbin.applyBest")
        assert (code, message[:26]) == (-32803, "There is nothing to apply:")
        job = await begun(editor, uri)
        assert await editor.execute("nubbin.applyBest", {"job": job}) == {"applied": [job]}
        assert "keep" in editor.buffers[uri].text
        assert len(editor.buffers[uri].text) < len(LONG)
        assert (await editor.event("finished", job))["applied"]
        assert editor.buffers[uri].text.strip() == "keep"


async def test_who_undoes_the_best_so_far_can_have_it_again_and_gets_the_result(
    file: Path, server: int
) -> None:
    file.write_text(LONG)
    async with editing(server, options={"oracle": [SLOW], "jobs": 1, "window": 2}) as editor:
        uri = editor.open(file)
        job = await begun(editor, uri)
        for _ in range(2):
            assert await editor.execute("nubbin.applyBest", {"job": job}) == {"applied": [job]}
            assert len(editor.buffers[uri].text) < len(LONG)
            editor.type(uri, 0, len(editor.buffers[uri].text), LONG)
        finished = await editor.event("finished", job)
        assert (finished["applied"], finished["path"]) == (True, None)
        assert finished["note"] == "One undo brings the original back."
        assert editor.buffers[uri].text.strip() == "keep"


async def test_who_cannot_have_the_best_so_far_is_told_why(file: Path, server: int) -> None:
    file.write_text(LONG)
    async with editing(server, options={"oracle": [SLOW], "jobs": 1}) as editor:
        uri = editor.open(file)
        job = await begun(editor, uri)
        editor.applies = False
        code, message = await editor.refused("nubbin.applyBest", {"job": job})
        assert (code, message[:46]) == (-32803, "case.c: The editor did not apply the edit: not")
        editor.type(uri, 0, 0, "// mine\n")
        _, message = await editor.refused("nubbin.applyBest")
        assert message.startswith("case.c: The document has changed meanwhile, so it was left as")
        identifier = types.TextDocumentIdentifier(uri)
        editor.client.text_document_did_close(types.DidCloseTextDocumentParams(identifier))
        _, message = await editor.refused("nubbin.applyBest", {"job": job})
        assert message.startswith("case.c: The document was closed or renamed meanwhile. The")
        await editor.execute("nubbin.cancel", {"job": job})
        finished = await editor.event("finished", job)
        assert finished["path"] == str(file.with_name("case.reduced.c"))


async def test_a_result_that_was_not_asked_once_more_is_put_beside(file: Path, server: int) -> None:
    check = executable(
        file.with_name("check.sh"),
        # Once the text is short enough the program is gone, and cannot be asked any more.
        '#!/bin/sh\ngrep -q keep "$1" || exit 1\ntest "$(wc -c < "$1")" -gt 150 || rm "$0"\n',
    )
    file.write_text(LONG)
    oracle = {"command": [str(check), "{file}"], "files": ["*.c"]}
    async with editing(server, options={"oracle": [oracle], "jobs": 1}) as editor:
        uri = editor.open(file)
        finished = await editor.event("finished", await editor.reduce(uri))
        assert (finished["status"], finished["applied"]) == (2, False)
        assert editor.buffers[uri].text == LONG
        beside = file.with_name("case.reduced.c")
        assert finished["path"] == str(beside)
        assert "keep" in beside.read_text()
        assert "could not be asked about it once more" in finished["message"]
        assert "it is not put into the document" in finished["note"]
