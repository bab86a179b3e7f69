"""Smaller literals in place of a literal (floor 3): a lexeme in, lexemes out, the best first.

No lexer is asked: whatever begins like a number is one, and whatever stands between two quotation
marks is a string. If the language does not accept it, the parser or the oracle refuses it.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from nubbin.engine.configurations.partition import characters, partition
from nubbin.engine.trees.outlining import Outline
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Size, Span, apply_edits

_NUMBER = re.compile(
    rb"(?P<sign>[-+]?)(?=\.?\d)(?P<whole>0[xX][\da-fA-F_]+|0[bBoO][\d_]+|[\d_]*)"
    rb"(?P<fraction>\.[\d_]*)?(?P<exponent>[eEpP][-+]?\d+)?(?P<suffix>[A-Za-z_%][\w%]*)?"
)
_QUOTED = re.compile(
    rb"(?P<prefix>[A-Za-z@$]{0,3}#*)(?P<quote>\"\"\"|'''|[\"'`])"
    # Possessive: a string of megabytes is read in one go, and none of it remembered.
    rb"(?P<content>(?:[^\\\"'`]++|\\.|(?!(?P=quote))[\"'`])*+)(?P=quote)(?P<hashes>#*)",
    re.DOTALL,
)
_SIGNS = re.compile(rb"\A[^\w\s\x80-\xff]*")
"""The signs that a comment begins with, or, read backwards, ends with."""
_NAME = re.compile(rb"[@$#:&.%!-]*+[\w\x80-\xff$-]*[?!]?")
"""A word with the signs in front that some languages' names have. A sign stays one: there are
too many ways to take a line of hyphens for both."""

_COLOUR = re.compile(rb"#(?=[a-fA-F]*\d)[\da-fA-F]{3,8}")
"""A colour in hexadecimal digits, at least one of them decimal: without one, it may be a name."""
_SEGMENT = re.compile(rb"/[^/\s]*")
"""A segment of a path, with the slash before it."""
_SHORT_WORD = re.compile(rb"[\"'`]\w{1,16}[\"'`]")
"""A short word in quotes. If neither another word nor half of it will do, it is needed as it is: of
a hundred questions about smaller parts of such, in a JSON schema, none held."""
_JOINTS = (b",", b";")
"""The signs between the items of a list."""
_LONGEST_NUMBER = 4_096
"""A number of more signs is none: to tell takes the square of their number."""
_MOST_DIGITS = 64
"""A hexadecimal number of more digits is not tried as a decimal one; Python refuses thousands."""
_PIECES = 64
"""A piece, or the brackets around it, is taken out alone if it makes up at least `1 / _PIECES` of
the literal's content."""


def is_quoted(text: bytes, start: int, end: int) -> bool:
    """Whether the bytes are one string or character, with its quotation marks."""
    return content_span(text, start, end) is not None


def content_of(text: bytes, start: int, end: int) -> bytes | None:
    """Return the content between the quotation marks; None if the bytes are no string."""
    span = content_span(text, start, end)
    return text[span.start : span.end] if span else None


def content_span(text: bytes, start: int, end: int) -> Span | None:
    """Return where the content between the quotation marks is; None if the bytes are no string."""
    string = _QUOTED.fullmatch(text, start, end) if text[end - 1] in b"\"'`#" else None
    return Span(*string.span("content")) if string else None


def said(text: bytes, start: int, end: int) -> list[Span]:
    """Return the span of a comment without the signs at its two ends; an empty list if none is."""
    start += len(_SIGNS.findall(text[start:end])[0])
    rest = text[start:end].rstrip()
    end = start + len(rest) - len(_SIGNS.findall(rest[::-1])[0])
    return [Span(start, end)] if start < end else []


def is_number(lexeme: bytes) -> bool:
    """Whether a lexeme is one number, with its sign, suffix and unit."""
    return _number(lexeme) is not None


