"""Cases: a `switch` that has a single one, as a condition (floor 3)."""

import re
from typing import Final

from nubbin.engine.relations.branches import TIGHT, governed
from nubbin.engine.trees.tree import Tree

_CASE: Final = re.compile(rb"case\b")
"""The word that a case begins with."""
_LITERAL: Final = re.compile("literal|number|string")
"""Words in the kinds of nodes that nothing beside them can take apart."""


def as_condition(tree: Tree, row: int) -> bytes | None:
    """Return an `if` that does the same as a `switch` with a single case; None if it has more."""
    parts = [*tree.named_children(row)]
    value, case = (tree.only_named(part) for part in parts) if len(parts) == 2 else (0, 0)
    if not value or not case or not _CASE.match(tree.source(case)):
        return None
    given = tree.skip[next(tree.leaves(case))]
    colon = tree.skip[given]
    done = [part for part in tree.named_children(case) if part > colon]
    if done and tree.begins(done[-1], b"break"):
        done.pop()
    if not done or not tree.is_sign(colon, b":"):
        return None
    condition = b"%b == %b" % (_beside_sign(tree, value), _beside_sign(tree, given))
    return b"if (%b) %b" % (condition, governed(tree, done))


def _beside_sign(tree: Tree, node: int) -> bytes:
    """Return the text of a value beside a sign: an operation is put in brackets."""
    bare = tree.is_leaf(node) or any(kinds.search(tree.name(node)) for kinds in (TIGHT, _LITERAL))
    return tree.source(node) if bare else b"(%b)" % tree.source(node)
