import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.text import Span
from nubbin.server.saving import Saved, Saving, as_saved, may_show

KNOWN_BY_MARK = [
    pytest.param("a\né\n", "a\né\n".encode(), id="utf-8"),
    pytest.param("a\n", codecs.BOM_UTF8 + b"a\n", id="mark hidden by the editor"),
    pytest.param("\ufeffa\n", codecs.BOM_UTF8 + b"a\n", id="mark shown as a character"),
    pytest.param("a\nb\n", b"a\r\nb\r\n", id="line ends hidden by the editor"),
    pytest.param("a\r\nb\n", b"a\r\nb\n", id="mixed line ends"),
    pytest.param("é\n", codecs.BOM_UTF16_LE + "é\n".encode("utf-16-le"), id="utf-16"),
    pytest.param("a\n", codecs.BOM_UTF8 + b"a\r\n", id="mark and line ends"),
    pytest.param("", b"", id="empty"),
    pytest.param("a\0b", b"a\0b", id="NUL"),
]
"""What an editor shows of a file that is UTF-8, or says by a mark what it is."""
KNOWN_BY_TEXT = [
    pytest.param("é\n", b"\xe9\n", id="iso-8859-1"),
    pytest.param("€\n", b"\x80\n", id="cp1252"),
    pytest.param("é\n", "é\n".encode("utf-16-le"), id="utf-16 without a mark"),
    pytest.param("é\r\n", "é\r\n".encode("utf-16-be"), id="utf-16-be without a mark"),
]
"""What it shows of one whose encoding only the text of the document tells."""


@pytest.mark.parametrize("text, disk", [*KNOWN_BY_MARK, *KNOWN_BY_TEXT])
def test_the_document_is_the_file_on_disk_byte_for_byte(text: str, disk: bytes) -> None:
    saved = as_saved(text, disk, "a.c")
    assert saved.content == disk
    assert saved.exact
    assert saved.saving.load(disk) == text


@pytest.mark.parametrize("text, disk", KNOWN_BY_MARK)
def test_unsaved_changes_are_saved_as_the_file_is(text: str, disk: bytes) -> None:
    saved = as_saved(text + "x\n", disk, "a.c")
    assert saved.content.startswith(disk)
    assert saved.saving.load(saved.content) == text + "x\n"


def test_line_ends_that_the_file_does_not_have_yet_are_saved_as_the_editor_shows_them() -> None:
    assert as_saved("a\nb\n", b"a", "a.c").content == b"a\nb\n"
    assert as_saved("a\r\nb\r\n", b"a", "a.c").content == b"a\r\nb\r\n"


@pytest.mark.parametrize("text, disk", KNOWN_BY_TEXT)
def test_with_unsaved_changes_nobody_can_tell_an_encoding_without_a_mark(
    text: str, disk: bytes
) -> None:
    with pytest.raises(UsageError, match="not UTF-8 on disk, and it has unsaved changes or"):
        as_saved(text + "x\n", disk, "a.c")


@given(st.binary(max_size=40))
def test_a_client_that_sends_iso_8859_1_keeps_any_bytes(disk: bytes) -> None:
    saved = as_saved(disk.decode("iso-8859-1"), disk, "a.bin")
    assert saved.content == disk
    assert saved.exact


@given(st.text(max_size=12), st.sampled_from(["\n", "\r\n"]), st.data())
def test_a_range_of_characters_is_the_bytes_it_is_saved_as(
    text: str, newline: str, data: st.DataObject
) -> None:
    text = text.replace("\r", "")
    saving = Saving("utf-8", codecs.BOM_UTF8, newline)
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    span = saving.span(text, start, end)
    assert saving.save(text)[span.start : span.end] == saving.save(text[start:end])[3:]


@pytest.mark.parametrize("errors", ["replace", "surrogateescape"])
def test_other_characters_stand_for_the_bytes_on_disk(errors: str) -> None:
    saved = as_saved(b"a\xffb".decode("utf-8", errors), b"a\xffb", "a.c")
    assert saved == Saved(b"a\xffb", Saving(), exact=False)


@pytest.mark.parametrize("disk", [b"a\nb", b"a\xffb", "a\nb\ufffd".encode(), None])
def test_bytes_that_are_not_on_disk_are_not_guessed(disk: bytes | None) -> None:
    with pytest.raises(UsageError, match="unsaved changes, and in line 2 a byte that is not UTF-8"):
        as_saved("a\nb\udcff", disk, "a.c")


@pytest.mark.parametrize(
    "encoding, text",
    [
        ("shift_jis", "日本"),
        ("gbk", "中"),
        ("euc-jp", "日本"),
        ("cp1251", "ж"),
        ("iso-8859-2", "ł"),
    ],
)
def test_who_has_saved_in_an_encoding_nubbin_does_not_know_is_told_more_than_to_save(
    encoding: str, text: str
) -> None:
    with pytest.raises(UsageError) as caught:
        as_saved(text, text.encode(encoding), "a.c")
    assert "or the editor shows it in an encoding that nubbin does not know" in str(caught.value)
    assert "reduce a copy in UTF-8, or use `nubbin reduce`" in str(caught.value)


def test_a_text_that_saving_would_change_is_no_document() -> None:
    assert Saving().load(b"a\xff") is None
    assert Saving(newline="\r\n").load(b"a\nb\r\n") is None
    assert Saving(mark=codecs.BOM_UTF8).load(b"a") is None


@pytest.mark.parametrize("text", ["a\r\nb\r\n", "a\r\nb\r\nnot saved\r\n"])
def test_a_document_of_crlf_alone_holds_no_other_line_end(text: str) -> None:
    saving = as_saved(text, b"a\r\nb\r\n", "a.c").saving
    assert [saving.load(other) for other in (b"b\n", b"a\r\nb\n", b"a\rb\r\n")] == [None] * 3
    assert saving.load(b"a\r\n") == "a\r\n"
    assert saving.load(b"ab") == "ab"


def test_a_hidden_mark_is_kept_out_of_the_reduction() -> None:
    assert as_saved("ab", codecs.BOM_UTF8 + b"ab", "a.c").reducible == Span(3, 5)
    assert as_saved("ab", b"ab", "a.c").reducible is None


@pytest.mark.parametrize(
    "text, disk",
    [
        *KNOWN_BY_MARK,
        *KNOWN_BY_TEXT,
        pytest.param("\n", b"", id="empty, as Neovim shows it"),
        pytest.param("a\nb\n", b"a\r\nb\n", id="all line ends the same, as in VS Code"),
        pytest.param("Ã©\n", "é\n".encode(), id="read as cp1252"),
        pytest.param("a\ufffd", b"a\xff", id="replacement characters"),
        pytest.param("a\udcff", b"a\xff", id="bytes as they are"),
    ],
)
def test_what_an_editor_shows_of_a_file_is_saved(text: str, disk: bytes) -> None:
    assert may_show(text, disk)
    assert not may_show(f"x{text}", disk)
    assert not may_show(f"{text}\n\n", disk)


def test_half_a_character_is_named_with_its_line() -> None:
    with pytest.raises(UsageError, match=r"line 2 holds U\+D83D"):
        as_saved("a\n\ud83d", None, "a.c")
