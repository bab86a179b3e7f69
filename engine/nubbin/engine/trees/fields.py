"""Fields: what a grammar calls the place of a node in its parent (floor 1)."""

from collections.abc import Iterable

from tree_sitter import Tree as SyntaxTree

from nubbin.engine.trees.tree import Tree


def fields(syntax: SyntaxTree) -> list[str | None]:
    """Return for each row, as `Tree` counts them, the field that the node is in; None if in none.

    This is a walk of its own, as the fields of many trees are never needed.

    Complexity: O(nodes), without recursion.
    """
    found: list[str | None] = []
    cursor = syntax.walk()
    while True:
        found.append(cursor.field_name)
        if cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return found


def first_in_field(tree: Tree, rows: Iterable[int], *names: str) -> int:
    """Return the first of some rows that is in a field of one of these names; 0 if none is.

    Args:
        tree: that of the rows.
        rows: in the order in which they are looked through.
        names: of the fields that are wanted.
    """
    return next((row for row in rows if tree.fields[row] in names), 0)
