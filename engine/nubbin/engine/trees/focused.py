"""Reading closely only that part of each text which may change (floor 1).

Passes look through whole trees. Where three lines of a large text are to be reduced, most of what
they would look at may not change: here it is folded up.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from nubbin.engine.trees.measure import Measure
from nubbin.engine.trees.reader import AT_HAND, Judge, Reader
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Span


@dataclass(frozen=True)
class FocusedTree(Tree):
    """A tree of which only the nodes that have bytes in a span have children.

    What is not in the span counts for no tokens.
    """

    whole: Tree
    rows: Sequence[int]
    """The row of each node in the whole tree."""
    focus: Span

    @classmethod
    def of(cls, whole: Tree, focus: Span) -> FocusedTree:
        """Return a tree with a span in focus, in O(nodes in the span and beside what is around)."""
        rows, waiting = list[int](), [0]
        while waiting:
            row = waiting.pop()
            rows.append(row)
            if _is_in(focus, whole, row):
                waiting.extend([*whole.children(row)][::-1])
        new = {row: index for index, row in enumerate(rows)}
        new[-1] = -1  # above the root
        return cls(
            whole.text,
            array("i", [whole.start[row] for row in rows]),
            array("i", [whole.end[row] for row in rows]),
            array("i", [whole.kind[row] for row in rows]),
            array("i", [new[whole.parent[row]] for row in rows]),
            array("i", [bisect_left(rows, whole.skip[row]) for row in rows]),
            array("i", [whole.flags[row] for row in rows]),
            whole.kinds,
            whole.depth,
            whole,
            rows,
            focus,
            read_fields=lambda: [whole.fields[row] for row in rows],
        )

    @cached_property
    def token_counts(self) -> array[int]:
        """See `Tree.token_counts`."""
        counts, total = array("i", [0]), 0
        for row in self.rows:
            if self.whole.is_leaf(row) and _is_in(self.focus, self.whole, row):
                total += self.whole.weight(row)
            counts.append(total)
        return counts


def _is_in(focus: Span, tree: Tree, row: int) -> bool:
    return tree.start[row] < focus.end and tree.end[row] > focus.start


class FocusedJudge:
    """Judges candidates as another judge does, but has the base's tree with a span in focus."""

    def __init__(self, judge: Judge, focus: Span) -> None:
        self._judge = judge
        self.text, self.errors = judge.text, judge.errors
        self.tree = FocusedTree.of(judge.tree, focus)
        """The tree of the base text, with the span in focus."""
        self.at_odds, self.too_deep = judge.at_odds, judge.too_deep
        self.knows_dated = judge.knows_dated

    def breaks(self, candidate: bytes) -> bool:
        """See `Judge.breaks`."""
        return self._judge.breaks(candidate)

    def breaks_with(self, edits: tuple[Edit, ...]) -> bool:
        """See `Judge.breaks_with`."""
        return self._judge.breaks_with(edits)

    def reads_whole(self, edit: Edit) -> bool:
        """See `Judge.reads_whole`."""
        return self._judge.reads_whole(edit)

    def forbids(self, candidate: bytes, *, dated: bool = False) -> bool:
        """See `Judge.forbids`."""
        return self._judge.forbids(candidate, dated=dated)

    def alike(self, candidate: bytes) -> bool:
        """See `Judge.alike`."""
        return self._judge.alike(candidate)

    def rebased(self, text: bytes) -> Judge:
        """See `Judge.rebased`."""
        return self._judge.rebased(text)


class Focused:
    """Reads texts as another reader does, with all but their beginnings and ends in focus.

    Args:
        reader: reads them whole.
        head: how many bytes at the beginning are out of focus.
        tail: how many at the end.
    """

    def __init__(self, reader: Reader, head: int, tail: int) -> None:
        self._reader, self._head, self._tail = reader, head, tail
        self.by_lines, self.by_indents = reader.by_lines, reader.by_indents
        self.table, self.skeletons, self.unused = reader.table, reader.skeletons, reader.unused
        self.supertypes, self.labels = reader.supertypes, reader.labels
        self.keywords = reader.keywords
        self._judge = lru_cache(AT_HAND)(FocusedJudge)

    def syntax(self, text: bytes) -> Judge:
        """See `Reader.syntax`."""
        focus = Span(self._head, len(text) - self._tail)
        return self._judge(self._reader.syntax(text), focus)

    def reader_of(self, text: bytes) -> Reader:
        """See `Reader.reader_of`."""
        return Focused(self._reader.reader_of(text), self._head, self._tail)

    def embedded(self, tag: str, text: bytes) -> Reader | None:
        """See `Reader.embedded`; of the text behind the tag all is in focus."""
        return self._reader.embedded(tag, text)

    def measure(self) -> Measure:
        """See `Reader.measure`; what is out of focus counts too."""
        return self._reader.measure()
