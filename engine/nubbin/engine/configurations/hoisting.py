"""Hoisting, a descendant in the place of a node, as edits of the text (floor 2)."""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, indentation


class Hoisting:
    """Puts descendants in the places of nodes of one tree.

    Args:
        tree: the tree.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def edits(self, place: int, descendant: int) -> Iterator[Edit]:
        """Yield the edits that leave only a descendant of a place, indented as the place was."""
        tree = self._tree
        yield Edit(tree.start[place], tree.start[descendant])
        end = tree.end[descendant]
        yield Edit(end, max(end, tree.visible_span(place).end))
        yield from self._dedenting(place, descendant)

    def _dedenting(self, place: int, descendant: int) -> Iterator[Edit]:
        """Yield the edits that indent a descendant's lines like the place, but for those in tokens.

        Otherwise, where indentation is syntax, a block could not stand for the statement around it.
        """
        tree, text = self._tree, self._tree.text
        start, end = tree.span(descendant)
        line = text.find(b"\n", start, end) + 1
        if not line:
            return
        deep, flat = indentation(text, start), indentation(text, tree.start[place])
        if deep is None or flat is None or deep == flat or not deep.startswith(flat):
            return
        while line:
            # A token that goes on behind the line end, as a string may, keeps its blanks.
            leaf = self._leaves[bisect_right(self._leaf_starts, line - 1) - 1]
            if text.startswith(deep, line, end) and tree.end[leaf] <= line:
                yield Edit(line + len(flat), line + len(deep))
            line = text.find(b"\n", line, end) + 1

    @cached_property
    def _leaves(self) -> list[int]:
        return list(self._tree.leaves())

    @cached_property
    def _leaf_starts(self) -> list[int]:
        return [self._tree.start[leaf] for leaf in self._leaves]
