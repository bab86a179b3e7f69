from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import (
    Position,
    PositionEncodingKind,
    Range,
    TextDocumentContentChangePartial,
    TextDocumentContentChangeWholeDocument,
)

from nubbin.server.positions import Extent, changed, extent, offset_at, position_at

ENCODINGS = list(PositionEncodingKind)
encodings = st.sampled_from(ENCODINGS)
texts = st.text(st.sampled_from("ab é€😀𝒳\n\r\t\f\v\x1c\x85\u2028\u2029\0\ufeff"), max_size=30)
positions = st.builds(Position, st.integers(0, 6), st.integers(0, 6))
changes = st.builds(
    TextDocumentContentChangePartial,
    st.builds(lambda ends: Range(*sorted(ends)), st.tuples(positions, positions)),
    st.text("a😀\r\n", max_size=4),
) | st.builds(TextDocumentContentChangeWholeDocument, texts)


def speakable(text: str, offset: int) -> bool:
    return text[offset - 1 : offset + 1] != "\r\n" or offset == 0


@given(texts, encodings, st.data())
def test_every_offset_survives_the_way_there_and_back(
    text: str, encoding: PositionEncodingKind, data: st.DataObject
) -> None:
    offset = data.draw(st.integers(0, len(text)).filter(lambda at: speakable(text, at)))
    assert offset_at(text, position_at(text, offset, encoding), encoding) == offset


@given(texts, encodings, st.integers(0, 40), st.integers(0, 40))
def test_any_position_means_some_offset_that_a_position_can_name(
    text: str, encoding: PositionEncodingKind, line: int, character: int
) -> None:
    offset = offset_at(text, Position(line, character), encoding)
    assert 0 <= offset <= len(text)
    assert speakable(text, offset)
    assert position_at(text, offset, encoding) <= Position(line, character)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("text", ["a", "€", "😀", "\n", "\r\n", "\r"])
def test_the_character_that_a_cursor_is_on_is_no_selection(
    text: str, encoding: PositionEncodingKind
) -> None:
    """Helix sends the range of that character, or of the line break, wherever there is a cursor."""
    before, after = f"ab\n😀{text}", f"{text}c"
    whole = f"{before}{after}"
    places = [
        position_at(whole, offset, encoding)
        for offset in (len(before) - len(text), len(before), len(before) + len(text))
    ]
    for start in places[:2]:
        assert extent(whole, Range(start, places[1]), encoding) is Extent.CURSOR
    assert extent(whole, Range(places[0], places[2]), encoding) is not Extent.CURSOR


@pytest.mark.parametrize(
    "start, end, wanted",
    [
        ((1, 0), (1, 3), Extent.LINE),
        ((1, 0), (2, 0), Extent.LINE),
        ((1, 2), (2, 0), Extent.LINE),
        ((1, 0), (2, 1), Extent.LINES),
        ((0, 3), (3, 0), Extent.LINES),
    ],
)
def test_a_line_is_selected_with_its_end(
    start: tuple[int, int], end: tuple[int, int], wanted: Extent
) -> None:
    chosen = Range(Position(*start), Position(*end))
    assert extent("abc\ndef\nghi\njkl\n", chosen, PositionEncodingKind.Utf16) is wanted


@given(texts, st.data())
def test_code_units_are_those_of_the_codec(text: str, data: st.DataObject) -> None:
    line = text.translate({10: None, 13: None})
    offset = data.draw(st.integers(0, len(line)))
    for encoding, codec, width in (
        (PositionEncodingKind.Utf8, "utf-8", 1),
        (PositionEncodingKind.Utf16, "utf-16-le", 2),
        (PositionEncodingKind.Utf32, "utf-32-le", 4),
    ):
        units = len(line[:offset].encode(codec)) // width
        assert position_at(line, offset, encoding) == Position(0, units)


