"""Local exhaustive search: all ways to take some of a few neighbours out together (floor 5).

Where two parts need each other, neither can go alone: a declaration and its only use, the head
of a loop and what follows its body. Such pairs stand near each other on some level of the tree,
and near each other there are few enough of them to ask about every one.

Source: Vulcan (Xu and others 2023), "local exhaustive pattern reduction".
"""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import chain, combinations, pairwise

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import try_changes
from nubbin.engine.configurations.changes import Change, Cut, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.trees.tree import Tree

WIDTH = 4
"""Neighbours in a window; of five there are twice as many choices, and few more are found."""


def windows(context: Context, text: bytes) -> bytes:
    """Take two or more of four neighbours out together, on every level of the tree.

    The levels are cuts through the tree: the root's children, then these with each node replaced by
    its children, and so on; a token stays on every level below its own. A window is a node on a
    level and the next three. Every choice of two to four nodes of a window, its first among them,
    is asked about once: among all nodes, which go as they stand, and among the named ones, which go
    with the separators beside them.
    """
    return try_changes(context, text, _choices)


def _choices(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield the changes that take out some nodes of a window, each choice of nodes once.

    Complexity: O(nodes), however deep the tree.
    """
    tree = configuration.tree
    every = _Level(tree, configuration.may_change)
    named = _Level(tree, lambda node: tree.is_named(node) and configuration.may_change(node))
    met: set[tuple[int, ...]] = set()  # tokens that are neighbours may be so again further down
    inner = [0]
    while inner := [node for node in inner if not tree.is_leaf(node)]:
        for level, separators in ((every, False), (named, True)):
            for chosen in _joint(level.down(inner)):
                if (separators, *chosen) not in met:
                    met.add((separators, *chosen))
                    yield [
                        Cut((place,)) if separators else Rewrite((place,), b"") for place in chosen
                    ]
        inner = [*chain.from_iterable(map(tree.children, inner))]


def _joint(windows: Iterable[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """Yield each choice of two or more places of a window, its first among them."""
    for first, *others in windows:
        for size in range(len(others), 0, -1):
            for chosen in combinations(others, size):
                yield (first, *chosen)


class _Level:
    """The nodes on a level of a tree that are asked about, each with its neighbours.

    Nodes with children are among the neighbours even if they are not asked about: on the next level
    their children take their places.

    Args:
        tree: the tree; the first level is its root.
        asked: whether a node is asked about.
    """

    def __init__(self, tree: Tree, asked: Callable[[int], bool]) -> None:
        self._tree = tree
        self._asked = asked
        self._before = [-1] * (len(tree) + 1)  # the last entry, that of -1, is for both ends
        self._after = [-1] * (len(tree) + 1)
        self._link(-1, 0)
        self._link(0, -1)

    def down(self, inner: Iterable[int]) -> list[list[int]]:
        """Go down a level; return the windows in which something is new or has gone, in order.

        Args:
            inner: the nodes of this level that have children, in order.
        """
        firsts: dict[int, None] = {}
        for node in inner:
            firsts.update(dict.fromkeys(self._near_before(node, firsts)))
            firsts.update(dict.fromkeys(self._replaced(node)))
        return [self._window(first) for first in firsts if self._asked(first)]

    def _near_before(self, node: int, new: Container[int]) -> list[int]:
        """Return, in order, the nodes before one that share a window with it, but none in `new`."""
        near: list[int] = []
        place = self._before[node]
        while place >= 0 and place not in new and len(near) < WIDTH - 1:
            near.append(place)
            place = self._before[place]
        return near[::-1]

    def _replaced(self, node: int) -> list[int]:
        """Put a node's children in its place; return those that are now on the level."""
        tree = self._tree
        children = [
            child for child in tree.children(node) if self._asked(child) or not tree.is_leaf(child)
        ]
        for one, other in pairwise((self._before[node], *children, self._after[node])):
            self._link(one, other)
        return children

    def _link(self, one: int, other: int) -> None:
        self._after[one], self._before[other] = other, one

    def _window(self, first: int) -> list[int]:
        """Return a node and the next ones that are asked about, as many as make a window."""
        window, place = [first], self._after[first]
        while place >= 0 and len(window) < WIDTH:
            if self._asked(place):
                window.append(place)
            place = self._after[place]
        return window
