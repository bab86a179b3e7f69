"""What kind of literal, or name, a lexeme is, by its look alone (floor 3).

No lexer is asked: whatever begins like a number is one, and whatever stands between two quotation
marks is a string. If the language does not accept it, the parser or the oracle refuses it.
"""

import re
from typing import NamedTuple

from nubbin.engine.vocabulary.text import QUOTES, Span

_NUMBER = re.compile(
    rb"(?P<sign>[-+]?)(?=\.?\d)(?P<whole>0[xX][\da-fA-F_]+|0[bBoO][\d_]+|[\d_]*)"
    rb"(?P<fraction>\.[\d_]*)?(?P<exponent>[eEpP][-+]?\d+)?(?P<suffix>[A-Za-z_%][\w%]*)?"
)
_OPENING = re.compile(rb"(?:u8R?|[A-Za-z@$]{0,3})#*(?P<quote>\"\"\"|'''|[\"'`])")
"""The prefix of a string, and its quotation mark."""
_SIGNS = re.compile(rb"\A[^\w\s\x80-\xff]*")
"""The signs that a comment begins with, or, read backwards, ends with."""
_NAME = re.compile(rb"[@$#:&.%!-]*+[\w\x80-\xff$-]*[?!]?")
"""A word with the signs in front that some languages' names have. A sign stays one: there are
too many ways to take a line of hyphens for both."""

_COLOUR = re.compile(rb"#(?=[a-fA-F]*\d)[\da-fA-F]{3,8}")
"""A colour in hexadecimal digits, at least one of them decimal: without one, it may be a name."""
_LONGEST_NUMBER = 4_096
"""A number of more signs is none: to tell takes the square of their number."""


class Quoted(NamedTuple):
    """A string, as it looks."""

    quote: bytes
    """Its quotation mark."""
    content: Span
    """Where what stands between the two of them is."""


def string_in(lexeme: bytes) -> Quoted | None:
    """Return the parts of a string, which may have a prefix, and hashes; None if it is none.

    Takes linear time, and the memory of a few copies. (One expression for all of a string has to be
    possessive for that, and Python up to 3.11.4 finds no string by it.)
    """
    opening = _OPENING.match(lexeme)
    if opening is None:
        return None
    quote = opening["quote"]
    content = Span(opening.end(), len(lexeme.rstrip(b"#")) - len(quote))
    if content.end < content.start or not lexeme.startswith(quote, content.end):
        return None
    plain = lexeme[content.start : content.end]
    for escape in (b"\\\\", b"\\" + quote[:1]):
        plain = plain.replace(escape, b"--")
    closed = (plain + quote).find(quote) == len(plain) and not plain.endswith(b"\\")
    return Quoted(quote, content) if closed else None


def is_quoted(text: bytes, start: int, end: int) -> bool:
    """Whether the bytes are one string or character, with its quotation marks."""
    return content_span(text, start, end) is not None


def content_of(text: bytes, start: int, end: int) -> bytes | None:
    """Return the content between the quotation marks; None if the bytes are no string."""
    span = content_span(text, start, end)
    return text[span.start : span.end] if span else None


def content_span(text: bytes, start: int, end: int) -> Span | None:
    """Return where the content between the quotation marks is; None if the bytes are no string."""
    string = string_in(text[start:end]) if text[end - 1] in b"\"'`#" else None
    return Span(start + string.content.start, start + string.content.end) if string else None


def comment_content(text: bytes, start: int, end: int) -> list[Span]:
    """Return the span of a comment without the signs at its two ends; an empty list if none is."""
    start += len(_SIGNS.findall(text[start:end])[0])
    rest = text[start:end].rstrip()
    end = start + len(rest) - len(_SIGNS.findall(rest[::-1])[0])
    return [Span(start, end)] if start < end else []


def is_number(lexeme: bytes) -> bool:
    """Whether a lexeme is one number, with its sign, suffix and unit."""
    return number_in(lexeme) is not None


def number_in(lexeme: bytes) -> re.Match[bytes] | None:
    """Return the parts of a number: `sign`, `whole`, `fraction`, `exponent`, `suffix`.

    None if it is none, or so long that to tell takes a while.
    """
    return _NUMBER.fullmatch(lexeme) if len(lexeme) <= _LONGEST_NUMBER else None


def is_colour(lexeme: bytes) -> bool:
    """Whether a lexeme is a colour in hexadecimal digits, as `#4d90fe`."""
    return _COLOUR.fullmatch(lexeme) is not None


def opens(lexeme: bytes) -> bool:
    """Whether a lexeme ends with a quotation mark, and so may decide what follows it means."""
    return lexeme[-1:] in QUOTES


def is_name(lexeme: bytes) -> bool:
    """Whether a lexeme may be a name of any language."""
    return _NAME.fullmatch(lexeme) is not None
