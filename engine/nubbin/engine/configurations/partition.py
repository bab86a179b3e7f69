"""Cutting a sequence of units into parts (floor 3)."""

import re
from collections.abc import Sequence
from typing import TypeVar

U = TypeVar("U")

_WORD_OR_SIGN = re.compile(rb"[\w\x80-\xff]+|\s+|[^\w\s]")


def partition(units: Sequence[U], parts: int) -> list[tuple[U, ...]]:
    """Return `min(parts, len(units))` contiguous parts whose lengths differ by at most one.

    From the front, each part takes `units_left // parts_left` units, so that longer parts come
    last; this is the cut with which the counts of Hodován & Kiss 2016, Table 3, come out.
    """
    parts = min(parts, len(units))
    cut: list[tuple[U, ...]] = []
    position = 0
    for parts_left in range(parts, 0, -1):
        size = (len(units) - position) // parts_left
        cut.append(tuple(units[position : position + size]))
        position += size
    return cut


def lines(text: bytes) -> list[bytes]:
    r"""Cut a text behind every `\n`; the pieces join to the text again."""
    pieces = text.split(b"\n")
    return [piece + b"\n" for piece in pieces[:-1]] + ([pieces[-1]] if pieces[-1] else [])


def characters(text: bytes) -> list[bytes]:
    """Cut a text into the characters of UTF-8, and bytes that belong to none."""
    decoded = text.decode("utf-8", "surrogateescape")
    return [character.encode("utf-8", "surrogateescape") for character in decoded]


def words_and_signs(text: bytes) -> list[bytes]:
    """Cut a text into words and numbers, white space, and single signs; they join to it again."""
    return _WORD_OR_SIGN.findall(text)
