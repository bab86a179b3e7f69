"""Smaller literals in place of a literal (floor 3): a lexeme in, lexemes out, the best first."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from nubbin.engine.configurations.lexemes import is_colour, is_number, number_in, string_in
from nubbin.engine.configurations.partition import characters, partition
from nubbin.engine.trees.outlining import Outline
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Size, Span, apply_edits

_SHORT_WORD = re.compile(rb"[\"'`]\w{1,16}[\"'`]")
"""A short word in quotes. If neither another word nor half of it will do, it is needed as it is: of
a hundred questions about smaller parts of such, in a JSON schema, none held."""
_SEGMENT = re.compile(rb"/[^/\s]*")
"""A segment of a path, with the slash before it."""
_JOINTS = (b",", b";")
"""The signs between the items of a list."""
_MOST_DIGITS = 64
"""A hexadecimal number of more digits is not tried as a decimal one; Python refuses thousands."""
_PIECES = 64
"""A piece, or the brackets around it, is taken out alone if it makes up at least `1 / _PIECES` of
the literal's content."""

Round = Callable[[bytes], Iterable[bytes]]
"""What a round tries in place of a literal; one at a time, as a long string may have one per
character."""


def smaller(lexeme: bytes, round_: Round) -> Iterator[bytes]:
    """Yield what a round tries in place of a literal; each is strictly smaller than it.

    Args:
        lexeme: a number, a string, or anything else that is no name.
        round_: one of `COARSE` or `FINE`.
    """
    size, number = Size.of(lexeme), is_number(lexeme)
    if round_ is not _first_of_class and is_colour(lexeme):
        return  # there is nothing smaller of a colour than `#000`
    for other in round_(lexeme):
        if other and Size.of(other) < size and (not number or _is_plain(other)):
            yield other


def _is_plain(number: bytes) -> bool:
    """Whether a number begins with a digit, so that lexers of all sorts take it for one token."""
    return number[:1].isdigit() and is_number(number)


def _first_of_class(lexeme: bytes) -> list[bytes]:
    if is_number(lexeme):
        return [b"0", b"1"]
    if is_colour(lexeme):
        return [b"#000"]
    string = string_in(lexeme)
    if string is None:
        return []
    quote = string.quote
    return [b"0", b'""', 2 * quote, b'"0"', quote + b"0" + quote]


def _without_a_part(lexeme: bytes) -> Iterator[bytes]:
    if string := string_in(lexeme):
        quote, content = string.quote, lexeme[string.content.start : string.content.end]
        yield b'"' + content + b'"'
        yield quote + content + quote
    elif number := number_in(lexeme):
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
    for segment in () if leaves else _SEGMENT.finditer(body):
        spans |= {Span(*segment.span()), Span(segment.start(), len(body))}
    for span in sorted(spans, key=lambda span: (span.start - span.end, span)):
        if len(body) <= _PIECES * (span.end - span.start):
            yield head + apply_edits(body, [Edit(*span)]) + tail
    for pair in () if leaves else _brackets(tree):
        yield head + apply_edits(body, pair) + tail


def _brackets(tree: Tree) -> Iterator[tuple[Edit, Edit]]:
    """Yield the edits that take off each pair of brackets around something, outer ones first."""
    for group in tree.rows_where("group".__eq__):
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
    string = string_in(lexeme)
    if string is None:
        return b"", lexeme, b""
    start, end = string.content
    return lexeme[:start], lexeme[start:end], lexeme[end:]


COARSE: Final[Sequence[Round]] = (
    _first_of_class,
    _without_a_half,
    partial(_without_less, parts=4),
    partial(_without_less, parts=8),
    partial(_without_a_piece, leaves=False),
)
"""The first literals of a class (`0`, `1`, `""`), which for a colour is all (`#000`); the literal
without a part that has a meaning of its own (fraction, suffix, prefix), or without a half; without
a fourth; without an eighth (of a short word neither); without the blanks at its ends, something in
brackets, an item of a list, a segment of a path or all from one on, or brackets around
something."""

FINE: Final[Sequence[Round]] = (
    *COARSE,
    partial(_without_a_piece, leaves=True),
    _without_a_character,
    _lowered,
)
"""These, and then the literal without a word; without a character; and with `0` for one of its
characters."""
