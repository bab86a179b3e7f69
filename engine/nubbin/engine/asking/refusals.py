"""What is remembered of changes that were refused, by the words beside them (floor 4)."""

from collections.abc import Hashable, Iterable
from copy import copy
from functools import lru_cache

import xxhash

from nubbin.engine.vocabulary.difference import hunks
from nubbin.engine.vocabulary.text import WORD, count_words

_AROUND = 8
"""So many bytes of words beside a change tell it from equal ones; more would only cost runs."""
_BLANK = b" \t\r\n"
_SIGNS = bytes(code for code in range(128) if WORD.fullmatch(bytes([code])) is None)


class Refused:
    """Remembers which changes were refused, and the size of the text that they were refused in.

    A refusal stands in the passes that follow; each says for how long.
    """

    def __init__(self) -> None:
        self._known: dict[Hashable, int] = {}  # by change, the size of the text asked about last
        self._new: dict[Hashable, int] = {}  # the same for the changes of this pass
        self._lasting = 0.0

    def begin(self, lasting: float) -> None:
        """Begin a pass.

        Args:
            lasting: a refusal stands until the text is so many times smaller; with 0, none does.
        """
        self._known |= self._new
        self._new.clear()
        self._lasting = lasting

    def fork(self) -> "Refused":
        """Return a copy for looking ahead: what is added to it is not added here."""
        other = copy(self)
        other._new = {}
        return other

    def stands(self, marks: Iterable[Hashable], text: bytes) -> bool:
        """Whether a refusal of any of these changes stands for a text.

        It does if the change was refused in a text not larger than this by more than the factor of
        the pass.
        """
        known, most = self._known, self._lasting * _extent(text)
        return any(mark in known and known[mark] <= most for mark in marks)

    def add(self, marks: Iterable[Hashable], text: bytes) -> None:
        """Remember that these changes of a text were refused; it counts from the next pass on."""
        self._new |= dict.fromkeys(marks, _extent(text))


@lru_cache(maxsize=2)  # the text at hand, and one that is looked ahead at
def _extent(text: bytes) -> int:
    """Return a size that depends neither on the layout of a text nor on the length of its names.

    It is the number of words and signs, plus one so that no size is 0.
    """
    return 1 + count_words(text)


@lru_cache(maxsize=1)  # asked twice in a row: by `Fresh`, then by `Lawful`
def beside(text: bytes, candidate: bytes) -> tuple[bytes, bytes]:
    """Return two digests of a change: with the words before it, and with those behind it.

    White space is ignored, as it comes and goes with the layout, unless the change is nothing else;
    that lines are joined is not. Signs beside the change are ignored too, as they come and go with
    what they separate.
    """
    sides: tuple[list[bytes], list[bytes]] = [], []
    changes: list[bytes] = []
    for old, new in hunks(text, candidate):
        before = text[max(0, old.start - 4 * _AROUND) : old.start]
        behind = text[old.end : old.end + 4 * _AROUND]
        changes += _changed(before, text[old.start : old.end], candidate[new.start : new.end])
        sides[0].append(before.translate(None, _SIGNS)[-_AROUND:])
        sides[1].append(behind.translate(None, _SIGNS)[:_AROUND])
    return _digest(b"before", *sides[0], *changes), _digest(b"behind", *sides[1], *changes)


def _changed(before: bytes, gone: bytes, new: bytes) -> tuple[bytes, bytes, bytes]:
    """Return what tells a change in one place from others, apart from the text beside it."""
    in_lines = before.rpartition(b"\n")[2] == gone.rpartition(b"\n")[2]  # whole lines are removed
    joined = b"\n" in gone and b"\n" not in new and not in_lines
    if gone.strip() or new.strip():
        gone, new = gone.translate(None, _BLANK), new.translate(None, _BLANK)
    return gone, new, bytes([joined])


def _digest(*parts: bytes) -> bytes:
    return xxhash.xxh3_128_digest(b"\0".join(parts))
