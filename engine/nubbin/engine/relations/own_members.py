"""Own members: what a method mentions of its object without saying so (floor 3).

In `struct A { int b; void f() { g(b); } };` the `b` is that of the object which `f` is called on.
In the place of `a.f()` it has to be `a.b`.

Source: method inlining as refactoring tools do it (Opdyke 1992), here by names alone.
"""

from collections.abc import Container, Iterator
from itertools import chain, islice, takewhile
from typing import Final

from nubbin.engine.relations.definitions import DECLARED
from nubbin.engine.relations.mentions import is_access_sign
from nubbin.engine.relations.places import CLASSES
from nubbin.engine.relations.substitution import Rows, free_words, source
from nubbin.engine.trees.tree import Tree
from nubbin.engine.trees.walks import leaves_outside

_MANY: Final = 64
"""At most so many members of a class are looked at, and as many rows of each."""
_CALL: Final = "invocation"
"""A word in the kinds of calls."""
_BRACKETS: Final = (b"(", b"{", b"[")


def own_members(tree: Tree, method: int, inside: int) -> frozenset[bytes]:
    """Return the names of the other members of the class that a method is in, if it is in one.

    Left out are those that the method declares itself.

    Args:
        tree: of the text.
        method: the method, or the part around it.
        inside: the body of the method.
    """
    body = tree.parent[method]
    if body <= 0 or not CLASSES.search(tree.name(tree.parent[body])):
        return frozenset()
    others = (row for row in islice(tree.named_children(body), _MANY) if row != method)
    names = (leaf for leaf in tree.leaves(inside) if tree.fields[leaf] in DECLARED)
    local = (
        leaf for leaf in names if not (_is_called(tree, leaf) or is_access_sign(tree, leaf - 1))
    )
    declared = chain.from_iterable(_declared(tree, row) for row in others)
    return frozenset(map(tree.source, declared)) - frozenset(map(tree.source, local))


def _declared(tree: Tree, member: int) -> Iterator[int]:
    """Return the leaves that name what a member declares, but not what is in brackets."""

    def opens(row: int) -> bool:
        return any(tree.begins(row, sign) for sign in _BRACKETS)

    leaves = takewhile((member + _MANY).__gt__, leaves_outside(tree, member, opens))
    return (leaf for leaf in leaves if tree.fields[leaf] in DECLARED)


def accessed_on(
    tree: Tree,
    receiver: Rows,
    members: Container[bytes],
    value: Rows,
) -> dict[int, bytes]:
    """Return for each leaf that mentions an own member the text that accesses it on a receiver.

    Args:
        tree: of the text.
        receiver: what the method is called on, by the sign behind it if that asks for a member.
        members: the names of own members that the method does not declare itself.
        value: a part of the method.
    """
    sign = tree.source(receiver.behind) if is_access_sign(tree, receiver.behind) else b"."
    prefix = source(tree, receiver) + sign
    called = (leaf for leaf in range(value.first, value.behind) if _is_called(tree, leaf))
    words = free_words(tree, value) | {leaf: tree.source(leaf) for leaf in called}
    return {leaf: prefix + word for leaf, word in words.items() if word in members}


def _is_called(tree: Tree, leaf: int) -> bool:
    """Whether a leaf names a method at the beginning of its call: a call of Java has a name."""
    return _CALL in tree.name(tree.parent[leaf]) and tree.parent[leaf] == leaf - 1
