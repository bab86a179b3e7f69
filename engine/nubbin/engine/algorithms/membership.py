"""Which parts of a text are its members: what can go as a whole from a list of such (floor 5)."""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from operator import or_
from typing import Final

from nubbin.engine.algorithms.definitions import function_kinds
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.trees.grammar_table import kind_name
from nubbin.engine.trees.tree import Tree

_LISTS: Final = re.compile("block|body|compound|declaration_list|preproc_(el|if)")
"""Words in the kinds of nodes whose parts are members, as those of the whole text are."""
_SPACES: Final = re.compile("linkage|mod_item|module|namespace")
"""Words in the kinds of members whose own members are as good as the text's."""


def members(
    configuration: Configuration, fields: Sequence[str | None], depth: int
) -> Iterator[tuple[int, int | None]]:
    """Yield the row of each member, and that of the member it is in.

    Args:
        configuration: the text's, not changed.
        fields: that its nodes are in, by row.
        depth: whether members have members: 0, none; 1, classes have; 2, functions as well.
    """
    tree, functions = configuration.tree, function_kinds(configuration.tree)
    lists = {number for number, kind in enumerate(tree.kinds) if _LISTS.search(kind)}
    spaces = {number for number, kind in enumerate(tree.kinds) if _SPACES.search(kind)}
    strays = {row for rows in torn(tree) for row in rows}
    waiting: list[tuple[int, int | None]] = [(0, None)]
    while waiting:
        node, around = waiting.pop()
        listed = node == 0 or tree.kind[node] in lists
        for child in filter(tree.is_named, tree.children(node)):
            plain = fields[child] is None and tree.kind[child] not in lists
            # What the parser could not read is part of what is around it, or of what is beside.
            sound = tree.name(child) != "ERROR" or child in strays
            phi = configuration.ruled(child) if listed and plain and sound else None
            member = phi is not None and not phi.text
            if member:
                yield child, around
            closed = (tree.kind[child] in functions and depth < 2) or child in strays
            if not closed and (depth or not member or tree.kind[child] in spaces):
                waiting.append((child, child if member else around))


def torn(tree: Tree) -> Iterator[list[int]]:
    """Yield the rows beside each other that belong together, though the parser took them apart.

    Where it could not read a text, an opening bracket may stand in one of them, and the closing one
    in another, or behind all of them; or it made up the end of one, which goes on in the next.
    """
    opens, closes = (kind_name(bracket, is_named=False) for bracket in "{}")
    turns = {number: (kind == opens) - (kind == closes) for number, kind in enumerate(tree.kinds)}
    depths = [0, *accumulate(turns[kind] for kind in tree.kind)]
    made_up = [
        s == e and not tree.is_named(r)
        for r, (s, e) in enumerate(zip(tree.start, tree.end, strict=True))
    ]
    faults = [0, *accumulate(map(or_, made_up, map(tree.is_unread, range(len(tree)))))]
    waiting = [0] if len(tree) else []
    while waiting:
        node = waiting.pop()
        if faults[tree.skip[node]] == faults[node]:
            continue
        group, depth = list[int](), 0
        for child in tree.children(node):
            if not turns[tree.kind[child]]:  # is none of the node's own brackets
                waiting.append(child)
                depth = max(0, depth + depths[tree.skip[child]] - depths[child])
                group.append(child)
            if depth == 0 and not made_up[tree.skip[child] - 1]:
                if len(group) > 1:
                    yield group
                group = []
        if group:
            yield group
