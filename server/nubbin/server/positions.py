"""Positions of the protocol to offsets and back, and the client's changes to a text (floor 7).

The only module that knows code units. A line ends at LF, CRLF or CR and at nothing else, as the
protocol demands: form feeds and U+2028 are characters like any other.

An *offset* is a number of code points from the start of the text; a *position* is a
0-based line and a number of code units of the client's encoding from the line's start. A byte that
is not UTF-8 is a character (U+DC80 to U+DCFF) and one code unit, whatever the encoding.
"""

import re
from collections.abc import Iterable, Sequence
from enum import Enum, auto
from io import StringIO
from typing import Final

from lsprotocol.types import (
    Position,
    PositionEncodingKind,
    Range,
    TextDocumentContentChangeEvent,
    TextDocumentContentChangePartial,
)

_BREAKS: Final = "\r\n"
_OF_BYTES: Final = re.compile("[^\0-\x7f\udc80-\udcff]+")
_BYTES: Final = re.compile("[\x80-\xff]+")
_WIDEST: Final = 4
"""No character has more code units, whatever the encoding."""
_INSIDE: Final = {
    PositionEncodingKind.Utf8: re.compile("[\x80-\xbf]"),
    PositionEncodingKind.Utf16: re.compile("(?<=[\ud800-\udbff])[\udc00-\udfff]"),
}
"""Code units before which a character cannot end."""


def offset_at(text: str, position: Position, encoding: PositionEncodingKind) -> int:
    """Return the offset of a position.

    A position behind the end of its line means the line's end (before its line break), one behind
    the last line means the end of the text, and one inside a character means its start.
    """
    lines = _lines(text)
    head, _ = _cut(lines, position, encoding)
    return sum(map(len, lines[: position.line])) + len(head)


class Extent(Enum):
    """How much a range selects."""

    CURSOR = auto()
    """Nothing."""
    LINE = auto()
    """At most one line with its end."""
    LINES = auto()
    """More."""


def extent(text: str, chosen: Range, encoding: PositionEncodingKind) -> Extent:
    """Return how much of a text a range selects."""
    if _is_cursor(text, chosen, encoding):
        return Extent.CURSOR
    end = chosen.end.line, chosen.end.character
    return Extent.LINE if end <= (chosen.start.line + 1, 0) else Extent.LINES


def _is_cursor(text: str, chosen: Range, encoding: PositionEncodingKind) -> bool:
    """Whether a range is no selection: it is empty, or a single character or line break.

    To Helix and Kakoune, the cursor is a selection of the character that it is on.
    """
    if chosen.start == chosen.end:
        return True
    lines = chosen.end.line - chosen.start.line
    if lines > 1 or (not lines and chosen.end.character - chosen.start.character > _WIDEST):
        return False  # at once: clients ask whenever a selection changes, and texts may be large
    start, end = (offset_at(text, place, encoding) for place in (chosen.start, chosen.end))
    return end - start == 1 or text[start:end] == "\r\n"


def position_at(text: str, offset: int, encoding: PositionEncodingKind) -> Position:
    """Return the position of an offset, which does not lie between a CR and its LF."""
    lines = _lines(text[:offset])
    if not lines or lines[-1][-1] in _BREAKS:
        return Position(len(lines), 0)
    return Position(len(lines) - 1, len(_in_units(lines[-1], encoding)))


def changed(
    text: str, changes: Iterable[TextDocumentContentChangeEvent], encoding: PositionEncodingKind
) -> str:
    """Return a text after changes, each of which refers to the text that those before it made.

    Only the lines that a change touches are copied, and looked at for their code units, so
    thousands of changes, as when a word is replaced all over a document, take not much longer than
    one.
    """
    lines = _lines(text)
    for change in changes:
        new, touched = [change.text], slice(None)
        if isinstance(change, TextDocumentContentChangePartial):
            start, end = sorted((change.range.start, change.range.end))
            head, _ = _cut(lines, start, encoding)
            _, tail = _cut(lines, end, encoding)
            # With the line before: what follows may continue it, or be the LF of its CR.
            first = min(start.line, len(lines))
            along = max(first - 1, 0)
            new, touched = [*lines[along:first], head, *new, tail], slice(along, end.line + 1)
        lines[touched] = _lines(_whole("".join(new), encoding))
    return "".join(lines)


def _lines(text: str) -> list[str]:
    """Return a text's lines with their line breaks, without an empty one at its end."""
    return StringIO(text, newline="").readlines()


def _cut(
    lines: Sequence[str], position: Position, encoding: PositionEncodingKind
) -> tuple[str, str]:
    """Return the part of a line before a position, and the rest of the line."""
    if position.line >= len(lines):
        return "", ""
    line = _in_units(lines[position.line], encoding)
    at = min(position.character, len(line.rstrip(_BREAKS)))
    inside = _INSIDE.get(encoding)
    while inside and inside.match(line, at):
        at -= 1
    return _in_characters(line[:at], encoding), _in_characters(line[at:], encoding)


def _whole(text: str, encoding: PositionEncodingKind) -> str:
    """Return a text in which two halves of a character are one, where changes sent them apart."""
    return _in_characters(_in_units(text, encoding), encoding)


def _in_units(text: str, encoding: PositionEncodingKind) -> str:
    """Return a string with one character for each code unit of a text."""
    if encoding == PositionEncodingKind.Utf32 or text.isascii():
        return text
    if encoding == PositionEncodingKind.Utf16:
        units = memoryview(text.encode("utf-16", "surrogatepass")).cast("H")
        return "".join(map(chr, units[1:]))  # the first is the mark of the byte order
    return _OF_BYTES.sub(lambda it: it[0].encode("utf-8", "surrogatepass").decode("latin-1"), text)


def _in_characters(units: str, encoding: PositionEncodingKind) -> str:
    """Return the text of a string with one character for each code unit."""
    if encoding == PositionEncodingKind.Utf32 or units.isascii():
        return units
    if encoding == PositionEncodingKind.Utf16:
        return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return _BYTES.sub(lambda it: it[0].encode("latin-1").decode("utf-8", "surrogatepass"), units)
