"""Records: classes without a constructor, whose fields are its parameters (floor 3).

The data classes of Python are such: `A(1)` sets the first field of `A`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from nubbin.engine.relations.mentions import Mentions
from nubbin.engine.trees.tree import Tree

_CLASS: Final = re.compile("class_definition")
"""The kind of classes whose members have no brackets around them, as in Python; they have names."""
_IS: Final = b":"
"""The sign between a field and its type."""


def records(tree: Tree, mentions: Mentions) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """Yield the fields of each class that has any, with the other mentions of the class's name.

    A field is a member that begins with a name and a colon. Of classes with the same name, the
    first counts.

    Complexity: O(nodes).
    """
    found: dict[bytes, tuple[int, Sequence[int]]] = {}
    for record in tree.rows_where(_CLASS.fullmatch):
        name, body = next(tree.named_children(record), 0), tree.last_named(record)
        inside = tree.named_children(body) if body else iter(())
        fields = [row for row in inside if _is_field(tree, row)]
        if fields:
            found.setdefault(tree.source(name), (name, fields))
    for word, (name, members) in found.items():
        yield members, [leaf for leaf in mentions.get(word, ()) if leaf != name]


def _is_field(tree: Tree, member: int) -> bool:
    first = next(tree.leaves(member), member)  # a statement may be empty: `class A: ;`
    return tree.is_named(first) and tree.skip[member] > first + 1 and tree.is_sign(first + 1, _IS)
