"""Which nodes are statements, by the names that grammars give them (floor 1)."""

from nubbin.engine.trees.tree import Tree

_STATEMENTS = (
    "statement",
    "declaration",
    "definition",
    "block",
    "body",
    "suite",
    "item",
    "command",
    "pipeline",
)
"""Words in the kinds of nodes that have lines of their own."""


def is_statement(tree: Tree, node: int) -> bool:
    """Whether a node is, by its kind, a statement or made of statements."""
    return tree.is_named(node) and any(part in tree.name(node) for part in _STATEMENTS)
