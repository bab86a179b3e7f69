"""Torn nodes: where the parser took apart what belongs together (floor 1)."""

from collections.abc import Iterator
from itertools import accumulate
from operator import eq, or_

from nubbin.engine.trees.grammar_table import UNREAD, kind_name
from nubbin.engine.trees.tree import Tree


def torn(tree: Tree) -> Iterator[list[int]]:
    """Yield groups of neighbouring rows that belong together, though the parser took them apart.

    Where it could not read the text, an opening brace may be in one row, and the closing one in
    another, or behind all of them; or it invented the end of a row, which goes on in the next.
    """
    if UNREAD not in tree.kinds and not any(map(eq, tree.start, tree.end)):
        return
    opens, closes = (kind_name(bracket, is_named=False) for bracket in "{}")
    turns = {number: (kind == opens) - (kind == closes) for number, kind in enumerate(tree.kinds)}
    depths = [0, *accumulate(turns[kind] for kind in tree.kind)]
    empty = map(eq, tree.start, tree.end)
    made_up = [none and not tree.is_named(row) for row, none in enumerate(empty)]
    faults = [0, *accumulate(map(or_, made_up, map(tree.is_unread, range(len(tree)))))]
    waiting = [0]
    while waiting:
        node = waiting.pop()
        if faults[tree.skip[node]] == faults[node]:
            continue
        group, depth = list[int](), 0
        for child in tree.children(node):
            if not turns[tree.kind[child]]:  # it is none of the node's own braces
                waiting.append(child)
                depth = max(0, depth + depths[tree.skip[child]] - depths[child])
                group.append(child)
            if depth == 0 and not made_up[tree.skip[child] - 1]:
                if len(group) > 1:
                    yield group
                group = []
        if group:
            yield group
