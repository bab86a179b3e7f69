"""Local exhaustive search: all ways to take some of a few neighbours out together (floor 5).

Where two parts need each other, neither can go alone: a declaration and its only use, the head
of a loop and what follows its body. Such pairs stand near each other on some level of the tree,
and near each other there are few enough of them to ask about every one.

Source: Vulcan (Xu and others 2023), "local exhaustive pattern reduction".
"""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.tree_passes import try_changes
from nubbin.engine.configurations.changes import Change, Cut, Rewrite
from nubbin.engine.configurations.configuration import Configuration

WIDTH = 4
"""Neighbours in a window; of five there are twice as many choices, and few more are found."""


def windows(context: Context, text: bytes) -> bytes:
    """Take two or more of four neighbours out together, on every level of the tree.

    The levels are cuts through the tree: the root's children, then these with each node
    replaced by its children, and so on; a token stays on every level below its own. On each,
    asks once about every choice of two to four nodes of a window, its first among them:
    of all nodes, as they stand, and of the named ones, with the separators beside them.
    """
    return try_changes(context, text, _choices)


def _choices(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield the changes that take out some of a window; each choice of nodes once."""
    tree = configuration.tree
    met: set[tuple[int, ...]] = set()
    for level in _levels(configuration):
        named = [place for place in level if tree.is_named(place)]
        for places, separators in ((level, False), (named, True)):
            for chosen in _joint(places):
                if (separators, *chosen) not in met:
                    met.add((separators, *chosen))
                    yield [
                        Cut((place,)) if separators else Rewrite((place,), b"") for place in chosen
                    ]


def _levels(configuration: Configuration) -> Iterator[list[int]]:
    """Yield the tree's levels, with the nodes that may change and have bytes."""
    tree = configuration.tree
    level = [0]
    while not all(map(tree.is_leaf, level)):
        level = list(chain.from_iterable(list(tree.children(node)) or [node] for node in level))
        yield [node for node in level if configuration.may_change(node)]


def _joint(places: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield each choice of two or more places of a window, sliding from the first on."""
    for index, first in enumerate(places):
        others = places[index + 1 : index + WIDTH]
        for size in range(len(others), 0, -1):
            for chosen in combinations(others, size):
                yield (first, *chosen)
