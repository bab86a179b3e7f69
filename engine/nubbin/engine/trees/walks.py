"""Walks through a tree that go past some of its nodes (floor 1)."""

from collections.abc import Callable, Iterator

from nubbin.engine.trees.tree import Tree


def leaves_outside(tree: Tree, node: int, past: Callable[[int], bool]) -> Iterator[int]:
    """Yield the leaves of a node, in order, but for those in nodes that the walk goes past.

    Args:
        tree: that of the node.
        node: where the walk begins.
        past: whether it goes past a node, and all that is below.
    """
    row = node
    while row < tree.skip[node]:
        if past(row):
            row = tree.skip[row]
            continue
        if tree.is_leaf(row):
            yield row
        row += 1
