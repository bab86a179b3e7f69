"""Classes, their names and their methods, as far as kinds and fields tell (floor 3)."""

from collections.abc import Iterator
from typing import Final

from nubbin.engine.relations.function_kinds import is_function
from nubbin.engine.relations.sizes import LARGE
from nubbin.engine.trees.fields import first_in_field
from nubbin.engine.trees.tree import Tree

CLASS: Final = "class"
"""How the kinds of classes begin."""


def small_classes(tree: Tree) -> Iterator[int]:
    """Yield the classes of a text that are not large, in order."""
    for row in tree.rows_where(lambda kind: kind.startswith(CLASS)):
        if tree.weight(row) <= LARGE:
            yield row


def name_of(tree: Tree, node: int) -> int:
    """Return the name of a class or a function; 0 if it has none."""
    return first_in_field(tree, tree.children(node), "name")


def only_method(tree: Tree, row: int) -> int:
    """Return the only member of a class if that is a method, else 0."""
    body = tree.last_named(row)
    method = tree.only_named(body) if body else 0
    return method if method and is_function(tree, method) else 0
