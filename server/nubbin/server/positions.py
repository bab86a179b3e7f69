"""Where a client's positions lie in a text, and back (floor 7).

The only place that knows code units. A line ends at LF, CRLF or CR and at nothing else, as
the protocol has it: form feeds and U+2028 are characters like any other.

An *offset* is a number of code points from the start of the text; a *position* is a
0-based line and a number of code units of the client's encoding from the line's start.
"""

from lsprotocol.types import Position, PositionEncodingKind

_CODECS = {
    PositionEncodingKind.Utf8: ("utf-8", 1),
    PositionEncodingKind.Utf16: ("utf-16-le", 2),
    PositionEncodingKind.Utf32: ("utf-32-le", 4),
}


def offset_at(text: str, position: Position, encoding: PositionEncodingKind) -> int:
    """Return the offset of a position.

    One behind the end of its line means the line's end (before its line break), one behind
    the last line the end of the text, and one inside a character that character's start.
    """
    pieces = _even(text).split("\n", position.line)
    if len(pieces) <= position.line:
        return len(text)
    start = len(text) - len(pieces[-1])
    end = pieces[-1].find("\n")
    end = len(text) if end < 0 else start + end
    if text[end - 1 : end + 1] == "\r\n" and end > start:
        end -= 1
    return start + _characters(text[start:end], position.character, encoding)


def position_at(text: str, offset: int, encoding: PositionEncodingKind) -> Position:
    """Return the position of an offset, which does not lie between a CR and its LF."""
    before = _even(text[:offset])
    start = before.rfind("\n") + 1
    return Position(before.count("\n"), _units(text[start:offset], encoding))


def _even(text: str) -> str:
    """Return a text of the same length whose lines end at LF only."""
    if "\r" not in text:
        return text
    return text.replace("\r\n", "\0\n").replace("\r", "\n")


def _units(piece: str, encoding: PositionEncodingKind) -> int:
    """Return how many code units a piece of a line has."""
    if piece.isascii():
        return len(piece)
    codec, width = _CODECS[encoding]
    return len(piece.encode(codec, "surrogatepass")) // width


def _characters(line: str, units: int, encoding: PositionEncodingKind) -> int:
    """Return how many whole characters the first `units` code units of a line hold."""
    if line.isascii():
        return min(units, len(line))
    codec, width = _CODECS[encoding]
    code = line.encode(codec, "surrogatepass")
    cut = min(units * width, len(code))
    if encoding == PositionEncodingKind.Utf8:
        while cut < len(code) and code[cut] & 0xC0 == 0x80:
            cut -= 1
    elif encoding == PositionEncodingKind.Utf16 and 2 <= cut < len(code):
        inside_a_pair = code[cut + 1] & 0xFC == 0xDC and code[cut - 1] & 0xFC == 0xD8
        cut -= 2 * inside_a_pair
    return len(code[:cut].decode(codec, "surrogatepass"))
