"""Visibility: a class whose members are all public becomes a `struct` without that word (floor 3).

`class A : public B { public: int c; }` says no more than `struct A : B { int c; }`. None of these
words can go alone: without `public` what is used cannot be reached, and a `struct` in place of the
`class` is no smaller.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Patch

_KIND: Final = "class_specifier"
"""The kind of nodes that define a class, or use it by the keyword and its name."""
_ACCESS: Final = "access_specifier"
"""The kind of words that say from where something can be reached."""
_OPEN: Final = b"struct"
"""The word for a class in which everything can be reached if nothing else is said."""


def unveiled(tree: Tree) -> Iterator[Patch]:
    """Yield for each class the edits that make a `struct` of it, without its own words of access.

    These are the words in front of its bases, and those in front of its members with their colons.
    Each patch removes tokens, and lets be reached whatever could be reached before.
    """
    for node in tree.rows_where(_KIND.__eq__):
        parts = chain.from_iterable(map(tree.named_children, tree.named_children(node)))
        words = [_without(tree, part) for part in parts if tree.name(part) == _ACCESS]
        if words:
            yield Edit(*tree.span(node + 1), _OPEN), *words


def _without(tree: Tree, word: int) -> Edit:
    """Return the edit that removes a word of access, and the colon and the blanks behind it."""
    behind = tree.skip[word]
    behind = tree.skip[behind] if tree.is_sign(behind, b":") else behind
    return Edit(tree.start[word], tree.start[behind])
