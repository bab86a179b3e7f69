"""Paragraphs: what stands between empty lines is one part of a text without a grammar (floor 1).

Many formats separate their records, sections or steps by empty lines: subtitles, mails, settings,
notes. Line by line, no record could be removed where all records have to be whole.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from nubbin.engine.trees.tree import NAMED, Tree

_EMPTY_LINE: Final = re.compile(rb"\n[ \t\r\f\v]*\n")
_KIND: Final = "paragraph"


def in_paragraphs(tree: Tree) -> Tree:
    """Return a tree with a node around each paragraph that consists of several nodes.

    A text that is a single paragraph gets none.

    Complexity: O(nodes).
    """
    every = _paragraphs(tree)
    wrapped = [rows for rows in every if len(rows) > 1] if len(every) > 1 else []
    return _with_nodes(tree, wrapped) if wrapped else tree


def _paragraphs(tree: Tree) -> list[list[int]]:
    """Return the children of the root, in groups with an empty line between them."""
    found: list[list[int]] = []
    end = 0
    for row in tree.children(0):
        if not found or _EMPTY_LINE.search(tree.text, end, tree.start[row]):
            found.append([])
        found[-1].append(row)
        end = tree.end[row]
    return found


def _with_nodes(tree: Tree, wrapped: Sequence[Sequence[int]]) -> Tree:
    """Return a tree with a node around each run of neighbouring children of the root, in order."""
    firsts = [rows[0] for rows in wrapped]
    before = bytearray(len(tree))
    for first in firsts:
        before[first] = 1
    moved = array("i", (row + nodes for row, nodes in enumerate(accumulate(before))))
    parent = array("i", [-1, *(moved[above] for above in tree.parent[1:])])
    for rows in wrapped:
        for row in rows:
            parent[row] = moved[rows[0]] - 1
    skip = array("i", (moved[behind - 1] + 1 for behind in tree.skip))

    def put(column: array[int], values: Sequence[int]) -> array[int]:
        """Return a column with a value inserted in front of the first row of each run."""
        found, done = array(column.typecode), 0
        for first, value in zip(firsts, values, strict=True):
            found += column[done:first]
            found.append(value)
            done = first
        return found + column[done:]

    count = len(wrapped)
    return Tree(
        tree.text,
        put(tree.start, [tree.start[rows[0]] for rows in wrapped]),
        put(tree.end, [tree.end[rows[-1]] for rows in wrapped]),
        put(tree.kind, count * [len(tree.kinds)]),
        put(parent, count * [0]),
        put(skip, [skip[rows[-1]] for rows in wrapped]),
        put(tree.flags, count * [NAMED]),
        (*tree.kinds, _KIND),
        tree.depth + 1,
    )