def _number(lexeme: bytes) -> re.Match[bytes] | None:
    """Return the parts of a number; None if it is none, or so long that to tell takes a while."""
    return _NUMBER.fullmatch(lexeme) if len(lexeme) <= _LONGEST_NUMBER else None


def is_colour(lexeme: bytes) -> bool:
    """Whether a lexeme is a colour in hexadecimal digits, as `#4d90fe`."""
    return _COLOUR.fullmatch(lexeme) is not None


def _is_plain(number: bytes) -> bool:
    """Whether a number begins with a digit, so that lexers of all sorts take it for one token."""
    return number[:1].isdigit() and is_number(number)


def opens(lexeme: bytes) -> bool:
    """Whether a lexeme ends with a quotation mark, and so may decide what follows it means."""
    return lexeme[-1:] in (b'"', b"'", b"`")


def is_name(lexeme: bytes) -> bool:
    """Whether a lexeme may be a name of any language."""
    return _NAME.fullmatch(lexeme) is not None


def rounds(*, fine: bool) -> int:
    """Return how many rounds of `smaller` there are."""
    return len(_ROUNDS if fine else _COARSE)


def smaller(lexeme: bytes, turn: int) -> Iterator[bytes]:
    """Yield what to try in place of a literal; each is strictly smaller than it.

    Args:
        lexeme: a number, a string, or anything else that is no name.
        turn: which round. The rounds try, in this order, the first literals of its class (`0`, `1`,
            `""`), which for a colour is all (`#000`); the literal without a part that has a
            meaning of its own (fraction, suffix, prefix), or without a half; without a fourth;
            without an eighth (of a short word neither); without the blanks at its ends, something
            in brackets, an item of a list, a segment of a path, or brackets around something;
            without a word; without a character; and with `0` for one of its characters.
    """
    size, number = Size.of(lexeme), is_number(lexeme)
    if turn and is_colour(lexeme):
        return
    for other in _ROUNDS[turn](lexeme):
        if other and Size.of(other) < size and (not number or _is_plain(other)):
            yield other


def _first_of_class(lexeme: bytes) -> list[bytes]:
    if is_number(lexeme):
        return [b"0", b"1"]
    if is_colour(lexeme):
        return [b"#000"]
    string = _QUOTED.fullmatch(lexeme)
    if string is None:
        return []
    quote = string["quote"]
    return [b"0", b'""', 2 * quote, b'"0"', quote + b"0" + quote]


def _without_a_part(lexeme: bytes) -> Iterator[bytes]:
    if string := _QUOTED.fullmatch(lexeme):
        quote, content = string["quote"], string["content"]
        yield b'"' + content + b'"'
        yield quote + content + quote
    elif number := _number(lexeme):
        for part in ("suffix", "exponent", "fraction", "sign"):
            start, end = number.span(part)
            if start < end:
                yield lexeme[:start] + lexeme[end:]
        digits = number["whole"][2:].replace(b"_", b"")  # Rust's `0xFF_u8` ends in one
        if number["whole"][:2] in (b"0x", b"0X") and 0 < len(digits) <= _MOST_DIGITS:
            yield b"%d" % int(digits, 16)


def _without_a_half(lexeme: bytes) -> Iterator[bytes]:
    """Yield the literal without a part that has a meaning of its own, then without a half."""
    yield from _without_a_part(lexeme)
    yield from _cut(lexeme, 2)


def _without_less(lexeme: bytes, parts: int) -> Iterator[bytes]:
    """Yield the literal without one of `parts` parts, unless it is a short word."""
    if not _SHORT_WORD.fullmatch(lexeme):
        yield from _cut(lexeme, parts)


def _without_a_character(lexeme: bytes) -> Iterator[bytes]:
    """Yield the literal without one of the characters that it holds."""
    return _cut(lexeme, len(lexeme))


