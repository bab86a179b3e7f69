import time
from itertools import product

from hypothesis import example, given
from hypothesis import strategies as st
from lsprotocol.types import PositionEncodingKind

from nubbin.server.positions import offset_at
from nubbin.server.to_lsp import minimal_edit, text_edit

texts = st.text(st.sampled_from("abé😀\n\r\f"), max_size=14)


@given(texts, texts)
def test_the_edit_makes_the_new_text_of_the_old(old: str, new: str) -> None:
    start, end, replacement = minimal_edit(old, new)
    assert old[:start] + replacement + old[end:] == new


@given(texts, texts, st.sampled_from(list(PositionEncodingKind)))
@example("\n\n\r\n", "\n\n\n\n", PositionEncodingKind.Utf16)
def test_in_positions_it_does_so_too(old: str, new: str, encoding: PositionEncodingKind) -> None:
    edit = text_edit(old, new, encoding)
    start = offset_at(old, edit.range.start, encoding)
    end = offset_at(old, edit.range.end, encoding)
    assert old[:start] + edit.new_text + old[end:] == new


def test_no_edit_of_a_short_text_begins_or_ends_inside_a_line_break() -> None:
    short = ["".join(each) for size in range(5) for each in product("a\r\n", repeat=size)]
    for old, new in product(short, repeat=2):
        start, end, replacement = minimal_edit(old, new)
        assert old[:start] + replacement + old[end:] == new
        assert "\r\n" not in (old[max(start - 1, 0) : start + 1], old[max(end - 1, 0) : end + 1])


@given(texts, texts)
def test_nothing_smaller_would_do(old: str, new: str) -> None:
    start, end, replacement = minimal_edit(old, new)
    if "\r" in old + new:
        return  # an edit is widened so as not to begin or end inside a line break
    both = bool(old[start:end]) and bool(replacement)
    assert not both or old[start] != replacement[0]
    assert not both or old[end - 1] != replacement[-1]


def test_the_edit_of_ten_megabytes_is_found_while_the_editor_waits() -> None:
    old = "0123456789" * 1_000_000
    new = old[:4_000_000] + old[6_000_000:] + "!"
    began = time.process_time()
    start, end, replacement = minimal_edit(old, new)
    assert time.process_time() - began < 2
    assert old[:start] + replacement + old[end:] == new
