"""Hollow types: a `struct` with nothing in it gives way to a type of the language (floor 3).

`struct A {}` is what is left of a type whose members do not matter. Its declaration is kept by its
uses, and these need some type: one that needs no declaration does for them.
"""

import re
from collections.abc import Iterator
from typing import Final

from nubbin.engine.relations.mentions import Mentions
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Patch

_SPECIFIER: Final = re.compile("^(?:class|enum|struct|union)_specifier$")
"""The kinds of nodes that declare a type, or use it by a keyword and its name."""
_OWN: Final = "primitive_type"
"""The kind of types that a language has of its own."""
_TYPE: Final = "type_identifier"
"""The kind of names that are those of types."""


def hollowed(tree: Tree, mentions: Mentions) -> Iterator[Patch]:
    """Yield for each type with nothing in it the edits that put another in its place.

    That is the shortest of the language's own that the text has. A declaration of nothing else is
    removed. Nothing is yielded for a name that is also mentioned as anything but a type.

    Args:
        tree: of the text.
        mentions: for each name its mentions, in order.
    """
    own = {tree.source(row) for row in tree.rows_where(_OWN.__eq__)}
    least = min(own, key=lambda word: (len(word), word), default=b"")
    for leaves in mentions.values() if least else ():
        places = [_place(tree, leaf) for leaf in leaves]
        if all(places) and any(place != leaf for place, leaf in zip(places, leaves, strict=True)):
            yield tuple(_edit(tree, place, least) for place in places)


def _place(tree: Tree, leaf: int) -> int:
    """Return the node that uses or declares a type, by its name; 0 if anything is in that."""
    above, behind = tree.parent[leaf], tree.skip[leaf]
    if tree.name(leaf) != _TYPE:
        return 0
    if leaf != above + 2 or not _SPECIFIER.match(tree.name(above)):
        return leaf
    bare = behind == tree.skip[above] or not [*tree.named_children(behind)]
    return above if bare else 0


def _edit(tree: Tree, place: int, kind: bytes) -> Edit:
    """Return the edit that puts a type in a place, or removes a declaration of nothing else."""
    behind = tree.skip[place]
    alone = behind < len(tree) and tree.parent[behind] == tree.parent[place]
    if tree.name(place) != _TYPE and alone and tree.is_sign(behind, b";"):
        return Edit(tree.start[place], tree.end[behind])
    return Edit(*tree.span(place), kind)
