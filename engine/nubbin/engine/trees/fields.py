"""What a grammar calls the place of a node in the one around it (floor 1)."""

from tree_sitter import Tree as SyntaxTree


def fields(syntax: SyntaxTree) -> list[str | None]:
    """Return by row, as `Tree` counts them, the field that a node is in; None for a mere member.

    A walk of its own: of the passes that build a tree hardly any wants to know.

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
