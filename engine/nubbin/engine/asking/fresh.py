"""What was refused is put off (floor 4).

Passes come round again after every success, and most of what they would ask then was refused a
round before, behind the same words or before the same: it will be refused again. Of 2,260 such
questions on forty inputs, 37 were answered otherwise; of those about other changes, one in ten
holds. A pass is therefore made over what is new at first, and over what was refused in a larger
text only when nothing new is found: what came too early comes last.

Source: the fruitless passes that Shrink Ray skips, brought down to single questions.
"""

from collections.abc import Hashable, Iterable
from copy import copy
from functools import lru_cache
from typing import TypeVar

import xxhash

from nubbin.engine.asking.filtered import Filtered
from nubbin.engine.asking.questioner import WindowAsker
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.difference import hunks
from nubbin.engine.vocabulary.text import WORD, words

C = TypeVar("C", bound=Candidate[object])

_AROUND = 8
"""Bytes of words beside a change that tell it from others like it; more only cost runs."""
_BLANK = b" \t\r\n"
_SIGNS = bytes(code for code in range(128) if WORD.fullmatch(bytes([code])) is None)


class Refused:
    """Remembers changes that were refused, and in how large a text.

    A refusal stands for the passes that follow, as long as each of them says.
    """

    def __init__(self) -> None:
        self._known: dict[Hashable, int] = {}  # with the size of the last text it was asked of
        self._new: dict[Hashable, int] = {}  # of this pass
        self._lasting = 0.0

    def begin(self, lasting: float) -> None:
        """Begin a pass.

        Args:
            lasting: a refusal stands until the text is so many times smaller; 0: not at all.
        """
        self._known |= self._new
        self._new.clear()
        self._lasting = lasting

    def fork(self) -> "Refused":
        """Return a copy for looking ahead: what it is told stays unknown here."""
        other = copy(self)
        other._new = {}
        return other

    def stands(self, marks: Iterable[Hashable], text: bytes) -> bool:
        """Whether any of these changes of a text is refused already.

        It is if it was refused in a text that was not larger by more than the pass's factor.
        """
        known, most = self._known, self._lasting * _extent(text)
        return any(mark in known and known[mark] <= most for mark in marks)

    def add(self, marks: Iterable[Hashable], text: bytes) -> None:
        """Remember what was asked of a text, from the next pass on."""
        self._new |= dict.fromkeys(marks, _extent(text))


@lru_cache(maxsize=2)  # the text at hand, and one that is looked ahead at
def _extent(text: bytes) -> int:
    """Return the size of a text whatever its layout, and however long its names are.

    That is one more than it has words and signs: no text is of no size.
    """
    return 1 + words(text)


@lru_cache(maxsize=1)  # whoever remembers the oracle's refusals asks, then who does the parser's
def beside(text: bytes, candidate: bytes) -> tuple[bytes, bytes]:
    """Return digests of what a candidate changes, with the words before it, and behind it.

    White space does not count, as it comes and goes with the layout, but that lines are joined
    does, and what is nothing but white space; nor do signs beside the change count, as they come
    and go with what they separate.
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
    """Return what tells a change in one place from others, but for what is beside it."""
    in_lines = before.rpartition(b"\n")[2] == gone.rpartition(b"\n")[2]  # whole ones go
    joined = b"\n" in gone and b"\n" not in new and not in_lines
    if gone.strip() or new.strip():
        gone, new = gone.translate(None, _BLANK), new.translate(None, _BLANK)
    return gone, new, bytes([joined])


class Fresh(Filtered):
    """Answers *no* for changes that an earlier pass was refused beside the same words.

    What is asked by `first`, one after the other, is asked in any case: such questions are few, and
    each depends on the answers before.

    Args:
        asker: answers for the others.
        refused: what was refused; added to.
        text: what candidates are changes of; it follows what is accepted.
    """

    def __init__(self, asker: WindowAsker, refused: Refused, text: bytes) -> None:
        super().__init__(asker)
        self._refused = refused
        self._text = text

    def first(self, candidates: Iterable[C], *, first_come: bool = False) -> C | None:
        """Return the earliest interesting candidate, new or not, or None."""
        found = self._asker.first(candidates, first_come=first_come)
        if found is not None:
            self._rebase(found.text)
        return found

    def mark(self, text: bytes) -> Hashable:
        """Return what tells a candidate's change from others; None where a refusal stands."""
        if text == self._text:
            return ()
        sides = beside(self._text, text)
        return None if self._refused.stands(sides, self._text) else sides

    def rebase(self, text: bytes) -> None:
        """Take note that texts to come are changes of this one."""
        self._text = text

    def refused(self, mark: Hashable) -> None:
        """Remember a change that does not hold."""
        assert isinstance(mark, tuple)
        self._refused.add(mark, self._text)


def _digest(*parts: bytes) -> bytes:
    return xxhash.xxh3_128_digest(b"\0".join(parts))
