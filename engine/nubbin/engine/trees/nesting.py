"""Nesting: how one node of a tree lies to another (floor 1)."""

from nubbin.engine.trees.tree import Tree


def is_all_of(tree: Tree, node: int, around: int) -> bool:
    """Whether a node is all of one around it, not counting the sign that ends that."""
    return tree.weight(around) - tree.weight(node) <= 1


def are_apart(tree: Tree, one: int, other: int) -> bool:
    """Whether neither of two nodes is in the other."""
    return tree.skip[one] <= other or tree.skip[other] <= one
