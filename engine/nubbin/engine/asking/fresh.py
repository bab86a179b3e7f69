"""What was refused is put off (floor 4).

Passes come round again after every success, and most of what they would ask then was refused a
round before, in the same surroundings: it will be refused again. A pass is therefore made over
what is new at first, and over all of it only when nothing new is found: what is stale comes
last, it is not dropped.

Source: the fruitless passes that Shrink Ray skips, brought down to single questions.
"""

from collections.abc import Hashable, Iterable
from typing import TypeVar

import xxhash

from nubbin.engine.asking.filtered import Filtered
from nubbin.engine.asking.questioner import WindowAsker
from nubbin.engine.trees.syntax import Difference
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.text import WORD

C = TypeVar("C", bound=Candidate[object])

_AROUND = 8
"""Bytes of words on either side of a change that tell it from others like it; more only cost
runs."""
_BLANK = b" \t\r\n"
_SIGNS = bytes(code for code in range(128) if WORD.fullmatch(bytes([code])) is None)


class Refused:
    """Remembers changes that were refused: what is changed into what, and what is around it."""

    def __init__(self) -> None:
        self._known: set[Hashable] = set()
        self._new: set[Hashable] = set()

    def __contains__(self, mark: Hashable) -> bool:
        """Whether the change was refused in a pass before this one."""
        return mark in self._known

    def add(self, mark: Hashable) -> None:
        """Remember a change from the next pass on."""
        self._new.add(mark)

    def turn(self) -> None:
        """Take note that a pass is over."""
        self._known |= self._new
        self._new.clear()


class Fresh(Filtered):
    """Answers *no* for changes that were refused in the same surroundings by an earlier pass.

    What is asked by `first`, one after the other, is asked in any case: such questions are few, and
    each depends on the answers before.

    Args:
        asker: answers for the others.
        refused: what was refused; added to.
        text: what candidates are changes of; it follows what is accepted.
        stale: whether to ask about what was refused as well.
    """

    def __init__(self, asker: WindowAsker, refused: Refused, text: bytes, *, stale: bool) -> None:
        super().__init__(asker)
        self._refused = refused
        self._text = text
        self._stale = stale

    def first(self, candidates: Iterable[C], *, first_come: bool = False) -> C | None:
        """Return the earliest interesting candidate, new or not, or None."""
        found = self._asker.first(candidates, first_come=first_come)
        if found is not None:
            self._rebase(found.text)
        return found

    def mark(self, text: bytes) -> Hashable:
        """Return what a candidate changes and what is around the change; None: it is stale."""
        if text == self._text:
            return b""
        mark = self._surroundings(text)
        return mark if self._stale or mark not in self._refused else None

    def rebase(self, text: bytes) -> None:
        """Take note that texts to come are changes of this one."""
        self._text = text

    def refused(self, mark: Hashable) -> None:
        """Remember a change that does not hold."""
        self._refused.add(mark)

    def _surroundings(self, candidate: bytes) -> bytes:
        """Return a digest of what a candidate changes and of the words around the change.

        White space does not count, as it comes and goes with the layout; nor do signs around the
        change, as they come and go with what they separate.
        """
        text = self._text
        begin, end, end_now = Difference.of(text, candidate)
        parts = (
            text[max(0, begin - 4 * _AROUND) : begin].translate(None, _SIGNS)[-_AROUND:],
            text[begin:end].translate(None, _BLANK),
            candidate[begin:end_now].translate(None, _BLANK),
            text[end : end + 4 * _AROUND].translate(None, _SIGNS)[:_AROUND],
        )
        return xxhash.xxh3_128_digest(b"\0".join(parts))
