"""Where the input begins its blocks (floor 3).

In some files `{` has a line of its own, in most it ends the line of the block's header, and some do
the one for functions and the other for loops. The input has to tell: in a reduced text, a header of
several lines may have one left, and a line end before the brace then says nothing.
"""

import re
from bisect import bisect_right
from collections import Counter

from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import indentation


def braced_in_line(tree: Tree) -> frozenset[str]:
    """Return the kinds of nodes whose block mostly begins in the line of what stands before it."""
    lead = Counter[str]()  # by kind: blocks that begin so, less those that begin a line
    for brace in re.finditer(rb"\{", tree.text):
        leaf = bisect_right(tree.start, brace.start()) - 1
        if tree.span(leaf) == brace.span():
            begins = indentation(tree.text, brace.start()) is not None
            lead[tree.name(_around(tree, leaf))] += -1 if begins else 1
    return frozenset(kind for kind, more in lead.items() if more > 0)


def _around(tree: Tree, leaf: int) -> int:
    """Return the smallest node that begins before a leaf; the root if there is none."""
    node = tree.parent[leaf]
    while node > 0 and tree.start[node] == tree.start[leaf]:
        node = tree.parent[node]
    return max(node, 0)