def _cut(lexeme: bytes, parts: int) -> Iterator[bytes]:
    """Yield the literal without one of `parts` parts of its content."""
    head, body, tail = _ends(lexeme)
    pieces = [b"".join(piece) for piece in partition(characters(body), parts)]
    for index in range(len(pieces)):
        yield head + b"".join(pieces[:index] + pieces[index + 1 :]) + tail


def _without_a_piece(lexeme: bytes, *, leaves: bool) -> Iterator[bytes]:
    """Yield the literal without blanks around its content, then without a piece, the largest first.

    The content of a string has a structure of its own, above all if it is a program. An item of a
    list goes with the comma beside it.

    Args:
        lexeme: the literal.
        leaves: whether the pieces are words and signs; else they are the groups that these make,
            and then brackets without what they are around.
    """
    head, body, tail = _ends(lexeme)
    yield head + body.strip() + tail
    tree = Outline(body).tree
    rows = (row for row in range(1, len(tree)) if tree.is_leaf(row) == leaves)
    spans = {_with_joint(tree, row) for row in rows}
    if not leaves:
        spans |= {Span(*segment.span()) for segment in _SEGMENT.finditer(body)}
    for span in sorted(spans, key=lambda span: (span.start - span.end, span)):
        if len(body) <= _PIECES * (span.end - span.start):
            yield head + apply_edits(body, [Edit(*span)]) + tail
    for pair in () if leaves else _brackets(tree):
        yield head + apply_edits(body, pair) + tail


def _brackets(tree: Tree) -> Iterator[tuple[Edit, Edit]]:
    """Yield the edits that take off each pair of brackets around something, outer ones first."""
    for group in tree.rows_of(tree.kinds_where("group".__eq__)):
        opener, closer = group + 1, tree.skip[group] - 1
        large = len(tree.text) <= _PIECES * (tree.end[group] - tree.start[group])
        if large and opener + 1 < closer:
            yield Edit(*tree.span(opener)), Edit(*tree.span(closer))


def _with_joint(tree: Tree, row: int) -> Span:
    """Return the span of a row with the separator behind it, or else the one before it."""
    start, end, behind = tree.start[row], tree.end[row], tree.skip[row]
    last = tree.skip[tree.parent[row]]
    if tree.is_leaf(row):
        return Span(start, end)
    if behind < last and tree.is_leaf(behind) and tree.source(behind) in _JOINTS:
        return Span(start, tree.start[behind + 1] if behind + 1 < last else tree.end[behind])
    before = row - 1  # the node around it, if it is the first there: never a leaf
    joined = tree.is_leaf(before) and tree.source(before) in _JOINTS
    return Span(tree.start[before] if joined else start, end)


def _lowered(lexeme: bytes) -> Iterator[bytes]:
    """Yield the literal with `0` for one character, but not for the first if it has no quotes."""
    head, body, tail = _ends(lexeme)
    pieces = characters(body)
    for index in range(0 if head else 1, len(pieces)):
        yield head + b"".join([*pieces[:index], b"0", *pieces[index + 1 :]]) + tail


def _ends(lexeme: bytes) -> tuple[bytes, bytes, bytes]:
    """Return the text up to a literal's content, the content, and the rest; all if not quoted."""
    string = _QUOTED.fullmatch(lexeme)
    if string is None:
        return b"", lexeme, b""
    start, end = string.span("content")
    return lexeme[:start], lexeme[start:end], lexeme[end:]


_Round = Callable[[bytes], Iterable[bytes]]
_COARSE: tuple[_Round, ...] = (
    _first_of_class,
    _without_a_half,
    partial(_without_less, parts=4),
    partial(_without_less, parts=8),
    partial(_without_a_piece, leaves=False),
)
_ROUNDS: tuple[_Round, ...] = (
    *_COARSE,
    partial(_without_a_piece, leaves=True),
    _without_a_character,
    _lowered,
)
"""The rounds; each makes one literal at a time, as a long string may have one per character."""
