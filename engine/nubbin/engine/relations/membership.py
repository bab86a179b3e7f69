"""Which parts of a text are its members: items of a list that can be removed whole (floor 3)."""

import re
from collections.abc import Iterator
from enum import IntEnum
from itertools import chain
from typing import Final

from nubbin.engine.relations.function_kinds import function_kinds
from nubbin.engine.relations.places import Places

_LISTS: Final = re.compile("block|body|compound|declaration_list|preproc_(el|if)")
"""Words in the kinds of nodes whose parts are members; so are the parts of the whole text."""
_SPACES: Final = re.compile("linkage|mod_item|module|namespace")
"""Words in the kinds of members whose own members count as the text's."""


class Depth(IntEnum):
    """Whose parts count as members; each value adds to the one before."""

    TEXT = 0
    CLASSES = 1
    FUNCTIONS = 2


def members(places: Places, depth: Depth) -> Iterator[tuple[int, int | None]]:
    """Yield the row of each member, and the row of the member that it is in, or None.

    Args:
        places: of the text's names.
        depth: whose parts are members.
    """
    tree, functions = places.tree, function_kinds(places.tree)
    lists, spaces = tree.kinds_where(_LISTS.search), tree.kinds_where(_SPACES.search)
    strays = {*chain.from_iterable(places.torn)}
    waiting: list[tuple[int, int | None]] = [(0, None)]
    while waiting:
        node, around = waiting.pop()
        listed = node == 0 or tree.kind[node] in lists
        for child in filter(tree.is_named, tree.children(node)):
            plain = tree.fields[child] is None and tree.kind[child] not in lists
            # What the parser could not read belongs to what is around it, or beside it.
            sound = not tree.is_unread(child) or child in strays
            member = listed and plain and sound and places.configuration.goes_by_rule(child)
            if member:
                yield child, around
            closed = (tree.kind[child] in functions and depth < Depth.FUNCTIONS) or child in strays
            if not closed and (depth >= Depth.CLASSES or not member or tree.kind[child] in spaces):
                waiting.append((child, child if member else around))
