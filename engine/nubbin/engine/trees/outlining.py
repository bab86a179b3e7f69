"""Judging candidates for a text without a grammar, by its brackets (floor 1)."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property, lru_cache
from types import MappingProxyType

from nubbin.engine.trees.measure import WithoutTokens
from nubbin.engine.trees.outline import outline, paired
from nubbin.engine.trees.paragraphs import in_paragraphs
from nubbin.engine.trees.reader import AT_HAND
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.difference import Difference
from nubbin.engine.vocabulary.text import OPENER_OF, Edit, apply_edits


class Outline:
    """Judges candidates by the brackets of a base text; an error is a bracket without a partner.

    Args:
        text: the base.
    """

    at_odds = False
    """Always false: brackets tell little about a text, but that is true of most texts."""
    too_deep = False
    """Always false: no tree-sitter queries are run, which take longer the deeper a tree is."""
    knows_dated = False
    """Always false: nothing is known of a language."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        found = paired(text)
        self._pairs, self.errors = found.pairs, len(found.alone)

    @cached_property
    def tree(self) -> Tree:
        """The tree of the base text."""
        return in_paragraphs(outline(self.text, self._pairs))

    def breaks(self, candidate: bytes) -> bool:
        """Whether the candidate may have more errors than the base text.

        Only the difference is looked at, so that this takes no longer in a longer text. Half a pair
        in it counts as one error more, wherever the partner may be; what a quotation mark in it
        makes of the brackets behind it does not count.
        """
        old, new = Difference.of(self.text, candidate).hunk
        come = candidate[new.start : new.end]
        left = paired(come)
        if not left.alone and self._around(old.start) == self._around(old.end):
            return False
        gone = self.text[old.start : old.end]
        lost = paired(gone).signs(gone)
        if left.alone:
            return left.crossed or left.signs(come) != lost
        return not _is_neutral(lost)

    def breaks_with(self, edits: tuple[Edit, ...]) -> bool:
        """Whether the base text has more errors once it is edited.

        Complexity: O(log brackets) for each edit, if none adds text or removes half a pair.
        """
        whole = all(
            not replacement and self._around(start) == self._around(end)
            for start, end, replacement in edits
        )
        return not whole and self.breaks(apply_edits(self.text, edits))

    def reads_whole(self, edit: Edit) -> bool:
        """Return True: without a grammar, nothing is torn apart by what is beside it."""
        return True

    def _around(self, place: int) -> int:
        """Return the offset at which the innermost pair around a place opens; -1 if there is none.

        Pairs are disjoint or nested, so none is cut in half by a span with both ends in the same.
        """
        places, inside = self._nesting
        return inside[bisect_left(places, place)]

    @cached_property
    def _nesting(self) -> tuple[list[int], list[int]]:
        """The offsets of paired brackets, in order; and for each gap, that of the opener around."""
        places, inside, opened = sorted(self._pairs), [-1], [-1]
        for place in places:
            if self.text[place : place + 1] in OPENER_OF:
                opened.pop()
            else:
                opened.append(place)
            inside.append(opened[-1])
        return places, inside

    def forbids(self, candidate: bytes, *, dated: bool = False) -> bool:
        """Whether the candidate has more errors than the base text; `dated` makes no difference."""
        return self.breaks(candidate)

    def alike(self, candidate: bytes) -> bool:
        """Whether the candidate's tree has the same nodes in the same places."""
        other, own = Outline(candidate).tree, self.tree
        return (other.kind, other.skip) == (own.kind, own.skip)

    def rebased(self, text: bytes) -> Outline:
        """Return a judge for another text."""
        return Outline(text)


def _is_neutral(brackets: bytes) -> bool:
    """Whether some brackets close as many as they then open, and the same kinds in mirror order."""
    half = len(brackets) // 2
    closing, opening = brackets[:half], brackets[half:]
    return opening[::-1] == b"".join(OPENER_OF.get(closing[at : at + 1], b"") for at in range(half))


class Outlining:
    """Reads texts that have no grammar."""

    by_lines = True
    by_indents = False
    table = None
    skeletons = None
    unused = None
    supertypes = labels = MappingProxyType[str, frozenset[str]]({})
    keywords = frozenset[bytes]()

    def __init__(self) -> None:
        self._syntax = lru_cache(AT_HAND)(Outline)

    def syntax(self, text: bytes) -> Outline:
        """Return a judge of candidates for a text, made once while the text is at hand."""
        return self._syntax(text)

    def reader_of(self, text: bytes) -> Outlining:
        """Return itself: every text has brackets or lines."""
        return self

    def embedded(self, tag: str, text: bytes) -> None:
        """Return None: without a grammar, no text in another language is known."""

    def measure(self) -> WithoutTokens:
        """Return a measure of texts, which have no tokens to it."""
        return WithoutTokens()
