"""Texts, the edits that shrink them, and the order that says which is smaller (floor 0).

A text is `bytes`; a span is half-open, `[start, end)`, in bytes.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

BLANKS = b" \t\r\n\v\f"
"""White space: the bytes that separate words and end lines."""
# In UTF-8 a character is every byte that does not continue another.
_NOT_COUNTED = BLANKS + b"\0" + bytes(range(0x80, 0xC0))
WORD = re.compile(rb"[\w$\x80-\xff]+")
"""What may be a name or a number, where no grammar can tell."""
QUOTES = (b'"', b"'", b"`")
"""What strings begin and end with in most languages."""
CLOSER_OF = {b"(": b")", b"[": b"]", b"{": b"}"}
"""Opening bracket → the one that closes it."""
OPENER_OF = {closer: opener for opener, closer in CLOSER_OF.items()}
"""Closing bracket → the one that opens it."""
_EMPTY_LINE = re.compile(rb"(?<!\\\n)(?<!\\\r\n)^[ \t\r\f\v]*\n", re.MULTILINE)
"""An empty line, but none that ends the line before, which a backslash continues."""
_LINE_END = re.compile(rb"\r\n|\n|\r")
_IN_WORD = [code >= 0x80 or code == ord("_") or chr(code).isalnum() for code in range(256)]
"""For each byte, whether it is part of a word if `$` is not; every byte from 0x80 on is."""
_WORDS_AND_BLANKS = bytes(code for code in range(256) if _IN_WORD[code] or code in BLANKS)
_WORDS_APART = bytes(code if _IN_WORD[code] else ord(" ") for code in range(256))
"""A table for `translate` that puts a blank for every byte that is no part of a word."""
_PART_OF_WORD = [word or code == ord("$") for code, word in enumerate(_IN_WORD)]
"""For each byte, whether it may be part of a word; `$` and every byte from 0x80 on may."""
PARTS_OF_WORDS = bytes(code for code in range(256) if _PART_OF_WORD[code])
"""The bytes that may be part of a word."""


class Span(NamedTuple):
    """The bytes from `start` up to but not including `end`."""

    start: int
    end: int

    def holds(self, other: "Span | Edit") -> bool:
        """Whether another span, or the span of an edit, lies within this one."""
        return self.start <= other.start and other.end <= self.end


class Edit(NamedTuple):
    """Put `replacement` where `[start, end)` was."""

    start: int
    end: int
    replacement: bytes = b""


Patch = tuple[Edit, ...]
"""Some edits of one text that belong together."""


def glue(before: bytes, after: bytes) -> bool:
    """Whether two pieces of text would run together if nothing stood between them."""
    if not (before and after and _PART_OF_WORD[before[-1]] and _PART_OF_WORD[after[0]]):
        return False
    return not before.endswith(BOM_UTF8)


def enclosed(text: bytes, brackets: bytes) -> bytes:
    """Return a text between two brackets, such as `()`; as it is if `brackets` is empty."""
    return brackets[:1] + text + brackets[1:]


def nesting(sign: bytes) -> int:
    """Return 1 for an opening bracket, -1 for a closing one, and 0 for anything else."""
    return (sign in CLOSER_OF) - (sign in OPENER_OF)


def count_words(text: bytes) -> int:
    """Count the words and signs in a text: its tokens, where no grammar can tell."""
    return len(text.translate(None, _WORDS_AND_BLANKS)) + len(text.translate(_WORDS_APART).split())


def empty_lines(text: bytes, within: Span) -> list[Edit]:
    """Return the edits that remove the lines that are empty or blank from a part of a text."""
    return [Edit(*line.span()) for line in _EMPTY_LINE.finditer(text, *within)]


def united(spans: Iterable[Span]) -> list[Span]:
    """Return spans in order of the text, those that touch or overlap as one."""
    found: list[Span] = []
    for span in sorted(spans):
        if found and span.start <= found[-1].end:
            found[-1] = Span(found[-1].start, max(found[-1].end, span.end))
        else:
            found.append(span)
    return found


def outermost(edits: Iterable[Edit]) -> list[Edit]:
    """Return the edits in order of the text, without those inside earlier, wider ones."""
    found: list[Edit] = []
    position = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, -edit.end)):
        if edit.start >= position:
            found.append(edit)
            position = edit.end
    return found


def apply_edits(text: bytes, edits: Iterable[Edit]) -> bytes:
    """Apply edits in one go; an edit inside an earlier, wider one is absorbed by it.

    Bytes outside the edits are untouched. A line end of two bytes goes or stays as a whole: an edit
    that begins or ends within one begins or ends before it instead. Where an edit would join two
    separate words (`int x` without its blank), one blank is put between them. What touched before
    stays together: PHP's `$` and whatever replaces the name behind it, or the two ends of a word
    that loses its middle.

    Args:
        text: what the edits' spans refer to.
        edits: in any order. Of two that cross, or have the same span, only the first is made: edits
            that hold one by one need not hold together, and the oracle is asked about the result.
    """
    joined: list[bytes] = [b""]

    def put(piece: bytes, *, touched: bool) -> None:
        if not touched and glue(joined[-1], piece):
            joined.append(b" ")
        joined.append(piece)

    if b"\r" in text:
        edits = [
            Edit(outside_crlf(text, start), outside_crlf(text, end), new)
            for start, end, new in edits
        ]
    position, touched = 0, False
    for start, end, replacement in outermost(edits):
        if position < start:
            put(text[position:start], touched=touched)
        if replacement:
            put(replacement, touched=position < start and _touch(text, start))
        touched = _touch(text, end) and (bool(replacement) or _touch(text, start))
        position = end
    if position < len(text):
        put(text[position:], touched=touched)
    return b"".join(joined)


def outside_crlf(text: bytes, offset: int) -> int:
    r"""Return an offset, or the one before it if it lies within a `\r\n`.

    Many grammars take `\n` for a token, and `\r` for a blank before it.
    """
    return offset - (text[offset - 1 : offset + 1] == b"\r\n")


def _touch(text: bytes, offset: int) -> bool:
    """Whether the bytes before and behind an offset are of one word, or of two that touch."""
    inside = 0 < offset < len(text)
    return inside and _PART_OF_WORD[text[offset - 1]] and _PART_OF_WORD[text[offset]]


def without_half_line_end(text: bytes, span: Span) -> Span:
    r"""Return a span without its first byte if that is a `\n` whose `\r` is outside."""
    halved = text[max(0, span.start - 1) : span.start + 1] == b"\r\n"
    return Span(min(span.start + halved, span.end), span.end)


def line_end(text: bytes) -> bytes:
    """Return the first line end in a text; empty if there is none."""
    found = _LINE_END.search(text)
    return found.group() if found else b""


def newline(text: bytes) -> bytes:
    r"""Return the line end for new lines of a text: its first one, or else `\n`."""
    return line_end(text) or b"\n"


def indentation(text: bytes, offset: int) -> bytes | None:
    """Return the blanks before an offset in its line; None if something else stands there.

    Reads no further than those blanks: a line may be as long as the file.
    """
    start = offset
    while start and text[start - 1] in b" \t":
        start -= 1
    return text[start:offset] if start == 0 or text[start - 1] in b"\n" else None


def indent_of(text: bytes, offset: int) -> bytes:
    """Return the blanks that begin the line of an offset, as far as they stand before it."""
    line = text[text.rfind(b"\n", 0, offset) + 1 : offset]
    return line[: len(line) - len(line.lstrip(b" \t"))]


def nonblank(text: bytes) -> int:
    """Count the characters of a UTF-8 text, except ASCII's white space and NUL."""
    return len(text.translate(None, _NOT_COUNTED))


@dataclass(frozen=True, order=True, slots=True)
class Size:
    """A text's place in the order of texts; the smaller `Size` is the better text.

    Compared in this order: tokens, then non-blank characters, then bytes, then bytewise.
    """

    tokens: int
    nonblank: int
    length: int
    text: bytes

    @classmethod
    def of(cls, text: bytes, tokens: int = 0) -> "Size":
        """Measure a text; without a grammar to count tokens there are 0, and the rest decides."""
        return cls(tokens, nonblank(text), len(text), text)
