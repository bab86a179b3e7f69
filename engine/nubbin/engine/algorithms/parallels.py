"""Parallels: what has the same place in lists that are as long goes at once (floor 5).

In `INSERT INTO t (a, b) VALUES (1, 2)`, in `a, b = 1, 2`, in the rows of a table, in a struct and
what one of it begins with all lists have to be as long, so that no member can go by itself. Which
lists these are the text shows: they are as long, and stand beside each other or by the same name.

Source: coupled deletion after DRReduce (2026), of what has the same place in place of what has
the same name.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Final

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.mentions import occurrences
from nubbin.engine.algorithms.patches import sweep_in_parts
from nubbin.engine.algorithms.tree_passes import bare
from nubbin.engine.configurations.changes import Prune
from nubbin.engine.configurations.partition import partition
from nubbin.engine.trees.tree import Tree

_MOST: Final = 64
"""Members of a list; longer ones are data that nothing else is as long as."""
_HIGH: Final = 3
"""Nodes above a name up to one that has lists below it, and from there down to them."""
_OPENERS: Final = (b"(", b"[", b"{")
"""What a list of one member begins with; others have a comma."""
_OTHERS: Final = re.compile("argument|param")
"""Words in the kinds of lists that belong to those behind the same word, as `lists` says."""
_FIELDS: Final = re.compile("field.*list")
"""Words in the kinds of lists whose members need nothing between them."""


def parallels(context: Context, text: bytes) -> bytes:
    """Take out what has the same place in parallel lists; return what is left of the text.

    For lists of as many members, 2 to 64, that stand beside each other, or that one name is in
    front of each of, asks about the text without one half of the places and without the other, and
    so on down to single ones. So too for the rows of a table, a list of such lists, and for what
    the table stands beside. Lists of parameters and of arguments are left to `parameters`.
    """
    configuration = bare(context, text)
    names, removable = occurrences(configuration).values(), configuration.removable
    tables = (
        [
            Prune(tuple(sorted(places)))
            for places in zip(*lists, strict=True)
            if all(map(removable, places))
        ]
        for lists in _parallel(configuration.tree, names)
    )
    halves = [half for table in tables for half in partition(table, 2)]
    return sweep_in_parts(configuration.render, halves, context.asker, context.window, 2)


def _parallel(tree: Tree, names: Iterable[Sequence[int]]) -> Iterator[list[list[int]]]:
    """Yield the members, in order, of lists that run in parallel: two or more, each group once.

    Args:
        tree: the text's.
        names: for each name its mentions.

    Complexity: O(nodes), and for each mention what is up to three nodes above and below.
    """
    lists, met = _Lists(tree), set[tuple[int, ...]]()
    for together in chain(lists.beside(), map(lists.by_name, names)):
        by_length = defaultdict[int, list[int]](list)
        for node in dict.fromkeys(together):
            by_length[len(lists.members[node])].append(node)
        for length, group in by_length.items():
            if min(length, len(group)) > 1 and tuple(group) not in met:
                met.add(tuple(group))
                yield [lists.members[node] for node in group]


class _Lists:
    """The lists of a tree that may run in parallel to others.

    Args:
        tree: the tree.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.members = {
            node: members for node in range(len(tree)) if (members := _members(tree, node))
        }
        """By the node of the list."""
        self._at = {self._top(node): node for node in self.members}

    def beside(self) -> Iterator[list[int]]:
        """Yield the nodes of lists that stand beside each other; also with rows for tables."""
        by_parent = defaultdict[int, list[int]](list)
        for top, node in self._at.items():
            by_parent[self._tree.parent[top]].append(node)
        for nodes in by_parent.values():
            yield nodes
            yield [row for node in nodes for row in self._rows(node)]

    def by_name(self, leaves: Sequence[int]) -> list[int]:
        """Return the nodes of the lists, and of the rows of tables, that a name is in front of."""
        holders = dict.fromkeys(filter(None, map(self._holder, leaves)))
        nodes = (node for holder in holders for node in self._below(holder, _HIGH))
        return [row for node in nodes for row in self._rows(node)]

    def _top(self, node: int) -> int:
        """Return the highest node of the same text."""
        tree, above = self._tree, self._tree.parent[node]
        while above > 0 and (tree.start[above], tree.end[above]) == (
            tree.start[node],
            tree.end[node],
        ):
            node, above = above, tree.parent[above]
        return node

    def _rows(self, node: int) -> list[int]:
        """Return the nodes of the rows of a table; the node alone, if it is none."""
        rows = [self._at.get(member, -1) for member in self.members[node]]
        lengths = {len(self.members.get(row, ())) for row in rows}
        return rows if len(lengths) == 1 and 0 not in lengths else [node]

    def _holder(self, leaf: int) -> int:
        """Return the lowest node not far above a name that has lists below it; 0 if none has."""
        node = leaf
        for _ in range(_HIGH):
            node = self._tree.parent[node]
            if node <= 0 or node in self.members:
                break
            if any(self._below(node, _HIGH)):
                return node
        return 0

    def _below(self, node: int, depth: int) -> Iterator[int]:
        """Yield the nodes of lists not far below a node, none of which is in another."""
        for child in self._tree.children(node):
            if child in self.members:
                yield child
            elif depth > 1:
                yield from self._below(child, depth - 1)


def _members(tree: Tree, node: int) -> list[int]:
    """Return the members of a list; none, if a node is no list, or one that goes by its word."""
    kind = tree.name(node)
    if tree.is_leaf(node) or _OTHERS.search(kind):
        return []
    members = [row for row in tree.children(node) if tree.is_named(row) and not tree.is_extra(row)]
    fewest = 1 if tree.source(node + 1) in _OPENERS else 2  # of a table one row may be left
    if not fewest <= len(members) <= _MOST:
        return []
    between = (tree.text[tree.end[one] : tree.start[other]] for one, other in pairwise(members))
    listed = _FIELDS.search(kind) or all(each.strip() == b"," for each in between)
    return members if listed else []