@pytest.mark.parametrize("mark", ["\f", "\v", "\x1c", "\x85", "\u2028", "\u2029"])
def test_what_python_takes_for_a_line_end_is_none(mark: str) -> None:
    text = f"a{mark}b\nc\n"
    for encoding in ENCODINGS:
        assert offset_at(text, Position(1, 0), encoding) == 4
        assert position_at(text, 5, encoding) == Position(1, 1)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_lines_end_at_each_of_the_three_line_breaks(encoding: PositionEncodingKind) -> None:
    text = "a\r\nb\rc\nd"
    assert [offset_at(text, Position(line, 0), encoding) for line in range(5)] == [0, 3, 5, 7, 8]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_position_behind_the_line_means_its_end(encoding: PositionEncodingKind) -> None:
    text = "é\r\nxy"
    assert offset_at(text, Position(0, 99), encoding) == 1
    assert offset_at(text, Position(1, 99), encoding) == 5
    assert offset_at(text, Position(99, 0), encoding) == 5


def test_a_position_inside_a_character_means_its_start() -> None:
    assert offset_at("a😀b", Position(0, 2), PositionEncodingKind.Utf16) == 1
    for unit in (2, 3, 4):
        assert offset_at("a😀b", Position(0, unit), PositionEncodingKind.Utf8) == 1


@given(st.text("aé😀\r\n", max_size=20), st.lists(changes, max_size=6), encodings)
def test_changes_leave_what_they_leave_one_at_a_time(
    text: str,
    several: list[TextDocumentContentChangePartial | TextDocumentContentChangeWholeDocument],
    encoding: PositionEncodingKind,
) -> None:
    expected = text
    for change in several:
        if isinstance(change, TextDocumentContentChangePartial):
            start = offset_at(expected, change.range.start, encoding)
            end = offset_at(expected, change.range.end, encoding)
            expected = expected[:start] + change.text + expected[end:]
        else:
            expected = change.text
    assert changed(text, several, encoding) == expected


@pytest.mark.parametrize(
    "text, start, end, new, then",
    [
        ("a\rb", (1, 0), (1, 0), "\n", "a\r\n|b"),
        ("a\rb\nc", (1, 0), (1, 1), "", "a\r\n|c"),
        ("a\nb", (0, 1), (0, 1), "\r", "a\r\n|b"),
        ("a\r\nb", (0, 1), (1, 0), "\r", "a\r|b"),
        ("a\nb", (0, 1), (1, 0), "", "ab|"),
        ("a", (7, 7), (9, 9), "\n", "a\n|"),
    ],
)
def test_line_ends_that_meet_or_part_count_as_they_then_stand(
    text: str, start: tuple[int, int], end: tuple[int, int], new: str, then: str
) -> None:
    change = TextDocumentContentChangePartial(Range(Position(*start), Position(*end)), new)
    mark = TextDocumentContentChangePartial(Range(Position(1, 0), Position(1, 0)), "|")
    for encoding in ENCODINGS:
        assert changed(text, [change, mark], encoding) == then


@pytest.mark.parametrize("order", ["bottom-up", "top-down", "odd ones first"])
@pytest.mark.parametrize("word", ["foo", "f😀"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_ten_thousand_changes_take_no_time_to_speak_of(
    encoding: PositionEncodingKind, word: str, order: str
) -> None:
    line, length = "int {}(int bar) {{ return bar; }}\n", position_at(word, len(word), encoding)
    text = line.format(word) * 20_000
    numbers = list(range(0, 20_000, 2))
    if order != "top-down":
        numbers.sort(key=lambda number: (order != "bottom-up" and number % 4 == 0, -number))
    several = [
        TextDocumentContentChangePartial(
            Range(Position(number, 4), Position(number, 4 + length.character)), "quux"
        )
        for number in numbers
    ]
    began = process_time()
    after = changed(text, several, encoding)
    assert process_time() - began < 1, "0.1 s on a slow machine"
    assert after == (line.format("quux") + line.format(word)) * 10_000


@given(st.lists(st.sampled_from(["a", "é", "😀", "\udc80", "\udcff", "\n"])), encodings, st.data())
def test_a_byte_that_is_not_utf_8_is_one_unit(
    characters: list[str], encoding: PositionEncodingKind, data: st.DataObject
) -> None:
    text = "".join(characters)
    at = data.draw(st.integers(0, len(text)))
    texts = text[:at], text[:at] + "\udca9", text[:at] + "\udca9" + text[at:]
    start, end = position_at(texts[0], at, encoding), position_at(texts[1], at + 1, encoding)
    assert (end.line, end.character) == (start.line, start.character + 1)
    taken = TextDocumentContentChangePartial(Range(start, end), "")
    assert changed(texts[2], [taken], encoding) == text
